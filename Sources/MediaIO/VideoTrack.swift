import ColorScience
import Frames

/// What Dolby's configuration record says.
public struct DolbyVision: Hashable, Sendable, Codable {
    public var profile: Int
    public var level: Int
    /// What the base layer is by itself: 1 HDR10, 2 SDR, 4 HLG, 0 nothing that can be shown plainly.
    public var compatibility: Int
    public var hasEnhancementLayer: Bool

    /// The usual name, such as `8.4`.
    public var name: String { profile == 8 || compatibility != 0 ? "\(profile).\(compatibility)" : "\(profile)" }
}

/// Everything known about the video track that is read.
public struct VideoTrack: Sendable {
    /// The stream's index in the file.
    public var index: Int
    /// The number of its track in a mov or mp4 file.
    public var number = 0
    /// How its frames' memory is to be read. `peakNits` of SDR is 203, the reference white unless set otherwise.
    public var description: PictureDescription
    /// ffmpeg's name of the codec, `hevc`.
    public var codec: String
    public var profile: String?
    /// ffmpeg's name of the decoder's own pixel format; differs from the description's when frames are converted.
    public var storedFormat: String
    /// Bits of a sample.
    public var bitDepth: Int
    /// Seconds a tick of the file's time stamps.
    public var timeBase: MediaTime
    /// Frames a second, on the average; `nil` when the file does not tell.
    public var frameRate: MediaTime?
    /// Frames that are shown, as far as the file states them.
    public var frameCount: Int?
    /// Frames stored beside them, which an edit list hides.
    public var hiddenFrameCount = 0
    /// The time stamp that the track begins at.
    public var start: MediaTime
    public var duration: MediaTime?
    /// What the container and the bitstream state, each by itself.
    public var containerColor: ColorTags
    public var bitstreamColor: ColorTags
    public var mastering: MasteringDisplay?
    public var contentLight: ContentLight?
    /// What a mov or mp4 file states of the room.
    public var ambientViewing: AmbientViewing?
    public var dolbyVision: DolbyVision?
    public var hasHDR10Plus: Bool
    public var isInterlaced: Bool
    /// The track's tags, such as `language` and `handler_name`.
    public var metadata: [String: String]

    /// Colour and levels of the track's codes.
    public var color: ColorProperties? {
        if case .signal(let properties, _) = description.content { properties } else { nil }
    }

    /// Which codes hold black and white.
    public var levels: Levels? {
        if case .signal(_, let levels) = description.content { levels } else { nil }
    }
}

/// One picture as it left the decoder.
public struct DecodedFrame: Sendable {
    /// Its samples; the memory is the decoder's until the last copy of this value is gone.
    public var planes: HostPlanes
    /// The exact time stamp.
    public var time: MediaTime
    public var duration: MediaTime?
    public var isKeyFrame: Bool
    /// Whether the decoder had to guess parts of it.
    public var isCorrupt: Bool
}
