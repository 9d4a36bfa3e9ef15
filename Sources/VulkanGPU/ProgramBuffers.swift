import CVulkan
import FilterGraph
import Frames

/// One set of buffers that a program is measured on: sources of noise, intermediates, output, settings.
final class ProgramBuffers: Sendable {
    private let program: GPUProgram
    private let sets: DescriptorSets
    private let buffers: [GPUBuffer]

    init(
        _ program: GPUProgram, job: RenderJob, sourceMaps: [PlaneMap], outputMap: PlaneMap,
        settings: [SettingsLayout.Value: [Double]], device: GPUDevice
    ) throws {
        let core = device.core
        let sources = try zip(job.sources, sourceMaps).map { try Self.noise($0, map: $1, core: core) }
        let intermediates = try program.program.intermediateByteCounts.map {
            try GPUBuffer($0, use: .device, named: "an intermediate", core: core)
        }
        let output = try GPUBuffer(outputMap.byteCount, use: .device, named: "the output", core: core)
        let statistics = try GPUBuffer(256, use: .device, named: "statistics", core: core)
        let records = try program.program.records.map {
            try GPUBuffer(max($0.byteCount, 16), use: .device, named: "results", core: core)
        }
        let numbers = try GPUBuffer(program.settingsByteCount, use: .settings, named: "settings", core: core)
        if let base = numbers.mapped?.raw {
            try program.writeSettings(to: base) { value in
                switch value {
                case .sourceRow(let source, let plane): [Double(sourceMaps[source].bytesPerRow[plane])]
                case .outputRow(let plane): [Double(outputMap.bytesPerRow[plane])]
                case .sourceOffset, .outputOffset: [0]
                case .sourcePresent: [1]
                case .parameter, .phase, .curveStarts, .curveCoefficients, .time, .resizeFirsts, .resizeWeights:
                    settings[value] ?? (value == .time ? [0] : nil)
                }
            }
        }
        sets = try DescriptorSets(
            zip(program.pipelines, program.program.passes).map { pipeline, pass in
                (pipeline.layout, pass.descriptorTypes)
            }, core: core)
        for (index, pass) in program.program.passes.enumerated() {
            let ranges = pass.bindings.map { resource in
                switch resource {
                case .settings:
                    program.settingsRange(ofPass: index, in: numbers)
                case .sourcePlane(let source, let plane), .sourceTexels(let source, let plane):
                    BufferRange(
                        buffer: sources[source], offset: sourceMaps[source].offsets[plane],
                        byteCount: sourceMaps[source].byteCounts[plane])
                case .outputPlane(let plane):
                    BufferRange(
                        buffer: output, offset: outputMap.offsets[plane], byteCount: outputMap.byteCounts[plane])
                case .statistics: BufferRange(buffer: statistics, offset: 0, byteCount: 16)
                case .intermediate(let number):
                    BufferRange(
                        buffer: intermediates[number], offset: 0, byteCount: intermediates[number].byteCount)
                case .record(let number):
                    BufferRange(buffer: records[number], offset: 0, byteCount: records[number].byteCount)
                }
            }
            try sets.bind(ranges, inSet: index)
        }
        self.program = program
        buffers = sources + intermediates + records + [output, statistics, numbers]
    }

    /// Records the program's passes.
    func record(_ recorder: CommandRecorder) {
        for (index, pass) in program.program.passes.enumerated() {
            if program.waits[index] { recorder.barrier(from: .shaders, to: .shaders) }
            recorder.dispatch(program.pipelines[index], set: sets.sets[index], x: pass.groupsX, y: pass.groupsY)
        }
    }

    /// A picture of noise in the device's memory: finite and about mid-grey for floats, any code otherwise.
    private static func noise(
        _ picture: PictureDescription, map: PlaneMap, core: DeviceCore
    ) throws(VulkanError) -> GPUBuffer {
        let buffer = try GPUBuffer(map.byteCount, use: .device, named: "noise", core: core)
        let staging = try GPUBuffer(map.byteCount, use: .upload, named: "noise", core: core)
        // Commands and bare addresses do not keep it.
        defer { withExtendedLifetime(staging) {} }
        guard let base = staging.mapped?.raw else { return buffer }
        var state: UInt64 = 0x9e37_79b9_7f4a_7c15
        let layout = picture.layout
        for offset in stride(from: 0, to: staging.byteCount, by: 4) {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let bits = UInt32(truncatingIfNeeded: state >> 32)
            let word: UInt32 =
                if layout.isFloat {
                    // Halves of 0.125...0.5, or floats of about one half.
                    layout.wordBytes == 2 ? 0x3000_3000 | bits & 0x07ff_07ff : 0x3f00_0000 | bits & 0x007f_ffff
                } else {
                    bits & Self.codeBits(layout)
                }
            base.storeBytes(of: word, toByteOffset: offset, as: UInt32.self)
        }
        try OneShot.run(core, named: "noise") { recorder in
            recorder.copy(staging, at: 0, to: buffer, at: 0, byteCount: map.byteCount)
        }
        return buffer
    }

    /// The bits of a 32-bit word that hold codes.
    private static func codeBits(_ layout: PixelLayout) -> UInt32 {
        guard layout.wordBytes == 2, let component = layout.components.first else { return .max }
        let sample = ((UInt32(1) << UInt32(component.depth)) - 1) << UInt32(component.shift)
        return sample | sample << 16
    }
}
