import Candela

/// `candela filters`: lists the filters there are, or explains one.
enum FiltersCommand {
    static let command = Command(
        name: "filters", summary: "List the filters, or explain one.", operands: "[NAME|FILE.glsl]",
        operandCount: 0...1,
        options: [
            Option("--shaders", .text("DIR"), "Take filters from DIR."),
            Option("--write-docs", .text("DIR"), "Write filters.md and gallery/ into DIR."),
            Option("--json", .flag, "One JSON document instead of text."),
        ],
        notes: "", run: { try run($0) })

    private static func run(_ arguments: Arguments) throws -> ExitCode {
        let isJSON = arguments.has("--json")
        let listsNames =
            arguments.occurrences.allSatisfy { $0.option.name == "--shaders" } && arguments.operands.isEmpty
        let listing =
            listsNames
            ? ShaderLibrary(override: arguments.text("--shaders")).flatMap {
                FilterListing(of: $0.folder.appendingPathComponent("filters"))
            } : nil
        if let kept = listing?.kept() {
            try show(kept)
            return .success
        }
        let catalog = try FilterCatalog(folder: arguments.text("--shaders"))
        if let folder = arguments.text("--write-docs") {
            guard arguments.operands.isEmpty, !isJSON else {
                throw CommandError("--write-docs", "writes of all filters; leave out the name and --json")
            }
            // Pictures take their time: a place that takes none is told before.
            try OutputFolder.prepare(folder)
            let pages = try FilterPages(catalog)
            try pages.write(into: folder)
            try Console.print("\(folder)/filters.md: \(counted(pages.filters.count, "filter"))")
            return .success
        }
        if let name = arguments.operands.first {
            let filter = try catalog.filter(named: name)
            try Console.print(isJSON ? json(filter).page : page(filter))
            return .success
        }
        var filters: [Filter] = []
        var code = ExitCode.success
        for (name, filter) in catalog.all() {
            do {
                filters.append(try filter.get())
            } catch {
                // One broken file of a folder does not hide the others.
                let reported = CommandError(reporting: error, about: name)
                Console.report(reported)
                code = reported.code
            }
        }
        if isJSON {
            try Console.print(JSON.array(filters.map(json)).page)
        } else {
            let entries = filters.map {
                FilterListing.Entry(name: $0.name, kind: $0.kind.rawValue, summary: $0.summary)
            }
            try show(entries)
            // A folder with a mistake in it tells so every time.
            if code == .success { listing?.keep(entries) }
        }
        return code
    }

    /// Prints the list, kind by kind.
    private static func show(_ entries: [FilterListing.Entry]) throws {
        var lines: [String] = []
        for kind in Filter.Kind.allCases {
            let members = entries.filter { $0.kind == kind.rawValue }
            guard !members.isEmpty else { continue }
            lines.append("\(kind.rawValue):")
            lines += members.map { "  \(column($0.name, 16))\($0.summary)" }
        }
        if !lines.isEmpty { try Console.print(lines.joined(separator: "\n")) }
    }

    /// One filter, for people: what it does, how it is called, what can be set.
    static func page(_ filter: Filter) -> String {
        var lines = [
            "\(filter.name): \(filter.summary)", "kind \(filter.kind.rawValue), light \(filter.light.rawValue)",
        ]
        let files = FilterText.files(filter)
        let own = filter.parameters.filter { $0.kind != .image }.prefix(2)
        let settings = files + own.map { "\($0.name)=\(FilterText.initial($0))" }
        let call = ([filter.name] + (settings.isEmpty ? [] : [settings.joined(separator: ",")])).joined(separator: ":")
        let filtering = FilterText.option("--filter", call)
        switch filter.kind {
        case .blend: lines.append("--blend FILE:\((["mode=\(filter.name)"] + files).joined(separator: ","))")
        case .generate: lines.append("\(filtering), or \(FilterText.option("--blend", call))")
        default: lines.append(filtering)
        }
        for input in filter.inputs {
            lines.append("  \(column(input.name, 12))\(column("a file", 42))\(input.summary)")
        }
        for parameter in filter.parameters {
            let unit = parameter.unit.map { " \($0)" } ?? ""
            let head = "  \(column(parameter.name, 12))\(column(FilterText.values(parameter), 24))"
            lines.append("\(head)\(column(FilterText.initial(parameter) + unit, 18))\(parameter.summary)")
        }
        for result in filter.results {
            let unit = result.unit.map { " \($0)" } ?? ""
            lines.append(
                "  \(column(result.name, 16))\(column("measured, \(FilterText.type(result))\(unit)", 38))\(result.summary)"
            )
        }
        for phase in filter.phases {
            lines.append("  \(phase.name): moves by itself, \(FilterText.rate(phase)) per second")
        }
        return lines.joined(separator: "\n")
    }

    /// One filter, for programs.
    static func json(_ filter: Filter) -> JSON {
        let parameters: [JSON] = filter.parameters.map { parameter in
            [
                "name": .string(parameter.name), "type": .string(FilterText.type(parameter.kind)),
                "initial": .string(FilterText.initial(parameter)),
                "minimum": JSON(parameter.range.lowerBound), "maximum": JSON(parameter.range.upperBound),
                "choices": choices(parameter.kind), "unit": JSON(parameter.unit), "summary": .string(parameter.summary),
            ]
        }
        let results: [JSON] = filter.results.map { result in
            [
                "name": .string(result.name), "type": .string(result.kind.rawValue), "count": JSON(result.count),
                "divisor": .number(result.divisor), "unit": JSON(result.unit), "summary": .string(result.summary),
            ]
        }
        return [
            "name": .string(filter.name), "summary": .string(filter.summary), "kind": .string(filter.kind.rawValue),
            "light": .string(filter.light.rawValue),
            "inputs": .array(filter.inputs.map { ["name": .string($0.name), "summary": .string($0.summary)] }),
            "passes": .integer(filter.passes.count),
            "changesAlpha": .bool(filter.changesAlpha), "parameters": .array(parameters), "results": .array(results),
            "file": .string(filter.path),
        ]
    }

    private static func choices(_ kind: Filter.Parameter.Kind) -> JSON {
        if case .choice(let names) = kind { .array(names.map(JSON.string)) } else { .null }
    }
}
