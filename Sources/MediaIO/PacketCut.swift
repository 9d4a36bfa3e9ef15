import CFFmpeg
import Frames

/// Cuts packets of copied streams to a span of the source, whose beginning becomes 0.
///
/// Text and data are cut to the tick. Sound without compression is cut to the sample. Other sound keeps its packets: where
/// an edit list can say which of their samples are heard (mov and mp4 files), those that reach into the span and those
/// that a decoder wants before them; elsewhere those that begin inside.
struct PacketCut {
    let origin: MediaTime?
    let end: MediaTime?
    /// Whether the beginning of what is stored may lie before the beginning of what is shown.
    let hasEditList: Bool
    let subject: String

    /// What decoders of sound want to have had before what they give is right.
    static let lead = MediaTime(1, 10)

    /// The part of a packet inside the span, with its times in the span; `nil` where none is.
    func cut(_ packet: CopiedPacket) throws(MediaError) -> PacketHandle? {
        let whole = packet.packet
        guard let time = packet.time else { return try moved(whole, packet.stream) }
        let last = time + (packet.duration ?? .zero)
        switch packet.stream.type {
        case "audio":
            if let bytes = packet.stream.sampleByteCount { return try trimmed(whole, packet.stream, time, bytes) }
            if let end, time >= end { return nil }
            if let origin, hasEditList ? last <= origin - Self.lead : time < origin { return nil }
            let part = try moved(whole, packet.stream)
            if hasEditList, let end, last > end { part.raw.pointee.duration = ticks(end - time, packet.stream) }
            return part
        case "data": return try clipped(packet, time, last)
        case "subtitle" where packet.stream.isText: return try clipped(packet, time, last)
        default: return isInside(time) ? try moved(whole, packet.stream) : nil
        }
    }

    /// What is shown from `time` to `last`, as far as that lies inside.
    private func clipped(
        _ packet: CopiedPacket, _ time: MediaTime, _ last: MediaTime
    ) throws(MediaError) -> PacketHandle? {
        let (first, stop) = (max(time, origin ?? time), min(last, end ?? last))
        guard stop > first || (last == time && isInside(time)) else { return nil }
        let part = try moved(packet.packet, packet.stream)
        let start = ticks(first - (origin ?? .zero), packet.stream)
        (part.raw.pointee.pts, part.raw.pointee.dts) = (start, start)
        part.raw.pointee.duration = ticks(stop - (origin ?? .zero), packet.stream) - start
        return part
    }

    /// Whether a packet that was left out was heard after the beginning.
    func losesStart(of packet: CopiedPacket) -> Bool {
        guard let origin, let time = packet.time, let duration = packet.duration else { return false }
        return packet.stream.type == "audio" && time < origin && time + duration > origin
    }

    private func isInside(_ time: MediaTime) -> Bool {
        time >= (origin ?? time) && (end.map { time < $0 } ?? true)
    }

    private func moved(_ whole: PacketHandle, _ stream: CopiedStream) throws(MediaError) -> PacketHandle {
        let part = try PacketHandle(subject: subject)
        try call("av_packet_ref", on: subject) { av_packet_ref(part.raw, whole.raw) }
        guard let origin else { return part }
        let shift = ticks(origin, stream)
        if part.raw.pointee.pts != candelaNoTime { part.raw.pointee.pts -= shift }
        if part.raw.pointee.dts != candelaNoTime { part.raw.pointee.dts -= shift }
        return part
    }

    /// The samples of `bytes` bytes each that are heard inside the span.
    private func trimmed(
        _ whole: PacketHandle, _ stream: CopiedStream, _ time: MediaTime, _ bytes: Int
    ) throws(MediaError) -> PacketHandle? {
        let count = Int(whole.raw.pointee.size) / bytes
        let first = origin.map { stream.samples(in: $0 - time) } ?? 0
        let last = end.map { stream.samples(in: $0 - time) } ?? count
        let kept = max(first, 0)..<max(min(last, count), max(first, 0))
        guard !kept.isEmpty else { return nil }
        let part = try moved(whole, stream)
        guard kept.count < count else { return part }
        part.raw.pointee.data += kept.lowerBound * bytes
        part.raw.pointee.size = Int32(kept.count * bytes)
        let start = time + MediaTime(Int64(kept.lowerBound), Int64(stream.sampleRate))
        let stamp = ticks(start - (origin ?? .zero), stream)
        (part.raw.pointee.pts, part.raw.pointee.dts) = (stamp, stamp)
        part.raw.pointee.duration = ticks(MediaTime(Int64(kept.count), Int64(stream.sampleRate)), stream)
        return part
    }

    private func ticks(_ time: MediaTime, _ stream: CopiedStream) -> Int64 {
        time.ticks(base: stream.timeBase.rational).count
    }
}

extension CopiedStream {
    /// Samples a second of a stream of sound.
    var sampleRate: Int { max(Int(parameters.raw.pointee.sample_rate), 1) }

    /// Bytes of one sample of all channels, of sound without compression; `nil` of other streams.
    var sampleByteCount: Int? {
        let channels = Int(parameters.raw.pointee.ch_layout.nb_channels)
        let bits = Int(av_get_bits_per_sample(parameters.raw.pointee.codec_id))
        guard type == "audio", codec.hasPrefix("pcm_"), bits > 0, bits % 8 == 0, channels > 0 else { return nil }
        return channels * bits / 8
    }

    /// The number of the first sample at `time` or later, counted from a packet's first.
    func samples(in time: MediaTime) -> Int {
        let (top, scale) = (Int128(time.value) * Int128(sampleRate), Int128(time.scale))
        return Int(clamping: top > 0 ? (top + scale - 1) / scale : top / scale)
    }
}
