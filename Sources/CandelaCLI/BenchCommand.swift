import Candela

/// `candela bench`: times a device's ceilings and every kind of work on it.
enum BenchCommand {
    static let command = Command(
        name: "bench", summary: "Time copies, filters, chains and blends on a device.", operands: "[FILTER]...",
        operandCount: 0...1000,
        options: [
            Option("--device", .text("NAME|INDEX|UUID"), "Which device; the best one by default."),
            Option("--size", .text("WxH"), "Picture: 3840x2160, or 1280x720 in software."),
            Option("--runs", .integer("N", 1...10_000), "Runs of each thing (128; 16 in software)."),
            Option("--shaders", .text("DIR"), "Take filters from DIR."),
            Option("--json", .flag, "One JSON document instead of text."),
        ],
        notes: "With FILTERs, only they and the copies are timed.\nPer cent: of this run's best copy kernel.",
        run: { try run($0) })

    private static func run(_ arguments: Arguments) throws -> ExitCode {
        let catalog = try FilterCatalog(folder: arguments.text("--shaders"))
        let names = arguments.operands.isEmpty ? catalog.names : arguments.operands
        // All are read before anything is timed, so that a wrong name shows at once.
        let filters = try names.map { try catalog.filter(named: $0) }
        let device = try GPUDevice(selecting: arguments.text("--device").map { GPUDevice.Selection($0) })
        let (width, height) = try size(arguments.text("--size"), isSoftware: device.info.isSoftware)
        let suite = BenchSuite(
            benchmark: GPUBenchmark(
                device: device, runCount: arguments.integer("--runs") ?? (device.info.isSoftware ? 16 : 128)),
            catalog: catalog,
            width: width, height: height)
        let isJSON = arguments.has("--json")
        if !isJSON {
            Console.print("\(device.info.name), \(width)x\(height), linear light as halves")
            Console.print("\(column("", 36))      median us        GB/s   per cent")
        }
        let ceilings = try suite.ceilings()
        let best = ceilings.filter(\.isCopyKernel).map(\.measurement.gigabytesPerSecond).max() ?? 0
        var rows: [JSON] = []
        func show(_ row: BenchSuite.Row) {
            rows.append(json(row, best))
            if !isJSON { Console.print(line(row, best)) }
        }
        for row in ceilings { show(row) }
        for filter in filters { show(try suite.filter(filter)) }
        if arguments.operands.isEmpty {
            for count in [1, 2, 5, 10, 20] {
                show(try suite.fusedChain(count))
                show(try suite.unfusedChain(count))
            }
            for count in [2, 3, 8] { show(try suite.blend(count)) }
            for curves in Curves.allCases { show(try suite.planes(curves)) }
        }
        if isJSON {
            let report: JSON = [
                "device": .string(device.info.name), "width": .integer(width), "height": .integer(height),
                "bestCopyGigabytesPerSecond": .number(best), "measurements": .array(rows),
            ]
            Console.print(report.page)
        }
        return .success
    }

    private static func size(_ text: String?, isSoftware: Bool) throws(CommandError) -> (Int, Int) {
        guard let text else { return isSoftware ? (1280, 720) : (3840, 2160) }
        let numbers = text.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard numbers.count == 2, numbers.allSatisfy({ (16...16_384).contains($0) }) else {
            throw CommandError("--size", "'\(text)' is not a size; write 3840x2160, at most 16384 a side")
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
