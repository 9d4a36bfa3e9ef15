import ColorScience
import Frames

/// A file format that can be written.
public enum MediaContainer: String, Sendable, CaseIterable {
    case mov
    case mp4
    case matroska
    case webm
    case nut
    /// Samples alone, without a header.
    case raw
    case y4m
    /// Counts frames and writes nothing.
    case null

    /// The container that a path's ending asks for; `nil` where it asks for none that is known.
    public init?(pathExtension: String) {
        switch pathExtension.lowercased() {
        case "mov", "qt": self = .mov
        case "mp4", "m4v": self = .mp4
        case "mkv": self = .matroska
        case "webm": self = .webm
        case "nut": self = .nut
        case "yuv", "raw", "rgb": self = .raw
        case "y4m": self = .y4m
        default: return nil
        }
    }

    /// The library's name of it.
    var muxer: String {
        switch self {
        case .raw: "rawvideo"
        case .y4m: "yuv4mpegpipe"
        default: rawValue
        }
    }

    /// Whether it is mov or mp4: time stamps are exact, and a clean aperture and a turn can be stated.
    public var isMovie: Bool { self == .mov || self == .mp4 }
}

/// A way to encode pictures.
public enum VideoCodec: String, Sendable, CaseIterable {
    case hevc
    case h264
    case prores
    case ffv1
    case raw
    case av1
    case vp9
    case dnxhr
    /// Another one, whose encoder is chosen by name.
    case other

    /// Those that have an encoder of their own.
    public static let allCases: [VideoCodec] = [.hevc, .h264, .prores, .ffv1, .raw, .av1, .vp9, .dnxhr]

    /// The library's encoder for it; empty for `other`.
    public var encoder: String {
        switch self {
        case .hevc: "libx265"
        case .h264: "libx264"
        case .prores: "prores_ks"
        case .ffv1: "ffv1"
        case .raw: "rawvideo"
        case .av1: "libsvtav1"
        case .vp9: "libvpx-vp9"
        case .dnxhr: "dnxhd"
        case .other: ""
        }
    }

    /// Whether every sample comes back as it was.
    public var isLossless: Bool { self == .ffv1 || self == .raw }

    /// What columns and rows must be multiples of, and the least there may be of each.
    public func requiredAlignment(for layout: PixelLayout) -> (width: Int, height: Int, minimum: Int) {
        let (wide, tall) = (1 << layout.log2ChromaWidth, 1 << layout.log2ChromaHeight)
        return switch self {
        case .hevc: (wide, tall, 16)
        case .h264: (wide, tall, 2)
        case .av1: (2, 2, 64)
        case .prores: (2, 1, 1)
        case .dnxhr: (2, 1, 1)
        case .other: (wide, tall, 1)
        case .ffv1, .raw, .vp9: (1, 1, 1)
        }
    }

    /// The stored size for a visible one: the next that the encoder takes.
    public func storedSize(width: Int, height: Int, layout: PixelLayout) -> (width: Int, height: Int) {
        var needs = requiredAlignment(for: layout)
        // Long pictures are of a level at which blocks of 16 lines, all that x265 fits into less than 32, are not allowed.
        if self == .hevc, max(width, height) > 4096 { needs.minimum = 32 }
        func up(_ count: Int, _ step: Int) -> Int { (max(count, needs.minimum) + step - 1) / step * step }
        return (up(width, needs.width), up(height, needs.height))
    }

    /// The most columns and rows that the library's encoder takes; `nil` where it sets no limit of its own.
    public var limits: (width: Int, height: Int)? {
        switch self {
        case .hevc: (16888, 16888)  // by level 6.2 of ITU-T H.265
        case .h264, .vp9: (16384, 16384)
        case .av1: (16384, 8704)
        case .prores, .ffv1, .raw, .dnxhr, .other: nil
        }
    }

    /// Whether its pictures stand alone and its quality goes by profile, so that it has neither bit rate nor distance
    /// between key pictures.
    public var isIntra: Bool { [.prores, .dnxhr, .ffv1, .raw].contains(self) }

    /// The quality numbers that it takes; `nil` where it has none.
    public var qualityRange: ClosedRange<Double>? {
        switch self {
        case .hevc, .h264: 0...51
        case .av1, .vp9: 0...63
        case .prores, .ffv1, .raw, .dnxhr, .other: nil
        }
    }

    /// The layouts that the library's encoder takes, by name; empty when the encoder is absent.
    public var layoutNames: [String] {
        guard let encoder = EncoderLibrary.find(self) else { return [] }
        return EncoderLibrary.layoutNames(of: encoder)
    }
}

/// What to write and how.
public struct MediaWriterSettings: Sendable {
    /// `nil` goes by the path's ending; without an ending, Matroska.
    public var container: MediaContainer?
    /// `nil` is allowed for `.null` alone, where frames are then counted without being encoded.
    public var codec: VideoCodec?
    /// Layout, stored size, visible part, colour, levels, siting and pixel aspect of the frames that will be written.
    ///
    /// An orientation other than upright is stated by a display matrix, which mov and mp4 alone have a place for.
    /// A visible part smaller than the stored picture is stated as a clean aperture in mov and mp4.
    public var picture: PictureDescription
    /// Seconds a tick of time stamps; every frame's time should be a whole number of them.
    public var timeBase: MediaTime
    /// Frames a second, as a hint to encoder and container.
    public var frameRate: MediaTime?
    /// Constant rate factor, for codecs that have one; `nil` is 18 for HEVC and the encoder's own for others.
    public var quality: Double?
    /// The library's encoder by its name, where it is not the codec's own.
    public var encoder: String?
    /// Bits a second to aim at, instead of a quality.
    public var bitRate: Int?
    /// The most pictures from one key picture to the next.
    public var keyInterval: Int?
    /// The encoder's profile by its own name.
    public var profile: String?
    /// Four characters that name the codec in a mov or mp4 file; `nil` leaves the choice to us.
    public var tag: String?
    /// The encoder's preset by its own name or number; `nil` is the encoder's own.
    public var preset: String?
    /// Further options of the encoder, by its names; `x265-params` are added to ours.
    public var codecOptions: [String: String] = [:]
    /// Stated in the container and, where the codec can, among the pictures. SDR has none of the three.
    public var mastering: MasteringDisplay?
    public var contentLight: ContentLight?
    public var ambientViewing: AmbientViewing?
    /// The file's tags, such as `creation_time`.
    public var metadata: [String: String] = [:]
    /// The video track's tags, such as `language`.
    public var trackMetadata: [String: String] = [:]
    /// Streams to carry over untouched.
    public var copiedStreams: [CopiedStream] = []
    /// The source's chapters, cut to the span like everything else.
    public var chapters: [Chapter] = []
    /// Covers and files to carry over.
    public var attachments: [Attachment] = []
    /// What a mov or mp4 source says that only another such file can say.
    public var details: MovieDetails?
    /// The number of the video's track in a mov or mp4 source.
    var sourceTrackNumber = 0
    /// Whether everything that says where the source was recorded is left out.
    public var stripsLocation = false
    /// The source time of its first picture.
    public var start = MediaTime.zero
    /// The source time that becomes 0; what lies before it of copied streams is not heard or seen. `nil` shifts nothing.
    public var origin: MediaTime?
    /// The source time at which copied streams end; `nil` is their own end.
    public var end: MediaTime?
    /// Whether an existing file may be replaced.
    public var overwrites = false
    /// Files that must not be written over, as they are being read.
    public var inputs: [String] = []
    /// Encoder threads; 0 lets the encoder choose.
    public var threadCount = 0

    public init(
        container: MediaContainer? = nil, codec: VideoCodec?, picture: PictureDescription, timeBase: MediaTime,
        frameRate: MediaTime? = nil
    ) {
        (self.container, self.codec, self.picture) = (container, codec, picture)
        (self.timeBase, self.frameRate) = (timeBase, frameRate)
    }
}

extension MediaWriterSettings {
    /// Takes over everything that a source has beside its pictures.
    public mutating func carry(from reader: MediaReader) {
        (metadata, trackMetadata) = (reader.info.metadata, reader.track.metadata)
        (copiedStreams, chapters, attachments) = (reader.copiedStreams, reader.chapters, reader.attachments)
        start = reader.track.start
        (details, sourceTrackNumber) = (reader.details, reader.track.number)
    }
}

/// What was written.
public struct WrittenMedia: Hashable, Sendable {
    public var frameCount: Int
    /// Packets of copied streams.
    public var copiedPacketCount: Int
    public var byteCount: Int
}
