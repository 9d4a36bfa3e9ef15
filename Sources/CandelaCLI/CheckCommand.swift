import Candela
import Foundation

/// `candela check`: compares filters on every device with the CPU reference, and tries them for HDR.
enum CheckCommand {
    static let command = Command(
        name: "check", summary: "Try filters for HDR, and compare each device with the CPU reference.",
        operands: "[NAME|FILE.glsl|all]...", operandCount: 0...1000,
        options: [
            Option("--readiness", .flag, "Only try filters for HDR, which needs no device."),
            Option("--device", .text("NAME|INDEX|UUID"), "Only on this device; else on each usable one."),
            Option("--quick", .flag, "Fewer cases."),
            Option("--seed", .integer("N", 0...Int.max), "Where random numbers come from (1)."),
            Option("--case", .text("NAME"), "Only this case, as a failure names it."),
            Option("--watch", .flag, "Check again whenever a file is saved."),
            Option("--shaders", .text("DIR"), "Take filters from DIR."),
            Option("--json", .flag, "A JSON report a line, by filter and device."),
            Option("--junit", .text("FILE"), "Also write what was found as JUnit's XML."),
            Option("--tables", .text("DIR"), "Also hold filters to the tables in DIR (Tests/Golden)."),
            Option(
                "--proof", .text("FILE"),
                "Write how close each came, as a page or FILE.json."
            ),
        ],
        notes: "Exit 0 when all is well, 1 when a filter fails; notes do not fail one.\nFindings: docs/check.md.",
        run: { try run($0) })

    private static func run(_ arguments: Arguments) throws -> ExitCode {
        if arguments.has("--watch") { return try watch(arguments) }
        let catalog = try FilterCatalog(folder: arguments.text("--shaders"))
        let names = arguments.operands.isEmpty || arguments.operands == ["all"] ? catalog.names : arguments.operands
        let filters = try names.map { (name: $0, filter: try catalog.filter(named: $0)) }
        var (all, rows): ([CheckReport], [ProofRow]) = ([], [])
        var failed = false
        for candidate in try candidates(arguments, catalog) {
            if !arguments.has("--json") { Console.print(candidate.name) }
            var reports: [CheckReport] = []
            for (name, filter) in filters {
                let report = report(filter, name, candidate, arguments)
                failed = failed || !report.passed
                reports.append(report)
                if arguments.has("--json") {
                    Console.print(try report.json())
                } else if Console.errorIsTerminal {
                    Console.note("\(report.passed ? "ok" : "FAILED") \(filter.name)")
                }
            }
            if !arguments.has("--json") { Console.print(CheckReport.table(reports)) }
            all += reports
            rows += reports.compactMap(ProofRow.init)
        }
        if let folder = arguments.text("--tables") {
            for renderer in try candidates(arguments, catalog) + [CPURenderer()] {
                let found = try tables(folder, renderer, catalog)
                failed = failed || found.contains { $0.share > 1 }
                rows += found.compactMap(ProofRow.init)
                if !arguments.has("--json") { show(found) }
            }
        }
        if let file = arguments.text("--junit") { try write(CheckReport.junit(all), to: file) }
        if let file = arguments.text("--proof") { try write(proof(rows, file), to: file) }
        return failed ? .different : .success
    }

    private static func report(
        _ filter: Filter, _ name: String, _ candidate: any Renderer, _ arguments: Arguments
    ) -> CheckReport {
        var options = CheckOptions(
            extent: arguments.has("--quick") ? .quick : .full, only: arguments.text("--case"), filterArgument: name)
        if arguments.has("--readiness") { options.only = "readiness" }
        if let seed = arguments.integer("--seed") { options.seed = UInt64(seed) }
        return FilterCheck.check(filter, reference: CPURenderer(), candidate: candidate, options: options)
    }

    // MARK: Devices

    /// The device asked for, or every one that can be used; the reference itself where none is needed.
    static func candidates(_ arguments: Arguments, _ catalog: FilterCatalog) throws -> [any Renderer] {
        if arguments.has("--readiness") { return [CPURenderer()] }
        return try devices(arguments.text("--device")).map { GPURenderer(device: $0, library: catalog.colors) }
    }

    /// The device asked for, or every one that can be used.
    private static func devices(_ text: String?) throws -> [GPUDevice] {
        if let text { return [try GPUDevice(selecting: GPUDevice.Selection(text))] }
        let usable = try GPUDevice.all().filter { $0.missing == nil }
        guard !usable.isEmpty else { throw DeviceError.noDevice }
        return try usable.map { try GPUDevice(selecting: .index($0.index)) }
    }

    // MARK: Tables and proof

    private static func tables(_ folder: String, _ renderer: any Renderer, _ catalog: FilterCatalog) throws
        -> [GoldenTables.Result]
    {
        do {
            return try GoldenTables.names.map { name in
                try GoldenTables.hold(renderer, to: name, in: URL(fileURLWithPath: folder)) {
                    try catalog.filter(named: $0)
                }
            }
        } catch let error as GoldenTables.TableError {
            throw CommandError("--tables", error.description, code: .badData)
        }
    }

    private static func show(_ results: [GoldenTables.Result]) {
        for result in results {
            let (verdict, share) = (result.share <= 1 ? "ok    " : "FAILED", String(format: "%.3f", result.share))
            Console.print(
                "\(verdict)  table \(result.table): \(result.count) numbers, worst \(share), \(result.renderer)")
        }
    }

    /// The proof's text: a page with the rows that a file has already, or JSON of these alone.
    private static func proof(_ rows: [ProofRow], _ file: String) throws -> String {
        if file.hasSuffix(".json") { return try ProofPage.json(rows) }
        let old = (try? String(contentsOfFile: file, encoding: .utf8)).map(ProofPage.rows) ?? []
        return ProofPage.text(ProofPage.merged(old, rows))
    }

    private static func write(_ text: String, to file: String) throws {
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
        } catch {
            throw CommandError(file, "cannot be written; name a file in a folder that is there", code: .inputOutput)
        }
    }
}
