import CFFmpeg
import FilterLanguage
import Foundation
import Frames

extension Demuxer {
    /// Throws for a path under which nothing can be read, and for a file that cannot hold whole pictures of `raw`.
    static func requireFile(_ path: String, _ raw: RawVideoFormat?) throws(MediaError) {
        guard path != "-" else { return }
        var info = stat()
        guard stat(path, &info) == 0 else {
            guard errno == ENOENT else { throw MediaError(system: errno, call: "stat", subject: path) }
            throw MediaError(
                kind: .system, call: "stat", subject: path, code: candelaError(ENOENT),
                problem: isWrittenOtherwise(path)
                    ? "there is no file of this name, or its name is not UTF-8" : "there is no such file",
                wayOut: isWrittenOtherwise(path)
                    ? "rename it" : neighbour(of: path).map { "did you mean '\($0)'?" } ?? "check the path")
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

    /// Whether a word of the command line was not UTF-8: what could not be read of it has become U+FFFD.
    private static func isWrittenOtherwise(_ path: String) -> Bool { path.contains("\u{FFFD}") }

    /// Whether a file is a list of files in ffmpeg's format for its concat demuxer.
    static func isPlaylist(_ path: String) -> Bool {
        guard isRegular(path), let file = FileHandle(forReadingAtPath: path),
            let head = try? file.read(upToCount: playlistMark.count)
        else { return false }
        return head.elementsEqual(playlistMark)
    }

    private static let playlistMark = Array("ffconcat version 1.0".utf8)

    /// What is wrong with a list that names a file which it may not.
    static func refusal(ofPlaylist path: String) -> MediaError {
        MediaError(
            kind: .data, call: "avformat_open_input", subject: path,
            problem: "it names a file outside its own folder, or one whose name has other characters than letters, "
                + "digits, '.', '_' and '-'",
            wayOut: "put the files beside it, under such names")
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

    /// Whether a path names a file that can be opened again beside the library; a pipe would lose what it gives.
    static func isRegular(_ path: String) -> Bool {
        var info = stat()
        return path != "-" && stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
    }

    /// Throws for y4m pictures whose rows of chroma are a byte short, as FFmpeg writes those of an odd width and more than
    /// 8 bits: what follows a row is then read as its end.
    func requireWholeY4M() throws(MediaError) {
        let parameters = video.pointee.codecpar.pointee
        guard Self.isRegular(path), formatName == "yuv4mpegpipe",
            let layout = PixelLayout(AVPixelFormat(parameters.format)), layout.depth > 8, layout.log2ChromaWidth > 0,
            parameters.width % 2 != 0, let file = FileHandle(forReadingAtPath: path),
            let head = try? file.read(upToCount: 4096),
            let first = head.range(of: Data("\nFRAME".utf8)),
            let begin = head[first.upperBound...].firstIndex(of: 0x0a)
        else { return }
        let rows = layout.size(ofPlane: 1, width: Int(parameters.width), height: Int(parameters.height)).height
        let whole = Int(
            av_image_get_buffer_size(AVPixelFormat(parameters.format), parameters.width, parameters.height, 1))
        let next = UInt64(begin + 1 + whole - 2 * rows)
        guard (try? file.seek(toOffset: next)) != nil, let mark = try? file.read(upToCount: 6) ?? Data(),
            mark.isEmpty || mark.starts(with: "FRAME".utf8)
        else { return }
        throw MediaError(
            kind: .data, call: "stat", subject: path,
            problem:
                "its pictures lack a part of their chroma, as FFmpeg writes y4m of \(layout.name) with an odd width",
            wayOut: "make it anew as .nut or .mkv")
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
