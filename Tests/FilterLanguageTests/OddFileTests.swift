import FilterLanguage
import Testing

/// Odd and hostile code is taken for what GLSL says, or refused in a sentence with a place and a way out.
@Suite struct OddFileTests {
    private static func source(_ body: String, before: String = "") -> String {
        "//! filter trial: A trial.\n//! kind point\n//! param amount float = 0.5 in 0...1: An amount.\n\(before)\n"
            + "vec4 trial(vec4 color) {\n\(body)\nreturn color;\n}\n"
    }

    @Test(arguments: [
        ("color.r = F(F(F(0.25)));", "#define F(x) ((x) + 0.125)"), ("color.r = F();", "#define F() 0.5"),
        ("color.r = A.r;", "#define A color"), ("f(color);", "#define f(x) x.r = 0.5"),
        (
            "float v[4] = float[](4.0, 3.0, 2.0, 1.0); S s = S(1.0, 0.0); mat2 m = mat2(1.0); order(v[0], v[1]); "
                + "order(color.r, color.g); order(m[0].x, m[1].x); "
                + "for (int j = 0; j < 3; ++j) { order(v[j], v[j + 1]); order(v[j + 1], v[3 - 3]); } order(s.a, s.b);",
            "struct S { float a, b; };\nvoid order(inout float a, inout float b) { float t = a; a = min(a, b); b = max(t, b); }"
        ),
        ("color.CHANNELS = vec2(0.5);", "#define CHANNELS rg"), ("color.r = 1.0 A- 0.5;", "#define A -"),
        ("color.r = MAX(0.25, \\\n0.5);", "#define MAX(a, b) max(a, \\\nb)"),
        ("S s[2]; s[1].v[2] = 0.5; color.r = s[int(amount * 4.0)].v[2];", "struct S { float v[3]; };"),
        ("S s = { 0.5, vec2(0.25) }; s.v.yx = s.v.xy; color.rg = s.v;", "struct S { float a; vec2 v; };"),
        ("int i = 0; float a[2]; a[i++] = 0.5; a[i++] = 0.25; color.r = a[0] - a[1];", ""),
        ("color.r = float[](0.1, 0.2)[1]; color.g = vec4(0.1, 0.2, 0.3, 0.4)[int(amount * 7.0)];", ""),
        ("switch (3) { }", ""), ("color.bgra.rg = vec2(0.25); color.xyz.zyx.x = 0.5; (color.rg).r = 0.5;", ""),
        ("for (int i = 0; i < 4; i++) for (int i = 0; i < 4; i++) color.r += 0.01;", ""),
        (
            "color.r = f(amount);",
            "float f(float x) { return x; }\nvec2 f(vec2 x) { return x; }\nint f(int x) { return x; }"
        ),
        ("color.r = 1.e-1 + 1.E+0 * .5f + 1e-46 + 0.\(String(repeating: "1", count: 3000));", ""),
        ("color.r = 0.5; // \u{202E} hidden \u{2066} comment", ""), ("color.r = 0.5;;;;{}", ""),
        ("uint c; uint s = uaddCarry(uint(color.r), 3u, c); int h, l; imulExtended(int(color.r), -3, h, l);", ""),
        ("color.r = float(bitfieldExtract(0x12345678, int(amount * 40.0), 40)) * 1e-9;", ""),
        ("ivec3 v = bitfieldInsert(ivec3(1), ivec3(2), 3, 4); color.r = float(v.x);", ""),
    ])
    func isTaken(_ body: String, _ before: String) {
        #expect(mistake(Self.source(body, before: before)) == nil)
    }

    /// Conditions are whole numbers and C's operators over them: what does not hold is not read, whatever stands there.
    @Test(arguments: [
        ("A > 1", true), ("A == 3 && B < A", true), ("A - B * 2 == -1", true), ("(A - B) * 2 >= 3", false),
        ("A % B", true), ("A / 2 == 1", true), ("1 << A == 8 || nonsense", true), ("defined(A) && A > 5", false),
        ("defined C && C > 1", false), ("!defined(C) || C(1, 2) > nonsense(3)", true), ("TWICE(A) == 6", true),
        ("~0 == -1 && +1 == !0", true), ("0x10 ^ 1u | 2 & 3", true), ("A != 3", false), ("A <= 2", false),
        ("-A >> 1 == -2", true),
    ])
    func conditionsHold(_ condition: String, _ holds: Bool) {
        let before = "#define A 3\n#define B 2\n#define TWICE(x) ((x) * 2)\n"
        let (then, otherwise) = holds ? ("color.r = 0.5;", "nonsense") : ("nonsense", "color.r = 0.5;")
        let both = "\n\(then)\n#else\n\(otherwise)\n#endif"
        #expect(mistake(Self.source("#if \(condition)" + both, before: before)) == nil)
        let later = "#if 0\nnonsense\n#if nonsense\n#elif nonsense\n#endif\n#elif \(condition)"
        #expect(mistake(Self.source(later + both, before: before)) == nil)
        let never = "#ifdef A\ncolor.r = 0.5;\n#elif \(condition) && nonsense\nnonsense\n#else\nnonsense\n#endif"
        #expect(mistake(Self.source(never, before: before)) == nil)
    }

    @Test(arguments: [
        (
            "int i = int(amount * 4.0), j = 1; float v[4]; swap(v[i], v[j]);",
            "void swap(inout float a, inout float b) { }", "'v' is changed here beside another use"
        ),
        (
            "float v[4]; for (int j = 0; j < 4; ++j) swap(v[j], v[j + 1]);",
            "void swap(inout float a, inout float b) { }", "'v' is changed here beside another use"
        ),
        (
            "swap(color.rg, color.gb);", "void swap(inout vec2 a, inout vec2 b) { }",
            "'color' is changed here beside another use"
        ),
        ("color.r = A;", "#define A B\n#define B A", "'A' stands for itself in the end"),
        ("color.r = G(H)(0.5);", "#define G(x) x\n#define H(y) (y)", "'H' takes arguments by its '#define' line"),
        ("color.r = F;", "#define F(x) x", "write F(...) itself"),
        ("color.r = F(1.0, 2.0);", "#define F(x) x", "'F' takes 1 argument, found 2; give it as many"),
        ("color.r = x##1;", "", "unexpected character '#'"), ("color.r = F(;", "#define F(x) x", "have no ')'; add it"),
        ("void x = 0.5;", "", "a variable cannot be void; give it"), ("int x = -2147483648;", "", "at most 2147483647"),
        ("uint x = 4294967296u;", "", "at most 4294967295"), ("float r\u{E9}sultat;", "", "unexpected character 'é'"),
        ("float x\u{202E}y;", "", "unexpected character U+202E"),
        ("color.r\u{A0}= 0.5;", "", "unexpected character U+A0"),
        ("color.r = \u{201C}0.5\u{201D};", "", "unexpected character U+201C"),
        ("color.r = 'a';", "", "unexpected character '''"),
        ("switch (int(amount)) { float x; case 0: break; }", "", "begins with a 'case'; write one"),
        ("for (int i = 10; i-- > 0;) {}", "", "else it may never end"),
        (
            "color.r = f(1);", "float f(float x) { return x; }\nfloat f(uint x) { return 1.0; }",
            "could mean (float) or (uint)"
        ),
        ("color.r = bitfieldExtract(color.r, 1, 2);", "", "bitfieldExtract does not take (float, int, int)"),
        ("int h, l; umulExtended(1u, 2u, h, l);", "", "umulExtended does not take (uint, uint, int, int)"),
        ("color.r = float(uaddCarry(1u, 2u, 3u));", "", "is sent back; give it a variable"),
        ("color.r = 0x1p3;", "", "at most eight digits"), ("return vec4(0.5), color;", "", "expected ';', found ','"),
    ])
    func isRefused(_ body: String, _ before: String, _ problem: String) throws {
        let found = try #require(mistake(Self.source(body, before: before)))
        #expect(found.problem.contains(problem), "\(found)")
        #expect(found.line > 3 && found.column > 0 && !found.excerpt.isEmpty)
        #expect(Self.hasWayOut(found.problem), "\(found)")
    }

    /// Behind a semicolon stands what to do, or the name that was meant.
    private static func hasWayOut(_ problem: String) -> Bool {
        problem.contains("; ") || problem.contains("the form is: ")
    }

    /// Whatever is left out of a file, doubled, or put in another's place: the sentence has a way out.
    @Test func everyMistakeHasAWayOut() {
        let lines = """
            //! filter trial: A trial.
            //! kind point
            //! param amount float = 0.5 in 0...1 [stops]: An amount.
            //! param mode choice = one of one two: A mode.
            //! phase turn = 1/3 per second
            //! law identity when amount = 0
            //! intends goes-negative when amount > 0.5, mode = two: Meant.
            //! expect amount = 0.5: (1, 1, 1, 1) -> (1, 1, 1, 1)
            #define TWICE(x) ((x) * 2.0)
            struct S { float a; vec2 v[2]; };
            const float k[2] = float[](1.0, 2.0);
            float f(inout S s, const int n) { s.v[n].x += k[n & 1]; return -s.a; }
            vec4 trial(vec4 color) {
                S s = S(TWICE(0.5), vec2[](vec2(0.1), color.rg));
                for (int i = 0; i < 4; ++i) { if (i == 2 || !(amount > 0.5)) continue; color.r += f(s, i); }
                switch (mode) { case mode_one: color.g = 0.5; break; default: color.b++; }
                int n = 0;
                while (n < 3) { n += 1; }
                return mode == mode_two ? color : vec4(color.rgb * mat3(turn), s.v[1].x);
            }
            """
        #expect(mistake(lines) == nil)
        var words: [Substring] = []
        var rest = Substring(lines)
        while let first = rest.first {
            let word =
                first.isLetter || first.isNumber
                ? rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" } : rest.prefix(1)
            words.append(word)
            rest = rest.dropFirst(word.count)
        }
        var odd: Set<String> = []
        func look(_ words: [Substring]) {
            guard let found = mistake(words.joined()), !Self.hasWayOut(found.problem) else { return }
            odd.insert(found.problem)
        }
        for index in words.indices where words[index] != " " {
            for other in ["", ")", ";", "vec2", "1.5", "qzy", "{", words[index] + words[index]] {
                var changed = words
                changed[index] = other
                look(changed)
            }
            look(Array(words[..<index]))
        }
        #expect(odd.isEmpty, "\(odd.sorted().joined(separator: "\n"))")
    }
}
