import ColorScience
import FilterGraph
import FilterLanguage
import Frames
import Testing

@testable import CPUReference

/// Sizes and sitings of pictures that go in and out.
private struct Shape: Sendable, CustomStringConvertible {
    let siting: ChromaSiting
    let width: Int
    let height: Int
    let rows: Int
    var description: String { "\(siting) \(width)x\(height) 4:2:\(rows == 1 ? 0 : 2)" }
}

private let shapes: [Shape] = ChromaSiting.allCases.flatMap { siting in
    [(16, 8, 1), (17, 15, 1), (1, 1, 1), (2, 3, 1), (33, 7, 0)].map {
        Shape(siting: siting, width: $0.0, height: $0.1, rows: $0.2)
    }
}

@Suite struct EdgeTests {
    /// Renders without a filter and answers how many samples of all planes differ.
    private func differences(
        _ picture: PictureDescription, color: CompositionColor, dither: Dither = .ordered,
        fill: (_ plane: Int, inout Noise) -> UInt16
    ) throws -> Int {
        let source = HostPlanes(layout: picture.layout, width: picture.codedWidth, height: picture.codedHeight)
        let target = HostPlanes(layout: picture.layout, width: picture.codedWidth, height: picture.codedHeight)
        var noise = Noise(11)
        func walk(_ body: (_ plane: Int, _ offset: Int) -> Void) {
            for plane in 0..<picture.layout.planeCount {
                let size = picture.layout.size(
                    ofPlane: plane, width: picture.codedWidth, height: picture.codedHeight)
                for y in 0..<size.height {
                    for x in 0..<size.width { body(plane, y * source.planes[plane].bytesPerRow + 2 * x) }
                }
            }
        }
        walk { plane, offset in
            source.planes[plane].address.raw.storeBytes(
                of: fill(plane, &noise), toByteOffset: offset, as: UInt16.self)
        }
        let job = RenderJob(
            graph: Graph(), sources: [picture], output: OutputDescription(picture: picture, dither: dither),
            color: color)
        try CPURenderer().render(job, sources: [source], at: .zero, into: target)
        var count = 0
        walk { plane, offset in
            let before = source.planes[plane].address.raw.load(fromByteOffset: offset, as: UInt16.self)
            let after = target.planes[plane].address.raw.load(fromByteOffset: offset, as: UInt16.self)
            if before != after { count += 1 }
        }
        return count
    }

    @Test(arguments: shapes)
    private func noiseSurvivesSubsampledChroma(_ shape: Shape) throws {
        let picture = PictureDescription(
            layout: .planarYCbCr("yuv42\(shape.rows)p10le", depth: 10, log2Width: 1, log2Height: shape.rows),
            codedWidth: shape.width, codedHeight: shape.height, content: .signal(.hlg, .narrow), siting: shape.siting)
        let count = try differences(picture, color: hlg) { plane, noise in
            UInt16(plane == 0 ? Int.random(in: 64...940, using: &noise) : Int.random(in: 448...576, using: &noise))
        }
        #expect(count == 0)
    }

    @Test(arguments: [ColorProperties.hlg, .pq, .sdr, .p3], [Levels.narrow, .full])
    func everyCodeSurvivesAtFullResolution(_ properties: ColorProperties, _ levels: Levels) throws {
        for depth in [10, 12, 16] {
            let picture = PictureDescription(
                layout: .planarYCbCr("yuv444", depth: depth, log2Width: 0, log2Height: 0), codedWidth: 64,
                codedHeight: 32, content: .signal(properties, levels))
            let color = CompositionColor(properties: properties, peakNits: properties.transfer.isHDR ? 1000 : 203)
            let unit = 1 << (depth - 8)
            let count = try differences(picture, color: color, dither: depth < 16 ? .ordered : .none) { plane, noise in
                UInt16(
                    plane == 0
                        ? Int.random(in: (16 * unit)...(225 * unit), using: &noise)
                        : Int.random(in: (124 * unit)...(132 * unit), using: &noise))
            }
            #expect(count == 0, "\(depth) bits")
        }
    }

    @Test func orientationTurnsClockwise() throws {
        // Two columns, one row: 1 2. A quarter turn clockwise puts 1 above 2.
        var (picture, planes) = light([[1, 0, 0, 1], [2, 0, 0, 1]], width: 2)
        func reds() throws -> [Double] {
            var upright = picture
            upright.orientation = .upright
            let job = RenderJob(
                graph: Graph(), sources: [picture], output: OutputDescription(picture: upright), color: hlg)
            let result = try CPURenderer().reference(job, sources: [planes], at: .zero)
            #expect(result.width == picture.uprightSize.width && result.height == picture.uprightSize.height)
            return (0..<2).map { result.pixel($0)[0] }
        }
        #expect(try reds() == [1, 2])
        picture.orientation = Orientation(quarterTurns: 1)
        #expect(try reds() == [1, 2])
        picture.orientation = Orientation(quarterTurns: 2)
        #expect(try reds() == [2, 1])
        picture.orientation = Orientation(quarterTurns: 3)
        #expect(try reds() == [2, 1])
        picture.orientation = Orientation(quarterTurns: 1, isMirrored: true)
        #expect(try reds() == [2, 1])
        planes = light([[1, 0, 0, 1], [2, 0, 0, 1]], width: 2).1
    }

    @Test func oblongPixelsAreEnlarged() throws {
        var (picture, planes) = light(Array(repeating: [0.5, 0.25, 2, 1], count: 12), width: 4)
        picture.pixelAspect = MediaTime(4, 3)
        let job = RenderJob(
            graph: Graph(), sources: [picture], output: OutputDescription(picture: picture), color: hlg)
        let result = try CPURenderer().reference(job, sources: [planes], at: .zero)
        #expect(result.width == 5 && result.height == 3)
        for index in 0..<15 { #expect(abs(result.pixel(index)[2] - 2) < 1e-12) }
        planes.owner = nil
    }

    @Test func alphaGoesThroughPackedLayouts() throws {
        let layout = PixelLayout.rgb10a2
        let picture = PictureDescription(
            layout: layout, codedWidth: 4, codedHeight: 1, content: .signal(.pq, .full))
        let source = HostPlanes(layout: layout, width: 4, height: 1)
        let target = HostPlanes(layout: layout, width: 4, height: 1)
        let words: [UInt32] = [0xC000_0000, 0xFFFF_FFFF, 0x8000_0000 | 500 | 300 << 10 | 100 << 20, 0xC000_0001]
        for (index, word) in words.enumerated() {
            source.planes[0].address.raw.storeBytes(of: word, toByteOffset: 4 * index, as: UInt32.self)
        }
        let pq = CompositionColor(properties: .pq, peakNits: 1000)
        let job = RenderJob(graph: Graph(), sources: [picture], output: OutputDescription(picture: picture), color: pq)
        try CPURenderer().render(job, sources: [source], at: .zero, into: target)
        for (index, word) in words.enumerated() {
            #expect(target.planes[0].address.raw.load(fromByteOffset: 4 * index, as: UInt32.self) == word)
        }
    }

    @Test func lightAboveTheCodesIsCounted() throws {
        let (picture, planes) = light([[0.5, 0.5, 0.5, 1], [30, 30, 30, 1], [9, 9, 9, 1]], width: 3)
        let output = PictureDescription(
            layout: .planarYCbCr("yuv444p10le", depth: 10, log2Width: 0, log2Height: 0), codedWidth: 3, codedHeight: 1,
            content: .signal(.hlg, .narrow))
        let target = HostPlanes(layout: output.layout, width: 3, height: 1)
        let job = RenderJob(graph: Graph(), sources: [picture], output: OutputDescription(picture: output), color: hlg)
        let statistics = try CPURenderer().render(job, sources: [planes], at: .zero, into: target)
        #expect(statistics.clippedPixels == 1)
        #expect(statistics.clippedPeak == 30)
    }

    @Test func tooSmallPlanesAreRefused() throws {
        let (picture, _) = light(Array(repeating: [0, 0, 0, 1], count: 64), width: 8)
        let small = HostPlanes(layout: .rgba32f, width: 4, height: 2)
        let job = RenderJob(graph: Graph(), sources: [picture], output: OutputDescription(picture: picture), color: hlg)
        #expect(throws: ReferenceError.self) {
            try CPURenderer().reference(job, sources: [small], at: .zero)
        }
    }
}
