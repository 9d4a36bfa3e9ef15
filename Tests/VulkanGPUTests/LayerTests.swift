import ColorScience
import FilterGraph
import FilterLanguage
import Foundation
import Frames
import Testing
import VulkanGPU

/// Pictures laid over larger ones: what lies at and beyond their edges is the reference's, to the code, wherever blocks of
/// columns and bands of rows end.
@Suite(.enabled(if: TestDevice.isPresent, "no Vulkan device")) struct LayerTests {
    private static let (width, height) = (130, 40)
    /// Each with ten bits a code or eight.
    private static let sizes = [
        (2, 2), (31, 39), (32, 20), (34, 40), (64, 9), (128, 40), (130, 3), (160, 12), (62, 60),
    ]

    /// Halvings of chroma, across and down.
    @Test(arguments: [(1, 1), (1, 0), (0, 0)])
    func edgesAreTheReferences(_ halved: (Int, Int)) throws {
        for (index, size) in Self.sizes.enumerated() {
            let siting = ChromaSiting.allCases[index % ChromaSiting.allCases.count]
            let (base, basePlanes) = Self.noise(Self.width, Self.height, 10, (1, 1), .left, seed: 1)
            let (layer, layerPlanes) = Self.noise(
                size.0, size.1, index % 2 == 0 ? 10 : 8, halved, siting, seed: UInt64(index + 2))
            var graph = Graph()
            let upper = graph.add(source: 1)
            try graph.add(try PixelRun.filter("over"), inputs: [0, upper])
            let job = RenderJob(
                graph: graph, sources: [base, layer], output: OutputDescription(picture: base, dither: .none),
                color: CompositionColor(properties: .sdr, peakNits: 203))
            try Self.expectReference(job, [basePlanes, layerPlanes], "\(size), \(siting)")
        }
    }

    /// Fast curves are made for what sources hold: what filters brighten, or encode themselves, is the reference's too.
    @Test(arguments: ["exposure", "gamma"]) func brightLightIsTheReferences(_ name: String) throws {
        let (picture, planes) = Self.noise(Self.width, Self.height, 8, (1, 1), .left, seed: 1)
        var graph = Graph()
        let settings: Settings = name == "exposure" ? ["stops": [3]] : ["power": [0.4]]
        let first = try graph.add(try PixelRun.filter(name), settings: settings, inputs: [0])
        let signal = try Filter(
            source: "//! filter doubled: A trial.\n//! kind point\n//! light signal\n"
                + "vec4 doubled(vec4 c) { return vec4(c.rgb * 1.5, c.a); }", path: "doubled.glsl")
        try graph.add(signal, inputs: [first])
        let job = RenderJob(
            graph: graph, sources: [picture], output: OutputDescription(picture: picture, dither: .none),
            color: CompositionColor(properties: .sdr, peakNits: 203), curves: .fast)
        try Self.expectReference(job, [planes], name)
    }

    /// Beside edges, a sharp kernel makes light brighter than any of the source.
    @Test func resizedEdgesAreTheReferences() throws {
        let (source, planes) = Self.noise(Self.width / 2, Self.height, 8, (1, 1), .left, seed: 1)
        for y in 0..<Self.height {
            let row = planes.planes[0].address.raw + y * planes.planes[0].bytesPerRow
            for x in 0..<Self.width / 2 {
                row.storeBytes(of: (x / 3 + y / 3) % 2 == 0 ? 254 : 16, toByteOffset: x, as: UInt8.self)
            }
        }
        let (target, _) = Self.noise(Self.width, Self.height, 8, (1, 1), .left, seed: 1)
        let job = RenderJob(
            graph: Graph(), sources: [source],
            output: OutputDescription(
                picture: target, dither: .none,
                resize: Resize(width: Self.width, height: Self.height, fitting: .stretch)),
            color: CompositionColor(properties: .sdr, peakNits: 203), curves: .fast)
        try Self.expectReference(job, [planes], "resized")
    }

    private static func expectReference(_ job: RenderJob, _ sources: [HostPlanes], _ what: String) throws {
        let layout = job.output.picture.layout
        let expected = HostPlanes(layout: layout, width: width, height: height)
        try Engine.render(job, sources, into: expected, "reference")
        for engine in Engine.all.dropLast() {
            let found = HostPlanes(layout: layout, width: width, height: height)
            try Engine.render(job, sources, into: found, engine)
            let worst = largestDifference(found, expected, layout)
            #expect(worst.codes <= 1, "\(what) by \(engine): \(worst)")
        }
    }

    /// The ruler itself: a layer that ends a column earlier is noticed.
    @Test func aMissingColumnIsNoticed() throws {
        let (base, one) = Self.noise(Self.width, Self.height, 10, (1, 1), .left, seed: 1)
        let (_, two) = Self.noise(Self.width, Self.height, 10, (1, 1), .left, seed: 2)
        #expect(Self.largestDifference(one, two, base.layout).codes > 100)
    }

    private static func noise(
        _ width: Int, _ height: Int, _ depth: Int, _ halved: (Int, Int), _ siting: ChromaSiting, seed: UInt64
    ) -> (PictureDescription, HostPlanes) {
        let layout = PixelLayout.planarYCbCr("planar", depth: depth, log2Width: halved.0, log2Height: halved.1)
        let picture = PictureDescription(
            layout: layout, codedWidth: width, codedHeight: height, content: .signal(.sdr, .narrow), siting: siting)
        let planes = HostPlanes(layout: layout, width: width, height: height)
        var state = seed &* 0x9E37_79B9_7F4A_7C15
        for plane in 0..<3 {
            let size = layout.size(ofPlane: plane, width: width, height: height)
            let start = planes.planes[plane].address.raw
            for y in 0..<size.height {
                for x in 0..<size.width {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    // Colours that every step keeps inside what codes hold.
                    let code = (plane == 0 ? 300 : 452) + Int(state >> 40) % (plane == 0 ? 400 : 120)
                    let offset = y * planes.planes[plane].bytesPerRow
                    if depth == 8 {
                        start.storeBytes(of: UInt8(code / 4), toByteOffset: offset + x, as: UInt8.self)
                    } else {
                        start.storeBytes(of: UInt16(code), toByteOffset: offset + 2 * x, as: UInt16.self)
                    }
                }
            }
        }
        return (picture, planes)
    }

    private static func largestDifference(_ one: HostPlanes, _ two: HostPlanes, _ layout: PixelLayout) -> (
        codes: Int, plane: Int, x: Int, y: Int
    ) {
        var worst = (codes: 0, plane: 0, x: 0, y: 0)
        for plane in 0..<3 {
            let size = layout.size(ofPlane: plane, width: width, height: height)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let codes = [one, two].map { planes in
                        let row = planes.planes[plane].address.raw + y * planes.planes[plane].bytesPerRow
                        return layout.wordBytes == 1
                            ? Int(row.load(fromByteOffset: x, as: UInt8.self))
                            : Int(row.load(fromByteOffset: 2 * x, as: UInt16.self))
                    }
                    let difference = abs(codes[0] - codes[1])
                    if difference > worst.codes { worst = (difference, plane, x, y) }
                }
            }
        }
        return worst
    }
}
