import ColorScience
import Frames

/// Pixels without a header: what a `.yuv` or `.raw` file does not say about itself.
public struct RawVideoFormat: Hashable, Sendable {
    public var width: Int
    public var height: Int
    public var layout: PixelLayout
    /// Frames a second.
    public var frameRate: MediaTime

    public init(width: Int, height: Int, layout: PixelLayout, frameRate: MediaTime) {
        (self.width, self.height, self.layout, self.frameRate) = (width, height, layout, frameRate)
    }
}

/// What becomes of interlaced pictures: those that say so, whatever they show, and those of a stream that does.
public enum InterlacedPictures: Hashable, Sendable {
    /// They are read as they are stored, both fields in one picture, with a warning.
    case asStored
    /// They are an error.
    case refused
    /// Each becomes a picture of its first field's time, without combs.
    case onePicture
    /// Each becomes two pictures, one for each field's time.
    case twoPictures
}

/// How to read one input.
public struct MediaReaderOptions: Hashable, Sendable {
    /// What the user says its colour is; wins over everything in the file.
    public var color: ColorProperties?
    public var levels: Levels?
    public var siting: ChromaSiting?
    /// Needed for files without a header.
    public var raw: RawVideoFormat?
    /// Decoder threads; 0 lets the decoder choose.
    public var threadCount: Int
    /// Whether packets of audio and other streams are kept for copying.
    public var keepsOtherStreams: Bool
    public var interlaced: InterlacedPictures

    public init(
        color: ColorProperties? = nil, levels: Levels? = nil, siting: ChromaSiting? = nil,
        raw: RawVideoFormat? = nil, threadCount: Int = 0, keepsOtherStreams: Bool = true,
        interlaced: InterlacedPictures = .asStored
    ) {
        self.interlaced = interlaced
        (self.color, self.levels, self.siting) = (color, levels, siting)
        (self.raw, self.threadCount, self.keepsOtherStreams) = (raw, threadCount, keepsOtherStreams)
    }
}
