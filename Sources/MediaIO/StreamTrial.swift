import CFFmpeg

/// Finds out whether a container takes a stream by writing a header for it alone, into memory.
///
/// Tables of codecs say less than the header's writer knows: mov has a code for Opus and refuses it.
enum StreamTrial {
    static func succeeds(
        _ copied: CopiedStream, in container: MediaContainer, subject: String
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
        if !keepsTag(of: copied, in: context) { stream.pointee.codecpar.pointee.codec_tag = 0 }
        stream.pointee.time_base = copied.timeBase.rational
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

    /// Whether the input's four characters for a codec mean the same in another container.
    static func keepsTag(of stream: CopiedStream, in context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        let parameters = stream.parameters.raw.pointee
        guard let tags = context.pointee.oformat.pointee.codec_tag else { return false }
        return av_codec_get_id(tags, parameters.codec_tag) == parameters.codec_id
    }

    /// `tmcd` as a little-endian word.
    static let timeCode: UInt32 = 0x6463_6d74
}
