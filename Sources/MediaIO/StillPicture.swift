import CFFmpeg
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

    /// What is wrong with a PNG file that has no pixels, more than the library decodes, or others that it does not decode;
    /// `nil` for other files.
    static func excess(of path: String) -> MediaError? {
        guard path != "-", let file = FileHandle(forReadingAtPath: path), let head = try? file.read(upToCount: 24),
            head.count == 24, head.starts(with: pngMark)
        else { return nil }
        // After the mark: the length and the name of the first chunk, then columns and rows, the highest byte first.
        let (width, height) = (head[16..<20], head[20..<24])
        func number(_ bytes: Data) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }
        func error(_ problem: String, _ wayOut: String) -> MediaError {
            MediaError(kind: .data, call: "av_image_check_size", subject: path, problem: problem, wayOut: wayOut)
        }
        let size = "\(number(width))x\(number(height))"
        if number(width) == 0 || number(height) == 0 {
            return error("it is a picture of \(size), which has no pixels", "get a complete copy")
        }
        guard av_image_check_size(number(width), number(height), 0, nil) < 0 else {
            return error("its picture of \(size) cannot be decoded", "check that the file is complete")
        }
        return error("its \(size) pixels are too many to be read", "make it smaller: as many as 16000x16000 at most")
    }

    private static let pngMark: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    /// Major brands of ISO/IEC 23008-12 and of AVIF.
    private static let brands: Set = ["mif1", "msf1", "heic", "heix", "heim", "heis", "hevc", "hevx", "avif", "avis"]
}
