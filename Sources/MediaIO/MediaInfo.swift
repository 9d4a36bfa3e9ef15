import CFFmpeg
import ColorScience
import Foundation
import Frames

/// Everything known about a file, as `candela info` prints it; times are exact fractions of a second as text.
public struct MediaInfo: Sendable, Codable, Hashable {
    public var path: String
    /// The container as ffmpeg names it, such as `mov,mp4,m4a,3gp,3g2,mj2`.
    public var container: String
    /// Bytes; `nil` for pipes.
    public var byteCount: Int?
    public var durationSeconds: Double?
    /// Bits a second of all streams together, as far as known.
    public var bitRate: Int?
    public var metadata: [String: String]
    public var video: VideoInfo
    /// The other streams, in file order.
    public var streams: [StreamInfo]
}

/// What is known of the video track.
public struct VideoInfo: Sendable, Codable, Hashable {
    public var index: Int
    public var codec: String
    public var profile: String?
    /// The stored pixel format by ffmpeg's name, and the layout it is read as.
    public var pixelFormat: String
    public var layout: String
    public var bitDepth: Int
    public var hasAlpha: Bool
    public var codedWidth: Int
    public var codedHeight: Int
    /// The part to show, in stored pixels: x, y, width, height.
    public var visible: [Int]
    /// The size to show it at, upright and in square pixels.
    public var shownWidth: Int
    public var shownHeight: Int
    /// Quarter turns clockwise to stand upright, after the mirror.
    public var quarterTurns: Int
    public var isMirrored: Bool
    /// Width over height of a pixel, `num/den`.
    public var pixelAspect: String
    /// Frames a second, `num/den`.
    public var frameRate: String?
    public var frameCount: Int?
    public var timeBase: String
    public var startSeconds: Double
    public var durationSeconds: Double?
    public var isInterlaced: Bool
    /// The colour that its codes are taken for.
    public var color: ColorInfo
    /// What the container and the bitstream state, each by itself.
    public var containerColor: ColorTags
    public var bitstreamColor: ColorTags
    public var masteringDisplay: MasteringInfo?
    public var maxCLL: Int?
    public var maxFALL: Int?
    /// Lux of the room that the picture was made to be seen in.
    public var ambientLux: Double?
    public var dolbyVision: DolbyVision?
    public var hasHDR10Plus: Bool
    public var metadata: [String: String]
}

/// Colour by ffmpeg's names.
public struct ColorInfo: Sendable, Codable, Hashable {
    public var primaries: String
    public var transfer: String
    public var matrix: String
    /// `narrow` or `full`.
    public var levels: String
    /// Where chroma samples lie, `left`, `topLeft`...; `nil` without subsampling.
    public var siting: String?
    /// cd/m² of the brightest light meant.
    public var peakNits: Double
    public var isHDR: Bool
}

/// A mastering display: CIE x and y of red, green, blue, white; luminance in cd/m².
public struct MasteringInfo: Sendable, Codable, Hashable {
    public var red: [Double]
    public var green: [Double]
    public var blue: [Double]
    public var white: [Double]
    public var minNits: Double
    public var maxNits: Double
}

/// What is known of a stream that is not the video track.
public struct StreamInfo: Sendable, Codable, Hashable {
    public var index: Int
    /// `audio`, `subtitle`, `data`, `attachment`, `video`.
    public var type: String
    public var codec: String
    /// Samples a second, of sound.
    public var sampleRate: Int?
    /// Channels of sound, and how they are laid out, such as `stereo`.
    public var channelCount: Int?
    public var channelLayout: String?
    public var bitRate: Int?
    public var durationSeconds: Double?
    public var metadata: [String: String]
}
