/// `candela render`: its table; the work is in RenderCommand.swift.
enum RenderCommand {
    static let options: [Option] = [
        Option("--output", short: "-o", .text("FILE"), "Where the result goes; - is standard output."),
        Option("--filter", .text("NAME:PARAM=VALUE"), repeats: true, "A filter, or a path to a .glsl file."),
        Option("--blend", .text("FILE:mode=MODE,..."), repeats: true, "Lay FILE, or a filter's picture, over."),
        Option("--color", .text("COLOR"), "Colour to composite in; else the sources' own."),
        Option("--deliver-color", .text("COLOR"), "Colour to convert the finished picture to."),
        Option("--from", .time, "Start here: 12.5, 1:02:03.5 or 120f."),
        Option("--to", .time, "End before this time."),
        Option("--watch", .flag, "Show a frame as PNG whenever a filter's file is saved."),
        Option("--at", .time, "The moment that --watch shows (the first)."),
        Option("--codec", .text("NAME"), "hevc, h264, av1, vp9, prores, dnxhr, ffv1, raw; null."),
        Option("--crf", .number("N", 0...63), "Quality of hevc, h264, av1, vp9; less is better."),
        Option("--device", .text("NAME|INDEX|UUID"), "Which GPU; candela doctor lists them."),
        Option("--overwrite", .flag, "Replace an existing output."),
        Option("--quiet", .flag, "Print errors only."),
        Option("--json", .flag, "One JSON event a line instead of text."),
        Option("--stats", .flag, "Counters and times at the end."),
        Option("--explain", .flag, "Print the plan: colour steps and passes."),
        Option("--assume", .text("COLOR"), topic: "light", "Colour that INPUT is taken to have."),
        Option("--raw", .text("WxH:FORMAT:RATE"), topic: "light", "Layout of an INPUT without a header."),
        Option("--reference-white", .number("NITS", 1...10_000), topic: "light", "Luminance of white (203)."),
        Option("--source-peak", .number("NITS", 1...10_000), topic: "light", "Brightest light of INPUT."),
        Option("--rolloff", .flag, topic: "light", "Roll off light that the output cannot carry."),
        Option(
            "--mastering", .text("DISPLAY"), topic: "light",
            "Mastering display to state: P3-1000, BT2020-4000-0.005, source, none."),
        Option(
            "--max-cll", .text("N,M"), topic: "light", "MaxCLL and MaxFALL to state, in cd/m²; or source, none."),
        Option("--curves", .choice(["exact", "fast"]), topic: "light", "Transfer curves (by the output)."),
        Option(
            "--working", .choice(["rgba16f", "rgb10a2"]), topic: "light", "Stored intermediates (rgba16f)."),
        Option(
            "--size", .text("WxH[:fit|fill|stretch]"), topic: "geometry",
            "Size of the result (fit); -2 for a side keeps the shape."),
        Option(
            "--fps", .text("RATE"), topic: "geometry", "Constant rate, such as 25, 30000/1001 or 23.976."),
        Option(
            "--keep-rotation", .flag, topic: "geometry", "Store pictures turned as INPUT's, with its display matrix."),
        Option(
            "--deinterlace", .flagOr(["frame", "field"]), topic: "geometry",
            "One picture a frame of interlaced input, or one a field."),
        Option("--pixel-format", .text("NAME"), topic: "encoding", "ffmpeg's name, such as yuv420p10le."),
        Option("--allow-8-bit", .flag, topic: "encoding", "Write PQ or HLG with 8 bits all the same."),
        Option("--preset", .text("NAME"), topic: "encoding", "Speed of the encoder, by its own name."),
        Option("--bitrate", .text("RATE"), topic: "encoding", "Bits a second, such as 20M, instead of --crf."),
        Option("--gop", .integer("N", 1...100_000), topic: "encoding", "Most frames from key frame to key frame."),
        Option("--profile", .text("NAME"), topic: "encoding", "The encoder's, such as main10, 4444xq, dnxhr_hqx."),
        Option("--tag", .text("CODE"), topic: "encoding", "Codec's four characters in mov and mp4, such as hev1."),
        Option("--encoder", .text("NAME"), topic: "encoding", "Any encoder of libavcodec, such as hevc_nvenc."),
        Option(
            "--encoder-option", .text("NAME=VALUE"), repeats: true, topic: "encoding", "An option of the encoder's own."
        ),
        Option("--strip-location", .flag, topic: "encoding", "Leave out all that says where INPUT was recorded."),
        Option("--levels", .choice(["narrow", "full"]), topic: "encoding", "Output's range; else the source's."),
        Option("--dither", .choice(["ordered", "none"]), topic: "encoding", "Before rounding to codes (ordered)."),
        Option("--cpu-reference", .flag, topic: "shaders", "Render on the CPU, slowly, in Double."),
        Option("--shaders", .text("DIR"), topic: "shaders", "Take filters from DIR."),
        Option("--dump-shader", .text("DIR"), topic: "shaders", "Write the generated shaders to DIR."),
    ]

    static let notes = """
        COLOR is sdr, p3, hlg, pq, pq-p3 or PRIMARIES:TRANSFER:MATRIX. Settings follow a
        comma each, vectors are written 1/0/0, values with commas in quotes. --filter and
        --blend apply from left to right; --blend also takes opacity= and assume=. A value
        may change with time: stops="0@0 1@2.5~ease 0@120f", with ~hold, ~linear or ~ease.
        """

    /// Options that say how a clip is written, which a preview is not.
    static let optionsOfClips = [
        "--deliver-color", "--size", "--fps", "--keep-rotation", "--to", "--from", "--codec", "--pixel-format", "--crf",
        "--preset",
        "--bitrate",
        "--gop", "--profile", "--tag", "--encoder", "--encoder-option", "--allow-8-bit", "--levels", "--dither",
        "--rolloff", "--mastering", "--max-cll", "--strip-location", "--dump-shader", "--stats", "--explain",
    ]
}
