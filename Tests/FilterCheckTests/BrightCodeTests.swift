import CPUReference
import FilterLanguage
import Testing

@testable import FilterCheck

/// Light beyond what a half holds is limited before it is encoded, and judged so.
@Suite struct BrightCodeTests {
    @Test(arguments: ["1e5", "-1e6", "4e9", "1e30"], CheckColor.allCases) func isJudgedAsItIsEncoded(
        _ light: String, _ color: CheckColor
    ) throws {
        let filter = try Filter(
            source: """
                //! filter bright: Far too bright.
                //! kind point
                vec4 bright(vec4 color) { return vec4(\(light), color.gba); }
                """, path: "bright.glsl")
        for format in CheckFormat.allCases where !format.isLight {
            let report = FilterCheck.check(
                filter, reference: CPURenderer(), candidate: CPURenderer(),
                options: CheckOptions(
                    only: "2x2/initial/px=100:200:512:3/\(format.rawValue)/\(color.rawValue)", formats: [format]))
            #expect(report.passed && report.pixelCount == 4, "\(CheckReport.table([report]))")
        }
    }
}
