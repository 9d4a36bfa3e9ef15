/// How a finished composition is brought to the output's size: by Lanczos's kernel with three lobes, in linear light.
public struct Resize: Hashable, Sendable {
    /// What becomes of a composition of another shape than the output.
    public enum Fitting: String, Sendable, CaseIterable {
        /// All of it is shown; the rest is black, or transparent where the output has alpha.
        case fit
        /// The output is filled; what does not fit is cut off on both sides alike.
        case fill
        /// Each axis is resampled by itself.
        case stretch
    }

    /// Columns and rows of the output, 1 at least.
    public var width: Int
    public var height: Int
    public var fitting: Fitting

    public init(width: Int, height: Int, fitting: Fitting = .fit) {
        precondition(width > 0 && height > 0, "a picture has a column and a row at least")
        (self.width, self.height, self.fitting) = (width, height, fitting)
    }

    /// Where the columns and the rows of the output lie on a composition's.
    public func axes(from size: (width: Int, height: Int)) -> (across: ResizeAxis, down: ResizeAxis) {
        func whole(_ source: Int, _ count: Int, within all: Int) -> ResizeAxis {
            ResizeAxis(
                source: source, count: count, origin: (all - count) / 2, start: source, step: 2 * source,
                denominator: 2 * count)
        }
        /// The middle of an axis that is enlarged `from` to `to`.
        func middle(_ source: Int, _ count: Int, from: Int, to: Int) -> ResizeAxis {
            // What is only cut stays on its pixels.
            let cut = from == to ? (source - count) / 2 * 2 * to : source * to - count * from
            return ResizeAxis(
                source: source, count: count, origin: 0, start: cut + from, step: 2 * from, denominator: 2 * to)
        }
        func scaled(_ length: Int, from: Int, to: Int, most: Int) -> Int {
            min(max((2 * length * to + from) / (2 * from), 1), most)
        }
        let (wide, tall) = (width * size.height, height * size.width)
        switch fitting {
        case .stretch:
            return (whole(size.width, width, within: width), whole(size.height, height, within: height))
        case .fit:
            let columns = wide <= tall ? width : scaled(size.width, from: size.height, to: height, most: width)
            let rows = wide <= tall ? scaled(size.height, from: size.width, to: width, most: height) : height
            return (whole(size.width, columns, within: width), whole(size.height, rows, within: height))
        case .fill:
            let (from, to) = wide >= tall ? (size.width, width) : (size.height, height)
            return (
                middle(size.width, width, from: from, to: to), middle(size.height, height, from: from, to: to)
            )
        }
    }
}

/// Where the pixels of one axis of an output lie on a composition's: the centre of the `i`-th one that shows the
/// composition lies at `(start + i * step) / denominator`, where the first pixel's centre lies at 1/2.
public struct ResizeAxis: Hashable, Sendable {
    /// Pixels of the composition along the axis.
    public let source: Int
    /// Pixels of the output that show it, from the `origin`-th on.
    public let count: Int
    public let origin: Int
    public let start: Int
    public let step: Int
    public let denominator: Int

    /// Composition pixels to an output pixel.
    public var ratio: Double { Double(step) / Double(denominator) }

    /// Whether its pixels are shown as they are, from the `offset`-th on.
    public var isPlain: Bool { step == denominator }
    public var offset: Int { (2 * start - denominator) / (2 * denominator) }

    /// The centre of an output pixel, counted from `origin`, in composition pixels.
    public func centre(of index: Int) -> Double { Double(start + index * step) / Double(denominator) }
}
