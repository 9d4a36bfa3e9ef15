import FilterLanguage
import Testing

@Suite struct SettingsTests {
    private let filter: Filter

    init() throws {
        filter = try point(
            "vec4 trial(vec4 color) { return color; }",
            annotations: """
                //! param amount float = 0.5 in 0...1: An amount.
                //! param tint color = 1/1/1/1 in 0...64: A tint.
                //! param mode choice = auto of auto signal linear: A mode.
                //! param flag bool = false: A flag.
                //! param middle point = center: A place.
                //! param count int = 2 in 1...4: A count.
                //! param peak float = contentHeadroom in 0...4: A peak.
                """)
    }

    @Test func textsBecomeNumbers() throws {
        let settings = try filter.settings(parsing: [
            ("amount", "0.3"), ("tint", "2/0/0/1"), ("mode", "signal"), ("flag", "true"), ("middle", "center"),
        ])
        #expect(settings == ["amount": [0.3], "tint": [2, 0, 0, 1], "mode": [1], "flag": [1]])
    }

    @Test(arguments: [
        ("amout", "1", "no such parameter; did you mean 'amount'?"),
        ("amount", "2", "2 is outside 0...1"),
        ("amount", "nan", "is not a number"),
        ("amount", "x", "'x' is not a number"),
        ("tint", "1/2", "needs 4 numbers, has 2"),
        ("mode", "signl", "'signl' is not one of auto, signal, linear; did you mean 'signal'?"),
        ("flag", "maybe", "neither true nor false"),
        ("count", "1.5", "is not a whole number"),
    ])
    func wrongValuesAreNamed(_ name: String, _ text: String, _ problem: String) throws {
        do {
            _ = try filter.settings(parsing: [(name, text)])
            Issue.record("accepted")
        } catch {
            #expect(error.description.hasPrefix("trial:\(name): "))
            #expect(error.problem.contains(problem), "\(error)")
        }
    }

    @Test func missingValuesTakeTheirInitialOnes() {
        let all = filter.complete(["amount": [1]], size: (100, 50), contentHeadroom: 4.926)
        #expect(all["amount"] == [1])
        #expect(all["middle"] == [50, 25])
        #expect(all["peak"] == [4])
        #expect(all["mode"] == [0])
        #expect(all.count == 7)
    }
}
