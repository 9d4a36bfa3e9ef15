import ColorScience
import FilterGraph
import Foundation
import Frames
import MediaIO

extension ExportPlan {
    /// How the output is to be written, at the constant rate that is asked for.
    func writerSettings(_ steady: ConstantRate?) -> MediaWriterSettings {
        let frameRate = steady?.rate ?? main.track.frameRate
        var settings = MediaWriterSettings(
            container: choice.container, codec: choice.codec, picture: output.picture,
            timeBase: steady?.timeBase ?? exactTimes?.timeBase ?? main.track.timeBase, frameRate: frameRate)
        if let encoder = choice.encoder, EncoderLibrary.countsPictures(encoder: encoder),
            let rate = frameRate, rate.value > 0
        {
            settings.timeBase = MediaTime(rate.scale, rate.value)
        }
        settings.quality = options.quality
        settings.preset = options.preset
        settings.encoder = choice.encoder
        settings.codecOptions = options.encoderOptions
        settings.bitRate = options.bitRate
        settings.keyInterval = options.keyInterval
        settings.profile = options.profile
        settings.tag = options.tag
        settings.carry(from: main)
        settings.stripsLocation = options.stripsLocation
        settings.origin = from
        settings.end = to
        settings.overwrites = options.overwrites
        settings.inputs = ([main] + layers).map(\.path)
        // Encoders that work on several frames at once hold their pictures back; bounding them bounds the slots.
        settings.threadCount = min(ProcessInfo.processInfo.activeProcessorCount, 16)
        settings.mastering = metadata.mastering
        settings.contentLight = metadata.contentLight
        settings.ambientViewing = metadata.ambientViewing
        return settings
    }

    /// What the source has and the output does not, one line each: metadata of single frames, and alpha.
    var droppedParts: [String] {
        var lines = metadata.dropped.filter(\.kind.isDynamic).map { dropped in
            let name = dropped.kind == .hdr10Plus ? "HDR10+" : "Dolby Vision \(main.track.dolbyVision?.name ?? "")"
            return "\(main.path): its \(name) metadata \(dropped.reason) and is left out"
        }
        if main.track.description.layout.hasAlpha, !choice.layout.hasAlpha {
            lines.append("\(main.path): its alpha is composited over black, since \(choice.layout.name) holds none")
        }
        return lines
    }

    /// Options of an encoder that the chosen codec has not, one line each.
    var idleOptions: [String] {
        let hasThem = [VideoCodec.hevc, .h264, .av1, .vp9].contains(choice.codec)
        guard !hasThem, choice.encoder == nil else { return [] }
        let given = [("--crf", options.quality != nil), ("--preset", options.preset != nil)].filter(\.1)
        return given.map {
            "\($0.0): codec \(choice.codec?.rawValue ?? "null") has no such setting; it changes nothing"
        }
    }

    /// What is told of light that was clipped, whose brightest channel has `peak` times the light of reference white.
    func clipLine(_ pixels: Int, _ frames: Int, peak: Double) -> String {
        let written = output.delivery ?? color
        let brightest = peak * written.referenceWhiteNits
        let most = written.properties.transfer == .pq ? 10_000 : written.peakNits
        let counts = "(pixels: \(pixels), frames: \(frames))"
        guard brightest > most, !options.rollsOff else {
            let isWidest = written.properties.primaries == .bt2020
            return
                "colours outside what the output's codes carry were clipped \(counts): they lie below black or outside its gamut"
                + (isWidest ? "" : "; a wider one by --color, such as pq, holds more")
        }
        let nits = Self.nits((brightest * 10).rounded() / 10)
        return
            "light outside what the output's codes carry was clipped \(counts), the brightest at \(nits); --rolloff bends "
            + "highlights instead"
    }
}
