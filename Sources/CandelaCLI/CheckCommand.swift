import Candela
import Foundation

/// `candela check`: compares filters on every device with the CPU reference, and tries them for HDR.
enum CheckCommand {
    static let command = Command(
        name: "check", summary: "Try filters for HDR, and compare each device with the CPU reference.",
        operands: "[NAME|FILE.glsl]...|all", operandCount: 0...1000,
        options: [
            Option("--readiness", .flag, "Only try filters for HDR, which needs no device."),
            Option("--device", .text("NAME|INDEX|UUID"), "Only on this device; else on each usable one."),
            Option("--quick", .flag, "Fewer cases."),
            Option("--seed", .integer("N", 0...Int.max), "Where random numbers come from (1)."),
            Option("--case", .text("NAME"), "Only this case, as a failure names it."),
            Option("--watch", .flag, "Check again whenever a file is saved."),
            Option("--shaders", .text("DIR"), "Take filters from DIR."),
            Option("--quiet", .flag, "Nothing on standard error but mistakes."),
            Option("--json", .flag, "A JSON report a line, by filter and device."),
            Option("--junit", .text("FILE"), "Also write what was found as JUnit's XML."),
            Option("--tables", .text("DIR"), "Also hold filters to the tables in DIR (Tests/Golden)."),
            Option(
                "--proof", .text("FILE"),
                "Write how close each came, as a page or FILE.json."
            ),
        ],
        notes: """
            Without NAME, as with all: every filter. Exit 0 when all is well, 1 when a
            filter fails; notes do not fail one. A file that is no filter fails alone: the
            others are checked, then the exit is 65. Findings: docs/check.md.
            """,
        run: { try run($0) })

    private static func run(_ arguments: Arguments) throws -> ExitCode {
        try refuseContradictions(arguments)
        if arguments.has("--watch") { return try watch(arguments) }
        let catalog = try FilterCatalog(folder: arguments.text("--shaders"))
        let names = try names(arguments, catalog)
        let (whole, unread) = try read(names, catalog)
        let filters = try filters(whole, arguments)
        let tables = arguments.text("--tables")
        if let tables { try requireTables(in: tables) }
        // Tried before the work, which takes its time.
        let read = filters.flatMap { $0.filter.files }
        let junit = try arguments.sideFile("--junit", inputs: read)
        let page = try arguments.sideFile("--proof", inputs: read)
        for mistake in unread { Console.report(mistake.error) }
        if filters.isEmpty, let first = unread.first, !arguments.has("--json"), junit == nil { return first.error.code }
        let devices = try candidates(arguments, catalog)
        if arguments.operands.isEmpty, !arguments.has("--quiet") {
            Console.note(
                "checking all of \(counted(filters.count, "filter")) on \(devices.map(\.name).joined(separator: ", ")); "
                    + "candela check NAME checks one")
        }
        var (all, rows): ([CheckReport], [ProofRow]) = ([], [])
        var failed = false
        for candidate in devices {
            if !arguments.has("--json") { try Console.print(candidate.name) }
            var reports = unread.map { $0.report(on: candidate) }
            if arguments.has("--json") { for report in reports { try Console.print(report.json()) } }
            for (index, (name, filter)) in filters.enumerated() {
                let notice = arguments.has("--quiet") ? nil : SlowNotice(filter.name, index + 1, of: filters.count)
                let report = report(filter, name, candidate, arguments, notice)
                failed = failed || !report.passed
                reports.append(report)
                if arguments.has("--json") {
                    try Console.print(report.json())
                } else if Console.errorIsTerminal, !arguments.has("--quiet") {
                    Console.note("\(report.passed ? "ok" : "FAILED") \(filter.name)")
                }
            }
            if !arguments.has("--json") { try Console.print(CheckReport.table(reports)) }
            all += reports
            rows += reports.compactMap(ProofRow.init)
        }
        if let tables {
            for renderer in devices.filter({ !($0 is CPURenderer) }) + [CPURenderer()] {
                let found = try hold(renderer, to: tables, catalog)
                failed = failed || found.contains { $0.share > 1 }
                rows += found.compactMap(ProofRow.init)
                if !arguments.has("--json") { try show(found) }
            }
        }
        try junit?.write(CheckReport.junit(all))
        if let file = arguments.text("--proof") { try page?.write(proof(rows, file)) }
        return unread.first?.error.code ?? (failed ? .different : .success)
    }

    // MARK: What is asked for

    /// Throws for options of which one makes the other pointless.
    private static func refuseContradictions(_ arguments: Arguments) throws(CommandError) {
        if arguments.has("--readiness") {
            for option in ["--case", "--device"] where arguments.has(option) {
                throw CommandError(option, "has no meaning with --readiness, which needs none; leave out one")
            }
        }
        if arguments.has("--watch") {
            for option in ["--junit", "--proof", "--tables"] where arguments.has(option) {
                throw CommandError(option, "has no meaning for a check without an end; leave out --watch")
            }
        }
        try arguments.requireDifferentFiles(["--junit", "--proof"])
    }

    /// The filters named, each once; all of them where none is.
    private static func names(_ arguments: Arguments, _ catalog: FilterCatalog) throws(CommandError) -> [String] {
        let operands = arguments.operands
        if operands.isEmpty || operands == ["all"] { return catalog.names }
        guard !operands.contains("all") else {
            throw CommandError("all", "stands for every filter; leave out the others")
        }
        var seen: Set<String> = []
        return operands.filter { seen.insert($0).inserted }
    }

    /// A file that is no filter, or cannot be read.
    private struct Unread {
        let name: String
        let error: CommandError

        func report(on candidate: any Renderer) -> CheckReport {
            CheckReport(unread: name, candidate: candidate.name, problem: error.description)
        }
    }

    /// Reads every filter that can be; throws for names that no filter has, which are words and no files.
    private static func read(
        _ names: [String], _ catalog: FilterCatalog
    ) throws -> (whole: [(name: String, filter: Filter)], unread: [Unread]) {
        var (whole, unread): ([(name: String, filter: Filter)], [Unread]) = ([], [])
        for name in names {
            do {
                whole.append((name, try filter(named: name, catalog)))
            } catch {
                let reported = CommandError(reporting: error, about: name)
                guard reported.code != .usage else { throw error }
                unread.append(Unread(name: name, error: reported))
            }
        }
        return (whole, unread)
    }

    /// Reads a filter, and what its file says to the compiler: nobody has read a whole shader's code before.
    static func filter(named name: String, _ catalog: FilterCatalog) throws -> Filter {
        let filter = try catalog.filter(named: name)
        if filter.kind == .raw {
            try ShaderCheck.compileRaw(FilterCheck.smallestJob(of: filter), library: catalog.colors)
        }
        return filter
    }

    /// Those filters that have the case asked for; all of them where none is.
    private static func filters(
        _ filters: [(name: String, filter: Filter)], _ arguments: Arguments
    ) throws(CommandError) -> [(name: String, filter: Filter)] {
        guard let wanted = arguments.text("--case"), !filters.isEmpty else { return filters }
        let having = filters.filter { FilterCheck.hasCase(wanted, of: $0.filter) }
        guard having.isEmpty else { return having }
        let known = Set(filters.flatMap { FilterCheck.caseNames(of: $0.filter) })
        let near = Suggestion.nearest(to: wanted, among: known).map { "did you mean \($0)?" }
        let whose = filters.count == 1 ? "'\(filters[0].filter.name)'" : "these filters"
        throw CommandError(
            "--case",
            "'\(wanted)' is not a case of \(whose); "
                + (near ?? "a failure gives its case's name, such as 17x15/initial/noise/rgba16f/hlg"))
    }

    private static func report(
        _ filter: Filter, _ name: String, _ candidate: any Renderer, _ arguments: Arguments, _ notice: SlowNotice?
    ) -> CheckReport {
        var options = CheckOptions(
            extent: arguments.has("--quick") ? .quick : .full, only: arguments.text("--case"), filterArgument: name)
        if arguments.has("--readiness") { options.only = "readiness" }
        if let seed = arguments.integer("--seed") { options.seed = UInt64(seed) }
        defer { notice?.stop() }
        options.progress = { notice?.update($0, $1, $2) }
        return FilterCheck.check(filter, reference: CPURenderer(), candidate: candidate, options: options)
    }

    // MARK: Devices

    /// The device asked for, or every one that can be used; the reference itself where none is needed.
    static func candidates(_ arguments: Arguments, _ catalog: FilterCatalog) throws -> [any Renderer] {
        if arguments.has("--readiness") { return [CPURenderer()] }
        return try devices(arguments.text("--device"), isQuiet: arguments.has("--quiet")).map {
            GPURenderer(device: $0, library: catalog.colors)
        }
    }

    /// The device asked for, or every one that can be used.
    private static func devices(_ text: String?, isQuiet: Bool) throws -> [GPUDevice] {
        let notice = isQuiet ? nil : CompileNotice.onStandardError
        if let text { return [try GPUDevice(selecting: GPUDevice.Selection(text), compileNotice: notice)] }
        let usable = try GPUDevice.all().filter { $0.missing == nil }
        guard !usable.isEmpty else { throw DeviceError.noDevice }
        return try usable.map { try GPUDevice(selecting: .index($0.index), compileNotice: notice) }
    }

    // MARK: Tables and proof

    /// Throws unless a folder holds every table.
    private static func requireTables(in folder: String) throws {
        do {
            try GoldenTables.requireAll(in: URL(fileURLWithPath: folder))
        } catch let error as GoldenTables.TableError {
            throw CommandError("--tables", error.description, code: error.isUnreadable ? .inputOutput : .badData)
        }
    }

    private static func hold(_ renderer: any Renderer, to folder: String, _ catalog: FilterCatalog) throws
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

    private static func show(_ results: [GoldenTables.Result]) throws {
        for result in results {
            let (verdict, share) = (result.share <= 1 ? "ok    " : "FAILED", String(format: "%.3f", result.share))
            try Console.print(
                "\(verdict)  table \(result.table): \(result.count) numbers, worst \(share), \(result.renderer)")
        }
    }

    /// The proof's text: a page with the rows that a file has already, or JSON of these alone.
    private static func proof(_ rows: [ProofRow], _ file: String) throws -> String {
        if file.hasSuffix(".json") { return try ProofPage.json(rows) }
        let old = (try? String(contentsOfFile: file, encoding: .utf8)).map(ProofPage.rows) ?? []
        return ProofPage.text(ProofPage.merged(old, rows))
    }
}
