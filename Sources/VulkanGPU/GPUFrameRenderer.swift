import FilterGraph
import Frames

/// Renders the frames of one job, several in flight.
///
/// Every frame takes a slot, which bounds memory; once every slot has been used, frames allocate nothing and compile
/// nothing.
public final class GPUFrameRenderer: Sendable {
    /// The compiled program that it runs.
    public let program: GPUProgram
    public let device: GPUDevice
    private let setup: FrameSetup
    private let slots: SlotQueue

    /// Compiles a program and makes the slots.
    ///
    /// `outputMap` says where the output's planes lie in the memory handed out. Throws `ShaderError`, `DeviceError` or
    /// `VulkanError`.
    public convenience init(
        device: GPUDevice, job: RenderJob, program: Program, outputMap: PlaneMap, slotCount: Int = 3
    ) throws {
        try self.init(
            device: device, job: job, program: program, outputMap: outputMap, slotCount: slotCount,
            splitsBatches: device.core.hasOwnTransferQueues)
    }

    /// The same, with uploads and downloads in batches of their own even where there is one queue.
    package init(
        device: GPUDevice, job: RenderJob, program: Program, outputMap: PlaneMap, slotCount: Int, splitsBatches: Bool
    ) throws {
        precondition(slotCount > 0, "a renderer has at least one slot")
        self.device = device
        self.program = try GPUProgram(device: device, program: program)
        for count in outputMap.byteCounts where count > device.info.limits.storageBufferByteCount {
            throw DeviceError.limit(
                device: device.info.name, what: "bytes a storage buffer", wanted: count,
                offered: device.info.limits.storageBufferByteCount)
        }
        let setup = FrameSetup(
            device: device, job: job, program: self.program, outputMap: outputMap, splitsBatches: splitsBatches)
        self.setup = setup
        slots = SlotQueue(try (0..<slotCount).map { _ in try FrameSlot(setup) })
    }

    /// Submits a frame and does not wait for it; blocks only while every slot is taken.
    ///
    /// `sources` has one entry for each source of the job, nil for transparent black; their memory must not change until
    /// the frame has been waited for. `settings` answers every parameter and phase of the program; rows, offsets and
    /// presence are filled in here, and `time` is where it is missing.
    public func begin(
        sources: [HostPlanes?], time: MediaTime, settings: [SettingsLayout.Value: [Double]]
    ) throws -> PendingFrame {
        try begin(sources.map { $0.map(FrameSource.host) ?? .absent }, into: nil, time: time, settings: settings)
    }

    /// Submits a frame whose sources are images, and which goes into an image without a way by the host.
    ///
    /// The output's layout is the image's. What the pending frame's planes hold is undefined.
    public func begin(
        images: [GPUImage?], into target: GPUImage, time: MediaTime, settings: [SettingsLayout.Value: [Double]]
    ) throws -> PendingFrame {
        try target.requireFit(setup.job.output.picture, named: "the output")
        return try begin(
            images.map { $0.map(FrameSource.image) ?? .absent }, into: target, time: time, settings: settings)
    }

    private func begin(
        _ sources: [FrameSource], into target: GPUImage?, time: MediaTime,
        settings: [SettingsLayout.Value: [Double]]
    ) throws -> PendingFrame {
        guard sources.count == setup.job.sources.count else {
            throw FrameError(
                subject: "a frame",
                problem: "\(sources.count) sources were given, the job has \(setup.job.sources.count)")
        }
        let slot = slots.take()
        do {
            // The frame that last used it may have been given up without a wait.
            try slot.wait()
            try slot.submit(sources, into: target) { value in
                settings[value] ?? (value == .time ? [time.seconds] : nil)
            }
        } catch {
            slots.giveBack(slot)
            throw error
        }
        return PendingFrame(slot: slot, slots: slots, program: program)
    }
}
