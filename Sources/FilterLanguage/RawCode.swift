/// The code of a raw filter: a whole compute shader, which the device's compiler reads and this module does not.
///
/// Comments are gone, files are included and names that stand for text are replaced. What would break out of the shader
/// around it, or bring a compiler down, is refused by name.
public struct RawCode: Sendable {
    /// A word of the code as it is handed on, and where the author wrote it.
    public struct Word: Sendable {
        public let text: String
        public let place: Place
    }

    /// The words, in order.
    public let words: [Word]
    /// Every name in it.
    public let names: Set<String>
    /// Threads of a workgroup, across and down.
    public let threads: (columns: Int, rows: Int)
    /// Pixels that a workgroup takes care of, across and down.
    public let tile: (columns: Int, rows: Int)
    /// Where `main` stands.
    public let mainPlace: Place

    /// Whether it writes a picture; else the picture that it reads passes by.
    public var writesPicture: Bool { names.contains(Self.writer) }

    /// The code as text, each word of `words` on a line of its own: a compiler tells of lines, and so of words.
    public var text: String { words.map(\.text).joined(separator: "\n") + "\n" }

    /// The function that writes a pixel.
    public static let writer = "setTexel"
    /// How names of the shader around the code begin.
    public static let reservedPrefix = "candela_"

    /// Words of one file, of one statement, and brackets inside one another.
    static let maxWordCount = 20_000
    static let maxStatementCount = 4096
    static let maxNesting = 64
    static let maxElseCount = 256

    init(_ source: SourceText, tokens: [Token], annotations: Annotations) throws(SourceError) {
        let code = tokens.filter { $0.kind != .end }
        guard code.count <= Self.maxWordCount else {
            throw source.error(
                "a raw filter has at most \(Self.maxWordCount) words of code; make it shorter",
                at: code[Self.maxWordCount].place)
        }
        try Self.refuseWords(code, source)
        try Self.checkBrackets(code, source)
        let main = try Self.main(in: code, source, annotations)
        words = code.map { Word(text: Self.text(of: $0), place: $0.place) }
        names = Set(code.filter { $0.kind == .name }.map(\.text))
        threads = annotations.threads ?? (16, 16)
        tile = annotations.tile ?? threads
        mainPlace = main.place
        guard writesPicture || !annotations.results.isEmpty else {
            throw source.error(
                "this filter writes neither a result nor a picture; declare '//! result NAME uint: What it says.', or "
                    + "call \(Self.writer)(p, color)", at: main.place)
        }
    }

    /// How GLSL writes a token.
    private static func text(of token: Token) -> String {
        switch token.kind {
        case .uint: token.text + "u"
        // Hexadecimal numbers may be negative.
        case .int where token.text.hasPrefix("-"): "(" + token.text + ")"
        default: token.text
        }
    }

    // MARK: Checks

    /// Where `void main()` is written; throws where it is not, or where another thing has its name.
    private static func main(
        in code: [Token], _ source: SourceText, _ annotations: Annotations
    ) throws(SourceError) -> Token {
        var found: Token?
        for (index, token) in code.enumerated() where token.text == "main" {
            let before = index > 0 ? code[index - 1].text : ""
            let after = code[(index + 1)...].prefix(3).map(\.text)
            guard before == "void", after == ["(", ")", "{"] || after == ["(", "void", ")"] else {
                throw source.error(
                    "'main' is where the filter begins, once, as 'void main() { ... }'; write it so, or choose another name",
                    at: token.place)
            }
            guard found == nil else {
                throw source.error("'main' is written twice; remove one of them", at: token.place)
            }
            found = token
        }
        guard let found else {
            throw source.error(
                "there is no 'void main()', where a filter of kind raw begins; write one", at: annotations.namePlace)
        }
        return found
    }

    private static func refuseWords(_ code: [Token], _ source: SourceText) throws(SourceError) {
        var elseCount = 0
        for token in code where token.kind == .name {
            if let objection = objection(to: token.text) { throw source.error(objection, at: token.place) }
            elseCount += token.text == "else" ? 1 : 0
            // A chain of them is a tower to a compiler.
            if elseCount > maxElseCount {
                throw source.error("a raw filter has at most \(maxElseCount) 'else'; use an array", at: token.place)
            }
        }
        if let mark = code.first(where: { $0.kind == .string || $0.text == "#" }) {
            throw source.error("'\(mark.text)' does not belong here; remove it", at: mark.place)
        }
    }

    private static func checkBrackets(_ code: [Token], _ source: SourceText) throws(SourceError) {
        let partners = [")": "(", "]": "[", "}": "{"]
        var open: [Token] = []
        var statement = 0
        for token in code {
            statement = [";", "{", "}"].contains(token.text) ? 0 : statement + 1
            guard statement <= maxStatementCount else {
                throw source.error(
                    "a statement of a raw filter has at most \(maxStatementCount) words; split it", at: token.place)
            }
            if ["(", "[", "{"].contains(token.text) {
                open.append(token)
                guard open.count <= maxNesting else {
                    throw source.error(
                        "more than \(maxNesting) brackets inside one another; name a part of it", at: token.place)
                }
            } else if let partner = partners[token.text] {
                guard let last = open.last, open.contains(where: { $0.text == partner }) else {
                    throw source.error(
                        "this '\(token.text)' closes no '\(partner)'; remove it, or open one before", at: token.place)
                }
                guard last.text == partner else {
                    throw source.error(
                        "this '\(last.text)' is not closed before '\(token.text)'; add what closes it", at: last.place)
                }
                open.removeLast()
            }
        }
        if let last = open.last {
            throw source.error("this '\(last.text)' is never closed; add what closes it", at: last.place)
        }
    }

    /// What a compute shader may know of its place.
    private static let builtinValues = [
        "gl_NumWorkGroups", "gl_WorkGroupSize", "gl_WorkGroupID", "gl_LocalInvocationID", "gl_GlobalInvocationID",
        "gl_LocalInvocationIndex",
    ]

    /// Why a word cannot stand in a raw filter, and what to do instead; `nil` for words that can.
    private static func objection(to word: String) -> String? {
        if word.hasPrefix(reservedPrefix) {
            return "names that begin with '\(reservedPrefix)' belong to the shader around the filter; choose another"
        }
        if word.hasPrefix("gl_") {
            if builtinValues.contains(word) { return nil }
            let ending = Suggestion.ending(for: word, among: builtinValues)
            return
                "'\(word)' is not there\(ending.isEmpty ? "; known are \(builtinValues.joined(separator: ", "))" : ending)"
        }
        if word.hasPrefix("subgroup") || word.hasPrefix("allInvocation") || word.hasPrefix("anyInvocation") {
            return
                "'\(word)' is refused: groups of threads differ from device to device; use shared memory and barrier()"
        }
        switch word {
        case "layout":
            return "'layout' is refused: bindings are written for you; say '//! threads 16x16' for the workgroup's size"
        case "buffer", "uniform", "attribute", "varying":
            return
                "'\(word)' is refused: bindings are written for you; declare parameters with '//! param', results with "
                + "'//! result'"
        case "texture", "texelFetch", "imageLoad", "imageStore":
            return "'\(word)' is refused; read by texel(p) and write by \(writer)(p, color)"
        case "discard": return "'discard' is refused: a compute shader has no pixel to give up; use return"
        default:
            // Bits of floats are a reduction's tools.
            return bitTools.contains(word) ? nil : Words.objection(to: word)
        }
    }

    private static let bitTools: Set<String> = [
        "floatBitsToInt", "floatBitsToUint", "intBitsToFloat", "uintBitsToFloat", "frexp", "packHalf2x16",
        "unpackHalf2x16", "packUnorm4x8", "unpackUnorm4x8", "packSnorm4x8", "unpackSnorm4x8", "packUnorm2x16",
        "unpackUnorm2x16", "packSnorm2x16", "unpackSnorm2x16",
    ]
}
