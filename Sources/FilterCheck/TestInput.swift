import FilterGraph
import Foundation
import Frames

/// What a case's source pictures show.
enum TestInput: String, CaseIterable {
    /// Light from -0.5 to 64, most of it where pictures are, channels apart from one another, opaque.
    case ramp
    /// The corners of the colour cube at several levels, and colours outside the gamut.
    case primaries
    /// Light of every magnitude from 2^-14 to 64, a few values negative, opaque.
    case noise
    /// Noise under every alpha from 0 to 1, premultiplied; transparent black among it.
    case alpha
    /// Noise in which some channels are infinite or no number.
    case nonFinite

    /// A source picture; `index` tells the pictures of one rendering apart.
    func picture(_ test: CheckCase, index: Int, seed: UInt64) -> HostPlanes {
        let planes = HostPlanes(layout: test.format.layout, width: test.width, height: test.height)
        var random = SeededRandom(seed: seed, for: "\(rawValue) \(index) \(test.width)x\(test.height)")
        let count = test.width * test.height
        let fixed = test.pixels.flatMap { $0.indices.contains(index) ? $0[index] : $0.last }
        for y in 0..<test.height {
            for x in 0..<test.width {
                let place = index == 0 ? y * test.width + x : count - 1 - (y * test.width + x)
                let value =
                    fixed
                    ?? (test.format.isLight
                        ? light(place: place, count: count, &random) : codes(place: place, count: count, &random))
                test.format.store(value, into: planes, x: x, y: y)
            }
        }
        return planes
    }

    private func light(place: Int, count: Int, _ random: inout SeededRandom) -> SIMD4<Double> {
        switch self {
        case .ramp:
            let along = count == 1 ? random.unit() : Double(place) / Double(count - 1)
            func level(_ shift: Double) -> Double {
                let turned = (along + shift).truncatingRemainder(dividingBy: 1)
                return -0.5 + 64.5 * turned * turned * turned * turned
            }
            if place % 4 == 0 { return SIMD4(SIMD3(repeating: -0.5 + 64.5 * along * along * along * along), 1) }
            return [level(0), level(1 / 3.0), level(2 / 3.0), 1]
        case .primaries:
            let level = [1, 4.926, 0.18, 64, -0.25, 0.01][(place / 8) % 6]
            let corner = place % 8
            func channel(_ bit: Int) -> Double { corner & bit != 0 ? level : random.index(below: 4) == 0 ? -0.05 : 0 }
            return [channel(1), channel(2), channel(4), 1]
        case .noise:
            return SIMD4(noise(&random), 1)
        case .alpha:
            let steps: [Double] = [0, 0, 1, 0.5, 1 / 255.0, random.unit(), random.unit(), random.unit()]
            let alpha = steps[random.index(below: steps.count)]
            // Light without alpha is added to what lies below: allowed, and rare.
            if alpha == 0 { return SIMD4(random.index(below: 8) == 0 ? noise(&random) : .zero, 0) }
            return SIMD4(noise(&random) * alpha, alpha)
        case .nonFinite:
            var value = SIMD4(noise(&random), 1)
            if random.index(below: 5) == 0 {
                value[random.index(below: 4)] = [Double.nan, .infinity, -.infinity][random.index(below: 3)]
            }
            return value
        }
    }

    private func noise(_ random: inout SeededRandom) -> SIMD3<Double> {
        func channel() -> Double {
            let sign: Double = random.index(below: 16) == 0 ? -1 : 1
            return sign * Double(Float(exp2(random.unit() * 20 - 14)))
        }
        return [channel(), channel(), channel()]
    }

    private func codes(place: Int, count: Int, _ random: inout SeededRandom) -> SIMD4<Double> {
        func code() -> Double { Double(random.index(below: 1024)) }
        switch self {
        case .ramp:
            let along = count == 1 ? random.unit() : Double(place) / Double(count - 1)
            // Not straight: against its own mirror image, every sum would lie on the same edge.
            return [pow(along, 1.5) * 1023, pow(1 - along, 1.5) * 1023, along * 512, 3]
        case .primaries:
            let (corner, level) = (place % 8, [1023, 512, 64, 940][(place / 8) % 4] as Double)
            return [corner & 1 != 0 ? level : 0, corner & 2 != 0 ? level : 0, corner & 4 != 0 ? level : 0, 3]
        case .alpha: return [code(), code(), code(), Double(random.index(below: 4))]
        case .noise, .nonFinite: return [code(), code(), code(), 3]
        }
    }
}
