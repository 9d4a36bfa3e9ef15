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
    let disposition: Int32
    let parameters: ParametersHandle

    init(stream: UnsafeMutablePointer<AVStream>, subject: String) throws(MediaError) {
        let from = stream.pointee
        index = Int(from.index)
        type = av_get_media_type_string(from.codecpar.pointee.codec_type).map { String(cString: $0) } ?? "data"
        codec = String(cString: avcodec_get_name(from.codecpar.pointee.codec_id))
        timeBase = MediaTime(Int64(from.time_base.num), Int64(max(from.time_base.den, 1)))
        metadata = Settings.pairs(of: from.metadata)
        disposition = from.disposition
        parameters = try ParametersHandle(copying: from.codecpar, subject: subject)
    }

    static func all(of demuxer: Demuxer) throws(MediaError) -> [CopiedStream] {
        var found: [CopiedStream] = []
        for (index, stream) in demuxer.streams.enumerated()
        where index != demuxer.videoIndex && stream.pointee.discard != AVDISCARD_ALL {
            found.append(try CopiedStream(stream: stream, subject: demuxer.path))
        }
        return found
    }
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
