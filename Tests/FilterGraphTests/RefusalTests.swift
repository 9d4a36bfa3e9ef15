import FilterLanguage
import Shaders
import Testing

@testable import FilterGraph

/// A compiler that refuses what the checker took is answered for in the author's terms.
@Suite struct RefusalTests {
    @Test func aRefusedLineIsTheAuthors() throws {
        var graph = Graph()
        try graph.add(
            try Filter(
                source:
                    "//! filter trial: A trial.\n//! kind point\nvec4 trial(vec4 color) {\n    vec4 twice = color * 2.0;\n    return twice;\n}\n",
                path: "trial.glsl"), inputs: [0])
        let folder = try #require(ShaderLibrary(override: "\(#filePath)/../../../Shaders".resolved))
        let program = Program(try Plan(Sample.job(graph)), library: try ColorLibrary(folder))
        let pass = program.passes[0]
        let line = try #require(pass.text.split(separator: "\n").first { $0.contains("twice_1 =") })
        let refusal = try #require(pass.refusal(ofLine: String(line)))
        #expect((refusal.file, refusal.line) == ("trial.glsl", 4))
        #expect(refusal.excerpt == "    vec4 twice = color * 2.0;")
        #expect(refusal.problem.contains("a fault of Candela"))
        #expect(pass.refusal(ofLine: "void main() {") == nil)
    }
}

extension String {
    /// The path without `..`.
    fileprivate var resolved: String {
        var parts: [Substring] = []
        for part in split(separator: "/") { if part == ".." { parts.removeLast() } else { parts.append(part) } }
        return "/" + parts.joined(separator: "/")
    }
}
