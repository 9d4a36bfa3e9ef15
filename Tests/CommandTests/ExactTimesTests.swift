import Foundation
import Testing

/// Times that Matroska's milliseconds have rounded are written as the rate has them, wherever ticks are finer; and times
/// that no rate explains stay as they are.
@Suite(.serialized, .enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct ExactTimesTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func clip(_ rate: String, filter: String = "null", _ options: String...) async throws {
        let made = try await BuiltProgram.tool(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=\(rate)", "-frames:v", "40",
                "-vf",
                filter, "-c:v", "ffv1",
            ] + options + [folder.path("in.mkv")])
        try #require(made.status == 0, "\(made.errors)")
    }

    /// The times of a file's pictures, in ticks, and the ticks of a second.
    private func times(_ name: String) async throws -> (ticks: [Int], second: Int) {
        let probed = try await BuiltProgram.tool(
            "ffprobe",
            [
                "-v", "error", "-select_streams", "v", "-show_entries", "stream=time_base:packet=pts", "-of",
                "default=nk=1:nw=1", folder.path(name),
            ])
        let lines = probed.output.split(whereSeparator: \.isWhitespace)
        let base = try #require(lines.first { $0.hasPrefix("1/") }.flatMap { Int($0.dropFirst(2)) })
        return (lines.compactMap { Int($0) }.sorted(), base)
    }

    private func render(_ output: String, _ options: String...) async throws {
        let outcome = try await BuiltProgram.candela(
            ["render", "in.mkv", "-o", output, "--assume", "sdr", "--quiet", "--overwrite"] + options, in: folder.url)
        try #require(outcome.status == 0, "\(outcome.errors)")
    }

    @Test(arguments: ["24000/1001", "30000/1001", "60000/1001", "24", "30", "48"])
    func aRateThatExplainsThemIsExact(rate: String) async throws {
        try await clip(rate)
        let parts = rate.split(separator: "/").compactMap { Int($0) }
        let (numerator, denominator) = (parts[0], parts.count > 1 ? parts[1] : 1)
        for (output, options) in [
            ("a.mov", ["--codec", "prores"]), ("b.mp4", ["--preset", "ultrafast"]), ("c.nut", ["--codec", "ffv1"]),
        ] {
            try await render(output, options[0], options[1])
            let (ticks, second) = try await times(output)
            let first = try #require(ticks.first)
            #expect(ticks.count == 40)
            let areExact = ticks.enumerated().allSatisfy { index, tick in
                (tick - first) * numerator == index * denominator * second
            }
            #expect(areExact, "\(rate) \(output): \(ticks), \(second)")
        }
        // From a later picture on, the first is at 0.
        try await render("d.mov", "--codec", "prores", "--from", "7f")
        let (ticks, second) = try await times("d.mov")
        #expect(ticks.count == 33 && ticks[0] == 0 && ticks[32] * numerator == 32 * denominator * second, "\(ticks)")
        // Matroska has no finer ticks: nothing changes.
        try await render("e.mkv", "--codec", "ffv1")
        #expect(try await times("e.mkv").ticks == times("in.mkv").ticks)
    }

    /// A cut begins with a rounded time, wherever it begins: its pictures are as far apart as the rate says, none of them a
    /// tick from where it was.
    @Test(arguments: ["24000/1001", "30000/1001", "60000/1001", "48"]) func aCutIsExactToo(rate: String) async throws {
        try await clip(rate)
        let parts = rate.split(separator: "/").compactMap { Int($0) }
        let (numerator, denominator) = (parts[0], parts.count > 1 ? parts[1] : 1)
        for start in 1...6 {
            let cut = try await BuiltProgram.shell(
                "mv in.mkv whole.mkv; ffmpeg -nostdin -v error -y -ss \(Double(start) * 0.11) -i whole.mkv -c copy "
                    + "-avoid_negative_ts disabled -output_ts_offset 1.\(start)07 in.mkv", in: folder.url)
            try #require(cut.status == 0, "\(cut.errors)")
            let (source, thousand) = try await times("in.mkv")
            try await render("a.mov", "--codec", "prores")
            let (ticks, second) = try await times("a.mov")
            try #require(ticks.count == source.count && ticks.count > 2)
            let areExact = ticks.enumerated().allSatisfy { index, tick in
                (tick - ticks[0]) * numerator == index * denominator * second
            }
            #expect(areExact, "\(rate) \(start): \(source), \(ticks), \(second)")
            let areNear = zip(ticks, source).allSatisfy { abs($0 * thousand - $1 * second) <= second }
            #expect(areNear, "\(rate) \(start): \(source), \(ticks), \(second)")
            _ = try await BuiltProgram.shell("mv whole.mkv in.mkv", in: folder.url)
        }
    }

    @Test(arguments: ["25", "50", "24000/1001"]) func otherTimesStay(rate: String) async throws {
        // Every fifth picture is late by a third of a picture; at 25 and 50, even rounded times are the rate's.
        try await clip(
            rate, filter: "settb=1/90000,setpts='(N+gte(mod(N,5),4)/3)*90000/(\(rate))'", "-fps_mode",
            "passthrough", "-enc_time_base", "1/90000")
        let (source, thousand) = try await times("in.mkv")
        try await render("a.mov", "--codec", "prores")
        let (ticks, second) = try await times("a.mov")
        try #require(thousand == 1000 && ticks.count == source.count)
        #expect(source[4] - source[3] > (source[3] - source[2]) * 5 / 4)
        // What comes before the first picture that is late is explained, and exact.
        let firstLate = 4
        let stay = zip(ticks, source).dropFirst(firstLate).allSatisfy { tick, before in
            (tick - ticks[0]) * 1000 == (before - source[0]) * second
        }
        #expect(stay, "\(ticks), \(source)")
    }
}
