import FilterLanguage
import Testing

/// Pictures made of numbers alone, and further pictures.
@Suite struct KindTests {
    @Test func aGeneratedPictureReadsNothing() throws {
        let filter = try Filter(
            source: """
                //! filter trial: A trial.
                //! kind generate
                //! param level float = 1 in 0...8: A level.
                //! expect level = 2: (3.5, 0.5) -> (2, 2, 2, 1)
                //! expect -> (1, 1, 1, 1)
                vec4 trial() { return vec4(vec3(level), 1.0); }
                """, path: "trial.glsl")
        #expect(filter.kind == .generate && filter.pictureCount == 0)
        #expect(filter.examples.map(\.inputs) == [[[3.5, 0.5]], []])
        #expect(filter.examples.map(\.settings) == [["level": [2]], [:]])
    }

    @Test func furtherPicturesAreArgumentsOrFunctions() throws {
        let point = try Filter(
            source: """
                //! filter trial: A trial.
                //! kind point
                //! input mask: A mask.
                //! input other: Another.
                //! expect (1, 1, 1, 1), (0, 0, 0, 1), (2, 2, 2, 1) -> (2, 2, 2, 1)
                vec4 trial(vec4 color, vec4 mask, vec4 second) { return color * mask + second; }
                """, path: "trial.glsl")
        #expect(point.inputs.map(\.name) == ["mask", "other"] && point.pictureCount == 3)
        #expect(point.examples[0].inputs.count == 3)
        let area = try Filter(
            source: """
                //! filter trial: A trial.
                //! kind area
                //! input mask: A mask.
                vec4 trial() { return pixel(vec2(1.0)) * mask_at(position) + mask_texelOrClear(position); }
                """, path: "trial.glsl")
        #expect(area.usedNames.isSuperset(of: ["mask_at", "mask_texelOrClear", "pixel"]))
        let code = area.code(prefix: "f1_", given: ["mask_at": "stored2_at", "pixel": "stored0_pixel"])
        #expect(code.contains("stored0_pixel(vec2(1.0)) * stored2_at(position)"))
        let warp = try Filter(
            source:
                "//! filter trial: A trial.\n//! kind warp\n//! input map: A map.\n//! expect (1.5, 0.5), (1, 0, 0, 1) -> (2.5, 0.5)\n"
                + "vec2 trial(vec2 at) { return at + map_texel(at).rg; }", path: "trial.glsl")
        #expect(warp.examples[0].inputs == [[1.5, 0.5], [1, 0, 0, 1]])
    }

    @Test(arguments: [
        ("//! kind genrate", "vec4 trial() { return vec4(1.0); }", "did you mean 'generate'?", 2),
        (
            "//! kind generate", "vec4 trial(vec4 c) { return c; }",
            "must be 'vec4 trial()', for this filter is of kind generate", 3
        ),
        ("//! kind generate", "vec4 trial() { return at(position); }", "only a filter of kind area does", 3),
        ("//! kind generate\n//! input mask: M.", "vec4 trial() { return vec4(1.0); }", "reads no picture", 3),
        (
            "//! kind generate\n//! expect (1, 1, 1, 1) -> (1, 1, 1, 1)", "vec4 trial() { return vec4(1.0); }",
            "a place has 2 numbers", 3
        ),
        (
            "//! kind generate\n//! reach 2", "vec4 trial() { return vec4(1.0); }",
            "only filters of kind area have a reach", 3
        ),
        (
            "//! kind point\n//! input mask: M.", "vec4 trial(vec4 c) { return c; }",
            "must be 'vec4 trial(vec4 color, vec4 mask)'", 4
        ),
        (
            "//! kind blend\n//! input mask: M.", "vec4 trial(vec4 b, vec4 a) { return a; }",
            "'vec4 trial(vec4 below, vec4 above, vec4 mask)'", 4
        ),
        (
            "//! kind point\n//! input mask: M.", "vec4 trial(vec4 c, vec4 m) { return mask_at(position); }",
            "is handed 'mask' as an argument", 4
        ),
        (
            "//! kind point\n//! input mask: M.\n//! input mask: N.", "vec4 trial(vec4 c) { return c; }",
            "declared on line 3 already", 4
        ),
        (
            "//! kind point\n//! param mask float = 0 in 0...1: P.\n//! input mask: N.",
            "vec4 trial(vec4 c) { return c; }", "declared on line 3 already", 4
        ),
        (
            "//! kind point\n//! input mask: N.\n//! param mask float = 0 in 0...1: P.",
            "vec4 trial(vec4 c) { return c; }", "declared on line 3 already", 4
        ),
        ("//! kind point\n//! input: N.", "vec4 trial(vec4 c) { return c; }", "expected the picture's name", 3),
        (
            "//! kind point\n//! input mask", "vec4 trial(vec4 c) { return c; }",
            "the form is: //! input NAME: What the picture is for.", 3
        ),
        ("//! kind point\n//! input mask:", "vec4 trial(vec4 c) { return c; }", "expected a summary", 3),
        ("//! kind point\n//! input texture: N.", "vec4 trial(vec4 c) { return c; }", "'texture' is refused", 3),
        ("//! kind point\n//! inptu mask: N.", "vec4 trial(vec4 c) { return c; }", "did you mean 'input'?", 3),
        (
            "//! kind area\n//! input mask: M.", "vec4 trial() { return mask_et(position); }",
            "did you mean 'mask_at'?", 4
        ),
        (
            "//! kind area\n//! input mask: M.",
            "vec4 mask_at(vec2 p) { return vec4(0.0); } vec4 trial() { return vec4(1.0); }", "choose another name", 4
        ),
        (
            "//! kind point\n//! input mask: M.\n//! expect (1, 1, 1, 1) -> (1, 1, 1, 1)",
            "vec4 trial(vec4 c, vec4 m) { return c; }", "has 2 inputs, mask, this one has 1", 4
        ),
    ])
    func mistakesAreNamed(_ annotations: String, _ code: String, _ problem: String, _ line: Int) throws {
        let found = try #require(mistake("//! filter trial: A trial.\n\(annotations)\n\(code)\n"))
        #expect(found.problem.contains(problem), "\(found)")
        #expect(found.line == line, "\(found)")
    }

    @Test func tooManyFurtherPicturesAreRefused() throws {
        let lines = (0..<9).map { "//! input m\($0): M.\n" }.joined()
        let found = try #require(
            mistake("//! filter trial: A trial.\n//! kind area\n\(lines)vec4 trial() { return vec4(1.0); }"))
        #expect(found.problem == "a filter has at most 8 further inputs" && found.line == 11)
    }
}
