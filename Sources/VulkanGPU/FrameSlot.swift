import CVulkan
import FilterGraph
import Frames
import Synchronization

/// What all slots of a renderer share.
struct FrameSetup: Sendable {
    let device: GPUDevice
    let job: RenderJob
    let program: GPUProgram
    let outputMap: PlaneMap
    /// Whether uploads, passes and downloads are batches of their own: on queues of their own, or because a test wants it.
    let splitsBatches: Bool

    /// Bytes from the output buffer's start to the statistics' three words.
    var statisticsOffset: Int { (outputMap.byteCount + 255) / 256 * 256 }
    /// Bytes from the output buffer's start to the numbers of each raw filter.
    let recordOffsets: [Int]
    let outputByteCount: Int

    /// The output's planes come first, then statistics, then what raw filters write: all of it goes to the host at once.
    init(device: GPUDevice, job: RenderJob, program: GPUProgram, outputMap: PlaneMap, splitsBatches: Bool) {
        (self.device, self.job, self.program) = (device, job, program)
        (self.outputMap, self.splitsBatches) = (outputMap, splitsBatches)
        var end = (outputMap.byteCount + 255) / 256 * 256 + 16
        var offsets: [Int] = []
        for record in program.program.records {
            let start = (end + 255) / 256 * 256
            offsets.append(start)
            end = start + record.byteCount
        }
        (recordOffsets, outputByteCount) = (offsets, end)
    }

    /// Bytes of the output buffer that hold no picture.
    var numbersByteCount: Int { outputByteCount - statisticsOffset }
    /// Whether a frame leaves any numbers.
    var leavesNumbers: Bool { program.writesStatistics || !recordOffsets.isEmpty }

    /// Where words stand that begin with another value than 0, in how many bytes, and the value.
    var firstValues: [(offset: Int, byteCount: Int, word: UInt32)] {
        zip(program.program.records, recordOffsets).flatMap { record, start in
            record.firstValues.map { (start + $0.offset, $0.byteCount, $0.word) }
        }
    }
}

/// Everything that one frame in flight owns: settings, source copies, intermediates, output, commands and a timeline.
///
/// One frame at a time uses it; the renderer sees to that.
final class FrameSlot: Sendable {
    private let setup: FrameSetup
    private let timeline: Timeline
    private let settings: GPUBuffer
    private let intermediates: [GPUBuffer]
    /// What passes write: device memory when staged, what the host reads when in place.
    private let output: GPUBuffer
    /// Where the host reads the output when staged.
    private let hostOutput: GPUBuffer?
    private let sets: DescriptorSets
    private let computePool: CommandPool
    private let uploadPool: CommandPool?
    private let downloadPool: CommandPool?
    private let state: Mutex<State>

    private struct State {
        var rooms: [SourceRoom]
        /// The key of what the command buffers were last recorded for; the buffers themselves may be long gone.
        var passesKey: [Int]?
        var uploadKey: [Int]?
        /// Sources and imported memory that the GPU may still be reading.
        var held: [any Sendable] = []

        mutating func bind(_ sources: [FrameSource], standIn: GPUBuffer) throws -> [BoundSource] {
            try sources.indices.map { try rooms[$0].bind(sources[$0], standIn: standIn) }
        }
    }

    /// What command buffers are recorded for.
    private struct Recording {
        var sources: [BoundSource]
        var target: ImageHandle?

        /// Equal for frames that the same passes serve.
        var passesKey: [Int] { sources.flatMap(\.passesKey) + [target?.id ?? 0] }
        /// Equal for frames that the same upload serves.
        var uploadKey: [Int] { sources.flatMap(\.uploadKey) }
        /// Whether anything is copied to the device.
        var uploads: Bool { sources.contains { !$0.copies.isEmpty } }
        var buffers: [GPUBuffer] { sources.flatMap(\.buffers) }
    }

    init(_ setup: FrameSetup) throws {
        let core = setup.device.core
        let isStaged = setup.device.strategy == .staged
        self.setup = setup
        settings = try GPUBuffer(
            setup.program.settingsByteCount, use: .settings, named: "settings", core: core)
        intermediates = try setup.program.program.intermediateByteCounts.enumerated().map { index, count in
            try GPUBuffer(count, use: .device, named: "intermediate \(index)", core: core)
        }
        output = try GPUBuffer(
            setup.outputByteCount, use: isStaged ? .device : .inPlace, named: "the output", core: core)
        hostOutput =
            isStaged
            ? try GPUBuffer(setup.outputByteCount, use: .download, named: "the output on the host", core: core) : nil
        sets = try DescriptorSets(
            zip(setup.program.pipelines, setup.program.program.passes).map { pipeline, pass in
                (pipeline.layout, pass.descriptorTypes)
            }, core: core)
        computePool = try CommandPool(count: 1, family: core.compute.family, core: core)
        let splits = setup.splitsBatches && isStaged
        uploadPool = splits ? try CommandPool(count: 1, family: core.upload.family, core: core) : nil
        downloadPool = splits ? try CommandPool(count: 1, family: core.download.family, core: core) : nil
        state = Mutex(
            State(
                rooms: try setup.job.sources.enumerated().map { index, picture in
                    try SourceRoom(picture, index: index, device: setup.device)
                }))
        // Last, since its going waits for the GPU, and properties go in the order they stand.
        timeline = try Timeline(core: core)
    }

    deinit { timeline.waitUnchecked() }

    /// Submits a frame: sources in, passes, output out; does not wait.
    ///
    /// `values` answers the numbers of settings that do not follow from bindings. The sources are held until the frame
    /// has been waited for.
    func submit(
        _ sources: [FrameSource], into target: GPUImage?, values: (SettingsLayout.Value) -> [Double]?
    ) throws {
        try state.withLock { state in
            let bound = try state.bind(sources, standIn: settings)
            try writeSettings(bound, values)
            if setup.device.strategy == .inPlace, let base = output.mapped?.raw {
                setNumbers(base)
            }
            let recording = Recording(sources: bound, target: target?.handle)
            try record(recording, &state)
            // Buffers over imported memory go before the memory.
            state.held = recording.buffers + sources.map { $0 as any Sendable } + [target as any Sendable]
            let core = setup.device.core
            if let uploadPool, recording.uploads {
                try timeline.submit(uploadPool.buffers[0], to: core.upload, named: "a frame's upload")
            }
            try timeline.submit(computePool.buffers[0], to: core.compute, named: "a frame's passes")
            if let downloadPool {
                try timeline.submit(downloadPool.buffers[0], to: core.download, named: "a frame's download")
            }
        }
    }

    /// Waits until what was submitted has passed, and lets go of its sources.
    func wait() throws(VulkanError) {
        try timeline.wait(named: "a frame")
        state.withLock { $0.held = [] }
    }

    /// The output's planes and statistics, once the frame has been waited for.
    func result(owner: any Sendable) -> (HostPlanes, FrameStatistics)? {
        guard let base = (hostOutput ?? output).mapped?.raw else { return nil }
        var statistics = FrameStatistics()
        if setup.program.writesStatistics {
            let words = base + setup.statisticsOffset
            statistics.clippedPixels = Int(words.load(as: UInt32.self))
            statistics.clippedPeak = Double(Float(bitPattern: words.load(fromByteOffset: 4, as: UInt32.self)))
            statistics.hasNoNumbers = words.load(fromByteOffset: 8, as: UInt32.self) != 0
        }
        statistics.records = zip(setup.program.program.records, setup.recordOffsets).map { $0.record(at: base + $1) }
        return (HostPlanes(planes: setup.outputMap.planes(at: base), owner: owner), statistics)
    }

    /// Sets what passes count in, in memory that the host writes, to what it begins with.
    private func setNumbers(_ base: UnsafeMutableRawPointer) {
        (base + setup.statisticsOffset).initializeMemory(
            as: UInt8.self, repeating: 0, count: setup.numbersByteCount)
        for (offset, byteCount, word) in setup.firstValues {
            for place in stride(from: offset, to: offset + byteCount, by: 4) {
                base.storeBytes(of: word, toByteOffset: place, as: UInt32.self)
            }
        }
    }

    /// The same by the device.
    private func fillNumbers(_ recorder: CommandRecorder) {
        recorder.fill(output, at: setup.statisticsOffset, byteCount: setup.numbersByteCount)
        let values = setup.firstValues
        // Two writes of one place want an order.
        if !values.isEmpty { recorder.barrier(from: .copies, to: .copies) }
        for (offset, byteCount, word) in values {
            recorder.fill(output, at: offset, byteCount: byteCount, with: word)
        }
    }

    // MARK: - Settings

    private func writeSettings(_ bound: [BoundSource], _ values: (SettingsLayout.Value) -> [Double]?) throws(FrameError)
    {
        guard let base = settings.mapped?.raw else { return }
        let map = setup.outputMap
        try setup.program.writeSettings(to: base) { value in
            switch value {
            case .sourceRow(let source, let plane): [Double(bound[source].planes[plane].bytesPerRow)]
            case .sourceOffset(let source, let plane): [Double(bound[source].planes[plane].offset)]
            case .sourcePresent(let source): [bound[source].isPresent ? 1 : 0]
            case .outputRow(let plane): [Double(map.bytesPerRow[plane])]
            // Each output plane's binding starts at its first sample.
            case .outputOffset: [0]
            case .parameter, .phase, .curveStarts, .curveCoefficients, .time, .resizeFirsts, .resizeWeights:
                values(value)
            }
        }
    }

    // MARK: - Recording

    /// Records what differs from the last frame: a source that only comes from another place changes the upload alone.
    private func record(_ recording: Recording, _ state: inout State) throws(VulkanError) {
        if let uploadPool, recording.uploads, state.uploadKey != recording.uploadKey {
            state.uploadKey = nil
            try CommandRecorder.record(
                uploadPool.buffers[0], named: "a frame's upload", core: setup.device.core
            ) { recorder in
                recordUpload(recording, recorder)
            }
            state.uploadKey = recording.uploadKey
        }
        let key = recording.passesKey + (uploadPool == nil ? recording.uploadKey : [])
        guard state.passesKey != key else { return }
        state.passesKey = nil
        try recordAfterUpload(recording)
        state.passesKey = key
    }

    private func recordAfterUpload(_ recording: Recording) throws(VulkanError) {
        let core = setup.device.core
        for (index, pass) in setup.program.program.passes.enumerated() {
            try sets.bind(pass.bindings.map { range(of: $0, in: recording.sources, pass: index) }, inSet: index)
        }
        try CommandRecorder.record(computePool.buffers[0], named: "a frame's passes", core: core) { recorder in
            if uploadPool == nil, recording.uploads {
                recordUpload(recording, recorder)
            }
            recordPasses(recording, recorder)
            if let hostOutput, downloadPool == nil {
                recordDownload(to: hostOutput, recording, recorder)
            } else if hostOutput == nil {
                recorder.barrier(from: .shaders, to: .host)
            }
        }
        if let hostOutput, let downloadPool {
            try CommandRecorder.record(downloadPool.buffers[0], named: "a frame's download", core: core) { recorder in
                recordDownload(to: hostOutput, recording, recorder)
            }
        }
    }

    private func recordUpload(_ recording: Recording, _ recorder: CommandRecorder) {
        for copy in recording.sources.flatMap(\.copies) {
            recorder.copy(
                copy.from.buffer, at: copy.from.offset, to: copy.to.buffer, at: copy.to.offset,
                byteCount: copy.from.byteCount)
        }
    }

    private func recordPasses(_ recording: Recording, _ recorder: CommandRecorder) {
        let images = recording.sources.compactMap(\.imageCopy)
        if !images.isEmpty || recording.target != nil {
            // Other frames, and other renderers, may have used these images on this queue.
            recorder.barrier(from: .copies, to: .copies)
        }
        for image in images {
            recorder.copy(image.image, to: image.to.buffer, at: image.to.offset, bytesPerRow: image.bytesPerRow)
        }
        let fillsNumbers = hostOutput != nil && setup.leavesNumbers
        if fillsNumbers { fillNumbers(recorder) }
        let poison = setup.job.poison
        if let poison {
            for picture in intermediates { recorder.fill(picture, at: 0, byteCount: picture.byteCount, with: poison) }
        }
        if !images.isEmpty || fillsNumbers || poison != nil || (uploadPool == nil && recording.uploads) {
            recorder.barrier(from: .copies, to: .shaders)
        }
        for (index, pass) in setup.program.program.passes.enumerated() {
            if setup.program.waits[index] { recorder.barrier(from: .shaders, to: .shaders) }
            recorder.dispatch(
                setup.program.pipelines[index], set: sets.sets[index], x: pass.groupsX, y: pass.groupsY)
        }
        if let target = recording.target {
            recorder.barrier(from: .shaders, to: [.copies])
            recorder.copy(output, at: 0, bytesPerRow: setup.outputMap.bytesPerRow[0], to: target)
        }
    }

    private func recordDownload(to host: GPUBuffer, _ recording: Recording, _ recorder: CommandRecorder) {
        if downloadPool == nil, recording.target == nil { recorder.barrier(from: .shaders, to: .copies) }
        // A picture that stays on the device leaves only its statistics.
        let start = recording.target == nil ? 0 : setup.statisticsOffset
        recorder.copy(output, at: start, to: host, at: start, byteCount: setup.outputByteCount - start)
        recorder.barrier(from: .copies, to: .host)
    }

    private func range(of resource: PassProgram.Resource, in sources: [BoundSource], pass: Int) -> BufferRange {
        switch resource {
        case .settings:
            setup.program.settingsRange(ofPass: pass, in: settings)
        case .sourcePlane(let source, let plane), .sourceTexels(let source, let plane):
            sources[source].planes[plane].range
        case .outputPlane(let plane):
            BufferRange(
                buffer: output, offset: setup.outputMap.offsets[plane],
                byteCount: (setup.outputMap.byteCounts[plane] + 3) / 4 * 4)
        case .statistics:
            BufferRange(buffer: output, offset: setup.statisticsOffset, byteCount: 16)
        case .intermediate(let index):
            BufferRange(
                buffer: intermediates[index], offset: 0, byteCount: intermediates[index].byteCount)
        case .record(let index):
            BufferRange(
                buffer: output, offset: setup.recordOffsets[index],
                byteCount: setup.program.program.records[index].byteCount)
        }
    }
}
