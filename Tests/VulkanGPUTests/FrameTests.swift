import FilterGraph
import Foundation
import Frames
import Synchronization
import Testing

@testable import VulkanGPU

@Suite(.enabled(if: TestDevice.isPresent, "no Vulkan device")) struct FrameTests {
    static let sizes = [(1, 1), (2, 2), (17, 15), (64, 64), (255, 3)]

    @Test(arguments: sizes, MemoryStrategy.allCases)
    func addingAddsHoweverPicturesLie(_ size: (Int, Int), _ strategy: MemoryStrategy) throws {
        let adding = AddingProgram(width: size.0, height: size.1)
        let count = size.0 * size.1
        try TestDevice.use(strategy: strategy) { device in
            for splits in [false, true] {
                let renderer = try GPUFrameRenderer(
                    device: device, job: adding.job, program: adding.program, outputMap: adding.outputMap,
                    slotCount: 2, splitsBatches: splits)
                for (index, laying) in Laying.allCases.enumerated() {
                    let a = noise(count, seed: UInt64(index))
                    let b = noise(count, seed: UInt64(index + 100))
                    let frame = try renderer.begin(
                        sources: [
                            laying.planes(a, width: size.0, height: size.1),
                            Laying.inBlock.planes(b, width: size.0, height: size.1),
                        ], time: .zero, settings: [AddingProgram.gain: [2]])
                    let (planes, statistics) = try frame.wait()
                    let expected = adding.expected(a, b, gain: 2)
                    #expect(bytes(planes, width: size.0, height: size.1) == expected.bytes, "\(laying)")
                    #expect(statistics == expected.statistics, "\(laying)")
                }
            }
        }
    }

    @Test(arguments: MemoryStrategy.allCases)
    func anAbsentSourceIsNotRead(_ strategy: MemoryStrategy) throws {
        let adding = AddingProgram(width: 33, height: 5)
        try TestDevice.use(strategy: strategy) { device in
            let renderer = try GPUFrameRenderer(
                device: device, job: adding.job, program: adding.program, outputMap: adding.outputMap, slotCount: 1)
            let b = noise(33 * 5, seed: 1)
            for sources in [[nil, Laying.inBlock.planes(b, width: 33, height: 5)], [nil, nil]] {
                let frame = try renderer.begin(sources: sources, time: .zero, settings: [AddingProgram.gain: [1]])
                let (planes, _) = try frame.wait()
                let expected = adding.expected(nil, sources[1] == nil ? nil : b, gain: 1).bytes
                #expect(bytes(planes, width: 33, height: 5) == expected)
            }
        }
    }

    @Test(arguments: MemoryStrategy.allCases)
    func afterWarmUpNothingIsAllocatedCompiledOrRecorded(_ strategy: MemoryStrategy) throws {
        let adding = AddingProgram(width: 64, height: 48)
        try TestDevice.use(strategy: strategy) { device in
            let renderer = try GPUFrameRenderer(
                device: device, job: adding.job, program: adding.program, outputMap: adding.outputMap, slotCount: 2)
            let a = Laying.inBlock.planes(noise(64 * 48, seed: 1), width: 64, height: 48)
            let b = Laying.outsideBlocks.planes(noise(64 * 48, seed: 2), width: 64, height: 48)
            func render(_ gain: Double) throws {
                let frame = try renderer.begin(sources: [a, b], time: .zero, settings: [AddingProgram.gain: [gain]])
                _ = try frame.wait()
                frame.release()
            }
            for _ in 0..<3 { try render(1) }
            let counters = device.counters
            let before = (counters.allocations, counters.pipelinesCompiled, counters.recordings, counters.liveHandles)
            for gain in 0..<20 { try render(Double(gain)) }
            let after = (counters.allocations, counters.pipelinesCompiled, counters.recordings, counters.liveHandles)
            #expect(before == after)
        }
    }

    @Test func sourcesFromOtherPlacesChangeTheUploadAlone() throws {
        let adding = AddingProgram(width: 64, height: 48)
        try TestDevice.use(strategy: .staged) { device in
            guard device.info.limits.hostImportAlignment != nil else { return }
            let renderer = try GPUFrameRenderer(
                device: device, job: adding.job, program: adding.program, outputMap: adding.outputMap, slotCount: 1,
                splitsBatches: true)
            let pictures = (0..<3).map { noise(64 * 48, seed: UInt64($0)) }
            let pool = pictures.map { Laying.inBlock.planes($0, width: 64, height: 48) }
            var recordings: [Int] = []
            for round in 0..<6 {
                let frame = try renderer.begin(
                    sources: [pool[round % 3], nil], time: .zero, settings: [AddingProgram.gain: [1]])
                let (planes, _) = try frame.wait()
                #expect(bytes(planes, width: 64, height: 48) == pictures[round % 3])
                frame.release()
                recordings.append(device.counters.recordings)
            }
            #expect(zip(recordings, recordings.dropFirst()).map { $1 - $0 } == [1, 1, 1, 1, 1])
        }
    }

    @Test func importedSourcesAreNotCopiedByTheHostAndGoWithTheirBlock() throws {
        let adding = AddingProgram(width: 64, height: 48)
        try TestDevice.use { device in
            guard device.info.limits.hostImportAlignment != nil else { return }
            let renderer = try GPUFrameRenderer(
                device: device, job: adding.job, program: adding.program, outputMap: adding.outputMap, slotCount: 1)
            for seed in 0..<4 {
                let a = Laying.inBlock.planes(noise(64 * 48, seed: UInt64(seed)), width: 64, height: 48)
                let frame = try renderer.begin(sources: [a, a], time: .zero, settings: [AddingProgram.gain: [1]])
                _ = try frame.wait()
                #expect(device.imports.count == 1)
            }
            #expect(device.imports.count == 0)
            #expect(device.counters.bytesCopiedByHost == 0)
        }
    }

    @Test func manyThreadsShareSlots() throws {
        let adding = AddingProgram(width: 40, height: 30)
        try TestDevice.use { device in
            let renderer = try GPUFrameRenderer(
                device: device, job: adding.job, program: adding.program, outputMap: adding.outputMap, slotCount: 3)
            let faults = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                for round in 0..<20 {
                    do {
                        let a = noise(1200, seed: UInt64(thread * 100 + round))
                        let frame = try renderer.begin(
                            sources: [Laying.allCases[round % 5].planes(a, width: 40, height: 30), nil], time: .zero,
                            settings: [AddingProgram.gain: [1]])
                        let (planes, _) = try frame.wait()
                        if bytes(planes, width: 40, height: 30) != a { faults.withLock { $0.append("wrong bytes") } }
                        if round % 2 == 0 { frame.release() }
                    } catch {
                        faults.withLock { $0.append("\(error)") }
                    }
                }
            }
            #expect(faults.withLock { $0 } == [])
        }
    }

    @Test func planesHoldTheirSlotUntilReleased() throws {
        let adding = AddingProgram(width: 8, height: 8)
        try TestDevice.use { device in
            let renderer = try GPUFrameRenderer(
                device: device, job: adding.job, program: adding.program, outputMap: adding.outputMap, slotCount: 2)
            let a = noise(64, seed: 3)
            func begin(_ bytes: [UInt8]) throws -> PendingFrame {
                try renderer.begin(
                    sources: [Laying.inBlock.planes(bytes, width: 8, height: 8), nil], time: .zero,
                    settings: [AddingProgram.gain: [1]])
            }
            // Only the planes are kept: the frame itself is gone.
            let kept = try begin(a).wait().0
            for seed in 10..<14 { _ = try begin(noise(64, seed: UInt64(seed))).wait() }
            #expect(bytes(kept, width: 8, height: 8) == a)
            // Frames given up without a wait give their slots back too.
            for seed in 20..<24 { _ = try begin(noise(64, seed: UInt64(seed))) }
            let frame = try begin(a)
            frame.release()
            #expect(throws: FrameError.self) { try frame.wait() }
        }
    }

    @Test func picturesThatDoNotFitAreRefused() throws {
        let adding = AddingProgram(width: 16, height: 16)
        try TestDevice.use { device in
            let renderer = try GPUFrameRenderer(
                device: device, job: adding.job, program: adding.program, outputMap: adding.outputMap, slotCount: 1)
            let small = Laying.inBlock.planes(noise(64, seed: 1), width: 8, height: 8)
            let settings = [AddingProgram.gain: [1.0]]
            #expect(throws: FrameError.self) {
                try renderer.begin(sources: [small, nil], time: .zero, settings: settings)
            }
            #expect(throws: FrameError.self) { try renderer.begin(sources: [nil], time: .zero, settings: settings) }
            #expect(throws: FrameError.self) { try renderer.begin(sources: [nil, nil], time: .zero, settings: [:]) }
            let frame = try renderer.begin(sources: [nil, nil], time: .zero, settings: settings)
            let (planes, _) = try frame.wait()
            #expect(bytes(planes, width: 16, height: 16) == [UInt8](repeating: 0, count: 256))
        }
    }
}
