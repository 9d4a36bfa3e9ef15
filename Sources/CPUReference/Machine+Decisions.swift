/// Operations that jump: a bool has bound 0 when it is certain, 1 when it is not.
extension Machine {
    // MARK: Comparisons

    /// Whether two numbers compare so; uncertain when they lie within their bounds of one another.
    func compare(_ a: Lane, _ b: Lane, _ holds: (Double, Double) -> Bool) -> Lane {
        zip(
            a, b, { holds($0, $1) ? 1 : 0 },
            bound: { x, y, _, bx, by in
                let sum = bx + by
                // Written so that a bound that is no number leaves it open.
                return !(sum <= 0) && !(abs(x - y) > sum) ? 1 : 0
            })
    }

    func and(_ a: Lane, _ b: Lane) -> Lane {
        zip(
            a, b, { $0 != 0 && $1 != 0 ? 1 : 0 },
            bound: { x, y, _, bx, by in
                let surelyFalse = (x == 0 && bx == 0) || (y == 0 && by == 0)
                return surelyFalse ? 0 : max(bx, by)
            })
    }

    func or(_ a: Lane, _ b: Lane) -> Lane {
        zip(
            a, b, { $0 != 0 || $1 != 0 ? 1 : 0 },
            bound: { x, y, _, bx, by in
                let surelyTrue = (x != 0 && bx == 0) || (y != 0 && by == 0)
                return surelyTrue ? 0 : max(bx, by)
            })
    }

    func exclusiveOr(_ a: Lane, _ b: Lane) -> Lane {
        zip(a, b, { ($0 != 0) != ($1 != 0) ? 1 : 0 }, bound: { _, _, _, bx, by in max(bx, by) })
    }

    func not(_ a: Lane) -> Lane { map(a, { $0 == 0 ? 1 : 0 }, bound: { _, _, b in b }) }

    // MARK: Steps

    /// A function that is constant between jumps, such as floor; a pixel whose operand may lie on either side of a jump
    /// is noted as undecided.
    func stair(_ a: Lane, _ f: (Double) -> Double) -> Lane {
        make([a]) { p in
            let (x, b) = (a.value(p), a.bound(p))
            let y = f(x)
            guard tracksBounds, !(b == 0) else { return (y, 0) }
            // What may be no number may fall on any step.
            let spread = b < .infinity ? max(abs(f(x - b) - y), abs(f(x + b) - y)) : .infinity
            if !(spread == 0) { self.flag(p) }
            return (y, spread.isNaN ? .infinity : spread)
        }
    }

    func floor(_ a: Lane) -> Lane {
        let result = stair(a) { $0.rounded(.down) }
        note(result, least: a.least.rounded(.down), most: a.most.rounded(.down))
        return result
    }

    /// x - floor(x)
    func fract(_ a: Lane) -> Lane {
        let result = make([a]) { p in
            let (x, b) = (a.value(p), a.bound(p))
            let below = x.rounded(.down)
            let y = x - below
            guard tracksBounds else { return (y, 0) }
            guard b < .infinity else {
                self.flag(p)
                return (y, .infinity)
            }
            if b > 0, (x - b).rounded(.down) != below || (x + b).rounded(.down) != below {
                self.flag(p)
                return (y, 1)
            }
            return (y, b == 0 ? Self.exactRounding(y) : b + Self.rounding(y, b))
        }
        note(result, least: 0, most: 1)
        return result
    }

    /// Round to nearest; halves may go either way on a device.
    func round(_ a: Lane) -> Lane {
        make([a]) { p in
            let (x, b) = (a.value(p), a.bound(p))
            let y = x.rounded(.toNearestOrAwayFromZero)
            guard tracksBounds else { return (y, 0) }
            if abs(abs(x - x.rounded(.towardZero)) - 0.5) <= b {
                self.flag(p)
                return (y, 1 + b.rounded(.up))
            }
            return (y, b > 0 ? max(abs((x - b).rounded() - y), abs((x + b).rounded() - y)) : 0)
        }
    }

    /// x - y floor(x / y)
    func mod(_ a: Lane, _ b: Lane) -> Lane { subtract(a, multiply(b, floor(divide(a, b)))) }

    /// Ints of floats, towards 0.
    func truncate(_ a: Lane) -> Lane { stair(a) { $0.rounded(.towardZero) } }

    func sign(_ a: Lane) -> Lane { stair(a) { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 } }

    /// 0 below the edge, else 1.
    func step(_ edge: Lane, _ x: Lane) -> Lane {
        let result = make([edge, x]) { p in
            let (e, v) = (edge.value(p), x.value(p))
            let sum = edge.bound(p) + x.bound(p)
            let y = v < e ? 0.0 : 1
            guard tracksBounds, !(sum == 0), !(abs(v - e) > sum) else { return (y, 0) }
            self.flag(p)
            return (y, sum < .infinity ? 1 : .infinity)
        }
        // Devices may have it as 1 - (x < edge), a sum of round numbers.
        if tracksBounds, case .varying(let column) = result {
            (column.sums, column.isSized) = (1, true)
            column.sizes.update(repeating: Self.whole(2), count: count)
        }
        note(result, least: 0, most: 1)
        return result
    }

    // MARK: Choices

    /// One of two lanes by a bool; where it is uncertain, the bound covers both, and the pixel is noted as undecided
    /// when that widens it.
    func choose(_ condition: Lane, _ yes: Lane, _ no: Lane) -> Lane {
        if let certain = condition.certain { return certain != 0 ? yes : no }
        if condition.isUniform, yes.isUniform, no.isUniform {
            return make([condition, yes, no]) { p in
                let (chosen, other) = condition.value(p) != 0 ? (yes, no) : (no, yes)
                guard tracksBounds else { return (chosen.value(p), 0) }
                return self.widened(chosen.value(p), chosen.bound(p), by: other.value(p), other.bound(p), p)
            }
        }
        let (test, one, two, to) = (column(of: condition), column(of: yes), column(of: no), pool.column())
        let (t, a, b) = (test.values, one.values, two.values)
        for p in 0..<count { to.values[p] = t[p] != 0 ? a[p] : b[p] }
        (to.least, to.most) = (min(yes.least, no.least), max(yes.most, no.most))
        guard tracksBounds else { return .varying(to) }
        let (open, ea, eb) = (test.bounds, one.bounds, two.bounds)
        for p in 0..<count { to.bounds[p] = t[p] != 0 ? ea[p] : eb[p] }
        keepSums(of: yes, or: no, in: to)
        for p in 0..<count where open[p] > 0 {
            let isYes = t[p] != 0
            (to.values[p], to.bounds[p]) = widened(
                isYes ? a[p] : b[p], isYes ? ea[p] : eb[p], by: isYes ? b[p] : a[p], isYes ? eb[p] : ea[p], p)
        }
        return .varying(to)
    }

    /// Notes of a choice what sums it was made from: a device may choose between the terms instead, and add them later.
    private func keepSums(of a: Lane, or b: Lane, in to: Column) {
        guard a.isSized || b.isSized else { return }
        (to.sums, to.constants, to.isSized) = (max(a.sums, b.sums), max(a.constants, b.constants), true)
        let (one, two) = (column(of: a), column(of: b))
        for p in 0..<count {
            let (left, right) = (one.size(p), two.size(p))
            to.sizes[p] = Self.joined(left, right, max(Self.magnitude(left), Self.magnitude(right)))
        }
    }

    /// A value whose bound also covers another one.
    @inline(__always)
    func widened(_ value: Double, _ bound: Double, by other: Double, _ otherBound: Double, _ pixel: Int)
        -> (Double, Double)
    {
        let distance = abs(other - value)
        guard distance == distance else {
            flag(pixel)
            return (value, .infinity)
        }
        let own = max(bound, otherBound)
        let all = max(bound, distance + otherBound)
        // Where both sides nearly agree, the decision does not matter.
        if all > 4 * own + 64 * Self.rounding(value, 0) { flag(pixel) }
        return (value, all)
    }

    /// `new` for the pixels of a mask, `old` for the others.
    func merge(_ mask: Mask, _ new: Lanes, _ old: Lanes) -> Lanes {
        Swift.zip(new, old).map { a, b in
            if case .uniform(let x, let bx) = a, case .uniform(let y, let by) = b, x == y, bx == by { return a }
            let (one, two, to) = (column(of: a), column(of: b), pool.column())
            let flags = mask.flags
            for p in 0..<count {
                to.values[p] = flags[p] ? one.values[p] : two.values[p]
                to.bounds[p] = flags[p] ? one.bounds[p] : two.bounds[p]
            }
            (to.least, to.most) = (min(a.least, b.least), max(a.most, b.most))
            if tracksBounds { keepSums(of: a, or: b, in: to) }
            return .varying(to)
        }
    }
}
