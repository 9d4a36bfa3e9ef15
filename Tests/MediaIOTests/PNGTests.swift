import ColorScience
import Foundation
import Testing

@testable import MediaIO

/// PNG files as another program, ffmpeg's decoder, reads them.
@Suite struct PNGTests {
    private static let color = ColorProperties(primaries: .bt709, transfer: .srgb, matrix: .rgb)

    /// Bytes of pictures of several kinds; rows lie further apart than they are long.
    private static func picture(_ kind: Int, width: Int, height: Int) -> [UInt8] {
        var seed: UInt32 = 7
        return (0..<height * (3 * width + 5)).map { index in
            seed = seed &* 1_664_525 &+ 1_013_904_223
            let (x, y) = (index % (3 * width + 5), index / (3 * width + 5))
            switch kind {
            case 0: return UInt8(truncatingIfNeeded: seed >> 24)
            case 1: return UInt8(truncatingIfNeeded: (x + y) / 3)
            case 2: return (x / 40 + y / 11) % 2 == 0 ? 17 : 230
            default: return 99
            }
        }
    }

    @Test(arguments: [(1, 1), (2, 3), (97, 31), (640, 300)], [PNGEncoder.Effort.quick, .thorough])
    func everyPixelComesBack(size: (width: Int, height: Int), effort: PNGEncoder.Effort) throws {
        let (width, height) = size
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("candela-\(UUID().uuidString).png")
            .path
        defer { try? FileManager.default.removeItem(atPath: path) }
        for kind in 0..<4 {
            let bytes = Self.picture(kind, width: width, height: height)
            let file = try bytes.withUnsafeBytes { bytes in
                try PNGEncoder.file(
                    rows: bytes.baseAddress!, bytesPerRow: 3 * width + 5, width: width, height: height,
                    color: Self.color, effort: effort)
            }
            try Data(file).write(to: URL(fileURLWithPath: path))
            let reader = try MediaReader(path: path)
            let frame = try #require(try reader.nextFrame())
            #expect(reader.track.description.layout.name == "rgb24")
            let plane = frame.planes.planes[0]
            for y in 0..<height {
                let row = UnsafeRawBufferPointer(start: plane.address.raw + y * plane.bytesPerRow, count: 3 * width)
                let start = y * (3 * width + 5)
                #expect(row.elementsEqual(bytes[start..<start + 3 * width]), "kind \(kind), row \(y)")
            }
        }
    }

    @Test func chunksAreWholeAndTagged() throws {
        let bytes = Self.picture(1, width: 64, height: 300)
        let file = try bytes.withUnsafeBytes { bytes in
            try PNGEncoder.file(
                rows: bytes.baseAddress!, bytesPerRow: 197, width: 64, height: 300, color: Self.color, effort: .quick)
        }
        var names: [String] = []
        var place = 8
        func number(_ at: Int) -> UInt32 { file[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        while place + 12 <= file.count {
            let length = Int(number(place))
            names.append(String(decoding: file[place + 4..<place + 8], as: UTF8.self))
            if names.last == "cICP" { #expect(Array(file[place + 8..<place + 12]) == [1, 13, 0, 1]) }
            // Bit by bit, as the standard's annex D has it.
            var sum: UInt32 = .max
            for byte in file[place + 4..<place + 8 + length] {
                sum ^= UInt32(byte)
                for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
            }
            #expect(number(place + 8 + length) == ~sum)
            place += 12 + length
        }
        #expect(place == file.count)
        #expect(names.starts(with: ["IHDR", "cICP"]) && names.last == "IEND")
        for name in ["sRGB", "gAMA", "cHRM", "IDAT"] { #expect(names.contains(name)) }
    }
}
