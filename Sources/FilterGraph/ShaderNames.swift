import FilterLanguage

/// The names that a written shader declares for all of its code.
enum ShaderNames {
    /// The text with every name that it declares set apart from an author's by a prefix, but for those in `kept`.
    static func setApart(_ text: String, keeping kept: Set<String>) -> String {
        let words = words(of: text)
        // Directives end with their lines, where everything else goes on.
        let code = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
        let moved = declared(self.words(of: code)).subtracting(kept)
        var result = ""
        result.reserveCapacity(text.utf8.count * 5 / 4)
        var isMember = false
        for word in words {
            if word.isName, !isMember, moved.contains(String(word.text)) { result += RawCode.reservedPrefix }
            result += word.text
            if !word.isSpace { isMember = word.text == "." }
        }
        return result
    }

    private struct Word {
        let text: Substring
        let isName: Bool
        let isSpace: Bool
    }

    /// The text cut into names, numbers, runs of spaces, and single characters.
    private static func words(of text: String) -> [Word] {
        func isLetter(_ byte: UInt8) -> Bool {
            (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
        }
        func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
        func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") }
        let utf8 = text.utf8
        var words: [Word] = []
        var next = utf8.startIndex
        while next < utf8.endIndex {
            let start = next
            let first = utf8[start]
            let belongs: (UInt8) -> Bool =
                isLetter(first) || isDigit(first)
                ? { isLetter($0) || isDigit($0) } : isSpace(first) ? isSpace : { _ in false }
            next = utf8.index(after: next)
            while next < utf8.endIndex, belongs(utf8[next]) { next = utf8.index(after: next) }
            words.append(Word(text: text[start..<next], isName: isLetter(first), isSpace: isSpace(first)))
        }
        return words
    }

    /// Names of functions, variables, structures and blocks, and of blocks' members: those that follow a name and are
    /// followed by what a declaration goes on with.
    private static func declared(_ words: [Word]) -> Set<String> {
        let words = words.filter { !$0.isSpace }
        var found: Set<String> = []
        var (braces, parentheses) = (0, 0)
        var isBlock = false
        for index in words.indices {
            let word = words[index]
            switch word.text {
            case "{": braces += 1
            case "}": braces -= 1
            case "(": parentheses += 1
            case ")": parentheses -= 1
            case "buffer": isBlock = true
            case ";" where braces == 0: isBlock = false
            default: break
            }
            guard word.isName, parentheses == 0, braces == 0 || (braces == 1 && isBlock), index > 0,
                index + 1 < words.count, words[index - 1].isName,
                ["(", ";", "=", "[", "{"].contains(words[index + 1].text)
            else { continue }
            found.insert(String(word.text))
        }
        return found
    }
}
