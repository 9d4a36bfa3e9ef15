/// The display a picture was mastered on, as `mdcv` boxes and SEI messages 137 carry it: the same 24 bytes.
///
/// Source: ITU-T H.265, D.3.28; ISO/IEC 14496-12, 12.1.6.
public struct MasteringDisplayBox: Hashable, Sendable {
    /// A chromaticity in steps of 0.00002.
    public struct Point: Hashable, Sendable {
        public var x: UInt16
        public var y: UInt16

        /// A point from its numbers.
        public init(_ x: UInt16, _ y: UInt16) { (self.x, self.y) = (x, y) }
    }

    public var green: Point
    public var blue: Point
    public var red: Point
    public var white: Point
    /// In steps of 0.0001 cd/m2.
    public var maximum: UInt32
    /// In steps of 0.0001 cd/m2.
    public var minimum: UInt32

    /// The numbers as they stand in a file.
    public init(green: Point, blue: Point, red: Point, white: Point, maximum: UInt32, minimum: UInt32) {
        (self.green, self.blue, self.red, self.white) = (green, blue, red, white)
        (self.maximum, self.minimum) = (maximum, minimum)
    }

    /// Reads the 24 bytes; `nil` where they are fewer.
    public init?(_ fields: some RandomAccessCollection<UInt8>) {
        let fields = Array(fields)
        guard fields.count >= 24 else { return nil }
        let numbers = (0..<8).map { UInt16(fields.integer(at: 2 * $0, byteCount: 2) ?? 0) }
        green = Point(numbers[0], numbers[1])
        blue = Point(numbers[2], numbers[3])
        red = Point(numbers[4], numbers[5])
        white = Point(numbers[6], numbers[7])
        maximum = UInt32(fields.integer(at: 16, byteCount: 4) ?? 0)
        minimum = UInt32(fields.integer(at: 20, byteCount: 4) ?? 0)
    }

    /// The 24 bytes.
    public var fields: [UInt8] {
        var all: [UInt8] = []
        for point in [green, blue, red, white] {
            all.append(UInt64(point.x), byteCount: 2)
            all.append(UInt64(point.y), byteCount: 2)
        }
        all.append(UInt64(maximum), byteCount: 4)
        all.append(UInt64(minimum), byteCount: 4)
        return all
    }

    /// The whole box.
    public var box: Box { Box("mdcv", fields) }
}
