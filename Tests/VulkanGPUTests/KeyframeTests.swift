import CPUReference
import ColorScience
import FilterGraph
import Frames
import Testing
import VulkanGPU

/// Parameters that change with time, on the device and on the CPU.
@Suite(.enabled(if: TestDevice.isPresent, "no Vulkan device"))
struct KeyframeTests {
    private static let picture = PictureDescription(layout: .rgba32f, codedWidth: 4, codedHeight: 1, content: .light)

    private let input = HostPlanes(layout: .rgba32f, width: 4, height: 1)
    private let target = HostPlanes(layout: .rgba32f, width: 4, height: 1)

    init() {
        let pixels = input.planes[0].address.raw.assumingMemoryBound(to: SIMD4<Float>.self)
        for x in 0..<4 { pixels[x] = SIMD4(3, 1, 0.5, 1) }
    }

    private func red(_ job: RenderJob, _ renderer: any Renderer, at time: MediaTime) throws -> Double {
        try renderer.render(job, sources: [input], at: time, into: target)
        return Double(target.planes[0].address.raw.load(as: Float.self))
    }

    @Test func valuesFollowTimeWithoutCompilingAgain() throws {
        typealias Key = Keyframes.Key
        var graph = Graph()
        try graph.add(
            try PixelRun.filter("opacity"),
            keyframes: [
                "amount": Keyframes([
                    Key(at: .zero, 0), Key(at: MediaTime(2, 1), 1, then: .ease), Key(at: MediaTime(4, 1), 0),
                ])
            ],
            inputs: [0])
        let job = RenderJob(
            graph: graph, sources: [Self.picture], output: OutputDescription(picture: Self.picture, dither: .none),
            color: CompositionColor(properties: .hlg, peakNits: 1000))
        // A device of its own: others' work would be counted too.
        try TestDevice.use { own in
            let device = GPURenderer(device: own, library: try TestRenderer.library())
            _ = try red(job, device, at: .zero)
            let counters = own.counters
            let before = (counters.pipelinesCompiled, counters.allocations, counters.shadersTranslated)
            // Half a second into the way back, 5/32 of it is done.
            for (time, amount) in [
                (MediaTime(-1, 1), 0.0), (MediaTime(1, 4), 0.125), (MediaTime(2, 1), 1), (MediaTime(5, 2), 27.0 / 32),
                (MediaTime(9, 1), 0),
            ] {
                for renderer in [CPURenderer() as any Renderer, device] {
                    #expect(abs(try red(job, renderer, at: time) - 3 * amount) < 1e-6, "\(renderer.name) at \(time)")
                }
            }
            #expect((counters.pipelinesCompiled, counters.allocations, counters.shadersTranslated) == before)
        }
    }
}
