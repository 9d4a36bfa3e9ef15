import Bitstreams
import CFFmpeg
import ColorScience
import Foundation
import Frames

/// Finds out all about the video track from the container, the decoder and the first frame.
struct TrackProbe {
    let demuxer: Demuxer
    let decoder: FrameDecoder
    let frame: UnsafePointer<AVFrame>
    let layout: PixelLayout
    let options: MediaReaderOptions
    private(set) var warnings: [MediaWarning] = []
    /// What the library does not read of a mov or mp4 file.
    private let movie: MovieFile?

    init(
        demuxer: Demuxer, decoder: FrameDecoder, frame: UnsafePointer<AVFrame>, layout: PixelLayout,
        options: MediaReaderOptions
    ) {
        (self.demuxer, self.decoder, self.frame) = (demuxer, decoder, frame)
        (self.layout, self.options) = (layout, options)
        movie = MovieFile(demuxer)
    }

    private var parameters: AVCodecParameters { demuxer.video.pointee.codecpar.pointee }
    private var path: String { demuxer.path }

    mutating func track() throws(MediaError) -> VideoTrack {
        let stream = demuxer.video
        let side = SideData(stream: stream, frame: frame)
        try refuseUnshowable(side.dolbyVision)
        let codec = String(cString: avcodec_get_name(parameters.codec_id))
        let container =
            demuxer.videoIndex < demuxer.containerColors.count
            ? demuxer.containerColors[demuxer.videoIndex] : ColorTags()
        let bitstream = ColorTags(frame.pointee)
        let isEXR = parameters.codec_id == AV_CODEC_ID_EXR
        let (properties, levels, siting) =
            isEXR && options.color == nil
            ? (try linearColor(), options.levels ?? .full, .left)
            : try color(container, bitstream, codec: codec)
        let base = stream.pointee.time_base
        let converted = PixelLayout(AVPixelFormat(frame.pointee.format)) == nil
        let stored = String(cString: av_get_pix_fmt_name(AVPixelFormat(frame.pointee.format)))
        if converted {
            warn(.pixelsConverted, "its pixel format \(stored) is converted to \(layout.name) before use")
        }
        let description = PictureDescription(
            layout: layout, codedWidth: Int(frame.pointee.width), codedHeight: Int(frame.pointee.height),
            visible: try visible(), orientation: orientation(side.displayMatrix),
            content: .signal(properties, levels), siting: siting, peakNits: peak(properties.transfer, side),
            pixelAspect: aspect, isPremultiplied: isEXR)
        let order = parameters.field_order
        let isInterlaced =
            candelaIsInterlaced(frame) != 0 || order != AV_FIELD_UNKNOWN && order != AV_FIELD_PROGRESSIVE
        if isInterlaced, options.interlaced == .asStored {
            warn(.interlaced, "its frames are interlaced; they are treated as whole pictures")
        }
        return VideoTrack(
            index: demuxer.videoIndex, number: Int(stream.pointee.id), description: description, codec: codec,
            profile: profile,
            storedFormat: stored, bitDepth: layout.depth, timeBase: MediaTime(Int64(base.num), Int64(base.den)),
            frameRate: stream.pointee.avg_frame_rate.time ?? stream.pointee.r_frame_rate.time,
            frameCount: frameCount, hiddenFrameCount: demuxer.hiddenPackets,
            start: stream.pointee.start_time == candelaNoTime
                ? .zero : MediaTime(ticks: stream.pointee.start_time, base: base),
            duration: duration, containerColor: container, bitstreamColor: bitstream, mastering: side.mastering,
            contentLight: side.contentLight, ambientViewing: ambientViewing, dolbyVision: side.dolbyVision,
            hasHDR10Plus: side.hasHDR10Plus,
            isInterlaced: isInterlaced, metadata: Settings.pairs(of: stream.pointee.metadata))
    }

    /// The track's first box of a type beside its decoder's configuration.
    private func box(_ type: BoxType) -> Box? {
        movie?.extensionBoxes(type, ofTrack: Int(demuxer.video.pointee.id)).first
    }

    private var ambientViewing: AmbientViewing? {
        box("amve").flatMap { AmbientViewingBox($0.fields) }.flatMap { AmbientViewing($0) }
    }

    private mutating func warn(_ name: MediaWarning.Name, _ sentence: String) {
        warnings.append(MediaWarning(name, sentence))
    }

    private func refuseUnshowable(_ vision: DolbyVision?) throws(MediaError) {
        guard let vision, vision.compatibility == 0 || vision.profile == 5 else {
            return
        }
        throw MediaError(
            kind: .data, call: "dolby vision", subject: path,
            problem: "Dolby Vision profile \(vision.profile) has no base layer that can be shown without its metadata",
            wayOut: "give a profile 8 or HDR10 version")
    }

    /// The colour of an OpenEXR picture.
    private mutating func linearColor() throws(MediaError) -> ColorProperties {
        let stated = OpenEXR.chromaticities(of: path)
        guard let primaries = stated.map(OpenEXR.primaries) ?? .bt709 else {
            let list = (stated ?? []).map { String(format: "%.4g/%.4g", $0.x, $0.y) }.joined(separator: ", ")
            throw MediaError(
                kind: .data, call: "chromaticities", subject: path,
                problem: "its primaries and white (\(list)) are none that can be read",
                wayOut: "convert it to BT.709 or BT.2020 first, or say with --assume what to take it for")
        }
        warn(
            .colorAssumed,
            "as OpenEXR it is taken for linear light, 1.0 being reference white, of "
                + (stated == nil ? "BT.709's primaries, since it states none" : "\(primaries.name) primaries")
                + "; say otherwise with --assume")
        return ColorProperties(primaries: primaries, transfer: .linear, matrix: .rgb)
    }

    private mutating func color(
        _ container: ColorTags, _ bitstream: ColorTags, codec: String
    ) throws(MediaError) -> (ColorProperties, Levels, ChromaSiting) {
        let tags = container.filled(from: bitstream)
        let rule = ColorRule(isRGB: layout.model == .rgb, isGrey: layout.model == .grey, codec: codec)
        let properties: ColorProperties
        if var assumed = options.color {
            if layout.model == .rgb { assumed.matrix = .rgb }
            properties = assumed
        } else {
            let meaning = try rule.resolve(tags, subject: path)
            properties = meaning.0
            if meaning.isAssumed {
                warn(
                    .colorAssumed,
                    "it states \(tags.codes == ColorTags().codes ? "no colour" : "colour \(tags.codes) only"), "
                        + "so it is taken for \(properties.codes); say otherwise with --assume")
            }
            if container.contradicts(bitstream) {
                warn(
                    .colorContradiction,
                    "the container says colour \(container.codes) and the video \(bitstream.codes); "
                        + "the container is believed, say otherwise with --assume")
            }
        }
        if options.levels == nil, let a = container.isFullRange, let b = bitstream.isFullRange, a != b {
            warn(
                .levelsContradiction,
                "the container says \(a ? "full" : "narrow") levels and the video "
                    + "\(b ? "full" : "narrow"); the container is believed")
        }
        return (properties, options.levels ?? rule.levels(tags), options.siting ?? rule.siting(tags))
    }

    /// The part of the coded picture to show: by the codec's cropping, then by the container's clean aperture.
    private mutating func visible() throws(MediaError) -> PixelRect {
        let picture = frame.pointee
        var rect = PixelRect(
            x: Int(picture.crop_left), y: Int(picture.crop_top),
            width: Int(picture.width) - Int(picture.crop_left) - Int(picture.crop_right),
            height: Int(picture.height) - Int(picture.crop_top) - Int(picture.crop_bottom))
        guard rect.width > 0, rect.height > 0 else {
            throw MediaError(
                kind: .data, call: "crop", subject: path, problem: "its cropping leaves nothing of the picture",
                wayOut: "write it anew without the crop")
        }
        guard let aperture = box("clap").flatMap({ CleanAperture($0.fields) }) else { return rect }
        guard let inner = aperture.rect(in: rect) else {
            warn(.cropIgnored, "its clean aperture does not fit whole pixels of the picture and is ignored")
            return rect
        }
        rect = inner
        return rect
    }

    private mutating func orientation(_ matrix: [Int32]?) -> Orientation {
        guard let matrix else { return .upright }
        if !Orientation.isExact(matrix) {
            warn(
                .orientationApproximated,
                "its display matrix is not a quarter turn; the nearest one is used")
        }
        return Orientation(displayMatrix: matrix)
    }

    private func peak(_ transfer: Transfer, _ side: SideData) -> Double {
        let range = 100.0...10_000
        switch transfer {
        case .hlg: return 1000
        case .pq:
            if let light = side.contentLight, range.contains(Double(light.maxCLL)) { return Double(light.maxCLL) }
            if let display = side.mastering, range.contains(display.maxNits) { return display.maxNits }
            return 1000
        default: return 203
        }
    }

    private var aspect: MediaTime {
        let stated = av_guess_sample_aspect_ratio(
            demuxer.context, demuxer.video, UnsafeMutablePointer(mutating: frame))
        guard stated.num > 0, stated.den > 0 else { return MediaTime(1, 1) }
        return MediaTime(Int64(stated.num), Int64(stated.den))
    }

    /// Frames that are shown: those that the container counts, without those that an edit list hides.
    private var frameCount: Int? {
        let stated = Int(demuxer.video.pointee.nb_frames)
        return stated > 0 ? max(stated - demuxer.hiddenPackets, 0) : nil
    }

    private var profile: String? {
        avcodec_profile_name(parameters.codec_id, parameters.profile).map { String(cString: $0) }
    }

    private var duration: MediaTime? {
        let stream = demuxer.video.pointee
        if stream.duration != candelaNoTime { return MediaTime(ticks: stream.duration, base: stream.time_base) }
        let whole = demuxer.context.pointee.duration
        return whole == candelaNoTime ? nil : MediaTime(whole, Int64(AV_TIME_BASE))
    }
}
