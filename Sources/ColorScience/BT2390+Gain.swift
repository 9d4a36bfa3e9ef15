import Foundation

extension BT2390 {
    /// The factor by which the curve (with blacks at 0) dims light above its knee, as a polynomial.
    ///
    /// Answers c of 1 + t² (c₀ + c₁ t + c₂ t² + ...), where t runs from 0 at the knee to 1 at the source's peak along the PQ
    /// signal of the light. The spline leaves the diagonal smoothly, hence t². It is the least-squares fit, as shares of the
    /// light, with the fewest coefficients (at most eight) whose largest error is no more than `largestError`, a share of
    /// the light too. `nil` where eight are too few, or where there is no knee between black and the peak.
    public func gainCoefficients(largestError: Double) -> [Double]? {
        let (span, knee) = (shaderConstants.x, shaderConstants.z)
        guard knee > 0, knee < 1 else { return nil }
        func gain(_ t: Double) -> Double {
            let signal = knee + (1 - knee) * t
            let bent = signal - (1 - knee) * t * t * (1 - t / 3)
            return PQ.nits(signal: bent * span) / PQ.nits(signal: signal * span)
        }
        // Chebyshev's points: close at the ends, where polynomials stray.
        let points = (0..<160).map { 0.5 - 0.5 * cos(.pi * (Double($0) + 0.5) / 160) }.map { (t: $0, gain: gain($0)) }
        for count in 3...8 {
            let found = Self.fit(points, count: count)
            let isGood = points.allSatisfy { point in
                let value = 1 + point.t * point.t * found.reversed().reduce(0) { $0 * point.t + $1 }
                return abs(value - point.gain) <= largestError * point.gain
            }
            if isGood { return found }
        }
        return nil
    }

    /// The coefficients with the smallest sum of squared relative errors: the normal equations, solved by elimination.
    /// They are positive definite and, up to eight unknowns, well enough conditioned for Double.
    private static func fit(_ points: [(t: Double, gain: Double)], count: Int) -> [Double] {
        var rows = Array(repeating: Array(repeating: 0.0, count: count + 1), count: count)
        for point in points {
            let powers = (0..<count).map { pow(point.t, Double($0 + 2)) / point.gain }
            let wanted = (point.gain - 1) / point.gain
            for row in 0..<count {
                for column in 0..<count { rows[row][column] += powers[row] * powers[column] }
                rows[row][count] += powers[row] * wanted
            }
        }
        for pivot in 0..<count {
            for row in pivot + 1..<max(count, pivot + 1) {
                let factor = rows[row][pivot] / rows[pivot][pivot]
                for column in pivot...count { rows[row][column] -= factor * rows[pivot][column] }
            }
        }
        var solution = Array(repeating: 0.0, count: count)
        for row in (0..<count).reversed() {
            let known = (row + 1..<max(count, row + 1)).reduce(0) { $0 + rows[row][$1] * solution[$1] }
            solution[row] = (rows[row][count] - known) / rows[row][row]
        }
        return solution
    }
}
