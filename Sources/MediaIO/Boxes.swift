/// One box of an ISO media file or atom of a QuickTime file, inside a buffer of bytes.
struct Box: Equatable {
    /// Four characters.
    var type: String
    /// Where the box begins in its buffer.
    var start: Int
    var headerCount: Int
    var byteCount: Int

    var end: Int { start + byteCount }
    var body: Range<Int> { start + headerCount..<end }

    /// The box that begins at `start`; `nil` where none fits before `end`.
    init?(in bytes: [UInt8], at start: Int, end: Int) {
        guard start >= 0, start + 8 <= end, end <= bytes.count else { return nil }
        var count = Int(bytes.integer(at: start, byteCount: 4))
        var header = 8
        if count == 1 {
            guard start + 16 <= end else { return nil }
            let long = bytes.integer(at: start + 8, byteCount: 8)
            guard long <= UInt64(Int.max) else { return nil }
            (count, header) = (Int(long), 16)
        } else if count == 0 {
            count = end - start
        }
        guard count >= header, count <= end - start else { return nil }
        type = String(String.UnicodeScalarView(bytes[start + 4..<start + 8].map { Unicode.Scalar($0) }))
        (self.start, headerCount, byteCount) = (start, header, count)
    }

    /// The boxes that fill a range, as far as they make sense.
    static func all(in bytes: [UInt8], _ range: Range<Int>) -> [Box] {
        var found: [Box] = []
        var next = range.lowerBound
        while let box = Box(in: bytes, at: next, end: range.upperBound) {
            found.append(box)
            next = box.end
        }
        return found
    }

    /// The first box down a path of types, from the boxes that fill a range.
    static func first(_ path: [String], in bytes: [UInt8], _ range: Range<Int>) -> [Box]? {
        var trail: [Box] = []
        var range = range
        for type in path {
            guard let box = all(in: bytes, range).first(where: { $0.type == type }) else { return nil }
            trail.append(box)
            range = box.body
        }
        return trail
    }
}

extension [UInt8] {
    /// A big-endian unsigned integer; the range must lie inside.
    func integer(at start: Int, byteCount: Int) -> UInt64 {
        self[start..<start + byteCount].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Writes a big-endian 32-bit integer; the range must lie inside.
    mutating func put(_ value: UInt32, at start: Int) {
        for (index, shift) in [24, 16, 8, 0].enumerated() {
            self[start + index] = UInt8(truncatingIfNeeded: value >> shift)
        }
    }
}
