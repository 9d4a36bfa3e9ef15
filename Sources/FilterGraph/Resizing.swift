import Foundation
import Frames

/// How a plan brings a finished composition into the output's size and orientation: resampled an axis at a time, with
/// weights that are computed once, and turned as it is written.
struct Resizing: Sendable {
    typealias Axis = Plan.Picture.Axis

    /// What every pixel of an axis is a sum of.
    ///
    /// Places repeat: the pixel `period` further on reads `advance` pixels further on, by the same weights.
    struct Taps: Sendable {
        let period: Int
        let advance: Int
        /// Pixels that each reads.
        let count: Int
        /// The first pixel that each of a period reads.
        let firsts: [Double]
        /// `count` weights for each of a period, whose sum is 1.
        let weights: [Double]

        init(_ axis: ResizeAxis) {
            let divisor = Self.greatestCommonDivisor(axis.step, axis.denominator)
            (period, advance) = (min(axis.denominator / divisor, axis.count), axis.step / divisor)
            // Where it shrinks, the kernel is as much wider, so that nothing finer than the output's pixels is left.
            let widening = max(1, axis.ratio)
            let reach = 3 * widening
            let count = Int((2 * reach).rounded(.up)) + 1
            var firsts: [Double] = []
            var weights: [Double] = []
            for index in 0..<period {
                let centre = axis.centre(of: index)
                let first = (centre - reach - 0.5).rounded(.down) + 1
                let row = (0..<count).map { Self.kernel((first + Double($0) + 0.5 - centre) / widening) }
                let sum = row.reduce(0, +)
                firsts.append(first)
                weights += row.map { $0 / sum }
            }
            (self.count, self.firsts, self.weights) = (count, firsts, weights)
        }

        /// Lanczos's kernel with three lobes.
        private static func kernel(_ x: Double) -> Double {
            guard x != 0 else { return 1 }
            guard abs(x) < 3 else { return 0 }
            let angle = Double.pi * x
            return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
        }

        private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
            var (x, y) = (a, b)
            while y != 0 { (x, y) = (y, x % y) }
            return x
        }
    }

    let across: ResizeAxis
    let down: ResizeAxis
    /// Columns and rows of the output, upright.
    let width: Int
    let height: Int
    /// What will bring the written picture upright.
    let orientation: Orientation
    /// The axes that are resampled, in order, and by what.
    let steps: [(axis: Axis, taps: Taps)]
    /// How many of them are stored; one more than these is made as the output is written.
    let storedCount: Int

    /// The most that an axis may shrink: a thread's loops go on no longer.
    static let mostShrinking = 4096.0

    /// `nil` where the composition has the size already and is written upright.
    init?(_ output: OutputDescription, from size: (width: Int, height: Int), pixelsOfThread: Double) {
        let resize = output.resize ?? Resize(width: size.width, height: size.height)
        guard (resize.width, resize.height) != size || output.picture.orientation != .upright else { return nil }
        (width, height) = (resize.width, resize.height)
        orientation = output.picture.orientation
        (across, down) = resize.axes(from: size)
        steps = [(Axis.across, across), (.down, down)].filter { !$0.1.isPlain }.map { ($0.0, Taps($0.1)) }
        let isLong = steps.last.map { Double($0.taps.count) * pixelsOfThread > Plan.threadTurns } ?? true
        storedCount = isLong ? steps.count : steps.count - 1
    }

    /// Columns and rows once the first `count` axes are resampled.
    func size(after count: Int) -> (width: Int, height: Int) {
        let done = steps.prefix(count).map(\.axis)
        return (
            done.contains(.across) ? across.count : across.source, done.contains(.down) ? down.count : down.source
        )
    }

    /// Columns and rows as they are written.
    var writtenSize: (width: Int, height: Int) {
        orientation.quarterTurns % 2 == 0 ? (width, height) : (height, width)
    }

    func taps(of axis: Axis) -> Taps? { steps.first { $0.axis == axis }?.taps }

    /// The axis that is resampled as the output is written.
    var lastAxis: Axis? { storedCount < steps.count ? steps.last?.axis : nil }

    /// Turns of loops for one pixel of the output.
    var outputTurns: Double { lastAxis == nil ? 0 : Double(steps.last?.taps.count ?? 0) }
}
