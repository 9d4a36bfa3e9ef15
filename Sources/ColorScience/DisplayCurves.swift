import Foundation

/// A pure power law between signal and light, odd: light = signal^exponent.
public struct PowerCurve: Hashable, Sendable {
    public let exponent: Double

    public init(exponent: Double) {
        self.exponent = exponent
    }

    /// Light, 0...1 for a signal of 0...1.
    public func light(signal: Double) -> Double { odd(signal) { pow($0, exponent) } }

    /// The signal of light.
    public func signal(light: Double) -> Double { odd(light) { pow($0, 1 / exponent) } }

    /// The display of BT.1886 with black at 0: gamma 2.4.
    public static let bt1886 = PowerCurve(exponent: 2.4)
}

/// A power law with a straight piece at black, odd: what sRGB and SMPTE 240M have in common.
///
/// signal = slope * light up to `breakLight`, (1 + offset) * light^(1/exponent) - offset above.
public struct PiecewiseCurve: Hashable, Sendable {
    public let exponent: Double
    public let offset: Double
    public let slope: Double
    public let breakSignal: Double
    public let breakLight: Double

    /// Light, 0...1 for a signal of 0...1.
    public func light(signal: Double) -> Double {
        odd(signal) { $0 <= breakSignal ? $0 / slope : pow(($0 + offset) / (1 + offset), exponent) }
    }

    /// The signal of light.
    public func signal(light: Double) -> Double {
        odd(light) { $0 <= breakLight ? $0 * slope : (1 + offset) * pow($0, 1 / exponent) - offset }
    }

    /// IEC 61966-2-1, with the rounded constants that the standard prints.
    public static let srgb = PiecewiseCurve(
        exponent: 2.4, offset: 0.055, slope: 12.92, breakSignal: 0.04045, breakLight: 0.04045 / 12.92)

    /// SMPTE 240M's camera curve, read back as it stands; the constants make value and slope meet at the break.
    public static let smpte240M: PiecewiseCurve = {
        let offset = 0.111572195921731
        let breakLight = offset * 0.45 / (4 * 0.55)
        return PiecewiseCurve(
            exponent: 1 / 0.45, offset: offset, slope: 4, breakSignal: 4 * breakLight, breakLight: breakLight)
    }()
}
