extension Collection where Element == UInt8, Index == Int {
    /// A big-endian unsigned integer of one to eight bytes; `nil` where it does not lie inside.
    ///
    /// `start` counts from the first byte.
    public func integer(at start: Int, byteCount: Int) -> UInt64? {
        guard start >= 0, byteCount <= 8, count - byteCount >= start else { return nil }
        let first = startIndex + start
        return self[first..<first + byteCount].reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension [UInt8] {
    /// Adds a big-endian unsigned integer.
    public mutating func append(_ value: UInt64, byteCount: Int) {
        for shift in stride(from: 8 * (byteCount - 1), through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
        }
    }

    /// Writes a big-endian unsigned integer over bytes that are there already.
    public mutating func put(_ value: UInt64, at start: Int, byteCount: Int) {
        for index in 0..<byteCount {
            self[start + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * (byteCount - 1 - index)))
        }
    }
}
