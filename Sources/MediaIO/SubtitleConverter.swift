import CFFmpeg
import Frames

/// Writes subtitles that are text in another way, for containers that ask for their own: with the same words and times, and
/// as much of the style as the other way has words for.
final class SubtitleConverter {
    private let decoder: CodecHandle
    private let encoder: CodecHandle
    private let subject: String
    private let base: AVRational
    /// Text is short; this is more than any line has.
    private static let limit = 1 << 20

    /// How a container wants text; `nil` where it has none.
    static func codec(for container: MediaContainer) -> AVCodecID? {
        switch container {
        case .mov, .mp4: AV_CODEC_ID_MOV_TEXT
        case .matroska: AV_CODEC_ID_SUBRIP
        case .webm: AV_CODEC_ID_WEBVTT
        case .nut: AV_CODEC_ID_ASS
        case .raw, .y4m, .null: nil
        }
    }

    init(_ stream: CopiedStream, to codec: AVCodecID, subject: String) throws(MediaError) {
        self.subject = subject
        base = stream.timeBase.rational
        let parameters = stream.parameters.raw
        decoder = try CodecHandle(
            avcodec_find_decoder(parameters.pointee.codec_id), missing: candelaErrorNoDecoder, subject: subject)
        let opened = decoder.raw
        try call("avcodec_parameters_to_context", on: subject) { avcodec_parameters_to_context(opened, parameters) }
        opened.pointee.pkt_timebase = base
        try call("avcodec_open2", on: subject, kind: .unavailable) { avcodec_open2(opened, nil, nil) }
        encoder = try CodecHandle(avcodec_find_encoder(codec), missing: candelaErrorNoEncoder, subject: subject)
        let made = encoder.raw
        made.pointee.time_base = base
        if let header = opened.pointee.subtitle_header, opened.pointee.subtitle_header_size > 0 {
            let count = Int(opened.pointee.subtitle_header_size)
            let copy = try create("av_mallocz", on: subject) { av_mallocz(count + 1) }
            copy.copyMemory(from: header, byteCount: count)
            made.pointee.subtitle_header = copy.assumingMemoryBound(to: UInt8.self)
            made.pointee.subtitle_header_size = Int32(count)
        }
        try call("avcodec_open2", on: subject, kind: .unavailable) { avcodec_open2(made, nil, nil) }
    }

    /// Says in an output stream's parameters what comes out.
    func describe(_ parameters: UnsafeMutablePointer<AVCodecParameters>) throws(MediaError) {
        try call("avcodec_parameters_from_context", on: subject) {
            avcodec_parameters_from_context(parameters, encoder.raw)
        }
    }

    /// The same words at the same time; `nil` for a packet without words, such as those that fill pauses in mov and mp4.
    func convert(_ packet: PacketHandle) throws(MediaError) -> PacketHandle? {
        var subtitle = AVSubtitle()
        var hasWords: Int32 = 0
        let result = try call("avcodec_decode_subtitle2", on: subject, expecting: [candelaErrorInvalidData]) {
            avcodec_decode_subtitle2(decoder.raw, &subtitle, &hasWords, packet.raw)
        }
        defer { avsubtitle_free(&subtitle) }
        guard result >= 0, hasWords != 0, subtitle.num_rects > 0 else { return nil }
        let from = packet.raw.pointee
        // The packet says both, to the tick.
        (subtitle.start_display_time, subtitle.end_display_time) = (0, 0)
        let ticks = av_rescale_q(from.duration, base, AVRational(num: 1, den: 1000))
        subtitle.end_display_time = UInt32(clamping: max(ticks, 0))
        let converted = try PacketHandle(subject: subject)
        try call("av_new_packet", on: subject, kind: .system) { av_new_packet(converted.raw, Int32(Self.limit)) }
        let count = try call("avcodec_encode_subtitle", on: subject) {
            avcodec_encode_subtitle(encoder.raw, converted.raw.pointee.data, Int32(Self.limit), &subtitle)
        }
        guard count > 0 else { return nil }
        av_shrink_packet(converted.raw, count)
        try call("av_packet_copy_props", on: subject) { av_packet_copy_props(converted.raw, packet.raw) }
        return converted
    }
}

/// Owns a codec's context.
private final class CodecHandle {
    let raw: UnsafeMutablePointer<AVCodecContext>

    init(_ codec: UnsafePointer<AVCodec>?, missing: Int32, subject: String) throws(MediaError) {
        guard let codec else {
            throw MediaError(call: "avcodec_find_codec", subject: subject, code: missing, kind: .unavailable)
        }
        raw = try create("avcodec_alloc_context3", on: subject) { avcodec_alloc_context3(codec) }
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = raw
        avcodec_free_context(&context)
    }
}
