import Candela
import Testing

@testable import CandelaCLI

@Suite struct ArgumentsTests {
    private func render(_ words: String...) throws -> RenderArguments {
        try RenderArguments(try Arguments(words, for: RenderCommand.command))
    }

    private func problem(_ words: String...) -> String {
        do {
            _ = try RenderArguments(try Arguments(words, for: RenderCommand.command))
            return "none"
        } catch {
            return "\(error)"
        }
    }

    @Test func operationsStandFromLeftToRight() throws {
        let all = try render(
            "A", "--filter", "x:a=1", "-o", "C", "--blend", "B:mode=screen,opacity=0.5,k=2", "--filter=y"
        )
        .options.operations
        guard all.count == 3, case .filter("x", let settings) = all[0], case .blend(let blend) = all[1],
            case .filter("y", _) = all[2]
        else {
            Issue.record("x, B and y are expected: \(all)")
            return
        }
        #expect(settings.map(\.name) == ["a"] && settings.map(\.text) == ["1"])
        #expect(blend.file == "B" && blend.mode == "screen" && blend.opacity == 0.5)
        #expect(blend.settings.map(\.name) == ["k"] && blend.settings.map(\.text) == ["2"])
    }

    @Test func aBlendIsOverByDefaultAndOpaque() throws {
        guard case .blend(let blend) = try render("A", "-o", "C", "--blend", "B:assume=hlg").options.operations[0]
        else {
            Issue.record("a blend is expected")
            return
        }
        #expect(blend.mode == "over" && blend.opacity == 1 && blend.assumed?.properties == .hlg)
    }

    @Test func opacityMayChangeWithTime() throws {
        guard
            case .blend(let blend) = try render("A", "-o", "C", "--blend", "B:opacity=0@0 1@2").options.operations[0]
        else {
            Issue.record("a blend is expected")
            return
        }
        #expect(blend.opacityKeys == "0@0 1@2" && blend.settings.isEmpty)
    }

    @Test func rawFramesAreDescribed() throws {
        let raw = try #require(try render("a.yuv", "-o", "b", "--raw", "640x360:yuv420p10le:30000/1001").options.raw)
        #expect(
            raw.width == 640 && raw.height == 360 && raw.layout.depth == 10 && raw.frameRate == MediaTime(30000, 1001))
        for wrong in ["640x360", "640x0:yuv420p:30", "640x360:yuv420p:0", "640x360:yuv420:30", "x:y:z", "::"] {
            #expect(throws: CommandError.self) { try render("a", "-o", "b", "--raw", wrong) }
        }
    }

    @Test func metadataIsRead() throws {
        let stated = try render("a", "-o", "b", "--mastering", "P3-1000", "--max-cll", "1000,400").options
        let display = try #require(MasteringDisplay(named: "P3-1000"))
        #expect(stated.mastering == .stated(display))
        #expect(stated.contentLight == .stated(ContentLight(maxCLL: 1000, maxFALL: 400)))
        let kept = try render("a", "-o", "b", "--mastering", "source", "--max-cll", "none").options
        #expect(kept.mastering == .source && kept.contentLight == .none)
        #expect(try render("a", "-o", "b").options.mastering == .automatic)
        for wrong in ["P3", "P3-0", "Source", "P3-1000-2000", "1000"] {
            #expect(problem("a", "-o", "b", "--mastering", wrong).contains("such as P3-1000"), "\(wrong)")
        }
        for wrong in ["1000", "400,1000", "0,0", "1000,400,1", "1e3,4", "-1,-1", "20000,1", "a,b", ","] {
            #expect(problem("a", "-o", "b", "--max-cll", wrong).contains("such as 1000,400"), "\(wrong)")
        }
    }

    @Test func everyOptionIsRead() throws {
        let all = try render(
            "in.mov", "--output", "-", "--color", "pq-p3", "--deliver-color=sdr", "--assume", "9:16:9",
            "--reference-white", "100", "--source-peak", "4000", "--codec", "ffv1", "--pixel-format", "yuv444p12le",
            "--crf", "20", "--preset", "fast", "--from", "10f", "--to", "1:00", "--working", "rgb10a2", "--curves",
            "fast", "--dither", "none", "--device", "1", "--levels", "full", "--rolloff", "--shaders", "d",
            "--overwrite", "--quiet", "--json", "--stats", "--explain", "--dump-shader", "e")
        let options = all.options
        #expect(options.input == "in.mov" && options.output == "-")
        #expect(options.color?.gamutLimit == .displayP3 && options.deliveryColor?.properties == .sdr)
        #expect(options.assumedColor?.properties == .pq)
        #expect(options.referenceWhiteNits == 100 && options.sourcePeakNits == 4000 && options.quality == 20)
        #expect(options.codec == "ffv1" && options.pixelFormat == "yuv444p12le" && options.preset == "fast")
        #expect(options.from == .frame(10) && options.to == .time(MediaTime(60, 1)))
        #expect(options.working == .rgb10a2 && options.curves == .fast && options.dither == Dither.none)
        #expect(options.levels == .full && options.rollsOff && options.overwrites)
        #expect(options.device == "1" && options.shadersFolder == "d" && options.shaderDumpFolder == "e")
        #expect(all.isQuiet && all.writesEvents && all.showsStatistics && all.explains)
        #expect(try render("a", "-o", "b", "--cpu-reference").options.usesCPUReference)
    }

    @Test func wordsAfterTwoDashesAreOperands() throws {
        #expect(try render("-o", "b", "--", "--odd-name").options.input == "--odd-name")
    }

    @Test func mistakesAreNamedWithAWayOut() {
        #expect(problem("a", "-o", "b", "--fliter", "x").hasSuffix("did you mean --filter?"))
        #expect(problem("a", "-o", "b", "--levels", "ful").contains("did you mean 'full'?"))
        #expect(problem("a", "-o", "b", "--crf", "nan").contains("not a number"))
        #expect(problem("a", "-o", "b", "--crf", "99").contains("0 to 63"))
        #expect(problem("a", "-o", "b", "--crf").contains("--crf N"))
        #expect(problem("a", "-o", "b", "--filter", "--blend", "x").contains("--filter: its value is missing"))
        #expect(problem("a", "-o", "b", "-o", "c").contains("twice"))
        #expect(problem("a", "-o", "b", "--quiet=yes").contains("takes no value"))
        #expect(problem("a").contains("-o OUTPUT"))
        #expect(problem("-o", "b").contains("operand is missing"))
        #expect(problem("a", "b", "-o", "c").contains("one operand too many"))
        #expect(problem("a", "-o", "b", "--filter", "x:y").contains("write x:param=value"))
        #expect(problem("a", "-o", "b", "--from", "5", "--to", "5").contains("not after"))
        #expect(problem("a", "-o", "b", "--color", "hgl").contains("--color"))
        #expect(problem("a", "-o", "b", "--blend", "c:opacity=2").contains("0 to 1"))
    }
}
