/// Reads one annotation line from left to right.
struct AnnotationScanner {
    let source: SourceText
    let line: Int
    private let characters: [Character]
    private var next: Int

    /// Starts after the first `skipped` characters of a line.
    init(_ source: SourceText, line: Int, text: Substring, skipped: Int) {
        (self.source, self.line) = (source, line)
        characters = Array(text)
        next = skipped
        skipSpaces()
    }

    /// Where the next character stands.
    var place: Place {
        // Columns count as those of the code do, by Unicode scalars.
        Place(line: line, column: characters[..<next].reduce(1) { $0 + $1.unicodeScalars.count })
    }
    var isAtEnd: Bool { next >= characters.count }

    /// The rest of the line without surrounding spaces; the scanner is then at the end.
    mutating func rest() -> String {
        skipSpaces()
        var end = characters.count
        while end > next, characters[end - 1].isWhitespace { end -= 1 }
        defer { next = characters.count }
        return String(characters[next..<end])
    }

    /// A word of letters, digits and underscores; empty when there is none.
    mutating func word() -> String { run { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" } }

    /// A run of characters up to a space or one of `stops`.
    mutating func value(stoppingAt stops: String = ":,") -> String { run { !$0.isWhitespace && !stops.contains($0) } }

    /// A curve's points, `0/0 0.5/0.7 1/1`: values with a `/`, one space between them.
    mutating func points() -> String {
        var words: [String] = []
        while true {
            var ahead = self
            let word = ahead.value()
            guard !word.isEmpty, word.contains("/") || words.isEmpty else { break }
            words.append(word)
            self = ahead
        }
        return words.joined(separator: " ")
    }

    /// Skips `text` when it comes next.
    mutating func take(_ text: String) -> Bool {
        let wanted = Array(text)
        guard next + wanted.count <= characters.count, Array(characters[next..<(next + wanted.count)]) == wanted else {
            return false
        }
        next += wanted.count
        skipSpaces()
        return true
    }

    /// Skips `word` when it comes next as a whole word.
    mutating func take(word wanted: String) -> Bool {
        let start = next
        if word() == wanted { return true }
        next = start
        return false
    }

    /// Requires `text`; `form` shows the author how the line is written.
    mutating func expect(_ text: String, form: String) throws(SourceError) {
        guard take(text) else { throw fail("expected '\(text)' here; the form is: \(form)") }
    }

    /// A mistake at the scanner's place.
    func fail(_ problem: String) -> SourceError { source.error(problem, at: place) }

    private mutating func run(while belongs: (Character) -> Bool) -> String {
        let start = next
        while next < characters.count, belongs(characters[next]) { next += 1 }
        let found = String(characters[start..<next])
        skipSpaces()
        return found
    }

    private mutating func skipSpaces() {
        while next < characters.count, characters[next].isWhitespace { next += 1 }
    }
}
