import Foundation
import Testing

/// Recordings that were joined end to end are rendered as one: every picture, one time that goes on, and the sound with it.
@Suite(.serialized, .enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct JoinedTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// Two recordings and how they lie behind one another.
    private struct Joint: CustomTestStringConvertible {
        var name: String
        /// The ending, what ffmpeg is told of each, its rate, and the codec of its sound.
        var ending: String
        var options: (String, String)
        var rate = "25"
        var sound = "aac"
        var testDescription: String { name }
    }

    private static let x264 = "-c:v libx264 -preset ultrafast -bf 3"
    private static let mpeg2 = "-c:v mpeg2video -bf 2 -g 12 -q:v 3"
    private static let joints = [
        Joint(name: "back", ending: "ts", options: (x264, x264)),
        Joint(name: "back, MPEG-2", ending: "ts", options: (mpeg2, mpeg2), rate: "30000/1001", sound: "mp2"),
        Joint(name: "ahead", ending: "ts", options: (x264, x264 + " -output_ts_offset 500")),
        Joint(name: "far back", ending: "ts", options: (x264 + " -output_ts_offset 500", x264)),
        Joint(name: "program stream", ending: "mpg", options: (mpeg2, mpeg2), sound: "mp2"),
        Joint(name: "Matroska", ending: "mkv", options: ("-c:v ffv1", "-c:v ffv1"), sound: "pcm_s16le"),
        Joint(name: "Matroska, reordered", ending: "mkv", options: (x264, x264)),
    ]

    private func make(_ name: String, _ options: String, _ joint: Joint, seconds: Int) async throws {
        let made = try await BuiltProgram.shell(
            "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=96x64:r=\(joint.rate) -f lavfi -i sine=frequency=440 "
                + "-t \(seconds) \(options) -c:a \(joint.sound) \(name)", in: folder.url)
        try #require(made.status == 0, "\(made.errors)")
    }

    /// What each picture of a file is, in order.
    private func pictures(_ name: String) async throws -> [Substring] {
        let outcome = try await BuiltProgram.shell(
            "ffmpeg -nostdin -v error -i \(name) -map 0:v -fps_mode passthrough -f framemd5 - | grep -v '^#' | sed 's/.*,//'",
            in: folder.url)
        return outcome.output.split(separator: "\n")
    }

    /// When each packet of a stream is shown, and for how long, in seconds.
    private func times(_ name: String, _ stream: String) async throws -> [(start: Double, length: Double)] {
        let probed = try await BuiltProgram.shell(
            "ffprobe -v error -select_streams \(stream) -show_entries packet=pts_time,duration_time -of csv=p=0 \(name)",
            in: folder.url)
        return probed.output.split(separator: "\n").compactMap { line in
            let numbers = line.split(separator: ",").compactMap { Double($0) }
            return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
        }.sorted { $0.0 < $1.0 }
    }

    private func render(_ input: String, _ output: String, _ options: String...) async throws -> String {
        let words = ["render", input, "-o", output, "--assume", "sdr", "--codec", "ffv1", "--overwrite"]
        let outcome = try await BuiltProgram.candela(words + options, in: folder.url)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return outcome.errors
    }

    @Test(arguments: joints) private func theyBecomeOne(_ joint: Joint) async throws {
        let (first, second, both) = ("one.\(joint.ending)", "two.\(joint.ending)", "both.\(joint.ending)")
        try await make(first, joint.options.0, joint, seconds: 2)
        try await make(second, joint.options.1, joint, seconds: 1)
        let joined = try await BuiltProgram.shell("cat \(first) \(second) > \(both)", in: folder.url)
        try #require(joined.status == 0)
        _ = try await render(first, "one.nut")
        _ = try await render(second, "two.nut")
        let told = try await render(both, "both.nut")
        #expect(told.ranges(of: "times begin anew at one place").count == 1, "\(told)")
        let whole = try await pictures("both.nut")
        let parts = try await (pictures("one.nut"), pictures("two.nut"))
        #expect(whole == parts.0 + parts.1, "\(joint.name): \(whole.count) of \(parts.0.count) + \(parts.1.count)")
        // One picture after the other, at the joint too.
        let shown = try await times("both.nut", "v")
        let steps = zip(shown.dropFirst(), shown).map { $0.start - $1.start }
        let length = shown[0].length
        #expect(steps.allSatisfy { abs($0 - length) < 0.0011 }, "\(joint.name): \(steps)")
        // All sound but what overlaps, beside the pictures that it lay beside.
        let sound = try await times("both.nut", "a")
        let separate = try await (times("one.nut", "a").count, times("two.nut", "a").count)
        #expect((separate.0 + separate.1 - 3...separate.0 + separate.1).contains(sound.count), "\(joint.name)")
        let gaps = zip(sound.dropFirst(), sound).map { $0.start - $1.start - $1.length }
        #expect(gaps.allSatisfy { (-0.03...0.08).contains($0) }, "\(joint.name): \(gaps.min() ?? 0) \(gaps.max() ?? 0)")
        // Cut anywhere: the same pictures, from then on.
        for from in [1.0, 2.2] {
            _ = try await render(both, "cut.nut", "--from", "\(from)", "--quiet")
            let cut = try await pictures("cut.nut")
            let left = shown.filter { $0.start - shown[0].start >= from - 1e-4 }.count
            #expect(
                cut.count == left && whole.suffix(left).elementsEqual(cut),
                "\(joint.name), \(from): \(cut.count) of \(left)")
        }
    }

    /// Sound that is silent for long, beside pictures that go on, is no joint.
    @Test func silenceIsNoJoint() async throws {
        let made = try await BuiltProgram.shell(
            "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=96x64:r=5 -f lavfi -i sine=frequency=440 -t 20 "
                + "-af \"aselect='lt(t,3)+gt(t,16)'\" -c:v libx264 -preset ultrafast -c:a mp2 gap.ts", in: folder.url)
        try #require(made.status == 0, "\(made.errors)")
        let told = try await render("gap.ts", "gap.nut")
        #expect(!told.contains("begin anew"), "\(told)")
        let (before, after) = try await (times("gap.ts", "a"), times("gap.nut", "a"))
        #expect(before.count == after.count)
        #expect(zip(before, after).allSatisfy { abs($0.start - $1.start) < 0.001 })
    }

    /// Joints of less than a tenth of a second are none: such times are refused.
    @Test func timesThatHardlyGoBackAreTold() async throws {
        let made = try await BuiltProgram.shell(
            "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x36:r=25 -frames:v 2 -c:v mpeg2video one.ts; "
                + "cat one.ts one.ts > two.ts; timeout 20 candela render two.ts -o out.mov --assume sdr && echo 0 || echo $?",
            in: folder.url)
        #expect(made.output.hasSuffix("65\n") && made.errors.contains("two.ts: its picture of "), "\(made)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("out.mov")))
    }
}
