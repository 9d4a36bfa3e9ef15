import FilterGraph
import FilterLanguage
import Frames
import Testing

@testable import VulkanGPU

/// What the compiler refuses in whole shaders is told in the words of authors, at the word that is meant, with a way out.
@Suite struct RawMistakeTests {
    /// Code on one line, and below it the column of its mistake and all that is said.
    private static let table = """
        void main() { switch (1) { case 1: count_add(1u); case 1: break; } }
        51: this case stands above already; remove one of the two
        void main() { switch (1) { default: count_add(1u); default: break; } }
        52: a switch has one default; remove the others
        void main() { switch (1.0) { case 1: count_add(1u); } }
        15: a switch asks for an int or a uint; write int(...)
        void main() { const int a = 1; a = 2; count_add(1u); }
        32: 'a' cannot be changed, for it is const; copy it into a variable
        const float k = 1.0; void main() { k += 2.0; count_add(1u); }
        36: 'k' cannot be changed, for it is const; copy it into a variable
        float f() { return 1.0; } void main() { f()++; count_add(1u); }
        41: what 'f' gives cannot be changed; copy it into a variable
        float f() { return 1.0; } void main() { f() = 2.0; count_add(1u); }
        41: what 'f' gives cannot be changed; copy it into a variable
        void main() { 1 = 2; count_add(1u); }
        15: only variables and their parts can be changed; name one here
        void main() { (1 + 2)++; count_add(1u); }
        21: only variables and their parts can be changed; name one here
        struct S { S s; }; void main() { count_add(1u); }
        12: this cannot be read as GLSL at 'S'; look for a missing ';', ')' or '}' just before
        struct S { float a; float a; }; void main() { count_add(1u); }
        27: 'a' is a member already; choose another name
        struct S { float a; }; void main() { S s; s.b = 1.0; count_add(1u); }
        45: 'b' is no part of what stands before the point; choose among what it has
        struct S { float a; }; void main() { S s = S(1.0, 2.0); count_add(1u); }
        44: 'S' cannot be made of these values; give it numbers
        struct S { float a; }; struct S { float b; }; void main() { count_add(1u); }
        31: 'S' is declared already; choose another name
        void main() { vec4 v = vec4(1.0).xyzr; count_add(1u); }
        34: 'xyzr' mixes letters of xyzw with others; use one set
        void main() { vec4 v = vec4(1.0); v.xx = vec2(1.0); count_add(1u); }
        35: a component of 'v' stands here twice; name each once
        void main() { vec2 v = vec2(1.0); v.z = 1.0; count_add(1u); }
        37: 'z' is no part of what stands before the point; choose among what it has
        void main() { float v = 1.0; v.y = 1.0; count_add(1u); }
        32: 'y' is no part of what stands before the point; choose among what it has
        void main() { vec4 v = vec4(1,2,3,4,5); count_add(1u); }
        24: 'vec4' is given too many numbers; leave some out
        void main() { vec4 v = vec4(1,2); count_add(1u); }
        24: 'vec4' is given too few numbers; give it as many as it has, or one for all
        void main() { vec4 v = vec4(); count_add(1u); }
        24: 'vec4' is given too few numbers; give it as many as it has, or one for all
        void main() { mat3 m = mat3(vec3(1.0)); count_add(1u); }
        24: 'mat3' is given too few numbers; give it as many as it has, or one for all
        void main() { float a[3] = float[3](1.0, 2.0); count_add(1u); }
        28: an array of 'float' is given another count of values; give it one for each element
        void main() { float a[-1]; count_add(1u); }
        24: an array has at least one element; write its size, such as 3
        void main() { float a[0]; count_add(1u); }
        23: an array has at least one element; write its size, such as 3
        void main() { int n = 3; float a[n]; count_add(1u); }
        34: an array's size is a constant; write a number, or a const int
        void main() { float a[3]; a[1.0] = 1.0; count_add(1u); }
        29: an index is an int or a uint; write int(...)
        void main() { float a[3]; a[5] = 1.0; count_add(1u); }
        28: the index is outside the array; choose one in it
        void main() { float a = 1.0; a[0] = 1.0; count_add(1u); }
        31: what stands before '[' has no elements; use it without '[...]'
        void main() { vec3 v; v[3] = 1.0; count_add(1u); }
        24: the index is outside the array; choose one in it
        void main() { break; }
        15: 'break' stands in no loop; remove it, or write 'return'
        void main() { continue; }
        15: 'continue' stands in no loop; remove it, or write 'return'
        void main() { case 1: count_add(1u); }
        15: 'case' stands in no switch; write it inside 'switch (...) { }'
        void main() { else count_add(1u); }
        15: this cannot be read as GLSL at 'else'; look for a missing ';', ')' or '}' just before
        void main() { if (1.0) count_add(1u); }
        15: a condition must be a bool; compare with a number, such as x != 0
        void main() { while (1) count_add(1u); }
        22: a condition must be a bool; compare with a number, such as x != 0
        void main() { for (int i = 0; i; ++i) count_add(1u); }
        31: a condition must be a bool; compare with a number, such as x != 0
        void main() { float x = true ? 1.0 : vec2(1.0); count_add(1u); }
        30: ':' does not take float and vec2; make both sides alike, such as float(n) or uint(n)
        void main() { bool b = 1 && true; count_add(1u); }
        26: '&&' does not take int and bool; compare with a number, such as x != 0
        void main() { float x = !1.0; count_add(1u); }
        25: '!' does not take float; compare with a number, such as x != 0
        void main() { int x = ~1.0; count_add(1u); }
        23: '~' does not take float; use int or uint
        void main() { int x = 1.0 % 2.0; count_add(1u); }
        27: '%' does not take float and float; use mod(a, b) for floats
        void main() { int x = 1 << 1.0; count_add(1u); }
        25: '<<' does not take int and float; use int or uint
        void main() { mat3 m = mat3(1.0) * mat4(1.0); count_add(1u); }
        34: '*' does not take mat3 and mat4; make both sides alike, such as float(n) or uint(n)
        void main() { bool b = vec2(1.0) < vec2(2.0); count_add(1u); }
        34: '<' does not take vec2 and vec2; compare single numbers of one type, or use lessThan and its kin
        void main() { bool b = 1.0 == 1; bool c = vec2(1.0) == vec3(1.0); count_add(1u); }
        53: '==' does not take vec2 and vec3; make both sides alike, such as float(n) or uint(n)
        void f(int x) {} void f(int x) {} void main() { count_add(1u); }
        23: 'f' with these parameters is written already; remove one
        void f(int x); int f(int x) { return 1; } void main() { count_add(1u); }
        20: 'f' is declared with another result already; choose another name
        float f(float x) { return x; } void main() { f(1.0, 2.0); count_add(1u); }
        46: no function 'f' takes these arguments; look at their number and types
        float f(float x) { return x; } float f(int x) { return 1.0; } void main() { f(true); count_add(1u); }
        77: no function 'f' takes these arguments; look at their number and types
        void f(out float x) { x = 1.0; } void main() { f(1.0); count_add(1u); }
        50: what a function sends back needs a variable; give it one in place of '1.0'
        void f(out float x) { x = 1.0; } void main() { int i; f(i); count_add(1u); }
        55: no function 'f' takes these arguments; look at their number and types
        float f(float x); void main() { f(1.0); count_add(1u); }
        7: 'f' is declared, and its body is written nowhere; write it, or remove what calls it
        float f() { } void main() { f(); count_add(1u); }
        7: the function 'f' gives no value at its end; add a return
        float f() { return; } void main() { f(); count_add(1u); }
        13: 'return' needs a value here; write it before the ';'
        float f() { return true; } void main() { f(); count_add(1u); }
        13: what is returned is of another type than the function; convert it
        void main() { float x = f; count_add(1u); }
        25: 'f' is declared nowhere; did you mean 'x'?
        void f() {} void main() { float x = f(); count_add(1u); }
        35: a function that gives nothing back stands here; call it alone, or let it return float
        void f() {} void main() { f + 1; count_add(1u); }
        27: 'f' is a function; call it as f(...)
        void main() { void x; count_add(1u); }
        20: 'x' cannot be void; give it a type such as float
        void main() { flot x = 1.0; count_add(1u); }
        15: 'flot' is no type; did you mean 'float'?
        void main() { float x = 1.0.0; count_add(1u); }
        28: this cannot be read as GLSL at '0.0'; look for a missing ';', ')' or '}' just before
        void main() { shared float x; count_add(1u); }
        15: 'shared' does not belong inside a function; move it out, or remove the word
        shared float x = 1.0; void main() { count_add(1u); }
        14: a shared variable begins without a value; set it in main, and write barrier() below
        void main() { if (true) { barrier(); return; } count_add(true); }
        48: 'count_add' does not take these arguments; it is count_add(uint)
        void main() { atomicAdd(count, 1u); }
        25: 'count' is a result; write it by a function such as count_add
        void main() { uint x; atomicAdd(x, 1u); count_add(1u); }
        23: 'atomicAdd' works on shared variables alone; write results by their functions, such as NAME_add
        shared float x; void main() { atomicAdd(x, 1.0); count_add(1u); }
        31: 'atomicAdd' is not for these types on every device; use int or uint
        void main() { count_add(1.5); }
        15: 'count_add' does not take these arguments; it is count_add(uint)
        void main() { count_add(1u, 2u); }
        15: 'count_add' does not take these arguments; it is count_add(uint)
        void main() { count_foo(1u); }
        15: there is no function 'count_foo'; did you mean 'count_add'?
        void main() { gl_LocalInvocationIndex = 1u; count_add(1u); }
        15: 'gl_LocalInvocationIndex' cannot be changed; copy it into a variable
        void main() { const float x; count_add(1u); }
        27: 'x' is const and needs a value; write '= ...' behind it
        const float x = time; void main() { count_add(1u); }
        13: a constant outside functions is known before the filter runs; compute 'x' inside one
        void main() { float x = 1.0; { float x = 2.0; } float x = 3.0; count_add(1u); }
        55: 'x' is declared already; choose another name
        float a; float a; void main() { count_add(1u); }
        16: 'a' is declared already; choose another name
        void main() { vec3 v = texel(ivec2(0)).rgba; count_add(1u); }
        22: a value of type vec4 does not become vec3 by itself; write vec3(...)
        void main() { setTexel(ivec2(0), vec3(1.0)); count_add(1u); }
        15: 'setTexel' does not take these arguments; it is setTexel(ivec2, vec4)
        void main() { setTexel(0, 0, vec4(1.0)); }
        15: 'setTexel' does not take these arguments; it is setTexel(ivec2, vec4)
        void main() { return 1; }
        15: a function that gives nothing back returns no value; write 'return;' alone, and hand a pixel to setTexel(p, color)
        void main() { int a[2][]; count_add(1u); }
        19: only the first size of an array may be left out; write the others
        void main() { const int a[2] = int[2](1, 2); a[0] = 3; count_add(1u); }
        46: 'a' cannot be changed, for it is const; copy it into a variable
        void f(const int x) { x = 1; } void main() { f(1); count_add(1u); }
        23: 'x' cannot be changed, for it is const; copy it into a variable
        void f(in in int x) { } void main() { f(1); count_add(1u); }
        8: 'in' stands here beside a word of its kind; remove one
        inout float x; void main() { count_add(1u); }
        1: 'inout' is for the parameters of functions; remove it
        void main() { do { } while (true) count_add(1u); }
        35: this cannot be read as GLSL at 'count_add'; look for a missing ';', ')' or '}' just before
        void main() { for (int i = 0) { } count_add(1u); }
        29: this cannot be read as GLSL at ')'; look for a missing ';', ')' or '}' just before
        void main() { x: count_add(1u); }
        15: 'x' is declared nowhere; declare it above
        void main() { int x; x.length(); count_add(1u); }
        24: only arrays, vectors and matrices have a length(); call length(x) for a vector's
        void main() { int x = float[3](1.0,2.0,3.0).length; count_add(1u); }
        45: 'length' wants its parentheses; write 'length()'
        void main() { precise float x = 1.0; invariant float y = 2.0; count_add(1u); }
        38: 'invariant' does not belong inside a function; move it out, or remove the word
        struct S { float a; } void main() { count_add(1u); }
        23: this cannot be read as GLSL at 'void'; look for a missing ';', ')' or '}' just before
        struct S { }; void main() { count_add(1u); }
        12: this cannot be read as GLSL at '}'; look for a missing ';', ')' or '}' just before
        void main() { float x = dot(1.0, vec2(1.0)); count_add(1u); }
        25: no function 'dot' takes these arguments; look at their number and types
        void main() { vec2 v = mix(vec2(1.0), vec3(1.0), 0.5); count_add(1u); }
        24: no function 'mix' takes these arguments; look at their number and types
        void main() { float sin = 1.0; float y = sin(1.0); count_add(1u); }
        42: 'sin' is a variable here, not a function; choose another name for it
        float sin(float x) { return x; } void main() { count_add(1u); }
        7: 'sin' is a function of GLSL; choose another name
        void f(void x) {} void main() { count_add(1u); }
        13: 'x' cannot be void; give it a type such as float
        void main() { float f = float(vec2[2](vec2(1.0), vec2(2.0))); count_add(1u); }
        25: 'float' cannot be made of these values; give it numbers
        void main() { int i = int[](1, 2.5, 3)[0]; count_add(1u); }
        35: a value among these is of another type; convert it, such as int(x)
        void main() { int i = { 1 }; int a[2] = { 1, 2, 3 }; count_add(1u); }
        19: '{...}' is for arrays and structures; write the value alone
        void main() { ivec2 p = gl_GlobalInvocationID.xy; count_add(1u); }
        23: a value of type uvec2 does not become ivec2 by itself; write ivec2(...)
        void main() { uint x = gl_GlobalInvocationID.x * 1.0; count_add(1u); }
        22: a value of type float does not become uint by itself; write uint(...)
        void main() { float x = texel(ivec2(0)); count_add(1u); }
        23: a value of type vec4 does not become float by itself; write float(...)
        void main() { vec4 c = texel(vec2(0.0)); count_add(1u); }
        24: 'texel' does not take these arguments; it is texel(ivec2)
        void main() { vec4 c = texel(gl_GlobalInvocationID.xy); count_add(1u); }
        24: 'texel' does not take these arguments; it is texel(ivec2)
        void main() { bool b = true + true; count_add(1u); }
        29: '+' does not take bool and bool; make both sides alike, such as float(n) or uint(n)
        void main() { bool b = true; b++; count_add(1u); }
        31: '++' does not take bool; use numbers
        void main() { float x = -true; count_add(1u); }
        25: '-' does not take bool; use numbers
        void main() { float a[2]; float b[3]; a = b; count_add(1u); }
        41: the types of the two sides differ; make them alike
        void main() { struct T { int a; }; T t = 1; count_add(1u); }
        40: the types of the two sides differ; make them alike
        void main() { int x = 1; x = ; count_add(1u); }
        30: this cannot be read as GLSL at ';'; look for a missing ';', ')' or '}' just before
        void main() { int x == 1; count_add(1u); }
        21: this cannot be read as GLSL at '=='; look for a missing ';', ')' or '}' just before
        void main() { int x = 1 2; count_add(1u); }
        25: this cannot be read as GLSL at '2'; look for a missing ';', ')' or '}' just before
        void main() { int a = 1;; ;int b = a+++++a; count_add(1u); }
        41: only variables and their parts can be changed; name one here
        void main() { int mod = 1; count_add(uint(mod(1.0, 2.0))); }
        43: 'mod' is a variable here, not a function; choose another name for it
        void main() { memoryBarrierFoo(); count_add(1u); }
        15: there is no function 'memoryBarrierFoo'; did you mean 'memoryBarrier'?
        void main() { barrier(1); count_add(1u); }
        15: no function 'barrier' takes these arguments; look at their number and types
        void main() { if (true) int x = 1; count_add(x); }
        46: 'x' is declared nowhere; declare it above
        void main() { float x = inverse(mat2x3(1.0)); count_add(1u); }
        25: no function 'inverse' takes these arguments; look at their number and types
        void main() { switch (1) { int x = 1; case 1: count_add(1u); } }
        34: in a switch, statements follow a case; move this below one
        void main() { switch (1) { case count_add(1u): break; } }
        33: 'count_add' is no constant, and one is needed here; write a number, or a const int
        void main() { int x = 1; switch (1) { case x: break; } count_add(1u); }
        44: 'x' is no constant, and one is needed here; write a number, or a const int
        void main() { switch (1) { case 1: } count_add(1u); }
        15: the last case of a switch has no statements; write 'break;' below it
        """

    static let mistakes: [(code: String, column: Int, says: String)] = {
        let lines = table.split(separator: "\n").map(String.init)
        return stride(from: 0, to: lines.count - 1, by: 2).map { index in
            let parts = lines[index + 1].split(separator: ":", maxSplits: 1)
            return (lines[index], Int(parts[0]) ?? 0, String(parts[1].dropFirst()))
        }
    }()

    @Test(arguments: mistakes.indices)
    func areToldInTheAuthorsWords(_ index: Int) throws {
        let (code, column, says) = Self.mistakes[index]
        let error = try #require(try mistake("//! result count uint: How many.", code))
        #expect(error.problem == says, "\(error.illustrated)")
        #expect(error.line == 4 && error.column == column, "\(error.illustrated)")
        // A sentence has its way out behind a semicolon.
        #expect(error.problem.contains("; "))
        for word in ["ERROR", "candela_", "glslang", "temp ", "-component", "IDENTIFIER", "l-value", "highp"] {
            #expect(!error.problem.contains(word), "\(error.problem)")
        }
    }

    private func mistake(_ lines: String, _ code: String) throws -> SourceError? {
        let filter = try Filter(
            source: "//! filter trial: A trial.\n//! kind raw\n\(lines)\n\(code)\n", path: "trial.glsl")
        var graph = Graph()
        try graph.add(filter, settings: [:], inputs: [0])
        do {
            try ShaderCheck.compileRaw(
                LightNoise(width: 4, height: 4, seed: 1).job(graph), library: try TestRenderer.library())
            return nil
        } catch let error as SourceError {
            return error
        }
    }
}
