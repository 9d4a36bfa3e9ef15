import Candela
import Foundation
import Testing

/// However a command ends, no Vulkan object is left, and the validation layer has nothing to say.
@Suite(.serialized, .enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct LeftAliveTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func candela(_ words: [String], validates: Bool = false) async throws -> BuiltProgram.Outcome {
        try await BuiltProgram.candela(
            words, in: folder.url, environment: validates ? ["CANDELA_VALIDATION": "1"] : [:])
    }

    /// The number on the line that `--stats` ends with.
    private func liveHandles(_ outcome: BuiltProgram.Outcome) -> Int? {
        outcome.errors.firstMatch(of: /live Vulkan handles +(\d+)/).flatMap { Int($0.1) }
    }

    private let chain = ["--filter", "zoomBlur", "--blend", "clip.mov:mode=screen,opacity=0.5", "--stats"]

    @Test func aRenderThatSucceeds() async throws {
        _ = try await TestClip.hlg(in: folder, frames: 6)
        let outcome = try await candela(["render", "clip.mov", "-o", "out.mov"] + chain, validates: true)
        #expect(outcome.status == 0 && liveHandles(outcome) == 0, "\(outcome.errors)")
        let events = try await candela(["render", "clip.mov", "-o", "b.mkv", "--codec", "ffv1", "--json"])
        #expect(events.status == 0 && events.output.contains("\"live Vulkan handles\": \"0\""), "\(events.output)")
    }

    /// Memory is flat: what 2,000 frames take at most, 400 take as well.
    @Test func aLongRenderHoldsNoMoreThanAShortOne() async throws {
        let frame = 64 * 36 * 3 / 2 * 2
        try Data(repeating: 1, count: 2000 * frame).write(to: folder.url.appendingPathComponent("in.yuv"))
        var held: [Int] = []
        for frames in [400, 2000] {
            let outcome = try await candela([
                "render", "in.yuv", "--raw", "64x36:yuv420p10le:30", "--assume", "pq", "-o", "out.mkv", "--codec",
                "null",
                "--filter", "gaussianBlur", "--filter", "exposure:stops=0@0 -2@60~ease 1@0:01:20", "--to", "\(frames)f",
                "--stats",
            ])
            #expect(outcome.status == 0, "\(outcome.errors)")
            held.append(try #require(outcome.errors.firstMatch(of: /memory held at most +(\d+)/).flatMap { Int($0.1) }))
        }
        #expect(held[1] - held[0] < 16, "MiB: \(held)")
    }

    @Test func aRenderWhoseInputEndsMidway() async throws {
        let whole = try Data(contentsOf: URL(fileURLWithPath: try await TestClip.pq(in: folder, named: "whole.mkv")))
        try whole.prefix(whole.count * 3 / 4).write(to: folder.url.appendingPathComponent("part.mkv"))
        let outcome = try await candela(
            ["render", "part.mkv", "-o", "out.mkv", "--codec", "ffv1", "--filter", "gaussianBlur", "--stats"],
            validates: true)
        #expect(outcome.status == 65 && liveHandles(outcome) == 0, "\(outcome.errors)")
        let events = try await candela(["render", "part.mkv", "-o", "out.mkv", "--codec", "ffv1", "--json"])
        #expect(events.status == 65 && events.output.contains("\"live Vulkan handles\": \"0\""), "\(events.output)")
    }

    @Test func aRenderWhoseOutputFailsMidway() async throws {
        _ = try await TestClip.pq(in: folder)
        let outcome = try await candela(
            ["render", "pq.mkv", "-o", "/dev/full", "--codec", "ffv1", "--stats"], validates: true)
        #expect(outcome.status == 74 && liveHandles(outcome) == 0, "\(outcome.errors)")
    }

    @Test func aRenderThatIsInterrupted() async throws {
        _ = try await TestClip.hlg(in: folder, frames: 300)
        // Interrupted once a frame is out: then everything is there that could be left.
        let outcome = try await BuiltProgram.shell(
            "CANDELA_VALIDATION=1 candela render clip.mov -o out.mov --filter gaussianBlur --stats 2> said & p=$!; n=0; "
                + "until grep -q 'of 300\\|cd/m' said || [ $n -ge 400 ]; do sleep 0.05; n=$((n + 1)); done; kill -INT $p; wait $p && echo 0 || echo $?; "
                + "cat said >&2", in: folder.url)
        #expect(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines) == "130", "\(outcome.errors)")
        #expect(liveHandles(outcome) == 0, "\(outcome.errors)")
    }

    @Test(arguments: [
        ["check", "exposure", "--quick"], ["bench", "exposure", "--size", "64x64", "--runs", "2"], ["doctor"],
        ["render", "absent.mov", "-o", "out.mov"],
    ])
    func otherCommands(_ words: [String]) async throws {
        let plain = try await candela(words)
        let validated = try await candela(words, validates: true)
        // Something left alive, or a message of the validation layer, would be our bug: 70.
        #expect(validated.status == plain.status && plain.status != 70, "\(validated.errors)")
        #expect(!validated.errors.contains("Vulkan"), "\(validated.errors)")
    }
}
