import Candela

/// How a filter's parts are written for people, as the command line reads them.
enum FilterText {
    /// A parameter's value.
    static func value(_ numbers: [Double], _ kind: Filter.Parameter.Kind) -> String {
        if case .choice(let names) = kind, let index = numbers.first.map({ Int($0) }), names.indices.contains(index) {
            return names[index]
        }
        if kind == .curve {
            return stride(from: 0, to: numbers.count - 1, by: 2).map {
                "\(plain(numbers[$0]))/\(plain(numbers[$0 + 1]))"
            }.joined(separator: " ")
        }
        if case .bool = kind { return numbers.first == 0 ? "false" : "true" }
        return numbers.map(plain).joined(separator: "/")
    }

    /// What a parameter is when nobody sets it.
    static func initial(_ parameter: Filter.Parameter) -> String {
        switch parameter.initial {
        case .center: "center"
        case .given(let name): name
        case .numbers(let numbers): value(numbers, parameter.kind)
        }
    }

    /// The type's name, as files write it.
    static func type(_ kind: Filter.Parameter.Kind) -> String {
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
        case .curve: "curve"
        case .image: "image"
        }
    }

    /// The type with its range, or the names to choose from.
    static func values(_ parameter: Filter.Parameter) -> String {
        switch parameter.kind {
        case .choice(let names): names.joined(separator: "|")
        case .bool: "true|false"
        case .point: "x/y"
        case .image: "a file"
        default:
            "\(type(parameter.kind)) \(plain(parameter.range.lowerBound))...\(plain(parameter.range.upperBound))"
        }
    }

    /// The pictures that a filter is given by name, as settings.
    static func files(_ filter: Filter) -> [String] { filter.pictureNames.map { "\($0)=FILE" } }

    /// A result's type as files write it, with what it is divided by.
    static func type(_ result: Filter.Quantity) -> String {
        let row = result.count.map { "[\($0)]" } ?? ""
        return "\(result.kind.rawValue)\(row)" + (result.divisor == 1 ? "" : " / \(plain(result.divisor))")
    }

    /// What an example expects of a raw filter's results, in the order in which they are declared.
    static func results(_ example: Filter.Example, _ filter: Filter) -> String {
        filter.results.compactMap { result in
            example.results[result.name].map { "\(result.name) = \(plain($0))" }
        }.joined(separator: ", ")
    }

    /// An option and its value as a shell takes them.
    static func option(_ name: String, _ value: String) -> String {
        value.contains(" ") ? "\(name) \"\(value)\"" : "\(name) \(value)"
    }

    /// A phase's turns a second.
    static func rate(_ phase: Filter.Phase) -> String {
        phase.denominator == 1 ? "\(phase.numerator)" : "\(phase.numerator)/\(phase.denominator)"
    }

    /// The numbers of a pixel or place, in brackets.
    static func pixel(_ numbers: [Double]) -> String { "(" + numbers.map(plain).joined(separator: ", ") + ")" }
}
