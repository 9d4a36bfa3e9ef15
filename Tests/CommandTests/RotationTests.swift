import Foundation
import Testing

/// `--keep-rotation` through the program, judged by ffmpeg and ffprobe.
@Suite(.enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct RotationTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func shell(_ text: String) async throws -> String {
        let outcome = try await BuiltProgram.shell("set -e\n" + text, in: folder.url)
        try #require(outcome.status == 0, "\(outcome)")
        return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Two frames of 48 by 32 with sound, without loss of more than the codec's, whose matrix's eight turns and mirrors
    /// are put into the track's header by hand.
    private func make(_ name: String, turns: Int, isMirrored: Bool) async throws {
        _ = try await shell(
            "ffmpeg -nostdin -v error -y -f lavfi -i testsrc2=s=48x32:r=25 -f lavfi -i sine -frames:v 2 -t 0.08 "
                + "-c:v prores_ks -profile:v 4444 -pix_fmt yuv444p10le -color_primaries bt709 -color_trc bt709 "
                + "-colorspace bt709 -c:a pcm_s16le \(name)")
        var data = try Data(contentsOf: folder.url.appendingPathComponent(name))
        let header = try #require(data.range(of: Data("tkhd".utf8)))
        let one: Int32 = 1 << 16
        let (c, s): (Int32, Int32) = [(one, 0), (0, one), (-one, 0), (0, -one)][turns]
        let sign: Int32 = isMirrored ? -1 : 1
        let matrix = [sign * c, sign * s, 0, -s, c, 0, 0, 0, 1 << 30]
        let start = header.upperBound + 40
        for (index, number) in matrix.enumerated() {
            withUnsafeBytes(of: number.bigEndian) {
                data.replaceSubrange(start + 4 * index..<start + 4 * index + 4, with: $0)
            }
        }
        try data.write(to: folder.url.appendingPathComponent(name))
    }

    /// The first picture as players show it, turned by ffmpeg, or as it is stored.
    private func picture(_ file: String, isTurned: Bool) async throws -> [UInt8] {
        let option = isTurned ? "" : "-noautorotate"
        _ = try await shell(
            "ffmpeg -nostdin -v error -y \(option) -i \(file) -frames:v 1 -pix_fmt gray -f rawvideo shown.raw")
        return try Array(Data(contentsOf: folder.url.appendingPathComponent("shown.raw")))
    }

    private func distance(_ a: [UInt8], _ b: [UInt8]) -> Double {
        guard a.count == b.count else { return .infinity }
        return zip(a, b).map { abs(Double($0) - Double($1)) }.reduce(0, +) / Double(max(a.count, 1))
    }

    /// Stored and shown, the picture is the source's, whatever its turn; a filter in between sees it upright.
    @Test(arguments: 0..<4, [false, true])
    func theTurnIsTheSources(turns: Int, isMirrored: Bool) async throws {
        try await make("in.mov", turns: turns, isMirrored: isMirrored)
        for (name, options) in [
            ("gpu.mov", "--keep-rotation"), ("cpu.mov", "--keep-rotation --cpu-reference"), ("up.mov", ""),
        ] {
            _ = try await shell("candela render in.mov -o \(name) \(options) --quiet")
        }
        let entries = "-v error -select_streams v -show_entries stream=width,height -of csv=p=0"
        let stored = try await picture("in.mov", isTurned: false)
        for name in ["gpu.mov", "cpu.mov"] {
            #expect(try await shell("ffprobe \(entries) \(name) | head -n 1").hasPrefix("48,32"))
            #expect(distance(try await picture(name, isTurned: false), stored) < 1.5, "\(name)")
            let info = try await shell("candela info in.mov --json; candela info \(name) --json")
            #expect(info.components(separatedBy: "\"rotation\": \(turns * 90)").count == 3, "\(info)")
            #expect(info.components(separatedBy: "\"mirrored\": \(isMirrored)").count == 3, "\(info)")
            let matrix =
                "ffprobe -v error -select_streams v -show_entries stream_side_data=displaymatrix,rotation -of csv=p=0"
            let turn = try await shell("\(matrix) in.mov | tail -n 1 | awk -F, '{print $NF}'")
            #expect(try await shell("\(matrix) \(name) | tail -n 1 | awk -F, '{print $NF}'") == turn)
        }
        let upright = try await shell("ffprobe -v error -show_streams up.mov; ffprobe \(entries) up.mov | head -n 1")
        #expect(
            !upright.contains("displaymatrix") && upright.hasSuffix(turns % 2 == 0 ? "48,32" : "32,48"), "\(upright)")
        // The same picture to whoever watches.
        if !isMirrored {
            let shown = try await picture("up.mov", isTurned: true)
            #expect(distance(try await picture("gpu.mov", isTurned: true), shown) < 1.5)
        }
        let sound = "-vn -c copy -f md5 -"
        #expect(
            try await shell("ffmpeg -v error -i in.mov \(sound)")
                == shell("ffmpeg -v error -i gpu.mov \(sound)"))
    }

    /// Filters and sizes speak of the upright picture, and both are written alike.
    @Test(arguments: [1, 3], ["20x30", "40x30:fill", "30x40"])
    func filtersAndSizesSpeakOfTheUprightPicture(turns: Int, size: String) async throws {
        try await make("in.mov", turns: turns, isMirrored: false)
        let words =
            "--size \(size) --filter crop:rectangle=4/0/20/40 --dither none --quiet "
            + "--codec hevc --pixel-format yuv444p10le --encoder-option x265-params=lossless=1"
        let result = try await shell(
            "candela render in.mov -o kept.mov --keep-rotation \(words); candela render in.mov -o up.mov \(words); "
                + "candela info kept.mov --json")
        #expect(result.contains("\"rotation\": \(90 * turns)"), "\(result)")
        let (kept, up) = (try await picture("kept.mov", isTurned: true), try await picture("up.mov", isTurned: true))
        #expect(distance(kept, up) == 0)
    }

    @Test func whatCannotStateATurnRefusesIt() async throws {
        try await make("in.mov", turns: 3, isMirrored: false)
        let refused = try await BuiltProgram.candela(
            ["render", "in.mov", "-o", "out.mkv", "--keep-rotation"], in: folder.url)
        #expect(refused.status == 64 && refused.errors.hasPrefix("candela: --keep-rotation: matroska"), "\(refused)")
        try await make("up.mov", turns: 0, isMirrored: false)
        let taken = try await BuiltProgram.candela(
            ["render", "up.mov", "-o", "out.mkv", "--keep-rotation", "--quiet"], in: folder.url)
        #expect(taken.status == 0, "\(taken)")
    }
}
