import FilterLanguage

extension Graph {
    /// Throws the first reason why a filter cannot stand over that many inputs with those settings.
    static func validate(_ filter: Filter, settings: Settings, inputCount: Int) throws(GraphError) {
        func problem(_ text: String) -> GraphError { GraphError(node: "filter '\(filter.name)'", problem: text) }
        let needed = filter.kind == .blend ? 2 : 1
        guard inputCount == needed else {
            throw problem("reads \(needed) picture\(needed == 1 ? "" : "s"), was given \(inputCount)")
        }
        for (name, values) in settings.sorted(by: { $0.key < $1.key }) {
            guard let parameter = filter.parameters.first(where: { $0.name == name }) else {
                let known = filter.parameters.map(\.name).joined(separator: ", ")
                throw problem("has no parameter '\(name)'; it has \(known.isEmpty ? "none" : known)")
            }
            guard values.count == parameter.width else {
                throw problem("parameter '\(name)' takes \(parameter.width) numbers, was given \(values.count)")
            }
            for value in values {
                guard value.isFinite else { throw problem("parameter '\(name)' was given \(value), not a number") }
                guard parameter.range.contains(value) else {
                    let (low, high) = (parameter.range.lowerBound, parameter.range.upperBound)
                    throw problem("parameter '\(name)' is \(value), outside \(low)...\(high)")
                }
            }
        }
    }
}
