extension Box {
    /// Boxes inside one another that are followed; deeper ones stay bytes.
    private static let mostLevels = 16
    /// Boxes in one box that are followed.
    private static let mostChildren = 65_536

    /// Reads one box from its first byte on.
    ///
    /// Throws `BitstreamError` when its size does not fit into `bytes`. Boxes inside that do not fit are left as bytes.
    public init(_ bytes: some Collection<UInt8> & RandomAccessCollection<UInt8>) throws(BitstreamError) {
        let bytes = Array(bytes)
        guard let header = Header(bytes[...]) else { throw BitstreamError("a box", "is cut short") }
        guard header.byteCount <= bytes.count else {
            throw BitstreamError(
                "box \(header.type)", "says that it has \(header.byteCount) bytes, of which there are \(bytes.count)")
        }
        self = Self.read(bytes[..<header.byteCount], header, inside: nil, level: 0)
    }

    /// The size and type at the start of a box.
    public struct Header: Hashable, Sendable {
        /// The box's name.
        public let type: BoxType
        /// Bytes of the header: 8 or 16.
        public let headerCount: Int
        /// Bytes of the whole box.
        public let byteCount: Int

        /// Reads it from at most 16 bytes; `nil` where they are too few or no box. A box that goes on to the end of its
        /// file, which is written as size 0, has `left` bytes.
        public init?(_ bytes: ArraySlice<UInt8>, left: Int? = nil) {
            guard let size = bytes.integer(at: 0, byteCount: 4), let code = bytes.integer(at: 4, byteCount: 4) else {
                return nil
            }
            type = BoxType(code: UInt32(code))
            switch size {
            case 0: (headerCount, byteCount) = (8, left ?? bytes.count)
            case 1:
                guard let long = bytes.integer(at: 8, byteCount: 8), long >= 16, long <= UInt64(Int.max) else {
                    return nil
                }
                (headerCount, byteCount) = (16, Int(long))
            default: (headerCount, byteCount) = (8, Int(size))
            }
            guard byteCount >= headerCount else { return nil }
        }
    }

    private static func read(_ bytes: ArraySlice<UInt8>, _ header: Header, inside parent: BoxType?, level: Int) -> Box {
        let content = bytes.dropFirst(header.headerCount)
        var box = Box(header.type, [])
        box.hasLongSize = header.headerCount == 16
        guard level < mostLevels, let count = fieldCount(of: header.type, inside: parent, content),
            count <= content.count
        else {
            box.fields = Array(content)
            return box
        }
        var children: [Box] = []
        var next = content.startIndex + count
        while next < content.endIndex, children.count < mostChildren {
            let left = content[next...]
            // A size of 0 ends a list here: only the last box of a file may go on to its end.
            guard let child = Header(left, left: 0), child.byteCount <= left.count else { break }
            children.append(read(left.prefix(child.byteCount), child, inside: header.type, level: level + 1))
            next += child.byteCount
        }
        // What only looks like a box of boxes is kept as it is.
        if children.isEmpty, next < content.endIndex {
            box.fields = Array(content)
            return box
        }
        box.fields = Array(content.prefix(count))
        box.children = children
        box.rest = Array(content[next...])
        return box
    }

    /// Bytes before the boxes inside, for those that hold boxes.
    private static func fieldCount(of type: BoxType, inside parent: BoxType?, _ content: ArraySlice<UInt8>) -> Int? {
        if parent == "stsd" { return sampleEntryFieldCount(content) }
        switch type {
        case "moov", "trak", "mdia", "minf", "stbl", "dinf", "edts", "udta", "tref", "gmhd", "tapt", "mvex", "moof",
            "traf", "ipro", "sinf", "schi", "iprp", "ipco", "vexu", "eyes", "proj", "wave", "matt":
            return 0
        case "stsd", "dref", "iref": return type == "iref" ? 4 : 8
        case "iinf": return content.first == 0 ? 6 : 8
        case "meta":
            // QuickTime's has no version: there a box follows at once.
            let isPlain = content.integer(at: 4, byteCount: 4) == UInt64(BoxType("hdlr").code)
            return isPlain ? 0 : 4
        default: return nil
        }
    }

    /// Fields of a picture's sample entry come to 78 bytes; `nil` for sound, whose boxes stay bytes.
    ///
    /// Which it is stands in another box. A picture's says its resolution, nearly always 72 dots an inch, at a place of its
    /// own; of another, boxes must fill what follows the fields to the last byte.
    private static func sampleEntryFieldCount(_ content: ArraySlice<UInt8>) -> Int? {
        let count = 78
        let usual: UInt64 = 0x0048_0000
        if content.integer(at: 28, byteCount: 4) == usual, content.integer(at: 32, byteCount: 4) == usual {
            return count
        }
        guard content.count > count else { return nil }
        var left = content.dropFirst(count)
        while !left.isEmpty {
            guard let child = Header(left, left: 0), child.byteCount <= left.count else { return nil }
            left = left.dropFirst(child.byteCount)
        }
        return count
    }
}
