import CPUReference
import FilterGraph
import FilterLanguage
import Testing

@testable import FilterCheck

/// Filters whose files promise what they do not keep.
@Suite struct PromiseTests {
    private func failures(_ lines: String, _ body: String) throws -> [CheckFailure] {
        let source =
            "//! filter wrong: Breaks a promise.\n//! kind point\n\(lines)\n\nvec4 wrong(vec4 color) {\n\(body)\n}\n"
        let filter = try Filter(source: source, path: "wrong.glsl")
        // The cases are to notice by themselves what the findings for HDR tell too.
        var options = CheckOptions(extent: .quick)
        options.examinesReadiness = false
        let report = FilterCheck.check(filter, reference: CPURenderer(), candidate: CPURenderer(), options: options)
        return report.failures
    }

    private let gain = "//! param gain float = 1 in 0...8: How much brighter."

    @Test func aKeptPromisePasses() throws {
        let lines =
            "\(gain)\n//! law identity when gain = 1\n//! law monotone\n//! expect gain = 2: (1, 2, 3, 1) -> (2, 4, 6, 1)"
        #expect(try failures(lines, "return vec4(color.rgb * gain, color.a);").isEmpty)
    }

    @Test func aFalseExampleIsNoticed() throws {
        let found = try failures(
            "\(gain)\n//! expect gain = 2: (1, 2, 3, 1) -> (2, 4, 6.001, 1)", "return vec4(color.rgb * gain, color.a);")
        #expect(found.first?.kind == .example && found.first?.pixel?.channel == 2)
        #expect(found.first?.problem.contains("line 4") == true)
    }

    @Test func aFalseIdentityIsNoticed() throws {
        let found = try failures("\(gain)\n//! law identity when gain = 2", "return vec4(color.rgb * gain, color.a);")
        #expect(found.first?.kind == .law && found.first?.problem.contains("identity") == true)
    }

    @Test func aFalseInvolutionIsNoticed() throws {
        let found = try failures(
            "\(gain)\n//! law involution", "return vec4(color.a - 0.9 * color.rgb * gain, color.a);")
        #expect(found.contains { $0.kind == .law && $0.problem.contains("involution") })
    }

    @Test func fallingLightIsNoticed() throws {
        let found = try failures("//! law monotone", "return vec4(color.rgb - 0.02 * color.rgb * color.rgb, color.a);")
        #expect(found.first?.kind == .law && found.first?.problem.contains("monotone") == true)
    }

    @Test func undeclaredAlphaIsNoticed() throws {
        let found = try failures("", "return color * 0.5;")
        #expect(found.first?.kind == .law && found.first?.problem.hasPrefix("alpha changed") == true)
        #expect(try failures("//! alpha changes", "return color * 0.5;").isEmpty)
    }

    @Test func lightFromNothingIsNoticed() throws {
        let found = try failures("", "return vec4(color.rgb + 0.1, color.a);")
        #expect(found.contains { $0.problem.hasPrefix("transparent black") })
    }

    @Test func lightThatIsNoNumberIsNoticed() throws {
        let found = try failures("", "return vec4(color.rgb / (color.a - color.a), color.a);")
        #expect(found.contains { $0.problem.hasPrefix("finite light became") || $0.kind == .undecided })
    }

    @Test func thresholdsOnExactValuesAreNoticed() throws {
        let found = try failures("", "return vec4(color.a * 0.1 >= 0.1 ? color.rgb : vec3(0.0), color.a);")
        #expect(found.contains { $0.kind == .undecided })
    }
}
