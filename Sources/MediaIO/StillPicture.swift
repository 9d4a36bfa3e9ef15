import Foundation

/// Still pictures in the boxes of a movie file, HEIC and AVIF, which the library does not read.
enum StillPicture {
    /// Whether the file begins as such a picture does.
    static func isHEIF(_ path: String) -> Bool {
        guard path != "-", let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: 12)
        else { return false }
        guard data.count == 12, data[4..<8].elementsEqual("ftyp".utf8) else { return false }
        return brands.contains(String(decoding: data[8..<12], as: UTF8.self))
    }

    static func refusal(of path: String) -> MediaError {
        MediaError(
            kind: .data, call: "avformat_open_input", subject: path,
            problem: "it is a still picture (HEIC or AVIF), which cannot be read yet", wayOut: "convert it to PNG first"
        )
    }

    /// Major brands of ISO/IEC 23008-12 and of AVIF.
    private static let brands: Set = ["mif1", "msf1", "heic", "heix", "heim", "heis", "hevc", "hevx", "avif", "avis"]
}
