/// The four characters that name a box of an ISO media file, or an atom of a QuickTime file.
public struct BoxType: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The characters, the first in the highest byte.
    public var code: UInt32

    /// The type with these four bytes.
    public init(code: UInt32) { self.code = code }

    /// The type with these four characters, each of which is one byte in ISO 8859-1; what is missing is a space.
    public init(_ text: String) {
        let bytes = text.unicodeScalars.prefix(4).map { UInt32($0.value & 0xff) }
        code = (0..<4).reduce(0) { $0 << 8 | ($1 < bytes.count ? bytes[$1] : 0x20) }
    }

    public init(stringLiteral value: String) { self.init(value) }

    public var description: String {
        String(
            String.UnicodeScalarView(
                [24, 16, 8, 0].map { Unicode.Scalar(UInt8(truncatingIfNeeded: code >> $0)) }))
    }
}
