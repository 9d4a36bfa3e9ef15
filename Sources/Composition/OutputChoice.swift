import ColorScience
import FilterGraph
import FilterLanguage
import Foundation
import Frames
import MediaIO

/// The codec, container and layout that an export writes, chosen from what was asked and what the source is.
struct OutputChoice {
    let codec: VideoCodec?
    /// The library's encoder, where it is not the codec's own.
    let encoder: String?
    let container: MediaContainer
    let layout: PixelLayout
    let levels: Levels

    /// Decides; `track` is the input's, `color` the output's.
    init(_ options: RenderOptions, track: VideoTrack, color: ColorProperties) throws {
        let ending = options.output.split(separator: "/").last.flatMap { name in
            name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) }
        }
        if options.codec == "null" {
            container = .null
            (codec, encoder) = (nil, nil)
        } else {
            let known = ending.flatMap(MediaContainer.init(pathExtension:))
            if known == nil, !Self.isStream(options.output) {
                throw CompositionError(
                    .usage, options.output,
                    ending.map(Self.objection) ?? "has no ending, which says what is written; \(Self.listOfEndings)")
            }
            container = known ?? .matroska
            let chosen = try Self.codec(options, container: container, track: track)
            codec = chosen
            encoder = options.encoder == chosen.encoder ? nil : options.encoder
        }
        layout = try Self.layout(options, codec: codec, encoder: encoder, in: container, track: track, color: color)
        if container == .y4m { try Self.requireY4M(layout) }
        let source = track.levels ?? .narrow
        // R'G'B' made from narrow Y'CbCr is full, as its readers expect.
        let becomesRGB = layout.model == .rgb && track.description.layout.model != .rgb
        levels =
            options.levels
            ?? (codec == .prores || codec == .dnxhr || becomesRGB && source == .narrow ? Self.natural(layout) : source)
    }

    /// What is wrong with an ending that no container has, and what can be written.
    private static func objection(toEnding ending: String) -> String {
        if ending.isEmpty { return "ends in a dot, and no ending says what is written; \(listOfEndings)" }
        if stills.contains(ending.lowercased()) {
            return "pictures and numbered sequences of them are not written; write a clip that loses nothing, such as "
                + "--codec ffv1 -o out.mkv, of which ffmpeg makes pictures, or show one frame as PNG with --watch"
        }
        return "'.\(ending)' names no container; "
            + (Suggestion.nearest(to: ending, among: containers).map {
                "did you mean .\($0)? Known are \(containers.joined(separator: ", "))"
            } ?? listOfEndings)
    }

    private static let containers = ["mov", "mp4", "mkv", "webm", "nut", "yuv", "y4m"]

    private static var listOfEndings: String {
        "use \(containers.dropLast().joined(separator: ", ")) or \(containers[containers.count - 1])"
    }

    /// Whether a place has no ending of its own: standard output, a pipe or a device, which are written as it comes, and
    /// folders, which are told as such.
    private static func isStream(_ path: String) -> Bool {
        if path == "-" || path.hasPrefix("/dev/") { return true }
        var info = stat()
        return stat(path, &info) == 0 && info.st_mode & S_IFMT != S_IFREG
    }

    /// Endings of files that hold one picture each.
    private static let stills: Set = [
        "png", "jpg", "jpeg", "tif", "tiff", "exr", "dpx", "hdr", "bmp", "gif", "webp", "avif", "heic", "jxl", "ppm",
        "tga",
    ]

    /// A y4m file has a plane each for luma and the two chroma, or luma alone; its header names nothing else.
    private static func requireY4M(_ layout: PixelLayout) throws {
        let isPlanar = layout.planeCount == layout.components.count && !layout.hasAlpha
        guard layout.model == .rgb || !isPlanar || layout.isFloat else { return }
        let like = "yuv\(["444", "422", "420"][layout.log2ChromaWidth + layout.log2ChromaHeight])p"
        let name = layout.depth > 8 ? "\(like)\(layout.depth)le" : like
        throw CompositionError(
            .usage, "--pixel-format",
            ".y4m holds no \(layout.name); give --pixel-format \(PixelLayout(name: name) == nil ? "yuv444p16le" : name), or "
                + "write .nut")
    }

    private static func natural(_ layout: PixelLayout) -> Levels { layout.model == .rgb ? .full : .narrow }

    private static func codec(_ options: RenderOptions, container: MediaContainer, track: VideoTrack) throws
        -> VideoCodec
    {
        let asked = try options.codec.map { try Self.codec(named: $0) }
        if let name = options.encoder {
            guard let made = EncoderLibrary.codec(ofEncoder: name) else {
                throw CompositionError(
                    .usage, "--encoder",
                    "this FFmpeg has no encoder of pictures called '\(name)'"
                        + (Suggestion.nearest(to: name, among: EncoderLibrary.encoderNames).map {
                            "; did you mean \($0)?"
                        } ?? "; ffmpeg -encoders lists them"))
            }
            if let asked, asked != made {
                throw CompositionError(
                    .usage, "--encoder", "\(name) does not make \(asked.rawValue); leave out --codec or --encoder")
            }
            return made
        }
        return asked ?? usual(in: container, track: track)
    }

    /// The codec of that name.
    private static func codec(named name: String) throws -> VideoCodec {
        let aliases = [
            "h265": "hevc", "x265": "hevc", "x264": "h264", "rawvideo": "raw", "avc": "h264", "dnxhd": "dnxhr",
        ]
        let word = aliases[name] ?? name
        if let codec = VideoCodec.allCases.first(where: { $0.rawValue == word }) { return codec }
        let names = VideoCodec.allCases.map(\.rawValue)
        throw CompositionError(
            .usage, "--codec",
            "'\(name)' is none of \(names.joined(separator: ", ")), null\(Suggestion.ending(for: name, among: names))")
    }

    /// The codec that goes into a container where none is asked for.
    private static func usual(in container: MediaContainer, track: VideoTrack) -> VideoCodec {
        switch container {
        case .raw, .y4m: .raw
        case .webm: .av1
        case .mov: track.codec == "prores" ? .prores : .hevc
        default: .hevc
        }
    }

    private static func layout(
        _ options: RenderOptions, codec: VideoCodec?, encoder: String?, in container: MediaContainer, track: VideoTrack,
        color: ColorProperties
    ) throws -> PixelLayout {
        let source = track.description.layout
        if let name = options.pixelFormat {
            guard let layout = PixelLayout(name: name) else {
                throw CompositionError(
                    .usage, "--pixel-format",
                    "'\(name)' is no pixel format that can be written"
                        + (Suggestion.nearest(to: name, among: PixelLayout.all.map(\.name)).map {
                            "; did you mean \($0)?"
                        } ?? "; try yuv420p10le"))
            }
            guard isWritten(layout) else {
                throw CompositionError(
                    .usage, "--pixel-format", "\(name) can be read but not written; use 4:2:0, 4:2:2 or 4:4:4")
            }
            return layout
        }
        func named(_ name: String) -> PixelLayout {
            let layout = PixelLayout(name: name) ?? source
            guard let encoder else { return layout }
            let names = EncoderLibrary.layoutNames(ofEncoder: encoder)
            return names.contains(name) ? layout : lossless(source, names, isHDR: color.transfer.isHDR)
        }
        let isEightBit = !color.transfer.isHDR && track.bitDepth <= 8
        switch codec {
        case .hevc, .av1: return named(isEightBit ? "yuv420p" : "yuv420p10le")
        case .h264: return named(color.transfer.isHDR ? "yuv420p10le" : "yuv420p")
        case .vp9: return named(isEightBit ? "yuv420p" : "yuv420p10le")
        case .prores:
            if source.hasAlpha { return named("yuva444p10le") }
            let isFull = source.log2ChromaWidth == 0 && source.model != .grey
            return named(isFull ? "yuv444p10le" : "yuv422p10le")
        case .dnxhr:
            let isFull = source.log2ChromaWidth == 0 && source.model != .grey
            return named(isFull ? "yuv444p10le" : isEightBit ? "yuv422p" : "yuv422p10le")
        case .other:
            let names = encoder.map { EncoderLibrary.layoutNames(ofEncoder: $0) } ?? []
            return lossless(source, names, isHDR: color.transfer.isHDR)
        case .ffv1: return lossless(source, VideoCodec.ffv1.layoutNames, isHDR: color.transfer.isHDR)
        case .raw, nil:
            // Only a file without a header takes floats.
            let isBare = codec == nil || container == .raw || !source.isFloat
            return lossless(source, isBare ? [] : VideoCodec.ffv1.layoutNames, isHDR: color.transfer.isHDR)
        }
    }

    /// The source's own layout where it can be written; else the nearest that loses nothing: as much colour resolution,
    /// as many bits (ten for HDR), alpha where the source has it.
    private static func lossless(_ source: PixelLayout, _ allowed: [String], isHDR: Bool) -> PixelLayout {
        let names = allowed.isEmpty ? PixelLayout.all.map(\.name) : allowed
        // Floats that cannot be kept as such keep as many bits as codes have.
        let most = names.contains(source.name) || !source.isFloat ? source.depth : min(source.depth, 16)
        let depth = max(most, isHDR ? 10 : 8)
        if names.contains(source.name), source.depth >= depth, isWritten(source) { return source }
        let all = names.compactMap(PixelLayout.init(name:)).filter { layout in
            isWritten(layout) && !layout.isFloat && layout.depth >= depth && (layout.hasAlpha || !source.hasAlpha)
                && (layout.model == source.model || source.model == .grey && layout.model == .ycbcr)
                && layout.log2ChromaWidth <= source.log2ChromaWidth
                && layout.log2ChromaHeight <= source.log2ChromaHeight
        }
        func excess(_ layout: PixelLayout) -> Int {
            let chroma =
                source.log2ChromaWidth - layout.log2ChromaWidth + source.log2ChromaHeight - layout.log2ChromaHeight
            return 16 * (layout.depth - depth) + 4 * chroma + (layout.hasAlpha == source.hasAlpha ? 0 : 2)
                + (layout.planeCount == source.planeCount ? 0 : 1)
        }
        return all.min { excess($0) < excess($1) } ?? source
    }

    /// Whether our shaders write it: chroma of 4:4:0, half as high and as wide as luma, is read only.
    static func isWritten(_ layout: PixelLayout) -> Bool {
        layout.model != .ycbcr || layout.log2ChromaWidth <= 1 && layout.log2ChromaHeight <= layout.log2ChromaWidth
    }
}
