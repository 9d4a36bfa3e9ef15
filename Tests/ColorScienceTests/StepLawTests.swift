import Testing

@testable import ColorScience

/// Matrices, the tone and gamut steps, quantisation and headroom.
@Suite struct StepLawTests {
    @Test(arguments: Primaries.allCases)
    func whiteStaysWhiteAndWayBackExists(_ primaries: Primaries) {
        for target in Primaries.allCases {
            let there = primaries.conversion(to: target)
            let white = there * RGB(1, 1, 1)
            #expect(white.max() < 1 + 1e-12 && white.min() > 1 - 1e-12)
            #expect((target.conversion(to: primaries) * there).isIdentity(within: 1e-12))
        }
        #expect(abs(primaries.luminanceWeights.sum() - 1) < 1e-12)
    }

    @Test(arguments: ColorMatrix.allCases)
    func matricesInvertOrAreAbsent(_ matrix: ColorMatrix) throws {
        guard matrix != .ictcp, matrix != .bt2020Constant else {
            #expect(matrix.toYCbCr == nil && matrix.toRGB == nil)
            return
        }
        let forward = try #require(matrix.toYCbCr)
        let backward = try #require(matrix.toRGB)
        #expect((backward * forward).isIdentity(within: 1e-14))
    }

    @Test(arguments: [(1000.0, 203.0), (4000, 203), (10_000, 600), (600, 1000)])
    func toneMappingRisesToTheTargetAndKeepsHue(_ source: Double, _ target: Double) {
        let step = ColorStep.toneMap(sourcePeakNits: source, targetPeakNits: target, referenceWhiteNits: 203)
        var last = 0.0
        for nits in stride(from: 1.0, through: source * 1.2, by: source / 500) {
            let color = RGB(1, 0.5, -0.1) * (nits / 203)
            let mapped = step.apply(color)
            #expect(mapped.x >= last - 1e-12)
            #expect(mapped.x * 203 <= min(target, source) * (1 + 1e-9))
            #expect(abs(mapped.y - mapped.x / 2) < 1e-12)
            last = mapped.x
        }
        #expect(step.apply(RGB(-1, -0.5, 0)) == RGB(-1, -0.5, 0))
    }

    @Test func gamutFitsAndKeepsLuminance() {
        let weights = Primaries.bt2020.luminanceWeights
        for target in [Primaries.bt709, .displayP3] {
            let targetWeights = Primaries.bt2020.conversion(to: target).inverse
            for index in 0..<729 {
                let light = RGB(Double(index % 9), Double(index / 9 % 9), Double(index / 81)) / 6
                let fitted = ColorStep.fitGamut(target).apply(light)
                let top = max(1, light.max())
                #expect(fitted.min() >= 0 && fitted.max() <= top, "\(light): \(fitted)")
                let luminance = (weights * (targetWeights * fitted)).sum()
                #expect(abs(luminance - (weights * light).sum()) < 1e-12, "\(light): \(fitted)")
            }
        }
    }

    @Test func gamutOfNoLuminanceIsGrey() {
        let dark = RGB(0.1, -0.2, 0.1)
        let luminance = (Primaries.bt2020.luminanceWeights * dark).sum()
        #expect(ColorStep.fitGamut(.bt709).apply(dark) == RGB(repeating: luminance))
    }

    @Test func shoulderKeepsTheRestAndNeverPassesItsPeak() {
        let step = ColorStep.shoulder(knee: 0.8, peak: 2)
        #expect(step.apply(RGB(0.8, 0.2, 0)) == RGB(0.8, 0.2, 0))
        #expect(step.apply(RGB(1000, 0, 0)).x < 2)
        #expect(ColorStep.shoulder(knee: 1, peak: 1).apply(RGB(5, 0, 0)).x == 1)
    }

    @Test func negativeOfTheNegativeIsTheOriginal() {
        for nits in [0.1, 1, 26, 203, 999] {
            let once = PerceptualInversion.nits(nits, headroomNits: 1000)
            #expect(abs(PerceptualInversion.nits(once, headroomNits: 1000) / nits - 1) < 1e-9)
        }
    }

    @Test func tenBitCodes() {
        let narrow = Quantisation(bits: 10, levels: .narrow)
        #expect(narrow.luma.code(1) == 940 && narrow.chroma.code(0.5) == 960 && narrow.alpha.code(1) == 1023)
        let full = Quantisation(bits: 10, levels: .full)
        #expect(full.luma.code(1) == 1023 && full.chroma.code(0) == 512)
        #expect(narrow.chroma.value(narrow.chroma.code(0.25)) == 0.25)
    }

    @Test func peaks() {
        func peak(_ transfer: Transfer, stated: Double? = nil, cll: Double? = nil, mastering: Double? = nil) -> Double {
            Headroom.sourcePeakNits(
                transfer: transfer, stated: stated, maxCLL: cll, masteringMaxNits: mastering, referenceWhiteNits: 203)
        }
        #expect(peak(.pq, cll: 0, mastering: 4000) == 4000)
        #expect(peak(.pq, cll: 650, mastering: 4000) == 650)
        #expect(peak(.pq) == 1000 && peak(.hlg, cll: 650) == 1000 && peak(.bt709) == 203)
        #expect(peak(.hlg, stated: 600) == 600)
        #expect(abs(Headroom.content(peakNits: 1000, referenceWhiteNits: 203) - 4.926) < 1e-3)
    }
}
