import Foundation
import Testing

/// Raw filters through the program: events, figures, checks, costs.
@Suite(.serialized, .enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct MeasuringTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func candela(_ words: String...) async throws -> BuiltProgram.Outcome {
        try await BuiltProgram.candela(words, in: folder.url)
    }

    private func events(_ outcome: BuiltProgram.Outcome) throws -> [[String: Any]] {
        try outcome.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test func anEventAFrameAndASummary() async throws {
        _ = try await TestClip.pq(in: folder, frames: 3)
        let outcome = try await candela(
            "render", "pq.mkv", "-o", "out.mkv", "--codec", "ffv1", "--filter", "lightLevel", "--filter",
            "exposure:stops=-1", "--filter", "lightLevel", "--json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let all = try events(outcome)
        let measured = all.filter { $0["event"] as? String == "measured" }
        #expect(measured.map { $0["frame"] as? Int } == [0, 0, 1, 1, 2, 2])
        #expect(measured.map { $0["index"] as? Int } == [0, 1, 0, 1, 0, 1])
        #expect(measured.allSatisfy { $0["filter"] as? String == "lightLevel" })
        #expect(measured[4]["seconds"] as? Double == 0.08)
        #expect(all.first?["event"] as? String == "start")
        // Times are the output's.
        let later = try events(
            try await candela(
                "render", "pq.mkv", "-o", "out.mkv", "--overwrite", "--codec", "ffv1", "--filter", "lightLevel",
                "--from",
                "2f", "--json"))
        #expect(later.first { $0["event"] as? String == "measured" }?["seconds"] as? Double == 0)
        var peaks: [Double] = []
        for event in measured {
            let results = try #require(event["results"] as? [String: Any])
            let histogram = try #require(results["histogram"] as? [Int])
            #expect(results["pixels"] as? Int == 192 * 108 && histogram.reduce(0, +) == 192 * 108)
            #expect(event["maxNits"] as? Double == results["maxLevel"] as? Double)
            peaks.append(try #require(event["maxNits"] as? Double))
        }
        let done = try #require(all.last)
        let levels = try #require(done["lightLevels"] as? [[String: Any]])
        let first = try #require(levels.first?["maxCLL"] as? [String: Any])
        let greatest = max(peaks[0], peaks[2], peaks[4])
        #expect(levels.count == 2)
        #expect(first["nits"] as? Double == greatest)
        // The reference on the CPU says the same.
        let reference = try await candela(
            "render", "pq.mkv", "-o", "cpu.mkv", "--codec", "ffv1", "--filter", "lightLevel", "--json",
            "--cpu-reference")
        let twin = try events(reference).filter { $0["event"] as? String == "measured" }
        for (event, peak) in zip(twin, [peaks[0], peaks[2], peaks[4]]) {
            let nits = try #require(event["maxNits"] as? Double)
            #expect(abs(nits - peak) < 0.002 + 2e-5 * peak)
        }
        #expect(twin.count == 3)
        // The picture passed on as it was.
        #expect(try await candela("compare", "pq.mkv", "cpu.mkv").status == 0)
    }

    /// What an output states of its light, and what of the source's it does not, stands in both ends of the events.
    @Test func eventsTellTheMetadata() async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        func metadata(_ words: String...) async throws -> [[String: Any]] {
            let outcome = try await BuiltProgram.candela(
                ["render", "-o", "out.mkv", "--codec", "ffv1", "--json", "--overwrite"] + words, in: folder.url)
            return try events(outcome).filter { ["start", "done"].contains($0["event"] as? String) }
                .compactMap { $0["metadata"] as? [String: Any] }
        }
        let stated = try await metadata("pq.mkv", "--mastering", "P3-1000", "--max-cll", "900,100")
        #expect(stated.count == 2)
        for each in stated {
            #expect((each["mastering"] as? [String: Any])?["maxNits"] as? Double == 1000)
            #expect((each["contentLight"] as? [String: Any])?["maxFALL"] as? Int == 100)
            #expect(each["ambientViewing"] is NSNull && (each["dropped"] as? [Any])?.isEmpty == true)
        }
        try FileManager.default.moveItem(atPath: folder.path("out.mkv"), toPath: folder.path("stated.mkv"))
        for each in try await metadata("stated.mkv", "--color", "sdr") {
            #expect(each["mastering"] is NSNull && each["contentLight"] is NSNull)
            let dropped = (each["dropped"] as? [[String: Any]])?.compactMap { $0["kind"] as? String }
            #expect(dropped == ["mastering", "content-light"])
        }
        let refused = try await candela("render", "pq.mkv", "-o", "sdr.mkv", "--color", "sdr", "--mastering", "P3-1000")
        #expect(refused.status == 64 && refused.errorLines.count == 1, "\(refused.errors)")
    }

    @Test func figuresTellTheJobsPeaks() async throws {
        _ = try await TestClip.pq(in: folder, frames: 2)
        let outcome = try await candela(
            "render", "pq.mkv", "-o", "out.mkv", "--codec", "ffv1", "--filter", "lightLevel", "--stats", "--quiet")
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains(/lightLevel, MaxCLL +[0-9.]+ cd\/m² \(frame [01]\)/), "\(outcome.errors)")
        #expect(outcome.errors.contains(/lightLevel, MaxFALL +[0-9.]+ cd\/m² \(frame [01]\)/), "\(outcome.errors)")
        let none = try await candela(
            "render", "pq.mkv", "-o", "out.mkv", "--codec", "ffv1", "--filter", "lightLevel:area=500/0/1/1", "--stats",
            "--quiet", "--overwrite")
        #expect(none.errors.contains("no pixel was measured"), "\(none.errors)")
        // Neither is light told of in numbers: 0 would be black.
        for (area, reference) in [("500/0/1/1", false), ("0/0/0/0", false), ("0/0/0/0", true)] {
            let outcome = try await BuiltProgram.candela(
                [
                    "render", "pq.mkv", "-o", "out.mkv", "--codec", "ffv1", "--filter", "lightLevel:area=\(area)",
                    "--json",
                    "--overwrite",
                ] + (reference ? ["--cpu-reference"] : []), in: folder.url)
            let all = try events(outcome)
            let measured = all.filter { $0["event"] as? String == "measured" }
            #expect(measured.count == 2, "\(outcome.errors)")
            for event in measured {
                for name in ["maxNits", "meanNits", "minLuminance", "meanLuminance", "maxLuminance"] {
                    #expect(event[name] is NSNull, "\(area) \(name): \(event)")
                }
            }
            let summary = try #require((all.last?["lightLevels"] as? [[String: Any]])?.first)
            #expect(summary["frames"] as? Int == 0)
            for name in ["maxCLL", "maxFALL", "maxLuminance", "minLuminance", "contentLight"] {
                #expect(summary[name] is NSNull, "\(area) \(name): \(summary)")
            }
        }
    }

    @Test func aFilterWithoutATwinPassesUnproven() async throws {
        #expect(try await candela("new", "raw", "look").status == 0)
        let check = try await candela("check", "./look.glsl", "--quick", "--proof", "proof.json", "--junit", "j.xml")
        #expect(check.status == 0 && check.output.contains("look: not provable: no twin"), "\(check.output)")
        let rows = try String(contentsOfFile: folder.path("proof.json"), encoding: .utf8)
        #expect(!rows.contains("\"look\""), "\(rows)")
        let json = try await candela("check", "./look.glsl", "--quick", "--json")
        #expect(json.output.contains("\"unproven\":\"not provable: no twin"), "\(json.output)")
        let readiness = try await candela("check", "./look.glsl", "lightLevel", "--readiness")
        #expect(readiness.status == 0, "\(readiness.output)")
        _ = try await TestClip.pq(in: folder, frames: 1)
        let reference = try await candela(
            "render", "pq.mkv", "-o", "out.mkv", "--codec", "ffv1", "--filter", "./look.glsl", "--cpu-reference")
        #expect(reference.status == 64 && reference.errorLines.count == 1, "\(reference.errors)")
        #expect(reference.errors.contains("without a twin"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("out.mkv")))
    }

    /// A whole shader that writes a picture is proved by the filter that it names, which also renders for it.
    @Test func aTwinStandsInItsPlace() async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        try folder.write(
            "//! filter plain: The neighbour.\n//! kind area\n//! reach 1\n"
                + "vec4 plain() { return pixel(vec2(-1.0, 0.0)); }\n", to: "plain.glsl")
        func raw(_ distance: Int) throws {
            try folder.write(
                "//! filter whole: The neighbour.\n//! kind raw\n//! twin plain.glsl\nvoid main() {\n"
                    + "    ivec2 p = ivec2(gl_GlobalInvocationID.xy);\n"
                    + "    setTexel(p, texel(p - ivec2(\(distance), 0)));\n}\n", to: "whole.glsl")
        }
        try raw(1)
        let check = try await candela("check", "./whole.glsl", "--quick")
        #expect(check.status == 0 && !check.output.contains("not provable"), "\(check.output)")
        for name in ["whole", "plain"] {
            let outcome = try await candela(
                "render", "pq.mkv", "-o", "\(name).mkv", "--codec", "ffv1", "--filter", "./\(name).glsl",
                "--cpu-reference")
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        #expect(try await candela("compare", "whole.mkv", "plain.mkv").status == 0)
        try raw(2)
        let wrong = try await candela("check", "./whole.glsl", "--quick")
        #expect(wrong.status == 1 && wrong.output.contains("differs from the reference"), "\(wrong.output)")
        let other = try await candela("filters", "./whole.glsl")
        #expect(other.status == 0, "\(other.errors)")
    }

    @Test func mistakesHaveAPlace() async throws {
        _ = try await TestClip.pq(in: folder, frames: 1)
        try folder.write(
            "//! filter broken: Does not compile.\n//! kind raw\n//! result n uint: N.\nvoid main() {\n    n_add(m);\n}\n",
            to: "broken.glsl")
        // Quiet, for compiling may take long enough to be told of.
        let words = ["render", "pq.mkv", "-o", "out.mkv", "--codec", "ffv1", "--filter", "./broken.glsl", "--quiet"]
        let outcome = try await BuiltProgram.candela(words, in: folder.url)
        #expect(outcome.status == 65, "\(outcome.errors)")
        #expect(
            outcome.errors
                == "candela: ./broken.glsl:5:11: 'm' is declared nowhere; declare it above\n      n_add(m);\n            ^\n",
            "\(outcome.errors)")
        let check = try await candela("check", "./broken.glsl", "--quick")
        #expect(check.status == 65 && check.errors.contains("'m' is declared nowhere"), "\(check.errors)")
    }

    @Test func itsCostIsOneRead() async throws {
        let outcome = try await candela(
            "bench", "lightLevel", "--size", "64x48", "--runs", "2", "--warmup", "0", "--json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("\"bytes\": \(64 * 48 * 8)"), "\(outcome.output)")
    }
}
