import Bitstreams
import CFFmpeg
import Foundation
import Frames

/// The container being written: its streams, its header and its packets.
final class Muxer {
    let context: UnsafeMutablePointer<AVFormatContext>
    /// Index in the output of each copied stream, by its index in the input.
    var copiedIndices: [Int: Int32] = [:]
    var warnings: [MediaWarning] = []
    /// What writes text in the container's way, by the stream's index in the input.
    var converters: [Int: SubtitleConverter] = [:]
    let subject: String
    let container: MediaContainer
    private let output: OutputStream?
    private var filter: PacketFilter?
    private var messages: LightMessages?
    private var videoIndex: Int32 = 0
    private var pictureCount: Int64 = 0
    private var encoderBase = AVRational(num: 1, den: 1)

    /// A container that writes to `output`, or nowhere.
    init(_ container: MediaContainer, output: OutputStream?, subject: String) throws(MediaError) {
        (self.container, self.output, self.subject) = (container, output, subject)
        var made: UnsafeMutablePointer<AVFormatContext>?
        try call("avformat_alloc_output_context2", on: subject, kind: .unavailable) {
            avformat_alloc_output_context2(&made, nil, container.muxer, nil)
        }
        guard let made else {
            throw MediaError(call: "avformat_alloc_output_context2", subject: subject, code: candelaErrorNoMemory)
        }
        context = made
        context.pointee.flags |= AVFMT_FLAG_BITEXACT
        if let output {
            context.pointee.pb = output.raw
            context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        }
        context.pointee.strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL
        // Pictures come late out of an encoder; sound waits for them however long that takes.
        context.pointee.max_interleave_delta = 0
    }

    deinit { avformat_free_context(context) }

    /// Whether the container wants the encoder's headers apart from its packets.
    var wantsGlobalHeader: Bool { context.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0 }

    /// The number of the video's track in a mov or mp4 file.
    var videoTrackNumber: Int { Int(videoIndex) + 1 }

    /// Refuses a codec, or raw pixels, that the container cannot hold; to be asked before an encoder is opened.
    func check(
        _ codec: VideoCodec, _ encoder: UnsafePointer<AVCodec>, _ picture: PictureDescription
    ) throws(MediaError) {
        let layout = picture.layout
        let name = codec == .other ? "what \(String(cString: encoder.pointee.name)) makes" : codec.rawValue
        if codec != .raw, container == .raw || container == .y4m {
            throw MediaError(
                kind: .usage, call: "settings", subject: subject,
                problem:
                    "\(container == .raw ? "a file without a header" : "y4m") holds raw pixels alone, not \(name)",
                wayOut: "leave out --codec, or write .mkv")
        }
        // The library's writer cuts the last byte off each row of chroma then.
        if container == .y4m, layout.depth > 8, layout.log2ChromaWidth > 0, picture.codedWidth % 2 != 0 {
            throw MediaError(
                kind: .usage, call: "settings", subject: subject,
                problem: "y4m cannot be written with \(layout.name) of an odd width",
                wayOut: "write .nut or .mkv instead")
        }
        let isKnown = avformat_query_codec(context.pointee.oformat, encoder.pointee.id, FF_COMPLIANCE_UNOFFICIAL) != 0
        // The library answers yes for mov, and then refuses them in the header.
        let isForMP4 = container == .mov && (codec == .av1 || codec == .vp9)
        guard isKnown, !isForMP4 else {
            throw MediaError(
                kind: .usage, call: "avformat_query_codec", subject: subject,
                problem: "\(container.rawValue) cannot hold \(name)",
                wayOut: "choose another codec, or another ending")
        }
        guard codec == .raw, ![.raw, .y4m, .null].contains(container) else { return }
        let hasCode = avcodec_pix_fmt_to_codec_tag(layout.pixelFormat ?? AV_PIX_FMT_NONE) != 0
        guard container.isMovie ? Self.rawInMovies.contains(layout.name) : hasCode else {
            throw MediaError(
                kind: .usage, call: "avcodec_pix_fmt_to_codec_tag", subject: subject,
                problem: "\(container.rawValue) has no code for raw pixels of \(layout.name)",
                wayOut: "choose another pixel format, or \(container.isMovie && hasCode ? ".mkv or .nut" : ".yuv")")
        }
    }

    /// Raw pixels that come back out of a movie as they went in: others get codes that no reader knows, and grey is read
    /// as its negative.
    private static let rawInMovies: Set<String> = ["yuv420p", "yuv422p", "nv12", "rgba", "bgra", "abgr"]

    /// Adds the video of an opened encoder.
    func addVideo(_ encoder: FrameEncoder, codec: VideoCodec, _ settings: MediaWriterSettings) throws(MediaError) {
        let stream = try create("avformat_new_stream", on: subject) { avformat_new_stream(context, nil) }
        videoIndex = stream.pointee.index
        encoderBase = encoder.context.pointee.time_base
        try call("avcodec_parameters_from_context", on: subject) {
            avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context)
        }
        stream.pointee.time_base = encoderBase
        if let rate = settings.frameRate, container == .y4m { set(y4mRate: rate) }
        if let rate = settings.frameRate { stream.pointee.avg_frame_rate = rate.rational }
        stream.pointee.sample_aspect_ratio = encoder.context.pointee.sample_aspect_ratio
        stream.pointee.disposition = AV_DISPOSITION_DEFAULT
        Self.set(settings.trackMetadata, on: &stream.pointee.metadata)
        if codec == .hevc {
            LightMessages.removeMessages(from: stream.pointee.codecpar)
            messages = LightMessages(settings)
        }
        if let tag = settings.tag { stream.pointee.codecpar.pointee.codec_tag = try number(ofTag: tag) }
        if codec == .hevc, container.isMovie {
            // Parameter sets belong in the header alone under this tag, which Apple's players ask for.
            if settings.tag == nil { stream.pointee.codecpar.pointee.codec_tag = Self.hvc1 }
            filter = try PacketFilter(
                "filter_units", ["remove_types": "32-35"], stream: stream, base: encoderBase, subject: subject)
        }
        try addSideData(settings, to: stream)
    }

    /// Four characters as the library counts them, the first in the lowest byte.
    private func number(ofTag tag: String) throws(MediaError) -> UInt32 {
        func refusal(_ problem: String, _ wayOut: String) -> MediaError {
            MediaError(kind: .usage, call: "settings", subject: subject, problem: problem, wayOut: wayOut)
        }
        guard container.isMovie else {
            throw refusal("\(container.rawValue) names codecs by words of its own, not by '\(tag)'", "leave out --tag")
        }
        let bytes = Array(tag.utf8)
        guard bytes.count == 4, bytes.allSatisfy({ (0x20..<0x7f).contains($0) }) else {
            throw refusal("'\(tag)' is no tag of four characters", "write one such as hvc1")
        }
        return bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Y4m states one rate for all pictures, which its writer takes from the time base.
    func set(y4mRate rate: MediaTime) {
        guard let stream = context.pointee.streams[Int(videoIndex)], rate.value > 0 else { return }
        stream.pointee.time_base = MediaTime(rate.scale, rate.value).rational
    }

    /// Writes the header; afterwards packets may follow.
    func begin(_ settings: MediaWriterSettings, isSeekable: Bool) throws(MediaError) {
        let metadata = settings.metadata
        // Movies know which of a tag's languages is meant.
        let tags = metadata.filter { container.isMovie || !CarriedBoxes.isRepeated($0.key, in: metadata) }
        Self.set(tags, on: &context.pointee.metadata)
        let options = Settings()
        if container.isMovie {
            options["movie_timescale"] = String(movieScale(settings))
            if !isSeekable {
                options["movflags"] = "frag_keyframe+empty_moov+default_base_moof"
                // Into a file, tags of any name are put afterwards.
                if metadata.keys.contains(where: { $0.contains(".") }) { options["movflags"]? += "+use_metadata_tags" }
            }
        }
        do {
            try call("avformat_write_header", on: subject, kind: .usage) {
                avformat_write_header(context, &options.raw)
            }
        } catch var error where error.kind == .usage {
            // The library speaks of itself here.
            error.problem = "\(container.rawValue) cannot hold what is to be written"
            error.wayOut = "choose another ending, codec or pixel format"
            throw error
        }
    }

    /// Edit lists count in the movie's ticks: as fine as the video's own, and as those of each stream that begins late,
    /// nothing is rounded.
    private func movieScale(_ settings: MediaWriterSettings) -> Int64 {
        var scale = Int64(max(encoderBase.den, 1000))
        for stream in settings.copiedStreams where copiedIndices[stream.index] != nil {
            guard let start = stream.start, start > settings.origin ?? .zero else { continue }
            let finer = scale / Int64(av_gcd(scale, stream.timeBase.scale)) * stream.timeBase.scale
            // The scale has 32 bits.
            if finer <= Int64(Int32.max) { scale = finer }
        }
        return scale
    }

    /// Takes a packet of the encoder's.
    func write(_ packet: PacketHandle) throws(MediaError) {
        guard let filter else { return try writeVideo(packet) }
        try filter.send(packet)
        while try filter.receive(into: packet) { try writeVideo(packet) }
    }

    /// Takes a packet of a copied stream, its stamps in `base`.
    func write(_ packet: PacketHandle, base: AVRational, streamIndex: Int32) throws(MediaError) {
        packet.raw.pointee.stream_index = streamIndex
        packet.raw.pointee.pos = -1
        guard let stream = context.pointee.streams[Int(streamIndex)] else { return }
        av_packet_rescale_ts(packet.raw, base, stream.pointee.time_base)
        try hand(packet)
    }

    /// Writes what is left and the tables.
    func finish() throws(MediaError) {
        if let filter {
            try filter.finish()
            let packet = try PacketHandle(subject: subject)
            while try filter.receive(into: packet) { try writeVideo(packet) }
        }
        try call("av_write_trailer", on: subject, kind: .system) { av_write_trailer(context) }
        try output?.flush()
    }

    private func writeVideo(_ packet: PacketHandle) throws(MediaError) {
        guard let stream = context.pointee.streams[Int(videoIndex)] else { return }
        packet.raw.pointee.stream_index = videoIndex
        try messages?.insert(into: packet, subject: subject)
        if container == .y4m {
            // Pictures follow one another at its rate, whatever their times are.
            (packet.raw.pointee.pts, packet.raw.pointee.dts, packet.raw.pointee.duration) = (
                pictureCount, pictureCount, 1
            )
            pictureCount += 1
        } else {
            av_packet_rescale_ts(packet.raw, encoderBase, stream.pointee.time_base)
        }
        try hand(packet)
    }

    private func hand(_ packet: PacketHandle) throws(MediaError) {
        try call("av_interleaved_write_frame", on: subject, kind: .system) {
            av_interleaved_write_frame(context, packet.raw)
        }
    }

    /// Containers write `mdcv` and `clli` from what the stream carries, not from frames.
    private func addSideData(
        _ settings: MediaWriterSettings, to stream: UnsafeMutablePointer<AVStream>
    ) throws(MediaError) {
        if settings.picture.orientation != .upright, container.isMovie {
            let m = settings.picture.orientation.displayMatrix(of: settings.picture)
            try addSideData(
                AV_PKT_DATA_DISPLAYMATRIX, (m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]), to: stream)
        }
        if let display = settings.mastering {
            try addSideData(AV_PKT_DATA_MASTERING_DISPLAY_METADATA, display.stored, to: stream)
        }
        if let light = settings.contentLight {
            let box = LightLevelBox(light)
            let stored = AVContentLightMetadata(MaxCLL: UInt32(box.maxCLL), MaxFALL: UInt32(box.maxFALL))
            try addSideData(AV_PKT_DATA_CONTENT_LIGHT_LEVEL, stored, to: stream)
        }
    }

    private func addSideData<Stored: BitwiseCopyable>(
        _ type: AVPacketSideDataType, _ stored: Stored, to stream: UnsafeMutablePointer<AVStream>
    ) throws(MediaError) {
        let count = MemoryLayout<Stored>.size
        let memory = try create("av_malloc", on: subject) { av_mallocz(count) }
        memory.storeBytes(of: stored, as: Stored.self)
        do {
            try call("av_stream_add_side_data", on: subject) {
                candelaAddStreamSideData(stream, type, memory.assumingMemoryBound(to: UInt8.self), count)
            }
        } catch {
            av_free(memory)
            throw error
        }
    }

    static func set(_ tags: [String: String], on dictionary: inout OpaquePointer?) {
        for (name, value) in tags.sorted(by: { $0.key < $1.key }) where !describesMaking(name) {
            av_dict_set(&dictionary, name, value, 0)
        }
    }

    /// Whether a tag tells how a file was made, statistics among it, which is no longer true of another file.
    static func describesMaking(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["major_brand", "minor_version", "compatible_brands", "encoder", "vendor_id"].contains(name)
            || ["duration", "bps", "number_of_", "_statistics"].contains { name.hasPrefix($0) }
    }

    /// `hvc1` as a little-endian word.
    private static let hvc1: UInt32 = 0x3163_7668
}
