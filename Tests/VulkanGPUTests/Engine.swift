import FilterGraph
import Frames
import VulkanGPU

/// The ways in which a picture is made.
enum Engine {
    /// `gpu` walks down columns where the device is a CPU, `pixels` does so without texel buffers, and `tiles` is what other
    /// devices run.
    static let all = ["gpu", "pixels", "tiles", "reference"]

    /// Renders one frame at time 0.
    static func render(_ job: RenderJob, _ sources: [HostPlanes], into target: HostPlanes, _ engine: String) throws {
        guard ["pixels", "tiles"].contains(engine) else {
            try GoldenTableTests.renderer(engine).render(job, sources: sources, at: .zero, into: target)
            return
        }
        let shared = try TestRenderer.shared()
        var limits = shared.device.info.planLimits
        if engine == "tiles" { limits.isSoftware = false } else { limits.texelBufferBytes = 0 }
        let plan = try Plan(job, limits: limits)
        let picture = job.output.picture
        let map = PlaneMap(layout: picture.layout, width: picture.codedWidth, height: picture.codedHeight)
        let renderer = try GPUFrameRenderer(
            device: shared.device, job: job, program: Program(plan, library: try TestRenderer.library()),
            outputMap: map, slotCount: 1)
        let frame = try renderer.begin(
            sources: sources, time: .zero, settings: Program.settings(for: plan, graph: job.graph, at: .zero))
        let (planes, _) = try frame.wait()
        for (from, to) in zip(planes.planes, target.planes) {
            to.address.raw.copyMemory(from: from.address.raw, byteCount: min(from.byteCount, to.byteCount))
        }
        frame.release()
    }
}
