/// Reads numbers of so many bits, the highest first, from bytes in which no emulation prevention is left.
///
/// What lies beyond the end reads as 0 and is told by `isExhausted`, so that a reader of syntax asks once, at its end.
public struct BitReader: Sendable {
    private let bytes: [UInt8]
    /// Bits that were read.
    public private(set) var position = 0
    /// Whether more was read than there is.
    public private(set) var isExhausted = false

    /// Reads from the first bit of `bytes` on.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Bits that are left.
    public var left: Int { max(0, bytes.count * 8 - position) }

    /// u(n): the next bits, at most 64.
    public mutating func bits(_ count: Int) -> UInt64 {
        var value: UInt64 = 0
        for _ in 0..<count { value = value << 1 | (bit() ? 1 : 0) }
        return value
    }

    /// u(1) as a truth.
    public mutating func flag() -> Bool { bit() }

    private mutating func bit() -> Bool {
        guard position < bytes.count * 8 else {
            isExhausted = true
            return false
        }
        defer { position += 1 }
        return bytes[position >> 3] >> UInt8(7 - position & 7) & 1 == 1
    }

    /// Leaves out bits.
    public mutating func skip(_ count: Int) {
        if count > left { isExhausted = true }
        position = min(position + max(0, count), bytes.count * 8)
    }

    /// ue(v): an unsigned number of Exp-Golomb code, ITU-T H.265, 9.2.
    public mutating func unsigned() -> UInt64 {
        var zeros = 0
        while !bit() {
            zeros += 1
            guard zeros <= 32, !isExhausted else {
                isExhausted = true
                return 0
            }
        }
        return (1 << UInt64(zeros)) - 1 + bits(zeros)
    }

    /// se(v): a signed one.
    public mutating func signed() -> Int64 {
        let code = Int64(unsigned())
        return code & 1 == 1 ? (code + 1) / 2 : -(code / 2)
    }
}
