import FilterGraph
import Frames
import Testing

@testable import VulkanGPU

@Suite(.enabled(if: TestDevice.isPresent, "no Vulkan device")) struct BenchmarkTests {
    @Test func everythingIsMeasured() throws {
        try TestDevice.use { device in
            let benchmark = GPUBenchmark(device: device, runCount: 11)
            let adding = AddingProgram(width: 64, height: 48)
            let all = try [
                benchmark.copyKernel(byteCount: 100_000), benchmark.copyCommand(byteCount: 100_000),
                benchmark.copyImages(.rgba16f, width: 100, height: 60),
                benchmark.copyImages(.rgb10a2, width: 100, height: 60), benchmark.upload(byteCount: 100_000),
                benchmark.download(byteCount: 100_000), benchmark.emptyDispatch(),
                benchmark.time(
                    "adding", program: adding.program, job: adding.job, outputMap: adding.outputMap,
                    settings: [AddingProgram.gain: [1]]),
            ]
            for measurement in all {
                #expect(measurement.nanoseconds.count == 11, "\(measurement.name)")
                #expect(measurement.nanoseconds == measurement.nanoseconds.sorted())
                #expect(measurement.percentile(0) <= measurement.median)
                #expect(measurement.median <= measurement.percentile(1))
                #expect(measurement.name == "empty dispatch" || measurement.median > 0, "\(measurement.name)")
            }
            // Two sources and the output, and the intermediate written and read.
            #expect(all[7].byteCount == 3 * 64 * 48 + 2 * 4 * 64 * 48)
            #expect(all[0].byteCount == 200_000)
        }
    }
}
