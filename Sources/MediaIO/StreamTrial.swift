import CFFmpeg

/// Finds out whether a container takes a stream by writing a header for it alone, into memory.
///
/// Tables of codecs say less than the header's writer knows: mov has a code for Opus and refuses it.
enum StreamTrial {
    ///
    /// `codec` is what text is written as, where it is not copied.
    static func succeeds(
        _ copied: CopiedStream, in container: MediaContainer, as codec: AVCodecID? = nil, subject: String
    ) throws(MediaError) -> Bool {
        var made: UnsafeMutablePointer<AVFormatContext>?
        try call("avformat_alloc_output_context2", on: subject, kind: .unavailable) {
            avformat_alloc_output_context2(&made, nil, container.muxer, nil)
        }
        guard let context = made else {
            throw MediaError(call: "avformat_alloc_output_context2", subject: subject, code: candelaErrorNoMemory)
        }
        defer { avformat_free_context(context) }
        context.pointee.strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL
        let stream = try create("avformat_new_stream", on: subject) { avformat_new_stream(context, nil) }
        try call("avcodec_parameters_copy", on: subject) {
            avcodec_parameters_copy(stream.pointee.codecpar, copied.parameters.raw)
        }
        describe(stream.pointee.codecpar, of: copied, in: container, context)
        stream.pointee.time_base = copied.timeBase.rational
        if let codec { try SubtitleConverter(copied, to: codec, subject: subject).describe(stream.pointee.codecpar) }
        try call("avio_open_dyn_buf", on: subject, kind: .system) { avio_open_dyn_buf(&context.pointee.pb) }
        defer {
            var bytes: UnsafeMutablePointer<UInt8>?
            avio_close_dyn_buf(context.pointee.pb, &bytes)
            av_free(bytes)
            context.pointee.pb = nil
        }
        let result = try call(
            "avformat_write_header", on: subject,
            expecting: [
                candelaError(EINVAL), candelaErrorInvalidData, candelaErrorExperimental, candelaErrorPatchWelcome,
            ]
        ) { avformat_write_header(context, nil) }
        return result >= 0
    }

    /// Names the codec of a stream that is copied as the container does.
    static func describe(
        _ parameters: UnsafeMutablePointer<AVCodecParameters>, of copied: CopiedStream, in container: MediaContainer,
        _ context: UnsafeMutablePointer<AVFormatContext>
    ) {
        if copied.type == "data", container == .mp4 {
            // The one kind of data that the library writes there; what it is, is put right afterwards.
            (parameters.pointee.codec_id, parameters.pointee.codec_tag) = (AV_CODEC_ID_BIN_DATA, anyData)
        } else if !keepsTag(of: copied, in: context) {
            parameters.pointee.codec_tag = 0
        }
    }

    /// `gpmd` as a little-endian word.
    private static let anyData: UInt32 = 0x646d_7067

    /// Whether the input's four characters for a codec mean the same in another container.
    private static func keepsTag(of stream: CopiedStream, in context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        let parameters = stream.parameters.raw.pointee
        guard let tags = context.pointee.oformat.pointee.codec_tag else { return false }
        return av_codec_get_id(tags, parameters.codec_tag) == parameters.codec_id
    }

    /// `tmcd` as a little-endian word.
    static let timeCode: UInt32 = 0x6463_6d74
}
