import FilterGraph
import Frames

/// Renders jobs in Double on the CPU, slowly and exactly: what every GPU is judged by.
public struct CPURenderer: Renderer {
    /// What it renders for, where somebody counts, bounds or gives up.
    public let work: Work?

    /// How `reference` works numbers out.
    private let arithmetic: Arithmetic

    /// A renderer whose renderings count as `work`, and end with `Work.Ending` when that is over.
    public init(work: Work? = nil, arithmetic: Arithmetic = .bounded) {
        (self.work, self.arithmetic) = (work, arithmetic)
    }

    /// The same, with its renderings counted as other work.
    public func counting(as work: Work) -> CPURenderer { CPURenderer(work: work, arithmetic: arithmetic) }

    public var name: String { "CPU reference (double precision)" }

    /// Renders one moment of a job; throws `ReferenceError` or `GraphError` when it cannot be made.
    @discardableResult
    public func render(
        _ job: RenderJob, sources: [HostPlanes?], at time: MediaTime, into target: HostPlanes
    ) throws -> FrameStatistics {
        let encoder = try OutputEncoder(job.output, color: job.color, hasFilters: job.graph.hasFilters)
        let walk = try GraphWalk(job, sources: sources, at: time, arithmetic: .exact, work: work)
        let (picture, records) = try walk.run()
        var statistics = try encoder.encode(picture, into: target, work: work)
        statistics.records = records.map(\.record)
        return statistics
    }

    /// The composition before it is encoded, and what raw filters with twins measured, with how far a device that keeps
    /// its promises may be from it; other arithmetic than `bounded` tells no bounds, and they are 0.
    public func reference(_ job: RenderJob, sources: [HostPlanes?], at time: MediaTime) throws -> ReferencePicture {
        let walk = try GraphWalk(job, sources: sources, at: time, arithmetic: arithmetic, work: work)
        let (picture, records) = try walk.run(leavingOutTwinless: true)
        return ReferencePicture(picture, records)
    }
}

/// A picture of working light with what a device may differ by.
public struct ReferencePicture: Sendable {
    public let width: Int
    public let height: Int
    /// Red, green, blue, alpha of each pixel, premultiplied, row by row.
    public let values: [Double]
    /// How far a device's value may be from each of `values`; infinite where nothing is promised.
    public let bounds: [Double]
    /// Of each pixel, whether it hangs on a comparison or a step that lies within its error.
    public let undecided: [Bool]
    /// Of each pixel, whether some device may make it no number: an argument lies within its error of where its function
    /// is not defined.
    public let fragile: [Bool]
    /// What filters that only measure and have a twin say, in the order of their nodes.
    public let records: [ReferenceRecord]

    /// A picture that something else made: `bounds` is how far each value may be off.
    public init(width: Int, height: Int, values: [Double], bounds: [Double]) {
        (self.width, self.height, self.values, self.bounds) = (width, height, values, bounds)
        undecided = Array(repeating: false, count: width * height)
        fragile = undecided
        records = []
    }

    init(_ picture: LightPicture, _ records: [ReferenceRecord]) {
        self.records = records
        (width, height) = (picture.width, picture.height)
        var values: [Double] = []
        var bounds: [Double] = []
        var undecided: [Bool] = []
        var fragile: [Bool] = []
        for y in 0..<picture.height {
            let start = y * picture.storedWidth
            values += UnsafeBufferPointer(start: picture.values + 4 * start, count: 4 * picture.width)
            bounds +=
                picture.hasBounds
                ? Array(UnsafeBufferPointer(start: picture.bounds + 4 * start, count: 4 * picture.width))
                : Array(repeating: 0, count: 4 * picture.width)
            undecided += UnsafeBufferPointer(start: picture.undecided + start, count: picture.width)
            fragile += UnsafeBufferPointer(start: picture.fragile + start, count: picture.width)
        }
        (self.values, self.bounds, self.undecided, self.fragile) = (values, bounds, undecided, fragile)
    }
}
