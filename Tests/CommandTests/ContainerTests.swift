import Foundation
import Testing

/// What a container cannot hold is told in a sentence and leaves nothing.
@Suite(.enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct ContainerTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test(arguments: [
        ("--codec av1 -o out.mov", "mov cannot hold av1"), ("--codec vp9 -o out.mov", "mov cannot hold vp9"),
        ("--codec raw --pixel-format yuv420p10le -o out.mov", "mov has no code for raw pixels of yuv420p10le"),
        ("--codec raw --color sdr --pixel-format gray -o out.mov", "mov has no code for raw pixels of gray"),
        ("--codec hevc -o out.y4m", "y4m holds raw pixels alone, not hevc; leave out --codec"),
        ("--codec ffv1 -o out.y4m", "y4m holds raw pixels alone, not ffv1"),
        ("--codec hevc -o out.yuv", "a file without a header holds raw pixels alone, not hevc; leave out --codec"),
        ("--codec prores -o out.raw", "a file without a header holds raw pixels alone, not prores"),
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

    /// Of every codec with every container, each is written or refused, in words of ours.
    @Test func everyPairIsWrittenOrRefused() async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        for ending in ["mov", "mp4", "mkv", "webm", "nut", "yuv", "y4m"] {
            for codec in ["hevc", "h264", "prores", "ffv1", "raw", "vp9"] {
                let outcome = try await BuiltProgram.candela(
                    ["render", "pq.mkv", "-o", "out.\(ending)", "--codec", codec, "--overwrite", "--quiet"],
                    in: folder.url)
                let words = "\(codec) in \(ending): \(outcome.errors)"
                #expect([0, 64].contains(outcome.status), "\(words)")
                #expect(outcome.status == 0 || outcome.errors.contains("; "), "\(words)")
                #expect(!outcome.errors.contains("ERROR") && !outcome.errors.contains("Codec not"), "\(words)")
            }
        }
    }

    /// FFmpeg's y4m of more than 8 bits and an odd width lacks bytes: neither is it written nor taken for cut short.
    @Test(arguments: ["yuv420p10le", "yuv422p12le", "yuv420p", "yuv444p10le"])
    func oddY4MIsTold(format: String) async throws {
        let isShort = format != "yuv420p" && format != "yuv444p10le"
        let made = try await BuiltProgram.shell(
            "ffmpeg -nostdin -v error -f lavfi -i testsrc=s=33x17:r=25 -frames:v 2 -pix_fmt \(format) -strict -1 odd.y4m; "
                + "ffmpeg -nostdin -v error -f lavfi -i testsrc=s=33x17:r=25 -frames:v 2 -pix_fmt \(format) -c:v ffv1 odd.mkv; "
                + "candela info odd.y4m > said && echo 0 || echo $?; "
                + "candela render odd.mkv -o out.y4m --assume sdr --pixel-format \(format) --quiet && echo 0 || echo $?",
            in: folder.url)
        let lines = made.output.split(separator: "\n").suffix(isShort ? 2 : 1)
        #expect(lines.last == (isShort ? "64" : "0"), "\(made)")
        guard isShort else { return }
        #expect(lines.first == "65", "\(made)")
        #expect(made.errors.contains("odd.y4m: its pictures lack a part of their chroma"), "\(made.errors)")
        #expect(made.errors.contains("y4m cannot be written with \(format) of an odd width"), "\(made.errors)")
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
