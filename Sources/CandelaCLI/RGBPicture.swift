import Candela

/// A small picture for people to look at: sRGB, 8 bits, rows without gaps.
struct RGBPicture: Sendable {
    let width: Int
    let height: Int
    /// Red, green, blue of each pixel.
    let bytes: [UInt8]

    /// What its codes mean.
    static let properties = ColorProperties(primaries: .bt709, transfer: .srgb, matrix: .rgb)

    /// How a renderer is asked for one: HDR is tone-mapped by BT.2390 to `referenceWhiteNits`, then written as sRGB.
    ///
    /// Throws a `CommandError` where the media library knows no 8-bit RGB.
    static func output(
        width: Int, height: Int, referenceWhiteNits: Double, dither: Dither
    ) throws(CommandError) -> OutputDescription {
        guard let layout = PixelLayout(name: "rgb24") else {
            throw CommandError("rgb24", "the media library knows no such pixels", code: .unavailable)
        }
        let picture = PictureDescription(
            layout: layout, codedWidth: width, codedHeight: height, content: .signal(properties, .full))
        return OutputDescription(
            picture: picture, dither: dither,
            delivery: CompositionColor(
                properties: properties, referenceWhiteNits: referenceWhiteNits, peakNits: referenceWhiteNits))
    }

    /// A picture of the given bytes, three a pixel.
    init(width: Int, height: Int, bytes: [UInt8]) {
        precondition(bytes.count == 3 * width * height, "a picture has three bytes a pixel")
        (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    /// The picture in planes of that layout.
    init(_ planes: HostPlanes, width: Int, height: Int) {
        let plane = planes.planes[0]
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 * width * height)
        for y in 0..<height {
            bytes += UnsafeRawBufferPointer(start: plane.address.raw + y * plane.bytesPerRow, count: 3 * width)
        }
        (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    /// The picture as a PNG file.
    func png(_ effort: PNGEncoder.Effort) throws -> [UInt8] {
        try bytes.withUnsafeBytes { bytes -> [UInt8] in
            guard let rows = bytes.baseAddress else { return [] }
            return try PNGEncoder.file(
                rows: rows, bytesPerRow: 3 * width, width: width, height: height, color: Self.properties,
                effort: effort)
        }
    }
}
