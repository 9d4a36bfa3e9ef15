import Bitstreams
import CFFmpeg
import Frames

/// What an HEVC stream says of how its light is meant: messages before each picture that decoding may begin at.
///
/// The encoder does not write them: x265 would repeat its parameter sets for their sake, state light levels of 0 beside a
/// mastering display, and put them into the container's header a second time.
struct LightMessages {
    /// Each message in a unit of its own, after a start code.
    private let bytes: [UInt8]

    /// `nil` where there is nothing to say.
    init?(_ settings: MediaWriterSettings) {
        var messages: [SEIMessage] = []
        if let display = settings.mastering {
            messages.append(SEIMessage(type: 137, payload: MasteringDisplayBox(display).fields))
        }
        if let light = settings.contentLight {
            messages.append(SEIMessage(type: 144, payload: LightLevelBox(light).fields))
        }
        if let room = settings.ambientViewing {
            messages.append(SEIMessage(type: 148, payload: AmbientViewingBox(room).fields))
        }
        guard !messages.isEmpty else { return nil }
        bytes = messages.flatMap { [0, 0, 0, 1] + SEIMessage.unit([$0]).bytes }
    }

    /// Puts the messages into a packet with start codes whose picture decoding may begin at; others stay as they are.
    func insert(into packet: PacketHandle, subject: String) throws(MediaError) {
        let raw = packet.raw
        guard raw.pointee.flags & AV_PKT_FLAG_KEY != 0, let data = raw.pointee.data else { return }
        let count = Int(raw.pointee.size)
        guard let place = NALUnit.firstSlice(annexB: UnsafeBufferPointer(start: data, count: count)) else { return }
        try call("av_grow_packet", on: subject) { av_grow_packet(raw, Int32(bytes.count)) }
        guard let grown = raw.pointee.data else { return }
        memmove(grown + place + bytes.count, grown + place, count - place)
        _ = UnsafeMutableBufferPointer(start: grown + place, count: bytes.count).update(fromContentsOf: bytes)
    }

    /// Leaves nothing but parameter sets in a header with start codes.
    static func removeMessages(from parameters: UnsafeMutablePointer<AVCodecParameters>) {
        guard let data = parameters.pointee.extradata else { return }
        let count = Int(parameters.pointee.extradata_size)
        let header = Array(UnsafeBufferPointer(start: data, count: count))
        let kept: [UInt8] = NALUnit.annexB(header).filter { (32...34).contains($0.type) }.flatMap {
            [0, 0, 0, 1] + $0.bytes
        }
        // The same units with shorter start codes would grow.
        guard !kept.isEmpty, kept.count < count else { return }
        _ = UnsafeMutableBufferPointer(start: data, count: kept.count).update(fromContentsOf: kept)
        memset(data + kept.count, 0, count - kept.count)
        parameters.pointee.extradata_size = Int32(kept.count)
    }
}
