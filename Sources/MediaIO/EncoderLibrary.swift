import CFFmpeg
import FilterLanguage
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

    /// The encoder for a codec in a container, by its name where one is given; y4m takes frames as they are.
    static func find(
        _ codec: VideoCodec, in container: MediaContainer? = nil, named name: String? = nil
    ) -> UnsafePointer<AVCodec>? {
        LibraryLog.install()
        return avcodec_find_encoder_by_name(
            name ?? (codec == .raw && container == .y4m ? "wrapped_avframe" : codec.encoder))
    }

    /// The codec that an encoder of the library makes, by the encoder's name; `nil` where there is no such encoder of
    /// pictures.
    public static func codec(ofEncoder name: String) -> VideoCodec? {
        guard let encoder = find(.other, named: name)?.pointee, encoder.type == AVMEDIA_TYPE_VIDEO else { return nil }
        let known: [(AVCodecID, VideoCodec)] = [
            (AV_CODEC_ID_HEVC, .hevc), (AV_CODEC_ID_H264, .h264), (AV_CODEC_ID_PRORES, .prores),
            (AV_CODEC_ID_FFV1, .ffv1), (AV_CODEC_ID_RAWVIDEO, .raw), (AV_CODEC_ID_AV1, .av1), (AV_CODEC_ID_VP9, .vp9),
            (AV_CODEC_ID_DNXHD, .dnxhr),
        ]
        return known.first { $0.0 == encoder.id }?.1 ?? .other
    }

    /// The library's encoders of pictures, by name.
    public static var encoderNames: [String] {
        var (names, state): ([String], UnsafeMutableRawPointer?) = ([], nil)
        while let codec = av_codec_iterate(&state) {
            guard codec.pointee.type == AVMEDIA_TYPE_VIDEO, av_codec_is_encoder(codec) != 0 else { continue }
            names.append(String(cString: codec.pointee.name))
        }
        return names.sorted()
    }

    /// The layouts that an encoder takes, by name; empty when it is absent.
    public static func layoutNames(ofEncoder name: String) -> [String] {
        find(.other, named: name).map { layoutNames(of: $0) } ?? []
    }

    /// Whether an encoder counts pictures at their rate and knows no other times: those of MPEG-1, 2 and 4.
    public static func countsPictures(encoder name: String) -> Bool {
        guard let id = find(.other, named: name)?.pointee.id else { return false }
        return [AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG4].contains(id)
    }

    /// Whether an encoder has an option of its own of a name.
    static func has(option: String, _ encoder: UnsafePointer<AVCodec>) -> Bool {
        var options = encoder.pointee.priv_class
        return withUnsafeMutablePointer(to: &options) {
            av_opt_find($0, option, nil, 0, AV_OPT_SEARCH_FAKE_OBJ) != nil
        }
    }

    /// What to choose instead of a preset that an encoder does not have; `nil` where it has it, or none at all.
    static func objection(toPreset preset: String, _ codec: VideoCodec, _ encoder: UnsafePointer<AVCodec>) -> String? {
        switch codec {
        case .hevc, .h264:
            // x264 and x265 know the same names, and their places in the list.
            if presets.contains(preset) || Int(preset).map(presets.indices.contains) == true { return nil }
            return "choose one of " + presets.joined(separator: ", ") + Suggestion.ending(for: preset, among: presets)
        case .av1, .vp9:
            guard let range = range(of: codec == .av1 ? "preset" : "cpu-used", encoder) else { return nil }
            if let number = Int(preset), range.contains(number) { return nil }
            return "give a number from \(range.lowerBound) to \(range.upperBound), more is faster"
        case .prores, .ffv1, .raw, .dnxhr, .other: return nil
        }
    }

    private static let presets = [
        "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
    ]

    /// The whole numbers that an encoder's own option takes.
    private static func range(of option: String, _ encoder: UnsafePointer<AVCodec>) -> ClosedRange<Int>? {
        var options = encoder.pointee.priv_class
        return withUnsafeMutablePointer(to: &options) { options in
            guard let found = av_opt_find(options, option, nil, 0, AV_OPT_SEARCH_FAKE_OBJ)?.pointee,
                let low = Int(exactly: found.min), let high = Int(exactly: found.max), low <= high
            else { return nil }
            return low...high
        }
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
