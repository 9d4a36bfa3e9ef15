import Frames

/// Which HDR metadata a codec in a container can state, in its stream or beside it.
struct LightCarriage {
    let codec: VideoCodec
    let container: MediaContainer
    /// Whether the encoder is one that is told what to write; HEVC's messages are our own.
    var isOwnEncoder = true
    /// Whether boxes can be put into the finished file.
    let canBePutRight: Bool

    /// What is lost of the settings' metadata, as a sentence; `nil` where everything has a place.
    func loss(of settings: MediaWriterSettings) -> String? {
        let isStated = container.isMovie || [.matroska, .webm].contains(container)
        var names: [String] = []
        let writesMessages = codec == .hevc || isOwnEncoder && [.h264, .av1].contains(codec)
        if !isStated, !writesMessages {
            if settings.mastering != nil { names.append("the mastering display") }
            if settings.contentLight != nil { names.append("light levels") }
        }
        if settings.ambientViewing != nil, codec != .hevc, !(container.isMovie && canBePutRight) {
            names.append("the room's light")
        }
        guard let last = names.popLast(), container != .null else { return nil }
        let list = names.isEmpty ? last : names.joined(separator: ", ") + " and " + last
        let others = settings.ambientViewing == nil ? "Matroska, mov and mp4" : "mov and mp4 files"
        return "\(container.rawValue) cannot state \(list) of \(codec.rawValue); \(others) can"
    }
}
