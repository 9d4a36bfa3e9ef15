import ColorScience
import FilterGraph
import FilterLanguage
import Foundation
import Frames
import Testing

@testable import CPUReference

/// Every point and blend filter of the tree.
private let shipped: [URL] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Shaders/filters")
    let all = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (all ?? []).filter { $0.pathExtension == "glsl" }.sorted { $0.path < $1.path }
}()

private let programs: [String] = [
    "vec4 trial(vec4 color) { return vec4(pow(abs(color.rgb), vec3(2.4)), color.a); }",
    "vec4 trial(vec4 color) { return vec4(exp2(color.r), log2(abs(color.g) + 0.1), sqrt(abs(color.b)), 1.0); }",
    "vec4 trial(vec4 color) { return vec4(normalize(color.rgb + vec3(0.1, 0.2, 0.3)), length(color)); }",
    "vec4 trial(vec4 color) { return color.r * color.g + color * color.b - color.bgra / (1.5 + abs(color)); }",
    "vec4 trial(vec4 color) { return smoothstep(vec4(0.1), vec4(0.9), color) * mix(color, color.gbra, 0.3); }",
    """
    vec4 trial(vec4 color) {
        vec4 sum = vec4(0);
        for (int i = 1; i < 9; ++i) { sum += sin(color * float(i)) / float(i); if (sum.r > 2.0) break; }
        return sum;
    }
    """,
    "vec4 trial(vec4 color) { return fract(color * 7.3) + floor(color * 3.1) + mod(color, vec4(0.37)); }",
    """
    float curve(float x) {
        if (x < 0.25) return x * x;
        if (x < 0.7) { return 0.0625 + (x - 0.25) * 0.5; }
        return 0.2875 + sqrt(x - 0.7);
    }
    vec4 trial(vec4 color) { return vec4(curve(color.r), curve(color.g * 1.1), curve(color.b * color.b), 1.0); }
    """,
    "vec4 trial(vec4 color) { return vec4(toLight(toSignal(color.rgb) * 0.9), color.a); }",
    "vec4 trial(vec4 color) { return color * 0.1 / max(color.gbra - color, vec4(0.001)); }",
    "vec4 trial(vec4 color) { return min(color.brga, clamp(0.2 / max(toSignal(color.rgb).rgbr, 1e-4), 0.1, 2.0)); }",
    "const mat3 m = mat3(0.3, 0.2, 0.1, 0.4, 0.7, 0.2, 0.3, 0.1, 0.7);\n"
        + "vec4 trial(vec4 color) { return vec4(m * color.rgb + color.rgb * m, dot(color, color)); }",
]

/// What a value may go through: every kind of operation that works out a bound.
private let operations: [String] = [
    "v + 1.0", "1.0 - v", "-v", "v * 0.0", "v * v", "v / 2.0", "2.0 / (v + 1.0)", "min(v, vec3(1.0))",
    "max(v, vec3(1.0))",
    "min(vec3(1.0), v)", "max(vec3(0.0), v)", "clamp(v, 0.0, 1.0)", "abs(v)", "mix(v, vec3(1.0), 0.5)", "sqrt(abs(v))",
    "pow(abs(v), vec3(2.0))", "exp2(v)", "log2(v + 2.0)", "smoothstep(vec3(-1.0), vec3(1.0), v)",
    "vec3(dot(v, vec3(1.0)))",
    "vec3(length(v))", "normalize(v + 1.0)", "cross(v, vec3(1.0, 2.0, 3.0))", "mat3(1.0) * v", "fract(v + 0.5)",
    "floor(v + 0.5)", "step(vec3(0.5), v)", "sign(v)", "v.r > 0.5 ? vec3(1.0) : vec3(0.0)", "toSignal(v)", "toLight(v)",
    "pqToNits(v)", "nitsToPQ(v)", "hlgToNits(v)", "nitsToHLG(v)", "bt1886ToLight(v)", "lightToBT1886(v)",
    "srgbToLight(v)", "lightToSRGB(v)", "gammaToLight(v, 2.2)", "vec3(luminance(v))", "bt709ToBT2020(v)",
    "toCompositionPrimaries(v)", "premultiplied(vec4(v, 1.0)).rgb", "unpremultiplied(vec4(v, 1.0)).rgb",
    "vec3(bt2390(v.r, 1000.0, 203.0))",
]

@Suite struct BoundTests {
    /// Counts pixels where a float evaluation leaves the bound, and undecided ones.
    private func check(_ filter: Filter, _ settings: Settings, color: CompositionColor, seed: UInt64) throws
        -> (wrong: Int, open: Int, all: Int)
    {
        var noise = Noise(seed)
        let count = 200
        let inputs = (0..<filter.pictureCount).map { _ in
            (0..<count).map { _ -> [Double] in
                let alpha = Double(Float(noise.number(0.05...1)))
                let scale = noise.number(0...1) < 0.2 ? 8.0 : 1.2
                return (0..<3).map { _ in Double(Float(noise.number(-0.1...1) * scale * alpha)) } + [alpha]
            }
        }
        let time = MediaTime(7, 24)
        let found = try apply(filter, settings, to: inputs, color: color, time: time)
        var phases: [String: Double] = [:]
        for phase in filter.phases {
            phases[phase.name] = time.phase(perSecond: MediaTime(phase.numerator, phase.denominator))
        }
        let context = FilterContext(
            filter: filter,
            settings: filter.complete(settings, size: (count, 1), contentHeadroom: color.contentHeadroom),
            phases: phases, time: time.seconds, width: count, height: 1, color: color)
        var device = SingleFloat(context, seed: seed + 1)
        var wrong = 0
        for index in 0..<count {
            let arguments = inputs.map { $0[index].map { Float($0) } }
            let result = device.run(arguments, at: [Float(index) + 0.5, 0.5])
            let isOutside = (0..<4).contains { channel in
                let bound = found.bounds[4 * index + channel]
                return !(abs(Double(result[channel]) - found.values[4 * index + channel]) <= bound)
                    && bound.isFinite
            }
            if isOutside, !found.undecided[index] { wrong += 1 }
        }
        return (wrong, found.undecided.filter { $0 }.count, count)
    }

    @Test(arguments: programs)
    func coverFloatEvaluation(_ program: String) throws {
        let filter = try trial(program)
        for seed in 1...5 {
            let result = try check(filter, [:], color: hlg, seed: UInt64(seed))
            #expect(result.wrong == 0, "\(result)")
            #expect(result.open <= 4, "\(result)")
        }
    }

    @Test(arguments: shipped)
    func coverShippedFilters(_ file: URL) throws {
        let filter = try Filter(
            source: String(contentsOf: file, encoding: .utf8), path: file.path)
        guard filter.kind == .point || filter.kind == .blend, filter.light == .linear,
            // The float evaluator knows neither curves nor stills.
            filter.parameters.allSatisfy({ $0.width > 0 })
        else { return }
        var noise = Noise(3)
        for seed in 1...6 {
            var settings: Settings = [:]
            if seed > 1 {
                for parameter in filter.parameters where parameter.width > 0 {
                    settings[parameter.name] = (0..<parameter.width).map { _ in
                        let value = noise.number(parameter.range)
                        return parameter.kind == .bool || parameter.glslType == "int" ? value.rounded() : value
                    }
                }
            }
            let result = try check(filter, settings, color: seed % 2 == 0 ? sdr : hlg, seed: UInt64(seed))
            #expect(result.wrong == 0, "\(settings) \(result)")
        }
    }

    @Test func boundsAreNotWide() throws {
        // A bound that covers everything proves nothing: simple arithmetic stays within a few units in the last place.
        let filter = try trial("vec4 trial(vec4 color) { return (color * 0.3 + 0.2) * 1.7; }")
        let found = try apply(filter, to: [[[0.5, 0.25, 0.1, 1]]])
        for (value, bound) in zip(found.values, found.bounds) { #expect(bound > 0 && bound < 4 * 0x1p-23 * value) }
        let same = try apply(try trial("vec4 trial(vec4 color) { return color; }"), to: [[[0.5, 0.25, 0.1, 1]]])
        #expect(same.bounds == [0, 0, 0, 0])
    }

    @Test func decisionsWithinTheErrorAreNoted() throws {
        let filter = try trial(
            "vec4 trial(vec4 color) { return color.r * 0.1 > 0.03 ? vec4(1.0) : vec4(color.g, 0.0, 0.0, 1.0); }")
        let found = try apply(filter, to: [[[0.3, 0.5, 0, 1], [0.31, 0.5, 0, 1], [0.29, 0.5, 0, 1]]])
        #expect(found.undecided == [true, false, false])
        #expect(found.bounds[0] >= 0.5)
        // Where both sides agree, it does not matter which is taken.
        let smooth = try trial(
            "vec4 trial(vec4 color) { float x = color.r * 0.1; return vec4(x > 0.03 ? x : 0.03 + (x - 0.03) * 0.5); }")
        #expect(try apply(smooth, to: [[[0.3, 0, 0, 1]]]).undecided == [false])
        // A step of a setting within its rounding opens every pixel.
        let level = try trial(
            "vec4 trial(vec4 color) { return color * floor(amount * 10.0); }",
            annotations: "//! param amount float = 0.3 in 0...1: An amount.")
        #expect(try apply(level, to: [[[1, 1, 1, 1], [2, 1, 1, 1]]]).undecided == [true, true])
        let early = try trial(
            "vec4 trial(vec4 color) { if (color.r * 0.1 > 0.03) { return vec4(9.0); } return vec4(1.0); }")
        let both = try apply(early, to: [[[0.3, 0, 0, 1], [1, 0, 0, 1]]])
        #expect(both.undecided == [true, false])
        #expect(both.bounds[0] >= 8)
        #expect(both.pixel(1) == [9, 9, 9, 9])
    }

    /// Nothing times what may be anything may be anything, and stays so through every operation.
    @Test(arguments: operations, ["point", "light signal"])
    func whatMayBeAnythingStaysSo(_ operation: String, _ domain: String) throws {
        let filter = try trial(
            "vec4 trial(vec4 color) {\n"
                + "    vec3 v = vec3(color.b / (color.r * 0.1 - color.g * 0.1) * color.b);\n"
                + "    return vec4(\(operation), 1.0);\n}",
            annotations: domain == "point" ? "" : "//! light signal")
        let found = try apply(filter, to: [[[0.5, 0.5 + 0x1p-24, 0, 1]]], color: hlg)
        #expect(found.values[..<3].allSatisfy { $0.isFinite })
        #expect(found.undecided[0] || found.bounds[..<3].allSatisfy { $0 == .infinity }, "\(found)")
    }

    @Test func divisorsThatAreKeptFromVanishingPromiseSomething() throws {
        // The divisor's error is larger than it, yet it is never below what `max` makes of it.
        let filter = try trial(
            "vec4 trial(vec4 color) { float d = toSignal(color.rgb).r; return vec4(color.a / max(d, 0.0001)); }")
        let found = try apply(filter, to: [[[0.0433, 0.0114, 0.8956, 1]]], color: sdr)
        #expect(found.bounds[0] < 1.1e4 && found.values[0] + found.bounds[0] > 0.99e4)
        // Clamped, the quotient stays within what it is clamped to.
        let kept = try trial(
            """
            vec4 trial(vec4 color) {
                float d = toSignal(color.rgb).r;
                return vec4(clamp(color.a / max(d, 0.0001), 0.0, 2.0));
            }
            """
        )
        #expect(try apply(kept, to: [[[0.0433, 0.0114, 0.8956, 1]]], color: sdr).bounds[0] <= 2)
    }

    /// Devices fold constants of a sum together, and hold a structure's floats as floats; random programs found both.
    @Test func constantsAreWhatADeviceHolds() throws {
        let folded = try apply(
            try trial("vec4 trial(vec4 c) { return (c.xxxx + 1.0) + 0.001; }"),
            to: [[[Double(Float(-1.0527611)), 0, 0, 1]]])
        let other = Float(-1.0527611) + (Float(1) + Float(0.001))
        #expect(abs(Double(other) - folded.values[0]) <= folded.bounds[0])
        let held = try apply(
            try trial("struct S { int i; vec4 v; };\nvec4 trial(vec4 c) { S s = S(3, vec4(0.1)); return s.v; }"),
            to: [[[0, 0, 0, 1]]])
        #expect(abs(Double(Float(0.1)) - held.values[0]) <= held.bounds[0])
    }

    /// One channel scales another: what rounding decides of several at once reaches further than each alone.
    @Test(arguments: [(0.0, 0.0), (0, 1), (1, 0), (1, 1)])
    func severalDecisionsReachFurther(_ red: Double, _ green: Double) throws {
        let filter = try trial(
            "vec4 trial(vec4 c) { float e = 1.0 + c.a * 1e-12; return vec4(hlgToNits(vec3(floor(e), floor(e), 0.5)), 1.0); }"
        )
        let found = try apply(filter, to: [[[0, 0, 0, 1]]])
        let other = ColorStep.decode(.hlg, primaries: .bt2020, referenceWhiteNits: 1).apply(RGB(red, green, 0.5))
        #expect(found.undecided[0])
        for channel in 0..<3 {
            #expect(abs(other[channel] - found.values[channel]) <= found.bounds[channel], "\(channel)")
        }
    }

    /// A device found by random programs adds what follows a mixture to one of its products, here a thousand times larger.
    @Test func whatFollowsAMixtureMayJoinItsProducts() throws {
        let filter = try trial("vec4 trial(vec4 c) { return mix(c, c, c) + c.gggg; }")
        let found = try apply(filter, to: [[[1000, 64.6, 0, 1]]])
        let other = Float(1000) * 1000 + (Float(1000) * -999 + Float(64.6))
        #expect(abs(Double(other) - found.values[0]) <= found.bounds[0])
    }

    /// A device found by random programs computes a (b + c) for a b + a c.
    @Test func commonFactorsMayBeTakenOut() throws {
        let filter = try trial(
            "vec4 trial(vec4 c) { return mat2x4(1.0, 2.0, 0.0, 0.25, 0.1, -0.3, -2.5, 0.7) * c.xx; }")
        let found = try apply(filter, to: [[[15.5, 0, 0, 1]]])
        let other = (Float(1.0) + Float(0.1)) * 15.5
        #expect(abs(Double(other) - found.values[0]) <= found.bounds[0])
    }

    /// A device found by random programs computes a b + (c d - e) for (a b + c d) - e, which rounds once more at e's size.
    @Test func termsMayBeTakenIntoASum() throws {
        let filter = try trial("vec4 trial(vec4 c) { return vec4(dot(c.rgb, vec3(0.001, 0.3333, 0.25)) - c.a); }")
        let inputs: [[Double]] = [[11.5, 0.3333, 0.01, 4.926109], [3.1, 0.7, 0.2, 5.3], [0.123, 1.7, 0.9, 100.7]]
        let found = try apply(filter, to: [inputs])
        for (index, input) in inputs.enumerated() {
            let c = input.map { Float($0) }
            let other = c[0] * 0.001 + (c[1] * 0.3333 + (c[2] * 0.25 - c[3]))
            #expect(abs(Double(other) - found.values[4 * index]) <= found.bounds[4 * index])
            // Room for every order of three sums, and no more.
            #expect(found.bounds[4 * index] <= 8 * 0x1p-24 * (input[3] + 1))
        }
    }

    /// Every order in which a device may add or multiply stays within the bound, of terms that cancel exactly too.
    @Test(arguments: [
        "(c.x - c.y) + c.z", "c.z + (c.x - c.y)", "(c.x + c.z) - c.y", "c.z - (c.y - c.x)", "-(c.y - c.x) + c.z",
        "step(c.x, c.y) * 0.0 + (step(c.w, c.y) - c.z)",
    ])
    func termsMayBeAddedInEveryOrder(_ sum: String) throws {
        let filter = try trial("vec4 trial(vec4 c) { return vec4(\(sum)); }")
        // Neighbours, equals, and terms a thousandth of them or of no size at all.
        let inputs: [[Double]] = [
            [65504, 65504, 0.001, 1], [1.25, 1.2499999, 0.001, 1], [28.5, 10.512238, 0.001, 1],
            [1e6, 1.5186164, 0.001, 1], [0.75, 0.75, 1e-20, 1], [1, 1, 1e-6, 1],
        ]
        let found = try apply(filter, to: [inputs])
        for (index, input) in inputs.enumerated() {
            let (x, y, z) = (Float(input[0]), Float(input[1]), Float(input[2]))
            let one: Float = y < 1 ? 0 : 1
            let orders =
                sum.hasPrefix("step") ? [one - z, (1 - z) - (1 - one)] : [(x - y) + z, x + (z - y), (x + z) - y]
            for other in orders where !sum.hasPrefix("step") || index != 4 {
                let distance = abs(Double(other) - found.values[4 * index])
                #expect(distance <= found.bounds[4 * index], "\(input): \(other), \(found.values[4 * index])")
            }
        }
    }

    @Test func factorsMayBeMultipliedInEveryOrder() throws {
        let filter = try trial("vec4 trial(vec4 c) { return vec4(c.x * c.y * 100.0, c.x * (c.y * c.z), 0.0, 0.0); }")
        let inputs: [[Double]] = [
            [Double(Float(-9.9999994e-08)), 3, 0.1, 1], [1.248071, 28.5, -2.5, 1], [0.5, 0.38510513, 100, 1],
        ].map { $0.map { Double(Float($0)) } }
        let found = try apply(filter, to: [inputs])
        for (index, input) in inputs.enumerated() {
            let (x, y, z) = (Float(input[0]), Float(input[1]), Float(input[2]))
            for (channel, others) in [[(x * 100) * y, x * (y * 100)], [(x * y) * z, (x * z) * y]].enumerated() {
                for other in others {
                    let distance = abs(Double(other) - found.values[4 * index + channel])
                    #expect(distance <= found.bounds[4 * index + channel], "\(input): \(other)")
                }
            }
        }
    }

    /// A sum whose terms cancel, scaled by what another term is scaled by too, may be added up before it is scaled.
    @Test func sumsThatShareAFactorMayBeAddedFirst() throws {
        let filter = try trial("vec4 trial(vec4 c) { return vec4(mod(c.a, 10.0) * c.a + 0.3333 * c.a); }")
        let found = try apply(filter, to: [[[0, 0, 0, Double(Float(41.14632))]]])
        let c = Float(41.14632)
        let other = ((c - 40) + 0.3333) * c
        let another = (c + (Float(0.3333) - 40)) * c
        for way in [other, another] {
            #expect(abs(Double(way) - found.values[0]) <= found.bounds[0], "\(way) \(found)")
        }
    }

    /// What is read at a place that may be anywhere may be anything, on a flat part of the picture too.
    @Test(arguments: [
        "at(vec2(c.r / (c.r - c.r), 1.0))", "texelOrClear(vec2(1.0, c.r / (c.r - c.r)))",
        "at(vec2(c.r * 1e30 * 1e9 * c.g))",
    ])
    func readsThatMayBeAnywhereAreOpen(_ read: String) throws {
        let filter = try Filter(
            source:
                "//! filter trial: A trial.\n//! kind area\n//! reach 1\nvec4 trial() { vec4 c = texel(position); return \(read); }",
            path: "trial.glsl")
        let found = try apply(filter, to: [Array(repeating: [0.5, 0.5, 0.5, 1], count: 3)])
        #expect(zip(found.undecided, 0..<3).allSatisfy { $0.0 || found.bounds[4 * $0.1] == .infinity }, "\(found)")
    }

    /// A device may choose between terms and add them later, as in (d - 1) + (here ? 1 : 0).
    @Test func chosenSumsAreSumsStill() throws {
        let filter = try trial("vec4 trial(vec4 c) { c[int(position.y)]++; --c; return c; }")
        let d = Float(-0.4210748)
        let found = try apply(filter, to: [[[Double(d), 0, 0, 1]]])
        #expect(abs(Double((d - 1) + 1) - found.values[0]) <= found.bounds[0], "\(found)")
    }

    /// Round numbers add up exactly in every order, so that places and counts decide nothing by chance.
    @Test func roundNumbersAreExact() throws {
        let filter = try trial("vec4 trial(vec4 c) { return floor((c - 0.5) + (c.yxwz - 2.25)) + 3.0 * c; }")
        let found = try apply(filter, to: [[[1920.5, 0.25, -3, 1], [7, 8, 9.75, 1]]])
        #expect(found.bounds.allSatisfy { $0 == 0 } && found.undecided == [false, false])
    }

    /// Whole numbers are exact up to 2^24, in sums and products of every order, so that permutations decide nothing by
    /// chance; and nothing is nothing, whatever it is multiplied with.
    @Test func wholeNumbersAreExact() throws {
        let hash =
            "vec4 hash(vec4 x) { vec4 y = (x * 34.0 + 10.0) * x; return y - floor(y * (1.0 / 289.0)) * 289.0; }\n"
        let filter = try trial(hash + "vec4 trial(vec4 c) { return hash(hash(hash(c))); }")
        let found = try apply(filter, to: [[[5, 100, 271, 1], [0, 3, 64, 2]]])
        #expect(found.bounds.allSatisfy { $0 == 0 }, "\(found)")
        #expect(found.undecided == [false, false])
        func hashed(_ x: Double) -> Double { ((x * 34 + 10) * x).truncatingRemainder(dividingBy: 289) }
        let wanted = [5.0, 100, 271, 1].map { hashed(hashed(hashed($0))) }
        #expect(Array(found.values[..<4]) == wanted)
        let large = try trial("vec4 trial(vec4 c) { return c * 4201.0 + 1.0 + c * c.y; }")
        #expect(try apply(large, to: [[[4001, 3, 4099, 4001]]]).bounds[2] > 0)
        let fine = try trial("vec4 trial(vec4 c) { return c * 100.0 + (c.y - 0.25); }")
        #expect(try apply(fine, to: [[[40001, 0.00390625, 40003, 40001]]]).bounds[0] > 0)
        let nothing = try trial("vec4 trial(vec4 c) { return floor(c * 0.1) + floor(0.1 * c * c); }")
        #expect(try apply(nothing, to: [[[0, 0, 0, 0]]]).undecided == [false])
    }

    /// What overflows on a device's way to a result that does not is not promised.
    @Test(arguments: [
        "normalize(c.x * 1e30)", "cos(c.x * 1e30 * 1e9)", "float(int(c.x / c.y))", "float(int(c.y / c.y))",
        "smoothstep(-0.5, 1.5, c.x * 1e30 * 1e12)", "ldexp(c.y, 2147483647)", "normalize(c.y)",
        "log2(c.x * 1e-20 * 1e-20)",
        "inversesqrt(c.x * 1e-20 * 1e-20)", "ldexp(c.x * 1e-7, 100) * 4294967040.0",
        "mix(0.001, ldexp(c.x * 1e-7, 100), 4294967040.0)", "(c.x * 1e-30) * (c.x * 1e30) * 1e30",
        "-(c.y * 1e30) * 1e30", "ldexp(c.x * c.y, 100)", "ldexp(-(c.x * c.w) * 0.5, 100)",
    ])
    func whatMayOverflowIsNotPromised(_ expression: String) throws {
        let filter = try trial("vec4 trial(vec4 c) { return vec4(\(expression)); }")
        let found = try apply(filter, to: [[[1.5, 0, 0, 1]]])
        #expect(found.undecided[0] || found.bounds[0] == .infinity, "\(found)")
    }
}
