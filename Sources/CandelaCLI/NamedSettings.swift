/// A name with settings, as people write it: `name:param=value,param=value`.
///
/// A value with commas stands in double quotes; a quote or backslash in quotes follows a backslash. The colon that ends
/// the name is the first one that a `param=` follows, so names may be paths and URLs with colons of their own.
struct NamedSettings: Hashable, Sendable {
    /// One setting, in the order written.
    struct Setting: Hashable, Sendable {
        var name: String
        var value: String
    }

    var name: String
    var settings: [Setting]

    /// Reads it; `subject` is named in the error.
    init(_ text: String, for subject: String) throws(CommandError) {
        let characters = Array(text)
        let colon = Self.end(ofNameIn: characters)
        name = Self.unquoted(characters[..<(colon ?? characters.count)])
        settings = []
        guard !name.isEmpty else { throw CommandError(subject, "'\(text)' names nothing; write name:param=value") }
        guard let colon else { return }
        for part in try Self.parts(characters[(colon + 1)...], of: text, for: subject) {
            guard let equals = part.firstIndex(of: "="), equals > part.startIndex else {
                throw CommandError(subject, "'\(String(part))' is not a setting; write param=value, a vector as 1/0/0")
            }
            let name = String(part[..<equals])
            let value = Self.unquoted(part[(equals + 1)...])
            guard !value.isEmpty else { throw CommandError(subject, "\(name) has no value; write \(name)=value") }
            guard !settings.contains(where: { $0.name == name }) else {
                throw CommandError(subject, "\(name) is set twice; it may be set once")
            }
            settings.append(Setting(name: name, value: value))
        }
    }

    /// Takes a setting out, for those that a command reads itself.
    mutating func remove(_ name: String) -> String? {
        guard let index = settings.firstIndex(where: { $0.name == name }) else { return nil }
        return settings.remove(at: index).value
    }

    /// The settings as the library takes them.
    var pairs: [(name: String, text: String)] { settings.map { ($0.name, $0.value) } }

    private static func end(ofNameIn text: [Character]) -> Int? {
        var isQuoted = false
        for (index, character) in text.enumerated() {
            if character == "\"" { isQuoted.toggle() }
            guard character == ":", !isQuoted else { continue }
            let word = text[(index + 1)...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            let next = index + 1 + word.count
            if let first = word.first, !first.isNumber, next < text.count, text[next] == "=" { return index }
        }
        return nil
    }

    /// Splits at commas that stand outside quotes.
    private static func parts(
        _ text: ArraySlice<Character>, of whole: String, for subject: String
    ) throws(CommandError) -> [ArraySlice<Character>] {
        var parts: [ArraySlice<Character>] = []
        var (start, isQuoted, isEscaped) = (text.startIndex, false, false)
        for index in text.indices {
            let character = text[index]
            if isEscaped {
                isEscaped = false
            } else if character == "\\", isQuoted {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == ",", !isQuoted {
                parts.append(text[start..<index])
                start = index + 1
            }
        }
        guard !isQuoted else { throw CommandError(subject, "'\(whole)' has a quote that is not closed; close it") }
        parts.append(text[start...])
        return parts
    }

    private static func unquoted(_ text: ArraySlice<Character>) -> String {
        guard text.count >= 2, text.first == "\"", text.last == "\"" else { return String(text) }
        var result = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                result.append(character)
                isEscaped = false
            }
        }
        return result
    }
}
