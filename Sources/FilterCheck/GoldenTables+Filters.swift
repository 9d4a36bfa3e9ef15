import ColorScience
import FilterGraph
import FilterLanguage
import Frames

/// The tables of what filters compute.
extension GoldenTables {
    /// Pairs of pixels and what a blend makes of them, in SDR whose signal is light to the power 1/2.4 in BT.2020.
    static func blends(
        _ table: GoldenTable, _ renderer: any Renderer, _ result: inout Result, _ filter: (String) throws -> Filter
    ) throws {
        for (name, rows) in Dictionary(grouping: table.rows, by: { String($0[0]) }).sorted(by: { $0.key < $1.key }) {
            let sources = [1, 5].map { column in
                ProbePicture(width: rows.count, height: 1) { x, _ in GoldenTable.pixel(rows[x], column) }
                    .planes(areHalves: false)
            }
            let rendering = try Rendering(
                try filter(name), settings: [:], sources: sources, format: .rgba32f, width: rows.count, height: 1,
                color: Checker.exampleColor)
            let found = try rendering.result(of: renderer)
            for (x, row) in rows.enumerated() {
                let (pixel, expected) = (
                    CheckFormat.rgba32f.load(from: found.planes, x: x, y: 0), GoldenTable.pixel(row, 9)
                )
                // Numbers are rounded to floats on the way in, and differences of signal enlarge that.
                for channel in 0..<4 {
                    result.compare(
                        pixel[channel], expected[channel], allowance: max(1e-5 * abs(expected[channel]), 1e-6))
                }
            }
        }
    }

    /// The pattern that the blur's table speaks of: columns of light that halves hold.
    static func gaussianPattern(_ x: Int) -> Double { Double(x * x * 7 % 32) / 4 }

    static func gaussian(
        _ table: GoldenTable, _ renderer: any Renderer, _ result: inout Result, _ filter: Filter
    ) throws {
        let (width, height) = (48, 5)
        for (sigma, rows) in Dictionary(grouping: table.rows, by: { GoldenTable.number($0, 0) }) {
            let source = ProbePicture(width: width, height: height) { x, _ in
                SIMD4(SIMD3(repeating: gaussianPattern(x)), 1)
            }
            let rendering = try Rendering(
                filter, settings: ["sigma": [sigma]], sources: [source.planes(areHalves: true)], format: .rgba32f,
                width: width, height: height, color: Checker.exampleColor)
            let found = try rendering.result(of: renderer)
            for row in rows {
                let x = Int(GoldenTable.number(row, 1))
                let expected = GoldenTable.number(row, 2)
                let pixel = CheckFormat.rgba32f.load(from: found.planes, x: x, y: 2)
                // The picture between the two passes is kept as halves.
                result.compare(
                    pixel.y, expected, allowance: abs(expected) * (0x1p-11 + 1e-5) + 1e-7)
            }
        }
    }
}
