/// Sums. Without `precise`, GLSL lets a device add a term to any part of a sum: a b + (c d + e) for (a b + c d) + e, or
/// c + (k - d) for (c - d) + k, as Mesa does. Each sum that the term is taken into then rounds with it, at the size of
/// the terms and not at that of what they come to: terms that cancel leave the rounding of their own size to what is
/// added between them. And a (b + c) for a b + a c, whose inner sum rounds at the same size once more.
extension Machine {
    func add(_ a: Lane, _ b: Lane) -> Lane {
        let result = sum(a, b) { $0 + $1 }
        keepEnds(of: a, plus: b, in: result)
        return result
    }

    func subtract(_ a: Lane, _ b: Lane) -> Lane {
        let result = sum(a, b) { $0 - $1 }
        keepEnds(of: a, minus: b, in: result)
        return result
    }

    @inline(__always)
    private func sum(_ a: Lane, _ b: Lane, _ f: (Double, Double) -> Double) -> Lane {
        let joins = Joins(a, b)
        switch (a, b) {
        case (.uniform(let x, let bx), .uniform(let y, let by)):
            let (z, sx, sy) = (f(x, y), Self.size(x, bx), Self.size(y, by))
            guard tracksBounds else { return .uniform(z, 0) }
            // No size is kept beside a number that is the same everywhere, so that its bound takes in now what another
            // order may cost.
            let size = Self.joined(sx, sy)
            let bound = joins.bound(z, bx, by, sx, sy)
            return .uniform(z, Self.kept(size > 0 ? max(bound, 2 * size * Self.u) : bound, of: z))
        case (.varying(let one), .varying(let two)):
            let (x, y, bx, by) = (one.values, two.values, one.bounds, two.bounds)
            switch (one.isSized, two.isSized) {
            case (false, false):
                return walk(
                    joins, f, { x[$0] }, { y[$0] }, { bx[$0] }, { by[$0] },
                    { Self.size(x[$0], bx[$0]) }, { Self.size(y[$0], by[$0]) })
            case (true, false):
                let sx = one.sizes
                return walk(
                    joins, f, { x[$0] }, { y[$0] }, { bx[$0] }, { by[$0] }, { sx[$0] }, { Self.size(y[$0], by[$0]) })
            case (false, true):
                let sy = two.sizes
                return walk(
                    joins, f, { x[$0] }, { y[$0] }, { bx[$0] }, { by[$0] }, { Self.size(x[$0], bx[$0]) }, { sy[$0] })
            case (true, true):
                let (sx, sy) = (one.sizes, two.sizes)
                return walk(joins, f, { x[$0] }, { y[$0] }, { bx[$0] }, { by[$0] }, { sx[$0] }, { sy[$0] })
            }
        case (.varying(let one), .uniform(let y, let by)):
            let (x, bx, sx, sy) = (one.values, one.bounds, one.sizes, Self.size(y, by))
            if one.isSized {
                return walk(joins, f, { x[$0] }, { _ in y }, { bx[$0] }, { _ in by }, { sx[$0] }, { _ in sy })
            }
            return walk(
                joins, f, { x[$0] }, { _ in y }, { bx[$0] }, { _ in by }, { Self.size(x[$0], bx[$0]) }, { _ in sy })
        case (.uniform(let x, let bx), .varying(let two)):
            let (y, by, sx, sy) = (two.values, two.bounds, Self.size(x, bx), two.sizes)
            if two.isSized {
                return walk(joins, f, { _ in x }, { y[$0] }, { _ in bx }, { by[$0] }, { _ in sx }, { sy[$0] })
            }
            return walk(
                joins, f, { _ in x }, { y[$0] }, { _ in bx }, { by[$0] }, { _ in sx }, { Self.size(y[$0], by[$0]) })
        }
    }

    /// The sum of every pixel, from its terms' values, bounds and sizes.
    @inline(__always)
    private func walk(
        _ joins: Joins, _ f: (Double, Double) -> Double, _ x: (Int) -> Double, _ y: (Int) -> Double,
        _ bx: (Int) -> Double, _ by: (Int) -> Double, _ sx: (Int) -> Double, _ sy: (Int) -> Double
    ) -> Lane {
        let to = pool.column()
        (to.sums, to.constants, to.isSized) = (joins.sums, joins.constants, tracksBounds)
        let z = to.values
        for p in 0..<count { z[p] = f(x(p), y(p)) }
        guard tracksBounds else { return .varying(to) }
        let (sizes, bounds) = (to.sizes, to.bounds)
        for p in 0..<count {
            let (left, right) = (sx(p), sy(p))
            sizes[p] = Self.joined(left, right)
            bounds[p] = Self.kept(joins.bound(z[p], bx(p), by(p), left, right), of: z[p])
        }
        return .varying(to)
    }

    func negate(_ a: Lane) -> Lane {
        let result = map(a, { -$0 }, bound: { _, _, b in b })
        guard case .varying(let column) = result, case .varying(let from) = a else { return result }
        (column.sums, column.constants, column.products) = (from.sums, from.constants, from.products)
        (column.factors, column.isMixed) = (from.factors, from.isMixed)
        column.isSized = from.isSized
        (column.least, column.most) = (-from.most, -from.least)
        if from.isSized { column.sizes.update(from: from.sizes, count: count) }
        return result
    }

    // MARK: Sizes

    /// Notes the size of a product of sums: what is added to it may join one of them where they share the factor.
    func keepSizes(of a: Lane, times b: Lane, in product: Lane) {
        guard tracksBounds, a.isSized || b.isSized, case .varying(let to) = product else { return }
        let (one, two) = (column(of: a), column(of: b))
        for p in 0..<count {
            let (left, right) = (one.size(p), two.size(p))
            let both = Self.magnitude(left) * Self.magnitude(right)
            let own = Self.size(to.values[p], to.bounds[p])
            if Self.isWhole(left), Self.isWhole(right), Self.isWhole(own), both < Self.wholest {
                to.sizes[p] = Self.whole(both)
            } else {
                to.sizes[p] = left <= 0 && right <= 0 && own <= 0 && both < Self.roundestProduct ? -both : both
            }
        }
        to.isSized = true
    }

    /// Products of multiples of 1/256 up to which they add up exactly in float32.
    private static let roundestProduct = 128.0

    /// Numbers up to which multiples of 1/256 add up exactly in float32.
    static let roundest = 16384.0

    /// Numbers up to which whole ones add up exactly in float32.
    private static let wholest = 0x1p24

    /// What tells sizes of whole numbers from those of other round ones: they lie below its negative.
    private static let wholeMark = 0x1p32

    /// The size of a term that is no sum, below 0 when it is a round number.
    @inline(__always)
    static func size(_ x: Double, _ bound: Double) -> Double {
        guard bound == 0 else { return abs(x) }
        if x == x.rounded(.towardZero), abs(x) < wholest { return whole(abs(x)) }
        // The sum with this number keeps 8 digits behind the point of any number below 2^42.
        let digits = 0x1.8p44
        return abs(x) < roundest && (x + digits) - digits == x ? -abs(x) : abs(x)
    }

    /// The size of whole numbers of a magnitude.
    @inline(__always)
    static func whole(_ magnitude: Double) -> Double { -(magnitude + wholeMark) }

    @inline(__always)
    private static func isWhole(_ size: Double) -> Bool { size <= -wholeMark }

    /// The magnitude that a size tells.
    @inline(__always)
    static func magnitude(_ size: Double) -> Double { size <= -wholeMark ? -size - wholeMark : abs(size) }

    /// The size of two terms together.
    @inline(__always)
    fileprivate static func joined(_ left: Double, _ right: Double) -> Double {
        joined(left, right, magnitude(left) + magnitude(right))
    }

    /// The size of terms of two sizes whose magnitude together, or at most, is `both`: round where they add up exactly.
    @inline(__always)
    static func joined(_ left: Double, _ right: Double, _ both: Double) -> Double {
        guard left <= 0, right <= 0 else { return both }
        if isWhole(left), isWhole(right) { return both < wholest ? whole(both) : both }
        return both < roundest ? -both : both
    }

    /// What two lanes that are added were made of.
    private struct Joins {
        let sums: Int
        let constants: Double
        private let left: Double
        private let right: Double
        /// (a + 1) + 0.1 may be a + 1.1, whose constant is rounded at its own size.
        private let folded: Double

        init(_ a: Lane, _ b: Lane) {
            sums = a.sums + b.sums + 1
            constants = a.constants + b.constants
            (left, right) = (Double(a.sums) * Machine.u, Double(b.sums) * Machine.u)
            folded = a.constants > 0 && b.constants > 0 ? 2 * Machine.u * constants : 0
        }

        /// The bound of a sum `z` whose terms have these bounds and sizes.
        @inline(__always)
        func bound(_ z: Double, _ bx: Double, _ by: Double, _ sx: Double, _ sy: Double) -> Double {
            if bx + by == 0 {
                if left + right + folded == 0 { return Machine.exactRounding(z) }
                if Machine.joined(sx, sy) <= 0 { return Machine.exactRounding(z) }
            }
            let (tx, ty) = (Machine.magnitude(sx), Machine.magnitude(sy))
            // What was exact in one order is not so in another.
            let carried = max(bx, left * tx) + max(by, right * ty)
            let room =
                carried + Machine.rounding(z, carried) + Machine.rounding(tx + ty, carried) + left * ty + right * tx
                + folded
            return tx + ty <= Machine.largest ? room : .infinity
        }
    }
}
