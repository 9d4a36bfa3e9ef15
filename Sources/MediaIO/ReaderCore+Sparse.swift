import CFFmpeg
import Frames

// Streams whose packets last long and lie far apart: text, and data.
extension ReaderCore {
    /// Streams of which a packet may begin long before a moment and still be shown at it.
    var sparse: Set<Int> {
        Set(copied.filter { $0.type == "data" || ($0.type == "subtitle" && $0.isText) }.map(\.index))
    }

    /// What of text and data begins before `time` and is still there at it. The file is read from its start; afterwards the
    /// place in it is anywhere.
    func packetsLasting(to time: MediaTime) -> [CopiedPacket] {
        let wanted = sparse
        guard !wanted.isEmpty, demuxer.isSeekable, !demuxer.timesMayJump else { return [] }
        let kept = demuxer.streams.map(\.pointee.discard)
        defer { for (stream, discard) in zip(demuxer.streams, kept) { stream.pointee.discard = discard } }
        // Where an index says what lies where, the pictures need not be passed by.
        let hasIndex = demuxer.formatName.hasPrefix("mov")
        for (index, stream) in demuxer.streams.enumerated() {
            let isRead = wanted.contains(index) || (index == demuxer.videoIndex && !hasIndex)
            stream.pointee.discard = isRead ? AVDISCARD_DEFAULT : AVDISCARD_ALL
        }
        var (lasting, ended): ([CopiedPacket], Set<Int>) = ([], [])
        do {
            try demuxer.seek(to: min(0, track.start.ticks(base: demuxer.video.pointee.time_base).count))
            while ended != wanted {
                let packet = try PacketHandle(subject: demuxer.path)
                guard try demuxer.read(into: packet.raw) else { break }
                let index = Int(packet.raw.pointee.stream_index)
                if index == demuxer.videoIndex, isBehind(packet.raw.pointee, time) { break }
                guard let stream = copied.first(where: { $0.index == index }) else { continue }
                let found = CopiedPacket(packet, of: stream)
                guard let begin = found.time else { continue }
                if begin >= time { ended.insert(index) }
                if begin < time, let duration = found.duration, begin + duration > time { lasting.append(found) }
            }
        } catch {
            // What is damaged is told where the pictures are read.
        }
        return lasting
    }

    /// Reads on without decoding until the other streams have come to `time`, as far as the file can be read.
    func readPackets(upTo time: MediaTime) throws(MediaError) {
        guard joined.count == 0 else { return }
        // Sound that lies farther behind its pictures has ended.
        let far = time + MediaTime(10, 1)
        var waiting = Set(copied.filter { $0.type == "audio" }.map(\.index))
        waiting.insert(demuxer.videoIndex)
        let packet = try PacketHandle(subject: demuxer.path)
        while !waiting.isEmpty {
            do {
                guard try demuxer.read(into: packet.raw) else { return }
            } catch {
                // What is damaged behind the end was not asked for.
                return
            }
            let index = Int(packet.raw.pointee.stream_index)
            if isBehind(packet.raw.pointee, time) { waiting.remove(index) }
            if index == demuxer.videoIndex, isBehind(packet.raw.pointee, far) { return }
            if let stream = copied.first(where: { $0.index == index }) { try joined.keep(packet.raw, of: stream) }
            av_packet_unref(packet.raw)
        }
    }

    /// Whether a packet is decoded at `time` or later.
    private func isBehind(_ packet: AVPacket, _ time: MediaTime) -> Bool {
        let stamp = packet.dts != candelaNoTime ? packet.dts : packet.pts
        let base = demuxer.streams[Int(packet.stream_index)].pointee.time_base
        return stamp != candelaNoTime && MediaTime(ticks: stamp, base: base) >= time
    }
}
