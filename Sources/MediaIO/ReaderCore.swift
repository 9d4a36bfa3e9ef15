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
    var passed: [CopiedPacket] = []
    /// Where a seek went: what of text and data begins before it has been found already.
    var sparseStart: MediaTime?
    let packet: PacketHandle
    var converter: FrameConverter?
    /// A frame that was decoded to learn about the track.
    var learnt: FrameHandle?
    /// A frame that was found by a seek.
    var pending: Shown?
    /// What is wanted of interlaced pictures.
    private let interlaced: InterlacedPictures
    private let parity: Deinterlacer.Parity
    var deinterlacer: Deinterlacer?
    var isDeinterlacerDrained = false

    /// A picture to show, with its time and how long it is shown where it does not say so itself.
    struct Shown {
        var frame: FrameHandle
        var time: MediaTime
        var duration: MediaTime?
    }
    var progress = Progress()
    /// What the first picture says of itself, which holds for all.
    private let tags: PictureTags
    /// Whether a user said what the colour is, whatever pictures say.
    private let isColorGiven: Bool

    struct Progress {
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
        var found = try probe.track()
        if let title = details?.tracks[found.number]?.title, found.metadata["title"] == nil {
            found.metadata["title"] = title
        }
        if found.isInterlaced, options.interlaced == .refused { throw Self.refusal(of: path) }
        track = found.isInterlaced && options.interlaced == .twoPictures ? Self.track(ofFields: found) : found
        interlaced = options.interlaced
        parity = Self.parity(first.raw, demuxer.video.pointee.codecpar.pointee.field_order)
        warnings = probe.warnings + (options.keepsOtherStreams ? demuxer.unreadVideos(attachments) : [])
        (learnt, self.progress) = (first, progress)
        (tags, isColorGiven) = (PictureTags(first.raw), options.color != nil)
    }

    /// The next picture in order of showing; `nil` after the last.
    func next() throws(MediaError) -> DecodedFrame? {
        guard let shown = try nextShown() else { return nil }
        return try finished(shown)
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

    var source: PacketSource {
        PacketSource(demuxer: demuxer, decoder: decoder, packet: packet, copied: copied, joined: joined)
    }

    /// The next picture to show: as it was decoded, or deinterlaced.
    func nextShown() throws(MediaError) -> Shown? {
        if let found = pending {
            pending = nil
            return found
        }
        guard track.isInterlaced, interlaced == .onePicture || interlaced == .twoPictures else {
            return try nextHandle().map { Shown(frame: $0, time: time(of: $0)) }
        }
        while true {
            if let ready = try deinterlacer?.receive() {
                return Shown(frame: ready.frame, time: ready.time, duration: ready.duration)
            }
            guard !isDeinterlacerDrained else { return nil }
            guard let frame = try nextHandle() else {
                isDeinterlacerDrained = true
                try deinterlacer?.send(nil, time: .zero)
                continue
            }
            try checkTags(of: frame)
            let time = time(of: frame)
            progress.lastTime = time
            if deinterlacer == nil {
                deinterlacer = try Deinterlacer(
                    like: frame.raw, base: demuxer.video.pointee.time_base, parity: parity,
                    splitsFields: interlaced == .twoPictures, subject: demuxer.path)
            }
            try deinterlacer?.send(frame, time: time)
        }
    }

    private func nextHandle() throws(MediaError) -> FrameHandle? {
        if let first = learnt {
            learnt = nil
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

    /// Throws where a picture does not mean what the first one did.
    private func checkTags(of handle: FrameHandle) throws(MediaError) {
        let picture = handle.raw.pointee
        if candelaIsInterlaced(handle.raw) != 0, !track.isInterlaced, interlaced != .asStored {
            throw MediaError(
                kind: .data, call: "interlaced", subject: demuxer.path,
                problem: "its pictures become interlaced at \(time(of: handle).decimal) s",
                wayOut: "cut it there, and render the parts one by one")
        }
        let change =
            tags.change(to: PictureTags(handle.raw), checksColor: !isColorGiven)
            ?? (Int(picture.width) != track.description.codedWidth
                || Int(picture.height) != track.description.codedHeight
                ? "one coded size to another" : nil)
        guard let change else { return }
        throw MediaError(
            kind: .data, call: "avcodec_receive_frame", subject: demuxer.path,
            problem: "its pictures change from \(change) at \(time(of: handle).decimal) s",
            wayOut: "cut it there, and render the parts one by one")
    }

    private func finished(_ shown: Shown) throws(MediaError) -> DecodedFrame {
        let frame = shown.frame.raw
        if deinterlacer == nil { try checkTags(of: shown.frame) }
        progress.lastTime = max(shown.time, deinterlacer == nil ? shown.time : progress.lastTime ?? shown.time)
        let ticks = candelaFrameDuration(frame)
        let stated = ticks > 0 ? MediaTime(ticks: ticks, base: demuxer.video.pointee.time_base) : nil
        return DecodedFrame(
            planes: try planes(of: shown.frame), time: shown.time,
            duration: deinterlacer == nil ? stated : shown.duration, isKeyFrame: candelaIsKeyFrame(frame) != 0,
            isCorrupt: frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 || frame.pointee.decode_error_flags != 0)
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
