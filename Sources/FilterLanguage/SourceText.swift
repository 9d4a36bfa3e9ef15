/// A place in a filter file: line and column, both from 1.
public struct Place: Hashable, Sendable {
    public let line: Int
    public let column: Int
    /// 0 is the filter file, others are files that it includes, in the order in which they are first named.
    public let file: Int

    /// The place at a line and a column, both from 1; column 0 means the whole line.
    public init(line: Int, column: Int, file: Int = 0) {
        (self.line, self.column, self.file) = (line, column, file)
    }
}

/// A filter file's text, and that of files that it includes, able to speak of places in them.
struct SourceText {
    /// One file.
    struct File: Sendable {
        let path: String
        let text: String
    }

    /// The filter file first.
    private(set) var files: [File]
    /// Names that `#define` lines lead back to.
    private(set) var circles: Set<String> = []
    /// Names of `#define` lines with arguments that stand without any.
    private(set) var bare: Set<String> = []

    var path: String { files[0].path }
    var text: String { files[0].text }

    /// The largest file that is read, in bytes; a filter is a page, not a program. Included files count together.
    static let maxByteCount = 1 << 20

    init(path: String, text: String) { files = [File(path: path, text: text)] }

    /// Adds an included file; answers its number.
    mutating func add(path: String, text: String) -> Int {
        files.append(File(path: path, text: text))
        return files.count - 1
    }

    /// Notes that what a name stands for leads back to it.
    mutating func noteCircle(_ name: String) { circles.insert(name) }

    /// Notes that a name that takes arguments stands without.
    mutating func noteBare(_ name: String) { bare.insert(name) }

    /// The mistake `problem` at `place`, with the line's text for the caret.
    func error(_ problem: String, at place: Place) -> SourceError {
        SourceError(
            file: files[place.file].path, line: place.line, column: place.column, problem: problem,
            excerpt: line(place.line, of: files[place.file].text))
    }

    /// The text of one line, without its ending.
    private func line(_ number: Int, of text: String) -> String {
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
