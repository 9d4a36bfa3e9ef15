import Candela

/// `candela info`: what a file says of itself.
enum InfoCommand {
    static let command = Command(
        name: "info", summary: "Print what a file says of itself.", operands: "FILE", operandCount: 1...1,
        options: [Option("--json", .flag, "One JSON document instead of text.")], notes: "", run: { try run($0) })

    private static func run(_ arguments: Arguments) throws -> ExitCode {
        let reader = try MediaReader(path: arguments.operands[0])
        try Console.print(arguments.has("--json") ? json(reader).page : page(reader))
        return .success
    }

    private static func page(_ reader: MediaReader) -> String {
        let track = reader.track
        let picture = track.description
        var lines = [oneLine(reader.path)]
        func add(_ name: String, _ text: String?) {
            if let text { lines.append("  \(column(name, 14))\(oneLine(text))") }
        }
        let profile = track.profile.map { ", \($0)" } ?? ""
        add("codec", "\(track.codec)\(profile)")
        add("pixels", "\(track.storedFormat), \(track.bitDepth) bits" + (picture.layout.hasAlpha ? ", alpha" : ""))
        add("stored", "\(picture.codedWidth)x\(picture.codedHeight)")
        let visible = picture.visible
        add("shown", "\(visible.width)x\(visible.height) from \(visible.x), \(visible.y)")
        let turns = picture.orientation.quarterTurns * 90
        add("turned", turns == 0 ? nil : "\(turns) degrees clockwise to stand upright")
        add("mirrored", picture.orientation.isMirrored ? "left to right" : nil)
        add("pixel aspect", picture.hasSquarePixels ? nil : ratio(picture.pixelAspect))
        add("upright", "\(picture.uprightSize.width)x\(picture.uprightSize.height) in square pixels")
        if let color = track.color {
            let codes = "\(color.primaries.rawValue)/\(color.transfer.rawValue)/\(color.matrix.rawValue)"
            add("color", "\(color.primaries) \(color.transfer) \(color.matrix) (\(codes))")
        }
        add("levels", track.levels?.rawValue)
        add("chroma", picture.layout.log2ChromaWidth > 0 ? "\(picture.siting)" : nil)
        add("container", "colour \(track.containerColor.codes)")
        add("bitstream", "colour \(track.bitstreamColor.codes)")
        add("peak", "\(plain(picture.peakNits)) cd/m²")
        add("mastering", track.mastering.map { "\(plain($0.minNits)) to \(plain($0.maxNits)) cd/m²" })
        add("light", track.contentLight.map { "MaxCLL \($0.maxCLL), MaxFALL \($0.maxFALL) cd/m²" })
        add("room", track.ambientViewing.map { "\(plain($0.lux)) lx" })
        add("Dolby Vision", track.dolbyVision.map { "profile \($0.name)" })
        add("HDR10+", track.hasHDR10Plus ? "present" : nil)
        add("interlaced", track.isInterlaced ? "yes" : nil)
        add("rate", track.frameRate.map { "\(fixed($0.seconds, 3)) frames a second (\(ratio($0)))" })
        let hidden = track.hiddenFrameCount
        add("frames", track.frameCount.map { "\($0)" + (hidden > 0 ? ", and \(hidden) that an edit list hides" : "") })
        add("start", "\(plain(track.start.seconds)) s")
        add("duration", track.duration.map { "\(fixed($0.seconds, 3)) s" })
        for stream in reader.copiedStreams { add("stream \(stream.index)", "\(stream.type), \(stream.codec)") }
        for warning in reader.warnings { add("warning", warning.sentence) }
        return lines.joined(separator: "\n")
    }

    private static func json(_ reader: MediaReader) -> JSON {
        let track = reader.track
        let picture = track.description
        return [
            "file": .string(reader.path), "codec": .string(track.codec), "profile": JSON(track.profile),
            "pixelFormat": .string(track.storedFormat), "bitDepth": .integer(track.bitDepth),
            "alpha": .bool(picture.layout.hasAlpha), "codedWidth": .integer(picture.codedWidth),
            "codedHeight": .integer(picture.codedHeight),
            "visible": [
                "x": .integer(picture.visible.x), "y": .integer(picture.visible.y),
                "width": .integer(picture.visible.width), "height": .integer(picture.visible.height),
            ],
            "rotation": .integer(picture.orientation.quarterTurns * 90),
            "mirrored": .bool(picture.orientation.isMirrored), "pixelAspect": .string(ratio(picture.pixelAspect)),
            "width": .integer(picture.uprightSize.width), "height": .integer(picture.uprightSize.height),
            "color": track.color.map(json) ?? .null, "levels": JSON(track.levels?.rawValue),
            "chromaSiting": .string("\(picture.siting)"), "containerColor": .string(track.containerColor.codes),
            "bitstreamColor": .string(track.bitstreamColor.codes), "peakNits": JSON(picture.peakNits),
            "mastering": track.mastering.map { JSON($0) } ?? .null,
            "contentLight": track.contentLight.map { JSON($0) } ?? .null,
            "ambientViewing": track.ambientViewing.map { JSON($0) } ?? .null,
            "dolbyVision": JSON(track.dolbyVision?.name), "hdr10Plus": .bool(track.hasHDR10Plus),
            "interlaced": .bool(track.isInterlaced), "frameRate": JSON(track.frameRate.map(ratio)),
            "frames": JSON(track.frameCount), "hiddenFrames": .integer(track.hiddenFrameCount),
            "startSeconds": JSON(track.start.seconds),
            "durationSeconds": JSON(track.duration?.seconds), "metadata": json(track.metadata),
            "otherStreams": .array(reader.copiedStreams.map(json)),
            "warnings": .array(
                reader.warnings.map { ["name": .string($0.name.rawValue), "message": .string($0.sentence)] }),
        ]
    }

    private static func json(_ color: ColorProperties) -> JSON {
        [
            "primaries": .integer(color.primaries.rawValue), "transfer": .integer(color.transfer.rawValue),
            "matrix": .integer(color.matrix.rawValue),
        ]
    }

    private static func json(_ stream: CopiedStream) -> JSON {
        [
            "index": .integer(stream.index), "type": .string(stream.type), "codec": .string(stream.codec),
            "metadata": json(stream.metadata),
        ]
    }

    private static func json(_ metadata: [String: String]) -> JSON {
        .object(metadata.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
    }

    private static func ratio(_ value: MediaTime) -> String {
        value.scale == 1 ? "\(value.value)" : "\(value.value)/\(value.scale)"
    }
}
