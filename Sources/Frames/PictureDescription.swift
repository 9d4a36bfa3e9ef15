import ColorScience

/// Where chroma samples lie between luma samples, by the values of ITU-T H.265's chroma_sample_loc_type.
public enum ChromaSiting: Int, Sendable, CaseIterable {
    case left = 0
    case center = 1
    case topLeft = 2
    case top = 3
    case bottomLeft = 4
    case bottom = 5

    /// Columns, in luma pixels, from the first luma sample of a pair to its chroma sample: 0 or 1/2.
    public var horizontalOffset: Double {
        switch self {
        case .left, .topLeft, .bottomLeft: 0
        case .center, .top, .bottom: 0.5
        }
    }

    /// Rows, in luma pixels, from the first luma row of a pair to its chroma sample: 0, 1/2 or 1.
    public var verticalOffset: Double {
        switch self {
        case .topLeft, .top: 0
        case .left, .center: 0.5
        case .bottomLeft, .bottom: 1
        }
    }
}

/// A whole-pixel rectangle, origin top-left.
public struct PixelRect: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
}

/// How a stored picture is turned and mirrored to stand upright.
public struct Orientation: Hashable, Sendable {
    /// Quarter turns clockwise that bring the stored picture upright: 0...3.
    public var quarterTurns: Int
    /// Whether the stored picture is mirrored left to right before it is turned.
    public var isMirrored: Bool

    public init(quarterTurns: Int = 0, isMirrored: Bool = false) {
        self.quarterTurns = ((quarterTurns % 4) + 4) % 4
        self.isMirrored = isMirrored
    }

    public static let upright = Orientation()
}

/// How codes of a picture are meant.
public enum PictureContent: Hashable, Sendable {
    /// Non-linear signal in the given colour, at the given levels.
    case signal(ColorProperties, Levels)
    /// Linear BT.2020 light, premultiplied, 1.0 = reference white: working light, as filters see it.
    case light
}

/// Everything that is to be known to read a picture's memory as light.
public struct PictureDescription: Hashable, Sendable {
    public var layout: PixelLayout
    /// Columns and rows stored.
    public var codedWidth: Int
    public var codedHeight: Int
    /// The part to show, in stored pixels.
    public var visible: PixelRect
    public var orientation: Orientation
    public var content: PictureContent
    public var siting: ChromaSiting
    /// Brightest light meant, in cd/m²; what tone mapping takes as the source's peak.
    public var peakNits: Double
    /// Width over height of a stored pixel, as an exact fraction.
    public var pixelAspect: MediaTime
    /// Whether colour is stored multiplied by alpha.
    public var isPremultiplied: Bool
    /// Whether every pixel's alpha is 1 although the layout has room for others.
    public var isOpaque = false

    public init(
        layout: PixelLayout, codedWidth: Int, codedHeight: Int, visible: PixelRect? = nil,
        orientation: Orientation = .upright, content: PictureContent, siting: ChromaSiting = .left,
        peakNits: Double = 1000, pixelAspect: MediaTime = MediaTime(1, 1), isPremultiplied: Bool = false
    ) {
        self.layout = layout
        self.codedWidth = codedWidth
        self.codedHeight = codedHeight
        self.visible = visible ?? PixelRect(x: 0, y: 0, width: codedWidth, height: codedHeight)
        self.orientation = orientation
        self.content = content
        self.siting = siting
        self.peakNits = peakNits
        self.pixelAspect = pixelAspect
        self.isPremultiplied = isPremultiplied
    }

    /// Columns and rows of the upright picture in square pixels: the shorter-pixelled axis is enlarged, never the other
    /// one reduced.
    public var uprightSize: (width: Int, height: Int) {
        let ratio = pixelAspect.seconds
        let wide = ratio > 1 ? Int((Double(visible.width) * ratio).rounded()) : visible.width
        let tall = ratio < 1 ? Int((Double(visible.height) / ratio).rounded()) : visible.height
        return orientation.quarterTurns % 2 == 0 ? (wide, tall) : (tall, wide)
    }

    /// Whether reading it needs no resampling.
    public var hasSquarePixels: Bool { pixelAspect.value == pixelAspect.scale }
}
