import Foundation
import Testing

@testable import FilterGraph

/// Smooth curves through points.
@Suite struct MonotoneCurveTests {
    private struct Row {
        var points: [Double]
        var x: Double
        var y: Double
    }

    /// The table's rows: scipy's numbers.
    private static func rows() throws -> [Row] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Golden/monotone-curve.csv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline).dropFirst(2)
        return try lines.map { line in
            let parts = line.split(separator: ",")
            let points = parts[0].split { $0 == " " || $0 == "/" }.compactMap { Double($0) }
            return Row(
                points: points, x: try #require(Double(parts[1])), y: try #require(Double(parts[2])))
        }
    }

    /// What a shader computes of the pieces, in Double.
    private func value(_ pieces: (starts: [Double], coefficients: [Double]), at x: Double) -> Double {
        var i = 0
        for k in 1..<pieces.starts.count where x >= pieces.starts[k] { i = k }
        let d = x - pieces.starts[i]
        let c = pieces.coefficients[(4 * i)..<(4 * i + 4)].map { $0 }
        return c[0] + d * (c[1] + d * (c[2] + d * c[3]))
    }

    @Test func bothFormsAgreeWithTheTable() throws {
        let rows = try Self.rows()
        #expect(rows.count > 300)
        for row in rows {
            let curve = MonotoneCurve(points: row.points)
            let allowance = 1e-11 * max(1, abs(row.y))
            #expect(abs(curve.value(at: row.x) - row.y) <= allowance, "\(row.points) at \(row.x)")
            let pieces = curve.pieces()
            #expect(pieces.starts.count == 17 && pieces.coefficients.count == 68)
            #expect(abs(value(pieces, at: row.x) - row.y) <= allowance, "\(row.points) at \(row.x)")
        }
    }

    @Test func valuesStayBetweenTheirPoints() throws {
        for points in Set(try Self.rows().map(\.points)) {
            let curve = MonotoneCurve(points: points)
            for k in 0..<(curve.x.count - 1) {
                let rises = curve.y[k + 1] >= curve.y[k]
                var before = curve.y[k]
                for step in 0...100 {
                    let value = curve.value(at: curve.x[k] + (curve.x[k + 1] - curve.x[k]) * Double(step) / 100)
                    #expect(rises ? value >= before - 1e-12 : value <= before + 1e-12, "\(points)")
                    before = value
                }
                #expect(abs(before - curve.y[k + 1]) < 1e-12)
            }
        }
    }

    @Test func aStraightLineIsTheIdentityEverywhere() {
        let curve = MonotoneCurve(points: [0, 0, 1, 1])
        for x in [-3.0, -0.25, 0, 0.3, 1, 64] { #expect(abs(curve.value(at: x) - x) < 1e-15 * max(1, abs(x))) }
    }
}
