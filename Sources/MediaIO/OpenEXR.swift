import ColorScience
import Foundation

/// What an OpenEXR file says of its colours, which the library does not read.
///
/// By its standard such a file holds linear light, multiplied by alpha; its `chromaticities` name the primaries, which are
/// BT.709's where there are none.
enum OpenEXR {
    /// The red, green, blue and white that a file states; `nil` where it states none.
    static func chromaticities(of path: String) -> [Chromaticity]? {
        guard Demuxer.isRegular(path), let file = FileHandle(forReadingAtPath: path),
            let data = try? file.read(upToCount: 1 << 20)
        else { return nil }
        return chromaticities(in: [UInt8](data))
    }

    /// The primaries that have these chromaticities, to a thousandth or so, as files have them; `nil` where none of those
    /// that are known has.
    static func primaries(_ stated: [Chromaticity]) -> Primaries? {
        Primaries.allCases.first { candidate in
            let own = candidate.chromaticities
            return zip([own.red, own.green, own.blue, candidate.whitePoint], stated).allSatisfy {
                abs($0.x - $1.x) < 0.0015 && abs($0.y - $1.y) < 0.0015
            }
        }
    }

    /// Reads the header: after mark and version, attributes of name, type, length and value until an empty name.
    private static func chromaticities(in bytes: [UInt8]) -> [Chromaticity]? {
        guard bytes.starts(with: [0x76, 0x2f, 0x31, 0x01]) else { return nil }
        var place = 8
        func word(at index: Int) -> UInt32? {
            guard index + 4 <= bytes.count else { return nil }
            return (0..<4).reduce(0) { $0 | UInt32(bytes[index + $1]) << UInt32(8 * $1) }
        }
        func text() -> String? {
            guard place < bytes.count, let end = bytes[place...].firstIndex(of: 0) else { return nil }
            defer { place = end + 1 }
            return String(decoding: bytes[place..<end], as: UTF8.self)
        }
        while let name = text(), !name.isEmpty, let type = text(), let count = word(at: place), count < 1 << 20 {
            place += 4
            if name == "chromaticities", type == "chromaticities", count == 32 {
                let numbers = (0..<8).compactMap { word(at: place + 4 * $0).map { Double(Float(bitPattern: $0)) } }
                guard numbers.count == 8 else { return nil }
                return (0..<4).map { Chromaticity(numbers[2 * $0], numbers[2 * $0 + 1]) }
            }
            place += Int(count)
        }
        return nil
    }
}
