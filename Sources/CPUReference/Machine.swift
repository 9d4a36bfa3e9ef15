/// Arithmetic on runs of pixels in Double, carrying beside each value how far a float32 device may be from it.
///
/// Bounds follow the precision table of Vulkan's SPIR-V environment: sums and products are correctly rounded (a
/// contracted multiply-add errs less), and each function has the error that the table gives it. Operations on exact
/// operands take the true rounding error of their result.
final class Machine {
    /// Half a unit in the last place of float32, relative.
    static let u = 0x1p-24
    /// What a device may lose by flushing numbers below the normal range to 0.
    static let tiny = 0x1p-126

    let pool: ColumnPool
    /// Pixels of this run.
    var count: Int
    let tracksBounds: Bool
    let arithmetic: Arithmetic
    /// Which pixels hang on a decision that lies within their error; their bounds hold what either side gives.
    let undecided: Mask
    /// Those among them of which only one side was computed: of these, nothing is promised.
    let open: Mask
    /// Pixels that some device may make no number: what a function is asked for lies within its error of where the function
    /// has none.
    let fragile: Mask
    /// Pixels that are being computed; `nil` is all.
    var mask: Mask?
    /// What this is computed for, where anybody counts.
    private let work: Work?
    /// Steps that are not handed on to it yet.
    private var steps = 0

    init(capacity: Int, arithmetic: Arithmetic, work: Work? = nil) {
        (self.arithmetic, self.work) = (arithmetic, work)
        pool = ColumnPool(capacity: capacity)
        count = capacity
        tracksBounds = arithmetic.tracksBounds
        undecided = Mask(capacity: capacity)
        open = Mask(capacity: capacity)
        fragile = Mask(capacity: capacity)
    }

    /// Forgets what was noted of the last run's pixels.
    func start(_ count: Int) {
        (self.count, mask) = (count, nil)
        for p in 0..<count { (undecided.flags[p], open.flags[p], fragile.flags[p]) = (false, false, false) }
    }

    /// Notes that a pixel's result hangs on a decision within its error.
    @inline(__always)
    func flag(_ pixel: Int) {
        if let mask, !mask.flags[pixel] { return }
        undecided.flags[pixel] = true
    }

    /// Notes of the running pixels for which a test lies within its error that only one side of it will be computed.
    func leaveOpen(_ test: Lane) {
        for p in 0..<count where test.bound(p) > 0 && mask?.flags[p] ?? true {
            (undecided.flags[p], open.flags[p]) = (true, true)
        }
    }

    /// Notes for all pixels that they hang on a decision within their error.
    func flagAll() { for pixel in 0..<count { flag(pixel) } }

    // MARK: Work

    /// Counts a part of an expression in, `weight` times over.
    @inline(__always)
    func step(_ weight: Int = 1) { steps &+= (Work.runSteps &+ count) &* weight }

    /// Hands on what was counted; whether the computation is to end, whatever it then says.
    func isOver() -> Bool {
        guard let work else { return false }
        defer { steps = 0 }
        return work.add(steps)
    }

    // MARK: Walks

    /// Applies a function of the value, and one of (value, result, bound) for the bound.
    @inline(__always)
    func map(_ a: Lane, _ f: (Double) -> Double, bound: (Double, Double, Double) -> Double) -> Lane {
        switch a {
        case .uniform(let x, let b):
            let y = f(x)
            return .uniform(y, tracksBounds ? Self.kept(bound(x, y, b), of: y) : 0)
        case .varying(let from):
            let to = pool.column()
            let (x, y, b, e) = (from.values, to.values, from.bounds, to.bounds)
            for p in 0..<count { y[p] = f(x[p]) }
            if tracksBounds {
                for p in 0..<count { e[p] = Self.kept(bound(x[p], y[p], b[p]), of: y[p]) }
            }
            return .varying(to)
        }
    }

    /// Applies a function of two values, and one of (x, y, result, bound of x, bound of y) for the bound.
    @inline(__always)
    func zip(
        _ a: Lane, _ b: Lane, _ f: (Double, Double) -> Double,
        bound: (Double, Double, Double, Double, Double) -> Double
    ) -> Lane {
        switch (a, b) {
        case (.uniform(let x, let bx), .uniform(let y, let by)):
            let z = f(x, y)
            return .uniform(z, tracksBounds ? Self.kept(bound(x, y, z, bx, by), of: z) : 0)
        case (.varying(let one), .varying(let two)):
            let to = pool.column()
            let (x, y, z) = (one.values, two.values, to.values)
            for p in 0..<count { z[p] = f(x[p], y[p]) }
            if tracksBounds {
                let (bx, by, e) = (one.bounds, two.bounds, to.bounds)
                for p in 0..<count { e[p] = Self.kept(bound(x[p], y[p], z[p], bx[p], by[p]), of: z[p]) }
            }
            return .varying(to)
        case (.varying(let one), .uniform(let y, let by)):
            let to = pool.column()
            let (x, z) = (one.values, to.values)
            for p in 0..<count { z[p] = f(x[p], y) }
            if tracksBounds {
                let (bx, e) = (one.bounds, to.bounds)
                for p in 0..<count { e[p] = Self.kept(bound(x[p], y, z[p], bx[p], by), of: z[p]) }
            }
            return .varying(to)
        case (.uniform(let x, let bx), .varying(let two)):
            let to = pool.column()
            let (y, z) = (two.values, to.values)
            for p in 0..<count { z[p] = f(x, y[p]) }
            if tracksBounds {
                let (by, e) = (two.bounds, to.bounds)
                for p in 0..<count { e[p] = Self.kept(bound(x, y[p], z[p], bx, by[p]), of: z[p]) }
            }
            return .varying(to)
        }
    }

    /// A lane made pixel by pixel, value and bound together.
    @inline(__always)
    func make(_ f: (Int) -> (Double, Double)) -> Lane {
        let to = pool.column()
        for p in 0..<count {
            let (value, bound) = f(p)
            (to.values[p], to.bounds[p]) = (value, Self.kept(bound, of: value))
        }
        return .varying(to)
    }

    /// Like `make`, but once where all operands are uniform.
    @inline(__always)
    func make(_ operands: [Lane], _ f: (Int) -> (Double, Double)) -> Lane {
        if operands.allSatisfy(\.isUniform) {
            // What is noted of the one pixel that is tried holds for all.
            let (wasOpen, outer) = (undecided.flags[0], mask)
            (undecided.flags[0], mask) = (false, nil)
            let (value, bound) = f(0)
            let isOpen = undecided.flags[0]
            (undecided.flags[0], mask) = (wasOpen, outer)
            if isOpen { flagAll() }
            return .uniform(value, Self.kept(bound, of: value))
        }
        return make(f)
    }

    /// The lane's numbers in memory, repeated where they are all the same.
    ///
    /// Walks that read a lane pixel by pixel go through it: what an enum holds is counted at each access.
    func column(of lane: Lane) -> Column {
        switch lane {
        case .varying(let column): return column
        case .uniform(let value, let bound):
            let to = pool.column()
            to.values.update(repeating: value, count: count)
            to.bounds.update(repeating: bound, count: count)
            return to
        }
    }

    // MARK: Rounding

    /// A bound as it is kept: one that is no number, such as that of 0 times what may be anything, promises nothing;
    /// nor does one of a value that a device may hold as infinite.
    ///
    /// Comparisons with NaN are false, by which it would drop out of whatever is worked out from it.
    @inline(__always)
    static func kept(_ bound: Double, of value: Double) -> Double {
        abs(value) + bound <= largest ? bound : .infinity
    }

    /// A value up to which no device overflows on another way to the same result; the largest float is 256 times it.
    static let largest = 0x1p120

    /// The error of rounding a correctly rounded result of exact operands; below the normal range it may become 0.
    @inline(__always)
    static func exactRounding(_ y: Double) -> Double { abs(y) < tiny ? abs(y) : abs(y - Double(Float(y))) }

    /// The error of a correctly rounded result.
    @inline(__always)
    static func rounding(_ y: Double, _ operands: Double) -> Double { (abs(y) + operands) * u + tiny }

    /// A number that was written in a file or set by a user, as a device holds it.
    static func given(_ number: Double) -> Lane { .uniform(number, abs(number - Double(Float(number)))) }

    // MARK: Products

    /// A product. Without `precise`, GLSL lets a device multiply in another order: (k a) b for k (a b), whose inner
    /// product rounds although the other one happened to be exact.
    func multiply(_ a: Lane, _ b: Lane) -> Lane {
        let (left, right) = (Double(a.products) * Self.u, Double(b.products) * Self.u)
        let result = zip(
            a, b, { $0 * $1 },
            bound: { x, y, z, bx, by in
                // Nothing of something is nothing, however little is known of that.
                if z == 0, bx == 0 && x == 0 || by == 0 && y == 0, bx + by < .infinity { return 0 }
                // A product that is held exactly is so in every order.
                let exact = Self.exactRounding(z)
                if bx + by == 0, left + right == 0 || exact == 0 { return exact }
                let (ex, ey) = (max(bx, left * abs(x)), max(by, right * abs(y)))
                let carried = abs(x) * ey + abs(y) * ex + ex * ey
                return carried + Self.rounding(z, carried)
            })
        if case .varying(let column) = result {
            let isShift = Self.isPowerOfTwo(a) || Self.isPowerOfTwo(b)
            column.products = a.products + b.products + (isShift ? 0 : 1)
            column.factors = (a.factors.large * b.factors.large, a.factors.small * b.factors.small)
            column.isMixed = a.isMixed || b.isMixed || !a.isUniform && !b.isUniform
            dropOverflows(of: column)
        }
        keepSizes(of: a, times: b, in: result)
        keepEnds(of: a, times: b, in: result)
        return result
    }

    /// Whether a lane only moves the point of what it is multiplied with.
    private static func isPowerOfTwo(_ lane: Lane) -> Bool {
        guard let factor = lane.certain else { return false }
        return factor == 0 || abs(factor.significand) == 1
    }

    /// Promises nothing of a product that overflows in another order: large factors may come together, and a small one
    /// last.
    private func dropOverflows(of product: Column) {
        let (large, small) = product.factors
        guard tracksBounds, large > 0x1p60 || small < 0x1p-60 else { return }
        if product.isMixed, large > 0x1p60 {
            // One of a pixel's own factors may be large, and what makes up for it last too.
            product.bounds.update(repeating: .infinity, count: count)
            return
        }
        // Short of vanishing altogether.
        let most = large > Self.largest ? -1 : Self.largest * small
        for p in 0..<count where abs(product.values[p]) > most { product.bounds[p] = .infinity }
    }

    func divide(_ a: Lane, _ b: Lane) -> Lane {
        let least = b.least
        let result = zip(
            a, b, { $0 / $1 },
            bound: { x, y, z, bx, by in
                guard z.isFinite, bx + by < .infinity else { return .infinity }
                let room = abs(y) - by
                var carried = 0.0
                if least > 0, least > room {
                    // What was kept from vanishing stays above 0 whatever its error; the quotient is at a corner.
                    let far = y + by
                    carried = max(abs((x + bx) / least - z), abs((x - bx) / least - z))
                    carried = max(carried, max(abs((x + bx) / far - z), abs((x - bx) / far - z)))
                } else {
                    guard room > 0 else { return .infinity }
                    carried = bx == 0 && by == 0 ? 0 : (bx + abs(z) * by) / room
                }
                // 2.5 units in the last place.
                return carried + 5 * (abs(z) + carried) * Self.u + Self.tiny
            })
        keepEnds(of: a, over: b, in: result)
        return result
    }
}

extension Lane {
    /// What every device's number is no less than, beyond what value and bound say.
    var least: Double {
        switch self {
        case .uniform(let value, let bound): value - bound
        case .varying(let column): column.least
        }
    }

    /// Whether the size of a sum is kept beside the value.
    var isSized: Bool {
        if case .varying(let column) = self { return column.isSized }
        return false
    }

    /// What every device's number is no more than, beyond what value and bound say.
    var most: Double {
        switch self {
        case .uniform(let value, let bound): value + bound
        case .varying(let column): column.most
        }
    }

    /// Whether two lanes are the same numbers, which have one sign.
    func isSame(as other: Lane) -> Bool {
        if case .varying(let one) = self, case .varying(let two) = other { return one === two }
        return false
    }

    /// Sums that led to the value; of one that is the same everywhere it is not known, and two are assumed.
    var sums: Int {
        switch self {
        case .uniform(_, let bound): bound == 0 ? 0 : 2
        case .varying(let column): column.sums
        }
    }

    /// What of the value is the same everywhere, in magnitude.
    var constants: Double {
        switch self {
        case .uniform(let value, _): abs(value)
        case .varying(let column): column.constants
        }
    }

    /// Products that led to the value; of one that is the same everywhere it is not known, and one is assumed.
    var products: Int {
        switch self {
        case .uniform(_, let bound): bound == 0 ? 0 : 1
        case .varying(let column): column.products
        }
    }

    /// Whether it is a product of numbers that both differ from pixel to pixel.
    var isMixed: Bool {
        if case .varying(let column) = self { return column.isMixed }
        return false
    }

    /// The large and the small factors, each multiplied, among `products` that were the same everywhere.
    var factors: (large: Double, small: Double) {
        switch self {
        case .uniform(let value, _): (max(1, abs(value)), value == 0 ? 1 : min(1, abs(value)))
        case .varying(let column): column.factors
        }
    }

    var isUniform: Bool {
        if case .uniform = self { return true }
        return false
    }

    /// The number of a lane that is the same for every pixel and certain.
    var certain: Double? {
        if case .uniform(let value, 0) = self { return value }
        return nil
    }
}
