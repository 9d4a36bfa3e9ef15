import Foundation
import Testing

/// The main job through the program, judged by ffprobe.
@Suite(.serialized, .enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct RenderTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func candela(_ words: String...) async throws -> BuiltProgram.Outcome {
        try await BuiltProgram.candela(words, in: folder.url)
    }

    /// One line of comma-separated values about a file's first stream of a kind.
    private func probe(_ file: String, _ stream: String, _ entries: String) async throws -> String {
        let outcome = try await BuiltProgram.tool(
            "ffprobe",
            [
                "-v", "error", "-select_streams", stream, "-count_packets", "-show_entries", "stream=\(entries)", "-of",
                "csv=p=0", file,
            ], in: folder.url)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private let tags = "codec_tag_string,width,height,pix_fmt,color_range,color_space,color_transfer,color_primaries"

    @Test func anHLGClipStaysOne() async throws {
        _ = try await TestClip.hlg(in: folder)
        let outcome = try await candela("render", "clip.mov", "-o", "out.mov", "--filter", "highlight")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            try await probe("out.mov", "v", tags) == "hvc1,192,108,yuv420p10le,tv,bt2020nc,arib-std-b67,bt2020")
        #expect(try await probe("out.mov", "v", "nb_read_packets") == "8")
        #expect(try await probe("out.mov", "a", "codec_name") == "aac")
        let packets = ["clip.mov", "out.mov"].map { ($0, "pts_time") }
        var times: [[String]] = []
        for (file, entry) in packets {
            let outcome = try await BuiltProgram.tool(
                "ffprobe",
                ["-v", "error", "-select_streams", "v", "-show_entries", "packet=\(entry)", "-of", "csv=p=0", file],
                in: folder.url)
            times.append(outcome.output.split(separator: "\n").map(String.init).sorted())
        }
        #expect(times[0] == times[1])
    }

    @Test func anHDRClipBecomesSDR() async throws {
        _ = try await TestClip.hlg(in: folder, frames: 3)
        let outcome = try await candela("render", "clip.mov", "-o", "sdr.mp4", "--color", "sdr")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try await probe("sdr.mp4", "v", "color_space,color_transfer,color_primaries") == "bt709,bt709,bt709")
    }

    @Test func nothingDoneChangesNothing() async throws {
        _ = try await TestClip.pq(in: folder, frames: 3)
        let outcome = try await candela("render", "pq.mkv", "-o", "same.mkv", "--codec", "ffv1")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let equal = try await candela("compare", "pq.mkv", "same.mkv", "--json")
        #expect(equal.status == 0, "\(equal.output)")
        #expect(equal.output.contains("\"equal\": true"))
    }

    @Test func compareMeasuresADifference() async throws {
        _ = try await TestClip.pq(in: folder, frames: 3)
        _ = try await candela("render", "pq.mkv", "-o", "dark.mkv", "--codec", "ffv1", "--filter", "exposure:stops=-1")
        let outcome = try await candela("compare", "pq.mkv", "dark.mkv")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("first differing frame: 0"))
    }

    @Test func settingsFollowTime() async throws {
        _ = try await TestClip.pq(in: folder)
        let keys = "exposure:stops=0@0~hold -1@5f"
        _ = try await candela("render", "pq.mkv", "-o", "keyed.mkv", "--codec", "ffv1", "--filter", keys)
        let outcome = try await candela("compare", "pq.mkv", "keyed.mkv")
        #expect(outcome.output.contains("first differing frame: 5"), "\(outcome.output)")
        // The same moment of the composition, whatever the output begins with.
        for (name, filter) in [("cut.mkv", keys), ("dark.mkv", "exposure:stops=-1")] {
            _ = try await candela(
                "render", "pq.mkv", "-o", name, "--codec", "ffv1", "--filter", filter, "--from", "6f")
        }
        #expect(try await candela("compare", "cut.mkv", "dark.mkv").status == 0)
        let wrong = try await candela("render", "pq.mkv", "-o", "x.mkv", "--filter", "exposure:stops=0@0 11@1")
        #expect(wrong.status == 64)
        #expect(wrong.errors.contains("exposure:stops: the key '11@1': 11 is outside -10...10"), "\(wrong.errors)")
    }

    @Test func eventsAreJSONLines() async throws {
        _ = try await TestClip.hlg(in: folder, frames: 3)
        let outcome = try await candela("render", "clip.mov", "-o", "out.mov", "--json")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        var names: [String] = []
        for line in outcome.output.split(separator: "\n") {
            let value = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            names.append(try #require(value?["event"] as? String))
        }
        #expect(names.first == "start" && names.last == "done")
        let failed = try await candela("render", "absent.mov", "-o", "out2.mov", "--json")
        #expect(failed.output.contains("\"event\": \"error\"") && failed.output.contains("\"exit\": 74"))
    }

    @Test func quietIsQuiet() async throws {
        _ = try await TestClip.hlg(in: folder, frames: 2)
        let outcome = try await candela("render", "clip.mov", "-o", "out.mov", "--quiet")
        #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.errors)")
    }

    @Test func aPipeIsWritten() async throws {
        _ = try await TestClip.hlg(in: folder, frames: 3)
        let outcome = try await BuiltProgram.shell(
            "candela render clip.mov -o - --codec ffv1 | ffprobe -v error -count_packets -select_streams v "
                + "-show_entries stream=codec_name,nb_read_packets -of csv=p=0 -", in: folder.url)
        #expect(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines) == "ffv1,3", "\(outcome.errors)")
    }

    @Test func anInterruptionLeavesNothing() async throws {
        _ = try await TestClip.hlg(in: folder, frames: 300)
        // Signalled once it says what it writes: until it listens, a shell's background program ignores INT.
        let blurs = String(repeating: " --filter gaussianBlur", count: 12)
        let outcome = try await BuiltProgram.shell(
            "candela render clip.mov -o out.mov\(blurs) 2> told & p=$!; "
                + "until grep -q 'written as' told || ! kill -0 $p; do sleep 0.05; done; kill -INT $p; "
                + "wait $p && echo 0 || echo $?", in: folder.url)
        let told = try? String(contentsOf: folder.url.appendingPathComponent("told"), encoding: .utf8)
        let status = outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(status == "130", "\(outcome.errors)\(told ?? "")")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["clip.mov", "told"])
    }

    @Test func infoIsReadableAndJSON() async throws {
        _ = try await TestClip.hlg(in: folder, frames: 3)
        let text = try await candela("info", "clip.mov")
        #expect(text.status == 0 && text.output.contains("hlg") && text.output.contains("192x108"), "\(text.output)")
        let json = try await candela("info", "clip.mov", "--json")
        let value = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        #expect(value?["width"] as? Int == 192)
        #expect((value?["color"] as? [String: Int])?["transfer"] == 18)
    }

    @Test func filtersAreListed() async throws {
        let list = try await candela("filters")
        for name in ["highlight", "stripes", "invert", "zoomBlur", "over", "exposure"] {
            #expect(list.output.contains("  \(name) "))
        }
        let one = try await candela("filters", "zoomBlur", "--json")
        let value = try JSONSerialization.jsonObject(with: Data(one.output.utf8)) as? [String: Any]
        #expect(value?["name"] as? String == "zoomBlur")
    }

    @Test func theDoctorIsContent() async throws {
        let outcome = try await candela("doctor")
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        #expect(!outcome.output.contains("MISSING"))
    }

    @Test func versionAndHelp() async throws {
        #expect(try await candela("--version").output == "candela 0.1.0\n")
        #expect(try await candela().status == 64)
        #expect(try await candela("render", "--help").output.contains("--filter"))
        #expect(try await candela("rendr").errors.contains("did you mean render?"))
    }
}
