import Candela
import Foundation
import Testing

@testable import CandelaCLI

/// What is printed: each thing once, on one line, and only what happened.
@Suite struct MessageTextTests {
    @Test func controlCharactersAreWrittenOut() {
        #expect(oneLine("a\nb\r\t\u{1B}[31m\u{2028}é") == "a\\nb\\r\\t\\u001b[31m\\u2028é")
    }

    @Test func compilingNamesDeviceAndCache() throws {
        let work = CompileNotice.Work(device: "Some GPU", cacheFolder: "/c/candela")
        #expect(
            work.line.hasPrefix("compiling shaders for Some GPU (once; they are kept in /c/candela and by the driver)"))
        #expect(JSON.object(work.members).line == "{\"device\": \"Some GPU\", \"cache\": \"/c/candela\"}")
        let unkept = CompileNotice.Work(device: "Some GPU", cacheFolder: nil)
        #expect(!unkept.line.contains("once") && JSON.object(unkept.members).line.contains("null"))
    }

    @Test func oneIsSingular() {
        #expect(counted(1, "frame") == "1 frame" && counted(0, "frame") == "0 frames")
        #expect(Pace(done: 1, total: 1, framesPerSecond: 0).line == "1 of 1 frame, 0.0 fps")
    }

    @Test func aLongLineIsCutAroundItsCaret() throws {
        for (before, after) in [(0, 5000), (5000, 0), (5000, 5000), (30, 40)] {
            let line = String(repeating: "x", count: before) + "Q" + String(repeating: "y", count: after)
            let error = SourceError(file: "f.glsl", line: 3, column: before + 1, problem: "is wrong", excerpt: line)
            let lines = error.illustrated.split(separator: "\n", omittingEmptySubsequences: false)
            try #require(lines.count == 3)
            #expect(lines.allSatisfy { $0.count <= 120 })
            let caret = try #require(lines[2].firstIndex(of: "^"))
            let column = lines[2].distance(from: lines[2].startIndex, to: caret)
            #expect(lines[1][lines[1].index(lines[1].startIndex, offsetBy: column)] == "Q")
        }
    }

    /// What turns the direction of text, or takes no room, is told apart from what is shown; line ends and tabs stay.
    @Test func textIsShownAsItIs() throws {
        let hostile = "a\u{202E}b\u{2066}c\u{200B}d\u{7F}e\u{9B}f\u{E0001}g\u{FEFF}"
        let shown = Terminal.shown(hostile)
        #expect(shown == "a\\u202eb\\u2066c\\u200bd\\u007fe\\u009bf\\udb40\\udc01g\\ufeff")
        #expect(oneLine(hostile) == shown)
        for plain in ["a\tb\nc", "größe", "日本", "می\u{200C}خواهم", "👩\u{200D}🚀", "e\u{301}"] {
            #expect(Terminal.shown(plain) == plain)
        }
        // In JSON it is the same text.
        let line = Terminal.shown(JSON.string(hostile + "\n\u{1B}").line)
        let read = try JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed) as? String
        #expect(read == hostile + "\n\u{1B}" && !line.unicodeScalars.contains("\u{202E}"))
    }

    @Test(arguments: [
        ("x\u{202E}y = 1;", 4, "x\u{FFFD}y = 1;", 3), ("e\u{301}x = 1;", 3, "e\u{301}x = 1;", 1),
        ("日本 = 1;", 4, "日本 = 1;", 5), ("\t👩 = 1;", 3, "\t👩 = 1;", 3),
    ])
    func aCaretStandsBelowItsCharacter(_ line: String, _ column: Int, _ shown: String, _ columns: Int) {
        let error = SourceError(file: "f", line: 1, column: column, problem: "p", excerpt: line)
        let margin = (line.hasPrefix("\t") ? "\t" : " ") + String(repeating: " ", count: columns - 1)
        #expect(error.illustrated == "f:1:\(column): p\n  \(shown)\n  \(margin)^")
    }

    @Test func anExcerptHoldsNoEscapes() {
        let error = SourceError(file: "f", line: 1, column: 3, problem: "p", excerpt: "\t\u{1B}x")
        #expect(error.illustrated == "f:1:3: p\n  \t\u{FFFD}x\n  \t ^")
    }
}

@Suite(.serialized, .enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct MessageTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func candela(_ words: String...) async throws -> BuiltProgram.Outcome {
        try await BuiltProgram.candela(words, in: folder.url)
    }

    private func make(_ name: String, _ options: String...) async throws {
        let made = try await BuiltProgram.tool(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25", "-c:v", "ffv1"] + options + [
                folder.path(name)
            ])
        try #require(made.status == 0, "\(made.errors)")
    }

    @Test func whatCannotBeWrittenSaysNothingElse() async throws {
        try await make("in.mkv", "-frames:v", "1")
        try folder.write("kept", to: "old.mkv")
        try FileManager.default.createDirectory(atPath: folder.path("d.mkv"), withIntermediateDirectories: true)
        for output in ["old.mkv", "in.mkv", "absent/out.mkv", "d.mkv"] {
            let outcome = try await candela("render", "in.mkv", "-o", output)
            #expect(outcome.status != 0 && outcome.errorLines.count == 1, "\(outcome.errors)")
        }
    }

    @Test func aWarningNamesItsFileOnce() async throws {
        try await make("one.mkv", "-frames:v", "1")
        let outcome = try await candela("render", "one.mkv", "-o", "out.mkv", "--codec", "ffv1")
        let warnings = outcome.errorLines.filter { $0.hasPrefix("candela: one.mkv: ") }
        #expect(!warnings.isEmpty, "\(outcome.errors)")
        for warning in warnings { #expect(warning.components(separatedBy: "one.mkv").count == 2, "\(warning)") }
    }

    @Test func aNameWithALineEndTakesOneLine() async throws {
        let outcome = try await candela("render", "a\nb\u{1B}.mkv", "-o", "out.mkv")
        #expect(outcome.errorLines.count == 1 && outcome.errors.contains("a\\nb\\u001b.mkv"), "\(outcome.errors)")
    }

    @Test func whatIsAskedForIsToldThroughQuiet() async throws {
        try await make("in.mkv", "-frames:v", "1")
        let all = ["render", "in.mkv", "-o", "out.mkv", "--codec", "ffv1", "--quiet", "--overwrite"]
        let counters = try await BuiltProgram.candela(all + ["--stats"], in: folder.url)
        #expect(counters.errors.contains("dispatches") && !counters.errors.contains("pass 1"), "\(counters.errors)")
        let passes = try await BuiltProgram.candela(all + ["--explain"], in: folder.url)
        #expect(passes.errors.contains("pass 1") && passes.errors.contains("sdr in sdr"), "\(passes.errors)")
        #expect(!passes.errors.contains("dispatches"))
    }

    @Test func theErrorOfFastCurvesIsMeasured() async throws {
        let clip = try await TestClip.pq(in: folder, frames: 1)
        let words = ["render", clip, "-o", "out.mkv", "--codec", "ffv1", "--color", "sdr", "--overwrite"]
        let fast = try await BuiltProgram.candela(
            words + ["--pixel-format", "yuv420p", "--stats", "--quiet"], in: folder.url)
        let largest = try #require(fast.errors.firstMatch(of: /largest error +([0-9.]+) codes of 8 bits/)?.1)
        #expect(Double(largest).map { $0 > 0 && $0 < 20 } == true, "\(fast.errors)")
        #expect(fast.errors.contains("over half a code"), "\(fast.errors)")
        let events = try await BuiltProgram.candela(
            words + ["--pixel-format", "yuv420p", "--stats", "--json"], in: folder.url)
        let done = try #require(events.output.split(separator: "\n").last)
        let value = try JSONSerialization.jsonObject(with: Data(done.utf8)) as? [String: Any]
        let error = try #require(value?["fastCurves"] as? [String: Any], "\(events.output)")
        #expect((error["colors"] as? Int ?? 0) > 1000)
        #expect((error["largestCodes"] as? Double).map { abs($0 - (Double(largest) ?? 0)) < 0.001 } == true)
        // Exact curves have no error to tell, nor does who did not ask.
        for options in [["--stats", "--curves", "exact"], ["--pixel-format", "yuv420p"]] {
            let outcome = try await BuiltProgram.candela(words + options, in: folder.url)
            #expect(outcome.status == 0 && !outcome.errors.contains("fast curves"), "\(outcome.errors)")
        }
    }

    @Test func optionsThatDoNothingAreNamed() async throws {
        try await make("in.mkv", "-frames:v", "1")
        let outcome = try await candela(
            "render", "in.mkv", "-o", "out.mkv", "--codec", "ffv1", "--crf", "9", "--preset", "slow")
        #expect(outcome.status == 0, "\(outcome.errors)")
        for option in ["--crf", "--preset"] {
            #expect(outcome.errorLines.filter { $0.hasPrefix("candela: \(option): ") }.count == 1, "\(outcome.errors)")
        }
        let used = try await candela("render", "in.mkv", "-o", "out.mp4", "--crf", "30", "--preset", "ultrafast")
        #expect(used.status == 0 && !used.errors.contains("--crf"), "\(used.errors)")
    }

    @Test func wrongNamesEndBenchAtOnce() async throws {
        let outcome = try await candela("bench", "nosuch")
        #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome.output)")
        for command in ["bench", "check", "doctor"] {
            let outcome = try await candela(command, "--device", "99")
            #expect(outcome.status == 64 && outcome.errors.contains("--device: "), "\(outcome.errors)")
        }
    }

    @Test func comparingTellsWhenAndWhatSize() async throws {
        try await make("a.mkv", "-frames:v", "2")
        try await make("b.mkv", "-frames:v", "2", "-vf", "hue=h=40")
        let outcome = try await candela("compare", "a.mkv", "b.mkv", "--json")
        let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        #expect(value?["firstDifferingFrame"] as? Int == 0 && value?["firstDifferingTime"] as? Double == 0)
        // Shown alike, stored differently.
        try await make("wide.mkv", "-frames:v", "1", "-vf", "scale=32:48,setsar=2")
        let sizes = try await candela("compare", "a.mkv", "wide.mkv")
        #expect(
            sizes.status == 65 && sizes.errors.contains("32x48") && sizes.errors.contains("64x48"), "\(sizes.errors)")
    }

    @Test func aFilterThatMakesNoNumbersIsToldSo() async throws {
        try folder.write(
            "//! filter rooted: A root of what may be negative.\n//! kind point\n\n"
                + "vec4 rooted(vec4 color) {\n    return vec4(sqrt(color.rgb - 10.0), color.a);\n}\n", to: "rooted.glsl"
        )
        let outcome = try await candela("check", "./rooted.glsl", "--quick")
        #expect(outcome.status == 1 && outcome.output.contains("finding not-finite: "), "\(outcome.output)")
        #expect(!outcome.output.contains("hang on comparisons"))
    }

    /// Every output of pixels that are no number, or infinite, is the same on a device as by the reference, and told once.
    @Test(arguments: ["yuv420p", "yuv444p10le", "gbrp10le", "yuva444p10le", "gray"])
    func whatIsNoNumberIsWrittenBlack(format: String) async throws {
        try await make("in.mkv", "-frames:v", "2")
        for (name, body) in [
            ("divided", "color / 0.0"), ("rooted", "sqrt(-abs(color) - 1.0)"),
            (
                "halved",
                "position.x < 9.0 ? vec4(log(-abs(color.r) - 1.0)) : vec4(color.rgb * 1e9 * 1e9 * 1e9 * 1e9 * 1e9, 1.0)"
            ),
        ] {
            try folder.write(
                "//! filter \(name): Makes no numbers.\n//! kind point\n\n"
                    + "vec4 \(name)(vec4 color) {\n    return \(body);\n}\n", to: "\(name).glsl")
            // What is kept between passes holds no such pixels.
            let kept = ["--filter", "gaussianBlur:sigma=1", "--working", "rgb10a2"]
            for working in name == "rooted" ? [[], kept] : [[]] {
                for reference in [[], ["--cpu-reference"]] {
                    let output = reference.isEmpty ? "device.mkv" : "reference.mkv"
                    let outcome = try await BuiltProgram.candela(
                        [
                            "render", "in.mkv", "-o", output, "--codec", "ffv1", "--pixel-format", format,
                            "--assume", "sdr", "--overwrite", "--filter", "./\(name).glsl",
                        ] + working + reference, in: folder.url)
                    #expect(outcome.status == 0, "\(outcome.errors)")
                    let told = outcome.errorLines.filter {
                        $0.contains("a filter made pixels that are infinite or no number (frames: 2)")
                    }
                    #expect(told.count == (working.isEmpty ? 1 : 0), "\(name) \(format): \(outcome.errors)")
                }
                let compared = try await candela("compare", "device.mkv", "reference.mkv", "--json")
                #expect(compared.status == 0, "\(name) \(format) \(working): \(compared.output)")
            }
        }
        // Numbers are not warned of.
        let outcome = try await candela("render", "in.mkv", "-o", "out.mkv", "--codec", "ffv1", "--filter", "exposure")
        #expect(outcome.status == 0 && !outcome.errors.contains("no number"), "\(outcome.errors)")
    }
}
