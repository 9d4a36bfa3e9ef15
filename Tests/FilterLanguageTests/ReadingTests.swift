import FilterLanguage
import Testing

@Suite struct ReadingTests {
    @Test func annotationsAreRead() throws {
        let filter = try Filter(source: shoulder, path: "shoulder.glsl")
        #expect(filter.name == "shoulder")
        #expect(filter.kind == .point)
        #expect(filter.parameters.map(\.name) == ["knee", "peak"])
        #expect(filter.parameters[1].initial == .given("contentHeadroom"))
        #expect(filter.parameters[1].unit == "white")
        #expect(filter.parameters[1].range == 1...64)
        #expect(filter.laws.map(\.name) == ["monotone"])
        #expect(filter.examples[0].settings == ["knee": [0.5], "peak": [2]])
        #expect(filter.examples[0].inputs == [[0.25, 0.25, 0.25, 1]])
        #expect(filter.passes == ["shoulder"])
        #expect(filter.module.functions.map(\.name) == ["roll", "shoulder"])
    }

    @Test func everyKindOfParameterIsRead() throws {
        let filter = try Filter(
            source: """
                //! filter everything: All kinds.
                //! kind   area
                //! param  flag bool = true: A flag.
                //! param  lift vec3 = 0/0/0.5 in -1...1: A lift.
                //! param  tint color = 1/1/1/1 in 0...64: A tint.
                //! param  middle point = center: A place.
                //! param  mode choice = signal of auto signal linear: A mode.
                //! param  count int = 3 in 1...9: A count.
                //! phase  roll = 1/3 per second
                //! pass   across
                //! pass   down
                //! reach  3 * lift.x + float(count)
                //! alpha  changes
                //! law    identity when mode = linear, flag = false
                const int taps = 4;
                vec4 across() { return mode == mode_linear ? texel(position) : at(position + vec2(roll, 0)); }
                vec4 down() {
                    vec4 sum = vec4(0);
                    for (int i = -count; i <= count; ++i) { sum += pixel(vec2(i, 0)) / float(taps); }
                    return flag ? sum : pixel(vec2(0));
                }
                """, path: "everything.glsl")
        #expect(filter.parameters.map(\.glslType) == ["bool", "vec3", "vec4", "vec2", "int", "int"])
        #expect(filter.parameters[4].initial == .numbers([1]))
        #expect(filter.parameters[3].initial == .center)
        #expect(filter.phases[0].numerator == 1 && filter.phases[0].denominator == 3)
        #expect(filter.passes == ["across", "down"])
        #expect(filter.reach == "3 * lift.x + float(count)")
        #expect(filter.changesAlpha && filter.light == .linear)
        #expect(filter.laws[0].settings == ["mode": [2], "flag": [0]])
        #expect(filter.usedNames == ["at", "texel", "pixel", "position"])
    }

    @Test func codeIsWrittenUnderNamesOfItsOwn() throws {
        let filter = try Filter(source: shoulder, path: "shoulder.glsl")
        let code = filter.code(prefix: "f0_", given: [:])
        #expect(code.hasPrefix("float f0_roll(float x_0) {\n    float range_1 = (f0_peak - f0_knee);\n"))
        #expect(code.contains("\nvec4 f0_shoulder(vec4 color_0) {\n"))
        #expect(code.hasSuffix("    return vec4((color_0.xyz * gain_2), color_0.w);\n}\n"))
    }

    @Test func linesOfTheCodeLeadBackToTheAuthors() throws {
        let filter = try Filter(source: shoulder, path: "shoulder.glsl")
        func line(_ text: String) -> Int? { filter.place(ofLine: text, prefix: "f0_", given: [:])?.line }
        #expect(line("    float range_1 = (f0_peak - f0_knee);") == 9)
        #expect(line("y_3 = (f0_knee + ((range_1 * over_2) / (over_2 + range_1)));") == 13)
        #expect(line("float range_1 = (f1_peak - f1_knee);") == nil)
    }

    @Test func boolsChoicesAndGivenNamesAreReplaced() throws {
        let filter = try point(
            "vec4 trial(vec4 color) { return flag && mode == mode_second ? vec4(toSignal(color.rgb), time) : color; }",
            annotations: "//! param flag bool = true: A flag.\n//! param mode choice = first of first second: A mode.")
        let code = filter.code(prefix: "f1_", given: ["time": "settings.time", "toSignal": "c_toSignal"])
        #expect(code.contains("((f1_flag != 0u) && (f1_mode == 1)) ? vec4(c_toSignal(color_0.xyz), settings.time)"))
    }

    @Test func membersAreNeverReplaced() throws {
        let filter = try point(
            "const float r = 2.0;\nstruct S { float r; };\nvec4 trial(vec4 color) { S s = S(color.r * r); return vec4(s.r); }"
        )
        let code = filter.code(prefix: "f_", given: [:])
        #expect(code.contains("f_S s_1 = f_S((color_0.x * f_r));"))
        #expect(code.contains("return vec4(s_1.r);"))
    }

    @Test func outArgumentsAndArraysAreRead() throws {
        _ = try point(
            """
            const float weights[3] = float[](0.25, 0.5, 0.25);
            const mat3 turn = mat3(0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
            void split(vec4 c, out vec3 rgb, inout float a) { rgb = c.rgb; a *= c.a; }
            vec4 trial(vec4 color) {
                vec3 rgb;
                float alpha = 1.0;
                split(color, rgb, alpha);
                float[3] copy = weights;
                for (int i = 0; i < 3; i++) { copy[i] += weights[2 - i]; if (copy[i] > 9.0) break; else continue; }
                rgb.zyx = turn * rgb;
                rgb *= turn;
                bvec3 big = greaterThan(rgb, vec3(1));
                rgb = mix(rgb, vec3(1), big);
                if (any(big)) return vec4(rgb, alpha);
                return vec4(rgb + copy[1], alpha);
            }
            """)
    }

    @Test func whatIsMeantIsRead() throws {
        let filter = try point(
            "vec4 trial(vec4 color) { return color; }",
            annotations: """
                //! intends clips-at-one when mode = hard: The old look, which ends at white.
                //! intends goes-negative: Light is taken away.
                //! param  mode choice = soft of soft hard: How.
                """)
        #expect(filter.intents.map(\.finding) == ["clips-at-one", "goes-negative"])
        #expect(filter.intents[0].settings == ["mode": [1]] && filter.intents[1].settings.isEmpty)
        #expect(filter.intents[0].reason == "The old look, which ends at white." && filter.intents[0].line == 3)
        for (line, problem) in [
            ("//! intends", "expected a finding's name"), ("//! intends clips-at-one", "expected ':'"),
            ("//! intends clips-at-one:", "expected the reason"),
            ("//! intends clips-at-one when size = 1: No.", "'size' is not a parameter"),
        ] {
            let found = mistake("//! filter x: X.\n//! kind point\n\(line)\nvec4 x(vec4 c) { return c; }\n")
            #expect(
                found?.line == 3 && found?.problem.hasPrefix(problem) == true, "\(line): \(String(describing: found))")
        }
    }
}
