import CFFmpeg
import Foundation
import Frames

/// What `candela info` prints.
public struct MediaInfo: Sendable, Codable, Hashable {
    public var path: String

    init(_ core: ReaderCore) {
        path = core.demuxer.path
    }
}
