import CPUReference
import ColorScience
import FilterGraph
import Foundation
import Frames
import Testing
import VulkanGPU

/// Every golden table through both renderers, read as floats before anything is rounded.
///
/// 1e-5 relative or 1e-7 absolute in the table's unit; signals, which are compared after encoding, 1/16 of a 10-bit code.
@Suite struct GoldenTableTests {
    static let engines = ["gpu", "reference"]

    static func renderer(_ engine: String) throws -> any Renderer {
        engine == "gpu" ? try TestRenderer.shared() : CPURenderer()
    }

    /// The largest difference as a share of what is allowed.
    static func excess(_ found: [RGB], _ expected: [RGB], scale: Double = 1) -> Double {
        guard !found.isEmpty, found.count == expected.count else { return .infinity }
        var worst = 0.0
        for (a, b) in zip(found, expected) {
            for channel in 0..<3 {
                let (x, y) = (a[channel] * scale, b[channel])
                worst = max(worst, x.isFinite ? abs(x - y) / max(1e-5 * abs(y), 1e-7) : .infinity)
            }
        }
        return worst
    }

    /// The largest difference of any channel.
    static func largest(_ a: RGB, _ b: RGB) -> Double {
        let difference: RGB = a - b
        return Swift.max(difference.max(), -difference.min())
    }

    @Test(arguments: engines)
    func transfersHold(_ engine: String) throws {
        let rows = try Table("transfer").rows
        let cases: [(curve: String, transfer: Transfer, white: Double, scale: Double)] = [
            ("pq.eotf", .pq, 203, 203), ("hlg.eotf.grey.1000", .hlg, 203, 203), ("bt1886.eotf.100", .bt709, 100, 100),
            ("srgb.eotf", .srgb, 203, 1),
        ]
        for (curve, transfer, white, scale) in cases {
            let mine = rows.filter { $0[0] == curve }
            #expect(!mine.isEmpty)
            let properties = ColorProperties(primaries: .bt2020, transfer: transfer, matrix: .bt2020)
            let color = CompositionColor(properties: .pq, referenceWhiteNits: white, peakNits: 10_000)
            let run = PixelRun(
                renderer: try Self.renderer(engine), color: color, source: .signal(properties, .full), output: .light)
            let found = try run(mine.map { RGB(repeating: Double($0[1])!) })
            #expect(Self.excess(found, mine.map { RGB(repeating: Double($0[2])!) }, scale: scale) < 1, "\(curve)")
        }
        let inverse = rows.filter { $0[0] == "pq.eotf.inverse" }
        let color = CompositionColor(properties: .pq, peakNits: 10_000)
        let run = PixelRun(
            renderer: try Self.renderer(engine), color: color, source: .light, output: .signal(.pq, .full))
        let found = try run(inverse.map { RGB(repeating: Double($0[1])! / 203) })
        #expect(Self.excess(found, inverse.map { RGB(repeating: Double($0[2])!) }) < 1)
    }

    @Test(arguments: engines)
    func hlgDisplayHolds(_ engine: String) throws {
        let rows = try Table("hlg-display").rows.filter { $0[0] == "1000" }
        let color = CompositionColor(properties: .hlg, peakNits: 1000)
        let run = PixelRun(
            renderer: try Self.renderer(engine), color: color, source: .signal(.hlg, .full), output: .light)
        let found = try run(rows.map { Table.colors($0, 1) })
        #expect(Self.excess(found, rows.map { Table.colors($0, 4) }, scale: 203) < 1)
    }

    @Test(arguments: engines)
    func pqToHLGHolds(_ engine: String) throws {
        let rows = try Table("pq-to-hlg").rows
        let color = CompositionColor(properties: .hlg, peakNits: 1000)
        let run = PixelRun(
            renderer: try Self.renderer(engine), color: color, source: .signal(.pq, .full),
            output: .signal(.hlg, .full))
        let found = try run(rows.map { Table.colors($0, 0) })
        for (a, b) in zip(found, rows.map { Table.colors($0, 3) }) {
            #expect(Self.largest(a, b) < 1.0 / 16 / 876, "\(a) \(b)")
        }
    }

    @Test(arguments: engines)
    func sdrToHDRHolds(_ engine: String) throws {
        let rows = try Table("sdr-to-hdr").rows
        for (properties, column) in [(ColorProperties.pq, 3), (.hlg, 6)] {
            let color = CompositionColor(properties: properties, peakNits: 1000)
            let run = PixelRun(
                renderer: try Self.renderer(engine), color: color, source: .signal(.sdr, .full),
                output: .signal(properties, .full))
            let found = try run(rows.map { Table.colors($0, 0) })
            for (a, b) in zip(found, rows.map { Table.colors($0, column) }) {
                let codes: RGB = a * 876 + RGB(repeating: 64)
                #expect(Self.largest(codes, b) < 0.5 + 1.0 / 16, "\(a) \(b)")
            }
        }
    }

    @Test(arguments: engines)
    func primariesHold(_ engine: String) throws {
        let names: [Substring: Primaries] = ["bt709": .bt709, "bt2020": .bt2020, "displayP3": .displayP3]
        for row in try Table("primaries").rows {
            let from = try #require(names[row[0]])
            let to = try #require(names[row[1]])
            func linear(_ primaries: Primaries) -> ColorProperties {
                ColorProperties(primaries: primaries, transfer: .linear, matrix: .rgb)
            }
            // The composition is PQ, so that no gamut step comes between.
            let color = CompositionColor(properties: .pq, peakNits: 10_000)
            let input: PictureContent = from == .bt2020 ? .light : .signal(linear(from), .full)
            var job = PixelRun(
                renderer: try Self.renderer(engine), color: color, source: input,
                output: to == .bt2020 ? .light : .signal(linear(to), .full))
            if to != .bt2020 { job.color = CompositionColor(properties: linear(to), peakNits: 203) }
            guard from == .bt2020 || to == .bt2020 else { continue }
            let found = try job([RGB(1, 0, 0), RGB(0, 1, 0), RGB(0, 0, 1)])
            for column in 0..<3 {
                let expected = RGB(Double(row[2 + column])!, Double(row[5 + column])!, Double(row[8 + column])!)
                #expect(Self.largest(found[column], expected) < 2e-7 * max(1, expected.max()), "\(row)")
            }
        }
    }

    @Test(arguments: engines)
    func bt2390Holds(_ engine: String) throws {
        for (source, target) in [(1000.0, 203.0), (4000, 1000)] {
            let rows = try Table("bt2390-eetf").rows.filter {
                Double($0[0]) == source && Double($0[1]) == 0 && Double($0[2]) == target && Double($0[3]) == 0
            }
            #expect(!rows.isEmpty)
            let grey = ColorProperties(primaries: .bt2020, transfer: .bt709, matrix: .bt2020)
            let color = CompositionColor(properties: grey, referenceWhiteNits: target, peakNits: target)
            var run = PixelRun(
                renderer: try Self.renderer(engine), color: color, source: .signal(.pq, .full), output: .light)
            run.peakNits = source
            let found = try run(rows.map { RGB(repeating: PQ.signal(nits: Double($0[4])!)) })
            // The signal is rounded to a float on the way in, which PQ's slope enlarges.
            #expect(Self.excess(found, rows.map { RGB(repeating: Double($0[5])!) }, scale: target) < 1.2)
        }
    }

    @Test(arguments: engines)
    func perceptualInversionHolds(_ engine: String) throws {
        let filter = try PixelRun.filter("invert")
        for (peak, rows) in Dictionary(grouping: try Table("invert-perceptual").rows, by: { Double($0[0])! }) {
            let color = CompositionColor(properties: .pq, peakNits: 10_000)
            let run = PixelRun(renderer: try Self.renderer(engine), color: color, source: .light, output: .light)
            let found = try run(
                rows.map { RGB(repeating: Double($0[1])! / 203) }, filter: filter,
                settings: ["mode": [1], "peak": [peak / 203]])
            #expect(Self.excess(found, rows.map { RGB(repeating: Double($0[2])!) }, scale: 203) < 1, "\(peak)")
        }
    }

    @Test(arguments: engines)
    func ycbcrCodesHold(_ engine: String) throws {
        let renderer = try Self.renderer(engine)
        let groups = Dictionary(grouping: try Table("ycbcr").rows) { $0[0...2].joined(separator: ",") }
        for (name, rows) in groups {
            let matrix: ColorMatrix = name.hasPrefix("bt709") ? .bt709 : .bt2020
            let depth = Int(rows[0][1])!
            let layout = PixelLayout.planarYCbCr("planar", depth: depth, log2Width: 0, log2Height: 0)
            // The numbers are signals already: linear curves leave them alone.
            let properties = ColorProperties(primaries: .bt2020, transfer: .linear, matrix: matrix)
            let width = rows.count
            let levels: Levels = rows[0][2] == "full" ? .full : .narrow
            let job = RenderJob(
                graph: Graph(),
                sources: [PictureDescription(layout: .rgba32f, codedWidth: width, codedHeight: 1, content: .light)],
                output: OutputDescription(
                    picture: PictureDescription(
                        layout: layout, codedWidth: width, codedHeight: 1, content: .signal(properties, levels)),
                    dither: .none),
                color: CompositionColor(properties: properties, peakNits: 203))
            let input = HostPlanes(layout: .rgba32f, width: width, height: 1)
            let target = HostPlanes(layout: layout, width: width, height: 1)
            let pixels = input.planes[0].address.raw.assumingMemoryBound(to: SIMD4<Float>.self)
            for (index, row) in rows.enumerated() {
                let c = Table.colors(row, 3)
                pixels[index] = SIMD4(Float(c.x), Float(c.y), Float(c.z), 1)
            }
            try renderer.render(job, sources: [input], at: .zero, into: target)
            let toYCbCr = try #require(matrix.toYCbCr)
            let scales = Quantisation(bits: depth, levels: levels)
            for (index, row) in rows.enumerated() {
                let exact = toYCbCr * Table.colors(row, 3)
                for plane in 0..<3 {
                    let raw = target.planes[plane].address.raw
                    let code =
                        depth > 8
                        ? Int(raw.assumingMemoryBound(to: UInt16.self)[index])
                        : Int(raw.assumingMemoryBound(to: UInt8.self)[index])
                    let unrounded = (plane == 0 ? scales.luma : scales.chroma).code(exact[plane])
                    let isTie = abs(abs(unrounded - unrounded.rounded(.down)) - 0.5) < 1e-3
                    let expected = Int(row[6 + plane])!
                    #expect(code == expected || isTie && abs(code - expected) == 1, "\(name) \(row)")
                }
            }
        }
    }
}
