/// Memory for one component of a run of pixels: values, beside them absolute error bounds, and the sizes of sums.
///
/// Columns come from a pool and go back to it when the last value that holds one goes away.
final class Column {
    let values: UnsafeMutablePointer<Double>
    let bounds: UnsafeMutablePointer<Double>
    /// Where `isSized`: the magnitudes of a sum's terms, added up, also of one that was scaled since; below 0 where all of
    /// them are round numbers, which add up exactly in every order (`Machine.magnitude` tells it then).
    let sizes: UnsafeMutablePointer<Double>
    /// What every device's number is no less than, where an operation promises it: `max` keeps divisors from vanishing,
    /// which a bound to either side cannot tell.
    var least = -Double.infinity
    /// What every device's number is no more than, in the same way.
    var most = Double.infinity
    /// Whether `sizes` is known; else the value's own magnitude is its size.
    var isSized = false
    /// Sums that led to the value, while it is nothing but a sum: a device may take what is added next into them first.
    var sums = 0
    /// The magnitudes of what was the same everywhere among them: a device may put those together first.
    var constants = 0.0
    /// Products that led to the value, while it is nothing but a product: a device may multiply in another order.
    var products = 0
    /// The factors among them that were the same everywhere: those above 1, multiplied, and those below 1.
    var factors = (large: 1.0, small: 1.0)
    /// Whether several factors differ from pixel to pixel.
    var isMixed = false
    private let pool: ColumnPool

    fileprivate init(values: UnsafeMutablePointer<Double>, capacity: Int, pool: ColumnPool) {
        self.values = values
        bounds = values + capacity
        sizes = values + 2 * capacity
        self.pool = pool
    }

    deinit { pool.take(back: values) }

    /// The size of one pixel's number, whether it is a sum or not.
    @inline(__always)
    func size(_ pixel: Int) -> Double {
        isSized ? sizes[pixel] : Machine.size(values[pixel], bounds[pixel])
    }
}

/// Spare memory for columns, used by one thread.
final class ColumnPool {
    /// Pixels that a column holds.
    let capacity: Int
    private var spare: [UnsafeMutablePointer<Double>] = []

    init(capacity: Int) { self.capacity = capacity }

    deinit { for memory in spare { memory.deallocate() } }

    /// A column with undefined content.
    func column() -> Column {
        let memory = spare.popLast() ?? UnsafeMutablePointer<Double>.allocate(capacity: 3 * capacity)
        return Column(values: memory, capacity: capacity, pool: self)
    }

    fileprivate func take(back memory: UnsafeMutablePointer<Double>) { spare.append(memory) }
}

/// One component of a value for a run of pixels.
enum Lane {
    /// The same number, and error bound, for every pixel.
    case uniform(Double, Double)
    case varying(Column)

    /// The number of one pixel.
    @inline(__always)
    func value(_ pixel: Int) -> Double {
        switch self {
        case .uniform(let value, _): value
        case .varying(let column): column.values[pixel]
        }
    }

    /// The error bound of one pixel.
    @inline(__always)
    func bound(_ pixel: Int) -> Double {
        switch self {
        case .uniform(_, let bound): bound
        case .varying(let column): column.bounds[pixel]
        }
    }
}

/// A value for a run of pixels: one lane for each component.
typealias Lanes = [Lane]

/// Which pixels of a run something is computed for.
final class Mask {
    let flags: UnsafeMutablePointer<Bool>
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        flags = .allocate(capacity: capacity)
        flags.initialize(repeating: false, count: capacity)
    }

    deinit { flags.deallocate() }
}
