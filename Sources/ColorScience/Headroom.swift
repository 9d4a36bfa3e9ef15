/// Luminances that BT.2408 gives for HDR production, in cd/m².
public enum BT2408 {
    /// Diffuse white, and the level of graphics and subtitles: 75 % HLG, 58 % PQ.
    public static let referenceWhiteNits = 203.0
    /// An 18 % grey card: 38 % in both HLG and PQ.
    public static let greyCardNits = 26.0
}

/// Reference white, peaks and the room between them: how bright 1.0 is and how far above it content goes.
public enum Headroom {
    /// Reference white of the reference-mode preset, in cd/m².
    public static let referenceModeWhiteNits = 100.0

    /// Brightest light of content in multiples of reference white: 4.926 for HLG at 203 cd/m².
    public static func content(peakNits: Double, referenceWhiteNits: Double) -> Double {
        peakNits / referenceWhiteNits
    }

    /// What a display can show now in multiples of its present SDR white.
    public static func display(maxNits: Double, sdrWhiteNits: Double) -> Double {
        maxNits / sdrWhiteNits
    }

    /// The extended-range value of light in cd/m² where a value of 1 stands for `opticalOutputScale` cd/m².
    public static func extendedValue(nits: Double, opticalOutputScale: Double = 100) -> Double {
        nits / opticalOutputScale
    }

    /// The peak, in cd/m², that a source is taken to have: its own statement, MaxCLL if 100...10 000, the mastering
    /// display's maximum if 100...10 000, else 1000. HLG is 1000 and SDR is reference white unless stated.
    public static func sourcePeakNits(
        transfer: Transfer, stated: Double?, maxCLL: Double?, masteringMaxNits: Double?, referenceWhiteNits: Double
    ) -> Double {
        if let stated { return stated }
        switch transfer {
        case .hlg: return HLG.referencePeakNits
        case .pq:
            let plausible = 100.0...PQ.peakNits
            return [maxCLL, masteringMaxNits].compactMap { $0 }.first(where: plausible.contains) ?? 1000
        default: return referenceWhiteNits
        }
    }

    /// The peak, in cd/m², that a composition's encoding can carry: HLG 1000, PQ 10 000, SDR reference white.
    public static func targetPeakNits(transfer: Transfer, referenceWhiteNits: Double) -> Double {
        switch transfer {
        case .hlg: HLG.referencePeakNits
        case .pq: PQ.peakNits
        default: referenceWhiteNits
        }
    }
}
