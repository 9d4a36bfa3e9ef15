import CFFmpeg
import ColorScience
import Foundation
import Frames

extension MediaInfo {
    init(_ core: ReaderCore) {
        let context = core.demuxer.context.pointee
        var info = stat()
        let isFile = stat(core.demuxer.path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
        self.init(
            path: core.demuxer.path, container: core.demuxer.formatName, byteCount: isFile ? Int(info.st_size) : nil,
            durationSeconds: context.duration == candelaNoTime
                ? nil : Double(context.duration) / Double(AV_TIME_BASE),
            bitRate: context.bit_rate > 0 ? Int(context.bit_rate) : nil,
            metadata: Settings.pairs(of: context.metadata), video: VideoInfo(core.track),
            streams: core.demuxer.streams.indices.filter { $0 != core.demuxer.videoIndex }
                .map { StreamInfo(core.demuxer.streams[$0].pointee) })
    }
}

extension VideoInfo {
    init(_ track: VideoTrack) {
        let picture = track.description
        let (visible, shown) = (picture.visible, picture.uprightSize)
        self.init(
            index: track.index, codec: track.codec, profile: track.profile, pixelFormat: track.storedFormat,
            layout: picture.layout.name, bitDepth: track.bitDepth, hasAlpha: picture.layout.hasAlpha,
            codedWidth: picture.codedWidth, codedHeight: picture.codedHeight,
            visible: [visible.x, visible.y, visible.width, visible.height], shownWidth: shown.width,
            shownHeight: shown.height, quarterTurns: picture.orientation.quarterTurns,
            isMirrored: picture.orientation.isMirrored, pixelAspect: Self.fraction(picture.pixelAspect),
            frameRate: track.frameRate.map(Self.fraction), frameCount: track.frameCount,
            timeBase: Self.fraction(track.timeBase), startSeconds: track.start.seconds,
            durationSeconds: track.duration?.seconds, isInterlaced: track.isInterlaced, color: ColorInfo(picture),
            containerColor: track.containerColor, bitstreamColor: track.bitstreamColor,
            masteringDisplay: track.mastering.map(MasteringInfo.init), maxCLL: track.contentLight?.maxCLL,
            maxFALL: track.contentLight?.maxFALL, ambientLux: track.ambientViewing?.lux, dolbyVision: track.dolbyVision,
            hasHDR10Plus: track.hasHDR10Plus,
            metadata: track.metadata)
    }

    private static func fraction(_ time: MediaTime) -> String { "\(time.value)/\(time.scale)" }
}

extension ColorInfo {
    init(_ picture: PictureDescription) {
        let isSubsampled = picture.layout.log2ChromaWidth + picture.layout.log2ChromaHeight > 0
        let siting = isSubsampled ? "\(picture.siting)" : nil
        switch picture.content {
        case .signal(let color, let levels):
            self.init(
                primaries: color.primaries.name, transfer: color.transfer.name, matrix: color.matrix.name,
                levels: levels.rawValue, siting: siting, peakNits: picture.peakNits, isHDR: color.transfer.isHDR)
        case .light:
            self.init(
                primaries: Primaries.bt2020.name, transfer: Transfer.linear.name, matrix: ColorMatrix.rgb.name,
                levels: Levels.full.rawValue, siting: siting, peakNits: picture.peakNits, isHDR: true)
        }
    }
}

extension MasteringInfo {
    init(_ display: MasteringDisplay) {
        self.init(
            red: display.red, green: display.green, blue: display.blue, white: display.white,
            minNits: display.minNits, maxNits: display.maxNits)
    }
}

extension StreamInfo {
    init(_ stream: AVStream) {
        let parameters = stream.codecpar.pointee
        let isAudio = parameters.codec_type == AVMEDIA_TYPE_AUDIO
        self.init(
            index: Int(stream.index),
            type: av_get_media_type_string(parameters.codec_type).map { String(cString: $0) } ?? "data",
            codec: String(cString: avcodec_get_name(parameters.codec_id)),
            sampleRate: isAudio ? Int(parameters.sample_rate) : nil,
            channelCount: isAudio ? Int(parameters.ch_layout.nb_channels) : nil,
            channelLayout: isAudio ? Self.layout(parameters.ch_layout) : nil,
            bitRate: parameters.bit_rate > 0 ? Int(parameters.bit_rate) : nil,
            durationSeconds: stream.duration == candelaNoTime
                ? nil : MediaTime(ticks: stream.duration, base: stream.time_base).seconds,
            metadata: Settings.pairs(of: stream.metadata))
    }

    private static func layout(_ layout: AVChannelLayout) -> String? {
        var layout = layout
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let base = buffer.baseAddress, av_channel_layout_describe(&layout, base, 128) > 0 else { return nil }
            return String(cString: base)
        }
    }
}
