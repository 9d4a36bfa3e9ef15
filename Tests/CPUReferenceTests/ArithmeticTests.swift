import FilterLanguage
import Testing

@testable import CPUReference

/// Devices that the reference follows step by step, where their numbers end.
struct ArithmeticTests {
    private func red(_ expression: String, of light: Double, _ arithmetic: Arithmetic) throws -> Double {
        let filter = try trial("vec4 trial(vec4 color) { return vec4(\(expression), 0.0, 0.0, 1.0); }")
        let found = try apply(filter, to: [[[light, light, light, 1]]], arithmetic: arithmetic)
        #expect(arithmetic == .bounded || found.bounds.allSatisfy { $0 == 0 })
        return found.values[0]
    }

    /// The same on both: what GLSL leaves undefined, and what no float holds.
    @Test(arguments: [
        ("pow(color.r, 2.0)", -1.0), ("pow(color.r, 0.0)", 0), ("log(color.r)", -0.5), ("sqrt(color.r)", -0.5),
        ("color.r / (color.r - 0.5)", 0.5), ("exp(color.r)", 100), ("color.r * 1e38", 8), ("normalize(color.rgb).r", 0),
        ("color.r > 0.0 ? 1.0 / (color.r - color.r) : 0.0", 1),
    ])
    func faultsShow(_ expression: String, _ light: Double) throws {
        for arithmetic in [Arithmetic.ranged, .single] {
            #expect(try !red(expression, of: light, arithmetic).isFinite, "\(arithmetic)")
        }
    }

    /// Guards hold, though bounds promise nothing: a branch that is not taken is nothing to them.
    @Test(arguments: [
        ("color.r > 1e-6 ? 1.0 / color.r : 0.0", 0.0), ("color.r != 0.0 ? log(color.r) : 2.0", 0),
        ("1.0 / (1.0 + exp(color.r))", 100), ("float(int(floor(color.r / 0.1)) & 1)", 0.3),
        ("atan(color.r, color.r)", 0),
    ])
    func guardsHold(_ expression: String, _ light: Double) throws {
        for arithmetic in [Arithmetic.ranged, .single] {
            #expect(try red(expression, of: light, arithmetic).isFinite, "\(arithmetic)")
        }
    }

    /// One rounds each step to the nearest float; whole numbers it does not.
    @Test func stepsAreRounded() throws {
        #expect(try red("(color.r + 16777216.0) - 16777216.0", of: 1, .single) == 0)
        #expect(try red("(color.r + 16777216.0) - 16777216.0", of: 1, .ranged) == 1)
        #expect(try red("float((int(color.r) + 16777216) - 16777216)", of: 1, .single) == 1)
        #expect(try red("color.r * 0.1", of: 1, .single) == Double(Float(0.1)))
    }

    /// A place that is no number is none of a picture's.
    @Test func noPlaceIsRead() throws {
        let filter = try trial("vec2 trial(vec2 at) { return at / (at - at); }", kind: "warp")
        for arithmetic in [Arithmetic.ranged, .single] {
            let found = try apply(filter, to: [[[1, 1, 1, 1], [2, 2, 2, 1]]], arithmetic: arithmetic)
            // Infinite places lie outside, where the edge repeats.
            #expect(found.values.allSatisfy { $0 == 1 || $0 == 2 })
        }
        let none = try trial("vec2 trial(vec2 at) { return (at - at) / (at - at); }", kind: "warp")
        for arithmetic in [Arithmetic.ranged, .single] {
            #expect(try apply(none, to: [[[1, 1, 1, 1]]], arithmetic: arithmetic).values.allSatisfy(\.isNaN))
        }
    }
}
