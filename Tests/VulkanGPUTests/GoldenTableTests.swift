import CPUReference
import ColorScience
import FilterCheck
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

    /// Every table but that of codes, on the device; FilterCheckTests hold the reference to them.
    @Test(arguments: GoldenTables.names)
    func tablesHold(_ name: String) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Golden")
        let result = try GoldenTables.hold(try TestRenderer.shared(), to: name, in: folder) { try PixelRun.filter($0) }
        #expect(result.share <= 1 && result.count > 8, "\(result)")
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
