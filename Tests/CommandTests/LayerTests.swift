import Foundation
import Testing

/// Generated layers and masks through the program.
@Suite(.serialized, .enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct LayerTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func candela(_ words: String...) async throws -> BuiltProgram.Outcome {
        try await BuiltProgram.candela(words, in: folder.url)
    }

    private func render(_ name: String, _ words: String...) async throws {
        let outcome = try await BuiltProgram.candela(
            ["render", "pq.mkv", "-o", name, "--codec", "ffv1"] + words, in: folder.url)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    private func areEqual(_ one: String, _ other: String) async throws -> Bool {
        try await candela("compare", one, other).status == 0
    }

    /// A still whose left half is black and right half white, as PNG.
    private func makeMask() async throws {
        let made = try await BuiltProgram.tool(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
                "color=black:s=192x108,drawbox=x=96:c=white:t=fill", "-frames:v",
                "1", "-pix_fmt", "rgb24", "mask.png",
            ], in: folder.url)
        try #require(made.status == 0, "\(made.errors)")
    }

    @Test func aGeneratedPictureReplacesOrIsLaidOver() async throws {
        _ = try await TestClip.pq(in: folder, frames: 3)
        try await render("solid.mkv", "--filter", "solid:level=100,unit=nits")
        try await render("laid.mkv", "--blend", "solid:mode=over,level=100,unit=nits")
        #expect(try await areEqual("solid.mkv", "laid.mkv"))
        try await render("clear.mkv", "--blend", "solid:opacity=0")
        #expect(try await areEqual("pq.mkv", "clear.mkv"))
        // Both the layer's settings and the mode's stand in one list, and change with time.
        try await render("keyed.mkv", "--blend", "solid:color=0/0/0/0@0~hold 1/1/1/1@2f,level=100,unit=nits")
        let outcome = try await candela("compare", "pq.mkv", "keyed.mkv")
        #expect(outcome.output.contains("first differing frame: 2"), "\(outcome.output)")
    }

    @Test func aStillMasksEveryFrame() async throws {
        _ = try await TestClip.pq(in: folder, frames: 3)
        try await makeMask()
        try await render("half.mkv", "--blend", "solid:mode=mixByMask,level=100,unit=nits,mask=mask.png")
        for (x, same) in [(0, "pq.mkv"), (96, "solid.mkv")] {
            if same == "solid.mkv" { try await render("solid.mkv", "--filter", "solid:level=100,unit=nits") }
            for name in [same, "half.mkv"] {
                let cut = try await BuiltProgram.tool(
                    "ffmpeg",
                    // Chroma at the seam is made of both sides.
                    [
                        "-nostdin", "-v", "error", "-y", "-i", name, "-vf", "crop=88:108:\(x + (x == 0 ? 0 : 8)):0",
                        "-c:v", "ffv1", "cut-\(name)",
                    ],
                    in: folder.url)
                try #require(cut.status == 0, "\(cut.errors)")
            }
            #expect(try await areEqual("cut-\(same)", "cut-half.mkv"), "\(same)")
        }
    }

    @Test func curvesAndStillsAreRead() async throws {
        _ = try await TestClip.pq(in: folder, frames: 2)
        try await makeMask()
        try await render("same.mkv", "--filter", "curves:master=0/0 1/1,red=0/0 0.5/0.5 1/1")
        #expect(try await areEqual("pq.mkv", "same.mkv"))
        try await render("bent.mkv", "--filter", "curves:master=0/0 0.5/0.6 1/1")
        #expect(try await !areEqual("pq.mkv", "bent.mkv"))
        // The still at its own size in the middle is the still laid over.
        try await render("laid.mkv", "--blend", "mask.png")
        try await render("still.mkv", "--blend", "still:picture=mask.png,mode=over")
        #expect(try await areEqual("laid.mkv", "still.mkv"))
    }

    @Test func mistakesAreNamed() async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        for (words, problem) in [
            (["--filter", "matte"], "matte:matte: no picture is named; write matte:matte=FILE"),
            (["--filter", "matte:matte=absent.png"], "absent.png"),
            (["--filter", "matte:mate=a.png"], "matte:mate: the filter has no such picture; did you mean 'matte'?"),
            (["--blend", "over"], "'over' is a filter of kind blend; lay over a file (./over)"),
            (["--blend", "solid:levle=1"], "did you mean 'level'?"),
            (["--blend", "solid:mode=solid"], "'solid' is a filter of kind generate, not a blend mode"),
            (["--blend", "solid:assume=hlg"], "is a filter, not a file; leave out assume"),
            (["--filter", "still"], "still:picture: no picture is named; write still:picture=FILE"),
            (["--filter", "curves:master=0/0"], "curves:master: is a curve of 2 to 16 points, has 1"),
            (["--filter", "curves:master=0/0@0 1/1@1"], "curves:master: does not change with time"),
            (["--filter", "over"], "write --blend LAYER:mode=over"),
        ] {
            let outcome = try await BuiltProgram.candela(["render", "pq.mkv", "-o", "x.mkv"] + words, in: folder.url)
            #expect(outcome.status != 0 && outcome.errors.contains(problem), "\(words): \(outcome.errors)")
            #expect(outcome.errorLines.count == 1)
        }
    }
}
