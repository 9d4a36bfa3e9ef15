/// The `colr` box: code points of ITU-T H.273, in the form of QuickTime (`nclc`) or of ISO media (`nclx`).
///
/// Sources: ISO/IEC 14496-12, 12.1.5; QuickTime File Format, "Color parameter atom".
public struct ColorBox: Hashable, Sendable {
    /// ColourPrimaries of H.273; 2 is unspecified here and below.
    public var primaries: Int
    /// TransferCharacteristics.
    public var transfer: Int
    /// MatrixCoefficients.
    public var matrix: Int
    /// Whether levels go from 0 to the largest code; `nil` in QuickTime's form, which does not say.
    public var isFullRange: Bool?

    /// A box of either form.
    public init(primaries: Int, transfer: Int, matrix: Int, isFullRange: Bool?) {
        (self.primaries, self.transfer, self.matrix) = (primaries, transfer, matrix)
        self.isFullRange = isFullRange
    }

    /// Reads the fields of a `colr` box; `nil` for another form, such as a profile, and where it is cut short.
    public init?(_ fields: [UInt8]) {
        guard let form = fields.integer(at: 0, byteCount: 4), let first = fields.integer(at: 4, byteCount: 2),
            let second = fields.integer(at: 6, byteCount: 2), let third = fields.integer(at: 8, byteCount: 2)
        else { return nil }
        (primaries, transfer, matrix) = (Int(first), Int(second), Int(third))
        switch BoxType(code: UInt32(form)) {
        case "nclc": isFullRange = nil
        case "nclx":
            guard fields.count > 10 else { return nil }
            isFullRange = fields[10] & 0x80 != 0
        default: return nil
        }
    }

    /// The whole box.
    public var box: Box {
        var fields: [UInt8] = []
        fields.append(UInt64(BoxType(isFullRange == nil ? "nclc" : "nclx").code), byteCount: 4)
        for value in [primaries, transfer, matrix] { fields.append(UInt64(truncatingIfNeeded: value), byteCount: 2) }
        if let isFullRange { fields.append(isFullRange ? 0x80 : 0) }
        return Box("colr", fields)
    }
}
