import CFFmpeg
import Frames

/// A stream that is carried from input to output untouched.
public final class CopiedStream: Sendable {
    /// Its index in the input.
    public let index: Int
    /// `audio`, `subtitle`, `data`.
    public let type: String
    /// ffmpeg's name of its codec.
    public let codec: String
    /// Seconds a tick of its time stamps.
    public let timeBase: MediaTime
    public let metadata: [String: String]
    /// The number of its track in a mov or mp4 file.
    let trackNumber: Int
    /// When its first packet is presented, as far as the file says.
    let start: MediaTime?
    let disposition: Int32
    let parameters: ParametersHandle

    init(
        stream: UnsafeMutablePointer<AVStream>, details: MovieDetails?, subject: String
    ) throws(MediaError) {
        let from = stream.pointee
        index = Int(from.index)
        type = av_get_media_type_string(from.codecpar.pointee.codec_type).map { String(cString: $0) } ?? "data"
        codec = String(cString: avcodec_get_name(from.codecpar.pointee.codec_id))
        timeBase = MediaTime(Int64(from.time_base.num), Int64(max(from.time_base.den, 1)))
        trackNumber = Int(from.id)
        var tags = Settings.pairs(of: from.metadata)
        if let title = details?.tracks[trackNumber]?.title, tags["title"] == nil { tags["title"] = title }
        metadata = tags
        start = from.start_time == candelaNoTime ? nil : MediaTime(ticks: from.start_time, base: from.time_base)
        disposition = from.disposition
        parameters = try ParametersHandle(copying: from.codecpar, subject: subject)
    }

    /// The streams whose packets are read: no pictures, no attached files, and no texts that are chapters already.
    static func all(of demuxer: Demuxer, _ details: MovieDetails?) throws(MediaError) -> [CopiedStream] {
        var found: [CopiedStream] = []
        for (index, stream) in demuxer.streams.enumerated()
        where index != demuxer.videoIndex && stream.pointee.discard != AVDISCARD_ALL {
            found.append(try CopiedStream(stream: stream, details: details, subject: demuxer.path))
        }
        return found
    }

    /// Whether it is text with or without a style, which can be written in another way.
    var isText: Bool { Self.texts.contains(parameters.raw.pointee.codec_id) }

    private static let texts = [
        AV_CODEC_ID_MOV_TEXT, AV_CODEC_ID_SUBRIP, AV_CODEC_ID_TEXT, AV_CODEC_ID_ASS, AV_CODEC_ID_WEBVTT,
    ]
}

/// Owns codec parameters; never changed once made.
final class ParametersHandle: @unchecked Sendable {
    let raw: UnsafeMutablePointer<AVCodecParameters>

    init(copying other: UnsafePointer<AVCodecParameters>, subject: String) throws(MediaError) {
        raw = try create("avcodec_parameters_alloc", on: subject) { avcodec_parameters_alloc() }
        try call("avcodec_parameters_copy", on: subject) { avcodec_parameters_copy(raw, other) }
    }

    deinit {
        var parameters: UnsafeMutablePointer<AVCodecParameters>? = raw
        avcodec_parameters_free(&parameters)
    }
}

/// A packet of a copied stream.
public struct CopiedPacket: Sendable {
    public let stream: CopiedStream
    /// When it is presented; `nil` when the file does not say.
    public let time: MediaTime?
    public let duration: MediaTime?
    /// Bytes of its payload.
    public var byteCount: Int { Int(packet.raw.pointee.size) }
    let packet: PacketHandle

    init(_ packet: PacketHandle, of stream: CopiedStream) {
        (self.packet, self.stream) = (packet, stream)
        let (raw, base) = (packet.raw.pointee, stream.timeBase.rational)
        let stamp = raw.pts != candelaNoTime ? raw.pts : raw.dts
        time = stamp == candelaNoTime ? nil : MediaTime(ticks: stamp, base: base)
        duration = raw.duration > 0 ? MediaTime(ticks: raw.duration, base: base) : nil
    }
}
