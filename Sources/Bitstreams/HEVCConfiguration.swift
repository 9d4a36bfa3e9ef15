/// What a decoder needs before the first picture of an HEVC track: the `hvcC` box.
///
/// Source: ISO/IEC 14496-15, 8.3.3.1.
public struct HEVCConfiguration: Hashable, Sendable {
    /// Units of one type.
    public struct Group: Hashable, Sendable {
        /// Whether none of them stands among the pictures.
        public var isComplete: Bool
        /// nal_unit_type of them all.
        public var type: Int
        /// In the order in which they stand.
        public var units: [NALUnit]

        /// A group of units.
        public init(isComplete: Bool, type: Int, units: [NALUnit]) {
            (self.isComplete, self.type, self.units) = (isComplete, type, units)
        }
    }

    /// The 22 bytes before the parameter sets: profile, level, chroma, depths, rate, the size of lengths.
    public var head: [UInt8]
    /// Parameter sets, and messages where there are any.
    public var groups: [Group]

    /// Reads the fields of an `hvcC` box.
    ///
    /// Throws `BitstreamError` where they end early.
    public init(_ fields: [UInt8]) throws(BitstreamError) {
        guard fields.count >= 23 else { throw BitstreamError("box hvcC", "is cut short") }
        head = Array(fields.prefix(22))
        groups = []
        var next = 23
        for _ in 0..<fields[22] {
            guard let kind = fields.integer(at: next, byteCount: 1),
                let count = fields.integer(at: next + 1, byteCount: 2)
            else { throw BitstreamError("box hvcC", at: next, "is cut short") }
            next += 3
            var units: [NALUnit] = []
            for _ in 0..<count {
                guard let length = fields.integer(at: next, byteCount: 2), fields.count - next - 2 >= Int(length),
                    let unit = NALUnit(fields[next + 2..<next + 2 + Int(length)])
                else { throw BitstreamError("box hvcC", at: next, "is cut short") }
                units.append(unit)
                next += 2 + Int(length)
            }
            groups.append(Group(isComplete: kind & 0x80 != 0, type: Int(kind & 0x3f), units: units))
        }
    }

    /// Bytes of the length before each unit of a sample: 1, 2 or 4.
    public var lengthByteCount: Int { Int(head[21] & 3) + 1 }

    /// Units of a type in all groups.
    public func units(ofType type: Int) -> [NALUnit] { groups.filter { $0.type == type }.flatMap(\.units) }

    /// The fields of the box.
    public var fields: [UInt8] {
        var all = head
        all.append(UInt8(truncatingIfNeeded: groups.count))
        for group in groups {
            all.append((group.isComplete ? 0x80 : 0) | UInt8(group.type & 0x3f))
            all.append(UInt64(group.units.count), byteCount: 2)
            for unit in group.units {
                all.append(UInt64(unit.bytes.count), byteCount: 2)
                all += unit.bytes
            }
        }
        return all
    }

    /// The whole box.
    public var box: Box { Box("hvcC", fields) }
}
