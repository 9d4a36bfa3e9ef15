import ColorScience
import FilterGraph
import FilterLanguage
import Foundation
import Frames
import Shaders
import Testing

@testable import VulkanGPU

@Suite(
    .enabled(if: TestDevice.isPresent, "no Vulkan device"),
    .enabled(if: ShaderLibrary() != nil, "the colour library's files are not beside the tests"))
struct RendererTests {
    static let half = Self.filter("vec4 half_(vec4 color) { return vec4(color.rgb * 0.5, color.a); }")
    static let doubled = Self.filter("vec4 half_(vec4 color) { return vec4(color.rgb * 2.0, color.a); }")

    static func filter(_ code: String) -> Filter? {
        try? Filter(source: "//! filter half_: Scales light.\n//! kind point\n\(code)\n", path: "half_.glsl")
    }

    static func library() throws -> ColorLibrary { try ColorLibrary(#require(ShaderLibrary())) }

    /// A job over one source that is put out as it came in.
    static func job(_ picture: PictureDescription, filters: [Filter?] = []) throws -> RenderJob {
        var graph = Graph()
        for filter in filters { try graph.add(#require(filter), inputs: [graph.output]) }
        return RenderJob(
            graph: graph, sources: [picture], output: OutputDescription(picture: picture, dither: .none),
            color: CompositionColor(properties: .hlg, peakNits: 1000))
    }

    static func light(_ width: Int, _ height: Int) -> PictureDescription {
        PictureDescription(layout: .rgba16f, codedWidth: width, codedHeight: height, content: .light)
    }

    /// Halves of about 0.1...0.5, alpha 1, one row after another.
    static func halves(_ width: Int, _ height: Int) -> HostPlanes {
        let planes = HostPlanes(layout: .rgba16f, width: width, height: height)
        let noise = noise(width * height * 4, seed: 9)
        let plane = planes.planes[0]
        for y in 0..<height {
            for x in 0..<4 * width {
                let value = x % 4 == 3 ? Float16(1) : Float16(Float(noise[y * 4 * width + x]) / 512 + 0.125)
                plane.address.raw.storeBytes(
                    of: value.bitPattern, toByteOffset: y * plane.bytesPerRow + 2 * x, as: UInt16.self)
            }
        }
        return planes
    }

    static func values(_ planes: HostPlanes, _ width: Int, _ height: Int) -> [Float16] {
        let plane = planes.planes[0]
        return (0..<height).flatMap { y in
            (0..<4 * width).map {
                Float16(
                    bitPattern: plane.address.raw.load(fromByteOffset: y * plane.bytesPerRow + 2 * $0, as: UInt16.self))
            }
        }
    }

    @Test(arguments: MemoryStrategy.allCases)
    func codesComeBackThroughTheWholeProgram(_ strategy: MemoryStrategy) throws {
        let layout = PixelLayout.planarYCbCr("yuv420p10le", depth: 10, log2Width: 1, log2Height: 1)
        let (width, height) = (18, 14)
        let picture = PictureDescription(
            layout: layout, codedWidth: width, codedHeight: height, content: .signal(.hlg, .narrow))
        let job = try Self.job(picture)
        try TestDevice.use(strategy: strategy) { device in
            let renderer = GPURenderer(device: device, library: try Self.library())
            let source = HostPlanes(layout: layout, width: width, height: height)
            let target = HostPlanes(layout: layout, width: width, height: height)
            for (plane, noise) in zip(source.planes, [noise(252, seed: 1), noise(63, seed: 2), noise(63, seed: 3)]) {
                let size = plane.bytesPerRow == source.planes[0].bytesPerRow && noise.count == 252 ? (18, 14) : (9, 7)
                for y in 0..<size.1 {
                    for x in 0..<size.0 {
                        let base: UInt16 = noise.count == 252 ? 300 : 480
                        let code = base + UInt16(noise[y * size.0 + x] / 4)
                        plane.address.raw.storeBytes(
                            of: code, toByteOffset: y * plane.bytesPerRow + 2 * x, as: UInt16.self)
                    }
                }
            }
            try renderer.render(job, sources: [source], at: .zero, into: target)
            for plane in 0..<3 {
                let size = layout.size(ofPlane: plane, width: width, height: height)
                #expect(
                    bytes(source, plane: plane, width: 2 * size.width, height: size.height)
                        == bytes(target, plane: plane, width: 2 * size.width, height: size.height))
            }
        }
    }

    @Test(arguments: MemoryStrategy.allCases)
    func imagesAreRenderedIntoImages(_ strategy: MemoryStrategy) throws {
        try TestDevice.use(strategy: strategy) { device in
            let renderer = GPURenderer(device: device, library: try Self.library())
            for (width, height) in [(1, 1), (17, 15), (64, 2)] {
                let job = try Self.job(Self.light(width, height), filters: [Self.half])
                let source = try GPUImage(device: device, format: .rgba16f, width: width, height: height)
                let target = try GPUImage(device: device, format: .rgba16f, width: width, height: height)
                let picture = Self.halves(width, height)
                try source.upload(picture)
                try renderer.render(job, images: [source], into: target)
                // Once more, from the result into the source, and in place.
                try renderer.render(job, images: [target], into: source)
                try renderer.render(job, images: [source], into: source)
                let before = Self.values(picture, width, height)
                let once = try Self.values(target.download(), width, height)
                let thrice = try Self.values(source.download(), width, height)
                #expect(once == before.enumerated().map { $0 % 4 == 3 ? $1 : $1 / 2 })
                #expect(thrice == before.enumerated().map { $0 % 4 == 3 ? $1 : $1 / 8 })
            }
        }
    }

    @Test(arguments: [GPUImage.Format.rgb10a2, .bgr10a2])
    func tenBitImagesKeepTheirSignal(_ format: GPUImage.Format) throws {
        let (width, height) = (17, 5)
        let picture = PictureDescription(
            layout: format.layout, codedWidth: width, codedHeight: height, content: .signal(.hlg, .full))
        let job = try Self.job(picture)
        try TestDevice.use { device in
            let renderer = GPURenderer(device: device, library: try Self.library())
            let codes = (0..<width * height).flatMap { index -> [UInt8] in
                let code = UInt32(100 + 9 * index)
                let word = code | (code / 2 + 40) << 10 | (1000 - code) << 20 | 3 << 30
                return (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
            }
            let image = try GPUImage(device: device, format: format, width: width, height: height)
            let target = try GPUImage(device: device, format: format, width: width, height: height)
            try image.upload(Laying.inBlock.planes(codes, width: 4 * width, height: height))
            try renderer.render(job, images: [image], into: target)
            let result = try target.download()
            #expect(bytes(result, width: 4 * width, height: height) == codes)
        }
    }

    @Test func jobsOfOneStructureShareAProgram() throws {
        try TestDevice.use { device in
            let renderer = GPURenderer(device: device, library: try Self.library(), capacity: 2)
            let source = Self.halves(8, 8)
            let target = HostPlanes(layout: .rgba16f, width: 8, height: 8)
            func render(_ filter: Filter?) throws {
                try renderer.render(
                    Self.job(Self.light(8, 8), filters: [filter]), sources: [source], at: .zero, into: target)
            }
            try render(Self.half)
            let (allocations, pipelines) = (device.counters.allocations, device.counters.pipelinesCompiled)
            for _ in 0..<3 { try render(Self.half) }
            #expect(device.counters.allocations == allocations)
            try render(Self.doubled)
            #expect(device.counters.pipelinesCompiled == pipelines + 1)
            #expect(Self.values(target, 8, 8)[0] == Self.values(source, 8, 8)[0] * 2)
        }
    }

    @Test func renderingKeepsWhatLiesBesideTheTarget() throws {
        try TestDevice.use { device in
            let renderer = GPURenderer(device: device, library: try Self.library())
            let target = HostPlanes(layout: .rgba16f, width: 7, height: 3, rowAlignment: 256)
            memset(target.planes[0].address.raw, 0xa5, target.planes[0].byteCount)
            try renderer.render(
                Self.job(Self.light(7, 3)), sources: [Self.halves(7, 3)], at: .zero, into: target)
            let all = bytes(target, width: 256, height: 3)
            for y in 0..<3 { #expect(all[y * 256 + 56..<(y + 1) * 256].allSatisfy { $0 == 0xa5 }) }
            #expect(Self.values(target, 7, 3) == Self.values(Self.halves(7, 3), 7, 3))
        }
    }

    @Test func jobsAreMeasured() throws {
        try TestDevice.use { device in
            let measurement = try GPUBenchmark(device: device, runCount: 5).time(
                "half", job: Self.job(Self.light(16, 16), filters: [Self.half]), library: Self.library())
            #expect(measurement.nanoseconds.count == 5)
            #expect(measurement.byteCount == 2 * 16 * 16 * 8)
        }
    }
}
