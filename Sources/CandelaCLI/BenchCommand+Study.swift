import Candela
import Foundation

// `candela bench FILTER`: what a filter costs, against its parameters, sizes, another filter, and an earlier run.
extension BenchCommand {
    /// Times filters one by one.
    static func study(
        _ arguments: Arguments, _ filters: [Filter], _ catalog: FilterCatalog, _ device: GPUDevice
    ) throws -> ExitCode {
        let other = try arguments.text("--against").map { try catalog.filter(named: $0) }
        if let other, let odd = filters.first(where: { $0.pictureCount != other.pictureCount }) {
            throw CommandError(
                "--against",
                "'\(other.name)' is of kind \(other.kind.rawValue), '\(odd.name)' of kind "
                    + "\(odd.kind.rawValue); compare filters that read as many pictures")
        }
        let baseline = try arguments.text("--baseline").map { path throws(CommandError) in try BenchBaseline(path) }
        let limit = try limit(arguments)
        // Tried before the work, which takes its time.
        try arguments.requireDifferentFiles(["--csv", "--plot"])
        let read =
            (filters + [other].compactMap(\.self)).flatMap(\.files) + [arguments.text("--baseline")].compactMap(\.self)
        let table = try arguments.sideFile("--csv", inputs: read)
        let plot = try arguments.sideFile("--plot", ending: ".svg", inputs: read)
        if let baseline, baseline.device != device.info.name {
            throw CommandError(
                "--baseline", "was made on \(baseline.device), this is \(device.info.name); make one here")
        }
        var benchmark = GPUBenchmark(
            device: device, runCount: arguments.integer("--runs") ?? (device.info.isSoftware ? 16 : 128))
        if let seconds = arguments.number("--warmup") { benchmark.warmUpSeconds = seconds }
        let sensors = DeviceSensors(device.info)
        let sizes =
            arguments.has("--size")
            ? [try size(arguments.text("--size"), isSoftware: device.info.isSoftware)] : BenchStudy.standardSizes
        let study = BenchStudy(
            benchmark: benchmark, catalog: catalog, sensors: sensors,
            sizes: sizes.map { (width: $0.0, height: $0.1) })
        try baseline?.require(
            filters.map { ($0.name, study.cases(of: $0).map(\.name)) }, from: arguments.text("--baseline") ?? "")
        var report = BenchReport(device: device.info, sensors: sensors.name)
        let isJSON = arguments.has("--json")
        func tell(_ text: String) throws { if !isJSON { try Console.print(text) } }
        var slower: [String] = []
        for filter in filters {
            var part = BenchReport.Part(filter: filter)
            try tell(report.heading(filter))
            for test in study.cases(of: filter) {
                var row = try study.row(filter, test)
                var ratio = baseline?.ratio(row)
                // A neighbour's work slows a run down; a filter that is slower stays so.
                for _ in 0..<5 {
                    guard let found = ratio, let limit, found > 1 + limit else { break }
                    let again = try study.row(filter, test)
                    guard let next = baseline?.ratio(again), next < found else { continue }
                    (row, ratio) = (again, next)
                }
                part.rows.append(row)
                try tell(
                    BenchReport.line(row) + (ratio.map { "  \(fixed($0, 3)) times as long as in the baseline" } ?? ""))
                if let ratio, let limit, ratio > 1 + limit {
                    slower.append(
                        "\(filter.name) \(test.name): takes \(fixed(ratio, 3)) times as long as in the baseline")
                }
            }
            part.statistics = try study.statistics(of: filter)
            for line in report.facts(part) { try tell(line) }
            if let other {
                for size in study.sizes {
                    let comparison = BenchReport.Comparison(
                        width: size.width, height: size.height,
                        pair: try study.pair(filter, other, width: size.width, height: size.height))
                    part.comparisons.append(comparison)
                    try tell(BenchReport.line(comparison))
                }
            }
            report.parts.append(part)
        }
        if isJSON { try Console.print(report.json.page) }
        try table?.write(report.csv)
        try plot?.write(BenchPlot(report).svg)
        for line in slower { Console.note("candela: \(line)") }
        return slower.isEmpty ? .success : .different
    }

    /// The share above the baseline that is too much; `nil` when nothing fails.
    private static func limit(_ arguments: Arguments) throws(CommandError) -> Double? {
        guard let text = arguments.text("--fail-over") else { return nil }
        guard arguments.has("--baseline") else {
            throw CommandError("--fail-over", "there is nothing to be slower than; add --baseline FILE")
        }
        guard let number = Double(text.hasSuffix("%") ? String(text.dropLast()) : text), (0...10_000).contains(number)
        else { throw CommandError("--fail-over", "'\(text)' is no share; write per cent, such as 5%") }
        return number / 100
    }
}
