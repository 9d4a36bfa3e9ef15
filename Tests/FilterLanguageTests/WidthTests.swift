import FilterLanguage
import Testing

/// What people's shaders hold beyond plain expressions, each in a small program that must be read.
private let accepted: [String] = [
    // Structures.
    """
    struct Ray { vec3 origin, direction; float weights[3]; };
    struct Hit { Ray ray; mat2x3 frame; int id; bool isFront; };
    Hit trace(Ray ray) { Hit hit; hit.ray = ray; hit.id = 2; hit.frame[1].y = 3.0; return hit; }
    vec4 trial(vec4 color) {
        Ray rays[2] = Ray[2](Ray(color.rgb, vec3(1), float[3](1.0, 2.0, 3.0)), Ray(vec3(0), vec3(1), float[](1.0, 2.0, 3.0)));
        rays[1].weights[int(color.r)] += 1.0;
        Hit hit = trace(rays[int(color.g)]);
        Ray same = rays[0];
        if (hit.ray == same) return vec4(hit.frame * vec2(1, 2), float(hit.id));
        return vec4(rays[1].direction.zyx, hit.ray.weights.length());
    }
    """,
    // Matrices.
    """
    vec4 trial(vec4 color) {
        mat3x2 a = mat3x2(1, 2, 3, 4, 5, 6);
        mat2x3 b = transpose(a);
        mat2 c = a * b;
        mat3 d = b * a;
        mat4 e = mat4(d);
        mat3 f = mat3(e) + 1.0 - d * 2.0;
        mat2 g = matrixCompMult(c, outerProduct(vec2(1, 2), color.rg)) / 3.0;
        vec3 h = b * color.rg + color.rg * a;
        e[2] = vec4(1);
        e[1].xz *= 2.0;
        return inverse(e) * vec4(h, determinant(f) + float(a.length())) + vec4(inverse(g)[1], inverse(f)[0].xy);
    }
    """,
    // Whole numbers.
    """
    uint hash(uint x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15u; x *= 0x846ca68bU; return x ^ (x >> 16); }
    uint hash(uvec2 v) { return hash(v.x ^ hash(v.y)); }
    vec4 trial(vec4 color) {
        ivec3 i = ivec3(position.xyx) % 7 / 2;
        uvec2 u = uvec2(position) << 3;
        uint bits = ~0u & 0xFFu | 3u;
        int flips = ~i.x ^ 0x10;
        i <<= 1; i.y |= 4; i.z--; ++i;
        u = u + 1u;
        return vec4(float(hash(u)) / 4294967295.0, float(bits), float(flips + bitCount(i.x)), float(findMSB(u.x)) + -5 / 2);
    }
    """,
    // Loops of many forms.
    """
    vec4 trial(vec4 color) {
        float sum = 0.0;
        for (int i = 3; i >= 0; i--) sum += 1.0;
        for (float f = 0.0; f < 1.0; f += 0.25) { if (sum > 90.0) return color; sum += f; }
        for (int s = 1; s < 64; s *= 2) sum += float(s);
        for (int s = 64; s > 0; s >>= 1) { if (s == 4) continue; sum -= 0.5; }
        for (uint u = 0u; 4u > u && sum < 50.0; ++u) sum += 1.0;
        int n = int(min(color.r, 4.0)) + 2;
        for (int y = -n; y <= n; y++) for (int x = -n; x <= n; x += 1) sum += float(x * y);
        int k = 0;
        while (k < 5) { sum += 1.0; if (sum > 80.0) break; k++; }
        k = 5;
        do { sum *= 0.5; k -= 1; } while (k > 0 && sum > 1.0);
        for (k = 0; k < 3; k += 2) sum += 1.0;
        k = 4;
        for (; k != 8; ++k) sum += 1.0;
        for (int i = 0; i < 4; i = i + 1) { for (int j = i; j < 4; ++j) if (j == 3) break; }
        return vec4(sum);
    }
    """,
    // Switches.
    """
    float choose(int i) { switch (i) { case 0: return 1.0; case 1: case 2: return 2.0; default: return 3.0; } }
    vec4 trial(vec4 color) {
        float x = 0.0;
        switch (int(color.r)) {
            case 0: x += 1.0;
            case 1: { float y = 2.0; x += y; break; }
            case -1: if (color.g > 0.5) break; x = 5.0; break;
            default: x = 9.0;
        }
        for (int i = 0; i < 3; ++i) { switch (i) { case 1: continue; case 2: x += 1.0; break; } x += 0.5; }
        switch (3u) { case 3u: x += 1.0; }
        return vec4(x + choose(1));
    }
    """,
    // What is written back, in the middle of expressions too.
    """
    float split(float x, out float whole) { whole = floor(x); return x - whole; }
    float both(inout vec2 v) { v.x += 1.0; return v.y; }
    vec4 trial(vec4 color) {
        float whole, part;
        vec2 v = color.rg;
        float r = 2.0 * split(color.r, whole) + 1.0;
        float list[3];
        r += split(color.b, list[1]) * modf(color.a, part) + both(v);
        float a = part = r;
        int i = 0, j = i++ + 2;
        return vec4(a, float(--j), list[1] += 2.0, whole);
    }
    """,
    // Words that stand for other words.
    """
    #define PI 3.14159265
    #define TWICE(x) ((x) + (x))
    #define TAU (TWICE(TWICE(0.5)) * PI)
    #define sq(x) ((x) * (x))
    #define LERP(a, b, t) \\
        ((a) + ((b) - (a)) * (t))
    #define FAST
    #define QUALITY 2
    #ifdef FAST
    const int taps = 4;
    #else
    const int taps = nonsense;
    #endif
    #if QUALITY
    # include "color.glsl"
    #endif
    #if !defined(SLOW)
    vec4 trial(vec4 color) { return vec4(sin(TAU * LERP(color.r, sq(color.g), 0.5)), float(taps), PI, QUALITY); }
    #endif
    #undef PI
    """,
    // Products of transposes.
    """
    vec4 trial(vec4 color) {
        mat2x4 m = transpose(mat4x2(1.0)) * transpose(mat2(color));
        return (transpose(mat4x2(1.0)) * (transpose(mat2(color)) * transpose(mat2(2.0))))[1] + m[0]
            + vec4((transpose(mat3(color, color, 1.0)) * 2.0 * transpose(mat3x2(0.5)))[1], 0.0);
    }
    """,
    // Counters that fall or rise by a factor.
    """
    vec4 trial(vec4 color) {
        for (float h = 1.0; h >= 0.01; h /= 1.1) color.r += h * 1e-6;
        for (float h = 64.0; h > 1.0; h *= 0.5) color.g += h * 1e-6;
        for (float h = -8.0; h < -0.1; h *= 0.9) color.b += h * 1e-6;
        for (float h = 0.5; h < 100.0; h *= 1.3) color.b += h * 1e-6;
        return color;
    }
    """,
    // Functions of GLSL.
    """
    vec4 trial(vec4 color) {
        vec3 n = normalize(color.rgb), i = faceforward(n, color.rgb, vec3(0, 0, 1));
        vec3 t = refract(i, n, 1.0 / 1.5) + asinh(n) + acosh(n + 2.0) + atanh(n * 0.5);
        bvec3 m = lessThan(n, t);
        vec2 e = ldexp(t.xy, ivec2(2, -1)) + trunc(t.yz) + roundEven(t.zx);
        float[] table = float[](1.0, 2.0, 4.0);
        float sums[] = {1.0, 2.0};
        return any(m) && !all(not(m)) ? vec4(mix(n, t, m), float(isnan(e.x) || isinf(e.y))) : vec4(table[1], sums[0], e);
    }
    """,
]

@Suite struct WidthTests {
    @Test(arguments: accepted)
    func isRead(_ code: String) throws { _ = try point(code) }

    /// A file's parameters may have the names that functions of GLSL have for what they are given.
    @Test(arguments: ["n", "i", "r", "x", "e", "m", "d", "k", "eta", "whole"])
    func parametersHaveAnyName(_ name: String) throws {
        let filter = try Filter(
            source: """
                //! filter trial: A trial.
                //! kind point
                //! param \(name) float = 0.5 in 0...1: A number.
                vec4 trial(vec4 color) {
                    vec3 first = faceforward(color.rgb, color.gbr, vec3(\(name)));
                    vec3 second = refract(first, vec3(0.0, 0.0, 1.0), \(name)) + asinh(first) + atanh(first * 0.1);
                    float part, sum = ldexp(modf(acosh(1.0 + \(name)), part), 1);
                    return vec4(second * sum * determinant(inverse(mat3(1.0) * (1.0 + \(name)))), color.a);
                }

                """, path: "trial.glsl")
        #expect(filter.parameters.map(\.name) == [name])
    }

    @Test func indicesAreClampedWhereTheyAreNotProven() throws {
        let filter = try point(
            """
            const float table[4] = float[](1.0, 2.0, 3.0, 4.0);
            vec4 trial(vec4 color) {
                float sum = table[int(color.r)];
                for (int i = 0; i < 4; ++i) sum += table[i] + table[3 - i] + table[i % 4] + table[i + 1];
                return vec4(sum, color[int(color.g)], table[uint(color.b)], 1);
            }
            """)
        let code = filter.code(prefix: "p_", given: [:])
        #expect(code.contains("p_table[clamp(int(clamp(color_0.x, -2147483648.0, 2147483520.0)), 0, 3)]"))
        #expect(code.contains("p_table[i_2]"))
        #expect(code.contains("p_table[(3 - i_2)]"))
        #expect(code.contains("p_table[clamp((i_2 + 1), 0, 3)]"))
        #expect(code.contains("p_table[min(uint(clamp(color_0.z, 0.0, 4294967040.0)), 3u)]"))
    }

    @Test func whatFunctionsNeedTogetherIsBounded() {
        var calls = "//! filter x: X.\n//! kind point\nfloat f0(float a) { return a; }\n"
        for index in 1..<500 { calls += "float f\(index)(float a) { return f\(index - 1)((((((a)))))); }\n" }
        #expect(mistake(calls)?.problem.contains("too deep to follow") == true)
        var room = "//! filter x: X.\n//! kind point\nfloat f0(float a) { float b[1024]; return a; }\n"
        for index in 1..<60 { room += "float f\(index)(float a) { float b[1024]; return f\(index - 1)(a); }\n" }
        #expect(mistake(room)?.problem.contains("numbers at once") == true)
        #expect(mistake(inBody: "vec4 a[1024]; mat4 b[1024];")?.problem.contains("would hold 16384 numbers") == true)
    }
}
