import CPUReference
import FilterCheck
import FilterGraph
import Shaders
import Testing
import VulkanGPU

/// Cases in which a device and the reference once disagreed, or nothing was promised.
@Suite(
    .enabled(if: TestDevice.isPresent, "no Vulkan device"))
struct DisagreementTests {
    static let cases = [
        // White under black, divided by next to nothing.
        "colorBurn 2x2/initial/ramp/rgb10a2/sdr",
        "colorBurn 2x2/initial/primaries/rgb10a2/sdr",
        "vividLight 17x15/initial/primaries/rgb10a2/sdr",
        // Greys whose hue is what rounding left.
        "hue 17x15/initial/ramp/rgba16f/sdr",
        "hue 17x15/initial/ramp/rgba32f/sdr",
        "saturationBlend 17x15/initial/ramp/rgba32f/sdr",
    ]

    private func report(_ line: String, on candidate: any Renderer) throws -> CheckReport {
        let parts = line.split(separator: " ").map(String.init)
        return FilterCheck.check(
            try PixelRun.filter(parts[0]), reference: CPURenderer(), candidate: candidate,
            options: CheckOptions(seed: 1, only: parts[1]))
    }

    @Test(arguments: cases)
    func devicesAgree(_ line: String) throws {
        let report = try report(line, on: TestRenderer.shared())
        #expect(report.passed && report.caseCount == 1, "\(CheckReport.table([report]))")
    }

    @Test(arguments: cases)
    func theReferencePromisesSomething(_ line: String) throws {
        let report = try report(line, on: CPURenderer())
        #expect(report.passed && report.caseCount == 1, "\(CheckReport.table([report]))")
        #expect(report.undecidedCount == 0 && report.unpromisedCount == 0)
    }
}
