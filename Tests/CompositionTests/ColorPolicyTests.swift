import Candela
import Testing

@Suite struct ColorPolicyTests {
    @Test func hlgWinsOverPQOverSDR() {
        let all: [ColorProperties] = [.sdr, .pq, .hlg]
        for a in all {
            for b in all {
                for c in all {
                    let found = ColorPolicy.properties(of: [a, b, c])
                    let expected: ColorProperties =
                        [a, b, c].contains(.hlg) ? .hlg : [a, b, c].contains(.pq) ? .pq : .sdr
                    #expect(found == expected)
                }
            }
        }
    }

    @Test func headroomIsThePeakOverReferenceWhite() throws {
        func color(_ name: String, white: Double = 203, peak: Double = 4000) throws -> CompositionColor {
            let source = PictureDescription(
                layout: .rgba32f, codedWidth: 1, codedHeight: 1, content: .signal(.pq, .full), peakNits: peak)
            return ColorPolicy.color(try ColorName(name), sources: [source], referenceWhiteNits: white)
        }
        #expect(abs(try color("hlg").contentHeadroom - 1000 / 203.0) < 1e-12)
        #expect(try color("hlg", white: 100).contentHeadroom == 10)
        #expect(abs(try color("pq").contentHeadroom - 4000 / 203.0) < 1e-12)
        #expect(try color("sdr").contentHeadroom == 1)
        #expect(try color("pq-p3").gamutLimit == .displayP3)
    }
}
