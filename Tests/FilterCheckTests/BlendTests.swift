import ColorScience
import FilterGraph
import FilterLanguage
import Testing

@testable import FilterCheck

@Suite struct BlendTests {
    /// Pairs of pixels: opaque, translucent and clear, in range, above white, and below black.
    private static let pairs: (below: Picture, above: Picture) = {
        var random = SeededRandom(seed: 11)
        var below: [SIMD4<Double>] = []
        var above: [SIMD4<Double>] = []
        for index in 0..<400 {
            func pixel() -> SIMD4<Double> {
                let alpha = index < 200 ? 1 : [0, 0.25, 0.5, 1][random.index(below: 4)] as Double
                let top: Double = index % 4 == 0 ? 6 : 1
                let light = SIMD3(random.unit(), random.unit(), random.unit()) * top - (index % 10 == 0 ? 0.1 : 0)
                return SIMD4(SIMD4<Float>(SIMD4(light * alpha, alpha)))
            }
            below.append(pixel())
            above.append(pixel())
        }
        return (Picture(below), Picture(above))
    }()

    @Test(arguments: BlendTwin.all.map(\.name))
    func modesAreTheirTwins(_ name: String) throws {
        let twin = try #require(BlendTwin.all.first { $0.name == name })
        for color in [CompositionColor.wideSDR, .sdr, .hlg, .pq] {
            let result = try Shipped.apply(name, to: Self.pairs.below, Self.pairs.above, color: color)
            for index in result.pixels.indices {
                let (below, above) = (Self.pairs.below.pixels[index], Self.pairs.above.pixels[index])
                let wanted = twin.apply(below: below, above: above, color: color)
                #expect(
                    isClose(result.pixels[index], wanted, within: 1e-5),
                    "\(name) \(color.properties) of \(below) and \(above): \(result.pixels[index]), twin \(wanted)")
            }
        }
    }

    @Test(arguments: BlendTwin.all.map(\.name))
    func onlySubtractMakesNegativeLight(_ name: String) throws {
        guard name != "subtract" else { return }
        for color in [CompositionColor.wideSDR, .hlg, .pq] {
            let result = try Shipped.apply(name, to: Self.pairs.below, Self.pairs.above, color: color)
            for index in result.pixels.indices {
                let inputs = [Self.pairs.below.pixels[index], Self.pairs.above.pixels[index]]
                guard inputs.allSatisfy({ $0.min() >= 0 }) else { continue }
                #expect(result.pixels[index].min() >= -1e-9)
            }
        }
    }

    @Test(arguments: BlendTwin.all.map(\.name) + ["over", "sourceAtop", "plus", "xor", "destinationOver"])
    func nothingAboveLeavesWhatIsBelow(_ name: String) throws {
        let nothing = Picture(Self.pairs.below.pixels.map { _ in .zero })
        for color in [CompositionColor.wideSDR, .hlg] {
            let result = try Shipped.apply(name, to: Self.pairs.below, nothing, color: color)
            for (found, below) in zip(result.pixels, Self.pairs.below.pixels) {
                #expect(isClose(found, below, within: 1e-5))
            }
        }
    }

    /// Fa and Fb of the Porter-Duff operators: the shares of source and destination, from both alphas.
    private static let operators:
        [String: @Sendable (_ a: Double, _ ab: Double) -> (source: Double, destination: Double)] = [
            "over": { a, _ in (1, 1 - a) },
            "destinationOver": { _, ab in (1 - ab, 1) },
            "sourceIn": { _, ab in (ab, 0) },
            "destinationIn": { a, _ in (0, a) },
            "sourceOut": { _, ab in (1 - ab, 0) },
            "destinationOut": { a, _ in (0, 1 - a) },
            "sourceAtop": { a, ab in (ab, 1 - a) },
            "destinationAtop": { a, ab in (1 - ab, a) },
            "xor": { a, ab in (1 - ab, 1 - a) },
        ]

    @Test(arguments: operators.keys.sorted())
    func operatorsAreThoseOfPorterAndDuff(_ name: String) throws {
        let shares = try #require(Self.operators[name])
        let result = try Shipped.apply(name, to: Self.pairs.below, Self.pairs.above)
        for index in result.pixels.indices {
            let (below, above) = (Self.pairs.below.pixels[index], Self.pairs.above.pixels[index])
            let (source, destination) = shares(above.w, below.w)
            #expect(isClose(result.pixels[index], above * source + below * destination))
        }
    }

    @Test func everyBlendFileHasATwin() throws {
        let blends = try Shipped.names.filter { try Shipped.filter($0).kind == .blend }
        let known = Set(BlendTwin.all.map(\.name)).union(Self.operators.keys).union(["plus", "dissolve", "mixByMask"])
        #expect(blends.allSatisfy(known.contains))
        #expect(known.count == blends.count)
    }

    @Test func dissolveMixesLightUnlessAskedForCodes() throws {
        let (black, peak) = (Picture([[0, 0, 0, 1]]), Picture([SIMD4(RGB(repeating: 1000 / 203.0), 1)]))
        let light = try Shipped.apply("dissolve", to: peak, black, color: .pq)
        #expect(isClose(light.pixels[0] * [203, 203, 203, 1], [500, 500, 500, 1]))
        let codes = try Shipped.apply("dissolve", ["space": [1]], to: peak, black, color: .pq)
        // Half of PQ's signal of 1000 cd/m², 0.37591: 24.8 cd/m².
        #expect(abs(codes.pixels[0].x * 203 - 24.8) < 0.05)
    }
}
