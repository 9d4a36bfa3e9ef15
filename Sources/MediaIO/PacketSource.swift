import CFFmpeg

/// Finds the video's packets and sets the others aside.
struct PacketSource {
    let demuxer: Demuxer
    let decoder: FrameDecoder
    let packet: PacketHandle
    let copied: [CopiedStream]
    let joined: JoinedTimes

    /// Reads up to the next packet of the video; `false` at the end.
    func nextVideoPacket() throws(MediaError) -> Bool {
        while try demuxer.read(into: packet.raw) {
            let index = Int(packet.raw.pointee.stream_index)
            if index == demuxer.videoIndex { return true }
            if let stream = copied.first(where: { $0.index == index }) { try joined.keep(packet.raw, of: stream) }
            av_packet_unref(packet.raw)
        }
        return false
    }
}
