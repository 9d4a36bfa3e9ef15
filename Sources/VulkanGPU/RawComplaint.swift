import FilterGraph
import FilterLanguage

/// What the compiler has against a raw filter, in the words that filters' authors know.
///
/// The code is compiled with each word on a line of its own, so that the compiler's line tells which word it is about.
struct RawComplaint {
    let error: ShaderError
    let filter: Filter
    let words: [String]
    /// The word that the compiler was at; `nil` where it tells of the whole.
    let index: Int?

    /// `nil` where the pass is of no raw filter, or the line none of its author's.
    init?(_ error: ShaderError, in pass: PassProgram) {
        guard let filter = pass.raw?.filter, let code = filter.raw else { return nil }
        (self.error, self.filter) = (error, filter)
        words = code.words.map(\.text)
        index = error.line > 0 ? pass.word(onLine: error.line) : nil
        if error.line > 0, index == nil { return nil }
    }

    /// The complaint as a mistake in the author's file.
    func mistake(in pass: PassProgram) -> SourceError? {
        let (word, problem) = told
        return pass.mistake(atWord: word, problem: problem)
    }

    /// What stands between the first two quotes.
    var subject: String {
        let parts = error.problem.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count > 2 ? String(parts[1]) : ""
    }

    /// What the compiler says of it.
    var reason: String {
        guard let colon = error.problem.firstRange(of: "' : ") else { return error.problem }
        return String(error.problem[colon.upperBound...].drop { $0 == " " })
    }

    func says(_ text: String) -> Bool { reason.lowercased().contains(text) }

    /// The word at a place, quoted; empty where there is none.
    func quoted(_ place: Int?) -> String { place.map { "'\(words[$0])'" } ?? "this" }

    // MARK: Words around

    /// The word that the compiler speaks of: of a call it is at the closing parenthesis, and the function's name is meant.
    var meant: Int? {
        guard let index, words[index] == ")" else { return index }
        return callee(closedAt: index) ?? index
    }

    /// The name of the function whose parentheses are closed at a place: `vec4`, or `float` of `float[3](...)`.
    private func callee(closedAt close: Int) -> Int? {
        guard let open = opening(of: close, "(", ")"), open > 0 else { return nil }
        var name = open - 1
        if words[name] == "]", let bracket = opening(of: name, "[", "]"), bracket > 0 { name = bracket - 1 }
        return Self.isName(words[name]) ? name : nil
    }

    private func opening(of close: Int, _ open: String, _ closing: String) -> Int? {
        var level = 0
        for place in stride(from: close, through: 0, by: -1) {
            if words[place] == closing { level += 1 }
            if words[place] == open { level -= 1 }
            if level == 0 { return place }
        }
        return nil
    }

    private static func isName(_ word: String) -> Bool { word.first.map { $0.isLetter || $0 == "_" } ?? false }

    private static let assignments: Set = [
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=",
    ]

    /// What an assignment or a step writes to, by its first word, and what that is; the complaint is at its operator.
    private var target: (place: Int?, isCall: Bool) {
        guard let index else { return (nil, false) }
        var place: Int
        if Self.assignments.contains(words[index]) {
            place = index - 1
        } else if words[index] == "++" || words[index] == "--" {
            let isAfter = index > 0 && (Self.isName(words[index - 1]) || [")", "]"].contains(words[index - 1]))
            if !isAfter { return (min(index + 1, words.count - 1), false) }
            place = index - 1
        } else {
            return (index, false)
        }
        // Back over what picks a part of it: `size.x`, `values[3]`.
        while place > 1 {
            if words[place - 1] == "." {
                place -= 2
            } else if words[place] == "]", let open = opening(of: place, "[", "]"), open > 0 {
                place = open - 1
            } else {
                break
            }
        }
        if place >= 0, words[place] == ")" { return (callee(closedAt: place) ?? place, callee(closedAt: place) != nil) }
        return (place >= 0 ? place : nil, false)
    }

    // MARK: What is told

    /// The word that the mistake is shown at, and what is wrong.
    private var told: (word: Int?, problem: String) {
        if says("l-value") || says("can't modify") { return unchangeable }
        if says("cannot convert from") { return (nextEquals ?? index, conversion) }
        if says("undeclared identifier") { return (index, undeclared(index)) }
        if says("no matching overloaded function") { return (meant, misfit) }
        if says("wrong operand type") { return (index, operands) }
        if says("syntax error") {
            return (
                index,
                "this cannot be read as GLSL at \(quoted(index)); look for a missing ';', ')' or '}' just before"
            )
        }
        if says("body) found") { return bodiless }
        for (part, problem) in Self.sentences where says(part) {
            let word = Self.isAboutName.contains(part) ? meant : index
            return (word, problem.replacing("%", with: quoted(word)).replacing("$", with: "'\(subject)'"))
        }
        return (meant, "\(quoted(meant)) is not right here; look at its type and at how it is used")
    }

    private var unchangeable: (Int?, String) {
        let (place, isCall) = target
        if says("duplicate components") {
            return (place, "a component of \(quoted(place)) stands here twice; name each once")
        }
        if isCall {
            return (place, "what \(quoted(place)) gives cannot be changed; copy it into a variable")
        }
        if let index, place == index {
            return (place, "what a function sends back needs a variable; give it one in place of \(quoted(place))")
        }
        guard let place, Self.isName(words[place]) else {
            return (place, "only variables and their parts can be changed; name one here")
        }
        let isOwn = Filter.givenValues[words[place]] == nil
        let isConstant = isOwn && says("modify a const") ? ", for it is const" : ""
        return (place, "\(quoted(place)) cannot be changed\(isConstant); copy it into a variable")
    }

    /// A declared name's complaint is about what stands behind its `=`.
    private var nextEquals: Int? {
        guard let index, index + 1 < words.count, words[index + 1] == "=" else { return nil }
        return index + 1
    }

    /// A function that is declared and written nowhere, by the line below the complaint: `    f(f1;`.
    private var bodiless: (Int?, String) {
        let names = error.log.split(separator: "\n").dropFirst().compactMap { line -> String? in
            line.hasPrefix(" ") ? line.drop { $0 == " " }.split(separator: "(").first.map(String.init) : nil
        }
        let place = names.lazy.compactMap { name in words.firstIndex(of: name) }.first
        return (
            place, "\(quoted(place)) is declared, and its body is written nowhere; write it, or remove what calls it"
        )
    }
}
