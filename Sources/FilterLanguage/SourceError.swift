/// A mistake in a filter file, at a place its author can open.
public struct SourceError: Error, Equatable, Sendable, CustomStringConvertible {
    public let file: String
    /// The line, from 1; 0 when the mistake has no place.
    public let line: Int
    /// The column, from 1; 0 when the whole line is meant.
    public let column: Int
    /// What is wrong and, where one is known, the way out.
    public let problem: String
    /// The line's text, for the caret under it.
    public let excerpt: String

    public init(file: String, line: Int, column: Int = 0, problem: String, excerpt: String = "") {
        self.file = file
        self.line = line
        self.column = column
        self.problem = problem
        self.excerpt = excerpt
    }

    /// One line: `file:line:column: problem`.
    public var description: String {
        line == 0 ? "\(file): \(problem)" : "\(file):\(line):\(max(column, 1)): \(problem)"
    }

    /// The message, the line it speaks of, and a caret below the column; of a long line, what lies around the caret.
    public var illustrated: String {
        guard line > 0, !excerpt.isEmpty else { return description }
        // What a terminal would not show has a mark of one column in its place.
        let text = excerpt.unicodeScalars.map { $0 == "\t" || Terminal.shows($0) ? $0 : "\u{FFFD}" }
        let place = min(max(column - 1, 0), text.count)
        let start = text.count <= Self.width ? 0 : min(max(place - Self.width / 2, 0), text.count - Self.width)
        let end = min(start + Self.width, text.count)
        let (before, after) = (start > 0 ? "..." : "", end < text.count ? "..." : "")
        var line = before
        line.unicodeScalars.append(contentsOf: text[start..<end])
        var margin = String(repeating: " ", count: before.count)
        for scalar in text[start..<place] {
            margin += scalar == "\t" ? "\t" : String(repeating: " ", count: Terminal.columns(scalar))
        }
        return "\(description)\n  \(line)\(after)\n  \(margin)^"
    }

    /// Characters of a line that are shown.
    private static let width = 110
}
