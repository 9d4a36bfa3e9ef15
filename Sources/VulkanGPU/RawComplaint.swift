import FilterGraph
import FilterLanguage
import Foundation

/// What the compiler has against a raw filter, in the words that filters' authors know.
struct RawComplaint {
    private let error: ShaderError

    init(_ error: ShaderError) { self.error = error }

    /// The complaint as a mistake in the author's file; `nil` where the pass or the line is none of theirs.
    func mistake(in pass: PassProgram) -> SourceError? {
        guard let filter = pass.raw?.filter else { return nil }
        let isAssignment = says("l-value required") || says("can't modify")
        let word = isAssignment ? assigned(pass) ?? word(filter) : word(filter)
        return pass.mistake(
            inLine: error.line, word: word, isLast: says("redefinition"), problem: problem(filter, word))
    }

    /// The author's word that it is about; empty where it names none.
    private func word(_ filter: Filter) -> String {
        let own = Set(filter.raw?.lines.flatMap { $0 }.map(\.text) ?? [])
        // Before the colon stands the word, or what the compiler was at; then the word may follow, quoted or last.
        let quoted = reason.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
        let last = reason.split { $0 == " " || $0 == ":" }.last.map(String.init)
        let candidates = [first, quoted.count > 2 ? quoted[1] : nil, last].compactMap { $0?.trimmed }
        return candidates.first { !$0.isEmpty && own.contains($0) } ?? ""
    }

    /// The given value that the author's line assigns to, which the compiler, who knows its number, no longer names.
    private func assigned(_ pass: PassProgram) -> String? {
        guard let (filter, firstLine) = pass.raw, let code = filter.raw, error.line >= firstLine,
            error.line - firstLine < code.lines.count
        else { return nil }
        let words = code.lines[error.line - firstLine].map(\.text)
        for (index, word) in words.enumerated() where Self.assignments.contains(word) {
            var place = index - 1
            // Back over what picks a part of it: `size.x`, `values[3]`.
            while place > 1 {
                if words[place - 1] == "." {
                    place -= 2
                } else if words[place] == "]", let open = words[..<place].lastIndex(of: "["), open > 0 {
                    place = open - 1
                } else {
                    break
                }
            }
            let targets = [place >= 0 ? words[place] : "", index + 1 < words.count ? words[index + 1] : ""]
            if let given = targets.first(where: { Filter.givenValues[$0] != nil }) { return given }
        }
        return nil
    }

    private static let assignments: Set = [
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--",
    ]

    /// What stands between the first two quotes.
    private var first: String? {
        let parts = error.problem.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count > 2 ? String(parts[1]) : nil
    }

    /// What the compiler says of it.
    private var reason: String {
        guard let colon = error.problem.range(of: "' : ") else { return error.problem }
        return String(error.problem[colon.upperBound...]).trimmed
    }

    private func says(_ text: String) -> Bool { reason.localizedCaseInsensitiveContains(text) }

    private func problem(_ filter: Filter, _ word: String) -> String {
        if says("undeclared identifier") { return undeclared(filter, word) }
        if says("no matching overloaded function") {
            let near = near(filter, word)
            if Self.areaReads.contains(word) { return undeclared(filter, word) }
            return near.isEmpty
                ? "no function '\(word)' takes these arguments; look at their number and types"
                : "there is no function '\(word)'\(near)"
        }
        if says("syntax error") {
            return word.isEmpty
                ? "this cannot be read as GLSL; look for a missing ';', ')' or '}' just before"
                : "this cannot be read as GLSL at '\(word)'; look for a missing ';', ')' or '}' just before"
        }
        if says("cannot convert from") { return conversion(reason) }
        if says("wrong operand type") {
            return "'\(word)' does not take these types; make both sides alike, such as float(n) or uint(n)"
        }
        if says("cannot return a value") {
            return "a function that gives nothing back returns no value; write 'return;' alone"
                + (filter.raw?.writesPicture ?? false ? ", and hand the pixel to \(RawCode.writer)(p, color)" : "")
        }
        if says("redefinition") { return "'\(word)' is declared already; choose another name" }
        if says("reserved word") { return "'\(word)' is a reserved word of GLSL; choose another name" }
        if says("l-value required") || says("can't modify") {
            return "\(word.isEmpty ? "this" : "'\(word)'") cannot be changed; copy it into a variable"
        }
        if says("no such field") || says("swizzle") || says("field selection") {
            return "'\(word)' is no part of what stands before the point"
        }
        if says("boolean expression expected") {
            return "a condition must be a bool; compare with a number, such as x != 0"
        }
        if says("out of range") { return "the index is outside the array" }
        if says("not return a value") || says("missing return") {
            return "the function '\(word)' gives no value at its end; add a return"
        }
        if says("recursi") { return "a function calls itself, which no GPU can; use a loop" }
        if says("constant") { return "'\(word)' must be a constant here" }
        if says("void") { return "'\(word)' gives no value to use" }
        return word.isEmpty
            ? "this is no right GLSL; look at the types and names here"
            : "'\(word)' is not right here; look at its type and at how it is used"
    }

    /// A name that is not there, with the one that was meant.
    private func undeclared(_ filter: Filter, _ word: String) -> String {
        switch word {
        case "position":
            "'position' is not there in a filter of kind raw; a thread's place is gl_GlobalInvocationID.xy"
        case _ where Self.areaReads.contains(word):
            "'\(word)' is for area filters; a filter of kind raw reads by texel(ivec2)"
        case _ where filter.results.contains { $0.name == word }:
            "'\(word)' is a result; write it by a function such as \(functions(filter).first { $0.hasPrefix(word + "_") } ?? word)"
        default:
            "'\(word)' is declared nowhere\(near(filter, word))"
        }
    }

    /// How area filters read.
    private static let areaReads = ["at", "pixel", "atOrClear", "texelOrClear"]

    private func near(_ filter: Filter, _ word: String) -> String {
        let given = ["texel", RawCode.writer, "size", "time", "referenceWhite", "contentHeadroom", "compositionIsHDR"]
        let usual = ["barrier", "memoryBarrierShared", "atomicAdd", "atomicMax", "atomicMin", "atomicExchange"]
        var known = filter.raw?.names ?? []
        known.formUnion(
            filter.parameters.map(\.name) + filter.phases.map(\.name) + filter.functions.map(\.name))
        known.formUnion(functions(filter) + given + usual)
        return Suggestion.ending(for: word, among: known.subtracting([word]))
    }

    private func functions(_ filter: Filter) -> [String] { filter.results.flatMap(\.functionNames) }

    /// `cannot convert from ' const float' to ' temp int'`, in GLSL's own names.
    private func conversion(_ reason: String) -> String {
        let parts = reason.split(separator: "'", omittingEmptySubsequences: false).map { String($0) }
        guard parts.count >= 4 else { return "the types of the two sides differ" }
        let (from, to) = (Self.type(parts[1]), Self.type(parts[3]))
        guard let from, let to else { return "the types of the two sides differ" }
        return "a value of type \(from) does not become \(to) by itself; write \(to)(...)"
    }

    /// The GLSL name of a type as the compiler describes it; `nil` for what has none.
    private static func type(_ text: String) -> String? {
        let words = text.split(separator: " ").map(String.init)
        guard let scalar = words.last, ["float", "int", "uint", "bool"].contains(scalar) else { return nil }
        if words.contains(where: { $0.contains("array") || $0.contains("matrix") }) { return nil }
        guard let part = words.first(where: { $0.hasSuffix("-component") }), let count = part.first else {
            return scalar
        }
        return ["float": "vec", "int": "ivec", "uint": "uvec", "bool": "bvec"][scalar].map { "\($0)\(count)" }
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
