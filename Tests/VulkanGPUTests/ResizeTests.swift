import CPUReference
import ColorScience
import FilterGraph
import Foundation
import Frames
import Testing
import VulkanGPU

/// A finished composition in another size, on the device and in the reference, against a Lanczos of plain loops.
@Suite(.enabled(if: TestDevice.isPresent, "no Vulkan device")) struct ResizeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var from: (Int, Int)
        var resize: Resize

        init(_ from: (Int, Int), _ width: Int, _ height: Int, _ fitting: Resize.Fitting = .stretch) {
            (self.from, resize) = (from, Resize(width: width, height: height, fitting: fitting))
        }

        var testDescription: String { "\(from) to \(resize.width)x\(resize.height) \(resize.fitting)" }
    }

    static let cases = [
        Case((33, 17), 33, 17), Case((33, 17), 16, 8), Case((33, 17), 71, 17), Case((33, 17), 33, 5),
        Case((40, 30), 20, 15), Case((12, 9), 32, 31), Case((64, 48), 3, 2), Case((64, 1), 7, 5),
        Case((33, 17), 40, 40, .fit), Case((33, 17), 20, 40, .fit), Case((33, 17), 33, 25, .fit),
        Case((33, 17), 16, 16, .fill), Case((33, 17), 24, 17, .fill), Case((17, 33), 20, 20, .fill),
        Case((32, 16), 31, 15, .fill),
    ]

    private static let color = CompositionColor(properties: .hlg, peakNits: 1000)

    private static func description(_ size: (Int, Int), alpha: Bool = true) -> PictureDescription {
        PictureDescription(
            layout: .rgba32f, codedWidth: size.0, codedHeight: size.1, content: .light, isPremultiplied: true)
    }

    private static func job(_ from: (Int, Int), _ resize: Resize?) -> RenderJob {
        let to = resize.map { ($0.width, $0.height) } ?? from
        return RenderJob(
            graph: Graph(), sources: [description(from)],
            output: OutputDescription(picture: description(to), dither: .none, resize: resize), color: color)
    }

    /// Numbers of a picture, four a pixel, that a half holds.
    private static func planes(_ size: (Int, Int), _ pixel: (Int, Int) -> SIMD4<Float>) -> HostPlanes {
        let planes = HostPlanes(layout: .rgba32f, width: size.0, height: size.1)
        for y in 0..<size.1 {
            for x in 0..<size.0 {
                let half = pixel(x, y)
                planes.planes[0].address.raw.storeBytes(
                    of: half, toByteOffset: y * planes.planes[0].bytesPerRow + 16 * x, as: SIMD4<Float>.self)
            }
        }
        return planes
    }

    private static func noise(_ x: Int, _ y: Int) -> SIMD4<Float> {
        func part(_ k: Int) -> Float { Float((x &* 7919 &+ y &* 104_729 &+ k &* 1_299_709) % 1021) / 256 }
        return SIMD4(part(1), part(2) - 0.5, part(3) * 8, 1)
    }

    private static func pixel(_ planes: HostPlanes, _ x: Int, _ y: Int) -> SIMD4<Float> {
        planes.planes[0].address.raw.load(
            fromByteOffset: y * planes.planes[0].bytesPerRow + 16 * x, as: SIMD4<Float>.self)
    }

    private static func rendered(_ source: HostPlanes, _ from: (Int, Int), _ resize: Resize?, _ renderer: any Renderer)
        throws -> HostPlanes
    {
        let to = resize.map { ($0.width, $0.height) } ?? from
        let target = HostPlanes(layout: .rgba32f, width: to.0, height: to.1)
        try renderer.render(job(from, resize), sources: [source], at: .zero, into: target)
        return target
    }

    private static func renderers() throws -> [any Renderer] { [CPURenderer(), try TestRenderer.shared()] }

    // MARK: Tests

    /// Pixel by pixel, the device keeps to the reference's bound.
    @Test(arguments: cases)
    func deviceAndReferenceAgree(_ test: Case) throws {
        let source = Self.planes(test.from, Self.noise)
        let expected = try CPURenderer().reference(Self.job(test.from, test.resize), sources: [source], at: .zero)
        #expect(expected.width == test.resize.width && expected.height == test.resize.height)
        let found = try Self.rendered(source, test.from, test.resize, TestRenderer.shared())
        for y in 0..<expected.height {
            for x in 0..<expected.width {
                let pixel = Self.pixel(found, x, y)
                for channel in 0..<4 {
                    let index = 4 * (y * expected.width + x) + channel
                    let allowed = expected.bounds[index] + abs(expected.values[index]) * 0x1p-23
                    #expect(
                        abs(Double(pixel[channel]) - expected.values[index]) <= allowed, "\(x) \(y) \(channel)")
                }
            }
        }
    }

    /// Both against a sum over the whole picture, the kernel and the places written anew; halves between the passes are
    /// what may differ.
    @Test(arguments: cases)
    func theKernelIsLanczos(_ test: Case) throws {
        let (w, h) = test.from
        let (width, height) = (test.resize.width, test.resize.height)
        let (sx, sy) = (Double(width) / Double(w), Double(height) / Double(h))
        var (zoomX, zoomY) = (sx, sy)
        var shown = (x: 0..<width, y: 0..<height)
        switch test.resize.fitting {
        case .stretch: break
        case .fill: (zoomX, zoomY) = (max(sx, sy), max(sx, sy))
        case .fit:
            let (inW, inH) = (
                sx <= sy ? width : Int((Double(w) * sy).rounded()), sx <= sy ? Int((Double(h) * sx).rounded()) : height
            )
            shown = ((width - inW) / 2..<(width - inW) / 2 + inW, (height - inH) / 2..<(height - inH) / 2 + inH)
            (zoomX, zoomY) = (Double(inW) / Double(w), Double(inH) / Double(h))
        }
        func weights(_ i: Int, _ count: Int, _ shown: Range<Int>, _ zoom: Double) -> [Double] {
            var middle = (Double(shown.lowerBound) + Double(shown.upperBound)) / 2
            // Pixels that are only cut stay whole.
            if zoom == 1, (count - shown.count) % 2 != 0 { middle += 0.5 }
            let centre = Double(count) / 2 + (Double(i) + 0.5 - middle) / zoom
            let wide = max(1, 1 / zoom)
            var sums = Array(repeating: 0.0, count: count)
            var total = 0.0
            for tap in -400..<count + 400 {
                let x = (Double(tap) + 0.5 - centre) / wide
                guard abs(x) < 3 else { continue }
                let weight =
                    abs(x) < 1e-12 ? 1 : sin(.pi * x) / (.pi * x) * sin(.pi * x / 3) / (.pi * x / 3)
                sums[min(max(tap, 0), count - 1)] += weight
                total += weight
            }
            return sums.map { $0 / total }
        }
        let source = Self.planes(test.from, Self.noise)
        for renderer in try Self.renderers() {
            let found = try Self.rendered(source, test.from, test.resize, renderer)
            for y in stride(from: 0, to: height, by: 3) {
                let down = weights(y, h, shown.y, zoomY)
                for x in 0..<width {
                    let pixel = Self.pixel(found, x, y)
                    guard shown.x.contains(x), shown.y.contains(y) else {
                        #expect(pixel == SIMD4<Float>(), "\(x) \(y)")
                        continue
                    }
                    let across = weights(x, w, shown.x, zoomX)
                    var sum = 0.0
                    var size = 0.0
                    for j in 0..<h where down[j] != 0 {
                        for i in 0..<w {
                            // What is stored first is a half.
                            let value = Double(Float(Float16(Self.pixel(source, i, j)[2])))
                            sum += down[j] * across[i] * value
                            size += abs(down[j] * across[i] * value)
                        }
                    }
                    #expect(abs(Double(pixel[2]) - sum) <= size * 0x1p-9 + 1e-6, "\(renderer.name) \(x) \(y)")
                }
            }
        }
    }

    @Test(arguments: cases)
    func flatLightStaysToTheBit(_ test: Case) throws {
        let light = SIMD4<Float>(0.2998046875, -0.0123, 7.3, 1)
        let source = Self.planes(test.from) { _, _ in
            SIMD4(Float(Float16(light.x)), Float(Float16(light.y)), Float(Float16(light.z)), 1)
        }
        let flat = Self.pixel(source, 0, 0)
        for renderer in try Self.renderers() {
            let found = try Self.rendered(source, test.from, test.resize, renderer)
            for y in 0..<test.resize.height {
                for x in 0..<test.resize.width {
                    let pixel = Self.pixel(found, x, y)
                    #expect(pixel == flat || test.resize.fitting == .fit && pixel == SIMD4<Float>(), "\(renderer.name)")
                }
            }
        }
    }

    /// A mirrored picture becomes the mirrored result. Where an odd number of pixels is cut, the middle is not one.
    @Test(arguments: cases.filter { $0.resize.fitting == .stretch })
    func mirrorsStayMirrors(_ test: Case) throws {
        let (w, h) = test.from
        let source = Self.planes(test.from, Self.noise)
        let mirrored = Self.planes(test.from) { Self.noise(w - 1 - $0, h - 1 - $1) }
        for renderer in try Self.renderers() {
            let one = try Self.rendered(source, test.from, test.resize, renderer)
            let other = try Self.rendered(mirrored, test.from, test.resize, renderer)
            for y in 0..<test.resize.height {
                for x in 0..<test.resize.width {
                    let (a, b) = (
                        Self.pixel(one, x, y),
                        Self.pixel(other, test.resize.width - 1 - x, test.resize.height - 1 - y)
                    )
                    // A half between the passes may round the other way.
                    for channel in 0..<4 { #expect(abs(a[channel] - b[channel]) <= 40 * 0x1p-10, "\(x) \(y)") }
                }
            }
        }
    }

    /// The size that it has is no change, and costs no pass.
    @Test func ownSizeIsTheIdentity() throws {
        let resize = Resize(width: 33, height: 17)
        let source = Self.planes((33, 17), Self.noise)
        #expect(try Plan(Self.job((33, 17), resize)).passes.count == 1)
        for renderer in try Self.renderers() {
            let found = try Self.rendered(source, (33, 17), resize, renderer)
            for y in 0..<17 { for x in 0..<33 { #expect(Self.pixel(found, x, y) == Self.noise(x, y)) } }
        }
    }

    /// A point's centre of gravity stays where it was; where the output is coarser, that of the finest spot that it can hold.
    @Test(arguments: [(20, 20), (35, 29), (60, 80), (121, 120), (45, 160)])
    func pointsStayInTheirPlaces(_ width: Int, _ height: Int) throws {
        for (px, py) in [(30, 28), (31, 33), (27, 31)] {
            let source = Self.planes((60, 60)) { x, y in
                func part(_ distance: Int, _ size: Int) -> Float {
                    // A Gaussian of a pixel and a half of the output.
                    let width = 90 / Float(size)
                    return size >= 60 ? distance == 0 ? 1 : 0 : exp(-Float(distance * distance) / (2 * width * width))
                }
                let light = 1000 * part(x - px, width) * part(y - py, height)
                return SIMD4(light, light, light, 1)
            }
            for renderer in try Self.renderers() {
                let found = try Self.rendered(
                    source, (60, 60), Resize(width: width, height: height, fitting: .stretch), renderer)
                var (sum, sumX, sumY) = (0.0, 0.0, 0.0)
                for y in 0..<height {
                    for x in 0..<width {
                        let light = Double(Self.pixel(found, x, y).y)
                        sum += light
                        sumX += light * (Double(x) + 0.5) * 60 / Double(width)
                        sumY += light * (Double(y) + 0.5) * 60 / Double(height)
                    }
                }
                #expect(abs(sumX / sum - Double(px) - 0.5) < 0.01, "\(sumX / sum) \(px)")
                #expect(abs(sumY / sum - Double(py) - 0.5) < 0.01, "\(sumY / sum) \(py)")
            }
        }
    }

    /// A long kernel is stored before the output is written, on every device alike.
    @Test func longKernelsAreStored() throws {
        let resize = Resize(width: 4, height: 2, fitting: .stretch)
        let long = try Plan(Self.job((4, 8000), resize))
        #expect(long.storesResized(.down) && long.passes.count == 3)
        #expect(throws: GraphError.self) { try Plan(Self.job((4, 9000), resize)) }
        let source = Self.planes((4, 8000), Self.noise)
        let expected = try CPURenderer().reference(Self.job((4, 8000), resize), sources: [source], at: .zero)
        let found = try Self.rendered(source, (4, 8000), resize, TestRenderer.shared())
        for y in 0..<2 {
            for x in 0..<4 {
                let value = expected.values[4 * (4 * y + x)]
                #expect(
                    abs(Double(Self.pixel(found, x, y).x) - value) <= expected.bounds[4 * (4 * y + x)] + value * 0x1p-23
                )
            }
        }
    }
}
