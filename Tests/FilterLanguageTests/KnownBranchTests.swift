import FilterLanguage
import Testing

/// Branches whose condition is known are written without it: drivers have crashed over code that nothing reaches.
@Suite struct KnownBranchTests {
    private static let head = "//! param count int = 3 in 0...5: A count."
    private static let constants = "const uint MASK = 1u;\nconst bool ON = true;\nconst int MOST = 0x7FFF;\n"

    private static func code(_ condition: String) throws -> String {
        try point(
            constants + "vec4 trial(vec4 color) {\nif (\(condition)) { color.r = 11.0; } else { color.r = 22.0; }\n"
                + "return color;\n}\n", annotations: head
        ).code(prefix: "f_", given: [:])
    }

    @Test(arguments: [
        "true", "ON", "!(false)", "MOST > 4", "(MASK & MASK) < (~MASK)", "clamp(MASK, 0u, 1u) <= MASK", "count <= 5",
        "1.5 < 2.0", "bool(MOST)", "ON || color.r > 0.5", "any(bvec2(false, true))", "all(bvec3(true))", "ON ^^ false",
        "ON ? MOST == 32767 : color.r > 0.5", "count >= 0 && count < 6",
    ])
    func alwaysTaken(_ condition: String) throws {
        let code = try Self.code(condition)
        #expect(!code.contains("if (") && code.contains("11.0") && !code.contains("22.0"), "\(code)")
    }

    @Test(arguments: [
        "false", "!ON", "MOST < 4", "MASK == 2u", "count > 5", "2.0 <= 1.5", "!ON && color.r > 0.5",
        "all(bvec2(ON, false))",
        "MASK != 1u", "bool(0)", "ON ^^ true",
    ])
    func neverTaken(_ condition: String) throws {
        let code = try Self.code(condition)
        #expect(!code.contains("if (") && !code.contains("11.0") && code.contains("22.0"), "\(code)")
    }

    @Test(arguments: [
        "color.r > 0.5", "count > 3", "count == 3", "ON && color.r > 0.5", "!ON || color.r > 0.5", "color.r < color.r",
        "any(lessThan(color.rg, color.ba))", "count != 5", "(color.r += 1.0) > 0.0 || ON", "0.1 * 3.0 < 0.3",
    ])
    func openOnesStay(_ condition: String) throws {
        let code = try Self.code(condition)
        #expect(code.contains("if (") && code.contains("11.0") && code.contains("22.0"), "\(code)")
    }

    /// What follows in the file is written whatever was left out, in chains too.
    @Test func chainsKeepTheirRest() throws {
        let code = try point(
            """
            vec4 trial(vec4 color) {
                if (color.r > 0.5) { color.g = 1.5; } else if (false) { color.g = 2.5; } else if (color.b > 0.5) { color.g = 3.5; }
                while (color.a > 0.0) { color.a -= 1.0; if (color.a < 0.1) { if (true) break; } }
                if (true) return color * 4.5;
                return color * 5.5;
            }
            """.replacing("while (color.a > 0.0)", with: "for (int i = 0; i < 3; ++i)")
        ).code(prefix: "f_", given: [:])
        for kept in ["1.5", "3.5", "4.5", "break;"] { #expect(code.contains(kept), "\(code)") }
        #expect(!code.contains("2.5"), "\(code)")
    }
}
