import Shaders
import Synchronization

/// The colour library's GLSL, cut into definitions so that a shader holds only those it needs.
public struct ColorLibrary: Sendable {
    /// One function or constant at the top level of a file.
    private struct Definition: Sendable {
        let name: String
        let text: String
        let mentions: Set<String>
    }

    /// Files' texts, cut when they are first asked for: most commands only list and read filters.
    private final class Source: Sendable {
        private let texts: [String]
        private let cut = Mutex<[Definition]?>(nil)

        init(_ texts: [String]) { self.texts = texts }

        var definitions: [Definition] {
            cut.withLock { cut in
                let found = cut ?? texts.flatMap(ColorLibrary.split)
                cut = found
                return found
            }
        }
    }

    private let source: Source
    private var definitions: [Definition] { source.definitions }

    /// Reads every file of the library.
    public init(_ library: ShaderLibrary) throws {
        source = Source(try library.colorFiles().map { try library.text("color/" + $0.lastPathComponent) })
    }

    /// Reads definitions from text.
    init(text: String) { source = Source([text]) }

    /// Names that the library defines.
    public var names: Set<String> { Set(definitions.map(\.name)) }

    /// The definitions that the given names stand for and everything they need, in the order of the files.
    func text(for names: Set<String>) -> String {
        var needed: Set<String> = []
        var pending = Array(names)
        while let name = pending.popLast() {
            guard needed.insert(name).inserted else { continue }
            for definition in definitions where definition.name == name { pending += definition.mentions }
        }
        let chosen = definitions.filter { needed.contains($0.name) }
        return Self.callersLast(chosen).map(\.text).joined(separator: "\n")
    }

    /// Puts each definition after those it mentions, as GLSL wants; overloads stay together in their file's order.
    private static func callersLast(_ all: [Definition]) -> [Definition] {
        var needs: [String: Set<String>] = [:]
        for definition in all { needs[definition.name, default: []].formUnion(definition.mentions) }
        var names: [String] = []
        for definition in all where !names.contains(definition.name) { names.append(definition.name) }
        var done: [Definition] = []
        while !names.isEmpty {
            let waiting = Set(names)
            let ready = names.filter { name in needs[name, default: []].subtracting([name]).isDisjoint(with: waiting) }
            let next = ready.isEmpty ? names : ready
            for name in next { done += all.filter { $0.name == name } }
            names.removeAll { next.contains($0) }
        }
        return done
    }

    private static func split(_ source: String) -> [Definition] {
        var found: [Definition] = []
        var text = ""
        var depth = 0
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            var code = String(line)
            if let comment = code.range(of: "//") { code = String(code[..<comment.lowerBound]) }
            if depth == 0, text.isEmpty, code.allSatisfy(\.isWhitespace) { continue }
            text += code + "\n"
            for character in code {
                if character == "{" || character == "(" { depth += 1 }
                if character == "}" || character == ")" { depth -= 1 }
            }
            let last = code.last { !$0.isWhitespace }
            if depth == 0, last == "}" || last == ";" {
                if let definition = definition(text) { found.append(definition) }
                text = ""
            }
        }
        return found
    }

    private static func definition(_ text: String) -> Definition? {
        let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
        guard let name = text.prefix(while: { $0 != "(" && $0 != "=" }).split(separator: " ").last else { return nil }
        let bare = String(name.prefix { $0 != "[" }).trimmingWhitespace()
        return Definition(name: bare, text: text, mentions: Set(words).subtracting([bare]))
    }
}

extension String {
    fileprivate func trimmingWhitespace() -> String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
