extension Filter {
    /// Reads and checks a filter file; `path` is how messages name it.
    public init(source: String, path: String) throws(SourceError) {
        let text = SourceText(path: path, text: source)
        let tokens = try Lexer.tokens(of: text)
        let annotations = try Annotations(text)
        let module = Module(tokens: tokens, ownNames: Self.ownNames(tokens))
        let passes = annotations.passes.map(\.name)
        self.init(
            name: annotations.name, summary: annotations.summary, kind: annotations.kind ?? .point,
            light: annotations.light, parameters: annotations.parameters, phases: annotations.phases,
            laws: annotations.laws, examples: annotations.examples,
            passes: passes.isEmpty ? [annotations.name] : passes, reach: annotations.reach,
            changesAlpha: annotations.changesAlpha, outsideIsClear: annotations.outsideIsClear, path: path,
            source: source, module: module)
    }

    private static func ownNames(_ tokens: [Token]) -> Set<String> {
        var names: Set<String> = []
        var depth = 0
        for (index, token) in tokens.enumerated() {
            if token.text == "{" || token.text == "(" { depth += 1 }
            if token.text == "}" || token.text == ")" { depth -= 1 }
            if depth == 0, token.kind == .name, index > 0, ValueType.named(tokens[index - 1].text) != nil {
                names.insert(token.text)
            }
        }
        return names
    }
}
