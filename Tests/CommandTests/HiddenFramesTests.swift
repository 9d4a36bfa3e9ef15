import Foundation
import Testing

/// What is told of a clip before and after is what comes out of it.
@Suite(.enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct HiddenFramesTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// Frames that an edit list hides, at the start or for want of a key frame, are not counted among those shown.
    @Test(arguments: ["0", "0.2", "0.52", "0.9"]) func framesAreThoseRendered(start: String) async throws {
        let made = try await BuiltProgram.shell(
            "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=96x64:r=25 -t 2 -c:v libx264 -bf 2 -g 10 -preset ultrafast all.mov; "
                + "ffmpeg -nostdin -v error -ss \(start) -i all.mov -c copy cut.mov; "
                + "candela info cut.mov --json; candela render cut.mov -o out.mkv --assume sdr --codec ffv1 --json",
            in: folder.url)
        try #require(made.status == 0, "\(made.errors)")
        func numbers(_ name: String) -> [Int] {
            made.output.ranges(of: "\"\(name)\":").compactMap { range in
                Int(made.output[range.upperBound...].drop { $0 == " " }.prefix { $0.isNumber })
            }
        }
        let (told, rendered) = (numbers("frames").first, numbers("frames").last)
        #expect(told != nil && told == rendered, "\(made.output)")
        #expect(numbers("totalFrames").allSatisfy { $0 == rendered }, "\(made.output)")
        let stored = try await BuiltProgram.tool(
            "ffprobe", ["-v", "error", "-show_entries", "stream=nb_frames", "-of", "csv=p=0", folder.path("cut.mov")])
        let hidden = try #require(numbers("hiddenFrames").first)
        #expect(Int(stored.output.prefix { $0.isNumber }) == (told ?? 0) + hidden, "\(stored.output), \(made.output)")
    }

    /// Only light above the output's white is a matter of rolling off.
    @Test func clippingSaysWhy() async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        func told(_ options: String...) async throws -> String {
            let outcome = try await BuiltProgram.candela(
                ["render", "pq.mkv", "-o", "out.mkv", "--overwrite", "--codec", "ffv1"] + options, in: folder.url)
            #expect(outcome.status == 0)
            return String(outcome.errorLines.first { $0.contains("clipped") } ?? "")
        }
        let bright = try await told("--color", "hlg", "--filter", "exposure:stops=8")
        #expect(
            bright.contains("the brightest at") && bright.hasSuffix("--rolloff bends highlights instead"), "\(bright)")
        let negative = "colorMatrix:red=-0.05/0/0,green=-0.02/0/0,blue=-0.05/0/0"
        let below = try await told("--color", "sdr", "--filter", negative)
        #expect(below.contains("below black or outside its gamut") && !below.contains("rolloff"), "\(below)")
    }
}
