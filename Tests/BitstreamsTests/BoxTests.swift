import Bitstreams
import Testing

/// Boxes are what the standard says, and come back as they were.
@Suite struct BoxTests {
    static let movie = Box(
        "moov",
        children: [
            Box("mvhd", version: 0, [UInt8](repeating: 7, count: 96)),
            Box(
                "trak",
                children: [
                    Box("tkhd", version: 0, flags: 3, [UInt8](repeating: 1, count: 80)),
                    Box("mdia", children: [Box("mdhd", [1]), Box("minf", children: [Box("stbl", children: [])])]),
                ]),
        ])

    @Test func whatIsWrittenIsRead() throws {
        let bytes = Self.movie.bytes
        #expect(bytes.count == Self.movie.byteCount)
        #expect(try Box(bytes) == Self.movie)
        #expect(Array(bytes[..<8]) == [0, 0, 0, UInt8(bytes.count), 0x6d, 0x6f, 0x6f, 0x76])
        #expect(Self.movie.first("trak", "mdia", "mdhd")?.fields == [1])
        #expect(Self.movie["trak"]?["tkhd"]?.fields.prefix(4) == [0, 0, 0, 3])
    }

    @Test func changesReachTheirPlace() {
        var movie = Self.movie
        let place: [BoxType] = ["trak", "mdia", "minf", "stbl"]
        let boxes = [Box("stts", [1]), Box("stsd", [9]), Box("stsz", [2]), Box("stsd", [9])]
        #expect(movie.change(place) { $0.children = boxes })
        #expect(movie.change(place) { $0.replace("stsd", by: [Box("stsd", [8])]) })
        #expect(movie.first("trak", "mdia", "minf", "stbl")?.children == [boxes[0], Box("stsd", [8]), boxes[2]])
        #expect(movie.change(place) { $0.replace("stss", by: [Box("stss", [3])]) })
        #expect(movie.first("trak", "mdia", "minf", "stbl")?.children?.last == Box("stss", [3]))
        for type in ["stts", "stsd", "stsz", "stss"] as [BoxType] {
            #expect(movie.change(place) { $0.replace(type, by: []) })
        }
        #expect(movie == Self.movie)
        #expect(!movie.change(["trak", "none"]) { _ in Issue.record("there is no such box") })
    }

    /// What cannot be understood, in whole or in part, is kept to the byte.
    @Test(
        arguments: [
            // A list that ends in four zeros.
            [0, 0, 0, 24, 0x75, 0x64, 0x74, 0x61, 0, 0, 0, 12, 0x6e, 0x61, 0x6d, 0x65, 1, 2, 3, 4, 0, 0, 0, 0],
            // A box inside that is longer than what holds it.
            [0, 0, 0, 20, 0x6d, 0x6f, 0x6f, 0x76, 0, 0, 0, 99, 0x6e, 0x61, 0x6d, 0x65, 1, 2, 3, 4],
            // A size of eight bytes.
            [0, 0, 0, 1, 0x66, 0x72, 0x65, 0x65, 0, 0, 0, 0, 0, 0, 0, 18, 5, 6],
            // Nothing inside.
            [0, 0, 0, 8, 0x6d, 0x6f, 0x6f, 0x76],
            [0, 0, 0, 10, 0x73, 0x74, 0x73, 0x64, 1, 2],
        ] as [[UInt8]])
    func oddBoxesComeBack(_ bytes: [UInt8]) throws { #expect(try Box(bytes).bytes == bytes) }

    @Test(
        arguments: [
            [], [0, 0, 0], [0, 0, 0, 7, 1, 2, 3, 4], [0, 0, 0, 9, 1, 2, 3, 4], [0, 0, 0, 1, 1, 2, 3, 4, 0, 0, 0, 0],
            [0, 0, 0, 1, 1, 2, 3, 4, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
        ] as [[UInt8]])
    func whatIsNoBoxIsRefused(_ bytes: [UInt8]) { #expect(throws: BitstreamError.self) { try Box(bytes) } }

    /// Any bytes within a container are kept, and depth is bounded.
    @Test func randomContentsComeBack() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            var content = (0..<Int.random(in: 0..<200, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            // Sizes that may be right.
            for place in stride(from: 0, to: content.count - 8, by: Int.random(in: 8...40, using: &random)) {
                content.replaceSubrange(place..<place + 4, with: [0, 0, 0, UInt8.random(in: 0...60, using: &random)])
                let type = ["trak", "meta", "stsd", "hvc1", "udta", "colr"].randomElement(using: &random) ?? "trak"
                content.replaceSubrange(place + 4..<place + 8, with: Array(type.utf8))
            }
            let bytes = Box("moov", content).bytes
            #expect(try Box(bytes).bytes == bytes)
        }
        var deep: [UInt8] = []
        for _ in 0..<1000 { deep = Box("trak", deep).bytes }
        #expect(try Box(deep).bytes == deep)
    }
}
