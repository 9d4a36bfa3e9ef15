import Candela

/// `candela filters`: lists the filters there are, or explains one.
enum FiltersCommand {
    static let command = Command(
        name: "filters", summary: "List the filters, or explain one.", operands: "[NAME|FILE.glsl]",
        operandCount: 0...1,
        options: [
            Option("--shaders", .text("DIR"), "Take filters from DIR."),
            Option("--json", .flag, "One JSON document instead of text."),
        ],
        notes: "", run: { try run($0) })

    private static func run(_ arguments: Arguments) throws -> ExitCode {
        let catalog = try FilterCatalog(folder: arguments.text("--shaders"))
        let isJSON = arguments.has("--json")
        if let name = arguments.operands.first {
            let filter = try catalog.filter(named: name)
            Console.print(isJSON ? json(filter).page : page(filter))
            return .success
        }
        var filters: [Filter] = []
        var code = ExitCode.success
        for name in catalog.names {
            do {
                filters.append(try catalog.filter(named: name))
            } catch {
                // One broken file of a folder does not hide the others.
                let reported = CommandError(reporting: error, about: name)
                Console.report(reported)
                code = reported.code
            }
        }
        if isJSON {
            Console.print(JSON.array(filters.map(json)).page)
        } else {
            for kind in Filter.Kind.allCases {
                let members = filters.filter { $0.kind == kind }
                guard !members.isEmpty else { continue }
                Console.print("\(kind.rawValue):")
                for filter in members { Console.print("  \(column(filter.name, 16))\(filter.summary)") }
            }
        }
        return code
    }

    /// One filter, for people: what it does, how it is called, what can be set.
    static func page(_ filter: Filter) -> String {
        var lines = [
            "\(filter.name): \(filter.summary)", "kind \(filter.kind.rawValue), light \(filter.light.rawValue)",
        ]
        let settings = filter.parameters.prefix(2).map { "\($0.name)=\(text($0.initial, $0.kind))" }
        let call = ([filter.name] + (settings.isEmpty ? [] : [settings.joined(separator: ",")])).joined(separator: ":")
        lines.append(filter.kind == .blend ? "--blend FILE:mode=\(filter.name)" : "--filter \(call)")
        for parameter in filter.parameters {
            let unit = parameter.unit.map { " \($0)" } ?? ""
            let head = "  \(column(parameter.name, 12))\(column(kind(parameter), 24))"
            lines.append("\(head)\(column(text(parameter.initial, parameter.kind) + unit, 18))\(parameter.summary)")
        }
        for phase in filter.phases {
            let rate = phase.denominator == 1 ? "\(phase.numerator)" : "\(phase.numerator)/\(phase.denominator)"
            lines.append("  \(phase.name): moves by itself, \(rate) per second")
        }
        return lines.joined(separator: "\n")
    }

    /// One filter, for programs.
    static func json(_ filter: Filter) -> JSON {
        let parameters: [JSON] = filter.parameters.map { parameter in
            [
                "name": .string(parameter.name), "type": .string(type(parameter.kind)),
                "initial": .string(text(parameter.initial, parameter.kind)),
                "minimum": JSON(parameter.range.lowerBound), "maximum": JSON(parameter.range.upperBound),
                "choices": choices(parameter.kind), "unit": JSON(parameter.unit), "summary": .string(parameter.summary),
            ]
        }
        return [
            "name": .string(filter.name), "summary": .string(filter.summary), "kind": .string(filter.kind.rawValue),
            "light": .string(filter.light.rawValue), "passes": .integer(filter.passes.count),
            "changesAlpha": .bool(filter.changesAlpha), "parameters": .array(parameters), "file": .string(filter.path),
        ]
    }

    private static func type(_ kind: Filter.Parameter.Kind) -> String {
        switch kind {
        case .float: "float"
        case .int: "int"
        case .bool: "bool"
        case .vec2: "vec2"
        case .vec3: "vec3"
        case .vec4: "vec4"
        case .color: "color"
        case .point: "point"
        case .choice: "choice"
        }
    }

    private static func choices(_ kind: Filter.Parameter.Kind) -> JSON {
        if case .choice(let names) = kind { .array(names.map(JSON.string)) } else { .null }
    }

    /// The type with its range or its names.
    private static func kind(_ parameter: Filter.Parameter) -> String {
        switch parameter.kind {
        case .choice(let names): names.joined(separator: "|")
        case .bool: "true|false"
        case .point: "x/y"
        default:
            "\(type(parameter.kind)) \(plain(parameter.range.lowerBound))...\(plain(parameter.range.upperBound))"
        }
    }

    private static func text(_ initial: Filter.Parameter.Initial, _ kind: Filter.Parameter.Kind) -> String {
        switch initial {
        case .center: return "center"
        case .given(let name): return name
        case .numbers(let numbers):
            if case .choice(let names) = kind, let index = numbers.first.map({ Int($0) }), names.indices.contains(index)
            {
                return names[index]
            }
            if case .bool = kind { return numbers.first == 0 ? "false" : "true" }
            return numbers.map(plain).joined(separator: "/")
        }
    }
}
