/// Decoding and encoding of whole pixels.
extension Transfer {
    /// Light of a signal, 1.0 = reference white, in the signal's own primaries.
    ///
    /// PQ and HLG give the light of a display in cd/m² over `referenceWhiteNits` (HLG: a 1000 cd/m² display, its OOTF by
    /// the luminance of `primaries`); of the others a signal of 1 is reference white, whatever that is.
    public func decode(_ signal: RGB, primaries: Primaries, referenceWhiteNits: Double) -> RGB {
        switch self {
        case .pq:
            return each(signal) { PQ.nits(signal: $0) } / referenceWhiteNits
        case .hlg:
            return HLG.displayNits(
                signal: signal, luminanceWeights: primaries.luminanceWeights, peakNits: HLG.referencePeakNits)
                / referenceWhiteNits
        default:
            return each(signal, sdrLight)
        }
    }

    /// The signal of light, 1.0 = reference white: the inverse of `decode`.
    public func encode(_ light: RGB, primaries: Primaries, referenceWhiteNits: Double) -> RGB {
        switch self {
        case .pq:
            return each(light * referenceWhiteNits) { PQ.signal(nits: $0) }
        case .hlg:
            return HLG.signal(
                displayNits: light * referenceWhiteNits, luminanceWeights: primaries.luminanceWeights,
                peakNits: HLG.referencePeakNits)
        default:
            return each(light, sdrSignal)
        }
    }

    /// Light of one channel's signal for the curves that carry no light above reference white; for PQ and HLG the
    /// light of grey in multiples of their own peak.
    private func sdrLight(_ signal: Double) -> Double {
        switch self {
        case .bt709, .bt601, .bt2020TenBit, .bt2020TwelveBit: PowerCurve.bt1886.light(signal: signal)
        case .gamma22: PowerCurve(exponent: 2.2).light(signal: signal)
        case .gamma28: PowerCurve(exponent: 2.8).light(signal: signal)
        case .smpte240M: PiecewiseCurve.smpte240M.light(signal: signal)
        case .srgb: PiecewiseCurve.srgb.light(signal: signal)
        case .linear, .pq, .hlg: signal
        }
    }

    private func sdrSignal(_ light: Double) -> Double {
        switch self {
        case .bt709, .bt601, .bt2020TenBit, .bt2020TwelveBit: PowerCurve.bt1886.signal(light: light)
        case .gamma22: PowerCurve(exponent: 2.2).signal(light: light)
        case .gamma28: PowerCurve(exponent: 2.8).signal(light: light)
        case .smpte240M: PiecewiseCurve.smpte240M.signal(light: light)
        case .srgb: PiecewiseCurve.srgb.signal(light: light)
        case .linear, .pq, .hlg: light
        }
    }
}
