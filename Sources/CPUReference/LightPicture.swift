/// A whole picture of working light in Double: red, green, blue, alpha, premultiplied, with error bounds.
///
/// One column or row more than the composition is kept where its size is odd: chroma of the last pair is made from it.
final class LightPicture: @unchecked Sendable {
    /// What reads see; reads outside repeat the edge.
    let width: Int
    let height: Int
    /// Columns and rows that are stored.
    let storedWidth: Int
    let storedHeight: Int
    let hasBounds: Bool
    /// Four numbers a pixel. Threads write rows of their own.
    let values: UnsafeMutablePointer<Double>
    let bounds: UnsafeMutablePointer<Double>
    let undecided: UnsafeMutablePointer<Bool>
    /// Pixels that some device may make no number.
    let fragile: UnsafeMutablePointer<Bool>

    /// A transparent black picture.
    init(width: Int, height: Int, slackX: Int = 0, slackY: Int = 0, hasBounds: Bool) {
        (self.width, self.height, self.hasBounds) = (width, height, hasBounds)
        storedWidth = width + slackX
        storedHeight = height + slackY
        let count = storedWidth * storedHeight
        values = .allocate(capacity: 4 * count)
        values.initialize(repeating: 0, count: 4 * count)
        bounds = .allocate(capacity: hasBounds ? 4 * count : 1)
        bounds.initialize(repeating: 0, count: hasBounds ? 4 * count : 1)
        undecided = .allocate(capacity: count)
        undecided.initialize(repeating: false, count: count)
        fragile = .allocate(capacity: count)
        fragile.initialize(repeating: false, count: count)
    }

    deinit {
        values.deallocate()
        bounds.deallocate()
        undecided.deallocate()
        fragile.deallocate()
    }

    /// The index of a pixel among `values` divided by 4; the edge repeats outside the picture.
    @inline(__always)
    func clamped(_ x: Int, _ y: Int) -> Int {
        min(max(y, 0), height - 1) * storedWidth + min(max(x, 0), width - 1)
    }
}
