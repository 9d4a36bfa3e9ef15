import CFFmpeg
import Frames

/// Going to a time.
extension ReaderCore {
    /// Goes to the first picture shown at `time` or later.
    func seek(to time: MediaTime) throws(MediaError) {
        let base = demuxer.video.pointee.time_base
        let wanted = time.ticks(base: base).count
        // A search by time finds nothing where times begin anew.
        if demuxer.timesMayJump, demuxer.isSeekable { return try skip(to: time) }
        // What cannot be gone back to is read on.
        if !demuxer.isSeekable {
            pending = try dropUntil(time)?.shown
            return
        }
        let lasting = packetsLasting(to: time)
        defer {
            passed = lasting
            sparseStart = time
        }
        // Sound is decoded from a little earlier than it is heard.
        let lead = copied.contains { $0.type == "audio" } ? PacketCut.lead.seconds : 0
        // A key frame found by decoding time may be shown after the wanted time: then look further back.
        for secondsBack in [0.0, 1, 10, .infinity] {
            let start = demuxer.video.pointee.start_time == candelaNoTime ? 0 : demuxer.video.pointee.start_time
            let back = secondsBack.isFinite ? Int64((secondsBack + lead) / base.value) : Int64.max / 4
            let from = max(start, wanted - back)
            try demuxer.seek(to: min(from, wanted))
            startAnew()
            guard let found = try dropUntil(time) else { return }
            pending = found.shown
            if found.hasDropped || found.shown.time == time || from <= start { return }
        }
    }

    private func startAnew() {
        decoder.flush()
        joined.reset()
        passed.removeAll()
        sparseStart = nil
        (pending, learnt) = (nil, nil)
        (deinterlacer, isDeinterlacerDrained) = (nil, false)
        progress = Progress()
        progress.hasSeeked = true
    }

    /// Reads from the file's start, and decodes from the last key frame shown at `time` or before.
    private func skip(to time: MediaTime) throws(MediaError) {
        let wanted = time.ticks(base: demuxer.video.pointee.time_base).count
        var (count, start) = (0, 0)
        try demuxer.seekToStart()
        startAnew()
        while try source.nextVideoPacket() {
            joined.skip(packet.raw.pointee)
            let (stamp, flags) = (packet.raw.pointee.pts, packet.raw.pointee.flags)
            if stamp != candelaNoTime, flags & AV_PKT_FLAG_KEY != 0, stamp &+ joined.shift <= wanted { start = count }
            count += 1
            _ = joined.take()
            if stamp != candelaNoTime, stamp &+ joined.shift >= wanted { break }
        }
        try demuxer.seekToStart()
        startAnew()
        for _ in 0..<start {
            guard try source.nextVideoPacket() else { return }
            joined.skip(packet.raw.pointee)
            passed += joined.take().filter { $0.time.map { $0 >= time } ?? false }
        }
        pending = try dropUntil(time)?.shown
    }

    private func dropUntil(
        _ time: MediaTime
    ) throws(MediaError) -> (shown: Shown, hasDropped: Bool)? {
        var hasDropped = false
        while let shown = try nextShown() {
            if shown.time >= time { return (shown, hasDropped) }
            progress.lastTime = shown.time
            hasDropped = true
        }
        return nil
    }
}
