import CPUReference
import FilterCheck
import FilterGraph
import FilterLanguage
import Frames
import Testing
import VulkanGPU

/// Every kind of filter, and every way of reading a further picture, on the device and on the CPU.
@Suite(.enabled(if: TestDevice.isPresent, "no Vulkan device"))
struct KindTests {
    static let filters = [
        """
        //! filter trial: Signal made of places.
        //! kind   generate
        //! light  signal
        //! param  level float = 0.5 in 0...1: A level.
        vec4 trial() { return vec4(position / (size + 1.0), level, 1.0); }
        """,
        """
        //! filter trial: Two further pictures.
        //! kind   point
        //! input  mask: A mask.
        //! input  other: Another.
        //! alpha  changes
        vec4 trial(vec4 color, vec4 mask, vec4 second) { return color * clamp(mask.g, 0.0, 1.0) + 0.5 * second; }
        """,
        """
        //! filter trial: A blend by a mask, of signal.
        //! kind   blend
        //! light  signal
        //! input  mask: A mask.
        vec4 trial(vec4 below, vec4 above, vec4 mask) { return mix(below, above, clamp(mask.a, 0.0, 1.0) * 0.5); }
        """,
        """
        //! filter trial: Every read of a further picture, in two passes.
        //! kind   area
        //! input  map: A map.
        //! pass   first
        //! pass   second
        //! alpha  changes
        vec4 first() { return pixel(vec2(1.0, 0.0)) + 0.25 * map_at(position + vec2(0.25, -0.5)) + 0.125 * map_atOrClear(position - 1.25); }
        vec4 second() {
            return 0.5 * pixel(vec2(0.0, -1.0)) + 0.25 * map_pixel(vec2(-1.0, 1.0)) + 0.125 * map_texelOrClear(position + 2.0)
                + 0.125 * map_texel(position - 3.0);
        }
        """,
        """
        //! filter trial: Displace by a map.
        //! kind   warp
        //! input  map: How far.
        //! outside clear
        vec2 trial(vec2 at) { return at + clamp(map_texel(at).rg, -1.0, 1.0) * 1.7; }
        """,
    ]

    @Test(arguments: filters)
    func devicesAgree(_ source: String) throws {
        let filter = try Filter(source: source, path: "trial.glsl")
        let report = FilterCheck.check(
            filter, reference: CPURenderer(), candidate: try TestRenderer.shared(),
            options: CheckOptions(extent: .quick))
        #expect(report.passed && report.caseCount > 20, "\(CheckReport.table([report]))")
    }

    /// Generated planes with chroma made of neighbours, at an odd size, against the reference's codes.
    @Test(arguments: [(64, 36), (17, 15), (1, 1)])
    func generatedPlanesAgree(_ width: Int, _ height: Int) throws {
        let layout = PixelLayout.planarYCbCr("yuv420p10le", depth: 10, log2Width: 1, log2Height: 1)
        let picture = PictureDescription(
            layout: layout, codedWidth: width, codedHeight: height, content: .signal(.pq, .narrow))
        var graph = Graph()
        try graph.add(try PixelRun.filter("ramp"), settings: ["steps": [4]], inputs: [])
        let job = RenderJob(
            graph: graph, sources: [picture], output: OutputDescription(picture: picture, dither: .none),
            color: CompositionColor(properties: .pq, peakNits: 1000))
        var results: [[UInt8]] = []
        for renderer in [CPURenderer() as any Renderer, try TestRenderer.shared()] {
            let target = HostPlanes(layout: layout, width: width, height: height)
            try renderer.render(job, sources: [nil], at: .zero, into: target)
            results.append(bytes(target, width: 2 * width, height: height))
        }
        #expect(results[0] == results[1])
        // 1000 cd/m² is 0.7518 in PQ: code 723 of 64...940.
        let last = results[0].suffix(2)
        if width > 1 { #expect(Int(last.first ?? 0) + 256 * Int(last.last ?? 0) == 723) }
    }
}
