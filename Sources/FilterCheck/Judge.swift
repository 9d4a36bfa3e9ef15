import ColorScience
import FilterGraph
import Foundation

/// What one pixel should be, and how far from it a rendering may lie.
struct Expectation {
    /// Working light, premultiplied.
    var value: SIMD4<Double>
    /// The most that a device's arithmetic may be off.
    var bound: SIMD4<Double>
}

/// How far one channel of a pixel is from what it should be.
struct Deviation {
    var channel: Int
    var expected: Double
    var found: Double
    var allowance: Double

    /// The deviation in parts of what is allowed; above 1 is a failure.
    var share: Double {
        let distance = abs(found - expected)
        if distance.isNaN || allowance.isNaN { return .infinity }
        return distance <= 0 ? 0 : distance / allowance
    }
}

/// Decides whether stored pixels are what they should be: the derived bound, and half a step of the format.
struct Judge {
    let format: CheckFormat
    private let encoding: [ColorStep]

    init(format: CheckFormat, color: CompositionColor) {
        self.format = format
        let picture = format.picture(width: 1, height: 1, color: color)
        encoding = ColorPlan.encodeSteps(OutputDescription(picture: picture, dither: .none), color)
    }

    /// The worst channel of a stored pixel; `nil` where the format cannot tell.
    func deviation(of found: SIMD4<Double>, from expectation: Expectation) -> Deviation? {
        format.isLight ? lightDeviation(found, expectation) : codeDeviation(found, expectation)
    }

    /// How far a stored channel of light may be from a value whose arithmetic is off by `bound`.
    func allowance(for value: Double, bound: Double) -> Double {
        bound + rounding(min(abs(value) + bound, Self.largest))
    }

    /// Half a step of the format at a magnitude.
    private func rounding(_ magnitude: Double) -> Double {
        switch format {
        case .rgba16f: max(magnitude * 0x1p-11, 0x1p-25)
        case .rgba32f: max(magnitude * 0x1p-24, 0x1p-150)
        case .rgb10a2, .bgr10a2: 0
        }
    }

    /// The largest half; light beyond it is clamped on both sides.
    private static let largest = 65504.0

    private func lightDeviation(_ found: SIMD4<Double>, _ expectation: Expectation) -> Deviation {
        worst(
            (0..<4).map { channel in
                let expected = min(max(expectation.value[channel], -Self.largest), Self.largest)
                let clamped = found[channel].isFinite ? min(max(found[channel], -Self.largest), Self.largest) : .nan
                return Deviation(
                    channel: channel, expected: expected, found: clamped,
                    allowance: allowance(for: expected, bound: expectation.bound[channel]))
            })
    }

    private func codeDeviation(_ found: SIMD4<Double>, _ expectation: Expectation) -> Deviation? {
        let (alpha, alphaBound) = (expectation.value.w, expectation.bound.w)
        // Colour that hardly shows has no colour to compare once it is divided by alpha.
        guard alpha > 0.05, alpha.isFinite else { return nil }
        // As it is limited before it is encoded, by devices and the reference alike.
        var premultiplied = RGB(expectation.value.x, expectation.value.y, expectation.value.z)
        premultiplied.clamp(lowerBound: RGB(repeating: -Self.largest), upperBound: RGB(repeating: Self.largest))
        let light = premultiplied / alpha
        var signal = encoding.apply(light)
        var bound = abs(signal) * 1e-5 + RGB(repeating: 1e-7)
        for channel in 0..<3 {
            let error = (expectation.bound[channel] + abs(light[channel]) * alphaBound) / max(alpha - alphaBound, 1e-3)
            var (low, high) = (light, light)
            low[channel] -= error
            high[channel] += error
            bound += pointwiseMax(abs(encoding.apply(low) - signal), abs(encoding.apply(high) - signal))
        }
        signal.clamp(lowerBound: .zero, upperBound: RGB(repeating: 1))
        var deviations = (0..<3).map { channel in
            Deviation(
                channel: channel, expected: signal[channel] * 1023, found: found[channel],
                allowance: 0.5 + 1 / 16.0 + 1023 * bound[channel])
        }
        deviations.append(
            Deviation(
                channel: 3, expected: min(max(alpha, 0), 1) * 3, found: found.w, allowance: 0.5 + 3 * alphaBound + 1e-6)
        )
        return worst(deviations)
    }

    private func worst(_ deviations: [Deviation]) -> Deviation {
        deviations.dropFirst().reduce(deviations[0]) { $1.share > $0.share ? $1 : $0 }
    }

    private func abs(_ rgb: RGB) -> RGB { pointwiseMax(rgb, -rgb) }
    private func abs(_ number: Double) -> Double { number.magnitude }
}
