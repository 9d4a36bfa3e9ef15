import Bitstreams
import CFFmpeg
import ColorScience
import Foundation
import Frames

/// The options that an encoder needs to say and keep what we promise.
struct EncoderOptions {
    let settings: MediaWriterSettings
    let codec: VideoCodec

    /// By the encoder's own names.
    var all: [String: String] {
        var options = settings.encoder == nil ? own : [:]
        options["b"] = settings.bitRate.map(String.init) ?? options["b"]
        if settings.bitRate != nil { options["crf"] = nil }
        options["g"] = settings.keyInterval.map(String.init) ?? options["g"]
        options["profile"] = settings.profile ?? options["profile"]
        if settings.encoder != nil {
            options["preset"] = settings.preset
            options["crf"] = settings.quality.map(number)
        }
        return options.merging(
            settings.codecOptions.filter { settings.encoder != nil || !Self.joined.contains($0.key) }
        ) {
            $1
        }
    }

    /// What the codec's own encoder is told.
    private var own: [String: String] {
        var options: [String: String] = [:]
        switch codec {
        case .hevc:
            options["crf"] = number(settings.quality ?? 18)
            options["preset"] = settings.preset
            options["x265-params"] = x265
        case .h264:
            options["crf"] = number(settings.quality ?? 18)
            options["preset"] = settings.preset
            options["x264-params"] = x264
        case .av1:
            options["crf"] = settings.quality.map { String(Int($0.rounded())) } ?? "23"
            options["preset"] = settings.preset ?? "8"
            options["svtav1-params"] = svt
        case .vp9:
            options["crf"] = number(settings.quality ?? 20)
            options["b"] = "0"
            options["cpu-used"] = settings.preset
            options["row-mt"] = "1"
        case .prores:
            options["profile"] = settings.picture.layout.log2ChromaWidth == 0 ? "4444" : "hq"
            options["vendor"] = "apl0"
        case .ffv1:
            options["level"] = isSliced ? "3" : "1"
            options["slicecrc"] = isSliced ? "1" : nil
            options["g"] = "1"
        case .dnxhr:
            let layout = settings.picture.layout
            options["profile"] =
                layout.log2ChromaWidth == 0 ? "dnxhr_444" : layout.depth > 8 ? "dnxhr_hqx" : "dnxhr_hq"
        case .raw, .other: break
        }
        return options
    }

    /// Whether ffv1 may cut the picture into slices, which its version 3 always does.
    ///
    /// The library cuts at most 31 rows of 360 lines, needs as many columns as rows and a chroma sample for each, and
    /// gets slices of few samples wrong. Version 1 has no slices and takes every size.
    private var isSliced: Bool {
        let picture = settings.picture
        let wide = picture.codedWidth >> picture.layout.log2ChromaWidth
        let tall = picture.codedHeight >> picture.layout.log2ChromaHeight
        return min(wide, tall) >= 32 && picture.codedHeight <= 31 * 360 && picture.codedWidth <= 61 * 360
    }

    /// Options that are lists, to which the user's are appended.
    private static let joined = ["x264-params", "x265-params", "svtav1-params"]

    /// x264 writes the messages that it is told.
    private var x264: String? {
        var list: [String] = []
        if let display = settings.mastering.map({ MasteringDisplayBox($0) }) {
            func point(_ point: MasteringDisplayBox.Point) -> String { "\(point.x),\(point.y)" }
            list.append(
                "mastering-display=G(\(point(display.green)))B(\(point(display.blue)))R(\(point(display.red)))"
                    + "WP(\(point(display.white)))L(\(display.maximum),\(display.minimum))")
        }
        if let light = settings.contentLight.map({ LightLevelBox($0) }) {
            list.append("cll=\(light.maxCLL),\(light.maxFALL)")
        }
        if let more = settings.codecOptions["x264-params"] { list.append(more) }
        return list.isEmpty ? nil : list.joined(separator: ":")
    }

    /// x265 repeats its headers unless told; it takes code points as numbers. Its messages are `LightMessages`.
    private var x265: String {
        var list = ["log-level=none", "info=0", "open-gop=0", "repeat-headers=0"]
        if case .signal(let color, let levels) = settings.picture.content {
            list.append("colorprim=\(color.primaries.rawValue)")
            list.append("transfer=\(color.transfer.rawValue)")
            list.append("colormatrix=\(color.matrix.rawValue)")
            list.append("range=\(levels == .full ? "full" : "limited")")
            if settings.picture.layout.log2ChromaHeight == 1 {
                list.append("chromaloc=\(settings.picture.siting.rawValue)")
            }
        }
        // x265 3.5 writes past its buffers in pictures narrower than 64 pixels, unless it leaves this analysis out.
        if settings.picture.codedWidth < 64 { list.append("cutree=0") }
        if settings.threadCount > 0 { list.append("pools=\(settings.threadCount)") }
        if let more = settings.codecOptions["x265-params"] { list.append(more) }
        return list.joined(separator: ":")
    }

    /// SVT-AV1 takes the same facts as decimals. Chroma between the samples, it has no word for.
    private var svt: String {
        var list: [String] = []
        switch settings.picture.siting {
        case .left: list.append("chroma-sample-position=left")
        case .topLeft: list.append("chroma-sample-position=topleft")
        default: break
        }
        if let display = settings.mastering.map({ MasteringDisplayBox($0) }) {
            func point(_ point: MasteringDisplayBox.Point) -> String {
                String(format: "%.5f,%.5f", Double(point.x) / 50_000, Double(point.y) / 50_000)
            }
            let (most, least) = (Double(display.maximum) / 10_000, Double(display.minimum) / 10_000)
            list.append(
                "mastering-display=G(\(point(display.green)))B(\(point(display.blue)))R(\(point(display.red)))"
                    + "WP(\(point(display.white)))L(\(String(format: "%.4f,%.4f", most, least)))")
        }
        if let light = settings.contentLight.map({ LightLevelBox($0) }) {
            list.append("content-light=\(light.maxCLL),\(light.maxFALL)")
        }
        if let more = settings.codecOptions["svtav1-params"] { list.append(more) }
        return list.joined(separator: ":")
    }

    private func number(_ value: Double) -> String { String(format: "%g", value) }
}
