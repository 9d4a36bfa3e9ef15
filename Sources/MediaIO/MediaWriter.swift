import Frames
import Synchronization

/// Encodes pictures into a media file that appears whole or not at all.
///
/// It may be used from any thread; calls wait for one another. Released without `finish`, it leaves no file.
public final class MediaWriter: Sendable {
    /// The file, as it was asked for.
    public let path: String
    /// The container that was chosen.
    public let container: MediaContainer
    private let core: Mutex<WriterCore>

    /// Opens encoder and container; nothing of the file is to be seen before `finish`.
    ///
    /// Throws before any work for an existing file that may not be replaced, an output that is an input, and settings
    /// that codec or container refuse.
    public init(path: String, settings: MediaWriterSettings) throws(MediaError) {
        let core = try WriterCore(path: path, settings: settings)
        self.path = path
        container = core.container
        self.core = Mutex(core)
    }

    /// Whether it writes into a pipe or device, where what was written cannot be taken back.
    public var isStreaming: Bool { core.withLock { $0.isStreaming } }

    /// What should be told of the output; may grow until `finish`.
    public var warnings: [MediaWarning] { core.withLock { $0.warnings } }

    /// Encodes a picture in the settings' layout and stored size, whose time must be later than the last one's.
    ///
    /// Nothing is copied: `planes` and its owner are held until the encoder has done with them.
    public func write(_ planes: HostPlanes, time: MediaTime, duration: MediaTime? = nil) throws(MediaError) {
        try core.withLock { (core) throws(MediaError) in
            try core.write(planes, time: time, duration: duration)
        }
    }

    /// Writes a packet of one of the settings' copied streams.
    public func copy(_ packet: CopiedPacket) throws(MediaError) {
        try core.withLock { (core) throws(MediaError) in try core.copy(packet) }
    }

    /// Writes everything that is still under way and gives the file its name.
    public func finish() throws(MediaError) -> WrittenMedia {
        try core.withLock { (core) throws(MediaError) in try core.finish() }
    }

    /// Gives up and leaves no file.
    public func cancel() { core.withLock { $0.cancel() } }
}
