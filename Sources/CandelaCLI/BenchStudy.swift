import Candela

/// What one filter costs: by picture size, and by each of its parameters.
struct BenchStudy {
    /// One thing that is timed.
    struct Case: Sendable {
        var filter: String
        var width: Int
        var height: Int
        var settings: Settings = [:]
        /// The parameter that differs from its initial value, and where its value stands on an axis; `nil` for the sizes.
        var parameter: (name: String, text: String, place: Double)?

        /// Such as `1920x1080 sigma=64`.
        var name: String { "\(width)x\(height)" + (parameter.map { " \($0.name)=\($0.text)" } ?? "") }
    }

    /// What came out of a case.
    struct Row: Sendable {
        var test: Case
        var measurement: GPUBenchmark.Measurement
        var reading: DeviceSensors.Reading

        /// Nanoseconds a pixel, at the median.
        var nanosecondsAPixel: Double { measurement.median / Double(test.width * test.height) }
    }

    let benchmark: GPUBenchmark
    let catalog: FilterCatalog
    let sensors: DeviceSensors
    let sizes: [(width: Int, height: Int)]

    /// The sizes that are tried unless one is asked for.
    static let standardSizes = [(width: 1280, height: 720), (1920, 1080), (3840, 2160)]

    /// The sizes with the initial values, then each parameter's ends and middle at the middle size.
    func cases(of filter: Filter) -> [Case] {
        var cases = sizes.map { Case(filter: filter.name, width: $0.width, height: $0.height) }
        let size = sizes[sizes.count / 2]
        for parameter in filter.parameters {
            for (text, numbers) in Self.values(parameter) {
                cases.append(
                    Case(
                        filter: filter.name, width: size.width, height: size.height,
                        settings: [parameter.name: numbers], parameter: (parameter.name, text, numbers[0])))
            }
        }
        return cases
    }

    /// A parameter's values to try: its ends and its middle, or all its names; points, curves and stills are left as they are.
    private static func values(_ parameter: Filter.Parameter) -> [(text: String, numbers: [Double])] {
        let (low, high) = (parameter.range.lowerBound, parameter.range.upperBound)
        let middle = low / 2 + high / 2
        let numbers: [Double]
        switch parameter.kind {
        case .choice(let names): numbers = names.indices.map(Double.init)
        case .bool: numbers = [0, 1]
        case .int: numbers = [low, middle.rounded(), high]
        case .point, .curve, .image: return []
        default: numbers = [low, middle, high]
        }
        var seen: Set<Double> = []
        return numbers.filter { seen.insert($0).inserted }.map { number in
            let all = Array(repeating: number, count: parameter.width)
            return (FilterText.value(all, parameter.kind), all)
        }
    }

    /// Times one case.
    func row(_ filter: Filter, _ test: Case) throws -> Row {
        let job = try job(filter, test)
        let (measurement, reading) = try sensors.during {
            try benchmark.time(test.name, job: job, library: catalog.colors)
        }
        return Row(test: test, measurement: measurement, reading: reading)
    }

    /// Times two filters with their initial values in turns.
    func pair(_ first: Filter, _ second: Filter, width: Int, height: Int) throws -> GPUBenchmark.Pair {
        func subject(_ filter: Filter) throws -> (name: String, job: RenderJob) {
            (filter.name, try job(filter, Case(filter: filter.name, width: width, height: height)))
        }
        return try benchmark.pair(subject(first), subject(second), library: catalog.colors)
    }

    /// What the driver tells of a filter's passes; `nil` where it tells nothing.
    func statistics(of filter: Filter) throws -> [PassStatistics]? {
        let job = try job(filter, Case(filter: filter.name, width: sizes[0].width, height: sizes[0].height))
        let plan = try Plan(job, limits: benchmark.device.info.planLimits)
        return try benchmark.device.statistics(of: Program.timed(plan, library: catalog.colors))
    }

    /// The filter over pictures of light as halves, in a PQ composition of 1000 cd/m².
    private func job(_ filter: Filter, _ test: Case) throws -> RenderJob {
        var graph = Graph()
        let inputs = (0..<filter.pictureCount).map { $0 == 0 ? 0 : graph.add(source: $0) }
        try graph.add(filter, settings: test.settings, inputs: inputs)
        let picture = PictureDescription(
            layout: .rgba16f, codedWidth: test.width, codedHeight: test.height, content: .light)
        return RenderJob(
            graph: graph, sources: Array(repeating: picture, count: max(graph.sourceCount, 1)),
            output: OutputDescription(picture: picture, dither: .none),
            color: CompositionColor(properties: .pq, peakNits: 1000))
    }
}
