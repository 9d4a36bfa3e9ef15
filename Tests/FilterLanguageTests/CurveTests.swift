import FilterLanguage
import Testing

/// Parameters that the code sees as functions.
@Suite struct CurveTests {
    private static let head = "//! filter trial: A trial.\n//! kind point\n"

    @Test func aCurveIsAFunction() throws {
        let filter = try Filter(
            source: Self.head + """
                //! param tone curve = 0/0 0.5/0.7 1/1 in 0...2: A curve.
                //! expect tone = 0/1 1/0: (0.25, 1, 0, 1) -> (0.75, 0, 1, 1)
                //! law identity when tone = 0/0 1/1
                vec4 trial(vec4 c) { return vec4(tone(c.r), tone(c.g), tone(c.b), c.a); }
                """, path: "trial.glsl")
        #expect(filter.parameters[0].kind == .curve)
        #expect(filter.parameters[0].initial == .numbers([0, 0, 0.5, 0.7, 1, 1]))
        #expect(filter.examples[0].settings == ["tone": [0, 1, 1, 0]])
        #expect(filter.laws[0].settings == ["tone": [0, 0, 1, 1]])
        #expect(try filter.settings(parsing: [("tone", "0/0.25 2/0.75")]) == ["tone": [0, 0.25, 2, 0.75]])
        #expect(filter.code(prefix: "f1_", given: [:]).contains("f1_tone(c_0.x)"))
    }

    @Test func aStillIsReadAnywhere() throws {
        let filter = try Filter(
            source: Self.head + """
                //! input mask: A mask.
                //! param lut image: A still.
                //! expect (1, 1, 1, 1), (0, 0, 0, 1), (2, 2, 2, 1) -> (2, 2, 2, 1)
                vec4 trial(vec4 c, vec4 m) { return c * lut(vec2(0.5)) + m * lut_size().x; }
                """, path: "trial.glsl")
        #expect(filter.images.map(\.name) == ["lut"] && filter.pictureNames == ["mask", "lut"])
        #expect(filter.pictureCount == 3)
        #expect(filter.complete([:], size: (1, 1), contentHeadroom: 1).isEmpty)
        #expect(throws: SettingError.self) { try filter.settings(parsing: [("lut", "a.png")]) }
    }

    @Test(arguments: [
        ("//! param tone curve = 0/0 in 0...1: C.", "a curve of 2 to 16 points, has 1"),
        ("//! param tone curve = 0/0 1 in 0...1: C.", "expected the range"),
        ("//! param tone curve = 0/0 1/x in 0...1: C.", "'1/x' is not a point; write x/y"),
        ("//! param tone curve = 0/0 1/1/1 in 0...1: C.", "'1/1/1' is not a point"),
        ("//! param tone curve = 1/0 0/1 in 0...1: C.", "0 follows 1"),
        ("//! param tone curve = 0/0 0.0001/1 in 0...1: C.", "x rises from point to point by at least"),
        ("//! param tone curve = 0/0 1/2 in 0...1: C.", "2 is outside 0...1"),
        ("//! param tone curve = 0/0 1/1: C.", "expected the range"),
        ("//! param tone curve = 1/1 in 1...1: C.", "two ends that differ"),
        ("//! param tone curve: C.", "the form is: //! param NAME curve = 0/0 1/1 in 0...1: What it does."),
        ("//! param tone crve = 0/0 1/1 in 0...1: C.", "did you mean 'curve'?"),
        ("//! param lut image = a.png: C.", "the form is: //! param NAME image: What the still is for."),
        ("//! param lut image:", "expected a summary"),
        ("//! param lut image: C.\n//! param lut_size float = 1 in 0...1: C.", "a function that 'lut' brings"),
        ("//! param tone curve = 0/0 1/1 in 0...1: C.\n//! expect tone = 0/0: (1, 1, 1, 1) -> (1, 1, 1, 1)", "has 1"),
    ])
    func mistakesAreNamed(_ annotations: String, _ problem: String) throws {
        let found = try #require(mistake(Self.head + annotations + "\nvec4 trial(vec4 c) { return c; }\n"))
        #expect(found.problem.contains(problem), "\(found)")
    }

    @Test(arguments: [
        ("color *= tone;", "'tone' is a function; call it as tone(...)"),
        ("color *= tone(color);", "tone does not take (vec4); it is tone(float)"),
        ("color *= tnoe(color.r);", "did you mean 'tone'?"),
        ("float tone = 1.0;", "choose another name"),
        ("color *= lut(0.5);", "lut does not take (float); it is lut(vec2)"),
    ])
    func usesAreChecked(_ body: String, _ problem: String) throws {
        let found = try #require(
            mistake(
                inBody: body, annotations: "//! param tone curve = 0/0 1/1 in 0...1: C.\n//! param lut image: A still.")
        )
        #expect(found.problem.contains(problem), "\(found)")
    }
}
