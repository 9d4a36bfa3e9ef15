import Frames
import Synchronization

/// Reads a media file: its video track as decoded pictures, its other streams as packets to copy.
///
/// It may be used from any thread; calls wait for one another. Frames outlive it.
public final class MediaReader: Sendable {
    /// The file, as it was asked for.
    public let path: String
    /// The video track that is read.
    public let track: VideoTrack
    /// Streams whose packets `takePackets` hands over.
    public let copiedStreams: [CopiedStream]
    /// The file's chapters.
    public let chapters: [Chapter]
    /// Covers and files inside the file.
    public let attachments: [Attachment]
    /// What a mov or mp4 file says that the library does not read; `nil` for other files.
    public let details: MovieDetails?
    /// Everything known about the file.
    public let info: MediaInfo
    private let core: Mutex<ReaderCore>

    /// Opens a file, or standard input for `-`, and decodes its first picture to learn what it is.
    public init(path: String, options: MediaReaderOptions = MediaReaderOptions()) throws(MediaError) {
        let core = try ReaderCore(path: path, options: options)
        self.path = path
        track = core.track
        copiedStreams = core.copied
        (attachments, details) = (core.attachments, core.details)
        chapters = Chapter.all(of: core.demuxer.context.pointee)
        info = MediaInfo(core)
        self.core = Mutex(core)
    }

    /// What should be told of the file; may grow while it is read.
    public var warnings: [MediaWarning] { core.withLock { $0.warnings } }

    /// The next picture in order of showing; `nil` after the last.
    ///
    /// A file that ends early throws once its last whole picture is out.
    public func nextFrame() throws(MediaError) -> DecodedFrame? {
        try core.withLock { (core) throws(MediaError) in try core.next() }
    }

    /// Goes to the first picture shown at `time` or later; packets of other streams start anew near there.
    public func seek(to time: MediaTime) throws(MediaError) {
        try core.withLock { (core) throws(MediaError) in try core.seek(to: time) }
    }

    /// Reads on, without decoding, until the other streams have come to `time`; no picture is to be asked for afterwards.
    public func readPackets(upTo time: MediaTime) throws(MediaError) {
        try core.withLock { (core) throws(MediaError) in try core.readPackets(upTo: time) }
    }

    /// The packets of other streams that lay before the pictures read so far, once.
    public func takePackets() -> [CopiedPacket] {
        core.withLock { $0.takePackets() }
    }
}
