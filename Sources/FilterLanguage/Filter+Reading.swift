extension Filter {
    /// Reads and checks a filter file; `path` is how messages name it.
    ///
    /// `lookup` finds the twin that a raw filter names without a file's ending; without it, such a filter has none.
    /// Throws the first mistake, with its line and column.
    public init(source: String, path: String, lookup: Lookup? = nil) throws(SourceError) {
        self = try DeepStack.run { () throws(SourceError) -> Filter in
            try Filter(reading: source, path: path, lookup: lookup, isTwin: false)
        }
    }

    init(reading given: String, path: String, lookup: Lookup?, isTwin: Bool) throws(SourceError) {
        // A byte order mark is no part of the text.
        let isMarked = given.unicodeScalars.first == "\u{FEFF}"
        let source = isMarked ? String(given.unicodeScalars.dropFirst()) : given
        let whole = SourceText(path: path, text: source)
        let (tokens, text): ([Token], SourceText)
        do {
            (tokens, text) = try Preprocessor.run(whole, reader: IncludeReader())
        } catch {
            // Words that are no code have more mistakes than there is use in telling.
            throw Annotations.isAbsent(in: source) ? Annotations.absence(in: whole) : error
        }
        let annotations = try Annotations(text)
        var module = Module()
        var raw: RawCode?
        var twin: Filter?
        if annotations.kind == .raw {
            // Else two files could name one another for ever.
            guard !isTwin else {
                throw text.error(
                    "a twin cannot be of kind raw itself; name an ordinary filter", at: annotations.namePlace)
            }
            // A whole shader is the compiler's to read; what it must not hold is looked for here.
            let code = try RawCode(text, tokens: tokens, annotations: annotations)
            let known = Filter.functions(.raw, [], annotations.parameters).map(\.name) + Filter.givenValues.keys
            module.usedNames = code.names.intersection(known)
            raw = code
            twin = try Filter.twin(of: annotations, code, whole, lookup: lookup)
        } else {
            var parser = Parser(text, tokens: tokens, annotations: annotations)
            module = try parser.run()
        }
        let passes = annotations.passes.map(\.name)
        self.init(
            name: annotations.name, summary: annotations.summary, kind: annotations.kind ?? .point,
            light: annotations.light, inputs: annotations.inputs.map(\.input), parameters: annotations.parameters,
            phases: annotations.phases,
            laws: annotations.laws, intents: annotations.intents, examples: annotations.examples,
            shown: annotations.shown,
            passes: passes.isEmpty ? [annotations.name] : passes, reach: annotations.reach,
            changesAlpha: annotations.changesAlpha, outsideIsClear: annotations.outsideIsClear, path: path,
            source: text.files.dropFirst().reduce(source) { "\($0)\n// \($1.path)\n\($1.text)" }, module: module,
            results: annotations.results.map(\.quantity), raw: raw,
            included: Array(text.files.dropFirst()), twin: twin)
    }
}
