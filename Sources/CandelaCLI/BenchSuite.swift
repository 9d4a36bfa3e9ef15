import Candela

/// Everything that `candela bench` times on one device.
struct BenchSuite {
    /// One line of the result.
    struct Row {
        var measurement: GPUBenchmark.Measurement
        /// Whether it is a copy kernel, one of which is the yardstick.
        var isCopyKernel = false
    }

    let benchmark: GPUBenchmark
    let catalog: FilterCatalog
    let width: Int
    let height: Int

    private var picture: PictureDescription {
        PictureDescription(layout: .rgba16f, codedWidth: width, codedHeight: height, content: .light)
    }

    private var map: PlaneMap { PlaneMap(layout: .rgba16f, width: width, height: height) }

    /// What the device can do at best: copies, transfers, and a dispatch that does nothing.
    func ceilings() throws -> [Row] {
        let bytes = map.byteCount
        return [
            Row(measurement: try benchmark.copyKernel(byteCount: bytes), isCopyKernel: true),
            Row(
                measurement: try benchmark.copyImages(.rgba16f, width: width, height: height), isCopyKernel: true),
            Row(
                measurement: try benchmark.copyImages(.rgb10a2, width: width, height: height), isCopyKernel: true),
            Row(measurement: try benchmark.copyCommand(byteCount: bytes)),
            Row(measurement: try benchmark.upload(byteCount: bytes)),
            Row(measurement: try benchmark.download(byteCount: bytes)),
            Row(measurement: try benchmark.emptyDispatch()),
        ]
    }

    /// One filter with its initial values, over as many pictures as it reads.
    func filter(_ filter: Filter) throws -> Row {
        var graph = Graph()
        let inputs = (0..<filter.pictureCount).map { $0 == 0 ? 0 : graph.add(source: $0) }
        try graph.add(filter, inputs: inputs)
        return try time(filter.name, graph)
    }

    /// `count` light filters in turn, in one dispatch.
    func fusedChain(_ count: Int) throws -> Row {
        try time("chain of \(count), fused", try chain(count))
    }

    /// `count` light filters in turn, each a dispatch that reads and writes a whole picture.
    func unfusedChain(_ count: Int) throws -> Row {
        let (job, plan) = try prepared(try chain(1))
        var program = Program(plan, library: catalog.colors)
        let link = program.passes[0]
        program.passes = (0..<count).map { index in
            var pass = link
            pass.bindings = link.bindings.map { binding in
                switch binding {
                case .sourcePlane where index > 0: .intermediate((index - 1) % 2)
                case .outputPlane where index < count - 1: .intermediate(index % 2)
                default: binding
                }
            }
            pass.writes = Set(
                link.writes.map { resource in
                    if case .outputPlane = resource, index < count - 1 { .intermediate(index % 2) } else { resource }
                })
            return pass
        }
        program.intermediateByteCounts = count > 1 ? [map.byteCount, map.byteCount] : []
        var row = Row(
            measurement: try benchmark.time(
                "chain of \(count), unfused", program: program, job: job, outputMap: map,
                settings: Program.settings(for: plan, graph: job.graph, at: .zero)))
        row.measurement.byteCount = 2 * count * map.byteCount
        return row
    }

    /// `count` layers laid over one another.
    func blend(_ count: Int) throws -> Row {
        let over = try catalog.filter(named: "over")
        var graph = Graph()
        var below = 0
        for layer in 1..<count {
            let above = graph.add(source: layer)
            below = try graph.add(over, inputs: [below, above])
        }
        return try time("blend of \(count)", graph)
    }

    /// 4:2:0 ten-bit PQ planes to 4:2:0 eight-bit SDR planes, tone-mapped.
    func planes(_ curves: Curves) throws -> Row {
        guard let from = PixelLayout(name: "yuv420p10le"), let to = PixelLayout(name: "yuv420p") else {
            throw CommandError("bench", "the 4:2:0 layouts are unknown", code: .internalError)
        }
        let source = PictureDescription(
            layout: from, codedWidth: width, codedHeight: height, content: .signal(.pq, .narrow))
        let target = PictureDescription(
            layout: to, codedWidth: width, codedHeight: height, content: .signal(.sdr, .narrow))
        let job = RenderJob(
            graph: Graph(), sources: [source], output: OutputDescription(picture: target),
            color: CompositionColor(properties: .sdr, peakNits: 203), curves: curves)
        let plan = try Plan(job, limits: benchmark.device.info.planLimits)
        return Row(
            measurement: try benchmark.time(
                "PQ planes to SDR planes, \(curves.rawValue)", program: Program(plan, library: catalog.colors),
                job: job,
                outputMap: PlaneMap(layout: to, width: width, height: height),
                settings: Program.settings(for: plan, graph: job.graph, at: .zero)))
    }

    private func chain(_ count: Int) throws -> Graph {
        let exposure = try catalog.filter(named: "exposure")
        var graph = Graph()
        for _ in 0..<count { try graph.add(exposure, settings: ["stops": [0.1]], inputs: [graph.output]) }
        return graph
    }

    private func prepared(_ graph: Graph) throws -> (RenderJob, Plan) {
        let job = RenderJob(
            graph: graph, sources: Array(repeating: picture, count: graph.sourceCount),
            output: OutputDescription(picture: picture, dither: .none),
            color: CompositionColor(properties: .pq, peakNits: 1000))
        return (job, try Plan(job, limits: benchmark.device.info.planLimits))
    }

    private func time(_ name: String, _ graph: Graph) throws -> Row {
        let (job, plan) = try prepared(graph)
        return Row(
            measurement: try benchmark.time(
                name, program: Program.timed(plan, library: catalog.colors), job: job, outputMap: map,
                settings: Program.settings(for: plan, graph: graph, at: .zero)))
    }
}
