import FilterLanguage

extension Graph {
    /// Throws the first reason why a filter cannot stand over that many inputs with those settings.
    static func validate(_ filter: Filter, settings: Settings, inputCount: Int) throws(GraphError) {
        guard inputCount == filter.pictureCount else {
            let names = filter.pictureNames.map { "'\($0)'" }.joined(separator: ", ")
            let needed = filter.kind.pictureCount
            throw GraphError(
                node: "filter '\(filter.name)'",
                problem: "reads \(needed) picture\(needed == 1 ? "" : "s")\(names.isEmpty ? "" : " and \(names)"), "
                    + "was given \(inputCount)")
        }
        do {
            try filter.validate(settings)
        } catch {
            let node = error.parameter.isEmpty ? error.filter : "\(error.filter):\(error.parameter)"
            throw GraphError(node: node, problem: error.problem)
        }
    }

    /// Throws the first reason why parameters of a filter cannot change so with time.
    static func validate(
        _ filter: Filter, keyframes: [String: Keyframes], beside settings: Settings
    ) throws(GraphError) {
        for (name, track) in keyframes.sorted(by: { $0.key < $1.key }) {
            let twice = settings[name] == nil ? nil : "is set twice, to a value and to keyframes; set it once"
            if let problem = twice ?? track.objection(filter, name) {
                throw GraphError(node: "\(filter.name):\(name)", problem: problem)
            }
        }
    }

    /// Whether any filter makes what the graph gives, or a part of it.
    public var hasFilters: Bool {
        nodes.contains { if case .filter = $0 { true } else { false } }
    }

    /// What the graph's shaders depend on: everything but the settings' values.
    public var structure: [String] {
        nodes.map { node in
            switch node {
            case .source(let index): "source \(index)"
            case .filter(let filter, _, let inputs): "\(filter.name) \(inputs) \(filter.source)"
            }
        }
    }
}
