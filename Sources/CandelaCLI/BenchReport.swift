import Candela
import Foundation

/// The results of `candela bench FILTER`, for people, programs and spreadsheets.
struct BenchReport {
    /// Two filters timed in turns at one size.
    struct Comparison {
        var width: Int
        var height: Int
        var pair: GPUBenchmark.Pair
    }

    /// What was found of one filter.
    struct Part {
        var filter: Filter
        var rows: [BenchStudy.Row] = []
        var statistics: [PassStatistics]?
        var comparisons: [Comparison] = []
    }

    let device: DeviceInfo
    /// Where clocks and power come from; `nil` where they are not told.
    let sensors: String?
    var parts: [Part] = []

    // MARK: For people

    /// The head of a filter's table.
    func heading(_ filter: Filter) -> String {
        """
        \(filter.name) on \(device.name), \(device.driverName) \(device.driverInfo); linear light as halves
        \(column("", 36))  median us  10 % .. 90 % us      ns a pixel        GB/s
        """
    }

    /// One line of the table.
    static func line(_ row: BenchStudy.Row) -> String {
        let times = row.measurement
        let spread = "\(fixed(times.percentile(0.1) / 1000, 1)) .. \(fixed(times.percentile(0.9) / 1000, 1))"
        return column(row.test.name, 36) + number(times.median / 1000, 11, 1) + "  " + column(spread, 18)
            + number(row.nanosecondsAPixel, 12, 3) + number(times.gigabytesPerSecond, 12, 2)
    }

    /// What the driver tells besides times.
    func facts(_ part: Part) -> [String] {
        var lines: [String] = []
        if let statistics = part.statistics {
            for pass in statistics {
                let entries = pass.entries.map { "\($0.name) \(plain($0.value))" }
                lines.append(
                    "pass \(pass.label): \(entries.isEmpty ? "nothing told" : entries.joined(separator: ", "))")
            }
        } else {
            lines.append("instructions and registers: not told (no VK_KHR_pipeline_executable_properties)")
        }
        let readings = part.rows.map(\.reading)
        func middle(_ values: [Double], _ unit: String) -> String? {
            values.isEmpty ? nil : "\(fixed(values.sorted()[values.count / 2], 0)) \(unit)"
        }
        let told = [
            middle(readings.compactMap(\.clock), "MHz"), middle(readings.compactMap(\.memoryClock), "MHz memory"),
            middle(readings.compactMap(\.watts), "W"),
        ].compactMap { $0 }
        lines.append("clocks and power: " + (told.isEmpty ? "not told" : told.joined(separator: ", ")))
        return lines
    }

    /// One line about two filters.
    static func line(_ comparison: Comparison) -> String {
        let pair = comparison.pair
        return "\(column("\(comparison.width)x\(comparison.height)", 12))\(pair.first.name) "
            + "\(fixed(pair.first.median / 1000, 1)) us, \(pair.second.name) \(fixed(pair.second.median / 1000, 1)) us: "
            + "\(meaning(pair)) (\(fixed(pair.spread.lowerBound, 3)) .. "
            + "\(fixed(pair.spread.upperBound, 3)) in four fifths of \(counted(pair.ratios.count, "round")), "
            + "\(counted(pair.first.nanoseconds.count, "run")) each)"
    }

    /// Which way a ratio goes, in words.
    private static func meaning(_ pair: GPUBenchmark.Pair) -> String {
        let other = pair.first.name == pair.second.name ? "the other \(pair.second.name)" : pair.second.name
        return "\(pair.first.name) takes \(fixed(pair.ratio, 3)) times as long as \(other)"
    }

    // MARK: For programs

    var json: JSON {
        [
            "candela": .string(CommandLineTool.version),
            "device": [
                "name": .string(device.name), "driver": .string(device.driverName),
                "driverInfo": .string(device.driverInfo), "vulkan": .string(device.apiVersion),
                "uuid": .string(device.uuid), "software": .bool(device.isSoftware), "sensors": JSON(sensors),
            ],
            "filters": .array(parts.map(Self.json)),
        ]
    }

    private static func json(_ part: Part) -> JSON {
        let passes: JSON =
            part.statistics.map { passes in
                .array(
                    passes.map { pass in
                        [
                            "label": .string(pass.label),
                            "statistics": .object(pass.entries.map { ($0.name, .number($0.value)) }),
                        ]
                    })
            } ?? .null
        return [
            "filter": .string(part.filter.name), "file": .string(part.filter.path), "passes": passes,
            "cases": .array(part.rows.map(json)), "against": .array(part.comparisons.map(json)),
        ]
    }

    private static func json(_ row: BenchStudy.Row) -> JSON {
        let times = row.measurement
        return [
            "case": .string(row.test.name), "width": .integer(row.test.width), "height": .integer(row.test.height),
            "parameter": JSON(row.test.parameter?.name), "value": JSON(row.test.parameter?.text),
            "medianMicroseconds": .number(times.median / 1000),
            "tenthMicroseconds": .number(times.percentile(0.1) / 1000),
            "ninetiethMicroseconds": .number(times.percentile(0.9) / 1000),
            "fastestMicroseconds": .number(times.percentile(0) / 1000), "runs": .integer(times.nanoseconds.count),
            "nanosecondsAPixel": .number(row.nanosecondsAPixel), "bytes": .integer(times.byteCount),
            "gigabytesPerSecond": .number(times.gigabytesPerSecond), "byTimestamp": .bool(times.isByTimestamp),
            "clockMegahertz": JSON(row.reading.clock), "memoryClockMegahertz": JSON(row.reading.memoryClock),
            "watts": JSON(row.reading.watts),
        ]
    }

    private static func json(_ comparison: Comparison) -> JSON {
        let pair = comparison.pair
        return [
            "width": .integer(comparison.width), "height": .integer(comparison.height),
            "other": .string(pair.second.name), "medianMicroseconds": .number(pair.first.median / 1000),
            "otherMedianMicroseconds": .number(pair.second.median / 1000), "ratio": .number(pair.ratio),
            "lowRatio": .number(pair.spread.lowerBound), "highRatio": .number(pair.spread.upperBound),
            "meaning": .string(meaning(pair)), "rounds": .integer(pair.ratios.count),
            "runs": .integer(pair.first.nanoseconds.count),
        ]
    }

    /// One line a case, after a line of names; what is not told is empty.
    var csv: String {
        let head = [
            "filter", "width", "height", "parameter", "value", "median_us", "tenth_us", "ninetieth_us", "fastest_us",
            "runs", "ns_per_pixel", "gb_per_s", "clock_mhz", "memory_clock_mhz", "watts", "device", "driver",
        ]
        var lines = [head.joined(separator: ",")]
        for part in parts {
            for row in part.rows {
                let times = row.measurement
                let numbers: [Double?] = [
                    times.median / 1000, times.percentile(0.1) / 1000, times.percentile(0.9) / 1000,
                    times.percentile(0) / 1000, Double(times.nanoseconds.count), row.nanosecondsAPixel,
                    times.gigabytesPerSecond, row.reading.clock, row.reading.memoryClock, row.reading.watts,
                ]
                let cells =
                    [
                        part.filter.name, "\(row.test.width)", "\(row.test.height)", row.test.parameter?.name ?? "",
                        row.test.parameter?.text ?? "",
                    ] + numbers.map { $0.map(plain) ?? "" } + [
                        device.name, "\(device.driverName) \(device.driverInfo)",
                    ]
                lines.append(cells.map(Self.quoted).joined(separator: ","))
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func quoted(_ cell: String) -> String {
        guard cell.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return cell }
        return "\"" + cell.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
}
