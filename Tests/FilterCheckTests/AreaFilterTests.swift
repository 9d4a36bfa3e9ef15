import ColorScience
import FilterGraph
import Foundation
import Testing

@testable import FilterCheck

@Suite struct AreaFilterTests {
    private static func noise(_ width: Int, _ height: Int) -> Picture {
        var random = SeededRandom(seed: 3)
        return Picture(width: width, height: height) { _, _ in
            // Area filters read stored pictures, which are halves.
            SIMD4<Double>(SIMD4<Float16>(SIMD4(random.unit() * 4, random.unit(), random.unit(), 1)))
        }
    }

    // MARK: Zoom blur

    @Test func zoomBlurIsTheMeanOverScales() throws {
        // On a plane of light, bilinear reads are exact away from the border, and so is the mean: p + (c - p) amount / 2.
        let plane = Picture(width: 64, height: 48) { x, y in
            [(Double(x) + 0.5) / 64, (Double(y) + 0.5) / 48, 2, 1]
        }
        for (amount, symmetric) in [(0.1, 0.0), (0.5, 0), (0.95, 0), (0.5, 1)] {
            let settings = ["amount": [Double(Float(amount))], "symmetric": [symmetric]]
            let found = try Shipped.apply("zoomBlur", settings, to: plane)
            for (x, y) in [(20, 20), (32, 24), (40, 12), (45, 30)] {
                let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
                let pull = symmetric == 1 ? 0 : amount / 2
                let wanted: SIMD4<Double> = [(px + (32 - px) * pull) / 64, (py + (24 - py) * pull) / 48, 2, 1]
                // Three of the four passes store halves.
                #expect(isClose(found[x, y], wanted, within: 2e-3), "\(amount) \(symmetric) \(found[x, y]) \(wanted)")
            }
        }
    }

    @Test func zoomBlurSpreadsADotsLight() throws {
        // A soft dot in the middle, so that sampling does not matter.
        let dot = Picture(width: 65, height: 65) { x, y in
            let d = pow(Double(x) - 32, 2) + pow(Double(y) - 32, 2)
            return SIMD4(RGB(repeating: exp(-d / 18)), 1).asFloat
        }
        let before = dot.pixels.reduce(0) { $0 + $1.x }
        for (amount, symmetric, gain) in [(0.5, 0.0, 2.0), (0.5, 1, 1 / (1 - 0.0625))] {
            let found = try Shipped.apply("zoomBlur", ["amount": [amount], "symmetric": [symmetric]], to: dot)
            let after = found.pixels.reduce(0) { $0 + $1.x }
            #expect(abs(after / before - gain) < 0.02 * gain, "\(after / before) for \(gain)")
        }
    }

    @Test func zoomBlurTreatsTheEdgeAsAsked() throws {
        let white = Picture(width: 33, height: 33) { _, _ in [1, 1, 1, 1] }
        func corner(_ edge: Double) throws -> SIMD4<Double> {
            try Shipped.apply("zoomBlur", ["amount": [0.5], "symmetric": [1], "edge": [edge]], to: white)[0, 0]
        }
        #expect(isClose(try corner(0), [1, 1, 1, 1], within: 1e-3))
        #expect(isClose(try corner(2), [1, 1, 1, 1], within: 1e-3))
        // Half of the scales lie outside the picture.
        #expect(abs(try corner(1).w - 0.5) < 0.05)
    }

    // MARK: Gaussian blur

    @Test func gaussianBlurIsItsKernel() throws {
        let picture = Self.noise(23, 17)
        let sigma = 1.75
        let reach = Int((3 * sigma).rounded(.up))
        let kernel = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let total = kernel.reduce(0, +)
        let found = try Shipped.apply("gaussianBlur", ["sigma": [sigma]], to: picture)
        for (x, y) in [(0, 0), (11, 8), (22, 3), (5, 16)] {
            var sum = SIMD4<Double>.zero
            for j in -reach...reach {
                for i in -reach...reach {
                    let tap = picture[min(max(x + i, 0), 22), min(max(y + j, 0), 16)]
                    sum += tap * (kernel[i + reach] * kernel[j + reach] / (total * total))
                }
            }
            #expect(isClose(found[x, y], sum, within: 6e-4), "\(found[x, y]) \(sum)")
        }
    }

    // MARK: Transform

    @Test func transformMovesPixelsWhole() throws {
        let picture = Self.noise(9, 7)
        for sampling in [0.0, 1] {
            let moved = try Shipped.apply("transform", ["offset": [2, 1], "sampling": [sampling]], to: picture)
            for y in 0..<7 {
                for x in 0..<9 {
                    let wanted = x >= 2 && y >= 1 ? picture[x - 2, y - 1] : .zero
                    #expect(isClose(moved[x, y], wanted, within: 1e-6))
                }
            }
        }
    }

    @Test func transformTurnsClockwise() throws {
        let picture = Self.noise(8, 8)
        // A quarter turn: right goes down, down goes left.
        let turn: Settings = ["xAxis": [0, 1], "yAxis": [-1, 0], "offset": [8, 0]]
        let found = try Shipped.apply("transform", turn, to: picture)
        for y in 0..<8 { for x in 0..<8 { #expect(isClose(found[7 - y, x], picture[x, y])) } }
    }

    @Test func bicubicIsCatmullAndRoms() throws {
        let picture = Self.noise(12, 1)
        let found = try Shipped.apply(
            "transform", ["offset": [Double(Float(0.3)), 0], "sampling": [1]],
            to: Picture(width: 12, height: 9) { x, _ in picture[x, 0] })
        for x in 4..<9 {
            // The output's pixel x lies at x - 0.3 of the source: 0.7 of the way from x - 1 to x.
            let t = 1 - Double(Float(0.3))
            let p = (-2...1).map { picture[x + $0, 0].x }
            let a = -0.5 * p[0] + 1.5 * p[1] - 1.5 * p[2] + 0.5 * p[3]
            let b = p[0] - 2.5 * p[1] + 2 * p[2] - 0.5 * p[3]
            let wanted = ((a * t + b) * t + 0.5 * (p[2] - p[0])) * t + p[1]
            #expect(abs(found[x, 4].x - wanted) < 1e-5)
        }
    }

    @Test func transformWithoutAreaIsClear() throws {
        let found = try Shipped.apply("transform", ["xAxis": [1, 1], "yAxis": [1, 1]], to: Self.noise(4, 4))
        #expect(found.pixels.allSatisfy { $0 == .zero })
    }
}
