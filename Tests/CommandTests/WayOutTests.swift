import Foundation
import Testing

/// Every mistake has its sentence: what it is about, what is wrong, and what to do.
@Suite(.serialized, .enabled(if: TestClip.canBeMade), .timeLimit(.minutes(5))) struct WayOutTests {
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
        try await expect(65, ["it lasts 0.04 s"], render("--from", "7"))
    }

    @Test func outputsSayWhatIsPossible() async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        for name in ["a%03d.png", "a.tiff", "x.exr"] {
            try await expect(64, ["sequences", "--codec ffv1 -o out.mkv"], render(output: name))
        }
        try await expect(64, ["did you mean .mp4?"], render(output: "out.mp5"))
        try await expect(64, ["use mov, mp4"], render(output: "out.wmv9"))
        try await expect(64, ["does not go together"], render("--codec", "hevc", output: "out.y4m"))
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
