import Candela
import Foundation
import Testing

@testable import CandelaCLI

/// `candela new` writes files that work, and refuses names that cannot.
@Suite(.timeLimit(.minutes(10))) struct NewTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func new(_ words: String...) async throws -> BuiltProgram.Outcome {
        try await BuiltProgram.candela(["new"] + words, in: folder.url)
    }

    @Test func everyKindHasATemplateOfItsKind() throws {
        #expect(Set(FilterTemplate.all.map(\.kind)) == Set(Filter.Kind.allCases.map(\.rawValue)))
        for template in FilterTemplate.all {
            let filter = try Filter(source: template.text("look"), path: "look.glsl")
            #expect(filter.kind.rawValue == template.kind && filter.name == "look")
            #expect(template.text("look").split(separator: "\n").allSatisfy { $0.count <= 120 })
        }
    }

    @Test(arguments: FilterTemplate.all.map(\.kind))
    func whatItWritesPassesItsCheck(kind: String) async throws {
        let outcome = try await new(kind, "look")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let check = try await BuiltProgram.candela(["check", "./look.glsl", "--quick"], in: folder.url)
        #expect(check.status == 0, "\(check.output)\(check.errors)")
    }

    @Test func anExistingFileStaysAsItIs() async throws {
        try folder.write("mine", to: "look.glsl")
        let outcome = try await new("point", "look")
        #expect(outcome.status == 74 && outcome.errorLines.count == 1)
        #expect(outcome.errors.contains("./look.glsl: exists, and is left as it is"))
        #expect(try String(contentsOfFile: folder.path("look.glsl"), encoding: .utf8) == "mine")
    }

    @Test func itWritesIntoAnotherFolder() async throws {
        try FileManager.default.createDirectory(atPath: folder.path("deep"), withIntermediateDirectories: true)
        #expect(try await new("area", "soft", "-o", "deep").status == 0)
        #expect(FileManager.default.fileExists(atPath: folder.path("deep/soft.glsl")))
        #expect(try await new("area", "soft", "-o", "nowhere").status == 74)
    }

    @Test(arguments: [
        ("sample", "'tap'"), ("film-look", "filmLook"), ("2x", "look2x"), ("exposure", "myExposure"), ("vec3", "type"),
        ("main", "'main'"), ("luminance", "another"), ("look.glsl", "look"), ("gl_x", "gl_x"), ("größe", "such as"),
        ("amount", "another"), ("position", "another"), ("", "such as"), ("mix", "another"), ("_x", "begins with '_'"),
        ("_", "begins with '_'"), ("candela_x", "'candela_'"), ("a__b", "two underscores"), ("while", "reserved word"),
        ("texel", "another"), ("toSignal", "another"), ("pqToNits", "another"), ("size", "another"), ("gl_", "gl_"),
        ("struct", "reserved word"), ("sampler2D", "type"), ("int", "type"), ("discard", "reserved word"),
    ])
    func badNamesAreRefusedByName(name: String, way: String) async throws {
        let outcome = try await new("point", name)
        #expect(outcome.status == 64, "\(outcome.errors)")
        #expect(outcome.errorLines.count == 1 && outcome.errors.contains(way), "\(outcome.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test func badKindsAreRefusedByName() async throws {
        #expect(try await new("pint", "look").errors.contains("did you mean point?"))
        #expect(try await new("look", "blend").errors.contains("candela new blend look"))
        #expect(try await new("thing", "look").errors.contains("point, blend, warp"))
    }
}
