import FilterGraph
import Frames
import Testing

@testable import VulkanGPU

@Suite(
    .enabled(if: TestDevice.isPresent, "no Vulkan device"),
    .enabled(if: FaultInjection.isAvailable, "calls can be made to fail in debug builds only"))
struct FaultTests {
    @Test(arguments: MemoryStrategy.allCases)
    func everyCallMayFailAndNothingLeaks(_ strategy: MemoryStrategy) throws {
        try TestDevice.withFolder { folder in
            var calls = 0
            for n in 0..<400 {
                let counters = GPUCounters()
                let log = ValidationLog()
                var failure: (any Error)?
                let struck = FaultInjection.failCall(at: n) {
                    do { try work(strategy, counters, log, folder) } catch { failure = error }
                }
                #expect(counters.liveHandles == 0, "call \(n), \(String(describing: failure))")
                #expect(counters.liveBytes == 0, "call \(n)")
                #expect(log.messages == [], "call \(n)")
                guard struck else {
                    #expect(failure == nil)
                    break
                }
                calls = n + 1
                #expect((failure as? VulkanError)?.result == .injected, "call \(n): \(String(describing: failure))")
            }
            #expect(calls > 40 && calls < 400, "\(calls) calls")
        }
    }

    /// A device, two frames, an image there and back: everything with calls that may fail.
    private func work(
        _ strategy: MemoryStrategy, _ counters: GPUCounters, _ log: ValidationLog, _ folder: CacheFolder
    ) throws {
        let device = try GPUDevice(
            selecting: nil, validation: log, strategy: strategy, counters: counters, cacheFolder: folder)
        let adding = AddingProgram(width: 5, height: 3)
        let renderer = try GPUFrameRenderer(
            device: device, job: adding.job, program: adding.program, outputMap: adding.outputMap, slotCount: 1,
            splitsBatches: true)
        let pictures = [Laying.inBlock, .unaligned].map { $0.planes(noise(15, seed: 1), width: 5, height: 3) }
        for _ in 0..<2 {
            let frame = try renderer.begin(sources: pictures, time: .zero, settings: [AddingProgram.gain: [1]])
            _ = try frame.wait()
        }
        let image = try GPUImage(device: device, format: .rgba16f, width: 3, height: 2)
        try image.upload(HostPlanes(layout: .rgba16f, width: 3, height: 2))
        _ = try image.download()
        _ = try GPUBenchmark(device: device, runCount: 1).emptyDispatch()
    }
}
