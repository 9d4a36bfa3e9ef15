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
        """
        //! filter trial: A curve and a still in a point filter.
        //! kind   point
        //! param  tone curve = 0/0 0.3/0.6 1/1 in -1...2: A curve.
        //! param  lut image: A still.
        vec4 trial(vec4 color) {
            vec2 place = clamp(color.rg, -0.5, 1.5);
            return vec4(tone(color.r), tone(color.g), color.b + clamp(lut(place).b, -1.0, 1.0), color.a);
        }
        """,
        """
        //! filter trial: Two stills, a mask and a curve in two passes.
        //! kind   area
        //! input  mask: A mask.
        //! param  one image: A still.
        //! param  other image: Another.
        //! param  tone curve = 0/1 1/0 in 0...1: A curve.
        //! pass   first
        //! pass   second
        //! alpha  changes
        vec4 first() { return pixel(vec2(1.0, 0.0)) + one(position / size) * (position.x / one_size().x); }
        vec4 second() { return pixel(vec2(-1.0, 0.0)) * tone(mask_texel(position).a) + 0.5 * other(position.yx / size); }
        """,
        """
        //! filter trial: A still as a map.
        //! kind   warp
        //! param  map image: How far.
        vec2 trial(vec2 at) { return at + clamp(map(at / size).rg, -1.0, 1.0) * 1.3; }
        """,
    ]

    /// A still of its own size, seen through a filter that stretches it over the picture, in either working format.
    @Test(arguments: WorkingFormat.allCases)
    func stillsKeepTheirOwnSize(_ working: WorkingFormat) throws {
        let filter = try Filter(
            source: """
                //! filter trial: A still over the whole picture.
                //! kind   generate
                //! param  still image: A still.
                vec4 trial() { return vec4(still(position / size).rgb / 4.0 * still_size().x / 3.0, 1.0); }
                """, path: "trial.glsl")
        let picture = PictureDescription(layout: .rgba32f, codedWidth: 6, codedHeight: 4, content: .light)
        // A filter of kind area reads the result, so that it is kept in the working format.
        let area = try Filter(
            source: "//! filter same: A trial.\n//! kind area\nvec4 same() { return pixel(vec2(0.0)); }",
            path: "same.glsl")
        let small = PictureDescription(layout: .rgba32f, codedWidth: 3, codedHeight: 2, content: .light)
        var graph = Graph()
        let still = graph.add(source: 1)
        try graph.add(filter, inputs: [still])
        try graph.add(area, inputs: [graph.output])
        var flat = picture
        flat.layout = PixelLayout.planarYCbCr("yuv444p10le", depth: 10, log2Width: 0, log2Height: 0)
        flat.content = .signal(.pq, .narrow)
        let job = RenderJob(
            graph: graph, sources: [flat, small], output: OutputDescription(picture: picture, dither: .none),
            color: CompositionColor(properties: .pq, peakNits: 1000), working: working)
        let planes = HostPlanes(layout: .rgba32f, width: 3, height: 2)
        for y in 0..<2 {
            for x in 0..<3 {
                planes.planes[0].address.raw.storeBytes(
                    of: SIMD4(Float(x), Float(y), 8, 1), toByteOffset: y * planes.planes[0].bytesPerRow + 16 * x,
                    as: SIMD4<Float>.self)
            }
        }
        for renderer in [CPURenderer() as any Renderer, try TestRenderer.shared()] {
            let target = HostPlanes(layout: .rgba32f, width: 6, height: 4)
            try renderer.render(job, sources: [nil, planes], at: .zero, into: target)
            let row = target.planes[0].address.raw + target.planes[0].bytesPerRow
            // The second row lies at 0.25 of the still's rows, columns at 0, 0.25, 0.75, ... of its columns.
            let columns = (0..<6).map { row.load(fromByteOffset: 16 * $0, as: SIMD4<Float>.self) }
            for (column, red) in zip(columns, [0, 0.25, 0.75, 1.25, 1.75, 2] as [Float]) {
                let wanted = SIMD4(red / 4, 0.25 / 4, 2, 1)
                for channel in 0..<4 { #expect(abs(column[channel] - wanted[channel]) < 0.01, "\(renderer.name)") }
            }
        }
    }

    @Test(arguments: filters)
    func devicesAgree(_ source: String) throws {
        let filter = try Filter(source: source, path: "trial.glsl")
        let report = FilterCheck.check(
            filter, reference: CPURenderer(), candidate: try TestRenderer.shared(),
            options: CheckOptions(extent: .quick))
        // What such a filter does to HDR is no matter here.
        let told = report.failures.filter { [.difference, .guardRows, .undecided, .error].contains($0.kind) }
        #expect(told.isEmpty && report.caseCount > 20, "\(CheckReport.table([report]))")
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
