/// A smooth curve through points that never overshoots them: it rises where they rise and falls where they fall.
///
/// Cubics between the points, with slopes that keep each monotone (Fritsch and Carlson, SIAM J. Numer. Anal. 17, 1980) by
/// the formula of Fritsch and Butland (SIAM J. Sci. Stat. Comput. 5, 1984), known as PCHIP; straight lines by the slopes
/// at its ends outside them.
public struct MonotoneCurve: Sendable {
    /// Of the points, from left to right.
    public let x: [Double]
    public let y: [Double]
    /// dy/dx at each point.
    public let slopes: [Double]

    /// Takes points as `x, y, x, y, ...`; x must rise. A filter's checked settings are such.
    public init(points: [Double]) {
        x = stride(from: 0, to: points.count - 1, by: 2).map { points[$0] }
        y = stride(from: 1, to: points.count, by: 2).map { points[$0] }
        slopes = Self.slopes(x, y)
    }

    /// The curve's height.
    public func value(at place: Double) -> Double {
        guard let first = x.first, let last = x.last else { return place }
        if place <= first { return y[0] + slopes[0] * (place - first) }
        if place >= last { return y[y.count - 1] + slopes[slopes.count - 1] * (place - last) }
        let right = x.firstIndex { $0 > place } ?? x.count - 1
        return value(at: place, between: right - 1)
    }

    /// Hermite's form between a point and the next.
    private func value(at place: Double, between k: Int) -> Double {
        let h = x[k + 1] - x[k]
        let t = (place - x[k]) / h
        let s = 1 - t
        let ends = s * s * ((1 + 2 * t) * y[k] + t * h * slopes[k])
        return ends + t * t * ((1 + 2 * s) * y[k + 1] - s * h * slopes[k + 1])
    }

    private static func slopes(_ x: [Double], _ y: [Double]) -> [Double] {
        let steps = zip(x, x.dropFirst()).map { $1 - $0 }
        let chords = zip(zip(y, y.dropFirst()), steps).map { ($0.1 - $0.0) / $1 }
        guard chords.count > 1 else { return Array(repeating: chords.first ?? 0, count: x.count) }
        let inner = (1..<chords.count).map { k -> Double in
            let (a, b) = (chords[k - 1], chords[k])
            // A point that is a peak, a dip or the end of a level stretch stays one.
            guard a * b > 0 else { return 0 }
            let (v, w) = (2 * steps[k] + steps[k - 1], steps[k] + 2 * steps[k - 1])
            return (v + w) / (v / a + w / b)
        }
        let count = chords.count
        return [end(steps[0], steps[1], chords[0], chords[1])] + inner
            + [end(steps[count - 1], steps[count - 2], chords[count - 1], chords[count - 2])]
    }

    /// The slope at an end, from the parabola through three points, held to what keeps the curve monotone.
    private static func end(_ h: Double, _ next: Double, _ chord: Double, _ nextChord: Double) -> Double {
        let slope = ((2 * h + next) * chord - h * nextChord) / (h + next)
        if slope * chord <= 0 { return 0 }
        if chord * nextChord <= 0, abs(slope) > 3 * abs(chord) { return 3 * chord }
        return slope
    }
}

extension MonotoneCurve {
    /// Pieces that a shader keeps of every curve: the lines outside, and between sixteen points.
    static let pieceCount = 17

    /// Where each piece begins, and its powers of the distance from there: what a shader computes with.
    ///
    /// Spare pieces begin beyond any light and repeat the last.
    func pieces() -> (starts: [Double], coefficients: [Double]) {
        guard let first = x.first, let last = x.last else { return ([], []) }
        var starts = [first]
        var coefficients = [y[0], slopes[0], 0, 0]
        for k in 0..<(x.count - 1) {
            let h = x[k + 1] - x[k]
            let chord = (y[k + 1] - y[k]) / h
            starts.append(x[k])
            coefficients += [
                y[k], slopes[k], (3 * chord - 2 * slopes[k] - slopes[k + 1]) / h,
                (slopes[k] + slopes[k + 1] - 2 * chord) / (h * h),
            ]
        }
        let end = [y[y.count - 1], slopes[slopes.count - 1], 0, 0]
        starts.append(last)
        coefficients += end
        while starts.count < Self.pieceCount {
            starts.append(Double(Float.greatestFiniteMagnitude))
            coefficients += end
        }
        return (starts, coefficients)
    }
}
