import ColorScience
import Frames
import MediaIO

/// A media file that compositions are made from.
public struct Asset: Sendable {
    public let path: String
    /// The track that is shown: the first enabled video track.
    public let track: VideoTrack
    /// Everything known about the file.
    public let info: MediaInfo
    /// The colour it is taken to have, whatever it says.
    public let assumedColor: ColorName?

    /// Opens the file and learns what it is; throws `MediaError` when it holds no video that can be read.
    public init(_ path: String, assuming color: ColorName? = nil) throws {
        let options = MediaReaderOptions(color: color?.properties, keepsOtherStreams: false)
        let reader = try MediaReader(path: path, options: options)
        self.path = path
        track = reader.track
        info = reader.info
        assumedColor = color
    }
}
