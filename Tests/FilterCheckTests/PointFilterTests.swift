import ColorScience
import FilterGraph
import Foundation
import Frames
import Testing

@testable import FilterCheck

@Suite struct PointFilterTests {
    private func one(_ name: String, _ settings: Settings, _ pixel: SIMD4<Double>, _ color: CompositionColor = .wideSDR)
        throws -> SIMD4<Double>
    {
        try Shipped.apply(name, settings, to: Picture([pixel]), color: color).pixels[0]
    }

    @Test func highlightPaintsWhatIsBrighterThanWhiteBySection4() throws {
        let justAbove = SIMD4<Double>(1.0145, 0.2, 0, 1).asFloat
        #expect(try one("highlight", [:], justAbove) == justAbove)
        #expect(try one("highlight", [:], [0.2, 0.2, 1.03, 1]) == [2, 0, 0, 1])
        // The colour is tested, not its share of the pixel; and clear pixels have none.
        #expect(try one("highlight", [:], [0.3, 0, 0, 0.25]) == [0.5, 0, 0, 0.25])
        #expect(try one("highlight", [:], [0, 0, 0, 0]) == .zero)
        #expect(try one("highlight", ["opaque": [1]], [0.3, 0, 0, 0.25]) == [2, 0, 0, 1])
        // BT.2020's red at white is 1.66 in BT.709.
        #expect(try one("highlight", [:], [1, 0, 0, 1], .sdr) == [1, 0, 0, 1])
        #expect(try one("highlight", ["primaries": [1]], [1, 0, 0, 1], .sdr) == [2, 0, 0, 1])
    }

    @Test func stripesAreThoseOfTheSampleSeenFromTheTop() throws {
        let bright = Picture(width: 96, height: 54) { _, _ in [2, 2, 2, 1] }
        let still = try Shipped.apply("stripes", to: bright)
        var painted = 0
        for y in 0..<54 {
            for x in 0..<96 {
                // Pixel centres, with the origin bottom-left.
                let d = Double(x) + 0.5 + (54 - (Double(y) + 0.5))
                let along = (d / 40).truncatingRemainder(dividingBy: 1)
                let wanted: SIMD4<Double> = along > 0.5 ? [2, 0, 0, 1] : [2, 2, 2, 1]
                #expect(still[x, y] == wanted)
                if along > 0.5 { painted += 1 }
            }
        }
        #expect(abs(Double(painted) / (96 * 54) - 0.5) < 0.05)
        let later = try Shipped.apply("stripes", to: bright, at: MediaTime(1, 2))
        #expect(later.pixels == still.pixels)
        let between = try Shipped.apply("stripes", to: bright, at: MediaTime(1, 8))
        // An eighth of a second rolls a quarter of a period, ten columns.
        #expect(between[20, 10] == still[30, 10] && between[40, 10] == still[50, 10])
        let dim = Picture(width: 96, height: 54) { _, _ in [1, 1, 1, 1] }
        #expect(try Shipped.apply("stripes", to: dim).pixels == dim.pixels)
    }

    @Test func perceptualInversionIsTheTable() throws {
        let rows = try Golden.rows("invert-perceptual")
        for row in rows {
            let (headroom, input, output) = (row[0], row[1], row[2])
            let settings = ["mode": [1.0], "peak": [Double(Float(headroom / 203))]]
            let found = try one("invert", settings, SIMD4(RGB(repeating: input / 203), 1)) * 203
            #expect(abs(found.x - output) <= 2e-6 * max(output, 1), "\(headroom) \(input) \(output) \(found.x)")
        }
        #expect(rows.count > 8)
    }

    @Test func inversionChoosesByComposition() throws {
        // SDR: the classic negative of the signal, 0.25 to 0.75.
        let dark = SIMD4(RGB(repeating: pow(0.25, 2.4)), 1)
        #expect(isClose(try one("invert", [:], dark), SIMD4(RGB(repeating: pow(0.75, 2.4)), 1)))
        // HDR: black is the content's peak, but 1000 cd/m² at most, and mid-grey stays mid-grey.
        let black = try one("invert", [:], [0, 0, 0, 1], .hlg)
        #expect(isClose(black, SIMD4(RGB(repeating: 1000 / 203.0), 1)))
        var bright = CompositionColor.pq
        bright.peakNits = 4000
        #expect(isClose(try one("invert", [:], [0, 0, 0, 1], bright), SIMD4(RGB(repeating: 1000 / 203.0), 1)))
        let grey = try one("invert", [:], SIMD4(RGB(repeating: 24.8 / 203), 1), .pq)
        #expect(abs(grey.x * 203 - 24.8) < 0.1)
        // HLG's own signal: 50.7 cd/m² is half of it.
        let half = try one("invert", ["mode": [2]], SIMD4(RGB(repeating: 50.70 / 203), 1), .hlg)
        #expect(abs(half.x * 203 - 50.70) < 0.05)
    }

    @Test func inversionKeepsAlphaAndNeverLeavesItsRange() throws {
        let top = 1000 / 203.0
        for mode in [1.0, 3] {
            for light in [-1, -0.01, 0, 0.001, 0.5, 1, 4, 5, 64] as [Double] {
                let found = try one("invert", ["mode": [mode]], [light * 0.5, 0.25, 0, 0.5], .hlg)
                #expect(found.w == 0.5)
                for channel in 0..<3 { #expect((-1e-9...(top + 1e-6)).contains(found[channel] / 0.5)) }
            }
        }
    }

    @Test func gradingFollowsItsFormulas() throws {
        let pixel: SIMD4<Double> = [0.25, 3, -0.125, 0.5]
        let luminance = 0.2627 * 0.25 + 0.6780 * 3 - 0.0593 * 0.125
        let twins: [(String, Settings, SIMD4<Double>)] = [
            ("exposure", ["stops": [1.5]], SIMD4(RGB(0.25, 3, -0.125) * pow(2, 1.5), 0.5)),
            (
                "saturation", ["amount": [0.5]],
                SIMD4(RGB(repeating: luminance) * 0.5 + RGB(0.25, 3, -0.125) * 0.5, 0.5)
            ),
            ("gamma", ["power": [2]], [0.5 * 0.25, 0.5 * 36, -0.5 * 0.0625, 0.5]),
            (
                "colorMatrix", ["red": [1, 2, 0], "offset": [0.5, -1, 0]],
                [0.25 + 6 + 0.25, 3 - 0.5, -0.125, 0.5]
            ),
            ("opacity", ["amount": [0.25]], pixel * 0.25),
        ]
        for (name, settings, wanted) in twins {
            let found = try one(name, settings, pixel)
            #expect(isClose(found, wanted), "\(name): \(found), by hand \(wanted)")
        }
    }

    @Test func cropKeepsPartsOfPixels() throws {
        let white = Picture(width: 6, height: 4) { _, _ in [1, 2, 3, 1] }
        let found = try Shipped.apply("crop", ["rectangle": [1.25, 1, 3, 2]], to: white)
        for y in 0..<4 {
            for x in 0..<6 {
                let across = [0, 0.75, 1, 1, 0.25, 0][x]
                let down: Double = (1...2).contains(y) ? 1 : 0
                #expect(isClose(found[x, y], [1, 2, 3, 1] * across * down))
            }
        }
    }
}

extension SIMD4<Double> {
    /// The numbers as a float picture holds them.
    var asFloat: SIMD4<Double> { SIMD4<Double>(SIMD4<Float>(self)) }
}

/// Tables computed from the standards.
enum Golden {
    /// The numbers of a table's rows that consist of numbers alone.
    static func rows(_ name: String) throws -> [[Double]] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Golden/\(name).csv")
        return try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline).compactMap { line in
            let cells = line.split(separator: ",").map { Double($0) }
            return cells.allSatisfy { $0 != nil } ? cells.compactMap { $0 } : nil
        }
    }
}
