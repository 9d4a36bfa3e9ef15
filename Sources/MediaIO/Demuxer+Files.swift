import CFFmpeg
import FilterLanguage
import Foundation

extension Demuxer {
    /// Throws for a path under which nothing can be read, and for a file that cannot hold whole pictures of `raw`.
    static func requireFile(_ path: String, _ raw: RawVideoFormat?) throws(MediaError) {
        guard path != "-" else { return }
        var info = stat()
        guard stat(path, &info) == 0 else {
            guard errno == ENOENT else { throw MediaError(system: errno, call: "stat", subject: path) }
            throw MediaError(
                kind: .system, call: "stat", subject: path, code: candelaError(ENOENT),
                problem: "there is no such file",
                wayOut: neighbour(of: path).map { "did you mean '\($0)'?" } ?? "check the path")
        }
        switch info.st_mode & S_IFMT {
        case S_IFDIR:
            throw MediaError(
                kind: .system, call: "stat", subject: path, code: candelaError(EISDIR), problem: "it is a folder",
                wayOut: "name a file in it")
        case S_IFREG: try requireSize(Int(info.st_size), path, raw)
        default: return
        }
    }

    private static func requireSize(_ count: Int, _ path: String, _ raw: RawVideoFormat?) throws(MediaError) {
        guard count > 0 else {
            throw MediaError(
                kind: .data, call: "stat", subject: path, problem: "it is empty", wayOut: "get a complete copy")
        }
        guard let raw, let picture = byteCount(of: raw), count % picture != 0 else { return }
        throw MediaError(
            kind: .data, call: "stat", subject: path,
            problem: "its \(count) bytes are no whole number of pictures of \(raw.width)x\(raw.height) "
                + "\(raw.layout.name), which have \(picture) bytes each",
            wayOut: wayOutOfRaw)
    }

    /// What to do about pictures without a header that are not whole.
    static let wayOutOfRaw = "check the size and the format given for it, or get a complete copy"

    /// Bytes of one picture without a header.
    static func byteCount(of raw: RawVideoFormat) -> Int? {
        guard let format = raw.layout.pixelFormat else { return nil }
        let count = Int(av_image_get_buffer_size(format, Int32(raw.width), Int32(raw.height), 1))
        return count > 0 ? count : nil
    }

    /// The path of the file beside it that was most likely meant.
    private static func neighbour(of path: String) -> String? {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? ""
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        // A folder may hold any number of files.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        return Suggestion.nearest(to: name, among: names.prefix(1000)).map { folder + $0 }
    }
}
