import CFFmpeg
import Foundation
import Frames

/// What a writer is made of; used by one thread at a time.
final class WriterCore {
    let container: MediaContainer
    private let path: String
    private let settings: MediaWriterSettings
    private var parts: Parts?
    private(set) var warnings: [MediaWarning] = []
    private var written = WrittenMedia(frameCount: 0, copiedPacketCount: 0, byteCount: 0)
    private var lastTime: MediaTime?
    /// Encoders lose the time a picture lasts; it is kept here by time stamp.
    private var durations: [Int64: Int64] = [:]

    /// When the text shown last ends, by the stream's index in the input, and the streams that were told of.
    private var textEnds: [Int: Int64] = [:]
    private var overlapping: Set<Int> = []

    /// Everything that is opened, in the order of closing: encoder, container, stream, file.
    private struct Parts {
        var encoder: FrameEncoder
        var muxer: Muxer
        var stream: OutputStream?
        var file: OutputFile?
        var packet: PacketHandle
    }

    /// The one rate that y4m has for all pictures.
    private var steadyRate: SteadyRate?
    private var hasBegun = false

    init(path: String, settings: MediaWriterSettings) throws(MediaError) {
        (self.path, self.settings) = (
            path, (settings.stripsLocation ? settings.withoutLocation : settings).withMovedTimeCode
        )
        container = try Self.container(for: path, settings)
        try Self.refuseLight(of: settings, path)
        guard let codec = settings.codec else {
            guard container == .null else {
                throw MediaError(
                    kind: .usage, call: "open", subject: path, problem: "no codec was chosen", wayOut: "give one")
            }
            return
        }
        try open(codec)
    }

    /// Encodes one picture; times must rise.
    func write(_ planes: HostPlanes, time: MediaTime, duration: MediaTime?) throws(MediaError) {
        let shifted = settings.origin.map { time - $0 } ?? time
        if let lastTime, shifted <= lastTime {
            throw MediaError(
                kind: .software, call: "write", subject: path,
                problem: "the picture of \(shifted) comes after that of \(lastTime)")
        }
        try checkGap(from: lastTime, to: shifted)
        lastTime = shifted
        written.frameCount += 1
        guard let parts else { return }
        let layout = settings.picture.layout
        guard planes.planes.count == layout.planeCount else {
            throw MediaError(
                kind: .software, call: "write", subject: path,
                problem: "a picture has \(planes.planes.count) planes, \(layout.name) has \(layout.planeCount)")
        }
        try keepRate(shifted, duration)
        let base = settings.timeBase.rational
        let (ticks, isExact) = shifted.ticks(base: base)
        if !isExact && container != .y4m { warnOfRounding(shifted) }
        let ends = duration.map { (shifted + $0).ticks(base: base).count - ticks } ?? 0
        durations[ticks] = ends
        try parts.encoder.send(planes, ticks: ticks, durationTicks: ends)
        try drain(parts)
    }

    /// Throws where a movie's tables could not hold how long a picture stays: with pictures that are coded out of order,
    /// readers give up beyond 2^28 ticks.
    private func checkGap(from last: MediaTime?, to time: MediaTime) throws(MediaError) {
        guard container.isMovie, let last, settings.timeBase.value > 0 else { return }
        var scale = Double(settings.timeBase.scale) / Double(settings.timeBase.value)
        // The library counts ten thousand a second at least.
        while scale < 10_000 { scale *= 2 }
        guard (time - last).seconds * scale > 0x1p28 else { return }
        throw MediaError(
            kind: .data, call: "write", subject: path,
            problem:
                "\(container.rawValue) cannot say that the picture of \(last.decimal) s stays until \(time.decimal) s",
            wayOut: "write Matroska (.mkv), or render the parts one by one with --from and --to")
    }

    /// Writes a packet of a stream that is copied; those outside the span, or of streams left out, are skipped.
    func copy(_ packet: CopiedPacket) throws(MediaError) {
        guard let parts, let index = parts.muxer.copiedIndices[packet.stream.index] else { return }
        // What an edit list hides stays hidden where there is none.
        if !container.isMovie, packet.packet.raw.pointee.flags & AV_PKT_FLAG_DISCARD != 0 { return }
        let cut = PacketCut(
            origin: settings.origin, end: settings.end,
            hasEditList: container.isMovie && parts.file?.isRegular != false, subject: path)
        guard let copy = try cut.cut(packet) else {
            if cut.losesStart(of: packet) { warnOfLateSound(packet) }
            return
        }
        warnOfOverlap(copy, of: packet.stream)
        let base = packet.stream.timeBase.rational
        if let converter = parts.muxer.converters[packet.stream.index] {
            guard let converted = try converter.convert(copy) else { return }
            try parts.muxer.write(converted, base: base, streamIndex: index)
        } else {
            try parts.muxer.write(copy, base: base, streamIndex: index)
        }
        written.copiedPacketCount += 1
    }

    /// Writes everything that is still under way and gives the file its name.
    func finish() throws(MediaError) -> WrittenMedia {
        defer { close() }
        guard let parts else { return written }
        try begin()
        try parts.encoder.finish()
        try drain(parts)
        try parts.muxer.finish()
        try putBoxes(parts)
        written.byteCount = parts.file?.byteCount ?? 0
        try parts.file?.commit()
        return written
    }

    /// Leaves no file behind.
    func cancel() {
        parts?.file?.discard()
        close()
    }

    /// Tells that sound begins at its first whole packet, where nothing can say that a part of one is not heard.
    private func warnOfLateSound(_ packet: CopiedPacket) {
        guard let origin = settings.origin, let time = packet.time, let duration = packet.duration else { return }
        let late = (time + duration - origin).seconds * 1000
        warnings.append(
            MediaWarning(
                .timeRounded,
                "stream \(packet.stream.index) of the input (\(packet.stream.words)) begins \(Int(late.rounded(.up))) ms "
                    + "after the pictures, at its first whole packet; a file of mov or mp4 can begin within one"))
    }

    /// Tells that text ends where the next begins, in containers that show one at a time.
    private func warnOfOverlap(_ packet: PacketHandle, of stream: CopiedStream) {
        guard container.isMovie, stream.type == "subtitle", packet.raw.pointee.duration > 0 else { return }
        let begin = packet.raw.pointee.pts
        defer { textEnds[stream.index] = begin + packet.raw.pointee.duration }
        guard let end = textEnds[stream.index], begin < end, overlapping.insert(stream.index).inserted else { return }
        warnings.append(
            MediaWarning(
                .timeRounded,
                "\(container.rawValue) shows one text of a stream at a time; where those of stream \(stream.index) of the "
                    + "input overlap, the earlier ends early; mkv can show both"))
    }

    private func close() { parts = nil }

    /// Whether what is written goes out at once, to be kept by whoever reads it.
    var isStreaming: Bool { parts?.file.map { !$0.isRegular } ?? false }

    /// By the settings, else by the path's ending, else Matroska, which can be written without seeking.
    private static func container(
        for path: String, _ settings: MediaWriterSettings
    ) throws(MediaError) -> MediaContainer {
        let ending = (path as NSString).pathExtension
        if let container = settings.container ?? MediaContainer(pathExtension: ending) { return container }
        guard ending.isEmpty || path == "-" || path.hasPrefix("/dev/") else {
            throw MediaError(
                kind: .usage, call: "open", subject: path, problem: "no container is known by the ending .\(ending)",
                wayOut: "use .mov, .mp4, .mkv, .webm, .nut, .y4m or .yuv")
        }
        return .matroska
    }

    private func open(_ codec: VideoCodec) throws(MediaError) {
        let file =
            container == .null
            ? nil : try OutputFile(path: path, overwrites: settings.overwrites, inputs: settings.inputs)
        let stream: OutputStream? = if let file { try OutputStream(file) } else { nil }
        let muxer = try Muxer(container, output: stream, subject: path)
        try muxer.check(
            codec, try FrameEncoder.encoder(codec, in: container, path, named: settings.encoder), settings.picture)
        let encoder = try FrameEncoder(
            codec: codec, container: container, settings: settings, hasGlobalHeader: muxer.wantsGlobalHeader,
            subject: path)
        try muxer.addVideo(encoder, codec: codec, settings)
        let canBePutRight = container.isMovie && file?.isRegular != false
        try muxer.addCopies(settings, canBePutRight: canBePutRight)
        try muxer.add(settings.attachments, canBePutRight: canBePutRight)
        muxer.warnOfLostTags(settings, canBePutRight: canBePutRight)
        try muxer.add(settings.chapters.compactMap { $0.cut(from: settings.origin, to: settings.end) })
        parts = Parts(
            encoder: encoder, muxer: muxer, stream: stream, file: file, packet: try PacketHandle(subject: path))
        if container == .y4m { steadyRate = settings.frameRate.flatMap { SteadyRate($0) } }
        // Without a rate, the first picture tells one.
        if container != .y4m || steadyRate != nil { try begin() }
        warnings += muxer.warnings
        if let codec = settings.codec,
            let line = ColorCarriage(codec: codec, container: container).loss(of: settings.picture)
        {
            warnings.append(MediaWarning(.notTagged, line))
        }
        let boxes = MovieBoxes(settings: settings, container: container)
        if boxes.aperture != nil, !canBePutRight { warnOfPadding() }
        warnOfLostLight(codec, canBePutRight: canBePutRight)
    }

    /// Writes the header, once.
    private func begin() throws(MediaError) {
        guard let parts, !hasBegun else { return }
        hasBegun = true
        try parts.muxer.begin(settings, isSeekable: parts.file?.isRegular ?? true)
    }

    /// Keeps account of the rate of a container that has one for all pictures.
    private func keepRate(_ time: MediaTime, _ duration: MediaTime?) throws(MediaError) {
        guard container == .y4m, let parts else { return }
        if steadyRate == nil {
            let step = duration.flatMap { $0 > .zero ? $0 : nil } ?? settings.timeBase
            steadyRate = SteadyRate(MediaTime(step.scale, step.value))
            if let rate = steadyRate?.rate { parts.muxer.set(y4mRate: rate) }
        }
        try begin()
        guard steadyRate?.fits(time) == false, let rate = steadyRate?.rate,
            !warnings.contains(where: { $0.name == .timeRounded })
        else { return }
        warnings.append(
            MediaWarning(
                .timeRounded,
                "y4m has one rate for all pictures, \(rate) a second, and cannot say that the picture of \(time) comes "
                    + "at another time; Matroska, mov and mp4 can"))
    }

    private func drain(_ parts: Parts) throws(MediaError) {
        while try parts.encoder.receive(into: parts.packet) {
            let stamp = parts.packet.raw.pointee.pts
            if let duration = durations.removeValue(forKey: stamp), duration > 0 {
                parts.packet.raw.pointee.duration = duration
            }
            try parts.muxer.write(parts.packet)
        }
    }

    /// What the library does not say of the pictures, or says otherwise, is put into the finished file.
    private func putBoxes(_ parts: Parts) throws(MediaError) {
        guard container.isMovie, let file = parts.file, file.isRegular else { return }
        let boxes = MovieBoxes(settings: settings, container: container)
        var (arePut, areCarried) = (false, false)
        if var movie = MovieFile(descriptor: file.descriptor) {
            arePut = boxes.put(into: &movie, track: parts.muxer.videoTrackNumber)
            areCarried = parts.muxer.carriedBoxes(settings).put(into: &movie)
            try movie.write(to: file)
        }
        if !areCarried {
            warnings.append(
                MediaWarning(
                    .notTagged, "tags, covers and what tracks of data are could not be put into the finished file"))
        }
        guard !arePut else { return }
        if boxes.aperture != nil { warnOfPadding() }
        warnOfLostLight(settings.codec, canBePutRight: false)
    }

    /// Tells what neither the stream nor the container can state of the light.
    private func warnOfLostLight(_ codec: VideoCodec?, canBePutRight: Bool) {
        guard let codec else { return }
        let carriage = LightCarriage(
            codec: codec, container: container, isOwnEncoder: settings.encoder == nil, canBePutRight: canBePutRight)
        guard let line = carriage.loss(of: settings) else { return }
        warnings.append(MediaWarning(.notTagged, line))
    }

    /// Throws for SDR that is to state how bright its highlights are.
    private static func refuseLight(of settings: MediaWriterSettings, _ path: String) throws(MediaError) {
        guard case .signal(let color, _) = settings.picture.content, !color.transfer.isHDR,
            settings.mastering != nil || settings.contentLight != nil || settings.ambientViewing != nil
        else { return }
        throw MediaError(
            kind: .usage, call: "settings", subject: path,
            problem: "SDR states neither a mastering display, nor light levels, nor a room's light",
            wayOut: "leave them out, or write PQ or HLG")
    }

    private func warnOfPadding() {
        let picture = settings.picture
        warnings.append(
            MediaWarning(
                .notCropped,
                "\(container.rawValue) cannot say that only \(picture.visible.width)x\(picture.visible.height)"
                    + " of \(picture.codedWidth)x\(picture.codedHeight) pixels are meant to be seen; "
                    + "mov and mp4 can"))
    }

    private func warnOfRounding(_ time: MediaTime) {
        guard !warnings.contains(where: { $0.name == .timeRounded }) else { return }
        warnings.append(
            MediaWarning(
                .timeRounded, "the time \(time) is not a whole number of \(settings.timeBase) and is rounded"))
    }
}
