/// Three channels: red, green, blue; signal or light as the context says.
public typealias RGB = SIMD3<Double>

/// One step of a colour conversion. What each does is decided here once; the CPU reference runs `apply`, the GPU runs
/// text written for it, and tests hold the two together.
public enum ColorStep: Hashable, Sendable {
    /// R'G'B' signal to light in the signal's own primaries, 1.0 = reference white.
    ///
    /// PQ and HLG give display light (HLG: of a 1000 cd/m² display, the OOTF by the luminance of `primaries`); SDR
    /// transfers put a signal of 1 at 1.0. Every curve is odd.
    case decode(Transfer, primaries: Primaries, referenceWhiteNits: Double)

    /// The inverse of `decode`.
    case encode(Transfer, primaries: Primaries, referenceWhiteNits: Double)

    /// A matrix over linear light.
    case matrix(Matrix3)

    /// One gain for the three channels, from max(R, G, B), by BT.2390's EETF between two peaks (blacks at 0).
    ///
    /// Light above `sourcePeakNits` counts as that peak; a pixel without positive light is left alone.
    case toneMap(sourcePeakNits: Double, targetPeakNits: Double, referenceWhiteNits: Double)

    /// BT.2020 light in, light in `primaries` out, moved towards the pixel's own luminance until every channel lies in
    /// 0...max(1, brightest BT.2020 channel).
    case fitGamut(Primaries)

    /// One gain for the three channels, from max(R, G, B): the identity up to `knee`, then an asymptotic approach to
    /// `peak`, both in multiples of reference white: knee + r x / (x + r) with x = max - knee, r = peak - knee.
    case shoulder(knee: Double, peak: Double)
}
