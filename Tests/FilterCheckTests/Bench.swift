import CPUReference
import ColorScience
import FilterGraph
import FilterLanguage
import Foundation
import Frames

/// A picture of working light for tests.
struct Picture {
    var width: Int
    var height: Int
    var pixels: [SIMD4<Double>]

    init(width: Int, height: Int, _ pixel: (_ x: Int, _ y: Int) -> SIMD4<Double>) {
        (self.width, self.height) = (width, height)
        pixels = (0..<(width * height)).map { pixel($0 % width, $0 / width) }
    }

    /// One row of pixels.
    init(_ pixels: [SIMD4<Double>]) { (width, height, self.pixels) = (pixels.count, 1, pixels) }

    subscript(x: Int, y: Int) -> SIMD4<Double> { pixels[y * width + x] }

    /// The pixels as floats in memory.
    var planes: HostPlanes {
        let planes = HostPlanes(layout: .rgba32f, width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                let place = planes.planes[0].address.raw + y * planes.planes[0].bytesPerRow + x * 16
                place.storeBytes(of: SIMD4<Float>(self[x, y]), as: SIMD4<Float>.self)
            }
        }
        return planes
    }
}

/// The shipped filter files, found beside the tests.
enum Shipped {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Shaders/filters")

    /// Every filter's name.
    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "glsl" }.map { $0.deletingPathExtension().lastPathComponent }.sorted()
    }()

    static func filter(_ name: String) throws -> Filter {
        let file = folder.appendingPathComponent("\(name).glsl")
        return try Filter(source: String(contentsOf: file, encoding: .utf8), path: file.path)
    }

    /// What the evaluator makes of pictures, in exact working light.
    static func apply(
        _ name: String, _ settings: Settings = [:], to pictures: Picture..., color: CompositionColor = .wideSDR,
        at time: MediaTime = .zero
    ) throws -> Picture {
        var graph = Graph()
        var inputs = [0]
        if pictures.count == 2 { inputs.append(graph.add(source: 1)) }
        try graph.add(filter(name), settings: settings, inputs: inputs)
        let (width, height) = (pictures[0].width, pictures[0].height)
        let description = PictureDescription(
            layout: .rgba32f, codedWidth: width, codedHeight: height, content: .light, isPremultiplied: true)
        let job = RenderJob(
            graph: graph, sources: pictures.map { _ in description },
            output: OutputDescription(picture: description, dither: .none), color: color)
        let result = try CPURenderer().reference(job, sources: pictures.map(\.planes), at: time)
        return Picture(width: width, height: height) { x, y in
            let start = (y * width + x) * 4
            return [
                result.values[start], result.values[start + 1], result.values[start + 2], result.values[start + 3],
            ]
        }
    }
}

extension CompositionColor {
    /// SDR in BT.2020: signal is light to the power 1/2.4, channel by channel.
    static let wideSDR = CompositionColor(
        properties: ColorProperties(primaries: .bt2020, transfer: .bt2020TenBit, matrix: .bt2020), peakNits: 203)
    static let sdr = CompositionColor(properties: .sdr, peakNits: 203)
    static let hlg = CompositionColor(properties: .hlg, peakNits: 1000)
    static let pq = CompositionColor(properties: .pq, peakNits: 1000)

    /// The signal of working light.
    func signal(_ light: RGB) -> RGB {
        let own = Primaries.bt2020.conversion(to: properties.primaries) * light
        return ColorStep.encode(
            properties.transfer, primaries: properties.primaries, referenceWhiteNits: referenceWhiteNits
        ).apply(own)
    }

    /// The working light of a signal.
    func light(_ signal: RGB) -> RGB {
        let own = ColorStep.decode(
            properties.transfer, primaries: properties.primaries, referenceWhiteNits: referenceWhiteNits
        ).apply(signal)
        return properties.primaries.conversion(to: .bt2020) * own
    }
}

/// Whether two pixels are the same up to a share of their size.
func isClose(_ a: SIMD4<Double>, _ b: SIMD4<Double>, within tolerance: Double = 1e-6) -> Bool {
    (0..<4).allSatisfy { abs(a[$0] - b[$0]) <= tolerance * max(1, abs(b[$0])) }
}

/// Whether two colours are the same up to a share of their size.
func isClose(_ a: RGB, _ b: RGB, within tolerance: Double = 1e-6) -> Bool {
    isClose(SIMD4(a, 0), SIMD4(b, 0), within: tolerance)
}
