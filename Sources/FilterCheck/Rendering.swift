import CPUReference
import FilterGraph
import FilterLanguage
import Frames

/// One job, run by the reference and by the candidate.
struct Rendering {
    let job: RenderJob
    let sources: [HostPlanes]
    let time: MediaTime
    let format: CheckFormat
    let width: Int
    let height: Int

    /// A filter over as many sources as it reads, `times` over, with a point filter before each picture that it reads and
    /// one after; further pictures that are not given are white.
    init(
        _ filter: Filter, settings: Settings, sources: [HostPlanes], format: CheckFormat, width: Int, height: Int,
        color: CompositionColor, time: MediaTime = .zero, times: Int = 1, before: Filter? = nil, after: Filter? = nil
    ) throws(GraphError) {
        var graph = Graph()
        // Source 0 says how large the picture is, though a filter of kind generate does not read it.
        var inputs = (0..<filter.kind.pictureCount).map { $0 == 0 ? 0 : graph.add(source: $0) }
        if let before { inputs = try inputs.map { (node) throws(GraphError) in try graph.add(before, inputs: [node]) } }
        let first = max(filter.kind.pictureCount, 1)
        for index in filter.pictureNames.indices { inputs.append(graph.add(source: first + index)) }
        var sources = sources
        while sources.count < filter.sourceCount { sources.append(format.white(width: width, height: height)) }
        var last = try graph.add(filter, settings: settings, inputs: inputs)
        for _ in 1..<max(times, 1) {
            last = try graph.add(filter, settings: settings, inputs: [last] + inputs.dropFirst())
        }
        if let after { try graph.add(after, inputs: [last]) }
        let picture = format.picture(width: width, height: height, color: color)
        job = RenderJob(
            graph: graph, sources: Array(repeating: picture, count: sources.count),
            output: OutputDescription(picture: picture, dither: .none), color: color)
        (self.sources, self.format, self.time, self.width, self.height) = (sources, format, time, width, height)
    }

    /// What every pixel should be.
    func expected(by reference: CPURenderer) throws -> ReferencePicture {
        try reference.reference(job, sources: sources, at: time)
    }

    /// What a renderer makes of it, in memory that holds a word of `poison` before, where one is given.
    func result(of renderer: any Renderer, poison: UInt32? = nil) throws -> GuardedTarget {
        var target = GuardedTarget(format, width: width, height: height)
        var job = job
        job.poison = poison
        target.records = try renderer.render(job, sources: sources, at: time, into: target.planes).records
        return target
    }

    /// The pixels that a point or blend filter reads at one place.
    func inputs(x: Int, y: Int) -> [SIMD4<Double>] { sources.map { format.load(from: $0, x: x, y: y) } }
}

extension ReferencePicture {
    /// What one pixel should be.
    func expectation(x: Int, y: Int) -> Expectation {
        let start = (y * width + x) * 4
        return Expectation(
            value: [values[start], values[start + 1], values[start + 2], values[start + 3]],
            bound: [bounds[start], bounds[start + 1], bounds[start + 2], bounds[start + 3]])
    }

    /// Whether a comparison lay so close that either outcome is right.
    func isUndecided(x: Int, y: Int) -> Bool { undecided[y * width + x] }
}

extension SIMD4<Double> {
    var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite && w.isFinite }
}

extension Filter {
    /// Pictures that a rendering of the filter is given: those that it reads, and at least the one that says how large
    /// the result is.
    var sourceCount: Int { max(kind.pictureCount, 1) + pictureNames.count }
}
