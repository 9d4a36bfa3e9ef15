import Testing

@testable import Frames

@Suite struct MediaTimeTests {
    @Test func fractionsAreKeptInLowestTerms() {
        #expect(MediaTime(1001 * 2, 30000 * 2) == MediaTime(1001, 30000))
        #expect(MediaTime(0, 600) == .zero)
    }

    @Test func sumsAreExact() {
        var time = MediaTime.zero
        for _ in 0..<30000 { time = time + MediaTime(1001, 30000) }
        #expect(time == MediaTime(1001, 1))
        #expect(MediaTime(1, 3) - MediaTime(1, 2) == MediaTime(-1, 6))
    }

    @Test func orderIsExactBeyondDoublePrecision() {
        let a = MediaTime(9_007_199_254_740_993, 90000)
        let b = MediaTime(9_007_199_254_740_992, 90000)
        #expect(b < a)
        #expect(!(a < b))
        #expect(MediaTime(-1, 2) < .zero)
    }

    @Test func phaseStaysExactAfterDays() {
        let twoPerSecond = MediaTime(2, 1)
        for days in [0, 1, 30] as [Int64] {
            let time = MediaTime(days * 86400 * 4 + 1, 4)
            #expect(time.phase(perSecond: twoPerSecond) == 0.5)
            #expect((time + MediaTime(1, 2)).phase(perSecond: twoPerSecond) == 0.5)
        }
        #expect(MediaTime(-1, 4).phase(perSecond: MediaTime(1, 1)) == 0.75)
    }

    @Test func sumsTooFineForSixtyFourBitsRoundInsteadOfTrapping() {
        let a = MediaTime(Int64.max, 1_000_000_007)
        let b = MediaTime(Int64.max - 2, 998_244_353)
        #expect(abs((a + b).seconds / (a.seconds + b.seconds) - 1) < 1e-6)
        #expect((MediaTime(Int64.max, 1) + MediaTime(Int64.max, 1)).seconds > 0)
    }
}
