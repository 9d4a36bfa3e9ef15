import Bitstreams
import Testing

/// HDR boxes and messages to the byte, against numbers written out from the standards.
@Suite struct MetadataTests {
    /// Display P3 with 1000 cd/m2, as every encoder's documentation writes it: G(13250,34500)B(7500,3000)R(34000,16000)
    /// WP(15635,16450)L(10000000,1).
    static let display: [UInt8] = [
        0x33, 0xc2, 0x86, 0xc4, 0x1d, 0x4c, 0x0b, 0xb8, 0x84, 0xd0, 0x3e, 0x80, 0x3d, 0x13, 0x40, 0x42, 0x00, 0x98,
        0x96,
        0x80, 0x00, 0x00, 0x00, 0x01,
    ]

    @Test func masteringDisplay() throws {
        let box = MasteringDisplayBox(
            green: .init(13250, 34500), blue: .init(7500, 3000), red: .init(34000, 16000), white: .init(15635, 16450),
            maximum: 10_000_000, minimum: 1)
        #expect(box.fields == Self.display)
        #expect(MasteringDisplayBox(Self.display) == box)
        #expect(MasteringDisplayBox(Self.display.dropLast()) == nil)
        #expect(box.box.bytes.prefix(8) == [0, 0, 0, 32, 0x6d, 0x64, 0x63, 0x76])
    }

    @Test func lightLevels() {
        #expect(LightLevelBox(maxCLL: 1000, maxFALL: 400).fields == [0x03, 0xe8, 0x01, 0x90])
        #expect(LightLevelBox([0x03, 0xe8, 0x01, 0x90]) == LightLevelBox(maxCLL: 1000, maxFALL: 400))
        #expect(LightLevelBox([1, 2, 3]) == nil)
    }

    /// The box of a phone's clip: 314 lx under D65.
    @Test func ambientViewing() {
        let fields: [UInt8] = [0x00, 0x2f, 0xe9, 0xa0, 0x3d, 0x13, 0x40, 0x42]
        #expect(AmbientViewingBox(fields) == AmbientViewingBox(illuminance: 3_140_000, x: 15635, y: 16450))
        #expect(AmbientViewingBox(illuminance: 3_140_000, x: 15635, y: 16450).fields == fields)
        #expect(AmbientViewingBox([0]) == nil)
    }

    @Test(
        arguments: [
            (
                ColorBox(primaries: 9, transfer: 18, matrix: 9, isFullRange: nil),
                [0x6e, 0x63, 0x6c, 0x63, 0, 9, 0, 18, 0, 9]
            ),
            (
                ColorBox(primaries: 9, transfer: 16, matrix: 9, isFullRange: false),
                [0x6e, 0x63, 0x6c, 0x78, 0, 9, 0, 16, 0, 9, 0]
            ),
            (
                ColorBox(primaries: 1, transfer: 13, matrix: 0, isFullRange: true),
                [0x6e, 0x63, 0x6c, 0x78, 0, 1, 0, 13, 0, 0, 0x80]
            ),
        ] as [(ColorBox, [UInt8])])
    func color(_ box: ColorBox, _ fields: [UInt8]) {
        #expect(box.box.fields == fields)
        #expect(ColorBox(fields) == box)
        #expect(ColorBox(fields.dropLast()) == nil)
    }

    @Test func profilesAreNoCodePoints() { #expect(ColorBox(Array("prof".utf8) + [0, 1, 0, 1, 0, 1, 0]) == nil) }
}
