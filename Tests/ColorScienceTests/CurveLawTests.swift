import Testing

@testable import ColorScience

/// What every transfer keeps, whatever its numbers are.
@Suite struct CurveLawTests {
    private static let signals = (-70...1100).map { Double($0) / 1000 }

    private func light(_ transfer: Transfer, _ signal: Double) -> Double {
        transfer.decode(RGB(repeating: signal), primaries: .bt2020, referenceWhiteNits: 203).y
    }

    @Test(arguments: Transfer.allCases)
    func blackIsBlackBothWays(_ transfer: Transfer) {
        let black = RGB(repeating: 0)
        #expect(transfer.decode(black, primaries: .bt2020, referenceWhiteNits: 203) == black)
        #expect(transfer.encode(black, primaries: .bt2020, referenceWhiteNits: 203) == black)
    }

    @Test(arguments: Transfer.allCases)
    func curvesAreOdd(_ transfer: Transfer) {
        for signal in Self.signals {
            #expect(light(transfer, -signal) == -light(transfer, signal))
        }
    }

    @Test(arguments: Transfer.allCases)
    func curvesRise(_ transfer: Transfer) {
        for (below, above) in zip(Self.signals, Self.signals.dropFirst()) {
            #expect(light(transfer, below) < light(transfer, above), "\(below)")
        }
    }

    @Test(arguments: Transfer.allCases)
    func encodingUndoesDecoding(_ transfer: Transfer) {
        for red in stride(from: -0.07, through: 1.09, by: 0.0871) {
            for green in stride(from: -0.07, through: 1.09, by: 0.0529) {
                let signal = RGB(red, green, 0.3)
                let light = transfer.decode(signal, primaries: .bt2020, referenceWhiteNits: 203)
                let back = transfer.encode(light, primaries: .bt2020, referenceWhiteNits: 203)
                let error = max((back - signal).max(), (signal - back).max())
                #expect(error < 1e-7, "\(signal): \(back)")
            }
        }
    }

    @Test(arguments: Transfer.allCases.filter { !$0.isHDR })
    func sdrWhiteIsReferenceWhite(_ transfer: Transfer) {
        #expect(abs(light(transfer, 1) - 1) < 1e-12)
    }

    @Test func pqStopsAtItsLimit() {
        #expect(PQ.nits(signal: 1.2) == PQ.nits(signal: 1.1))
        #expect(PQ.signal(nits: 1e9) == 1.1)
    }

    @Test func smpte240MIsContinuousAtItsBreak() {
        let curve = PiecewiseCurve.smpte240M
        let below = curve.light(signal: curve.breakSignal)
        let above = curve.light(signal: curve.breakSignal.nextUp)
        #expect(abs(above - below) < 1e-9)
    }

    /// BT.2390's gain as a polynomial is the curve's own, between the tested points as well.
    @Test(arguments: [
        (1000.0, 203.0), (1000, 100), (4000, 203), (4000, 100), (10000, 203), (600, 203), (300, 203), (4000, 1000),
    ])
    func bt2390GainIsAPolynomial(_ source: Double, _ target: Double) throws {
        let curve = BT2390(sourcePeakNits: source, targetPeakNits: target)
        let coefficients = try #require(curve.gainCoefficients(largestError: 1e-4))
        let (span, knee) = (curve.shaderConstants.x, curve.shaderConstants.z)
        for step in 0...1237 {
            let t = Double(step) / 1237
            let nits = PQ.nits(signal: (knee + (1 - knee) * t) * span)
            let gain = 1 + t * t * coefficients.reversed().reduce(0) { $0 * t + $1 }
            #expect(abs(gain * nits - curve.nits(nits)) <= 1.1e-4 * curve.nits(nits), "\(nits) cd/m²")
        }
        // A tighter bound takes no fewer coefficients, and one that no polynomial of eight keeps gives none.
        if let tighter = curve.gainCoefficients(largestError: 1e-6) { #expect(tighter.count >= coefficients.count) }
        #expect(curve.gainCoefficients(largestError: 0) == nil)
    }
}
