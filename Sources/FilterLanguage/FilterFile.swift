import Foundation

/// Reads a filter's text from disk, whatever stands there under its name.
public enum FilterFile {
    /// Why a file holds no filter's text.
    public struct ReadError: Error, Equatable, Sendable {
        /// Whether the file could be read, and what it holds is wrong.
        public let isContent: Bool
        /// What is wrong with the file, without its name: `is not UTF-8 text; save it as UTF-8`.
        public let problem: String
    }

    /// The text of the file at `path`.
    ///
    /// Throws when it is no ordinary file, has more than 1 MiB, or is no UTF-8 text; it never waits for a pipe or device.
    public static func text(path: String) throws(ReadError) -> String {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else {
            throw ReadError(isContent: false, problem: problem(ofOpening: errno))
        }
        defer { close(file) }
        var about = stat()
        guard fstat(file, &about) == 0, about.st_mode & S_IFMT == S_IFREG else {
            throw ReadError(
                isContent: false,
                problem: about.st_mode & S_IFMT == S_IFDIR
                    ? "is a folder; name a file in it"
                    : "is not an ordinary file; name one that holds a filter's text")
        }
        guard about.st_size <= SourceText.maxByteCount else {
            throw ReadError(
                isContent: true, problem: "has \(about.st_size) bytes; a filter file has at most 1 MiB")
        }
        return try text(of: bytes(file))
    }

    /// Whether the file at `path` can be read as text and has a line that begins with `//!`, as filters do.
    public static func holdsFilter(path: String) -> Bool {
        guard let text = try? text(path: path) else { return false }
        return !Annotations.isAbsent(in: text)
    }

    private static func problem(ofOpening number: Int32) -> String {
        switch number {
        case ENOENT, ENOTDIR: return "is not there; check the path"
        case EACCES, EPERM: return "may not be read; change its permissions"
        case ENAMETOOLONG: return "has too long a name for a file; check it"
        case ELOOP: return "is a link that leads back to itself; name the file"
        default: return "cannot be read: \(String(cString: strerror(number)).lowercased()); check the path"
        }
    }

    /// Up to one byte more than a filter may have: the file may grow while it is read.
    private static func bytes(_ file: CInt) -> [UInt8] {
        var all = [UInt8](repeating: 0, count: SourceText.maxByteCount + 1)
        var count = 0
        while count < all.count {
            let got = all.withUnsafeMutableBytes { read(file, $0.baseAddress.map { $0 + count }, $0.count - count) }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { break }
            count += got
        }
        return Array(all[..<count])
    }

    /// The text that bytes hold.
    static func text(of bytes: [UInt8]) throws(ReadError) -> String {
        guard bytes.count <= SourceText.maxByteCount else {
            throw ReadError(isContent: true, problem: "has more than 1 MiB, which a filter file has at most")
        }
        guard !bytes.contains(0) else {
            throw ReadError(isContent: true, problem: "holds no text; name a file that holds a filter's code")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ReadError(isContent: true, problem: "is not UTF-8 text; save it as UTF-8")
        }
        return text
    }
}
