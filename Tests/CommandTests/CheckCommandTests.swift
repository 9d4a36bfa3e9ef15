import Foundation
import FoundationXML
import Testing

@testable import CandelaCLI

/// `candela check` for people, programs and build servers; none of this needs a device.
@Suite(.timeLimit(.minutes(10))) struct CheckCommandTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(
            """
            //! filter classicInverter: Turn light into dark, as SDR does.
            //! kind   point

            vec4 classicInverter(vec4 color) {
                return vec4(1.0 - color.rgb, 1.0);
            }

            """, to: "classic.glsl")
    }

    private func candela(_ words: String...) async throws -> BuiltProgram.Outcome {
        try await BuiltProgram.candela(words, in: folder.url)
    }

    @Test func aFaultIsToldWithItsMend() async throws {
        let outcome = try await candela("check", "./classic.glsl", "--readiness")
        #expect(outcome.status == 1, "\(outcome.errors)")
        for part in [
            "classicInverter: finding goes-negative: light above 1 becomes negative",
            "in (1.5, 1.5, 1.5, 1), out (-0.5,",
            "mend: mirror or subtract within the content's range", "finding loses-alpha: every pixel becomes opaque",
        ] {
            #expect(outcome.output.contains(part), "\(outcome.output)")
        }
    }

    @Test func programsReadTheSame() async throws {
        let outcome = try await candela(
            "check", "./classic.glsl", "invert", "--readiness", "--json", "--junit", "found.xml")
        #expect(outcome.status == 1, "\(outcome.errors)")
        let reports = try outcome.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(reports.map { ($0["findings"] as? [Any])?.count } == [4, 0])
        let xml = try String(contentsOf: folder.url.appendingPathComponent("found.xml"), encoding: .utf8)
        #expect(xml.contains("tests=\"2\" failures=\"1\"") && xml.contains("type=\"goes-negative\""), "\(xml)")
    }

    /// A file that is no filter fails alone; the others are checked, and every report tells of both.
    @Test(arguments: [
        ("broken.glsl", 65, "broken.glsl:3"), ("noFilter.glsl", 65, "says nowhere"),
        ("absent.glsl", 74, "no such file"),
        ("dir.glsl", 74, "is a folder"),
    ])
    func aFileThatIsNoFilterFailsAlone(name: String, status: Int, problem: String) async throws {
        try folder.write(
            "//! filter broken: Misspelt.\n//! kind point\nvec4 broken(vec4 color) { return colour; }\n",
            to: "broken.glsl")
        try folder.write("vec4 f() { return vec4(1.0); }\n", to: "noFilter.glsl")
        try FileManager.default.createDirectory(atPath: folder.path("dir.glsl"), withIntermediateDirectories: true)
        // Wherever it stands; and what else fails takes nothing from its code.
        for names in [["./\(name)", "exposure"], ["invert", "./\(name)", "./classic.glsl"], ["./\(name)"]] {
            let outcome = try await BuiltProgram.candela(
                ["check"] + names + ["--readiness", "--json", "--junit", "found.xml"], in: folder.url)
            #expect(outcome.status == status, "\(outcome.errors)")
            #expect(outcome.errorLines.first?.contains(problem) == true, "\(outcome.errors)")
            let reports = try outcome.output.split(separator: "\n").map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
            #expect(reports.count == names.count)
            let wrong = try #require(reports.first { $0["mistake"] != nil })
            #expect(wrong["filter"] as? String == "./\(name)")
            #expect((wrong["mistake"] as? String)?.contains(problem) == true)
            let xml = try String(contentsOf: folder.url.appendingPathComponent("found.xml"), encoding: .utf8)
            #expect(xml.components(separatedBy: "<testsuite ").count == names.count + 1, "\(xml)")
            #expect(xml.contains(" errors=\"1\">") && xml.contains("<error type=\"mistake\" message="), "\(xml)")
            #expect(xml.contains(problem), "\(xml)")
            let parsed = XMLParser(data: Data(xml.utf8))
            #expect(parsed.parse(), "\(xml)")
            let people = try await BuiltProgram.candela(["check"] + names + ["--readiness"], in: folder.url)
            #expect(people.status == status && people.errors.contains(problem))
            #expect(people.output.contains("FAILED  ./\(name)") == (names.count > 1), "\(people.output)")
        }
        // A word that no filter has is a wrong command line, and ends it before the work.
        let word = try await candela("check", "exposure", "exposrue", "--readiness", "--junit", "none.xml")
        #expect(word.status == 64 && word.output.isEmpty && word.errorLines.count == 1, "\(word.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("none.xml")))
    }

    /// A log gets a line in five seconds at most, however many filters are checked; with `--quiet`, none.
    @Test func aLogIsNotFlooded() async throws {
        let body =
            "for (int i = 0; i < 4000; ++i) { color.rgb = color.rgb * 0.9999 + 0.00001 * color.a; } return color;"
        var names: [String] = []
        for name in ["a", "b", "c"] {
            try folder.write(
                "//! filter \(name)Slow: Slow.\n//! kind point\nvec4 \(name)Slow(vec4 color) { \(body) }\n",
                to: "\(name).glsl")
            names.append("./\(name).glsl")
        }
        let clock = ContinuousClock()
        var outcome: BuiltProgram.Outcome?
        let time = try await clock.measure {
            outcome = try await BuiltProgram.candela(["check"] + names + ["--readiness"], in: folder.url)
        }
        let said = try #require(outcome).errorLines
        #expect(said.count <= Int(time.components.seconds) / 5 + 1, "\(time): \(said)")
        let quiet = try await BuiltProgram.candela(["check"] + names + ["--readiness", "--quiet"], in: folder.url)
        #expect(quiet.errors.isEmpty && quiet.status == outcome?.status, "\(quiet.errors)")
        let all = try await candela("check", "--readiness", "--quiet", "--shaders", "nowhere")
        #expect(all.status == 69 && all.errorLines.count == 1, "\(all.errors)")
    }

    @Test(arguments: [
        ("setTexel(p, undefinedThing(1));", "no function 'undefinedThing'"), ("setTexel(p, texel(p))", "missing ';'"),
    ])
    func mistakesInWholeShadersAreMistakes(_ code: String, _ problem: String) async throws {
        try folder.write(
            "//! filter whole: A whole shader.\n//! kind raw\nvoid main() {\n    ivec2 p = ivec2(gl_GlobalInvocationID.xy);\n"
                + "    \(code)\n}\n", to: "whole.glsl")
        for words in [["check", "./whole.glsl", "--readiness"], ["check", "./whole.glsl", "exposure", "--quick"]] {
            let outcome = try await BuiltProgram.candela(words, in: folder.url)
            #expect(outcome.status == 65, "\(outcome.output)")
            #expect(outcome.errors.contains("whole.glsl:") && outcome.errors.contains(problem), "\(outcome.errors)")
            #expect(outcome.errors.contains("^"), "\(outcome.errors)")
        }
    }

    @Test func theProofKeepsOtherDevicesRows() async throws {
        let first = try await candela("check", "exposure", "--readiness", "--proof", "proof.md")
        #expect(first.status == 0, "\(first.errors)")
        let file = folder.url.appendingPathComponent("proof.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        let renamed = page.replacingOccurrences(of: "## CPU reference (double precision)", with: "## Another device")
        #expect(renamed != page)
        try Data(renamed.utf8).write(to: file)
        let second = try await candela("check", "exposure", "--readiness", "--proof", "proof.md")
        #expect(second.status == 0, "\(second.errors)")
        let both = try String(contentsOf: file, encoding: .utf8)
        #expect(both.contains("## Another device") && both.contains("## CPU reference (double precision)"), "\(both)")
    }

    @Test func whatCannotBeReadOrWrittenIsNamed() async throws {
        let tables = try await candela("check", "exposure", "--readiness", "--tables", "nowhere")
        #expect(tables.status == 74 && tables.errorLines.count == 1, "\(tables.errors)")
        #expect(tables.errors.contains("--tables: ") && tables.errors.contains("nowhere"), "\(tables.errors)")
        let junit = try await candela("check", "exposure", "--readiness", "--junit", "absent/found.xml")
        #expect(junit.status == 74 && junit.errors.contains("absent/found.xml: there is no folder"), "\(junit.errors)")
        // All of this before the work.
        #expect(tables.output.isEmpty && junit.output.isEmpty)
    }

    @Test func whatIsCheckedWithoutANameIsSaid() async throws {
        let one = try folder.write(
            "//! filter plain: Does nothing.\n//! kind point\nvec4 plain(vec4 color) { return color; }\n",
            to: "plain.glsl")
        let library = try #require(BuiltProgram.folder).appendingPathComponent("candela_Shaders.resources")
        try FileManager.default.createDirectory(atPath: folder.path("own/filters"), withIntermediateDirectories: true)
        for part in ["color", "planes"] {
            try FileManager.default.copyItem(
                at: library.appendingPathComponent(part), to: folder.url.appendingPathComponent("own/\(part)"))
        }
        try FileManager.default.copyItem(atPath: one, toPath: folder.path("own/filters/plain.glsl"))
        let outcome = try await candela("check", "--readiness", "--shaders", "own", "--json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            outcome.errorLines.first?.hasPrefix("checking all of 1 filter on CPU reference") == true,
            "\(outcome.errors)")
        let named = try await candela("check", "plain", "--readiness", "--shaders", "own", "--json")
        #expect(named.status == 0 && named.errors.isEmpty, "\(named.errors)")
    }
}
