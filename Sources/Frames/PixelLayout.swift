/// Where the samples of a picture lie in memory: any planar, semi-planar or packed format, described by its components.
///
/// The names are ffmpeg's. Components stand in the order R G B A for `rgb`, Y Cb Cr A otherwise, Y alone for grey.
public struct PixelLayout: Hashable, Sendable {
    /// How one component's samples are found: in `plane`, from byte `offset`, one every `step` bytes, as a little-endian
    /// word of `wordBytes`; the sample is `(word >> shift) & (2^depth - 1)`, or a float of that size.
    public struct Component: Hashable, Sendable {
        public var plane: Int
        public var offset: Int
        public var step: Int
        public var shift: Int
        public var depth: Int

        public init(plane: Int, offset: Int, step: Int, shift: Int, depth: Int) {
            (self.plane, self.offset, self.step) = (plane, offset, step)
            (self.shift, self.depth) = (shift, depth)
        }
    }

    /// What the samples are.
    public enum Model: Hashable, Sendable {
        case ycbcr
        case rgb
        case grey
    }

    public var name: String
    public var model: Model
    public var components: [Component]
    /// Bytes of the words that samples are read from: 1, 2 or 4.
    public var wordBytes: Int
    /// Whether samples are IEEE floats of `wordBytes` bytes instead of codes.
    public var isFloat: Bool
    /// Chroma is subsampled by 2^this horizontally and vertically: 1/1 is 4:2:0, 1/0 is 4:2:2, 0/0 is 4:4:4.
    public var log2ChromaWidth: Int
    public var log2ChromaHeight: Int
    public var hasAlpha: Bool

    public init(
        name: String, model: Model, components: [Component], wordBytes: Int, isFloat: Bool = false,
        log2ChromaWidth: Int = 0, log2ChromaHeight: Int = 0, hasAlpha: Bool = false
    ) {
        self.name = name
        self.model = model
        self.components = components
        self.wordBytes = wordBytes
        self.isFloat = isFloat
        self.log2ChromaWidth = log2ChromaWidth
        self.log2ChromaHeight = log2ChromaHeight
        self.hasAlpha = hasAlpha
    }

    public var planeCount: Int { (components.map(\.plane).max() ?? 0) + 1 }

    /// Bits of a sample.
    public var depth: Int { components[0].depth }

    /// Whether a plane holds subsampled chroma.
    public func isChroma(plane: Int) -> Bool {
        model == .ycbcr && (components[1].plane == plane || components[2].plane == plane)
            && components[0].plane != plane
    }

    /// Columns and rows of samples in one plane of a picture of the given size.
    public func size(ofPlane plane: Int, width: Int, height: Int) -> (width: Int, height: Int) {
        guard isChroma(plane: plane) else { return (width, height) }
        return (-(-width >> log2ChromaWidth), -(-height >> log2ChromaHeight))
    }

    /// Bytes of one row of a plane without padding.
    public func bytesPerRow(ofPlane plane: Int, width: Int) -> Int {
        let step = components.filter { $0.plane == plane }.map(\.step).max() ?? 0
        return size(ofPlane: plane, width: width, height: 1).width * step
    }
}

extension PixelLayout {
    /// Planar Y'CbCr of 8 to 16 bits in the low bits of a word, such as `yuv420p10le`.
    public static func planarYCbCr(_ name: String, depth: Int, log2Width: Int, log2Height: Int, alpha: Bool = false)
        -> PixelLayout
    {
        let bytes = depth > 8 ? 2 : 1
        return PixelLayout(
            name: name, model: .ycbcr,
            components: (0..<(alpha ? 4 : 3)).map {
                Component(plane: $0, offset: 0, step: bytes, shift: 0, depth: depth)
            },
            wordBytes: bytes, log2ChromaWidth: log2Width, log2ChromaHeight: log2Height, hasAlpha: alpha)
    }

    /// Red, green, blue, alpha as halves, 8 bytes a pixel.
    public static let rgba16f = packed("rgbaf16le", bytes: 2, isFloat: true)
    /// Red, green, blue, alpha as floats, 16 bytes a pixel.
    public static let rgba32f = packed("rgbaf32le", bytes: 4, isFloat: true)
    /// Vulkan's A2B10G10R10: red in the low ten bits of a 32-bit word.
    public static let rgb10a2 = tenBit("x2bgr10le", order: [0, 10, 20])
    /// Vulkan's A2R10G10B10: blue in the low ten bits of a 32-bit word.
    public static let bgr10a2 = tenBit("x2rgb10le", order: [20, 10, 0])

    private static func packed(_ name: String, bytes: Int, isFloat: Bool) -> PixelLayout {
        PixelLayout(
            name: name, model: .rgb,
            components: (0..<4).map {
                Component(plane: 0, offset: $0 * bytes, step: 4 * bytes, shift: 0, depth: 8 * bytes)
            },
            wordBytes: bytes, isFloat: isFloat, hasAlpha: true)
    }

    private static func tenBit(_ name: String, order: [Int]) -> PixelLayout {
        PixelLayout(
            name: name, model: .rgb,
            components: order.map { Component(plane: 0, offset: 0, step: 4, shift: $0, depth: 10) }
                + [Component(plane: 0, offset: 0, step: 4, shift: 30, depth: 2)],
            wordBytes: 4, hasAlpha: true)
    }
}
