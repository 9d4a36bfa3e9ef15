import FilterGraph
import Frames

/// Renders single pictures on a GPU; what it compiled for a job serves every job of the same structure.
public final class GPURenderer: Renderer {
    public let device: GPUDevice
    public var name: String { device.info.name }
    private let library: ColorLibrary
    private let capacity: Int
    private let ready: Locked<[Entry]>

    /// Everything that tells apart what a compiled job can serve.
    private struct Key: Hashable, Sendable {
        var texts: [String]
        var groups: [Int]
        var intermediates: [Int]
        var records: [RecordLayout]
        var sources: [PictureDescription]
        var output: PictureDescription
        var poison: UInt32?

        init(_ program: Program, _ job: RenderJob) {
            texts = program.passes.map(\.text)
            groups = program.passes.flatMap { [$0.groupsX, $0.groupsY] }
            intermediates = program.intermediateByteCounts
            records = program.records
            sources = job.sources
            output = job.output.picture
            poison = job.poison
        }
    }

    private struct Entry: Sendable {
        var key: Key
        var renderer: GPUFrameRenderer
    }

    /// A renderer that keeps the last `capacity` jobs' buffers and programs.
    public init(device: GPUDevice, library: ColorLibrary, capacity: Int = 8) {
        self.device = device
        self.library = library
        self.capacity = max(capacity, 1)
        ready = Locked([])
    }

    @discardableResult
    public func render(
        _ job: RenderJob, sources: [HostPlanes?], at time: MediaTime, into target: HostPlanes
    ) throws -> FrameStatistics {
        let picture = job.output.picture
        guard target.planes.count == picture.layout.planeCount else {
            throw FrameError(
                subject: "the output",
                problem: "\(target.planes.count) planes were given, \(picture.layout.name) has "
                    + "\(picture.layout.planeCount)")
        }
        let (renderer, settings) = try prepare(job, at: time)
        let frame = try renderer.begin(sources: sources, time: time, settings: settings)
        let (planes, statistics) = try frame.wait()
        for (index, plane) in planes.planes.enumerated() {
            let size = picture.layout.size(ofPlane: index, width: picture.codedWidth, height: picture.codedHeight)
            let row = picture.layout.bytesPerRow(ofPlane: index, width: picture.codedWidth)
            let room = target.planes[index]
            guard abs(room.bytesPerRow) >= row, room.byteCount >= abs(room.bytesPerRow) * (size.height - 1) + row else {
                throw FrameError(
                    subject: "the output",
                    problem: "plane \(index) has \(room.byteCount) bytes in rows of \(room.bytesPerRow), too few for "
                        + "\(picture.codedWidth)x\(picture.codedHeight) \(picture.layout.name)")
            }
            plane.copyRows(to: room, byteCount: row, rowCount: size.height)
        }
        frame.release()
        return statistics
    }

    /// Renders images into an image, all on the device; returns when it is done.
    ///
    /// Images' formats are the layouts that the job describes. The target may be one of the sources.
    @discardableResult
    public func render(
        _ job: RenderJob, images: [GPUImage?], at time: MediaTime = .zero, into target: GPUImage
    ) throws -> FrameStatistics {
        let (renderer, settings) = try prepare(job, at: time)
        let frame = try renderer.begin(images: images, into: target, time: time, settings: settings)
        let (_, statistics) = try frame.wait()
        frame.release()
        return statistics
    }

    /// The frame renderer for a job, made if there is none yet, and the numbers of one moment.
    private func prepare(
        _ job: RenderJob, at time: MediaTime
    ) throws -> (GPUFrameRenderer, [SettingsLayout.Value: [Double]]) {
        let plan = try Plan(job, limits: device.info.planLimits)
        let program = Program(plan, library: library)
        let settings = Program.settings(for: plan, graph: job.graph, at: time)
        let key = Key(program, job)
        if let found = find(key) { return (found, settings) }
        let picture = job.output.picture
        let renderer = try GPUFrameRenderer(
            device: device, job: job, program: program,
            outputMap: PlaneMap(layout: picture.layout, width: picture.codedWidth, height: picture.codedHeight),
            slotCount: 1)
        ready.change { entries in
            if entries.count >= capacity { entries.removeFirst() }
            entries.append(Entry(key: key, renderer: renderer))
        }
        return (renderer, settings)
    }

    /// Finds a job's renderer, and makes it the last to go.
    private func find(_ key: Key) -> GPUFrameRenderer? {
        var found: GPUFrameRenderer?
        ready.change { entries in
            guard let index = entries.firstIndex(where: { $0.key == key }) else { return }
            let entry = entries.remove(at: index)
            entries.append(entry)
            found = entry.renderer
        }
        return found
    }
}

extension DeviceInfo {
    /// The limits that a plan must stay within to run here.
    public var planLimits: DeviceLimits {
        DeviceLimits(
            storageBuffers: limits.storageBuffersPerStage, storageBufferBytes: limits.storageBufferByteCount,
            workgroups: min(limits.workgroupsX, limits.workgroupsY), isSoftware: isSoftware,
            texelBufferBytes: 16 * limits.texelBufferElements)
    }
}
