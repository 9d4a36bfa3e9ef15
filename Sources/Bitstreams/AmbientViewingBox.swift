/// The light of the room in which a picture was judged, as `amve` boxes and SEI messages 148 carry it.
///
/// Source: ITU-T H.265, D.3.39; ISO/IEC 14496-12, 12.1.7.
public struct AmbientViewingBox: Hashable, Sendable {
    /// In steps of 0.0001 lx.
    public var illuminance: UInt32
    /// The chromaticity of the room's light in steps of 0.00002.
    public var x: UInt16
    public var y: UInt16

    /// The numbers as they stand in a file.
    public init(illuminance: UInt32, x: UInt16, y: UInt16) {
        (self.illuminance, self.x, self.y) = (illuminance, x, y)
    }

    /// Reads the 8 bytes; `nil` where they are fewer.
    public init?(_ fields: some RandomAccessCollection<UInt8>) {
        let fields = Array(fields)
        guard let light = fields.integer(at: 0, byteCount: 4), let x = fields.integer(at: 4, byteCount: 2),
            let y = fields.integer(at: 6, byteCount: 2)
        else { return nil }
        (illuminance, self.x, self.y) = (UInt32(light), UInt16(x), UInt16(y))
    }

    /// The 8 bytes.
    public var fields: [UInt8] {
        var all: [UInt8] = []
        all.append(UInt64(illuminance), byteCount: 4)
        all.append(UInt64(x), byteCount: 2)
        all.append(UInt64(y), byteCount: 2)
        return all
    }

    /// The whole box.
    public var box: Box { Box("amve", fields) }
}
