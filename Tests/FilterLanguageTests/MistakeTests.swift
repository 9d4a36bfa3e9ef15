import FilterLanguage
import Testing

@Suite struct MistakeTests {
    /// Names that GLSL or the shader around a filter keeps for itself, wherever a line declares one.
    @Test(arguments: ["_x", "_", "candela_x", "a__b", "gl_x"]) func reservedNamesAreRefused(name: String) {
        for lines in [
            "//! filter \(name): X.\n//! kind point\nvec4 \(name)(vec4 color) { return color; }",
            "//! filter t: X.\n//! kind point\n//! param \(name) float = 1 in 0...2: X.\nvec4 t(vec4 color) { return color; }",
            "//! filter t: X.\n//! kind point\n//! input \(name): X.\nvec4 t(vec4 color, vec4 more) { return color; }",
            "//! filter t: X.\n//! kind point\n//! phase \(name) = 2 per second\nvec4 t(vec4 color) { return color; }",
            "//! filter t: X.\n//! kind raw\n//! result \(name) uint: X.\nvoid main() { \(name)_add(1u); }",
        ] {
            #expect { try Filter(source: lines, path: "t.glsl") } throws: { error in
                guard let error = error as? SourceError, error.line > 0, error.column > 0 else { return false }
                return ["'_'", "'candela_'", "two underscores", "shader's own"].contains { error.problem.contains($0) }
            }
        }
    }

    @Test func aMistakeHasItsPlaceAndACaret() throws {
        let found = try #require(mistake(inBody: "    color.rgb *= amuont;"))
        #expect(found.file == "trial.glsl")
        #expect(found.line == 5)
        #expect(found.column == 18)
        #expect(found.problem == "'amuont' is not known here; did you mean 'amount'?")
        #expect(found.illustrated.hasSuffix("\n      color.rgb *= amuont;\n                   ^"))
    }

    @Test(arguments: [
        ("while (true) {}", "it cannot be proven that this loop ends; write for"),
        ("do { color.r += 1.0; } while (color.r < 2.0);", "it cannot be proven that this loop ends"),
        ("discard;", "'discard' is refused"),
        ("float sample = 1.0;", "'sample' is a reserved word of GLSL"),
        ("float output = 1.0;", "such as 'result'"),
        ("float x = gl_FragCoord.x;", "'gl_FragCoord' is the shader's own"),
        ("float x = 1.0; x = sqroot(x);", "there is no function 'sqroot'"),
        ("vec3 x = lerp(color.rgb, color.rgb, 0.5);", "there is no function 'lerp'; GLSL has mix"),
        ("float3 x = color.rgb;", "'float3' is not a type; GLSL has vec3"),
        ("float x = saturate(color.r);", "GLSL has clamp(x, 0.0, 1.0)"),
        ("float x = inverseSqrt(2.0);", "did you mean 'inversesqrt'?"),
        ("float x = vec3(1.0);", "'x' is a float, and this is vec3"),
        ("int x = 1.5;", "'x' is an int, and this is float"),
        ("float x = color.xq;", "is no set of components"),
        ("vec2 v = color.xy; float z = v.z;", "has only 'xy'"),
        ("if (1.0) {}", "the condition of 'if' is a bool, this is float"),
        ("color = color + vec3(1.0);", "'+' does not take vec4 and vec3"),
        ("color = color", "expected ';' after 'color'"),
        ("amount = 1.0;", "'amount' cannot be assigned to"),
        ("float amount = 1.0;", "'amount' is the parameter of line 3"),
        ("float size = 1.0;", "'size' is given to every filter already"),
        ("for (int i = 0; i < int(color.r); ++i) {}", "cannot be proven how often"),
        ("for (int i = 0; i < 4; --i) {}", "steps away from its limit"),
        ("for (int i = 0; i < 4; ++i) { i = 2; }", "the loop counts with it"),
        ("for (int i = 0; i < 1000; ++i) { for (int j = 0; j < 1000; ++j) {} }", "go round 1000000 times"),
        ("#pragma once", "'#pragma' lines are written for you"),
        ("#defin X 1", "'#defin' is not supported; did you mean 'define'?"),
        ("#define sin 1", "'sin' has a meaning already"),
        ("#define A(x x", "expected ')' after the parameters of 'A'"),
        ("#include color.glsl", "names a file in quotes"),
        ("#if amount > 1", "'amount' stands for no number here; '#define' it before"),
        ("#if 1.5 > 1", "compares whole numbers"),
        ("#if", "'#if' takes a condition"),
        ("#if 1 >", "ends too early"),
        ("#if 1 / 0", "divides by 0"),
        ("#if (1", "has no ')'"),
        ("#if 1 1", "'1' does not belong in a condition"),
        ("#if defined(1)", "'defined' takes one name"),
        ("#if ,", "takes whole numbers, names that stand for them"),
        ("#elif 1", "belongs to no '#if'"),
        ("#endif", "belongs to no '#if'"),
        ("int x = 1u;", "'x' is an int, and this is uint"),
        ("float x = 1.0 & 2.0;", "'&' takes whole numbers"),
        ("int x = 1 << 32;", "shift by 0 to 31"),
        ("uint x = 1u; x = -1.5;", "'x' here is a uint"),
        ("mat2x3 m = mat2x3(1.0); m = m * m;", "'*' does not take mat2x3 and mat2x3"),
        ("float x = determinant(mat2x3(1.0));", "determinant does not take (mat2x3)"),
        ("struct S { float a; };", "a structure is declared outside of functions"),
        ("float x = color.r; x.y = 1.0;", "has no components by name"),
        ("const float w[2] = float[2](1.0, 2.0); w[0] = 1.0;", "'w' cannot be assigned to, for it is const"),
        ("const float w[2] = float[2](1.0, 2.0); color.r = w[2];", "the index is outside 0...1"),
        ("float w[] = float[](1.0, 2.0); color.r = w[-1];", "the index is outside 0...1"),
        ("switch (amount) { default: break; }", "a switch asks for an int"),
        ("switch (1) { case 1: break; case 1: break; }", "this case stands above already"),
        ("switch (1) { case int(amount): break; }", "a case is a constant number"),
        ("switch (1) { case 1: break; color.r = 1.0; }", "this is never reached"),
        ("case 1: color.r = 1.0;", "'case' stands in no switch"),
        ("int i = 0; color.r = float(i) + float(i++);", "'i' is changed here beside another use of it"),
        ("float x = 1.0; bool b = amount > 0.5 && x++ > 0.0;", "this changes a variable only sometimes"),
        ("for (int i = 0, j = 1; i < 4; ++i) {}", "a loop has one counter"),
        ("for (int i = 0; i < 4; i += 0) {}", "steps its counter by a constant"),
        ("for (float f = 0.0; f < color.r; f += 1.0) {}", "cannot be proven how often"),
        ("for (int i = 0; i != 5; i += 2) {}", "cannot be proven how often"),
        ("for (;;) { break; }", "a loop declares its counter"),
        ("color.r = (1.0, 2.0);", "several expressions separated by ','"),
        ("float w[2][2];", "arrays of arrays are not supported"),
        ("uint x = floatBitsToUint(1.0);", "bits of a float differ"),
        ("vec2 v = fragCoord;", "'fragCoord' is another host's name; use position"),
        ("color = at(position);", "only a filter of kind area does"),
        ("float x = pow(2.0);", "pow does not take (float)"),
        ("float x = 1e99;", "outside the range of a float"),
        ("vec3 v = vec3(1.0, 2.0);", "needs 3 components, found 2"),
        ("color.rr = vec2(1.0);", "a component stands here twice"),
        ("float w[2]; w[2] = 1.0;", "the index is outside 0...1"),
        ("float x = 1.0; float x = 2.0;", "declared in this block already"),
        ("color + color;", "the value of this expression is not used"),
        ("max(1.0, 2.0);", "is not used"),
        ("return;", "'return' needs a vec4 here"),
    ])
    func mistakesAreNamed(_ body: String, _ problem: String) throws {
        let found = try #require(mistake(inBody: body))
        #expect(found.problem.contains(problem), "\(found)")
        #expect(found.line >= 5 && found.line <= 6)
    }

    @Test(arguments: [
        ("//! fliter x: X.", "'fliter' is not an annotation; did you mean 'filter'?", 1),
        ("//! filter x: X.\n//! kind piont", "did you mean 'point'?", 2),
        ("//! filter x: X.\n//! kind point\n//! law identiti", "'identiti' is not a law; did you mean 'identity'?", 3),
        ("//! filter x: X.\n//! law idempotent\n//! kind point", "is not a law; known are identity, involution", 2),
        ("//! filter x: X.\n//! kind blend\n//! law identity", "laws are for filters that read one picture", 3),
        ("//! filter x: X.", "'x' has no kind", 1),
        ("vec4 x(vec4 c) { return c; }", "says nowhere which filter it is", 1),
        ("//! filter x: X.\n//! kind point\n//! param a float = 2 in 0...1: A.", "2 is outside 0...1", 3),
        ("//! filter x: X.\n//! kind point\n//! param a flaot = 2 in 0...1: A.", "did you mean 'float'?", 3),
        ("//! filter x: X.\n//! kind point\n//! param a float = 1 in 2...1: A.", "is empty", 3),
        ("//! filter x: X.\n//! kind point\n//! param time float = 1 in 0...1: A.", "given to every filter", 3),
        ("//! filter x: X.\n//! kind point\n//! param half float = 1 in 0...1: A.", "such as 'middle'", 3),
        ("//! filter x: X.\n//! kind point\n//! param a vec3 = 1/2 in 0...3: A.", "needs 3 numbers, has 2", 3),
        (
            "//! filter x: X.\n//! kind point\n//! param a float = 1 in 0...1: A.\n//! law identity when b = 1",
            "'b' is not a parameter of 'x'", 4
        ),
        ("//! filter x: X.\n//! kind point\n//! expect (1, 2, 3) -> (1, 2, 3, 4)", "a pixel has 4 numbers", 3),
        ("//! filter x: X.\n//! kind blend\n//! expect (1, 2, 3, 4) -> (1, 2, 3, 4)", "has 2 inputs", 3),
        ("//! filter x: X.\n//! kind point\n//! pass y", "only filters of kind area have passes", 3),
        ("//! filter x: X.\n//! kind point\n//! param m choice = c of a b: A.", "'c' is not one of a, b", 3),
        ("//! filter x: X.\n//! kind point\nvec4 y(vec4 c) { return c; }", "there is no function named 'x'", 1),
        ("//! filter x: X.\n//! kind point\nvec3 x(vec3 c) { return c; }", "must be 'vec4 x(vec4 color)'", 3),
        ("//! filter x: X.\n//! kind point\nvec4 x(vec4 c) { if (c.r > 0.0) return c; }", "on every path", 3),
        ("//! filter x: X.\n//! kind point\nfloat f() { return f(); }", "'f' calls itself", 3),
        (
            "//! filter x: X.\n//! kind point\nfloat f(vec2 a) { return a.x; }\nfloat f(float a) { return f(a); }",
            "no function can call itself", 4
        ),
        (
            "//! filter x: X.\n//! kind point\nfloat f() {\n    return g();\n}\nfloat g() { return h(); }\n"
                + "float h() { if (true) { return 1.0; } return f(); }", "'g' calls 'f' in turn", 4
        ),
        (
            "//! filter x: X.\n//! kind point\nfloat f() { return g(); }\nfloat g() { return 1.0; }",
            "'g' is defined below", 3
        ),
        ("# Notes\nIt's `text`.", "begin it with '//! filter NAME", 1),
        (
            "//! filter x: X.\n//! kind area\n//! reach time\nvec4 x() { return pixel(vec2(0)); }", "the reach may use",
            3
        ),
    ])
    func filesAreChecked(_ source: String, _ problem: String, _ line: Int) throws {
        let found = try #require(mistake(source))
        #expect(found.problem.contains(problem), "\(found)")
        #expect(found.line == line, "\(found)")
    }

    @Test func hostileFilesAreRefusedQuickly() throws {
        let deep = String(repeating: "(", count: 20_000)
        #expect(mistake(inBody: "float x = \(deep)1.0;")?.problem.contains("levels inside one another") == true)
        let minus = String(repeating: "- ", count: 20_000)
        #expect(mistake(inBody: "float x = \(minus)1.0;")?.problem.contains("levels inside one another") == true)
        let long = String(repeating: "+ amount ", count: 20_000)
        #expect(mistake(inBody: "float x = 1.0 \(long);")?.problem.contains("name a part of it") == true)
        let braces = String(repeating: "{", count: 20_000)
        #expect(mistake(inBody: braces)?.problem.contains("levels inside one another") == true)
        let elses = String(repeating: "if (amount > 0.5) {} else ", count: 2000) + "{}"
        #expect(mistake(inBody: elses)?.problem.contains("levels inside one another") == true)
        let returns = String(repeating: "if (amount > 0.5) return color;", count: 2000)
        #expect(mistake(inBody: returns)?.problem.contains("return statements") == true)
        #expect(
            mistake("//! filter x: X.\n" + String(repeating: "a ", count: 250_000))?.problem.contains("tokens") == true)
        #expect(
            mistake("//! filter x: X.\n" + String(repeating: " ", count: 1_100_000))?.problem.contains("1 MiB") == true)
        var doubling = "//! filter x: X.\n//! kind point\nfloat f0(float a) { return a * a; }\n"
        for index in 1..<60 {
            doubling += "float f\(index)(float a) { return f\(index - 1)(a) + f\(index - 1)(a); }\n"
        }
        #expect(mistake(doubling)?.problem.contains("ten million") == true)
    }

    @Test func randomTextNeverCrashes() {
        var state: UInt64 = 7
        func next(_ below: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % below
        }
        let pieces = [
            "vec4", "trial", "(", ")", "{", "}", "color", "=", ";", "1.0", "return", "if", "for", "int", "[", "]", ".",
            "rgb", "+", "-", "*", "?", ":", ",", "&&", "//! param", "\n", "float", "in", "0...1", "const", "i", "<",
            "++", "mix", "é", "/*", "*/", "0x", "\0", "mat3", "out", "amount",
        ]
        for _ in 0..<3000 {
            let text = (0..<next(60)).map { _ in pieces[next(pieces.count)] }.joined(separator: " ")
            _ = mistake("//! filter trial: A.\n//! kind point\n//! param amount float = 0 in 0...1: A.\n\(text)")
        }
        // Every prefix and every one-character cut of a sound file.
        let sound = Array(shoulder)
        for index in sound.indices {
            _ = mistake(String(sound[..<index]))
            _ = mistake(String(sound[..<index] + sound[(index + 1)...]))
        }
    }
}
