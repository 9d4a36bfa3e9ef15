/// What the `//!` lines of a filter file say.
struct Annotations {
    var name = ""
    var namePlace = Place(line: 1, column: 0)
    var summary = ""
    var kind: Filter.Kind?
    var light = Filter.Light.linear
    var inputs: [(input: Filter.Input, place: Place)] = []
    var parameters: [Filter.Parameter] = []
    var parameterPlaces: [String: Place] = [:]
    var phases: [Filter.Phase] = []
    var passes: [(name: String, place: Place)] = []
    var reach: String?
    var reachPlace = Place(line: 1, column: 0)
    var changesAlpha = false
    var outsideIsClear = false
    var laws: [Filter.Law] = []
    var intents: [Filter.Intent] = []
    var examples: [Filter.Example] = []
    var shown: [String: [Double]] = [:]
    var results: [(quantity: Filter.Quantity, place: Place)] = []
    /// Threads of a raw filter's workgroups, and pixels that one takes care of, across and down.
    var threads: (columns: Int, rows: Int)?
    var tile: (columns: Int, rows: Int)?
    var threadsPlace: Place?
    /// What a raw filter's `twin` line names.
    var twin: (name: String, place: Place)?

    static let words = [
        "filter", "kind", "light", "input", "param", "phase", "pass", "reach", "alpha", "outside", "result", "threads",
        "tile", "twin", "law", "intends", "expect", "show",
    ]

    /// More parameters and phases than this are refused.
    static let maxParameterCount = 64

    let source: SourceText
    private var seen: [String: Int] = [:]

    /// Reads every annotation of a file.
    init(_ source: SourceText) throws(SourceError) {
        self.source = source
        var late: [AnnotationScanner] = []
        var number = 0
        for line in source.text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" })
        {
            number += 1
            guard let start = Self.markEnd(of: line) else { continue }
            guard line.count <= 2000 else {
                throw source.error(
                    "this annotation has more than 2000 characters; shorten it", at: Place(line: number, column: 1))
            }
            let scanner = AnnotationScanner(source, line: number, text: line, skipped: start)
            if scanner.isAtEnd { continue }
            // Laws and examples speak of parameters, which may stand below them.
            if try !read(scanner) { late.append(scanner) }
            guard late.count <= 1000 else { throw scanner.fail("a filter has at most 1000 laws and examples") }
        }
        guard !name.isEmpty else { throw Self.absence(in: source) }
        guard kind != nil else {
            throw source.error(
                "'\(name)' has no kind; add '//! kind point', or blend, warp, area, generate or raw", at: namePlace)
        }
        for scanner in late { try readLate(scanner) }
        try checkTogether()
    }

    /// Whether no line of a text is an annotation.
    static func isAbsent(in text: String) -> Bool {
        !text.split(whereSeparator: \.isNewline).contains { markEnd(of: $0) != nil }
    }

    /// The mistake of a file that does not name its filter.
    static func absence(in source: SourceText) -> SourceError {
        source.error(
            "the file says nowhere which filter it is; begin it with '//! filter NAME: What it does.', or let "
                + "'candela new' write one", at: Place(line: 1, column: 1))
    }

    /// How many characters of an annotation line come before its first word; `nil` for other lines.
    private static func markEnd(of line: Substring) -> Int? {
        let spaces = line.prefix { $0 == " " || $0 == "\t" }.count
        return line.dropFirst(spaces).hasPrefix("//!") ? spaces + 3 : nil
    }

    /// Reads one line; `false` for those that need all parameters first.
    private mutating func read(_ start: AnnotationScanner) throws(SourceError) -> Bool {
        var line = start
        let word = line.word()
        switch word {
        case "filter": try readName(&line)
        case "kind": try readKind(&line)
        case "light":
            light = try choose(&line, among: ["linear": Filter.Light.linear, "signal": .signal], what: "light")
        case "input": try readInput(&line)
        case "param": try readParameter(&line)
        case "phase": try readPhase(&line)
        case "pass": try readPass(&line)
        case "reach":
            try once("reach", line)
            reachPlace = line.place
            let text = line.rest()
            guard !text.isEmpty else { throw line.fail("expected an expression in pixels, such as 'reach 3 * sigma'") }
            reach = text
        case "alpha":
            guard line.take(word: "changes") else {
                throw line.fail("the line is '//! alpha changes'; write it so, or remove it")
            }
            changesAlpha = true
        case "outside":
            guard line.take(word: "clear") else {
                throw line.fail("the line is '//! outside clear'; write it so, or remove it")
            }
            outsideIsClear = true
        case "result": try readResult(&line)
        case "threads": threads = try readSize(&line, "threads", most: Self.maxThreadCount)
        case "twin": try readTwin(&line)
        case "tile": tile = try readSize(&line, "tile", most: Self.maxTileCount)
        case "law", "intends", "expect", "show": return false
        default:
            let ending = Suggestion.ending(for: word, among: Self.words)
            throw start.fail(
                word.isEmpty
                    ? "expected a word after '//!'; write one of \(Self.words.joined(separator: ", "))"
                    : "'\(word)' is not an annotation\(ending.isEmpty ? "; known are \(Self.words.joined(separator: ", "))" : ending)"
            )
        }
        guard line.isAtEnd else { throw line.fail("nothing more is expected on this line; remove '\(line.rest())'") }
        return true
    }

    /// The mistake `problem` at a place of the file.
    func mistake(_ problem: String, _ place: Place) -> SourceError { source.error(problem, at: place) }

    private mutating func readName(_ line: inout AnnotationScanner) throws(SourceError) {
        let form = "//! filter NAME: What it does."
        try once("filter", line)
        namePlace = line.place
        name = line.word()
        guard !name.isEmpty else { throw line.fail("expected the filter's name; the form is: \(form)") }
        try checkName(name, at: namePlace)
        try line.expect(":", form: form)
        summary = line.rest()
        guard !summary.isEmpty else { throw line.fail("expected a summary after ':'; the form is: \(form)") }
    }

    private mutating func readKind(_ line: inout AnnotationScanner) throws(SourceError) {
        try once("kind", line)
        let known = Dictionary(uniqueKeysWithValues: Filter.Kind.allCases.map { ($0.rawValue, $0) })
        kind = try choose(&line, among: known, what: "kind")
    }

    private mutating func readPass(_ line: inout AnnotationScanner) throws(SourceError) {
        let place = line.place
        let name = line.word()
        guard !name.isEmpty else { throw line.fail("expected the name of a function after 'pass'") }
        guard passes.count < 16 else {
            throw source.error("a filter has at most 16 passes; do more in each", at: place)
        }
        passes.append((name, place))
    }

    private mutating func readPhase(_ line: inout AnnotationScanner) throws(SourceError) {
        let form = "//! phase NAME = 2 per second"
        let place = line.place
        let name = line.word()
        guard !name.isEmpty else { throw line.fail("expected the phase's name; the form is: \(form)") }
        try declare(name, at: place)
        try line.expect("=", form: form)
        let ratePlace = line.place
        let rate = line.value()
        guard let (numerator, denominator) = Self.fraction(rate) else {
            throw source.error("'\(rate)' is not a rate; write 2, 0.5 or 1/3", at: ratePlace)
        }
        guard line.take(word: "per"), line.take(word: "second") else {
            throw line.fail("expected 'per second'; the form is: \(form)")
        }
        phases.append(Filter.Phase(name: name, numerator: numerator, denominator: denominator))
    }

    /// Reads `2`, `-0.5` or `1/3` as an exact fraction.
    private static func fraction(_ text: String) -> (Int64, Int64)? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 2 {
            guard let top = Int32(parts[0]), let bottom = Int32(parts[1]), bottom > 0 else { return nil }
            return (Int64(top), Int64(bottom))
        }
        let digits = text.split(separator: ".", omittingEmptySubsequences: false)
        guard digits.count <= 2, text.count <= 10, Double(text) != nil, !text.lowercased().contains("e") else {
            return nil
        }
        let decimals = digits.count == 2 ? digits[1].count : 0
        guard let top = Int64(digits.joined()) else { return nil }
        return (top, (0..<decimals).reduce(Int64(1)) { power, _ in power * 10 })
    }

    private func choose<T>(_ line: inout AnnotationScanner, among known: [String: T], what: String)
        throws(SourceError) -> T
    {
        let place = line.place
        let word = line.word()
        if let found = known[word] { return found }
        let names = known.keys.sorted()
        let ending = Suggestion.ending(for: word, among: names)
        throw source.error(
            "'\(word)' is not a \(what)\(ending.isEmpty ? "; known are \(names.joined(separator: ", "))" : ending)",
            at: place)
    }

    mutating func once(_ word: String, _ line: AnnotationScanner) throws(SourceError) {
        if let earlier = seen[word] {
            throw line.fail("'\(word)' stands on line \(earlier) already; remove one of them")
        }
        seen[word] = line.line
    }

    // MARK: Names

    /// Takes a name for a parameter or phase.
    mutating func declare(_ name: String, at place: Place) throws(SourceError) {
        try checkName(name, at: place)
        if Filter.givenValues[name] != nil || Filter.libraryFunctions.contains(where: { $0.name == name }) {
            throw source.error("'\(name)' is given to every filter already; choose another name", at: place)
        }
        if let earlier = parameterPlaces[name] ?? inputs.first(where: { $0.input.name == name })?.place
            ?? results.first(where: { $0.quantity.name == name })?.place
        {
            throw source.error("'\(name)' is declared on line \(earlier.line) already; choose another name", at: place)
        }
        guard parameterPlaces.count < Self.maxParameterCount else {
            throw source.error("a filter has at most \(Self.maxParameterCount) parameters and phases", at: place)
        }
        parameterPlaces[name] = place
    }

    func checkName(_ name: String, at place: Place) throws(SourceError) {
        guard let first = name.first, !first.isNumber else {
            throw source.error("'\(name)' is not a name; begin it with a letter", at: place)
        }
        if first == "_" {
            throw source.error("'\(name)' begins with '_', as names made of it do; begin it with a letter", at: place)
        }
        if name.hasPrefix(RawCode.reservedPrefix) {
            throw source.error(
                "'\(name)': names that begin with '\(RawCode.reservedPrefix)' belong to the shader around the filter; "
                    + "choose another", at: place)
        }
        if name.count > 64 { throw source.error("a name has at most 64 characters; shorten it", at: place) }
        if let objection = Words.objection(toName: name) { throw source.error(objection, at: place) }
        if Builtins.names.contains(name) {
            throw source.error("'\(name)' is a function of GLSL; choose another name", at: place)
        }
    }

    // MARK: Lines that need the parameters

    private mutating func readLate(_ start: AnnotationScanner) throws(SourceError) {
        var line = start
        switch line.word() {
        case "law": laws.append(try readLaw(&line))
        case "intends": intents.append(try readIntent(&line))
        case "show":
            try once("show", line)
            shown = try readSettings(&line)
        default: examples.append(try readExample(&line))
        }
        guard line.isAtEnd else { throw line.fail("nothing more is expected on this line; remove '\(line.rest())'") }
    }

    private func readLaw(_ line: inout AnnotationScanner) throws(SourceError) -> Filter.Law {
        let place = line.place
        let name = line.word()
        guard !name.isEmpty else {
            throw line.fail("expected a law's name; write one such as 'identity when amount = 0'")
        }
        guard Filter.Law.names.contains(name) else {
            let ending = Suggestion.ending(for: name, among: Filter.Law.names)
            let known = "; known are " + Filter.Law.names.joined(separator: ", ")
            throw source.error("'\(name)' is not a law\(ending.isEmpty ? known : ending)", at: place)
        }
        guard kind?.pictureCount == 1 else {
            throw source.error(
                "laws are for filters that read one picture; remove this line, or write a hand-computed 'expect' line",
                at: place)
        }
        guard line.take(word: "when") else { return Filter.Law(name: name, settings: [:], line: line.line) }
        return Filter.Law(name: name, settings: try readSettings(&line), line: line.line)
    }

    func readSettings(_ line: inout AnnotationScanner) throws(SourceError) -> [String: [Double]] {
        var settings: [String: [Double]] = [:]
        repeat {
            let (name, numbers) = try readSetting(&line, form: "name = value, name = value")
            settings[name] = numbers
        } while line.take(",")
        return settings
    }

    /// Reads `name = value`.
    func readSetting(_ line: inout AnnotationScanner, form: String) throws(SourceError) -> (String, [Double]) {
        let place = line.place
        let name = line.word()
        let parameter = try parameter(named: name, at: place)
        try line.expect("=", form: form)
        let valuePlace = line.place
        let text = parameter.kind == .curve ? line.points() : line.value()
        do {
            return (name, try parameter.numbers(parsing: text))
        } catch {
            throw source.error("\(name): \(error.problem)", at: valuePlace)
        }
    }

    /// The parameter that a line speaks of.
    func parameter(named name: String, at place: Place) throws(SourceError) -> Filter.Parameter {
        if let found = parameters.first(where: { $0.name == name }) { return found }
        guard !name.isEmpty else {
            throw source.error("expected the name of a parameter; write name = value", at: place)
        }
        let names = parameters.map(\.name)
        var ending = Suggestion.ending(for: name, among: names)
        if ending.isEmpty { ending = names.isEmpty ? "; it has none" : "; it has \(names.joined(separator: ", "))" }
        throw source.error("'\(name)' is not a parameter of '\(self.name)'\(ending)", at: place)
    }

    private func checkTogether() throws(SourceError) {
        if let pass = passes.first, kind != .area {
            throw source.error("only filters of kind area have passes; remove this line", at: pass.place)
        }
        if reach != nil, kind != .area {
            throw source.error("only filters of kind area have a reach; remove this line", at: reachPlace)
        }
        if light == .signal, kind == .warp || kind == .area || kind == .raw {
            throw source.error(
                "only filters of kind point, blend and generate are written for signal; call toSignal and toLight instead",
                at: namePlace)
        }
        try checkRaw()
        if let input = inputs.first, kind == .generate {
            throw source.error("a filter of kind generate reads no picture; remove this line", at: input.place)
        }
        for function in Filter.functions(kind ?? .point, inputs.map(\.input), parameters) {
            switch function.group {
            case .input(let name), .imageSize(let name):
                guard let place = parameterPlaces[function.name] else { continue }
                throw source.error(
                    "'\(function.name)' is a function that '\(name)' brings; choose another name", at: place)
            default: continue
            }
        }
        if outsideIsClear, kind != .warp {
            throw source.error(
                "'outside clear' is for filters of kind warp; an area filter calls atOrClear", at: namePlace)
        }
    }
}
