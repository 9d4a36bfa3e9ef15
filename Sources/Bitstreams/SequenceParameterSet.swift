/// What an HEVC stream's sequence parameter set says of its pictures: size, depth, and the colour in its VUI.
///
/// Source: ITU-T H.265, 7.3.2.2 and E.2.1. Sets of further layers (multi-view) are not read.
public struct SequenceParameterSet: Hashable, Sendable {
    /// Luma samples at each side that are coded and not shown.
    public struct Crop: Hashable, Sendable {
        /// Columns.
        public var left = 0
        /// Columns.
        public var right = 0
        /// Rows.
        public var top = 0
        /// Rows.
        public var bottom = 0

        /// Leaves nothing out where nothing is given.
        public init(left: Int = 0, right: Int = 0, top: Int = 0, bottom: Int = 0) {
            (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
        }
    }

    /// 0 is grey, 1 4:2:0, 2 4:2:2, 3 4:4:4.
    public var chromaFormat = 1
    /// Samples of luma, coded.
    public var width = 0
    public var height = 0
    /// Luma samples at each side that are not shown.
    public var crop = Crop()
    /// Bits of a sample.
    public var lumaDepth = 8
    public var chromaDepth = 8
    /// Code points of ITU-T H.273 and the range; `nil` where the set says nothing of colour.
    public var color: ColorBox?
    /// Where chroma lies, 0...5 by figure E.1; `nil` where the set does not say.
    public var chromaSiting: Int?

    /// Reads the payload of a unit of type 33.
    ///
    /// Throws `BitstreamError` where it ends early or cannot be.
    public init(_ unit: NALUnit) throws(BitstreamError) {
        guard unit.type == 33, unit.layer == 0 else {
            throw BitstreamError("sequence parameter set", "is none of the base layer")
        }
        var reader = BitReader(unit.payload)
        try read(&reader)
    }

    private mutating func read(_ reader: inout BitReader) throws(BitstreamError) {
        reader.skip(4)
        let subLayers = Int(reader.bits(3))
        reader.skip(1)
        Self.skipProfile(&reader, subLayers: subLayers)
        _ = reader.unsigned()
        chromaFormat = Int(reader.unsigned())
        if chromaFormat == 3 { reader.skip(1) }
        width = Int(reader.unsigned())
        height = Int(reader.unsigned())
        if reader.flag() {
            let (wide, tall) = ([1, 2].contains(chromaFormat) ? 2 : 1, chromaFormat == 1 ? 2 : 1)
            let sides = (0..<4).map { _ in Int(reader.unsigned()) }
            crop = Crop(
                left: sides[0] * wide, right: sides[1] * wide, top: sides[2] * tall, bottom: sides[3] * tall)
        }
        lumaDepth = Int(reader.unsigned()) + 8
        chromaDepth = Int(reader.unsigned()) + 8
        let orderBits = Int(reader.unsigned()) + 4
        try check(reader, chromaFormat <= 3 && lumaDepth <= 16 && chromaDepth <= 16 && orderBits <= 16)
        let everyLayer = reader.flag()
        for _ in (everyLayer ? 0 : subLayers)...subLayers { for _ in 0..<3 { _ = reader.unsigned() } }
        for _ in 0..<6 { _ = reader.unsigned() }
        if reader.flag(), reader.flag() { Self.skipScalingLists(&reader) }
        reader.skip(2)
        if reader.flag() {
            reader.skip(8)
            _ = reader.unsigned()
            _ = reader.unsigned()
            reader.skip(1)
        }
        try skipReferenceSets(&reader)
        if reader.flag() {
            let count = reader.unsigned()
            try check(reader, count <= 32)
            reader.skip(Int(count) * (orderBits + 1))
        }
        reader.skip(2)
        if reader.flag() { readColor(&reader) }
        try check(reader, true)
    }

    private func check(_ reader: BitReader, _ isRight: Bool) throws(BitstreamError) {
        guard !reader.isExhausted else { throw BitstreamError("sequence parameter set", "is cut short") }
        guard isRight else {
            throw BitstreamError("sequence parameter set", at: reader.position / 8, "holds a number that cannot be")
        }
    }

    /// profile_tier_level(1, n).
    private static func skipProfile(_ reader: inout BitReader, subLayers: Int) {
        reader.skip(96)
        let flags = (0..<subLayers).map { _ in (reader.flag(), reader.flag()) }
        if subLayers > 0 { reader.skip(2 * (8 - subLayers)) }
        for (hasProfile, hasLevel) in flags { reader.skip((hasProfile ? 88 : 0) + (hasLevel ? 8 : 0)) }
    }

    private static func skipScalingLists(_ reader: inout BitReader) {
        for size in 0..<4 {
            for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
                guard reader.flag() else {
                    _ = reader.unsigned()
                    continue
                }
                if size > 1 { _ = reader.signed() }
                for _ in 0..<min(64, 1 << (4 + size << 1)) { _ = reader.signed() }
            }
        }
    }

    /// The short-term reference picture sets, whose lengths depend on those before them.
    private func skipReferenceSets(_ reader: inout BitReader) throws(BitstreamError) {
        let count = Int(reader.unsigned())
        try check(reader, count <= 64)
        var pictureCount = 0
        for index in 0..<count {
            if index > 0, reader.flag() {
                reader.skip(1)
                _ = reader.unsigned()
                var kept = 0
                for _ in 0...pictureCount {
                    let isUsed = reader.flag()
                    if isUsed || reader.flag() { kept += 1 }
                }
                pictureCount = kept
            } else {
                let (before, after) = (Int(reader.unsigned()), Int(reader.unsigned()))
                try check(reader, before <= 16 && after <= 16)
                for _ in 0..<before + after {
                    _ = reader.unsigned()
                    reader.skip(1)
                }
                pictureCount = before + after
            }
        }
    }

    /// The start of vui_parameters().
    private mutating func readColor(_ reader: inout BitReader) {
        if reader.flag(), reader.bits(8) == 255 { reader.skip(32) }
        if reader.flag() { reader.skip(1) }
        if reader.flag() {
            reader.skip(3)
            let isFull = reader.flag()
            var codes = [2, 2, 2]
            if reader.flag() { codes = (0..<3).map { _ in Int(reader.bits(8)) } }
            color = ColorBox(primaries: codes[0], transfer: codes[1], matrix: codes[2], isFullRange: isFull)
        }
        if reader.flag() {
            chromaSiting = Int(reader.unsigned())
            _ = reader.unsigned()
        }
    }
}
