import Foundation
import Testing

/// `--fps`, judged by ffmpeg's own filter and ffprobe.
@Suite(.enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct FrameRateTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func shell(_ text: String) async throws -> [String] {
        let outcome = try await BuiltProgram.shell("set -e\n" + text, in: folder.url)
        try #require(outcome.status == 0, "\(outcome)")
        return outcome.output.split(separator: "\n").map(String.init)
    }

    /// The pictures of a file, as sums.
    private func pictures(_ arguments: String) async throws -> [String] {
        try await shell("ffmpeg -nostdin -v error \(arguments) -an -f framemd5 - | grep -v '^#' | awk '{print $NF}'")
    }

    private func probe(_ file: String, _ stream: String, _ entries: String) async throws -> [String] {
        try await shell("ffprobe -v error -select_streams \(stream) -show_entries \(entries) -of csv=p=0 \(file)")
    }

    /// Picture for picture what ffmpeg's filter takes.
    @Test(arguments: ["25", "50", "30", "30000/1001", "23.976", "12.5", "10", "7"])
    func thePicturesAreThoseOfTheFilter(rate: String) async throws {
        _ = try await TestClip.pq(in: folder, frames: 25)
        _ = try await shell("candela render pq.mkv -o out.mkv --codec ffv1 --fps \(rate) --quiet")
        let asked = rate == "23.976" ? "24000/1001" : rate
        let expected = try await pictures("-i pq.mkv -vf fps=\(asked) -fps_mode passthrough")
        #expect(try await pictures("-i out.mkv -fps_mode passthrough") == expected)
    }

    /// Pictures that come when they like, too.
    @Test(arguments: ["25", "60", "11"])
    func unevenTimesBecomeEven(rate: String) async throws {
        _ = try await TestClip.pq(in: folder, frames: 25)
        _ = try await shell(
            "ffmpeg -nostdin -v error -i pq.mkv -an -c:v ffv1 -vf \"select='not(between(n,3,7)+between(n,9,10)+eq(n,20))'\" "
                + "-fps_mode passthrough odd.mkv; candela render odd.mkv -o out.mkv --codec ffv1 --fps \(rate) --quiet")
        let expected = try await pictures("-i odd.mkv -vf fps=\(rate) -fps_mode passthrough")
        #expect(try await pictures("-i out.mkv -fps_mode passthrough") == expected)
    }

    /// Times are exact, sound is untouched, and the clip is as long as it was.
    @Test(arguments: [("29.97", 1001, 30000), ("24000/1001", 1001, 24000), ("60", 1, 60)])
    func timesAreExact(rate: String, value: Int, scale: Int) async throws {
        _ = try await TestClip.hlg(in: folder, frames: 25)
        _ = try await shell("candela render clip.mov -o out.mov --fps \(rate) --quiet")
        let base = try await probe("out.mov", "v", "stream=time_base")[0].split(separator: "/").compactMap { Int($0) }
        let ticks = try await probe("out.mov", "v", "packet=pts").compactMap {
            Int($0.trimmingCharacters(in: [","]))
        }.sorted()
        for (index, tick) in ticks.enumerated() { #expect(tick * base[0] * scale == index * value * base[1]) }
        #expect(ticks.count == Int((Double(scale) / Double(value)).rounded()))
        let shown = try await probe("out.mov", "v", "stream=r_frame_rate")
        #expect(shown == ["\(scale)/\(value)"])
        let source = try await sound("clip.mov")
        #expect(try await sound("out.mov") == source)
    }

    private func sound(_ file: String) async throws -> [String] {
        try await shell("ffmpeg -nostdin -v error -i \(file) -vn -c copy -f md5 -")
    }

    /// A part begins with its own first picture and lasts as long as was asked; filters see the output's times.
    @Test func partsAndFiltersGoByIt() async throws {
        _ = try await TestClip.pq(in: folder, frames: 25)
        _ = try await shell(
            "candela render pq.mkv -o part.mkv --codec ffv1 --fps 50 --from 0.2 --to 0.6 --quiet; "
                + "candela render pq.mkv -o keyed.mkv --codec ffv1 --fps 50 --quiet "
                + "--filter 'exposure:stops=0@0~hold -1@0.5~hold 0@0.52'")
        #expect(try await probe("part.mkv", "v", "packet=pts_time").count == 20)
        let whole = try await pictures("-i pq.mkv")
        let part = try await pictures("-i part.mkv")
        var twice: [String] = []
        for picture in whole[5..<15] { twice += [picture, picture] }
        #expect(part == twice)
        let keyed = try await pictures("-i keyed.mkv")
        // At 0.5 s alone, which lies in the middle of the source's picture of 0.48 s.
        var differing: [Int] = []
        for number in 0..<min(keyed.count, 50) where keyed[number] != whole[number / 2] { differing.append(number) }
        #expect(keyed.count == 50 && differing == [25], "\(differing)")
    }

    @Test(arguments: ["0", "x", "-25", "25/0", "1001", "1/1001", "25.", "1e3"])
    func whatIsNoRateIsRefused(rate: String) async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        let outcome = try await BuiltProgram.candela(
            ["render", "pq.mkv", "-o", "out.mkv", "--fps", rate], in: folder.url)
        #expect(outcome.status == 64 && outcome.errors.hasPrefix("candela: --fps: "), "\(outcome)")
    }
}
