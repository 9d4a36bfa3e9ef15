/// A place in a filter file: line and column, both from 1.
public struct Place: Hashable, Sendable {
    public let line: Int
    public let column: Int

    /// The place at a line and a column, both from 1; column 0 means the whole line.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// A filter file's text, able to speak of places in it.
struct SourceText {
    let path: String
    let text: String

    /// The largest file that is read, in bytes; a filter is a page, not a program.
    static let maxByteCount = 1 << 20

    /// The mistake `problem` at `place`, with the line's text for the caret.
    func error(_ problem: String, at place: Place) -> SourceError {
        SourceError(
            file: path, line: place.line, column: place.column, problem: problem, excerpt: line(place.line))
    }

    /// The text of one line, without its ending.
    func line(_ number: Int) -> String {
        var current = 1
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte == newline {
                if current == number { break }
                current += 1
            } else if current == number {
                bytes.append(byte)
            }
        }
        if bytes.last == carriageReturn { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private var newline: UInt8 { UInt8(ascii: "\n") }
    private var carriageReturn: UInt8 { UInt8(ascii: "\r") }
}
