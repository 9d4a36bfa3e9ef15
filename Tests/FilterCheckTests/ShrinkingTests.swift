import CPUReference
import FilterGraph
import FilterLanguage
import Foundation
import Frames
import Testing

@testable import FilterCheck

/// Failures are told by their simplest case, which repeats them.
@Suite struct ShrinkingTests {
    private static let filter = """
        //! filter tilt: Scale red.
        //! kind   point
        //! param  amount float = 1 in 0...8: How much.
        //! param  other  vec3 = 1/1/1 in 0...8: Green and blue, and what nothing reads.

        vec4 tilt(vec4 color) { return vec4(color.r * amount, color.gb * other.xy, color.a); }

        """

    /// The reference with red of every third column off.
    private static let wrong = SpoiledRenderer.changing { pixel, x, _ in
        x % 3 == 1 && pixel.x > 1 ? SIMD4(pixel.x * 1.25, pixel.y, pixel.z, pixel.w) : pixel
    }

    private func report(_ only: String? = nil) throws -> CheckReport {
        FilterCheck.check(
            try Filter(source: Self.filter, path: "tilt.glsl"), reference: CPURenderer(), candidate: Self.wrong,
            options: CheckOptions(
                extent: .quick, only: only, formats: [.rgba32f], failureLimit: 2, filterArgument: "my tilt.glsl"))
    }

    @Test func theSimplestCaseIsTold() throws {
        let failure = try #require(try report().failures.first)
        let test = try #require(CheckCase(failure.testCase), "\(failure.testCase)")
        // The second column is the first that is off; it takes one row, red light, and at most what scales it.
        #expect(test.width == 2 && test.height == 1 && Set(failure.settings.keys).isSubset(of: ["amount"]))
        let pixel = try #require(test.pixels?.first)
        #expect(pixel.x > 0 && pixel.x <= 2 && pixel == [pixel.x, 0, 0, 1], "\(failure.testCase)")
        #expect(failure.command == "candela check 'my tilt.glsl' --seed 1 --case \(failure.testCase)")
        let again = try report(failure.testCase)
        #expect(again.caseCount == 1 && again.failures.first?.pixel?.found == failure.pixel?.found)
    }

    /// Many pictures show one mistake, and shrink to the same one.
    @Test func eachFailureIsToldOnce() throws {
        let filter = try Filter(source: Self.filter, path: "tilt.glsl")
        let wrong = FilterCheck.check(
            filter, reference: CPURenderer(), candidate: Self.wrong,
            options: CheckOptions(extent: .quick, formats: [.rgba32f]))
        let cases = wrong.failures.map { $0.name + $0.testCase }
        #expect(!cases.isEmpty && Set(cases).count == cases.count && cases.count < 5, "\(cases)")
        struct Broken: Renderer {
            struct Fault: Error, CustomStringConvertible { let description = "the device has gone" }
            let name = "a broken device"
            func render(_ job: RenderJob, sources: [HostPlanes?], at time: MediaTime, into target: HostPlanes) throws
                -> FrameStatistics
            { throw Fault() }
        }
        let broken = FilterCheck.check(filter, reference: CPURenderer(), candidate: Broken())
        #expect(broken.failures.map(\.problem) == ["the device has gone"] && broken.failures[0].kind == .error)
    }

    @Test func theMapShowsThePattern() throws {
        let reports = try report()
        let failure = try #require(reports.failures.first { $0.map?.contains { $0.contains(".x") } ?? false })
        let map = try #require(failure.map)
        for line in map {
            for (column, mark) in line.enumerated() where mark == "x" { #expect(column % 3 == 1, "\(line)") }
        }
        #expect(failure.description.contains("wrong pixels (x) of "))
        #expect(CheckReport.table([reports]).contains("    " + map[0]))
    }

    @Test func settingsThatMatterStay() throws {
        // Only a value above 4 shows it.
        let picky = SpoiledRenderer.changing { pixel, _, _ in
            pixel.x > 100 ? SIMD4(0, pixel.y, pixel.z, pixel.w) : pixel
        }
        let report = FilterCheck.check(
            try Filter(source: Self.filter, path: "tilt.glsl"), reference: CPURenderer(), candidate: picky,
            options: CheckOptions(extent: .quick, formats: [.rgba32f], failureLimit: 1))
        let failure = try #require(report.failures.first)
        #expect(Set(failure.settings.keys).isSubset(of: ["amount"]), "\(failure)")
        #expect(failure.testCase.hasPrefix("1x1/set-amount="), "\(failure.testCase)")
    }

    @Test(arguments: [
        "1x1/initial/px=1:0.5:-2:1/rgba32f/hlg", "17x15/set-amount=0.25,other=1:2:3,time=1001:60000/noise/rgb10a2/pq",
        "64x64/random-3/px=1:0:0:1+0:1:0:0.5/bgr10a2/sdr",
    ])
    func namesReadBack(_ name: String) throws {
        let test = try #require(CheckCase(name))
        #expect(test.description == name)
    }

    @Test(arguments: [
        "1x1/initial/px=1:0:0/rgba32f/hlg", "1x1/initial/px=/rgba32f/hlg", "0x1/initial/noise/rgba32f/hlg", "x",
    ])
    func otherNamesAreRefused(_ name: String) {
        #expect(CheckCase(name) == nil)
    }
}
