import CPUReference
import FilterGraph
import Foundation
import Frames
import MediaIO
import VulkanGPU

/// A picture under way: waits for it, and answers its planes and what was noticed.
typealias PictureUnderWay = @Sendable () throws -> (HostPlanes, FrameStatistics)

/// Renders the frames of an export, on a GPU or by the CPU reference; used by one thread.
///
/// As long as the graph keeps its structure, only numbers change from frame to frame; another structure is another
/// program.
final class FrameMaker {
    private enum Engine {
        case gpu(GPUDevice)
        case reference(CPURenderer, BlockPool)
    }

    private let engine: Engine
    private let plan: ExportPlan
    private let slotCount: Int
    private var structure: [String]?
    private var current: Plan
    private var renderer: GPUFrameRenderer?

    /// What it runs on.
    let name: String
    /// Dispatches for each frame of the current graph.
    private(set) var program: Program

    /// Opens the device and compiles the first graph; what the CPU computes ends with `work`.
    init(_ plan: ExportPlan, graph: Graph, slotCount: Int, work: Work) throws {
        self.plan = plan
        self.slotCount = slotCount
        if plan.options.usesCPUReference {
            engine = .reference(CPURenderer(work: work), BlockPool())
            name = "CPU reference"
        } else {
            let device = try GPUDevice(
                selecting: plan.options.device.map(GPUDevice.Selection.init),
                compileNotice: plan.options.compileNotice)
            engine = .gpu(device)
            name = device.info.name
        }
        current = try Plan(plan.job(graph), limits: Self.limits(engine))
        program = Program(current, library: plan.catalog.colors)
        try compile(graph)
    }

    /// The device, when there is one.
    var device: GPUDevice? {
        if case .gpu(let device) = engine { device } else { nil }
    }

    /// Starts one picture.
    func begin(_ graph: Graph, sources: [HostPlanes?], time: MediaTime) throws -> PictureUnderWay {
        if graph.structure != structure {
            current = try Plan(plan.job(graph), limits: Self.limits(engine))
            program = Program(current, library: plan.catalog.colors)
            try compile(graph)
        }
        switch engine {
        case .gpu:
            guard let renderer else { throw CompositionError(.unavailable, name, "has no program") }
            let settings = Program.settings(for: current, graph: graph, at: time)
            let pending = try renderer.begin(sources: sources, time: time, settings: settings)
            return { try pending.wait() }
        case .reference(let reference, let pool):
            let picture = plan.output.picture
            let planes = pool.planes(layout: picture.layout, width: picture.codedWidth, height: picture.codedHeight)
            let statistics = try reference.render(plan.job(graph), sources: sources, at: time, into: planes)
            return { (planes, statistics) }
        }
    }

    private func compile(_ graph: Graph) throws {
        structure = graph.structure
        guard case .gpu(let device) = engine else { return }
        let picture = plan.output.picture
        renderer = nil
        renderer = try GPUFrameRenderer(
            device: device, job: current.job, program: program,
            outputMap: PlaneMap(layout: picture.layout, width: picture.codedWidth, height: picture.codedHeight),
            slotCount: slotCount)
    }

    private static func limits(_ engine: Engine) -> DeviceLimits {
        if case .gpu(let device) = engine { device.info.planLimits } else { .common }
    }
}
