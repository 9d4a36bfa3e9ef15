import Foundation
import Testing

/// What a container cannot hold is told in a sentence and leaves nothing.
@Suite(.enabled(if: TestClip.canBeMade), .timeLimit(.minutes(2))) struct ContainerTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test(arguments: [
        ("--codec av1 -o out.mov", "mov cannot hold av1"), ("--codec vp9 -o out.mov", "mov cannot hold vp9"),
        ("--codec raw --pixel-format yuv420p10le -o out.mov", "mov has no code for raw pixels of yuv420p10le"),
        ("--codec raw --color sdr --pixel-format gray -o out.mov", "mov has no code for raw pixels of gray"),
    ])
    func whatItCannotHoldIsRefused(options: String, problem: String) async throws {
        _ = try await TestClip.pq(in: folder, frames: 2)
        let outcome = try await BuiltProgram.shell(
            "timeout 20 candela render pq.mkv \(options) && echo 0 || echo $?", in: folder.url)
        #expect(outcome.output.hasSuffix("64\n") && outcome.errors.contains(problem), "\(outcome)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["pq.mkv"])
    }

    /// An encoder that was opened and had no picture is left without waiting for it.
    @Test func anEncoderWithoutAPictureIsLeft() async throws {
        _ = try await TestClip.pq(in: folder, frames: 2)
        let outcome = try await BuiltProgram.shell(
            "echo x > bad.glsl; timeout 20 candela render pq.mkv --codec av1 -o out.mkv --from 0 --to 1f --filter exposure "
                + "--dump-shader /proc/none && echo 0 || echo $?", in: folder.url)
        #expect(outcome.output.hasSuffix("74\n") || outcome.output.hasSuffix("64\n"), "\(outcome)")
        #expect(!outcome.output.hasSuffix("124\n"))
    }

    @Test(arguments: ["mov", "mp4", "mkv", "nut"]) func aFullDeviceWantsRoom(ending: String) async throws {
        _ = try await TestClip.pq(in: folder, frames: 2)
        let outcome = try await BuiltProgram.shell(
            "ln -s /dev/full full.\(ending); timeout 20 candela render pq.mkv -o full.\(ending) && echo 0 || echo $?",
            in: folder.url)
        #expect(outcome.output.hasSuffix("74\n") && outcome.errors.contains("free some space"), "\(outcome)")
    }

    /// What went into a pipe is not taken back by an interruption, and is not said to be.
    @Test func whatWentIntoAPipeIsNotDenied() async throws {
        _ = try await TestClip.pq(in: folder, frames: 2)
        let outcome = try await BuiltProgram.shell(
            "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=640x360:r=25 -frames:v 400 -c:v ffv1 long.mkv; "
                + "candela render long.mkv --assume sdr -o - --codec raw --cpu-reference 2> said > data & p=$!; "
                + "until [ -s data ]; do sleep 0.1; done; kill -TERM $p; wait $p && echo 0 || echo $?; cat said >&2",
            in: folder.url)
        #expect(outcome.output == "130\n", "\(outcome)")
        #expect(!outcome.errors.contains("nothing was written"), "\(outcome.errors)")
    }
}
