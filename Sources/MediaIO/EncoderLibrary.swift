import CFFmpeg
import Frames

/// What the libraries present can do.
public enum EncoderLibrary {
    /// Encoders of ours that are present, in the order of `VideoCodec`.
    public static var available: [VideoCodec] { VideoCodec.allCases.filter { find($0) != nil } }

    /// Version of each library in use, such as `libavcodec 59.37.100`, in the order they build on one another.
    public static var versions: [String] {
        [
            ("libavutil", avutil_version()), ("libavcodec", avcodec_version()), ("libavformat", avformat_version()),
            ("libswscale", swscale_version()),
        ].map { "\($0.0) \($0.1 >> 16).\($0.1 >> 8 & 255).\($0.1 & 255)" }
    }

    /// FFmpeg's own name of its version, such as `5.1.9-0+deb12u1`.
    public static var release: String { String(cString: av_version_info()) }

    /// The encoder for a codec in a container; y4m takes frames as they are.
    static func find(_ codec: VideoCodec, in container: MediaContainer? = nil) -> UnsafePointer<AVCodec>? {
        LibraryLog.install()
        return avcodec_find_encoder_by_name(
            codec == .raw && container == .y4m ? "wrapped_avframe" : codec.encoder)
    }

    static func layoutNames(of encoder: UnsafePointer<AVCodec>) -> [String] {
        guard let formats = candelaPixelFormats(encoder) else { return PixelLayout.all.map(\.name) }
        var names: [String] = []
        var index = 0
        while formats[index] != AV_PIX_FMT_NONE {
            if let layout = PixelLayout(formats[index]), !names.contains(layout.name) { names.append(layout.name) }
            index += 1
        }
        return names
    }
}
