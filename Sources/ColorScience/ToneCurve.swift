import Foundation

/// BT.2390's electrical-electrical transfer function: a tone curve in PQ between the ranges of two displays.
///
/// Written as the report has it: the knee starts at 1.5 maxLum - 0.5, blacks are lifted by minLum (1 - E)^4. With a
/// black lift the result may pass the target's peak slightly.
public struct BT2390: Hashable, Sendable {
    public let sourcePeakNits: Double
    /// PQ signal of the source's black and what its range spans.
    private let sourceBlack: Double
    private let span: Double
    /// The target's ends, normalised to the source's range.
    private let maxLum: Double
    private let minLum: Double
    private let knee: Double

    /// The curve from a source's range to a target's, in cd/m²; peaks must lie above blacks.
    public init(
        sourcePeakNits: Double, sourceBlackNits: Double = 0, targetPeakNits: Double, targetBlackNits: Double = 0
    ) {
        self.sourcePeakNits = sourcePeakNits
        sourceBlack = PQ.signal(nits: sourceBlackNits)
        span = PQ.signal(nits: sourcePeakNits) - sourceBlack
        maxLum = (PQ.signal(nits: targetPeakNits) - sourceBlack) / span
        minLum = (PQ.signal(nits: targetBlackNits) - sourceBlack) / span
        knee = 1.5 * maxLum - 0.5
    }

    /// Light, in cd/m², that the target shows for the source's; what lies above the source's peak counts as it.
    public func nits(_ nits: Double) -> Double {
        let e1 = (PQ.signal(nits: min(nits, sourcePeakNits)) - sourceBlack) / span
        let e2 = e1 < knee ? e1 : spline(e1)
        let e3 = e2 + minLum * pow(1 - e2, 4)
        return PQ.nits(signal: e3 * span + sourceBlack)
    }

    /// The second argument of the shader function `bt2390Prepared`, for a curve with blacks at 0: PQ of the source's
    /// peak, maxLum, knee, 0.
    public var shaderConstants: SIMD4<Double> { SIMD4(span, maxLum, knee, 0) }

    /// The cubic that leaves the diagonal at the knee and ends level at maxLum.
    private func spline(_ e: Double) -> Double {
        let t = (e - knee) / (1 - knee)
        let (t2, t3) = (t * t, t * t * t)
        return (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (-2 * t3 + 3 * t2) * maxLum
    }
}

/// The project's negative for HDR: a reflection in PQ, which maps mid-grey near itself.
public enum PerceptualInversion {
    /// Light, in cd/m², of the negative of light in cd/m² limited to 0...headroom: P⁻¹(P(headroom) - P(nits)).
    public static func nits(_ nits: Double, headroomNits: Double) -> Double {
        PQ.nits(signal: PQ.signal(nits: headroomNits) - PQ.signal(nits: min(max(nits, 0), headroomNits)))
    }
}
