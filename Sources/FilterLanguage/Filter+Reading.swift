extension Filter {
    /// Reads and checks a filter file; `path` is how messages name it.
    ///
    /// Throws the first mistake, with its line and column.
    public init(source: String, path: String) throws(SourceError) {
        let text = SourceText(path: path, text: source)
        let tokens = try Lexer.tokens(of: text)
        let annotations = try Annotations(text)
        var parser = Parser(text, tokens: tokens, annotations: annotations)
        let module = try parser.run()
        let passes = annotations.passes.map(\.name)
        self.init(
            name: annotations.name, summary: annotations.summary, kind: annotations.kind ?? .point,
            light: annotations.light, inputs: annotations.inputs.map(\.input), parameters: annotations.parameters,
            phases: annotations.phases,
            laws: annotations.laws, intents: annotations.intents, examples: annotations.examples,
            shown: annotations.shown,
            passes: passes.isEmpty ? [annotations.name] : passes, reach: annotations.reach,
            changesAlpha: annotations.changesAlpha, outsideIsClear: annotations.outsideIsClear, path: path,
            source: source, module: module)
    }
}
