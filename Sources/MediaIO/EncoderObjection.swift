import CFFmpeg
import Frames

/// Settings that an encoder does not have.
struct EncoderObjection {
    let codec: VideoCodec
    let encoder: UnsafePointer<AVCodec>
    let settings: MediaWriterSettings

    private var name: String { settings.encoder ?? codec.rawValue }

    /// The first setting that cannot be carried out, and what to do; `nil` where all can.
    var first: (problem: String, wayOut: String)? {
        if settings.quality != nil, settings.bitRate != nil {
            return ("a quality and a bit rate cannot both be aimed at", "leave out --crf or --bitrate")
        }
        if codec.isIntra {
            if settings.bitRate != nil {
                return ("\(name) has no bit rate to aim at", "choose a --profile, or another codec")
            }
            if settings.keyInterval != nil { return ("every picture of \(name) stands alone", "leave out --gop") }
        }
        if settings.profile != nil, [.ffv1, .raw].contains(codec) {
            return ("\(name) has no profiles", "leave out --profile")
        }
        guard settings.encoder != nil else { return nil }
        if settings.quality != nil, !EncoderLibrary.has(option: "crf", encoder) {
            return (
                "\(name) has no quality by --crf",
                "give --bitrate, or an option of its own by --encoder-option NAME=VALUE"
            )
        }
        if settings.preset != nil, !EncoderLibrary.has(option: "preset", encoder) {
            return ("\(name) has no presets", "leave out --preset, or give --encoder-option NAME=VALUE")
        }
        return nil
    }
}
