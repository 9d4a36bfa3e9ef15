import Foundation
import Testing

/// `--size` through the program.
@Suite(.enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct SizeTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func candela(_ words: String...) async throws -> BuiltProgram.Outcome {
        try await BuiltProgram.candela(words, in: folder.url)
    }

    private func shown(_ file: String) async throws -> String {
        let outcome = try await BuiltProgram.tool(
            "ffprobe",
            [
                "-v", "error", "-select_streams", "v", "-show_entries", "stream=width,height,sample_aspect_ratio",
                "-of",
                "csv=p=0", file,
            ], in: folder.url)
        return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test(arguments: [
        ("96x54", "96,54"), ("96x-2", "96,54"), ("-1x55", "98,55"), ("-2x55", "98,55"), ("101x-1", "101,57"),
        ("100x100:fill", "100,100"), ("300x200:stretch", "300,200"), ("192x108", "192,108"),
    ])
    func theSizeIsTheOneAskedFor(size: String, found: String) async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        let outcome = try await candela("render", "pq.mkv", "-o", "out.mkv", "--codec", "ffv1", "--size", size)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try await shown("out.mkv").hasPrefix(found))
        if size == "192x108" { #expect(try await candela("compare", "pq.mkv", "out.mkv").status == 0) }
    }

    /// Odd sizes are padded where the codec must, as elsewhere, and both engines write the same.
    @Test func oddSizesAreWritten() async throws {
        _ = try await TestClip.hlg(in: folder, frames: 1)
        let outcome = try await candela("render", "clip.mov", "-o", "odd.mp4", "--size", "101x57")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let info = try await candela("info", "odd.mp4")
        #expect(info.output.contains("101x57"), "\(info.output)")
        for (name, engine) in [("a.mkv", ["--cpu-reference"]), ("b.mkv", [])] {
            let words = ["render", "clip.mov", "-o", name, "--codec", "ffv1", "--size", "101x81", "--dither", "none"]
            #expect(try await BuiltProgram.candela(words + engine, in: folder.url).status == 0)
        }
        // Codes may differ by one where the exact value lies on a rounding edge.
        let compared = try await candela("compare", "a.mkv", "b.mkv")
        var largest: [Int] = []
        for line in compared.output.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 5, ["Y", "Cb", "Cr"].contains(String(words[0])) else { continue }
            largest.append(Int(words[1]) ?? .max)
        }
        #expect(largest.count == 3 && largest.allSatisfy { $0 <= 1 }, "\(compared)")
    }

    /// What is fitted has bars of black, and none where alpha can tell.
    @Test(arguments: [
        ("yuv444p", "head -c 1024 | od -An -v -tu1 -w32 | awk '{print $1}'", ["16", "235", "16"]),
        ("rgba64le", "od -An -v -tu2 -w256 | awk '{print $4}'", ["0", "65535", "0"]),
    ])
    func barsAreBlackOrNothing(format: String, reading: String, codes: [String]) async throws {
        let made = try await BuiltProgram.shell(
            "ffmpeg -nostdin -v error -f lavfi -i color=white:s=32x16:r=25 -frames:v 1 -c:v ffv1 -pix_fmt rgb24 white.mkv && "
                + "candela render white.mkv -o out.mkv --codec ffv1 --pixel-format \(format) --levels "
                + "\(format == "yuv444p" ? "narrow" : "full") --size 32x32 --color sdr --dither none --quiet && "
                + "ffmpeg -nostdin -v error -i out.mkv -pix_fmt \(format) -f rawvideo - | \(reading) | uniq",
            in: folder.url)
        #expect(made.output.split(separator: "\n").map(String.init) == codes, "\(made)")
    }

    @Test(arguments: ["0x10", "10", "axb", "-1x-2", "100x100:crop", "65537x3", "1.5x2", "10x10x10", "60000x60000"])
    func whatIsNoSizeIsRefused(size: String) async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        let outcome = try await candela("render", "pq.mkv", "-o", "out.mkv", "--codec", "ffv1", "--size", size)
        #expect(outcome.status == 64 && outcome.errors.hasPrefix("candela: --size: "), "\(outcome)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test func whatTheDeviceCannotHoldIsTold() async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        let outcome = try await candela(
            "render", "pq.mkv", "-o", "out.mkv", "--codec", "null", "--pixel-format", "rgba64le", "--size",
            "16384x16384",
            "--cpu-reference")
        #expect(outcome.status != 0 && outcome.status != 70, "\(outcome)")
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    }

    /// Levels of light do not stay when pixels do not.
    @Test func lightLevelsGo() async throws {
        let made = try await BuiltProgram.shell(
            "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=96x54:r=25 -frames:v 1 -vf "
                + "format=yuv420p10le,setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc:range=tv "
                + "-c:v libx265 -x265-params log-level=none:max-cll=900,200 in.mp4 && "
                + "candela render in.mp4 -o same.mp4 --size 96x54 && candela render in.mp4 -o half.mp4 --size 48x-1",
            in: folder.url)
        let lines = made.errors.split(separator: "\n")
        #expect(lines.contains { $0.contains("MaxCLL 900, MaxFALL 200") }, "\(made)")
        #expect(lines.contains { $0.contains("without the source's light levels") }, "\(made)")
    }
}
