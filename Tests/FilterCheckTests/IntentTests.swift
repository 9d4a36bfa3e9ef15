import FilterLanguage
import Testing

@testable import FilterCheck

/// What a file says is meant is meant so far as the file says.
@Suite struct IntentTests {
    private static func filter(_ intent: String) throws -> Filter {
        try Filter(
            source: """
                //! filter lift: Add light, or take it away.
                //! kind point
                //! param amount float = 0.5 in -4...4: How much.
                \(intent)

                vec4 lift(vec4 color) { return vec4(color.rgb + amount * color.a, color.a); }
                """, path: "lift.glsl")
    }

    /// Only amounts below 0 make light negative.
    @Test(arguments: [
        ("", ["goes-negative"]), ("//! intends goes-negative: It takes away.", []),
        ("//! intends goes-negative when amount < 0: It takes away.", []),
        ("//! intends goes-negative when amount <= -0.25: It takes away.", []),
        ("//! intends goes-negative when amount > 0: It takes away.", ["goes-negative"]),
        ("//! intends goes-negative when amount >= 0.75, amount <= 1: It takes away.", ["goes-negative"]),
        ("//! intends goes-negative when amount = 1: It takes away.", ["goes-negative"]),
    ])
    func partsOfARangeCount(_ intent: String, _ names: [String]) throws {
        let found = HDRReadiness.findings(for: try Self.filter(intent)).map(\.id.rawValue)
        #expect(found.filter { $0 != "needless-intent" } == names, "\(found)")
        // What is meant for a part in which it does not happen is not needed.
        #expect(found.contains("needless-intent") == (!intent.isEmpty && !names.isEmpty), "\(found)")
    }
}
