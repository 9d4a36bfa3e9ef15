import FilterLanguage
import Foundation

/// GLSL's functions on single components, with the errors of Vulkan's precision table.
extension Machine {
    /// One unit in the last place, relative.
    private static let ulp = 2 * u

    private static let ln2 = 0.693147180559945309

    // MARK: Exponentials

    func exp2(_ a: Lane) -> Lane {
        notNegative(
            map(
                a, { Foundation.exp2($0) },
                bound: { x, y, b in
                    let carried = y * expm1(b * Self.ln2)
                    return carried + (y + carried) * (3 + 2 * (abs(x) + b)) * Self.ulp + Self.tiny
                }))
    }

    private func notNegative(_ lane: Lane) -> Lane {
        note(lane, least: 0)
        return lane
    }

    func exp(_ a: Lane) -> Lane {
        notNegative(
            map(
                a, { Foundation.exp($0) },
                bound: { x, y, b in
                    let carried = y * expm1(b)
                    return carried + (y + carried) * (3 + 2 * (abs(x) + b)) * Self.ulp + Self.tiny
                }))
    }

    /// The table's error of log2 and log: absolute between 1/2 and 2.
    @inline(__always)
    private static func logRounding(_ x: Double, _ y: Double) -> Double {
        x >= 0.5 && x <= 2 ? 0x1p-21 : 3 * ulp * abs(y)
    }

    @inline(__always)
    private static func log2Bound(_ x: Double, _ y: Double, _ b: Double) -> Double {
        // Of what is below the normal range, devices take the digits for those of a larger number.
        guard x - b >= tiny else { return .infinity }
        return (b == 0 ? 0 : -log1p(-b / x) / ln2) + logRounding(x, y) + tiny
    }

    func log2(_ a: Lane) -> Lane {
        guardDomain(
            of: a, map(a, { Foundation.log2($0) }, bound: { x, y, b in Self.log2Bound(x, y, b) }), from: 0)
    }

    func log(_ a: Lane) -> Lane {
        let result = map(
            a, { Foundation.log($0) },
            bound: { x, y, b in
                x - b >= Self.tiny ? (b == 0 ? 0 : -log1p(-b / x)) + Self.logRounding(x, y) + Self.tiny : .infinity
            })
        return guardDomain(of: a, result, from: 0)
    }

    /// exp2(y * log2(x)), as the table inherits it.
    func pow(_ a: Lane, _ b: Lane) -> Lane {
        let result = zip(
            a, b,
            { x, y in
                // What C defines beyond GLSL, a device works out by a logarithm that is none.
                x > 0 || x == 0 && y > 0 ? Foundation.pow(x, y) : x == 0 && y < 0 ? .infinity : .nan
            },
            bound: { x, y, z, bx, by in
                guard x >= 0, !(x == 0 && y - by <= 0) else { return .infinity }
                if x - bx < Self.tiny {
                    // The base may be 0: the result lies between 0 and the power of the largest base.
                    let most = x + bx > 0 ? max(x + bx, Self.tiny) : 0
                    let top = Foundation.pow(most, y > 0 && most > 1 ? y + by : max(y - by, 0))
                    return max(top - z, z) + top * 64 * Self.ulp + Self.tiny
                }
                let logarithm = Foundation.log2(x)
                let product = y * logarithm
                var error = abs(y) * Self.log2Bound(x, logarithm, bx) + abs(logarithm) * by
                error += (abs(product) + error) * Self.u
                let carried = z * expm1(error * Self.ln2)
                return carried + (z + carried) * (3 + 2 * (abs(product) + error)) * Self.ulp + Self.tiny
            })
        return guardDomain(of: a, notNegative(result), from: 0)
    }

    /// 1 / inversesqrt(x): two units and a division.
    func sqrt(_ a: Lane) -> Lane {
        let result = map(
            a, { $0.squareRoot() },
            bound: { x, y, b in
                guard x >= 0 else { return .infinity }
                let above = (x + b).squareRoot() - y
                let below = y - max(x - b, 0).squareRoot()
                let carried = b == 0 ? 0 : max(above, below)
                return carried + 4.5 * Self.ulp * (y + carried) + (x == 0 && b == 0 ? 0 : 0x1p-63)
            })
        return guardDomain(of: a, notNegative(result), from: 0)
    }

    func inversesqrt(_ a: Lane) -> Lane {
        let result = map(
            a, { 1 / $0.squareRoot() },
            bound: { x, y, b in
                guard x - b >= Self.tiny else { return .infinity }
                let carried = b == 0 ? 0 : 1 / (x - b).squareRoot() - y
                return carried + 2 * Self.ulp * (y + carried) + Self.tiny
            })
        return guardDomain(of: a, notNegative(result), from: 0)
    }

    // MARK: Angles

    func radians(_ a: Lane) -> Lane { scaled(a, Double.pi / 180) }
    func degrees(_ a: Lane) -> Lane { scaled(a, 180 / Double.pi) }

    private func scaled(_ a: Lane, _ factor: Double) -> Lane {
        map(
            a, { $0 * factor }, bound: { _, y, b in abs(factor) * b + 2 * Self.ulp * (abs(y) + factor * b) + Self.tiny }
        )
    }

    /// Absolute 2^-11 within ±pi; beyond, devices lose what the argument's last place is worth.
    @inline(__always)
    private static func waveBound(_ x: Double, _ b: Double) -> Double {
        // What may be infinite may have no sine at all.
        b < .infinity ? min(b, 2) + 0x1p-11 + abs(x) * 4 * u : .infinity
    }

    func sin(_ a: Lane) -> Lane { map(a, { Foundation.sin($0) }, bound: { x, _, b in Self.waveBound(x, b) }) }
    func cos(_ a: Lane) -> Lane { map(a, { Foundation.cos($0) }, bound: { x, _, b in Self.waveBound(x, b) }) }
    func tan(_ a: Lane) -> Lane { divide(sin(a), cos(a)) }

    func atan(_ a: Lane) -> Lane {
        map(a, { Foundation.atan($0) }, bound: { _, y, b in b + 4096 * Self.ulp * (abs(y) + b) + Self.tiny })
    }

    func atan2(_ a: Lane, _ b: Lane) -> Lane {
        make([a, b]) { p in
            let (y, x) = (a.value(p), b.value(p))
            let (by, bx) = (a.bound(p), b.bound(p))
            let result = Foundation.atan2(y, x)
            let distance = hypot(x, y) - hypot(bx, by)
            guard tracksBounds else { return (result, 0) }
            guard distance > 0 else { return (result, .infinity) }
            // Across the cut behind the origin the angle turns by a whole circle, and some devices have none for a zero
            // with a sign.
            if x - bx < 0, abs(y) <= by {
                self.flag(p)
                return (result, .infinity)
            }
            let carried = hypot(bx, by) / distance
            return (result, carried + 4096 * Self.ulp * (abs(result) + carried) + Self.tiny)
        }
    }

    /// atan2(x, sqrt(1 - x * x)), as the table inherits it.
    func asin(_ a: Lane) -> Lane {
        guardDomain(
            of: a, map(a, { Foundation.asin($0) }, bound: { x, y, b in Self.arcBound(x, y, b) }), from: -1, to: 1)
    }

    func acos(_ a: Lane) -> Lane {
        guardDomain(
            of: a, map(a, { Foundation.acos($0) }, bound: { x, y, b in Self.arcBound(x, y, b) }), from: -1, to: 1)
    }

    @inline(__always)
    private static func arcBound(_ x: Double, _ y: Double, _ b: Double) -> Double {
        guard abs(x) <= 1 else { return .infinity }
        let room = 1 - x * x
        let error = 2 * b + 4 * u
        let rise = (room + error).squareRoot() - max(room - error, 0).squareRoot()
        return rise + b + 4096 * ulp * abs(y) + tiny
    }

    func sinh(_ a: Lane) -> Lane { multiply(subtract(exp(a), exp(negate(a))), .uniform(0.5, 0)) }
    func cosh(_ a: Lane) -> Lane { multiply(add(exp(a), exp(negate(a))), .uniform(0.5, 0)) }
    func tanh(_ a: Lane) -> Lane { divide(sinh(a), cosh(a)) }

    // MARK: Continuous choices

    func magnitude(_ a: Lane) -> Lane {
        let result = map(a, { abs($0) }, bound: { _, _, b in b })
        note(result, least: 0, most: max(abs(a.least), abs(a.most)))
        return result
    }

    /// y < x ? y : x, as GLSL has it.
    func minimum(_ a: Lane, _ b: Lane) -> Lane {
        let result = zip(
            a, b, { $1 < $0 ? $1 : $0 },
            bound: { x, y, z, bx, by in
                if abs(x - y) > bx + by { return y < x ? by : bx }
                return Self.reach(z, from: min(x - bx, y - by), to: min(x + bx, y + by), bx, by)
            })
        note(result, least: min(a.least, b.least), most: min(a.most, b.most))
        return result
    }

    /// x < y ? y : x, as GLSL has it.
    func maximum(_ a: Lane, _ b: Lane) -> Lane {
        let result = zip(
            a, b, { $0 < $1 ? $1 : $0 },
            bound: { x, y, z, bx, by in
                if abs(x - y) > bx + by { return x < y ? by : bx }
                return Self.reach(z, from: max(x - bx, y - by), to: max(x + bx, y + by), bx, by)
            })
        note(result, least: max(a.least, b.least), most: max(a.most, b.most))
        return result
    }

    /// The bound of a value that lies within a range; where an operand may be anything it may be no number either, and
    /// then nothing is promised of the result.
    @inline(__always)
    private static func reach(_ z: Double, from low: Double, to high: Double, _ bx: Double, _ by: Double) -> Double {
        bx + by < .infinity ? max(z - low, high - z) : .infinity
    }

    func clamp(_ a: Lane, _ low: Lane, _ high: Lane) -> Lane { minimum(maximum(a, low), high) }

    /// x (1 - a) + y a, or x + (y - x) a, as some devices have it: the same but for rounding, which weighs the larger of
    /// the two operands even where `a` picks the smaller one.
    func mix(_ x: Lane, _ y: Lane, _ a: Lane) -> Lane {
        let (first, second) = (multiply(x, subtract(.uniform(1, 0), a)), multiply(y, a))
        let products = add(first, second)
        guard tracksBounds else { return products }
        let way = add(x, multiply(subtract(y, x), a))
        let either = zip(
            products, way, { p, _ in p }, bound: { p, q, _, bp, bq in max(bp, bq + abs(p - q)) })
        // What is added to the mixture next may be added to one of its products first, which may be far larger.
        let room = zip(
            first, second, { _, _ in 0 }, bound: { p, q, _, _, _ in p == 0 || q == 0 ? 0 : (abs(p) + abs(q)) * Self.u })
        let result = zip(either, room, { p, _ in p }, bound: { _, _, _, bound, more in bound + more })
        if a.least >= 0, a.most <= 1, x.least >= 0, y.least >= 0 { note(result, least: 0) }
        return result
    }

    func smoothstep(_ low: Lane, _ high: Lane, _ x: Lane) -> Lane {
        let t = clamp(divide(subtract(x, low), subtract(high, low)), .uniform(0, 0), .uniform(1, 0))
        let slope = subtract(.uniform(3, 0), multiply(.uniform(2, 0), t))
        return multiply(multiply(t, t), slope)
    }

    // MARK: Vectors

    /// The sum of products, in whatever order a device adds them.
    func dot(_ a: Lanes, _ b: Lanes) -> Lane {
        guard a.count > 1 else { return multiply(a[0], b[0]) }
        let products = Swift.zip(a, b).map { multiply($0, $1) }
        if products.allSatisfy(\.isUniform) {
            let sum = products.dropFirst().reduce(products[0]) { add($0, $1) }
            // Terms that cancel in this order do not in another.
            guard case .uniform(let value, let bound) = sum, bound > 0 else { return sum }
            let size = products.reduce(0) { $0 + abs($1.value(0)) }
            return .uniform(value, Self.kept(bound + Double(products.count - 1) * Self.u * size, of: size))
        }
        let to = pool.column()
        let columns = products.map { column(of: $0) }
        to.values.update(from: columns[0].values, count: count)
        for column in columns.dropFirst() {
            for p in 0..<count { to.values[p] += column.values[p] }
        }
        (to.sums, to.isSized) = (products.count - 1, tracksBounds)
        guard tracksBounds else { return .varying(to) }
        to.bounds.update(repeating: 0, count: count)
        // Each sum, and the one inside that a common factor may leave (see `sum`).
        let share = Double(2 * (products.count - 1)) * Self.u
        to.sizes.update(repeating: 0, count: count)
        for column in columns {
            let (values, bounds) = (column.values, column.bounds)
            for p in 0..<count {
                let size = column.isSized ? Self.magnitude(column.sizes[p]) : abs(values[p])
                to.bounds[p] += bounds[p] + share * (size + bounds[p])
                to.sizes[p] += size
            }
        }
        for p in 0..<count where to.bounds[p] != 0 {
            to.bounds[p] = Self.kept(to.bounds[p] + Self.tiny, of: to.sizes[p])
        }
        if products.allSatisfy({ $0.least >= 0 }) { note(.varying(to), least: 0) }
        return .varying(to)
    }

    func length(_ a: Lanes) -> Lane { a.count == 1 ? magnitude(a[0]) : sqrt(dot(a, a)) }

    func normalize(_ a: Lanes) -> Lanes {
        if a.count == 1 {
            // Devices divide by a root of the square, which may overflow or vanish where the sign does not.
            let square = multiply(a[0], a[0])
            return [
                zip(
                    sign(a[0]), square, { side, _ in side },
                    bound: { side, size, _, open, b in
                        size - b > Self.tiny && b < .infinity ? open + 8 * Self.u : .infinity
                    })
            ]
        }
        let scale = inversesqrt(dot(a, a))
        return a.map { multiply($0, scale) }
    }

    func cross(_ a: Lanes, _ b: Lanes) -> Lanes {
        (0..<3).map { i in
            let (j, k) = ((i + 1) % 3, (i + 2) % 3)
            return subtract(multiply(a[j], b[k]), multiply(a[k], b[j]))
        }
    }

    /// I - 2 dot(N, I) N
    func reflect(_ incident: Lanes, _ normal: Lanes) -> Lanes {
        let twice = multiply(.uniform(2, 0), dot(normal, incident))
        return Swift.zip(incident, normal).map { subtract($0, multiply(twice, $1)) }
    }

    /// A product of matrices, or of a matrix and a vector, components column by column.
    func product(_ a: Lanes, _ left: ValueType, _ b: Lanes, _ right: ValueType) -> Lanes {
        func column(_ lanes: Lanes, _ number: Int, _ rows: Int) -> Lanes {
            Array(lanes[(number * rows)..<(number * rows + rows)])
        }
        switch (left, right) {
        case (.matrix(let inner, let rows), .matrix(let columns, _)):
            return (0..<columns).flatMap { number in
                let other = column(b, number, inner)
                return (0..<rows).map { row in dot((0..<inner).map { a[$0 * rows + row] }, other) }
            }
        case (.matrix(let columns, let rows), _):
            return (0..<rows).map { row in dot((0..<columns).map { a[$0 * rows + row] }, b) }
        case (_, .matrix(let columns, let rows)): return (0..<columns).map { dot(a, column(b, $0, rows)) }
        default: return []
        }
    }
}
