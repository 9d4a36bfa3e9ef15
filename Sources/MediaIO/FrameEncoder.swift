import CFFmpeg
import ColorScience
import Foundation
import Frames

/// Turns pictures into packets.
final class FrameEncoder {
    let context: UnsafeMutablePointer<AVCodecContext>
    private let subject: String
    private let picture: PictureDescription
    private var shortStream: ShortStreamTimes?
    private let isSVT: Bool
    /// Whether it was handed a picture.
    private var hasPictures = false
    /// Whether it was told that there are no more.
    private var isFinished = false

    /// Opens the encoder; `hasGlobalHeader` says that the container wants its headers apart.
    init(
        codec: VideoCodec, container: MediaContainer, settings: MediaWriterSettings, hasGlobalHeader: Bool,
        subject: String
    ) throws(MediaError) {
        self.subject = subject
        picture = settings.picture
        if codec == .hevc, settings.encoder == nil { shortStream = ShortStreamTimes() }
        isSVT = codec == .av1 && settings.encoder == nil
        let encoder = try Self.encoder(codec, in: container, subject, named: settings.encoder)
        try Self.refuse(codec, encoder, settings, subject)
        var context: UnsafeMutablePointer<AVCodecContext>? = try create("avcodec_alloc_context3", on: subject) {
            avcodec_alloc_context3(encoder)
        }
        guard let opened = context else {
            throw MediaError(call: "avcodec_alloc_context3", subject: subject, code: candelaErrorNoMemory)
        }
        do throws(MediaError) {
            Self.configure(opened, settings, hasGlobalHeader: hasGlobalHeader)
            let options = Settings()
            for (name, value) in EncoderOptions(settings: settings, codec: codec).all { options[name] = value }
            if isSVT { setenv("SVT_LOG", "0", 0) }  // it writes to standard error by itself
            try call("avcodec_open2", on: subject, kind: .usage, wayOut: "check the codec's settings") {
                avcodec_open2(opened, encoder, &options.raw)
            }
            if let unknown = options.leftOver.first {
                throw MediaError(
                    kind: .usage, call: "avcodec_open2", subject: subject, code: candelaErrorNoOption,
                    problem: "\(settings.encoder ?? codec.encoder) has no option \(unknown)", wayOut: "leave it out")
            }
        } catch {
            avcodec_free_context(&context)
            throw error
        }
        self.context = opened
    }

    /// The encoder of a codec for a container.
    static func encoder(
        _ codec: VideoCodec, in container: MediaContainer, _ subject: String, named name: String? = nil
    ) throws(MediaError) -> UnsafePointer<AVCodec> {
        guard let encoder = EncoderLibrary.find(codec, in: container, named: name) else {
            throw MediaError(
                kind: .unavailable, call: "avcodec_find_encoder_by_name", subject: subject,
                code: candelaErrorNoEncoder, problem: "this build of FFmpeg has no encoder \(name ?? codec.encoder)",
                wayOut: "install a fuller FFmpeg or choose another codec")
        }
        return encoder
    }

    deinit {
        // SVT-AV1 waits for ever for its threads when it is closed before it had a picture: then it is left alone, as
        // the work that wanted it has failed.
        guard hasPictures || !isSVT else { return }
        var context: UnsafeMutablePointer<AVCodecContext>? = self.context
        guard isSVT, !isFinished else { return avcodec_free_context(&context) }
        // Closed amid its work it may take long: whoever gave up is not to wait for it.
        nonisolated(unsafe) let left = context
        Thread.detachNewThread {
            var context = left
            avcodec_free_context(&context)
        }
    }

    /// Hands over a picture without copying it; its memory is held until the encoder has done with it.
    func send(_ planes: HostPlanes, ticks: Int64, durationTicks: Int64) throws(MediaError) {
        let frame = try FrameHandle(subject: subject)
        try wrap(planes, in: frame.raw)
        frame.raw.pointee.pts = ticks
        candelaSetFrameDuration(frame.raw, durationTicks)
        shortStream?.sent(ticks: ticks)
        hasPictures = true
        try call("avcodec_send_frame", on: subject, kind: .software) {
            // Without this the frame could be freed as soon as its address is read.
            withExtendedLifetime(frame) { avcodec_send_frame(context, frame.raw) }
        }
    }

    /// Says that there are no more pictures.
    func finish() throws(MediaError) {
        isFinished = true
        try call("avcodec_send_frame", on: subject, kind: .software) { avcodec_send_frame(context, nil) }
        shortStream?.ended()
    }

    /// Takes a packet that is ready; `false` when more pictures are needed, or at the end.
    func receive(into packet: PacketHandle) throws(MediaError) -> Bool {
        let status = try call(
            "avcodec_receive_packet", on: subject, kind: .software, expecting: [candelaErrorAgain, candelaErrorEnd]
        ) { avcodec_receive_packet(context, packet.raw) }
        guard status >= 0 else { return false }
        if let ticks = shortStream?.nextDecodingTicks() { packet.raw.pointee.dts = min(ticks, packet.raw.pointee.pts) }
        return true
    }

    private func wrap(_ planes: HostPlanes, in frame: UnsafeMutablePointer<AVFrame>) throws(MediaError) {
        frame.pointee.format = context.pointee.pix_fmt.rawValue
        frame.pointee.width = context.pointee.width
        frame.pointee.height = context.pointee.height
        frame.pointee.sample_aspect_ratio = context.pointee.sample_aspect_ratio
        // prores_ks reads colour from the frame, others from the context.
        frame.pointee.color_primaries = context.pointee.color_primaries
        frame.pointee.color_trc = context.pointee.color_trc
        frame.pointee.colorspace = context.pointee.colorspace
        frame.pointee.color_range = context.pointee.color_range
        frame.pointee.chroma_location = context.pointee.chroma_sample_location
        let kept = KeptPlanes(planes)
        for (index, plane) in planes.planes.enumerated() {
            let address = plane.address.raw.assumingMemoryBound(to: UInt8.self)
            let buffer = try create("av_buffer_create", on: subject) {
                FrameAllocator.buffer(of: plane.byteCount, at: address, keeping: kept, isReadOnly: true)
            }
            candelaSetBuffer(frame, Int32(index), buffer)
            candelaSetPlane(frame, Int32(index), address, Int32(plane.bytesPerRow))
        }
        frame.pointee.extended_data = candelaExtendedData(frame)
    }

    private static func configure(
        _ context: UnsafeMutablePointer<AVCodecContext>, _ settings: MediaWriterSettings, hasGlobalHeader: Bool
    ) {
        let picture = settings.picture
        context.pointee.width = Int32(picture.codedWidth)
        context.pointee.height = Int32(picture.codedHeight)
        context.pointee.pix_fmt = picture.layout.pixelFormat ?? AV_PIX_FMT_NONE
        context.pointee.time_base = settings.timeBase.rational
        if let rate = settings.frameRate { context.pointee.framerate = rate.rational }
        context.pointee.sample_aspect_ratio = picture.pixelAspect.rational
        context.pointee.thread_count = Int32(clamping: settings.threadCount)
        context.pointee.strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL
        if hasGlobalHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
        guard case .signal(let color, let levels) = picture.content else { return }
        context.pointee.color_primaries = AVColorPrimaries(UInt32(color.primaries.rawValue))
        context.pointee.color_trc = AVColorTransferCharacteristic(UInt32(color.transfer.rawValue))
        let isRGB = picture.layout.model == .rgb
        context.pointee.colorspace = isRGB ? AVCOL_SPC_RGB : AVColorSpace(UInt32(color.matrix.rawValue))
        context.pointee.color_range = levels == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        if picture.layout.log2ChromaHeight == 1 || picture.siting != .left {
            context.pointee.chroma_sample_location = AVChromaLocation(UInt32(picture.siting.rawValue + 1))
        }
    }

    /// Settings that the encoder would get wrong or refuse in its own words.
    private static func refuse(
        _ codec: VideoCodec, _ encoder: UnsafePointer<AVCodec>, _ settings: MediaWriterSettings, _ subject: String
    ) throws(MediaError) {
        func refusal(_ problem: String, _ wayOut: String) -> MediaError {
            MediaError(kind: .usage, call: "settings", subject: subject, problem: problem, wayOut: wayOut)
        }
        let picture = settings.picture
        let name = settings.encoder ?? codec.rawValue
        guard picture.layout.pixelFormat != nil, picture.content != .light else {
            throw refusal(
                "pixels of \(picture.layout.name) cannot be encoded", "choose one of the codec's pixel formats")
        }
        let names = EncoderLibrary.layoutNames(of: encoder)
        guard !names.isEmpty else {
            throw refusal("\(name) takes pixels in a device's own memory alone", "choose another encoder")
        }
        guard names.contains(picture.layout.name) else {
            throw refusal(
                "\(name) does not take pixels of \(picture.layout.name)",
                "choose one of \(names.joined(separator: ", "))")
        }
        let stored = codec.storedSize(
            width: picture.codedWidth, height: picture.codedHeight, layout: picture.layout)
        guard stored == (picture.codedWidth, picture.codedHeight) else {
            throw refusal(
                "\(name) does not take \(picture.codedWidth)x\(picture.codedHeight) pixels",
                "pad them to \(stored.width)x\(stored.height)")
        }
        if let limit = codec.limits, picture.codedWidth > limit.width || picture.codedHeight > limit.height {
            throw refusal(
                "\(name) takes at most \(limit.width)x\(limit.height) pixels, not "
                    + "\(picture.codedWidth)x\(picture.codedHeight)", "choose ffv1, which takes every size")
        }
        if settings.encoder == nil, let quality = settings.quality, let range = codec.qualityRange,
            !range.contains(quality)
        {
            throw refusal(
                "\(name) has a quality of \(Int(range.lowerBound))...\(Int(range.upperBound)), not "
                    + String(format: "%g", quality), "give --crf a number in that range")
        }
        if settings.encoder == nil, let preset = settings.preset,
            let problem = EncoderLibrary.objection(toPreset: preset, codec, encoder)
        {
            throw refusal("\(name) has no preset '\(preset)'", problem)
        }
        if codec == .prores || codec == .dnxhr, case .signal(_, .full) = picture.content {
            throw refusal(
                "\(codec == .prores ? "ProRes" : "DNxHR") cannot say that its levels are full", "choose --levels narrow"
            )
        }
        if codec == .dnxhr, picture.codedWidth < 256 || picture.codedHeight < 120 {
            throw refusal(
                "dnxhr takes 256x120 pixels at least, not \(picture.codedWidth)x\(picture.codedHeight)",
                "choose another codec")
        }
        if let objection = EncoderObjection(codec: codec, encoder: encoder, settings: settings).first {
            throw refusal(objection.problem, objection.wayOut)
        }
    }

    /// Keeps a picture's memory alive while the encoder refers to it.
    private final class KeptPlanes: Sendable {
        private let planes: HostPlanes

        init(_ planes: HostPlanes) { self.planes = planes }
    }
}
