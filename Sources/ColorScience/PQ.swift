import Foundation

/// The perceptual quantizer of SMPTE ST 2084 and BT.2100: one signal for every luminance up to 10 000 cd/m².
///
/// Both curves are odd. The signal is limited to ±1.1, what a narrow-range code can reach, and no light is signal 0,
/// where the standard's own formula leaves 7.3e-7.
public enum PQ {
    /// The luminance, in cd/m², that a signal of 1 stands for.
    public static let peakNits = 10_000.0

    /// The largest signal that is read or written.
    public static let signalLimit = 1.1

    /// The luminance, in cd/m², that a non-linear signal asks for: the EOTF.
    public static func nits(signal: Double) -> Double {
        odd(signal) {
            let p = pow(min($0, signalLimit), 1 / m2)
            return peakNits * pow(max(p - c1, 0) / (c2 - c3 * p), 1 / m1)
        }
    }

    /// The non-linear signal that asks for a luminance in cd/m²: the inverse EOTF.
    public static func signal(nits: Double) -> Double {
        odd(nits) {
            let y = pow($0 / peakNits, m1)
            return min(pow((c1 + c2 * y) / (1 + c3 * y), m2), signalLimit)
        }
    }

    // Exact fractions from ST 2084, table 1.
    private static let m1 = 2610.0 / 16384
    private static let m2 = 2523.0 / 4096 * 128
    private static let c1 = 3424.0 / 4096
    private static let c2 = 2413.0 / 4096 * 32
    private static let c3 = 2392.0 / 4096 * 32
}

/// Continues a curve that is defined for positive values to negative ones by symmetry about 0, which it maps to 0.
func odd(_ x: Double, _ curve: (Double) -> Double) -> Double {
    if x == 0 { return 0 }
    return x < 0 ? -curve(-x) : curve(x)
}

/// Applies a curve to each channel.
func each(_ color: RGB, _ curve: (Double) -> Double) -> RGB {
    RGB(curve(color.x), curve(color.y), curve(color.z))
}
