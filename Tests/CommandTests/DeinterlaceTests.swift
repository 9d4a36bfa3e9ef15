import Foundation
import Testing

/// `--deinterlace` through the program, judged by ffmpeg's own filter and ffprobe.
@Suite(.enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct DeinterlaceTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func shell(_ text: String) async throws -> [String] {
        let outcome = try await BuiltProgram.shell("set -e\n" + text, in: folder.url)
        try #require(outcome.status == 0, "\(outcome)")
        return outcome.output.split(separator: "\n").map(String.init)
    }

    /// A second of fields, 25 pairs of them, with sound; `bottom` first or top first.
    private func make(_ name: String, bottomFirst: Bool = false, coding: String = "-c:v ffv1") async throws {
        let order = bottomFirst ? "bff" : "tff"
        let interlacing =
            "tinterlace=interleave_\(bottomFirst ? "bottom" : "top"),fieldorder=\(order),setfield=\(order)"
        _ = try await shell(
            "ffmpeg -nostdin -v error -y -f lavfi -i testsrc2=s=96x64:r=50 -f lavfi -i sine -t 1 -vf "
                + "\(interlacing),format=yuv420p,setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv "
                + "-flags +ildct+ilme \(coding) -c:a pcm_s16le \(name)")
    }

    private func pictures(_ arguments: String) async throws -> [String] {
        try await shell("ffmpeg -nostdin -v error \(arguments) -an -f framemd5 - | grep -v '^#' | awk '{print $NF}'")
    }

    private func times(_ file: String) async throws -> [Double] {
        try await shell("ffprobe -v error -select_streams v -show_entries frame=pts_time -of csv=p=0 \(file)")
            .compactMap { Double($0.trimmingCharacters(in: [","])) }
    }

    private static let codings = [
        "-c:v ffv1", "-c:v libx264 -x264-params tff=1:log-level=none -qp 0", "-c:v mpeg2video -q 2",
    ]

    /// Whatever says that it is interlaced is refused in one line that names the option, and what shows no motion too.
    @Test(arguments: codings)
    func interlacedPicturesAreRefused(coding: String) async throws {
        try await make("in.mkv", coding: coding)
        let refused = try await BuiltProgram.candela(["render", "in.mkv", "-o", "out.mkv"], in: folder.url)
        #expect(refused.status == 65, "\(refused)")
        #expect(
            refused.errors.contains("candela: in.mkv: its pictures are interlaced; add --deinterlace"), "\(refused)")
        let laid = try await shell(
            "ffmpeg -nostdin -v error -f lavfi -i color=gray:s=96x64:r=25 -frames:v 2 -pix_fmt yuv420p -c:v ffv1 plain.mkv; "
                + "candela render plain.mkv -o out.mkv --blend in.mkv && echo 0 || echo $?")
        #expect(laid.last == "65", "\(laid)")
    }

    /// A picture a frame or a field, as bwdif makes them, at the times of the frames or the fields, with all the sound.
    @Test(arguments: [false, true], codings.prefix(2))
    func picturesAreThoseOfTheFilter(bottomFirst: Bool, coding: String) async throws {
        try await make(
            "in.mkv", bottomFirst: bottomFirst, coding: bottomFirst ? coding.replacing("tff", with: "bff") : coding)
        for (option, mode, count) in [("--deinterlace", "send_frame", 25), ("--deinterlace=field", "send_field", 50)] {
            _ = try await shell("candela render in.mkv -o out.mkv --codec ffv1 \(option) --overwrite --quiet")
            let expected = try await pictures("-i in.mkv -vf bwdif=mode=\(mode) -fps_mode passthrough")
            #expect(expected.count == count)
            #expect(try await pictures("-i out.mkv -fps_mode passthrough") == expected, "\(option)")
            for (index, time) in try await times("out.mkv").enumerated() {
                #expect(abs(time - Double(index) / Double(count)) < 0.0011, "\(option)")
            }
            let sound = "-vn -c copy -f md5 -"
            #expect(
                try await shell("ffmpeg -nostdin -v error -i in.mkv \(sound)")
                    == shell("ffmpeg -nostdin -v error -i out.mkv \(sound)"))
            let info = try await shell("candela info out.mkv --json").joined()
            #expect(info.contains("\"interlaced\": false"), "\(info)")
        }
    }

    /// Parts begin where they are asked to, and a field is a frame of the output.
    @Test func partsAreCutByTheirTimes() async throws {
        try await make("in.mkv")
        _ = try await shell(
            "candela render in.mkv -o whole.mov --codec prores --deinterlace=field --quiet; "
                + "candela render in.mkv -o part.mkv --codec ffv1 --deinterlace=field --from 0.4 --to 0.8 --quiet; "
                + "candela render in.mkv -o all.mkv --codec ffv1 --deinterlace=field --quiet")
        #expect(
            try await shell(
                "ffprobe -v error -select_streams v -show_entries stream=r_frame_rate -of csv=p=0 whole.mov") == [
                    "50/1"
                ])
        let (part, all) = (try await pictures("-i part.mkv"), try await pictures("-i all.mkv"))
        #expect(part == Array(all[20..<40]))
    }

    /// What is progressive passes as it is.
    @Test func progressivePicturesStay() async throws {
        _ = try await TestClip.pq(in: folder, frames: 3)
        _ = try await shell("candela render pq.mkv -o out.mkv --codec ffv1 --deinterlace=field --quiet")
        #expect(try await pictures("-i out.mkv") == pictures("-i pq.mkv"))
        let wrong = try await BuiltProgram.candela(
            ["render", "pq.mkv", "-o", "x.mkv", "--deinterlace=fields"], in: folder.url)
        #expect(wrong.status == 64 && wrong.errors.contains("'fields' is none of frame, field"), "\(wrong)")
    }
}
