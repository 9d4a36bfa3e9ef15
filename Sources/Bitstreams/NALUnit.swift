/// One unit of a coded HEVC stream: a two-byte header and a payload.
///
/// Source: ITU-T H.265, 7.3.1.
public struct NALUnit: Hashable, Sendable {
    /// The whole unit with its header, as it is sent, without a start code or a length before it.
    public var bytes: [UInt8]

    /// A unit from its bytes; `nil` for one that is shorter than its header.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count >= 2 else { return nil }
        self.bytes = Array(bytes)
    }

    /// What the unit is: 32, 33 and 34 are parameter sets, 39 and 40 SEI messages, 62 a Dolby Vision RPU.
    public var type: Int { Int(bytes[0] >> 1 & 0x3f) }

    /// The layer it belongs to, 0 for the base.
    public var layer: Int { Int(bytes[0] & 1) << 5 | Int(bytes[1] >> 3) }

    /// The payload without emulation prevention: of 00 00 03 the last byte is no part of it.
    public var payload: [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var zeros = 0
        for byte in bytes.dropFirst(2) {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            plain.append(byte)
        }
        return plain
    }

    /// A unit of a type and layer that carries a payload, with emulation prevention. A payload's last byte holds its
    /// stop bit, so that it is never 0.
    public init(type: Int, layer: Int = 0, payload: [UInt8]) {
        bytes = [UInt8(type << 1 & 0x7e | layer >> 5 & 1), UInt8(layer << 3 & 0xf8 | 1)]
        var zeros = 0
        for byte in payload {
            if zeros >= 2, byte <= 3 {
                bytes.append(3)
                zeros = 0
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
    }

    // MARK: Streams

    /// The units of a byte stream with start codes, ITU-T H.265, Annex B.
    public static func annexB(_ stream: [UInt8]) -> [NALUnit] {
        var units: [NALUnit] = []
        var start: Int?
        var zeros = 0
        for (index, byte) in stream.enumerated() {
            if byte == 1, zeros >= 2 {
                if let start { add(stream[start..<(index - zeros)], to: &units) }
                start = index + 1
            }
            zeros = byte == 0 ? zeros + 1 : 0
        }
        if let start { add(stream[start..<max(start, stream.count - zeros)], to: &units) }
        return units
    }

    /// Where the start code of the first coded slice begins in a byte stream; `nil` where there is none.
    public static func firstSlice(annexB stream: some RandomAccessCollection<UInt8>) -> Int? {
        var zeros = 0
        var isHeader = false
        for (index, byte) in stream.enumerated() {
            if isHeader, byte >> 1 & 0x3f < 32 { return index - 1 - zeros }
            isHeader = byte == 1 && zeros >= 2
            if !isHeader { zeros = byte == 0 ? zeros + 1 : 0 }
        }
        return nil
    }

    private static func add(_ bytes: ArraySlice<UInt8>, to units: inout [NALUnit]) {
        if let unit = NALUnit(bytes) { units.append(unit) }
    }

    /// The units of a sample of a file, each after its length.
    ///
    /// Throws `BitstreamError` when a length goes beyond the sample's end.
    public static func lengthPrefixed(_ sample: [UInt8], lengthByteCount: Int) throws(BitstreamError) -> [NALUnit] {
        var units: [NALUnit] = []
        var next = 0
        while next < sample.count {
            guard let length = sample.integer(at: next, byteCount: lengthByteCount),
                length <= UInt64(sample.count - next - lengthByteCount)
            else { throw BitstreamError("a coded picture", at: next, "is cut short") }
            next += lengthByteCount
            add(sample[next..<next + Int(length)], to: &units)
            next += Int(length)
        }
        return units
    }
}
