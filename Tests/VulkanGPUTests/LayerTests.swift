import ColorScience
import FilterGraph
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
    @Test(arguments: ["gpu", "pixels", "tiles"], [(1, 1), (1, 0), (0, 0)])
    func edgesAreTheReferences(_ engine: String, _ halved: (Int, Int)) throws {
        for (index, size) in Self.sizes.enumerated() {
            let sitings = ChromaSiting.allCases
            let depth = index % 2 == 0 ? 10 : 8
            let (base, basePlanes) = Self.noise(Self.width, Self.height, 10, (1, 1), .left, seed: 1)
            let (layer, layerPlanes) = Self.noise(
                size.0, size.1, depth, halved, sitings[index % sitings.count], seed: UInt64(index + 2))
            var graph = Graph()
            let upper = graph.add(source: 1)
            try graph.add(try PixelRun.filter("over"), inputs: [0, upper])
            let job = RenderJob(
                graph: graph, sources: [base, layer], output: OutputDescription(picture: base, dither: .none),
                color: CompositionColor(properties: .sdr, peakNits: 203))
            let found = HostPlanes(layout: base.layout, width: Self.width, height: Self.height)
            let expected = HostPlanes(layout: base.layout, width: Self.width, height: Self.height)
            try Engine.render(job, [basePlanes, layerPlanes], into: found, engine)
            try Engine.render(job, [basePlanes, layerPlanes], into: expected, "reference")
            let worst = Self.largestDifference(found, expected, base.layout)
            #expect(worst.codes <= 1, "\(size), \(depth) bits, \(sitings[index % sitings.count]): \(worst)")
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
                        Int(
                            planes.planes[plane].address.raw.load(
                                fromByteOffset: y * planes.planes[plane].bytesPerRow + 2 * x, as: UInt16.self))
                    }
                    let difference = abs(codes[0] - codes[1])
                    if difference > worst.codes { worst = (difference, plane, x, y) }
                }
            }
        }
        return worst
    }
}
