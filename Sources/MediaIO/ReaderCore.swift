import CFFmpeg
import Foundation
import Frames

/// What a reader is made of; used by one thread at a time.
final class ReaderCore {
    let demuxer: Demuxer
    let decoder: FrameDecoder
    let track: VideoTrack
    let copied: [CopiedStream]
    let attachments: [Attachment]
    let details: MovieDetails?
    private(set) var warnings: [MediaWarning]
    /// One time for recordings that were joined; holds the packets of other streams.
    let joined: JoinedTimes
    /// Packets of other streams that lay before the picture that a seek found, and belong after it.
    private var passed: [CopiedPacket] = []
    /// Where a seek went: what of text and data begins before it has been found already.
    private var sparseStart: MediaTime?
    private let packet: PacketHandle
    private var converter: FrameConverter?
    /// A frame that was decoded to learn about the track, or found by a seek.
    private var pending: FrameHandle?
    private var progress = Progress()
    /// What the first picture says of itself, which holds for all.
    private let tags: PictureTags
    /// Whether a user said what the colour is, whatever pictures say.
    private let isColorGiven: Bool

    private struct Progress {
        var isDrained = false
        var hasSeeked = false
        var packetsRead = 0
        /// Packets whose pictures are meant to be shown: an edit list may hide some.
        var packetsToShow = 0
        var framesOut = 0
        var damagedPackets = 0
        var lastTime: MediaTime?
        /// Thrown once the frames before it are out.
        var deferred: MediaError?
    }

    init(path: String, options: MediaReaderOptions) throws(MediaError) {
        demuxer = try Demuxer(path: path, options: options)
        if demuxer.video.pointee.codecpar.pointee.codec_tag == Self.encrypted {
            throw MediaError(
                kind: .data, call: "open", subject: path, problem: "its video is encrypted",
                wayOut: "give a file without copy protection")
        }
        decoder = try FrameDecoder(stream: demuxer.video, threadCount: options.threadCount, subject: path)
        packet = try PacketHandle(subject: path)
        details = MovieDetails(demuxer)
        copied = options.keepsOtherStreams ? try CopiedStream.all(of: demuxer, details) : []
        attachments = options.keepsOtherStreams ? Attachment.all(of: demuxer) : []
        joined = JoinedTimes(demuxer)
        let source = PacketSource(
            demuxer: demuxer, decoder: decoder, packet: packet, copied: copied, joined: joined)
        warnings = []
        let first = try FrameHandle(subject: path)
        var progress = Progress()
        guard try Self.decode(into: first, source, &progress) else {
            if let error = progress.deferred ?? Self.missing(demuxer, packetsRead: progress.packetsRead) { throw error }
            throw StillPicture.excess(of: path)
                ?? MediaError(
                    kind: .data, call: "avcodec_receive_frame", subject: path,
                    problem: progress.damagedPackets > 0
                        ? "none of its pictures can be decoded" : "it holds no pictures",
                    wayOut: "check that the file is complete")
        }
        let format = AVPixelFormat(first.raw.pointee.format)
        guard let layout = PixelLayout(format) ?? PixelLayout.nearest(to: format) else {
            throw MediaError(
                kind: .unavailable, call: "pixel format", subject: path,
                problem: "its pixel format cannot be read", wayOut: "convert it first")
        }
        if PixelLayout(format) == nil { converter = FrameConverter(to: layout, subject: path) }
        var probe = TrackProbe(demuxer: demuxer, decoder: decoder, frame: first.raw, layout: layout, options: options)
        var track = try probe.track()
        if let title = details?.tracks[track.number]?.title, track.metadata["title"] == nil {
            track.metadata["title"] = title
        }
        self.track = track
        warnings = probe.warnings + (options.keepsOtherStreams ? demuxer.unreadVideos(attachments) : [])
        (pending, self.progress) = (first, progress)
        (tags, isColorGiven) = (PictureTags(first.raw), options.color != nil)
    }

    /// The next picture in order of showing; `nil` after the last.
    func next() throws(MediaError) -> DecodedFrame? {
        guard let frame = try nextHandle() else { return nil }
        return try finished(frame)
    }

    /// Goes to the first picture shown at `time` or later.
    func seek(to time: MediaTime) throws(MediaError) {
        let base = demuxer.video.pointee.time_base
        let wanted = time.ticks(base: base).count
        // A search by time finds nothing where times begin anew.
        if demuxer.timesMayJump, demuxer.isSeekable { return try skip(to: time) }
        // What cannot be gone back to is read on.
        if !demuxer.isSeekable {
            pending = try dropUntil(time)?.frame
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
            pending = found.frame
            if found.hasDropped || found.time == time || from <= start { return }
        }
    }

    private func startAnew() {
        decoder.flush()
        joined.reset()
        passed.removeAll()
        sparseStart = nil
        pending = nil
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
        pending = try dropUntil(time)?.frame
    }

    /// Hands over the packets of other streams met so far.
    func takePackets() -> [CopiedPacket] {
        defer { passed.removeAll() }
        guard let sparseStart else { return passed + joined.take() }
        let sparse = sparse
        return passed
            + joined.take().filter { packet in
                !sparse.contains(packet.stream.index) || packet.time.map { $0 >= sparseStart } ?? true
            }
    }

    private var source: PacketSource {
        PacketSource(demuxer: demuxer, decoder: decoder, packet: packet, copied: copied, joined: joined)
    }

    private func dropUntil(
        _ time: MediaTime
    ) throws(MediaError) -> (frame: FrameHandle, time: MediaTime, hasDropped: Bool)? {
        var hasDropped = false
        while let frame = try nextHandle() {
            let shown = self.time(of: frame)
            if shown >= time { return (frame, shown, hasDropped) }
            progress.lastTime = shown
            hasDropped = true
        }
        return nil
    }

    private func nextHandle() throws(MediaError) -> FrameHandle? {
        if let first = pending {
            pending = nil
            return first
        }
        let frame = try FrameHandle(subject: demuxer.path)
        let before = progress.damagedPackets
        let hasFrame = try Self.decode(into: frame, source, &progress)
        if progress.damagedPackets > before { tellOfDamage() }
        if joined.count > 0 { tellOfJoints() }
        tellOfComplaints()
        if hasFrame { return frame }
        joined.finish()
        if let error = progress.deferred ?? missingFrames() {
            progress.deferred = nil
            throw error
        }
        tellOfLostPictures()
        return nil
    }

    /// Reads and decodes until a frame is there; `false` at the end.
    private static func decode(
        into frame: FrameHandle, _ source: PacketSource, _ progress: inout Progress
    ) throws(MediaError) -> Bool {
        let packet = source.packet.raw
        while true {
            switch try source.decoder.receive(into: frame) {
            case .done:
                progress.framesOut += 1
                source.joined.note(stamp(of: frame), duration: candelaFrameDuration(frame.raw))
                return true
            case .end:
                // Where recordings were joined, the next one is decoded like a file of its own.
                guard source.joined.takeWaiting(into: packet) else { return false }
                source.decoder.flush()
                progress.isDrained = false
                if try source.decoder.send(packet) == .damaged { progress.damagedPackets += 1 }
                av_packet_unref(packet)
            case .damaged: progress.damagedPackets += 1
            case .wait:
                guard !progress.isDrained else { return false }
                do {
                    guard try source.nextVideoPacket() else {
                        progress.isDrained = true
                        _ = try source.decoder.send(nil)
                        continue
                    }
                } catch {
                    // What was read before the damage is still shown.
                    (progress.deferred, progress.isDrained) = (error, true)
                    _ = try source.decoder.send(nil)
                    continue
                }
                progress.packetsRead += 1
                if packet.pointee.flags & AV_PKT_FLAG_DISCARD == 0 { progress.packetsToShow += 1 }
                if source.joined.begins(packet.pointee) {
                    try source.joined.wait(with: packet, subject: source.demuxer.path)
                    progress.isDrained = true
                    _ = try source.decoder.send(nil)
                    continue
                }
                if try source.decoder.send(packet) == .damaged { progress.damagedPackets += 1 }
                av_packet_unref(packet)
            }
        }
    }

    private func finished(_ handle: FrameHandle) throws(MediaError) -> DecodedFrame {
        let frame = handle.raw
        let picture = frame.pointee
        let change =
            tags.change(to: PictureTags(frame), checksColor: !isColorGiven)
            ?? (Int(picture.width) != track.description.codedWidth
                || Int(picture.height) != track.description.codedHeight
                ? "one coded size to another" : nil)
        if let change {
            throw MediaError(
                kind: .data, call: "avcodec_receive_frame", subject: demuxer.path,
                problem: "its pictures change from \(change) at \(time(of: handle).decimal) s",
                wayOut: "cut it there, and render the parts one by one")
        }
        let shown = time(of: handle)
        progress.lastTime = shown
        let duration = candelaFrameDuration(frame)
        return DecodedFrame(
            planes: try planes(of: handle), time: shown,
            duration: duration > 0 ? MediaTime(ticks: duration, base: demuxer.video.pointee.time_base) : nil,
            isKeyFrame: candelaIsKeyFrame(frame) != 0,
            isCorrupt: picture.flags & AV_FRAME_FLAG_CORRUPT != 0 || picture.decode_error_flags != 0)
    }

    /// The decoder's own memory where it came from our pool, a copy in our pool where not.
    private func planes(of handle: FrameHandle) throws(MediaError) -> HostPlanes {
        let frame = handle.raw
        let (layout, height) = (track.description.layout, Int(frame.pointee.height))
        let format = PixelLayout.withoutRange(AVPixelFormat(frame.pointee.format))
        guard PixelLayout(format) == layout, converter == nil else {
            if converter == nil { converter = FrameConverter(to: layout, subject: demuxer.path) }
            guard let converter else { return HostPlanes(planes: []) }
            return try converter.convert(frame, pool: decoder.pool)
        }
        if let buffer = candelaBuffer(frame, 0), candelaBuffer(frame, 1) == nil,
            let block = decoder.pool.lentBlock(at: UnsafeMutableRawPointer(buffer.pointee.data)),
            (0..<layout.planeCount).allSatisfy({ candelaRow(frame, Int32($0)) > 0 })
        {
            let planes = (0..<layout.planeCount).compactMap { index -> HostPlanes.Plane? in
                guard let address = candelaPlane(frame, Int32(index)) else { return nil }
                let row = Int(candelaRow(frame, Int32(index)))
                let rows = layout.size(ofPlane: index, width: 1, height: height).height
                return HostPlanes.Plane(address: address, bytesPerRow: row, byteCount: row * rows)
            }
            return HostPlanes(planes: planes, block: block, owner: handle)
        }
        return copy(frame, layout)
    }

    private func copy(_ frame: UnsafePointer<AVFrame>, _ layout: PixelLayout) -> HostPlanes {
        let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
        let planes = decoder.pool.planes(layout: layout, width: width, height: height)
        for (index, plane) in planes.planes.enumerated() {
            guard let source = candelaPlane(frame, Int32(index)) else { continue }
            let size = layout.size(ofPlane: index, width: width, height: height)
            av_image_copy_plane(
                plane.address.raw.assumingMemoryBound(to: UInt8.self), Int32(plane.bytesPerRow), source,
                candelaRow(frame, Int32(index)), Int32(layout.bytesPerRow(ofPlane: index, width: width)),
                Int32(size.height))
        }
        return planes
    }

    private func time(of handle: FrameHandle) -> MediaTime {
        let stamp = Self.stamp(of: handle)
        if stamp != candelaNoTime {
            return MediaTime(ticks: stamp &+ joined.shift, base: demuxer.video.pointee.time_base)
        }
        // Without stamps, pictures follow one another at the track's rate.
        guard let last = progress.lastTime else { return track.start }
        return last + (track.frameRate.map { MediaTime($0.scale, $0.value) } ?? MediaTime(1, 25))
    }

    private static func stamp(of handle: FrameHandle) -> Int64 {
        let frame = handle.raw.pointee
        return frame.pts != candelaNoTime ? frame.pts : frame.best_effort_timestamp
    }

    private func tellOfJoints() {
        warnings.removeAll { $0.name == .timesJoined }
        let places = joined.count == 1 ? "one place" : "\(joined.count) places"
        warnings.append(
            MediaWarning(
                .timesJoined,
                "its times begin anew at \(places), as where recordings are joined; each part follows the end of the one "
                    + "before"))
    }

    /// At the end, with signs of damage: how many pictures never came. Without such signs fewer pictures than packets
    /// are sound: fields may travel apart, and some codecs have packets that show nothing.
    private func tellOfLostPictures() {
        let lost = progress.packetsToShow - progress.framesOut
        guard lost > 0, !progress.hasSeeked, !track.isInterlaced,
            let place = warnings.firstIndex(where: { $0.name == .corruptFrames })
        else { return }
        let words = "\(lost) of \(progress.packetsToShow) pictures \(lost == 1 ? "is" : "are") missing"
        guard !warnings[place].sentence.hasPrefix(words) else { return }
        warnings[place].sentence = "\(words): \(warnings[place].sentence)"
    }

    private func tellOfDamage() {
        warnings.removeAll { $0.name == .corruptFrames }
        warnings.append(
            MediaWarning(
                .corruptFrames,
                "\(progress.damagedPackets) of its pictures could not be decoded whole"))
    }

    /// Decoders hide damage as well as they can and only speak of it.
    private func tellOfComplaints() {
        let complaint = decoder.pool.complaint
        guard complaint.count > 0, !progress.hasSeeked, !warnings.contains(where: { $0.name == .corruptFrames }) else {
            return
        }
        warnings.append(
            MediaWarning(.corruptFrames, "the decoder reports damage (\(complaint.words))"))
    }

    private func missingFrames() -> MediaError? {
        progress.hasSeeked ? nil : Self.missing(demuxer, packetsRead: progress.packetsRead)
    }

    /// An error when the file ended before what it promises; only containers with tables of samples tell.
    private static func missing(_ demuxer: Demuxer, packetsRead: Int) -> MediaError? {
        let expected = demuxer.promisedPackets
        if expected > 0, packetsRead == 0, let error = demuxer.indexComesLate { return error }
        if packetsRead < expected {
            return MediaError(
                kind: .data, call: "av_read_frame", subject: demuxer.path,
                problem: "the file is truncated: it holds \(packetsRead) of \(expected) pictures",
                wayOut: "get a complete copy")
        }
        return demuxer.isCutShort
            ? MediaError(
                kind: .data, call: "av_read_frame", subject: demuxer.path,
                problem: "the file is truncated: it ends before the size that it states",
                wayOut: "get a complete copy") : nil
    }

    /// `encv`, the sample entry of encrypted video, as a little-endian word.
    private static let encrypted: UInt32 = 0x7663_6e65
}
