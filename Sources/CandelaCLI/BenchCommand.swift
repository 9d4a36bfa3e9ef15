import Candela

/// `candela bench`: times a device's ceilings and every kind of work on it, or what single filters cost.
enum BenchCommand {
    static let command = Command(
        name: "bench", summary: "Time a device's ceilings, or what filters cost.", operands: "[FILTER|FILE.glsl]...",
        operandCount: 0...1000,
        options: [
            Option("--device", .text("NAME|INDEX|UUID"), "Which device; the best one by default."),
            Option("--size", .text("WxH"), "Only this size."),
            Option("--runs", .integer("N", 1...10_000), "Runs of each thing (128; 16 in software)."),
            Option("--warmup", .number("SECONDS", 0...60), "Work before each thing is timed (0.2)."),
            Option("--against", .text("OTHER"), "Time both in turns: FILTER's time by OTHER's."),
            Option("--baseline", .text("FILE"), "Hold against an earlier --json run."),
            Option("--fail-over", .text("PERCENT"), "Exit 1 where slower than that by more."),
            Option("--shaders", .text("DIR"), "Take filters from DIR."),
            Option("--csv", .text("FILE"), "Write a table there too."),
            Option("--plot", .text("FILE.svg"), "Draw cost by size and parameter."),
            Option("--json", .flag, "One JSON document instead of text."),
        ],
        notes: """
            Without FILTER: copies, all filters, chains and blends; per cent are of this run's
            best copy kernel. With FILTERs: each one's cost by picture size, and by each
            parameter's ends and middle, with what the driver tells of instructions and power.
            """,
        run: { try run($0) })

    private static func run(_ arguments: Arguments) throws -> ExitCode {
        let catalog = try FilterCatalog(folder: arguments.text("--shaders"))
        // All are read before anything is timed, so that a wrong name shows at once.
        let filters = try (arguments.operands.isEmpty ? catalog.names : arguments.operands).map {
            try catalog.filter(named: $0)
        }
        if arguments.operands.isEmpty {
            for option in optionsOfFilters where arguments.has(option) {
                throw CommandError(option, "is for filters; name one: candela bench FILTER \(option) ...")
            }
        }
        let device = try GPUDevice(
            selecting: arguments.text("--device").map { GPUDevice.Selection($0) },
            compileNotice: CompileNotice.onStandardError)
        guard arguments.operands.isEmpty else { return try study(arguments, filters, catalog, device) }
        let (width, height) = try size(arguments.text("--size"), isSoftware: device.info.isSoftware)
        var benchmark = GPUBenchmark(
            device: device, runCount: arguments.integer("--runs") ?? (device.info.isSoftware ? 16 : 128))
        if let seconds = arguments.number("--warmup") { benchmark.warmUpSeconds = seconds }
        let suite = BenchSuite(benchmark: benchmark, catalog: catalog, width: width, height: height)
        let isJSON = arguments.has("--json")
        if !isJSON {
            try Console.print("\(device.info.name), \(width)x\(height), linear light as halves")
            try Console.print("\(column("", 36))      median us        GB/s   per cent")
        }
        let ceilings = try suite.ceilings()
        let best = ceilings.filter(\.isCopyKernel).map(\.measurement.gigabytesPerSecond).max() ?? 0
        var rows: [JSON] = []
        func show(_ row: BenchSuite.Row) throws {
            rows.append(json(row, best))
            if !isJSON { try Console.print(line(row, best)) }
        }
        for row in ceilings { try show(row) }
        for filter in filters { try show(suite.filter(filter)) }
        for count in [1, 2, 5, 10, 20] {
            try show(suite.fusedChain(count))
            try show(suite.unfusedChain(count))
        }
        for count in [2, 3, 8] { try show(suite.blend(count)) }
        for curves in Curves.allCases { try show(suite.planes(curves)) }
        if isJSON {
            let report: JSON = [
                "device": .string(device.info.name), "width": .integer(width), "height": .integer(height),
                "bestCopyGigabytesPerSecond": .number(best), "measurements": .array(rows),
            ]
            try Console.print(report.page)
        }
        return .success
    }

    /// Options that have no meaning without a filter.
    private static let optionsOfFilters = ["--against", "--baseline", "--fail-over", "--csv", "--plot"]

    /// The size asked for, or the usual one.
    static func size(_ text: String?, isSoftware: Bool) throws(CommandError) -> (Int, Int) {
        guard let text else { return isSoftware ? (1280, 720) : (3840, 2160) }
        let numbers = text.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard numbers.count == 2, numbers.allSatisfy({ (16...16_384).contains($0) }) else {
            throw CommandError("--size", "'\(text)' is not a size; write 3840x2160, 16 to 16384 a side")
        }
        return (numbers[0], numbers[1])
    }

    private static func share(_ row: BenchSuite.Row, _ best: Double) -> Double {
        best > 0 ? 100 * row.measurement.gigabytesPerSecond / best : 0
    }

    private static func line(_ row: BenchSuite.Row, _ best: Double) -> String {
        let measurement = row.measurement
        return column(measurement.name, 36) + number(measurement.median / 1000, 15, 1)
            + number(measurement.gigabytesPerSecond, 12, 2) + number(share(row, best), 11, 0)
    }

    private static func json(_ row: BenchSuite.Row, _ best: Double) -> JSON {
        let measurement = row.measurement
        return [
            "name": .string(measurement.name), "medianMicroseconds": .number(measurement.median / 1000),
            "fastestMicroseconds": .number(measurement.percentile(0) / 1000),
            "slowestMicroseconds": .number(measurement.percentile(1) / 1000),
            "bytes": .integer(measurement.byteCount),
            "gigabytesPerSecond": .number(measurement.gigabytesPerSecond),
            "percentOfBestCopyKernel": .number(share(row, best)),
            "byTimestamp": .bool(measurement.isByTimestamp), "runs": .integer(measurement.nanoseconds.count),
        ]
    }
}
