import Candela

/// What `candela render` was asked to do, read and checked as far as the command line alone allows.
struct RenderArguments: Sendable {
    /// What the library is asked for.
    var options: RenderOptions
    var isQuiet: Bool
    var writesEvents: Bool
    var showsStatistics: Bool
    var explains: Bool
    /// Whether a preview follows the filters' files instead.
    var watches: Bool
    /// The moment that the preview shows; the first frame where it is `nil`.
    var previewTime: TimeMark?

    /// Reads a command's words.
    init(_ arguments: Arguments) throws(CommandError) {
        guard let output = arguments.text("--output") else {
            throw CommandError("render", "no output is named; add -o OUTPUT")
        }
        isQuiet = arguments.has("--quiet")
        writesEvents = arguments.has("--json")
        showsStatistics = arguments.has("--stats")
        explains = arguments.has("--explain")
        watches = arguments.has("--watch")
        options = RenderOptions(input: arguments.operands[0], output: output)
        for occurrence in arguments.occurrences {
            switch occurrence.option.name {
            case "--filter": options.operations.append(try Self.filter(occurrence.value))
            case "--blend": options.operations.append(.blend(try BlendedLayer(text: occurrence.value)))
            default: continue
            }
        }
        if let text = arguments.text("--at") { previewTime = try TimeMark(text, for: "--at") }
        if previewTime != nil, !watches { throw CommandError("--at", "is for previews; add --watch, or use --from") }
        if watches, let option = RenderCommand.optionsOfClips.first(where: arguments.has) {
            throw CommandError(option, "has no meaning for a preview; leave it out with --watch")
        }
        try readColor(arguments)
        try readRange(arguments)
        try readOutput(arguments)
        options.device = arguments.text("--device")
        options.shadersFolder = arguments.text("--shaders")
        options.shaderDumpFolder = arguments.text("--dump-shader")
        options.usesCPUReference = arguments.has("--cpu-reference")
        if options.usesCPUReference, options.device != nil {
            throw CommandError("--cpu-reference", "uses no device; leave out --device")
        }
    }

    private mutating func readColor(_ arguments: Arguments) throws(CommandError) {
        func color(_ option: String) throws(CommandError) -> ColorName? {
            guard let text = arguments.text(option) else { return nil }
            return try ColorName(text, for: option)
        }
        options.color = try color("--color")
        options.deliveryColor = try color("--deliver-color")
        options.assumedColor = try color("--assume")
        if let nits = arguments.number("--reference-white") { options.referenceWhiteNits = nits }
        options.sourcePeakNits = arguments.number("--source-peak")
        if let text = arguments.text("--mastering") { options.mastering = try Self.mastering(text) }
        if let text = arguments.text("--max-cll") { options.contentLight = try Self.contentLight(text) }
        if let text = arguments.text("--raw") { options.raw = try RawVideoFormat(text, for: "--raw") }
    }

    private mutating func readRange(_ arguments: Arguments) throws(CommandError) {
        if let text = arguments.text("--from") { options.from = try TimeMark(text, for: "--from") }
        if let text = arguments.text("--to") { options.to = try TimeMark(text, for: "--to") }
        let isEmpty =
            switch (options.from, options.to) {
            case (.time(let from), .time(let to)): to <= from
            case (.frame(let from), .frame(let to)): to <= from
            case (nil, .time(.zero)), (nil, .frame(0)): true
            default: false
            }
        if isEmpty { throw CommandError("--to", "is not after --from; give a later time") }
    }

    private mutating func readOutput(_ arguments: Arguments) throws(CommandError) {
        options.size = try arguments.text("--size").map(Self.size)
        options.deinterlacing = arguments.text("--deinterlace").map { Deinterlacing(rawValue: $0) ?? .frame }
        options.keepsRotation = arguments.has("--keep-rotation")
        options.frameRate = try arguments.text("--fps").map(Self.frameRate)
        options.encoder = arguments.text("--encoder")
        options.bitRate = try arguments.text("--bitrate").map(Self.bitRate)
        options.keyInterval = arguments.integer("--gop")
        options.profile = arguments.text("--profile")
        options.tag = arguments.text("--tag")
        options.allowsEightBitHDR = arguments.has("--allow-8-bit")
        for occurrence in arguments.occurrences where occurrence.option.name == "--encoder-option" {
            let parts = occurrence.value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw CommandError("--encoder-option", "'\(occurrence.value)' sets nothing; write NAME=VALUE")
            }
            guard options.encoderOptions.updateValue(String(parts[1]), forKey: String(parts[0])) == nil else {
                throw CommandError("--encoder-option", "\(parts[0]) is set twice; it may be set once")
            }
        }
        options.codec = arguments.text("--codec")
        options.pixelFormat = arguments.text("--pixel-format")
        options.quality = arguments.number("--crf")
        options.preset = arguments.text("--preset")
        options.levels = arguments.text("--levels").flatMap(Levels.init)
        options.curves = arguments.text("--curves").flatMap(Curves.init)
        if let working = arguments.text("--working").flatMap(WorkingFormat.init) { options.working = working }
        if let dither = arguments.text("--dither").flatMap(Dither.init) { options.dither = dither }
        options.rollsOff = arguments.has("--rolloff")
        options.stripsLocation = arguments.has("--strip-location")
        options.overwrites = arguments.has("--overwrite")
    }

    /// Reads `P3-1000`, `BT2020-4000-0.005`, `source` or `none`.
    private static func mastering(_ text: String) throws(CommandError) -> MetadataChoice<MasteringDisplay> {
        switch text {
        case "source": return .source
        case "none": return .none
        default:
            if let display = MasteringDisplay(named: text) { return .stated(display) }
            throw CommandError(
                "--mastering",
                "'\(text)' is no display; write its primaries and its peak in cd/m², such as P3-1000 or BT2020-4000, with "
                    + "-MINIMUM where it is not 0.0001, or source or none")
        }
    }

    /// Reads `1000,400`, `source` or `none`.
    private static func contentLight(_ text: String) throws(CommandError) -> MetadataChoice<ContentLight> {
        switch text {
        case "source": return .source
        case "none": return .none
        default:
            let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
            if parts.count == 2, let most = parts[0], let mean = parts[1], (1...10_000).contains(most),
                (0...most).contains(mean)
            {
                return .stated(ContentLight(maxCLL: most, maxFALL: mean))
            }
            throw CommandError(
                "--max-cll",
                "'\(text)' is no pair of light levels; write MaxCLL,MaxFALL in whole cd/m² up to 10000, the second not "
                    + "above the first, such as 1000,400, or source or none")
        }
    }

    /// Reads `1920x1080`, `1280x-2` or `1080x1080:fill`.
    private static func size(_ text: String) throws(CommandError) -> OutputSize {
        if let size = OutputSize(text) { return size }
        throw CommandError(
            "--size",
            "'\(text)' is no size; write WIDTHxHEIGHT in pixels from 1 to 65536, one of them -1 or -2 (even) to keep the "
                + "shape, and :fit, :fill or :stretch, such as 1920x1080:fill")
    }

    /// Reads `25`, `30000/1001` or `23.976`.
    private static func frameRate(_ text: String) throws(CommandError) -> MediaTime {
        if let rate = MediaTime(frameRate: text) { return rate }
        throw CommandError(
            "--fps", "'\(text)' is no rate from 0.001 to 1000 frames a second; write 25, 30000/1001 or 23.976")
    }

    /// Reads `20M`, `800k` or `5000000`.
    private static func bitRate(_ text: String) throws(CommandError) -> Int {
        let units: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9]
        let unit = text.last.flatMap { units[$0] }
        if let number = Double(unit == nil ? text : String(text.dropLast())),
            (1e3...1e11).contains(number * (unit ?? 1))
        {
            return Int((number * (unit ?? 1)).rounded())
        }
        throw CommandError("--bitrate", "'\(text)' is no bit rate; write 20M, 800k or 5000000, 1k at least")
    }

    private static func filter(_ text: String) throws(CommandError) -> RenderOperation {
        let named = try NamedSettings(text, for: "--filter")
        // A colon left in a name that is no path was meant to begin settings.
        if !named.name.hasSuffix(".glsl"), let colon = named.name.firstIndex(of: ":") {
            let rest = named.name[named.name.index(after: colon)...]
            throw CommandError("--filter", "'\(rest)' is not a setting; write \(named.name[..<colon]):param=value")
        }
        return .filter(name: named.name, settings: named.pairs)
    }
}

extension BlendedLayer {
    /// Reads `FILE:mode=screen,opacity=0.5,assume=hlg`, with the mode's own settings among them.
    fileprivate init(text: String) throws(CommandError) {
        var named = try NamedSettings(text, for: "--blend")
        self.init(file: named.name)
        if let text = named.remove("mode") { mode = text }
        if let text = named.remove("opacity") {
            if text.contains("@") {
                opacityKeys = text
            } else if let number = Double(text), (0...1).contains(number) {
                opacity = number
            } else {
                throw CommandError("--blend", "opacity '\(text)' is not a number from 0 to 1; write opacity=0.5")
            }
        }
        if let text = named.remove("assume") { assumed = try ColorName(text, for: "--blend") }
        if let text = named.remove("raw") { raw = try RawVideoFormat(text, for: "--blend") }
        settings = named.pairs
    }
}

extension ColorName {
    /// Reads a colour's name; `subject` is named in the error.
    fileprivate init(_ text: String, for subject: String) throws(CommandError) {
        do { try self.init(text) } catch { throw CommandError(subject, error.description) }
    }
}

extension RawVideoFormat {
    /// Reads `1920x1080:yuv420p10le:30`, where the rate may be a fraction such as `30000/1001`.
    fileprivate init(_ text: String, for subject: String) throws(CommandError) {
        let wrong = CommandError(
            subject, "'\(text)' describes no frames; write WIDTHxHEIGHT:FORMAT:RATE, such as 1920x1080:yuv420p10le:30")
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw wrong }
        let size = parts[0].split(separator: "x").compactMap { Int($0) }
        let rate = parts[2].split(separator: "/").compactMap { Int64($0) }
        guard size.count == 2, size.allSatisfy({ (1...65_536).contains($0) }), (1...2).contains(rate.count),
            rate.allSatisfy({ (1...1_000_000_000).contains($0) })
        else { throw wrong }
        guard let layout = PixelLayout(name: String(parts[1])) else {
            let near = Suggestion.ending(for: String(parts[1]), among: PixelLayout.all.map(\.name))
            throw CommandError(
                subject, "no pixel format is called '\(parts[1])'\(near.isEmpty ? "; one is yuv420p10le" : near)")
        }
        let rateTime = MediaTime(rate[0], rate.count == 2 ? rate[1] : 1)
        self.init(width: size[0], height: size[1], layout: layout, frameRate: rateTime)
    }
}
