import Foundation
import Testing

/// Every mistake has its sentence: what it is about, what is wrong, and what to do.
@Suite(.serialized, .enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct WayOutTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// Runs a command and expects one sentence with a way out that holds all of `parts`.
    private func expect(
        _ status: Int32, _ parts: [String], _ words: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let outcome = try await BuiltProgram.candela(words, in: folder.url)
        let first = String(outcome.errorLines.first ?? "")
        #expect(outcome.status == status, "\(words): \(outcome.errors)", sourceLocation: sourceLocation)
        // Mistakes in a file are shown with a caret.
        #expect(
            outcome.errorLines.count == (outcome.errors.contains("^") ? 3 : 1), "\(words): \(outcome.errors)",
            sourceLocation: sourceLocation)
        #expect(
            first.hasPrefix("candela: ") && first.firstMatch(of: /; |did you mean/) != nil, "\(words): \(first)",
            sourceLocation: sourceLocation)
        for part in parts {
            #expect(first.contains(part), "\(words): \(outcome.errors)", sourceLocation: sourceLocation)
        }
    }

    private func render(_ words: String..., input: String = "pq.mkv", output: String = "out.mkv") -> [String] {
        ["render", input, "-o", output] + words
    }

    @Test func encodersAreAskedForWhatTheyHave() async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        try await expect(64, ["no preset 'foo'", "ultrafast, superfast", "placebo"], render("--preset", "foo"))
        try await expect(64, ["did you mean 'veryslow'?"], render("--preset", "veryslw"))
        try await expect(
            64, ["h264", "'fats'", "did you mean 'fast'?"], render("--codec", "h264", "--preset", "fats"))
        try await expect(64, ["--codec", "did you mean 'prores'?"], render("--codec", "prorse"))
        try await expect(64, ["did you mean yuv420p10le?"], render("--pixel-format", "yuv420p10el"))
        try await expect(64, ["--crf", "0 to 63"], render("--crf", "many"))
    }

    @Test func inputsSayWhatIsWrongWithThem() async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        try FileManager.default.createDirectory(atPath: folder.path("dir"), withIntermediateDirectories: true)
        try folder.write("", to: "empty.mov")
        try folder.write("no video here", to: "words.txt")
        try Data(count: 64 * 48 * 3 / 2 * 2 + 5).write(to: folder.url.appendingPathComponent("two.yuv"))
        let raw = ["--raw", "64x48:yuv420p:25", "--assume", "sdr"]
        try await expect(
            65, ["two.yuv: its 9221 bytes are no whole number of pictures of 64x48 yuv420p, which have 4608 bytes"],
            ["render", "two.yuv", "-o", "out.mkv"] + raw)
        let piped = try await BuiltProgram.shell(
            "cat two.yuv | candela render - -o out.mkv --quiet \(raw.joined(separator: " ")) || echo $?", in: folder.url
        )
        #expect(piped.output == "65\n" && piped.errorLines.count == 1, "\(piped.errors)")
        #expect(piped.errors.contains("standard input: its last picture has 5 of the 4608 bytes"), "\(piped.errors)")
        try await expect(64, ["--raw WIDTHxHEIGHT"], render(input: "two.yuv"))
        try await expect(64, ["did you mean 'yuv420p'?"], render("--raw", "64x48:yuv402p:25"))
        for command in [["info"], ["compare", "pq.mkv"], ["render", "-o", "out.mkv"]] {
            try await expect(74, ["it is a folder"], command + ["dir"])
            try await expect(74, ["no such file", "did you mean 'pq.mkv'?"], command + ["pq.mvk"])
            try await expect(74, ["file name too long"], command + [String(repeating: "y", count: 300)])
            try await expect(65, ["empty.mov: it is empty"], command + ["empty.mov"])
            try await expect(65, ["words.txt: it cannot be understood as video"], command + ["words.txt"])
        }
        try await expect(65, ["it lasts 0.04 s", "check --from and --to"], render("--from", "7"))
        try await expect(
            65, ["it lasts 0.04 s", "check --at"],
            ["render", "pq.mkv", "-o", "out.png", "--watch", "--filter", "exposure", "--at", "7"])
        try await expect(
            74, ["cannot be read; name the folder"], ["check", "exposure", "--readiness", "--tables", "nodir"])
    }

    @Test func outputsSayWhatIsPossible() async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        for name in ["a%03d.png", "a.tiff", "x.exr"] {
            try await expect(64, ["sequences", "--codec ffv1 -o out.mkv"], render(output: name))
        }
        try await expect(64, ["did you mean .mp4?"], render(output: "out.mp5"))
        try await expect(64, ["use mov, mp4"], render(output: "out.wmv9"))
        try await expect(64, ["16 to 16384"], ["bench", "--size", "1x1"])
        try await expect(64, ["16 to 16384"], ["bench", "exposure", "--size", "99999x16"])
    }

    @Test func filtersAreFoundOrSoughtFor() async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        let look = "//! filter look: Does nothing.\n//! kind point\nvec4 look(vec4 color) { return color; }\n"
        try folder.write(look, to: "look.glsl")
        try folder.write(look, to: "other.txt")
        try folder.write("# Notes\n\nIt's `text`.\n", to: "notes.glsl")
        try Data([0x89, 0x50, 0, 1, 2]).write(to: folder.url.appendingPathComponent("picture.glsl"))
        try FileManager.default.createDirectory(atPath: folder.path("dir.glsl"), withIntermediateDirectories: true)
        let long = String(repeating: "z", count: 300)
        let cases: [(String, Int32, String)] = [
            ("look", 64, "did you mean the file ./look.glsl?"), ("./look", 64, "did you mean the file ./look.glsl?"),
            ("lok", 64, "did you mean the file ./look.glsl?"), ("other.txt", 64, "ends in .glsl"),
            ("./lok.glsl", 74, "did you mean ./look.glsl?"), ("exposure.glsl", 74, "is called exposure"),
            ("absent/x.glsl", 74, "check the path"), ("dir.glsl", 74, "is a folder"),
            ("notes.glsl", 65, "begin it with '//! filter NAME"), ("picture.glsl", 65, "holds no text"),
            (long + ".glsl", 74, "too long a name"), ("exposrue", 64, "did you mean exposure?"),
            ("exposure,stops=1", 64, "settings follow a colon: exposure:param=value"),
            ("nothinglikeit", 64, "candela filters"),
        ]
        for (name, status, way) in cases {
            try await expect(status, [way], render("--filter", name))
            try await expect(status, [way], ["check", name, "--readiness"])
            try await expect(status, [way], ["filters", name])
            try await expect(status, [way], ["bench", name])
        }
        try FileManager.default.createDirectory(atPath: folder.path("bare/filters"), withIntermediateDirectories: true)
        for command in [["filters"], ["check", "exposure"], ["new", "point", "x"], ["bench"]] {
            try await expect(69, ["dir.glsl: it holds no folder 'filters'"], command + ["--shaders", "dir.glsl"])
        }
    }

    @Test func filesThatAreNoFiltersSaySo() async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        try folder.write("root:x:0:0\n", to: "passwd")
        for name in ["/etc/passwd", "./passwd", "pq.mkv"] {
            let way = "nor does the file hold one: that begins with '//! filter NAME: What it does.'"
            try await expect(64, [name, way], render("--filter", name))
            try await expect(64, [name, way], ["check", name, "--readiness"])
        }
    }

    @Test func furtherPicturesAreAskedForByName() async throws {
        _ = try await TestClip.pq(in: folder, frames: 3)
        try folder.write(
            "//! filter f: Scales.\n//! kind point\n//! input mask: A mask.\n//! param amount float = 1 in 0...1: By.\n"
                + "//! param lut image: A still.\n"
                + "vec4 f(vec4 color, vec4 mask) { return amount * color * mask.r * lut(vec2(0.5)).r; }\n", to: "f.glsl"
        )
        try folder.write(
            "//! filter m: Mixes.\n//! kind blend\n//! input mask: A mask.\n"
                + "vec4 m(vec4 below, vec4 above, vec4 mask) { return mix(below, above, mask.r); }\n", to: "m.glsl")
        let still = try await BuiltProgram.tool(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "color=gray:s=192x108", "-frames:v", "1", "s.png"],
            in: folder.url)
        try #require(still.status == 0)
        func f(_ settings: String) -> [String] { render("--filter", "./f.glsl:\(settings)") }
        try await expect(64, ["f:maks", "did you mean 'mask'?"], f("maks=s.png,lut=s.png"))
        try await expect(64, ["f:lutt", "did you mean 'lut'?"], f("mask=s.png,lutt=s.png"))
        try await expect(64, ["f:amuont", "did you mean 'amount'?"], f("mask=s.png,lut=s.png,amuont=0.5"))
        try await expect(64, ["f:mask2", "did you mean 'mask'?"], f("mask=s.png,lut=s.png,mask2=s.png"))
        try await expect(64, ["f:lut: no picture is named; write f:lut=FILE"], f("mask=s.png"))
        try await expect(64, ["did you mean 'mask'?"], render("--blend", "s.png:mode=./m.glsl,maks=s.png"))
        // A still is one picture, whatever the file's name; a mask may move.
        for clip in ["pq.mkv", "clip.mov"] {
            _ = try await TestClip.hlg(in: folder, frames: 3)
            try await expect(
                64, ["f:lut: '\(clip)' is a clip", "-frames:v 1"], f("mask=\(clip),lut=\(clip)"))
        }
        _ = try await TestClip.pq(in: folder, named: "one.mkv", frames: 1)
        for picture in ["s.png", "one.mkv"] {
            let outcome = try await BuiltProgram.candela(
                f("mask=pq.mkv,lut=\(picture)") + ["--codec", "ffv1", "--overwrite", "--quiet"], in: folder.url)
            #expect(outcome.status == 0, "\(picture): \(outcome.errors)")
        }
    }

    /// A PNG file of one colour, which takes little room however many pixels it has.
    private func picture(_ name: String, _ width: Int, _ height: Int) async throws {
        let made = try await BuiltProgram.tool(
            "python3",
            [
                "-c",
                """
                import sys, zlib, struct
                name, w, h = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
                def chunk(t, d): return struct.pack('>I', len(d)) + t + d + struct.pack('>I', zlib.crc32(t + d))
                c = zlib.compressobj(1); row = bytes((w + 7) // 8 + 1)
                data = b''.join(c.compress(row) for _ in range(h)) + c.flush()
                head = struct.pack('>IIBBBBB', w, h, 1, 0, 0, 0, 0)
                open(name, 'wb').write(b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', head) + chunk(b'IDAT', data) + chunk(b'IEND', b''))
                """, folder.path(name), "\(width)", "\(height)",
            ])
        try #require(made.status == 0, "\(made.errors)")
    }

    /// Stills beyond what can be decoded, and beyond what a device shows a shader, are told by the setting that names them.
    @Test func hugeStillsAreTold() async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        try await picture("decoded.png", 20000, 20000)
        try await picture("wide.png", 60000, 5000)
        try await picture("stored.png", 9000, 9000)
        for (name, status, parts) in [
            ("decoded.png", 65, ["'decoded.png': its 20000x20000 pixels are too many to be read", "16000x16000"]),
            ("wide.png", 65, ["'wide.png': its 60000x5000 pixels are too many to be read", "16000x16000"]),
            ("stored.png", 69, ["a picture of 9000x9000 takes 648000000 bytes", "as many pixels as"]),
        ] {
            try await expect(
                Int32(status), ["still:picture: "] + parts,
                render("--filter", "still:picture=\(name)", "--cpu-reference"))
            try await expect(
                Int32(status), ["still:picture: "] + parts,
                render("--blend", "still:picture=\(name)", "--cpu-reference"))
        }
        try await expect(65, ["mixByMask:mask: 'wide.png'"], render("--blend", "pq.mkv:mode=mixByMask,mask=wide.png"))
        try await expect(65, ["decoded.png: its 20000x20000 pixels"], ["info", "decoded.png"])
    }

    /// A PNG file that does not decode is told by its size.
    @Test func stillsThatDoNotDecodeTellTheirSize() async throws {
        func header(_ name: String, _ width: UInt32, _ height: UInt32) throws {
            var bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + Array("IHDR".utf8)
            for number in [width, height] {
                bytes += (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            }
            try Data(bytes + [8, 2, 0, 0, 0, 0, 0, 0, 0]).write(to: folder.url.appendingPathComponent(name))
        }
        try header("none.png", 0, 5)
        try header("flat.png", 5, 0)
        try header("wide.png", 200_000, 3)
        try await expect(65, ["none.png: it is a picture of 0x5, which has no pixels"], ["info", "none.png"])
        try await expect(65, ["flat.png: it is a picture of 5x0, which has no pixels"], ["info", "flat.png"])
        try await expect(65, ["wide.png: its picture of 200000x3 cannot be decoded"], ["info", "wide.png"])
    }

    /// A file is the one of its name, whatever characters that has.
    @Test func namesAreNoPatterns() async throws {
        let names = ["im%02d.png", "im*.png", "im?.png", "im{1}.png", "a%%b.png", "im[1].png"]
        for name in names { try await picture(name, 64, 48) }
        for name in names {
            let told = try await BuiltProgram.candela(["info", name], in: folder.url)
            #expect(told.status == 0 && told.output.contains("64x48"), "\(told)")
            let blended = try await BuiltProgram.candela(
                [
                    "render", name, "-o", "out.mkv", "--codec", "ffv1", "--overwrite", "--blend",
                    "\"\(name)\":mode=screen",
                    "--filter", "still:picture=\"\(name)\"",
                ], in: folder.url)
            #expect(blended.status == 0, "\(name): \(blended.errors)")
        }
        try await expect(74, ["in%03d.png: there is no such file"], ["info", "in%03d.png"])
        let bad = try await BuiltProgram.shell(
            "cp a%%b.png $(printf 'bad\\377.png'); candela info $(printf 'bad\\377.png') || echo $?", in: folder.url)
        #expect(bad.output == "74\n" && bad.errors.contains("or its name is not UTF-8; rename it"), "\(bad)")
    }

    /// What a list of files may not name is told in our words.
    @Test func listsNameWhatLiesBesideThem() async throws {
        for (name, file) in [("up", "../up.mkv"), ("whole", "/absent/a.mkv"), ("spaced", "'a b.mkv'")] {
            try folder.write("ffconcat version 1.0\nfile \(file)\n", to: "\(name).ffconcat")
            try await expect(
                65, ["names a file outside its own folder", "put the files beside it"], ["info", "\(name).ffconcat"])
        }
    }

    @Test func standardInputIsReadOnce() async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        let input = try Data(contentsOf: folder.url.appendingPathComponent("pq.mkv"))
        for (input, words, subject) in [
            (input, ["-", "--blend", "-"], "--blend"), (input, ["-", "--filter", "still:picture=-"], "still:picture"),
            (input, ["pq.mkv", "--blend", "-", "--blend", "-:mode=screen"], "--blend"),
            (input, ["-", "--blend", "pq.mkv:mode=mixByMask,mask=-"], "mixByMask:mask"),
        ] {
            let outcome = try await BuiltProgram.candela(
                ["render", "-o", "out.mkv"] + words, in: folder.url, input: input)
            #expect(outcome.status == 64, "\(words): \(outcome.errors)")
            #expect(
                outcome.errors.hasPrefix("candela: \(subject): standard input can be read only once; "),
                "\(words): \(outcome.errors)")
        }
        let compared = try await BuiltProgram.candela(["compare", "-", "-"], in: folder.url, input: input)
        #expect(compared.status == 64 && compared.errors.contains("only once"), "\(compared.errors)")
        let once = try await BuiltProgram.candela(
            ["render", "pq.mkv", "-o", "out.mkv", "--codec", "ffv1", "--blend", "-"], in: folder.url, input: input)
        #expect(once.status == 0, "\(once.errors)")
    }

    /// Colours whose codes cannot be worked with are told by the option that names them.
    @Test func coloursThatAreNotSupportedAreWrongWords() async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        for option in ["--color", "--deliver-color", "--assume"] {
            for name in ["bt2020:smpte2084:ictcp", "9:16:10", "9:16:bt2020c", "9:16:14"] {
                try await expect(64, ["\(option): ", "is not supported; use bt2020nc (9)"], render(option, name))
            }
        }
        try await expect(64, ["--blend: ", "use bt2020nc"], render("--blend", "pq.mkv:assume=9:16:14"))
    }

    @Test func aFolderOfShadersThatIsNoneIsTold() async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        for words in [render("--filter", "exposure"), ["filters"], ["doctor"], ["check", "exposure"]] {
            let named = try await BuiltProgram.candela(words + ["--shaders", "/nonexistent"], in: folder.url)
            let set = try await BuiltProgram.candela(
                words, in: folder.url, environment: ["CANDELA_SHADERS": "/nonexistent"])
            #expect(named.status == 69 && set.status == 69, "\(words): \(set.output)\(set.errors)")
            #expect(set.output + set.errors == named.output + named.errors, "\(words)")
            #expect((set.output + set.errors).contains("/nonexistent: it holds no folder 'filters'"), "\(set)")
        }
    }

    @Test func outputsWithoutAnEndingAreRefused() async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        try folder.write("", to: "there")
        for name in ["o", "./o", "there", "dir.d/o", "o."] {
            for codec in [[], ["--codec", "raw"], ["--codec", "ffv1"], ["--codec", "hevc", "--overwrite"]] {
                let words = ["render", "pq.mkv", "-o", name] + codec
                if name == "o." { try await expect(64, ["o.: ends in a dot"], words) }
                try await expect(64, [name, "use mov, mp4, mkv, webm, nut, yuv or y4m"], words)
            }
        }
        let streams = try await BuiltProgram.shell(
            "mkfifo p; cat p > a & candela render pq.mkv -o p --codec ffv1 --quiet; wait; candela render pq.mkv -o - --codec ffv1 --quiet > b; "
                + "candela render pq.mkv -o /dev/stdout --codec ffv1 --quiet | cat > c; candela render pq.mkv -o /dev/null --quiet; "
                + "candela render pq.mkv -o o --codec null --quiet; cmp a b; cmp b c; test -s a; test ! -e o",
            in: folder.url)
        #expect(streams.status == 0, "\(streams.errors)")
    }

    @Test func blendsAndFiltersAreToldApart() async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        try await expect(
            64, ["write --blend LAYER:mode=mixByMask,mask=m.png"], render("--filter", "mixByMask:mask=m.png"))
        try await expect(64, ["write --blend LAYER:mode=screen"], render("--filter", "screen"))
        try await expect(64, ["write --filter exposure"], render("--blend", "pq.mkv:mode=exposure"))
        try await expect(64, ["mode=mixByMask,mask=FILE"], render("--blend", "pq.mkv:mode=mixByMask"))
        try await expect(64, ["'opactiy'", "did you mean 'opacity'?"], render("--blend", "pq.mkv:opactiy=0.5"))
        try await expect(64, ["'nonsense'", "known are"], render("--blend", "pq.mkv:nonsense=1"))
        try await expect(64, ["did you mean solid?"], render("--blend", "slid:light=3"))
        try await expect(64, ["opacity=0.5"], render("--blend", "pq.mkv:opacity=much"))
        try await expect(64, ["a vector as 1/0/0"], render("--filter", "solid:color=1,0,0"))
    }

    @Test func valuesSayWhatTheyMayBe() async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        try await expect(64, ["'nan'", "-10...10"], render("--filter", "exposure:stops=nan"))
        try await expect(64, ["'much'", "-10...10"], render("--filter", "exposure:stops=much"))
        for point in ["0/0 nan/1", "0/nan 1/1", "0/0 1"] {
            try await expect(64, ["is not a point", "0/0 0.5/0.7 1/1"], render("--filter", "curves:master=\(point)"))
        }
    }

    @Test func aCaseThatIsNoneIsAWrongWord() async throws {
        try await expect(64, ["'nope' is not a case of 'exposure'"], ["check", "exposure", "--case", "nope"])
        try await expect(64, ["did you mean readiness?"], ["check", "exposure", "--case", "readines"])
        try await expect(
            64, ["did you mean 17x15/initial/noise/rgba16f/hlg?"],
            ["check", "exposure", "--case", "17x15/initial/nose/rgba16f/hlg"])
        try await expect(64, ["not a case of these filters"], ["check", "exposure", "over", "--case", "nope"])
        try await expect(
            64, ["not a case"], ["check", "exposure", "--case", "17x15/nosuch-low/noise/rgba16f/hlg"])
        for name in ["readiness", "17x15/initial/noise/rgba16f/hlg", "again/17x15/initial/noise/rgba16f/hlg"] {
            let outcome = try await BuiltProgram.candela(["check", "exposure", "--case", name], in: folder.url)
            #expect(outcome.status == 0, "\(name): \(outcome.output)\(outcome.errors)")
        }
        try await expect(64, ["--case"], ["check", "exposure", "--readiness", "--case", "readiness"])
        try await expect(64, ["--junit"], ["check", "exposure", "--watch", "--junit", "x.xml"])
        try await expect(64, ["all"], ["check", "all", "exposure", "--readiness"])
    }
}
