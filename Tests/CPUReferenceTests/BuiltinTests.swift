import FilterLanguage
import Foundation
import Testing

@testable import CPUReference

private struct Case: Sendable, CustomStringConvertible {
    let text: String
    let expected: @Sendable (Double, Double) -> Double
    var description: String { text }

    init(_ text: String, _ expected: @escaping @Sendable (Double, Double) -> Double) {
        (self.text, self.expected) = (text, expected)
    }
}

private let cases: [Case] = [
    Case("radians(a)") { x, _ in x * .pi / 180 }, Case("degrees(a)") { x, _ in x * 180 / .pi },
    Case("sin(a)") { x, _ in sin(x) }, Case("cos(a)") { x, _ in cos(x) }, Case("tan(a)") { x, _ in tan(x) },
    Case("asin(a / 4.0)") { x, _ in asin(x / 4) }, Case("acos(a / 4.0)") { x, _ in acos(x / 4) },
    Case("atan(a)") { x, _ in atan(x) }, Case("atan(a, b)") { x, y in atan2(x, y) },
    Case("sinh(a)") { x, _ in sinh(x) }, Case("cosh(a)") { x, _ in cosh(x) }, Case("tanh(a)") { x, _ in tanh(x) },
    Case("pow(abs(a), b)") { x, y in pow(abs(x), y) }, Case("exp(a)") { x, _ in exp(x) },
    Case("exp2(a)") { x, _ in exp2(x) }, Case("log(abs(a))") { x, _ in log(abs(x)) },
    Case("log2(abs(a))") { x, _ in log2(abs(x)) }, Case("sqrt(abs(a))") { x, _ in abs(x).squareRoot() },
    Case("inversesqrt(abs(a))") { x, _ in 1 / abs(x).squareRoot() }, Case("abs(a)") { x, _ in abs(x) },
    Case("sign(a)") { x, _ in x > 0 ? 1 : -1 }, Case("floor(a)") { x, _ in floor(x) },
    Case("ceil(a)") { x, _ in ceil(x) }, Case("fract(a)") { x, _ in x - floor(x) },
    Case("mod(a, b)") { x, y in x - y * floor(x / y) }, Case("mod(a, 0.7)") { x, _ in x - 0.7 * floor(x / 0.7) },
    Case("trunc(a)") { x, _ in trunc(x) }, Case("round(a)") { x, _ in x.rounded() },
    Case("roundEven(a)") { x, _ in x.rounded(.toNearestOrEven) }, Case("min(a, b)") { x, y in min(x, y) },
    Case("max(a, 0.5)") { x, _ in max(x, 0.5) }, Case("clamp(a, 0.0, 1.0)") { x, _ in min(max(x, 0), 1) },
    Case("clamp(a, -b, b)") { x, y in min(max(x, -y), y) }, Case("mix(a, b, 0.25)") { x, y in 0.75 * x + 0.25 * y },
    Case("mix(a, b, lessThan(a, vec4(0)))") { x, y in x < 0 ? y : x },
    Case("step(0.5, a)") { x, _ in x < 0.5 ? 0 : 1 }, Case("step(b, a)") { x, y in x < y ? 0 : 1 },
    Case("smoothstep(-1.0, 2.0, a)") { x, _ in
        let t = min(max((x + 1) / 3, 0), 1)
        return t * t * (3 - 2 * t)
    },
    Case("fma(a, b, a)") { x, y in x * y + x }, Case("vec4(length(vec2(a.x, b.x)))") { x, y in hypot(x, y) },
    Case("vec4(distance(vec2(a.x, 0), vec2(0, b.x)))") { x, y in hypot(x, y) },
    Case("vec4(dot(vec3(a.x), vec3(b.x, 1, 2)))") { x, y in x * (y + 3) },
    Case("vec4(cross(vec3(a.x, 0, 0), vec3(0, b.x, 0)).z)") { x, y in x * y },
    Case("vec4(normalize(vec2(a.x, b.x)).y)") { x, y in y / hypot(x, y) },
    Case("vec4(reflect(vec2(a.x, b.x), vec2(0, 1)).y)") { _, y in -y },
    Case("any(greaterThan(a, b)) ? a : b") { x, y in max(x, y) },
    Case("all(lessThanEqual(a, b)) ? a : b") { x, y in min(x, y) },
    Case("vec4(not(equal(a, b)))") { x, y in x == y ? 0 : 1 }, Case("vec4(isnan(a))") { _, _ in 0 },
    Case("vec4(isinf(a / 0.0))") { _, _ in 1 },
    Case("vec4((mat2(a.x, 1, 2, b.x) * vec2(3, 5)).x)") { x, _ in 3 * x + 10 },
    Case("vec4((vec2(3, 5) * mat2(a.x, 1, 2, b.x)).x)") { x, _ in 3 * x + 5 },
    Case("vec4((mat2(a.x, 1, 2, b.x) * mat2(1, 0, 1, 1))[1].y)") { _, y in 1 + y },
    Case("vec4(transpose(mat2(a.x, 1, 2, b.x))[0].y)") { _, _ in 2 },
    Case("vec4(mat3(a.x)[1][1] + mat3(a.x)[0][1])") { x, _ in x },
    Case("vec4(float(int(a.x)))") { x, _ in trunc(x) },
    Case("vec4(float(int(a.x * 100.0) / 7))") { x, _ in
        trunc(trunc(x * 100) / 7)
    },
    Case("vec4(float(int(a.x * 100.0) % 7))") { x, _ in
        trunc(x * 100).truncatingRemainder(dividingBy: 7)
    },
    Case("vec4(bool(a.x) ^^ true)") { x, _ in x == 0 ? 1 : 0 },
    Case("a.wzyx.abgr") { x, _ in x }, Case("-a + b * 2") { x, y in -x + 2 * y },
]

@Suite struct BuiltinTests {
    @Test(arguments: cases)
    private func isAsFoundationHasIt(_ one: Case) throws {
        for (x, y) in [(0.3, 0.8), (-1.7, 2.2), (3.1, 0.45), (-0.05, 1.5)] {
            let (a, b) = (Double(Float(x)), Double(Float(y)))
            let expected = one.expected(a, b)
            for found in try value(of: one.text, [x, x, x, x], [y, y, y, y]) {
                #expect(abs(found - expected) <= 1e-12 * max(1, abs(expected)), "\(one.text) of \(x), \(y)")
            }
        }
    }

    @Test func controlFlowIsAsInGLSL() throws {
        let filter = try trial(
            """
            const float weights[3] = float[3](1.0, 2.0, 4.0);
            float search(float x) {
                for (int i = 0; i < 3; ++i) {
                    if (x < 0.0) { continue; }
                    if (weights[i] > x) { return float(i); }
                    if (x > 100.0) { break; }
                }
                return -1.0;
            }
            void swap(inout float a, inout float b) { float c = a; a = b; b = c; }
            float early(float x) {
                if (x < 0.5) return 10.0;
                if (x < 1.5) { if (x < 1.0) return 20.0; x += 1.0; }
                return x;
            }
            vec4 trial(vec4 color) {
                float one = color.r;
                float two = 7.0;
                swap(one, two);
                float list[4];
                list[int(clamp(color.r, 0.0, 3.0))] = 5.0;
                return vec4(search(color.r), early(color.r), two, list[1]);
            }
            """)
        let inputs = [0.25, 0.75, 1.25, 3.0, 50, 200, -1]
        let result = try apply(filter, to: [inputs.map { [$0, 0, 0, 1] }])
        let expected: [[Double]] = [
            [0, 10, 0.25, 0], [0, 20, 0.75, 0], [1, 2.25, 1.25, 5], [2, 3, 3, 0], [-1, 50, 50, 0], [-1, 200, 200, 0],
            [-1, 10, -1, 0],
        ]
        for (index, pixel) in expected.enumerated() { #expect(result.pixel(index) == pixel, "input \(inputs[index])") }
    }

    @Test func libraryFunctionsAgreeWithTheStandards() throws {
        #expect(abs(try value(of: "vec4(pqToNits(a.rgb), 1)", [0.508078, 0, 0, 1])[0] - 100) < 0.01)
        #expect(abs(try value(of: "vec4(toSignal(a.rgb), 1)", [1, 1, 1, 1])[0] - 0.749877) < 1e-5)
        #expect(abs(try value(of: "vec4(toLight(toSignal(a.rgb)), 1)", [0.3, 1.5, 0.01, 1])[1] - 1.5) < 1e-9)
        #expect(abs(try value(of: "vec4(luminance(a.rgb))", [1, 0, 0, 1])[0] - 0.2627) < 1e-12)
        #expect(abs(try value(of: "vec4(bt2390(a.r, 1000.0, 203.0))", [203, 0, 0, 1])[0] - 159.0) < 0.1)
        #expect(try value(of: "unpremultiplied(a)", [0.25, 0.5, 1, 0.5]) == [0.5, 1, 2, 0.5])
        #expect(try value(of: "unpremultiplied(a)", [0.25, 0.5, 1, 0]) == [0, 0, 0, 0])
    }
}
