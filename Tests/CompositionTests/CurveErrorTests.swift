import Candela
import Foundation
import Testing

/// The measured error of the fast curves is that of the job at hand.
@Suite struct CurveErrorTests {
    private func error(
        _ color: String, to target: String, _ format: String, configure: (inout RenderOptions) -> Void = { _ in }
    ) throws -> CurveError? {
        let folder = try TestFolder()
        let file = RawFile(bits: 10, matrix: .bt2020, width: 16, height: 16)
        try file.write(to: folder.path("in.yuv"))
        var options = RenderOptions(input: folder.path("in.yuv"), output: folder.path("out.yuv"))
        options.raw = file.format
        options.assumedColor = try ColorName(color)
        options.color = try ColorName(target)
        options.pixelFormat = format
        options.shadersFolder = IdentityTests.shaders
        options.curves = .fast
        configure(&options)
        return try ExportSession(options).curveError()
    }

    @Test func fastCurvesAreMeasured() throws {
        let found = try #require(try error("pq", to: "sdr", "yuv420p"))
        #expect(found.colors == 33 * 33 * 33 && found.bits == 8)
        #expect(found.largestCodes > 0.01 && found.largestCodes < 16, "\(found)")
        #expect(found.meanCodes < 0.1, "\(found)")
        #expect(Double(found.colorsOverHalfCode) < 0.05 * Double(found.colors), "\(found)")
        // The same signals in finer codes are off by as much more, and so are more of them by half a code.
        let fine = try #require(try error("pq", to: "sdr", "yuv420p12le"))
        #expect(fine.bits == 12 && abs(fine.meanCodes / found.meanCodes - 16) < 1, "\(fine) \(found)")
        #expect(fine.colorsOverHalfCode > found.colorsOverHalfCode)
    }

    @Test func aJobWithoutFastCurvesHasNoError() throws {
        #expect(try error("pq", to: "sdr", "yuv420p") { $0.curves = .exact } == nil)
        #expect(try error("pq", to: "sdr", "yuv420p") { $0.usesCPUReference = true } == nil)
    }
}
