/// Carries out a file's lines that begin with `#`: `#include`, `#define`, `#undef`, and the conditions on what is defined.
///
/// Names that stand for text are replaced word by word, as GLSL does; a mistake in what they stand for is shown where
/// they are used.
struct Preprocessor {
    /// What a name stands for.
    private struct Macro {
        /// `nil` for a plain name.
        let parameters: [String]?
        let body: [Token]
        let place: Place
    }

    /// One `#if`.
    private struct Condition {
        let place: Place
        /// Whether what stands around it is read.
        let isReached: Bool
        /// Whether its present part is read, and whether one of its parts was.
        var isActive: Bool
        var wasActive: Bool
        var hadElse = false
    }

    static let maxMacroCount = 512
    static let maxBodyCount = 512
    /// Names that stand for names that stand for names...
    static let maxDepth = 32
    /// Files that include files.
    static let maxIncludeDepth = 8
    static let maxFileCount = 64

    private(set) var source: SourceText
    private let reader: IncludeReader
    private var macros: [String: Macro] = [:]
    private var conditions: [Condition] = []
    private var result: [Token] = []
    private var includeDepth = 0
    private var includedByteCount = 0
    /// Words that expansions have been asked for, so that a few lines cannot stand for hours of work.
    private var work = 0
    private var included: Set<String> = []
    /// Conditions that began outside the file being read.
    private var outerConditionCount = 0

    init(_ source: SourceText, reader: IncludeReader) { (self.source, self.reader) = (source, reader) }

    /// The tokens that are left once all directives are carried out, and the source with the files that were read.
    static func run(_ source: SourceText, reader: IncludeReader) throws(SourceError) -> (tokens: [Token], SourceText) {
        let tokens = try Lexer.tokens(of: source)
        guard tokens.contains(where: { $0.text == "#" }) else { return (tokens, source) }
        var preprocessor = Preprocessor(source, reader: reader)
        try preprocessor.walk(tokens)
        preprocessor.result.append(tokens[tokens.count - 1])
        return (preprocessor.result, preprocessor.source)
    }

    private mutating func walk(_ tokens: [Token]) throws(SourceError) {
        let outer = outerConditionCount
        outerConditionCount = conditions.count
        defer { outerConditionCount = outer }
        var next = 0
        while tokens[next].kind != .end {
            var end = next + 1
            if tokens[next].text == "#", tokens[next].startsLine {
                while !tokens[end].startsLine { end += 1 }
                try directive(Array(tokens[next + 1..<end]), at: tokens[next])
            } else {
                while tokens[end].kind != .end, !(tokens[end].text == "#" && tokens[end].startsLine) { end += 1 }
                if isReading { try expand(tokens[next..<end], hidden: [], depth: 0) }
            }
            next = end
        }
        if conditions.count > outerConditionCount {
            throw source.error("this condition has no '#endif'; add it", at: conditions[conditions.count - 1].place)
        }
    }

    // MARK: Directives

    private static let known = ["include", "define", "undef", "ifdef", "ifndef", "if", "elif", "else", "endif"]

    private var isReading: Bool { conditions.allSatisfy(\.isActive) }

    private mutating func directive(_ line: [Token], at mark: Token) throws(SourceError) {
        guard let word = line.first else { return }
        let rest = line.dropFirst()
        switch word.text {
        case "ifdef", "ifndef", "if":
            guard conditions.count < 64 else {
                throw source.error("more than 64 conditions inside one another; make them flatter", at: mark.place)
            }
            // Where nothing is read, nothing is asked for.
            let isReached = isReading
            var isActive = isReached
            if isReached, word.text == "if" {
                isActive = try holds(rest, word)
            } else if isReached {
                isActive = isDefined(try name(rest, word)) == (word.text == "ifdef")
            }
            conditions.append(
                Condition(place: mark.place, isReached: isReached, isActive: isActive, wasActive: isActive))
        case "elif":
            guard let last = conditions.indices.last, last >= outerConditionCount, !conditions[last].hadElse else {
                throw source.error("this '#elif' belongs to no '#if'; remove it, or write '#if'", at: mark.place)
            }
            let isAsked = conditions[last].isReached && !conditions[last].wasActive
            conditions[last].isActive = isAsked ? try holds(rest, word) : false
            conditions[last].wasActive = conditions[last].wasActive || conditions[last].isActive
        case "else":
            guard let last = conditions.indices.last, last >= outerConditionCount, !conditions[last].hadElse else {
                throw source.error("this '#else' belongs to no '#if'; remove it", at: mark.place)
            }
            conditions[last].isActive = !conditions[last].wasActive
            conditions[last].hadElse = true
        case "endif":
            guard conditions.count > outerConditionCount else {
                throw source.error("this '#endif' belongs to no '#if'; remove it", at: mark.place)
            }
            conditions.removeLast()
        case _ where !isReading: return
        case "include": try include(rest, word)
        case "define": try define(Array(rest), word)
        case "undef":
            macros[try name(rest, word)] = nil
        default: throw source.error(Self.objection(to: word.text), at: mark.place)
        }
    }

    private static func objection(to word: String) -> String {
        switch word {
        case "version", "extension", "pragma", "line":
            return "'#\(word)' lines are written for you; remove this one"
        case "error": return "the file's own '#error' line is reached; define what it asks for, or remove it"
        default:
            let ending = Suggestion.ending(for: word, among: known)
            return
                "'#\(word)' is not supported\(ending.isEmpty ? "; known are #\(known.joined(separator: ", #"))" : ending)"
        }
    }

    /// Whether a name stands for something.
    func isDefined(_ name: String) -> Bool { macros[name] != nil }

    private func name(_ rest: ArraySlice<Token>, _ word: Token) throws(SourceError) -> String {
        guard rest.count == 1, let name = rest.first, name.kind == .name else {
            throw source.error("'#\(word.text)' takes one name; write '#\(word.text) NAME'", at: word.place)
        }
        return name.text
    }

    private mutating func define(_ line: [Token], _ word: Token) throws(SourceError) {
        guard let name = line.first, name.kind == .name else {
            throw source.error(
                "'#define' takes a name and what it stands for; write '#define NAME 1.0'", at: word.place)
        }
        if let objection = Words.objection(toName: name.text) { throw source.error(objection, at: name.place) }
        if Builtins.names.contains(name.text) || Filter.everyGivenName.contains(name.text) || name.text == "defined" {
            throw source.error("'\(name.text)' has a meaning already; choose another name", at: name.place)
        }
        if let earlier = macros[name.text] {
            throw source.error(
                "'\(name.text)' is defined on line \(earlier.place.line) already; remove one, or '#undef' it",
                at: name.place)
        }
        guard macros.count < Self.maxMacroCount else {
            throw source.error(
                "a file has at most \(Self.maxMacroCount) '#define' lines; use constants", at: word.place)
        }
        var body = Array(line.dropFirst())
        var parameters: [String]?
        if let open = body.first, open.text == "(", open.isAttached {
            guard let close = body.firstIndex(where: { $0.text == ")" }) else {
                throw source.error(
                    "expected ')' after the parameters of '\(name.text)'; add it, or a space before '('", at: open.place
                )
            }
            let list = Array(body[1..<close])
            let names = stride(from: 0, to: list.count, by: 2).map { list[$0] }
            let commas = stride(from: 1, to: list.count, by: 2).map { list[$0] }
            guard names.allSatisfy({ $0.kind == .name }), commas.allSatisfy({ $0.text == "," }),
                list.isEmpty || list.count % 2 == 1, Set(names.map(\.text)).count == names.count, names.count <= 32
            else {
                throw source.error(
                    "the parameters of '\(name.text)' are names, separated by commas; write '#define \(name.text)(a, b) ...'",
                    at: open.place)
            }
            parameters = names.map(\.text)
            body = Array(body[(close + 1)...])
        }
        if let mark = body.first(where: { $0.text == "#" || $0.kind == .string }) {
            throw source.error("'#' and strings are not supported in '#define'; write the words out", at: mark.place)
        }
        guard body.count <= Self.maxBodyCount else {
            throw source.error("a '#define' has at most \(Self.maxBodyCount) words; write a function", at: word.place)
        }
        macros[name.text] = Macro(parameters: parameters, body: body, place: name.place)
    }

    // MARK: Includes

    private mutating func include(_ rest: ArraySlice<Token>, _ word: Token) throws(SourceError) {
        guard rest.count == 1, let name = rest.first, name.kind == .string else {
            throw source.error("an include names a file in quotes; write #include \"shapes.glsl\"", at: word.place)
        }
        // The colour library is there anyway; naming it says what the file leans on.
        if name.text == Filter.colorLibraryFile { return }
        guard includeDepth < Self.maxIncludeDepth else {
            throw source.error(
                "files include one another at most \(Self.maxIncludeDepth) deep; include this one from the filter's own file, "
                    + "or write its text here", at: name.place)
        }
        let including = source.files[name.place.file].path
        let file: IncludeReader.File
        do {
            file = try reader.read(name.text, from: including, main: source.path)
        } catch {
            throw source.error(error.problem, at: name.place)
        }
        guard !reader.isMain(file, main: source.path) else {
            throw source.error("the filter's own file cannot be included in itself; remove this line", at: name.place)
        }
        // Each file once, as if every file began with a guard.
        guard included.insert(file.identity).inserted else { return }
        guard included.count <= Self.maxFileCount else {
            throw source.error(
                "a filter includes at most \(Self.maxFileCount) files; join some of them", at: name.place)
        }
        includedByteCount += file.text.utf8.count
        guard includedByteCount <= SourceText.maxByteCount else {
            throw source.error("included files have at most 1 MiB in all; this one is too many", at: name.place)
        }
        let number = source.add(path: file.path, text: file.text)
        includeDepth += 1
        try walk(try Lexer.tokens(of: source, file: number))
        includeDepth -= 1
    }

    // MARK: Replacing

    private mutating func expand(_ tokens: ArraySlice<Token>, hidden: Set<String>, depth: Int) throws(SourceError) {
        var next = tokens.startIndex
        while next < tokens.endIndex {
            let token = tokens[next]
            next += 1
            guard token.kind == .name, let macro = macros[token.text] else {
                try append(token)
                continue
            }
            // What a name stands for leads back to it: there it is a plain name, as in GLSL.
            guard !hidden.contains(token.text) else {
                source.noteCircle(token.text)
                try append(token)
                continue
            }
            var arguments: [[Token]] = []
            if let parameters = macro.parameters {
                // Without parentheses it is a plain name.
                guard next < tokens.endIndex, tokens[next].text == "(" else {
                    source.noteBare(token.text)
                    try append(token)
                    continue
                }
                let (found, end) = try self.arguments(tokens, from: next, of: token)
                guard found.count == parameters.count || (parameters.isEmpty && found == [[]]) else {
                    throw source.error(
                        "'\(token.text)' takes \(parameters.count == 1 ? "1 argument" : "\(parameters.count) arguments"), found "
                            + "\(found.count); give it as many",
                        at: token.place)
                }
                (arguments, next) = (found, end)
            }
            guard depth < Self.maxDepth else {
                throw source.error(
                    "'\(token.text)' stands for names that stand for names, too deep to follow; write a function",
                    at: token.place)
            }
            for index in arguments.indices {
                arguments[index] = try expanded(arguments[index], hidden: hidden, depth: depth + 1)
            }
            let text = try replaced(macro, arguments, at: token)
            try expand(text[...], hidden: hidden.union([token.text]), depth: depth + 1)
        }
    }

    /// Words followed to their end: an argument before it takes its place, where names of the macro itself are its too, or a
    /// condition.
    mutating func expanded(_ argument: [Token], hidden: Set<String>, depth: Int) throws(SourceError) -> [Token] {
        let outer = result
        result = []
        defer { result = outer }
        try expand(argument[...], hidden: hidden, depth: depth)
        return result
    }

    /// The body with arguments in place of parameters; words of the body stand where the name stood.
    private mutating func replaced(_ macro: Macro, _ arguments: [[Token]], at token: Token) throws(SourceError)
        -> [Token]
    {
        var text: [Token] = []
        for word in macro.body {
            if let parameters = macro.parameters, word.kind == .name, let index = parameters.firstIndex(of: word.text),
                index < arguments.count
            {
                text += arguments[index]
            } else {
                text.append(Token(kind: word.kind, text: word.text, place: token.place))
            }
            try spend(text.count > 64 ? 1 : 0, token)
            guard text.count <= Lexer.maxTokenCount else { throw tooLong(token) }
        }
        try spend(text.count, token)
        return text
    }

    private func arguments(_ tokens: ArraySlice<Token>, from open: Int, of name: Token) throws(SourceError)
        -> ([[Token]], Int)
    {
        var all: [[Token]] = [[]]
        var level = 0
        var next = open
        while next < tokens.endIndex {
            let token = tokens[next]
            next += 1
            if token.text == "(" { level += 1 }
            if token.text == ")" {
                level -= 1
                if level == 0 { return (all, next) }
            }
            if token.text == ",", level == 1 {
                all.append([])
            } else if level > 1 || token.text != "(" {
                all[all.count - 1].append(token)
            }
        }
        throw source.error("the arguments of '\(name.text)' have no ')'; add it", at: name.place)
    }

    private mutating func append(_ token: Token) throws(SourceError) {
        guard result.count < Lexer.maxTokenCount else { throw tooLong(token) }
        result.append(token)
    }

    private mutating func spend(_ amount: Int, _ token: Token) throws(SourceError) {
        work += amount
        guard work <= 4 * Lexer.maxTokenCount else { throw tooLong(token) }
    }

    private func tooLong(_ token: Token) -> SourceError {
        source.error("what the file's names stand for comes to too many words; write functions", at: token.place)
    }
}
