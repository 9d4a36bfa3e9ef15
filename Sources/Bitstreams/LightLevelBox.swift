/// The brightest pixel and the brightest mean of a picture, as `clli` boxes and SEI messages 144 carry them.
///
/// Source: ITU-T H.265, D.3.35; CTA-861.3.
public struct LightLevelBox: Hashable, Sendable {
    /// cd/m2; 0 is unknown.
    public var maxCLL: UInt16
    /// cd/m2; 0 is unknown.
    public var maxFALL: UInt16

    /// Two levels in cd/m2.
    public init(maxCLL: UInt16, maxFALL: UInt16) { (self.maxCLL, self.maxFALL) = (maxCLL, maxFALL) }

    /// Reads the 4 bytes; `nil` where they are fewer.
    public init?(_ fields: some RandomAccessCollection<UInt8>) {
        let fields = Array(fields)
        guard let light = fields.integer(at: 0, byteCount: 2), let mean = fields.integer(at: 2, byteCount: 2) else {
            return nil
        }
        (maxCLL, maxFALL) = (UInt16(light), UInt16(mean))
    }

    /// The 4 bytes.
    public var fields: [UInt8] {
        var all: [UInt8] = []
        all.append(UInt64(maxCLL), byteCount: 2)
        all.append(UInt64(maxFALL), byteCount: 2)
        return all
    }

    /// The whole box.
    public var box: Box { Box("clli", fields) }
}
