import Foundation
import Testing

/// Encoders are chosen and set as their users know them.
@Suite(.enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct EncoderTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// Renders `pq.mkv` and answers what ffprobe says of the video.
    private func render(_ words: String, to name: String) async throws -> [String: String] {
        let outcome = try await BuiltProgram.candela(
            ["render", "pq.mkv", "-o", name, "--overwrite", "--quiet"] + words.split(separator: " ").map(String.init),
            in: folder.url)
        #expect(outcome.status == 0, "\(words): \(outcome.errors)")
        let probed = try await BuiltProgram.tool(
            "ffprobe",
            [
                "-v", "error", "-select_streams", "v", "-of", "default=nw=1", "-show_entries",
                "stream=codec_name,codec_tag_string,profile,pix_fmt,color_transfer,color_range", name,
            ], in: folder.url)
        let pairs = probed.output.split(separator: "\n").compactMap { line -> (String, String)? in
            let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
            return parts.count == 2 ? (parts[0], parts[1]) : nil
        }
        return Dictionary(pairs) { first, _ in first }
    }

    private func size(_ name: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: folder.path(name))[.size] as? Int)
    }

    @Test(
        arguments: [
            ("--encoder libx264 --preset ultrafast", "out.mp4", ["codec_name": "h264", "pix_fmt": "yuv420p10le"]),
            ("--encoder mpeg2video --color sdr --pixel-format yuv420p", "out.mkv", ["codec_name": "mpeg2video"]),
            ("--encoder utvideo --color sdr --pixel-format yuv422p", "out.mkv", ["codec_name": "utvideo"]),
            ("--encoder prores_aw", "out.mov", ["codec_name": "prores", "color_transfer": "smpte2084"]),
            ("--codec prores --profile lt", "out.mov", ["codec_name": "prores", "profile": "LT"]),
            ("--codec h264 --profile high10 --preset ultrafast", "out.mp4", ["profile": "High 10"]),
            ("--tag hev1 --preset ultrafast", "out.mp4", ["codec_name": "hevc", "codec_tag_string": "hev1"]),
            (
                "--pixel-format yuv420p --allow-8-bit --preset ultrafast", "out.mp4",
                ["pix_fmt": "yuv420p", "color_transfer": "smpte2084"]
            ),
        ] as [(String, String, [String: String])])
    func whatIsAskedIsMade(_ words: String, _ name: String, _ facts: [String: String]) async throws {
        _ = try await TestClip.pq(in: folder, frames: 2)
        let found = try await render(words, to: name)
        for (field, value) in facts { #expect(found[field] == value, "\(field): \(found)") }
    }

    @Test func dnxhrIsMade() async throws {
        let made = try await BuiltProgram.shell(
            "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=320x180:r=25 -frames:v 2 -vf "
                + "format=yuv422p10le,setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc:range=tv "
                + "-c:v ffv1 pq.mkv", in: folder.url)
        try #require(made.status == 0, "\(made.errors)")
        for (words, profile, pixels) in [
            ("", "DNXHR HQX", "yuv422p10le"), ("--pixel-format yuv444p10le", "DNXHR 444", "yuv444p10le"),
            ("--color sdr --pixel-format yuv422p --profile dnxhr_sq", "DNXHR SQ", "yuv422p"),
        ] {
            let found = try await render("--codec dnxhr " + words, to: "out.mov")
            #expect(found["codec_name"] == "dnxhd" && found["profile"] == profile, "\(found)")
            #expect(found["pix_fmt"] == pixels && found["color_range"] != "pc", "\(found)")
            #expect(found["color_transfer"] == (words.contains("sdr") ? "bt709" : "smpte2084"), "\(found)")
        }
        let compared = try await BuiltProgram.candela(
            ["render", "pq.mkv", "-o", "again.mov", "--codec", "dnxhr", "--quiet"], in: folder.url)
        #expect(compared.status == 0)
    }

    @Test func ratesAndKeyFramesAreAsAsked() async throws {
        _ = try await TestClip.pq(in: folder, frames: 12)
        for codec in ["hevc", "h264"] {
            _ = try await render("--codec \(codec) --preset ultrafast --bitrate 50k", to: "small.mp4")
            _ = try await render("--codec \(codec) --preset ultrafast --bitrate 8M --gop 3", to: "large.mp4")
            #expect(try size("large.mp4") > 2 * size("small.mp4"), "\(codec)")
            let keys = try await BuiltProgram.shell(
                "ffprobe -v error -select_streams v -show_entries packet=flags -of csv=p=0 large.mp4 | grep -c K",
                in: folder.url)
            #expect(keys.output == "4\n", "\(codec): \(keys.output)")
        }
        _ = try await render(
            "--preset ultrafast --encoder-option x265-params=keyint=4:min-keyint=4 --encoder-option forced-idr=1",
            to: "options.mp4")
        let keys = try await BuiltProgram.shell(
            "ffprobe -v error -select_streams v -show_entries packet=flags -of csv=p=0 options.mp4 | grep -c K",
            in: folder.url)
        #expect(keys.output == "3\n")
    }

    @Test func whatCannotBeIsRefused() async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        for (words, problem) in [
            ("--encoder libx256", "did you mean libx265?"), ("--encoder aac", "no encoder of pictures called 'aac'"),
            ("--encoder libx264 --codec hevc", "libx264 does not make hevc"),
            ("--encoder mpeg2video --color sdr --pixel-format yuv420p --crf 3", "mpeg2video has no quality by --crf"),
            ("--encoder mpeg2video --color sdr --pixel-format yuv420p --preset slow", "mpeg2video has no presets"),
            ("--encoder mpeg2video", "mpeg2video does not take pixels of"),
            ("--codec dnxhr", "256x120 pixels at least"), ("--codec dnxhr --levels full", "levels are full"),
            ("--crf 20 --bitrate 2M", "cannot both be aimed at"),
            ("--codec prores --bitrate 2M", "no bit rate to aim at"),
            ("--codec prores --gop 3", "stands alone"),
            ("--codec raw --color sdr --pixel-format yuv420p --profile main", "raw has no profiles"),
            ("--bitrate much", "is no bit rate"), ("--bitrate 1", "is no bit rate"),
            ("--bitrate -5M", "is no bit rate"),
            ("--tag abc", "'abc' is no tag of four characters"), ("--tag mp4v", "mov cannot hold"),
            ("--encoder-option crf", "sets nothing"), ("--encoder-option =1", "sets nothing"),
            ("--encoder-option a=1 --encoder-option a=2", "a is set twice"),
            ("--encoder-option nonsense=1", "libx265 has no option nonsense"),
            ("--pixel-format yuv420p", "or force it by --allow-8-bit"), ("--gop 0", "out of range"),
        ] {
            let outcome = try await BuiltProgram.candela(
                ["render", "pq.mkv", "-o", "out.mov"] + words.split(separator: " ").map(String.init), in: folder.url)
            #expect(outcome.status == 64 && outcome.errors.contains(problem), "\(words): \(outcome)")
            #expect(outcome.errorLines.last?.hasPrefix("candela: ") == true, "\(words): \(outcome.errors)")
        }
        let tagged = try await BuiltProgram.candela(
            ["render", "pq.mkv", "-o", "out.mkv", "--tag", "hvc1"], in: folder.url)
        let bare = try await BuiltProgram.candela(
            [
                "render", "pq.mkv", "-o", "out.y4m", "--encoder", "utvideo", "--color", "sdr", "--pixel-format",
                "yuv422p",
            ],
            in: folder.url)
        #expect(bare.status == 64 && bare.errors.contains("not what utvideo makes"), "\(bare)")
        #expect(tagged.status == 64 && tagged.errors.contains("leave out --tag"), "\(tagged)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["pq.mkv"])
    }
}
