import CFFmpeg
import Frames

/// Recordings that were joined end to end, each with times of its own, as one: what a part's first picture has as its time
/// becomes the end of the last picture before it, and every stream's times of that part are moved by the same.
///
/// Another part begins where the video's time goes back, or, in formats whose time may jump, far ahead: by what ffmpeg's
/// command counts as such. Streams change parts each by itself, since their packets lie apart; what a stream has of a part
/// whose first picture is not known yet waits for it. Used by one thread at a time.
final class JoinedTimes {
    /// Where a stream is.
    private struct Clock {
        var part = 0
        /// The latest stamps of the part, presented and decoded, in the stream's ticks.
        var latest: Int64?
        var decoded: Int64?
        /// Whether the part was entered by a step ahead.
        var wentAhead = false
        /// When what was handed over ends, in the stream's ticks.
        var end: Int64?
    }

    private struct Held {
        var packet: PacketHandle
        var stream: CopiedStream
        var part: Int
    }

    private let videoIndex: Int
    private let base: AVRational
    private let mayJumpAhead: Bool
    /// How long a picture lasts that does not say it, in ticks.
    private let pictureTicks: Int64
    private var clocks: [Int: Clock] = [:]
    /// What is added to times of each part whose first picture is known, in the video's ticks.
    private var shifts: [Int64] = [0]
    private var end: Int64?
    private var waiting: PacketHandle?
    private var held: [Held] = []

    init(_ demuxer: Demuxer) {
        let stream = demuxer.video.pointee
        (videoIndex, base, mayJumpAhead) = (demuxer.videoIndex, stream.time_base, demuxer.timesMayJump)
        let rate = stream.avg_frame_rate.time ?? stream.r_frame_rate.time ?? MediaTime(25, 1)
        pictureTicks = rate.value > 0 ? max(MediaTime(rate.scale, rate.value).ticks(base: base).count, 1) : 1
    }

    /// Parts that follow another, so far.
    var count: Int { shifts.count - 1 }

    /// What is added to the time of the picture decoded last, in the video's ticks.
    var shift: Int64 { shifts[shifts.count - 1] }

    /// Starts anew, as after a seek.
    func reset() {
        (clocks, shifts, end, waiting, held) = ([:], [0], nil, nil, [])
    }

    // MARK: Pictures

    /// Whether a packet of the video begins another part; each is asked for once, in the order of the file.
    func begins(_ packet: AVPacket) -> Bool {
        // What an edit list hides has times of no meaning.
        guard packet.flags & AV_PKT_FLAG_DISCARD == 0 else { return false }
        var clock = clocks[videoIndex] ?? Clock()
        let isNew = isNewPart(packet, clock)
        if isNew { clock = Clock(part: clock.part + 1) }
        if packet.pts != candelaNoTime { clock.latest = max(clock.latest ?? packet.pts, packet.pts) }
        if packet.dts != candelaNoTime { clock.decoded = packet.dts }
        clocks[videoIndex] = clock
        if let latest = clock.latest, !held.isEmpty { settle(latest, part: clock.part) }
        return isNew
    }

    /// Takes sound for a part's own that went ahead through silence, where the pictures come to the same time by steps.
    private func settle(_ latest: Int64, part: Int) {
        for (index, clock) in clocks where clock.part > part && clock.wentAhead {
            guard let first = held.first(where: { $0.stream.index == index && $0.part == clock.part }) else { continue }
            let base = first.stream.timeBase.rational
            let stamp = av_rescale_q(Self.stamp(first.packet.raw.pointee), base, self.base)
            guard (latest &- stamp).magnitude < ticks(Self.near, self.base).magnitude else { continue }
            clocks[index]?.part = part
            for place in held.indices where held[place].stream.index == index && held[place].part > part {
                held[place].part = part
            }
        }
    }

    private func isNewPart(_ packet: AVPacket, _ clock: Clock) -> Bool {
        let (slack, far) = (ticks(Self.slack, base), ticks(Self.far, base))
        let decoding = packet.dts == candelaNoTime ? nil : packet.dts
        let isDecodedEarlier = decoding.map { now in clock.decoded.map { now < $0 } ?? true } ?? true
        // Pictures after a key frame are shown after all that came before it, in whatever order they are stored.
        if packet.flags & AV_PKT_FLAG_KEY != 0, packet.pts != candelaNoTime, let latest = clock.latest,
            packet.pts &+ slack < latest, isDecodedEarlier
        {
            return true
        }
        // A recording may be cut before any picture; there, the format itself says when one is decoded.
        guard mayJumpAhead, let decoding, let decoded = clock.decoded else { return false }
        return decoding &+ slack < decoded || decoding &- decoded > far
    }

    /// Keeps the packet that begins a part until everything before it is decoded.
    func wait(with packet: UnsafeMutablePointer<AVPacket>, subject: String) throws(MediaError) {
        let kept = try PacketHandle(subject: subject)
        av_packet_move_ref(kept.raw, packet)
        waiting = kept
    }

    /// Takes that packet back; `false` where none waits.
    func takeWaiting(into packet: UnsafeMutablePointer<AVPacket>) -> Bool {
        guard let waiting else { return false }
        av_packet_move_ref(packet, waiting.raw)
        self.waiting = nil
        return true
    }

    /// Notes a packet of the video that is not decoded.
    func skip(_ packet: AVPacket) {
        _ = begins(packet)
        note(packet.pts, duration: packet.duration)
    }

    /// Notes a picture as it leaves the decoder: the first of a part tells its shift.
    func note(_ stamp: Int64, duration: Int64) {
        guard stamp != candelaNoTime else { return }
        if let clock = clocks[videoIndex], clock.part >= shifts.count, waiting == nil, let end {
            shifts += Array(repeating: end &- stamp, count: clock.part + 1 - shifts.count)
        }
        end = max(end ?? .min, stamp &+ shift &+ (duration > 0 ? duration : pictureTicks))
    }

    // MARK: Other streams

    /// Takes a packet of a stream that is copied; it is empty afterwards.
    func keep(_ packet: UnsafeMutablePointer<AVPacket>, of stream: CopiedStream) throws(MediaError) {
        let part = part(of: packet.pointee, stream)
        let kept = try PacketHandle(subject: "packet")
        av_packet_move_ref(kept.raw, packet)
        held.append(Held(packet: kept, stream: stream, part: part))
    }

    /// The part of a packet: of sound by its own times, of what is sparse by the video's.
    private func part(of packet: AVPacket, _ stream: CopiedStream) -> Int {
        let video = clocks[videoIndex]?.part ?? 0
        var clock = clocks[stream.index] ?? Clock(part: video)
        defer { clocks[stream.index] = clock }
        let stamp = Self.stamp(packet)
        guard stream.type == "audio", stamp != candelaNoTime else {
            clock.part = video
            return video
        }
        if let latest = clock.latest {
            let base = stream.timeBase.rational
            // Where the pictures have gone on already, a smaller step is one with them.
            let follows = clock.part < video
            let isBack = follows ? stamp < latest : stamp &+ ticks(Self.slack, base) < latest
            let isAhead = mayJumpAhead && stamp &- latest > ticks(follows ? Self.near : Self.far, base)
            if isBack || isAhead {
                (clock.part, clock.latest, clock.wentAhead) = (max(clock.part + 1, video), nil, isAhead)
            }
        }
        clock.latest = max(clock.latest ?? stamp, stamp)
        return clock.part
    }

    /// Notes the end of the file: sound of a part that has no pictures follows the last one.
    func finish() {
        while let first = held.first(where: { $0.part >= shifts.count }) {
            let stamp = Self.stamp(first.packet.raw.pointee)
            shifts.append((end ?? 0) &- av_rescale_q(stamp, first.stream.timeBase.rational, base))
        }
    }

    /// Hands over what waits for nothing.
    func take() -> [CopiedPacket] {
        let ready = held.filter { $0.part < shifts.count }
        held.removeAll { $0.part < shifts.count }
        return ready.compactMap(moved)
    }

    /// A packet at its time in the whole; `nil` where it overlaps what came before, as sound at a joint may.
    private func moved(_ held: Held) -> CopiedPacket? {
        let (packet, base) = (held.packet.raw, held.stream.timeBase.rational)
        let shift = av_rescale_q(shifts[held.part], self.base, base)
        if packet.pointee.pts != candelaNoTime { packet.pointee.pts &+= shift }
        if packet.pointee.dts != candelaNoTime { packet.pointee.dts &+= shift }
        let stamp = Self.stamp(packet.pointee)
        guard stamp != candelaNoTime, held.stream.type == "audio" else {
            return CopiedPacket(held.packet, of: held.stream)
        }
        let end = clocks[held.stream.index]?.end
        if held.part > 0, let end, stamp < end &- packet.pointee.duration / 2 { return nil }
        clocks[held.stream.index]?.end = max(end ?? .min, stamp &+ max(packet.pointee.duration, 1))
        return CopiedPacket(held.packet, of: held.stream)
    }

    /// When a packet is decoded, or shown where it does not say that.
    private static func stamp(_ packet: AVPacket) -> Int64 { packet.dts != candelaNoTime ? packet.dts : packet.pts }

    private func ticks(_ seconds: MediaTime, _ base: AVRational) -> Int64 { seconds.ticks(base: base).count }

    /// As much as times may go back without a joint, and ahead, in ffmpeg's command; and what is ahead of a stream that
    /// follows the pictures.
    private static let (slack, far, near) = (MediaTime(1, 10), MediaTime(10, 1), MediaTime(1, 1))
}
