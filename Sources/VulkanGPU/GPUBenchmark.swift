import CVulkan
import FilterGraph
import Foundation
import Frames

/// Measures what a device can do: its ceilings, and any program.
///
/// Every measurement goes round a ring of buffers, so that a cache holds none of them: eight sets, fewer where they would
/// take more than a quarter of the device's memory or, on a software device, half a gigabyte.
public struct GPUBenchmark: Sendable {
    /// Times of one thing done again and again.
    public struct Measurement: Sendable {
        /// What was done.
        public var name: String
        /// One time for each run, in nanoseconds, shortest first.
        public var nanoseconds: [Double]
        /// Bytes that each run must at least read and write.
        public var byteCount: Int
        /// Whether the GPU's own clock took the times; otherwise the host's, submission and wait included.
        public var isByTimestamp: Bool
        /// Sets of buffers that the runs went round.
        public var ringCount: Int

        public var median: Double { percentile(0.5) }
        /// Gigabytes (10^9) a second of the compulsory bytes, at the median.
        public var gigabytesPerSecond: Double { median > 0 ? Double(byteCount) / median : 0 }

        /// The time that a share of the runs, 0...1, stays within.
        public func percentile(_ share: Double) -> Double {
            guard !nanoseconds.isEmpty else { return 0 }
            return nanoseconds[min(Int(Double(nanoseconds.count) * share), nanoseconds.count - 1)]
        }
    }

    public let device: GPUDevice
    /// Runs measured of each thing.
    public var runCount: Int
    /// How long each thing is done before it is measured, in seconds; once at least.
    public var warmUpSeconds = 0.2

    public init(device: GPUDevice, runCount: Int = 64) {
        self.device = device
        self.runCount = max(runCount, 1)
    }

    // MARK: - Ceilings

    /// The copy kernel over buffers, 16 bytes a thread.
    public func copyKernel(byteCount: Int) throws -> Measurement {
        let byteCount = (byteCount + 15) / 16 * 16
        let pipeline = try device.pipelines.pipeline(
            BenchmarkKernels.copyBuffer, label: "copy kernel, buffers", types: BenchmarkKernels.twoBuffers)
        let ring = ringCount(bytesASet: 2 * byteCount)
        let pairs = try (0..<ring).map { _ in try bufferPair(byteCount) }
        let sets = try (0..<ring).map { _ in
            try DescriptorSets([(pipeline.layout, BenchmarkKernels.twoBuffers)], core: device.core)
        }
        for (set, pair) in zip(sets, pairs) {
            try set.bind(
                [pair.from, pair.to].map { BufferRange(buffer: $0, offset: 0, byteCount: byteCount) }, inSet: 0)
        }
        // Two dimensions, since one could pass the limit of workgroups.
        let groups = (byteCount / 16 + 255) / 256
        let wide = min(groups, 32768)
        return try measure("copy kernel, buffers", bytes: 2 * byteCount, ring: ring, keeping: [pairs, sets]) {
            recorder, run in
            recorder.dispatch(
                pipeline, set: sets[run % ring].sets[0], x: wide, y: (groups + wide - 1) / wide)
        }
    }

    /// The copy kernel over images, 16x16 groups; for `rgba16f` and `rgb10a2`.
    public func copyImages(_ format: GPUImage.Format, width: Int, height: Int) throws -> Measurement {
        let types = BenchmarkKernels.twoImages
        let pipeline = try device.pipelines.pipeline(
            BenchmarkKernels.copyImage(format), label: "copy kernel, images", types: types)
        let byteCount = width * height * format.bytesPerPixel
        let ring = ringCount(bytesASet: 2 * byteCount)
        let images = try (0..<ring).map { _ in
            try (0..<2).map { _ in
                try StorageImage(format: format, width: width, height: height, core: device.core)
            }
        }
        let sets = try (0..<ring).map { _ in try DescriptorSets([(pipeline.layout, types)], core: device.core) }
        for (set, pair) in zip(sets, images) { set.bind(pair, inSet: 0) }
        return try measure(
            "copy kernel, \(format.name) images", bytes: 2 * byteCount, ring: ring, keeping: [images, sets]
        ) { recorder, run in
            recorder.dispatch(
                pipeline, set: sets[run % ring].sets[0], x: (width + 15) / 16, y: (height + 15) / 16)
        }
    }

    /// `vkCmdCopyBuffer` within the device's memory.
    public func copyCommand(byteCount: Int) throws -> Measurement {
        let ring = ringCount(bytesASet: 2 * byteCount)
        let pairs = try (0..<ring).map { _ in try bufferPair(byteCount) }
        return try measure("vkCmdCopyBuffer", bytes: 2 * byteCount, ring: ring, keeping: [pairs]) { recorder, run in
            let pair = pairs[run % ring]
            recorder.copy(pair.from, at: 0, to: pair.to, at: 0, byteCount: byteCount)
        }
    }

    /// Copies from host memory to the device's, on the queue that frames' sources take.
    public func upload(byteCount: Int) throws -> Measurement {
        try transfer("upload", byteCount, from: .upload, to: .device, queue: device.core.upload)
    }

    /// Copies from the device's memory to cached host memory, on the queue that frames' outputs take.
    public func download(byteCount: Int) throws -> Measurement {
        try transfer("download", byteCount, from: .device, to: .download, queue: device.core.download)
    }

    /// A dispatch of one workgroup that does nothing.
    public func emptyDispatch() throws -> Measurement {
        let types = [VK_DESCRIPTOR_TYPE_STORAGE_BUFFER]
        let pipeline = try device.pipelines.pipeline(
            BenchmarkKernels.empty, label: "empty dispatch", types: types)
        let buffer = try GPUBuffer(256, use: .device, named: "nothing", core: device.core)
        let set = try DescriptorSets([(pipeline.layout, types)], core: device.core)
        try set.bind([BufferRange(buffer: buffer, offset: 0, byteCount: 256)], inSet: 0)
        return try measure("empty dispatch", bytes: 0, ring: 1, keeping: [buffer, set]) { recorder, _ in
            recorder.dispatch(pipeline, set: set.sets[0], x: 1, y: 1)
        }
    }

    // MARK: - Programs

    /// A program's passes, from sources of noise in the device's memory to an output there.
    ///
    /// `settings` answers parameters and phases, as for frames. Compulsory bytes are the sources', the output's, and each
    /// stored intermediate's once written and once read.
    public func time(
        _ name: String, program: Program, job: RenderJob, outputMap: PlaneMap,
        settings: [SettingsLayout.Value: [Double]]
    ) throws -> Measurement {
        let compiled = try GPUProgram(device: device, program: program)
        let sourceMaps = job.sources.map {
            PlaneMap(layout: $0.layout, width: $0.codedWidth, height: $0.codedHeight)
        }
        let stored = program.intermediateByteCounts.reduce(0, +)
        let bytes = sourceMaps.reduce(program.writesOutput ? outputMap.byteCount : 0) { $0 + $1.byteCount }
        let ring = ringCount(bytesASet: bytes + stored)
        let sets = try (0..<ring).map { _ in
            try ProgramBuffers(
                compiled, job: job, sourceMaps: sourceMaps, outputMap: outputMap, settings: settings, device: device)
        }
        return try measure(
            name, bytes: bytes + 2 * stored, ring: ring, keeping: [sets], warm: compiled.hasRun
        ) { recorder, run in
            sets[run % ring].record(recorder)
        }
    }

    /// A job's program, planned and written for this device, with its graph's settings at one moment; of a graph that ends
    /// with filters that only measure, what these add.
    public func time(
        _ name: String, job: RenderJob, library: ColorLibrary, at time: MediaTime = .zero
    ) throws -> Measurement {
        let plan = try Plan(job, limits: device.info.planLimits)
        let picture = job.output.picture
        return try self.time(
            name, program: Program.timed(plan, library: library), job: job,
            outputMap: PlaneMap(layout: picture.layout, width: picture.codedWidth, height: picture.codedHeight),
            settings: Program.settings(for: plan, graph: job.graph, at: time))
    }

    // MARK: - Parts

    private func transfer(
        _ name: String, _ byteCount: Int, from: MemoryUse, to: MemoryUse, queue: GPUQueue
    ) throws -> Measurement {
        let ring = ringCount(bytesASet: 2 * byteCount)
        let pairs = try (0..<ring).map { _ in
            (
                from: try GPUBuffer(byteCount, use: from, named: name, core: device.core),
                to: try GPUBuffer(byteCount, use: to, named: name, core: device.core)
            )
        }
        return try measure(name, bytes: byteCount, ring: ring, queue: queue, keeping: [pairs]) { recorder, run in
            let pair = pairs[run % ring]
            recorder.copy(pair.from, at: 0, to: pair.to, at: 0, byteCount: byteCount)
        }
    }

    private func bufferPair(_ byteCount: Int) throws(VulkanError) -> (from: GPUBuffer, to: GPUBuffer) {
        let from = try GPUBuffer(byteCount, use: .device, named: "a copy's source", core: device.core)
        let to = try GPUBuffer(byteCount, use: .device, named: "a copy's target", core: device.core)
        // Memory that was never written may not exist yet, and then costs nothing to read.
        try OneShot.run(device.core, named: "a copy's source") { recorder in
            recorder.fill(from, at: 0, byteCount: from.byteCount, with: 0x3555_3555)
            recorder.fill(to, at: 0, byteCount: to.byteCount, with: 0)
        }
        return (from, to)
    }

    func ringCount(bytesASet: Int) -> Int {
        let room = device.info.isSoftware ? 1 << 29 : device.info.localByteCount / 4
        return max(2, min(8, room / max(bytesASet, 1)))
    }

    /// Does a thing again and again, until drivers have compiled it, memory is there, and clocks are up.
    func warmUp(
        _ clock: GPUClock, _ name: String, ring: Int, _ body: (CommandRecorder, Int) -> Void
    ) throws(VulkanError) {
        // Drivers compile at the first dispatch, memory appears at the first touch, and a GPU that waited for a shader
        // has lowered its clocks: work until they are up again.
        let begun = DispatchTime.now().uptimeNanoseconds
        repeat {
            _ = try clock.time(runs: 0..<(device.info.isSoftware ? ring : GPUClock.batchCount), named: name, body)
        } while Double(DispatchTime.now().uptimeNanoseconds - begun) / 1e9 < warmUpSeconds
    }

    /// `resources` are what the commands use; the optimiser would otherwise end them once commands are recorded. `warm` is
    /// called once all has run.
    private func measure(
        _ name: String, bytes: Int, ring: Int, queue: GPUQueue? = nil, keeping resources: [Any],
        warm: () -> Void = {}, _ body: (CommandRecorder, Int) -> Void
    ) throws -> Measurement {
        defer { withExtendedLifetime(resources) {} }
        let clock = try GPUClock(queue: queue ?? device.core.compute, core: device.core)
        try warmUp(clock, name, ring: ring, body)
        warm()
        var times: [Double] = []
        let start = DispatchTime.now().uptimeNanoseconds
        while times.count < runCount {
            let first = times.count
            times += try clock.time(runs: first..<min(first + GPUClock.batchCount, runCount), named: name, body)
            let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
            if seconds > 4, times.count >= 5 { break }
        }
        return Measurement(
            name: name, nanoseconds: times.sorted(), byteCount: bytes, isByTimestamp: clock.hasTimestamps,
            ringCount: ring)
    }
}
