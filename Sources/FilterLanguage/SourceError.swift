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

    /// The message, the line it speaks of, and a caret below the column.
    public var illustrated: String {
        guard line > 0, !excerpt.isEmpty else { return description }
        let margin = String(excerpt.prefix(max(column - 1, 0)).map { $0 == "\t" ? "\t" : " " as Character })
        return "\(description)\n  \(excerpt)\n  \(margin)^"
    }
}
