import Foundation
import Testing

/// Streams that change in the middle, and what lies hidden in a file.
@Suite(.serialized, .enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct ChangingTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func shell(_ line: String) async throws -> String {
        let outcome = try await BuiltProgram.shell(line, in: folder.url)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return outcome.output
    }

    private static let sdr = "-color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv"

    /// What changes is named, with the time; nothing is written. What a user says of the colour holds for all pictures.
    @Test(arguments: [
        (
            "-color_primaries bt2020 -color_trc arib-std-b67 -colorspace bt2020nc -color_range tv",
            "primaries bt709 to bt2020"
        ),
        (
            "-color_primaries bt709 -color_trc smpte2084 -colorspace bt709 -color_range tv",
            "transfer bt709 to smpte2084"
        ),
        ("-color_primaries bt709 -color_trc bt709 -colorspace smpte170m -color_range tv", "matrix bt709 to smpte170m"),
        ("\(sdr) -vf setsar=2", "pixels of 1:1 to pixels of 2:1"),
        ("\(sdr) -s 96x48", "96x64 to 96x48"),
    ])
    func whatChangesIsNamed(_ options: String, _ words: String) async throws {
        let codec = "-c:v libx264 -preset ultrafast -bf 0"
        _ = try await shell(
            "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=96x64:r=25 -t 0.4 \(codec) \(Self.sdr) -vf setsar=1 one.ts; "
                + "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=96x64:r=25 -t 0.4 \(codec) \(options) two.ts; "
                + "cat one.ts two.ts > both.ts")
        let refused = try await BuiltProgram.candela(
            ["render", "both.ts", "-o", "out.nut", "--codec", "ffv1", "--quiet"], in: folder.url)
        #expect(refused.status == 65, "\(refused)")
        #expect(refused.errors.contains("both.ts: its pictures change from \(words) at "), "\(refused.errors)")
        #expect(refused.errors.contains("; cut it there"), "\(refused.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("out.nut")))
        guard words.contains("bt709") else { return }
        let taken = try await BuiltProgram.candela(
            ["render", "both.ts", "-o", "out.nut", "--codec", "ffv1", "--assume", "sdr", "--quiet"], in: folder.url)
        #expect(taken.status == 0, "\(taken.errors)")
    }

    /// Eight bits that only pass through come back as they were, saturated edges included.
    @Test(arguments: ["yuv420p", "yuv422p", "yuv444p"]) func eightBitsPass(_ format: String) async throws {
        _ = try await shell(
            "ffmpeg -nostdin -v error -f lavfi -i testsrc=s=320x180:r=24:d=0.1 -vf "
                + "scale=out_color_matrix=bt709:out_range=tv,format=\(format) -c:v ffv1 \(Self.sdr) in.mkv")
        let made = try await BuiltProgram.candela(
            ["render", "in.mkv", "-o", "out.mkv", "--codec", "ffv1", "--dither", "none", "--quiet"], in: folder.url)
        #expect(made.status == 0, "\(made.errors)")
        let compared = try await BuiltProgram.candela(["compare", "in.mkv", "out.mkv"], in: folder.url)
        #expect(compared.status == 0, "\(compared.output)")
    }

    /// Sound that an edit list hides is not heard where there is no edit list.
    @Test func hiddenSoundStaysHidden() async throws {
        _ = try await shell(
            "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=96x64:r=25 -f lavfi -i sine=frequency=440:sample_rate=48000 -t 2 "
                + "-c:v libx264 -preset ultrafast -g 50 -c:a aac in.mp4; ffmpeg -nostdin -v error -ss 0.5 -i in.mp4 -c copy cut.mp4"
        )
        for output in ["out.mkv", "out.mp4"] {
            let made = try await BuiltProgram.candela(
                ["render", "cut.mp4", "-o", output, "--assume", "sdr", "--codec", "hevc", "--quiet"], in: folder.url)
            #expect(made.status == 0, "\(made.errors)")
        }
        func seconds(_ name: String) async throws -> Double {
            let bytes = try await shell("ffmpeg -nostdin -v error -i \(name) -map 0:a -f s16le -ac 1 - | wc -c")
            return Double(bytes.trimmingCharacters(in: .whitespacesAndNewlines)).map { $0 / 2 / 48000 } ?? 0
        }
        let (source, matroska, movie) = try await (seconds("cut.mp4"), seconds("out.mkv"), seconds("out.mp4"))
        // A packet of AAC is 1024 samples.
        #expect(abs(matroska - source) < 0.05 && abs(movie - source) < 0.05, "\(source) \(matroska) \(movie)")
    }

    /// A picture that stays for a day is more than a movie's tables hold.
    @Test func longGapsAreRefusedInMovies() async throws {
        _ = try await shell(
            "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=96x64:r=25 -frames:v 20 "
                + "-vf \"setpts='PTS+gte(N,10)*86400/TB'\" -fps_mode passthrough -c:v ffv1 \(Self.sdr) gap.mkv")
        let refused = try await BuiltProgram.candela(["render", "gap.mkv", "-o", "out.mp4", "--quiet"], in: folder.url)
        #expect(refused.status == 65 && refused.errors.contains("write Matroska (.mkv)"), "\(refused)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("out.mp4")))
        let taken = try await BuiltProgram.candela(["render", "gap.mkv", "-o", "out.mkv", "--quiet"], in: folder.url)
        #expect(taken.status == 0, "\(taken.errors)")
        #expect(
            try await shell("ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 out.mkv")
                == "20\n")
    }
}
