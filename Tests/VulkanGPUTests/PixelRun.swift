import CPUReference
import ColorScience
import FilterGraph
import FilterLanguage
import Foundation
import Frames
import Shaders
import Testing
import VulkanGPU

/// Runs lists of colours through a renderer, one pixel each, in 32-bit floats at both ends.
struct PixelRun {
    let renderer: any Renderer
    var color: CompositionColor
    var source: PictureContent
    var output: PictureContent
    var peakNits = 1000.0

    /// The library of this source tree, so that tests do not depend on where a build left its copy.
    static let shaders = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Shaders").path

    /// One of the shipped filters.
    static func filter(_ name: String) throws -> Filter {
        let path = "\(shaders)/filters/\(name).glsl"
        return try Filter(source: String(contentsOfFile: path, encoding: .utf8), path: path)
    }

    /// The results for colours, through an optional filter.
    func callAsFunction(_ colors: [RGB], filter: Filter? = nil, settings: Settings = [:]) throws -> [RGB] {
        let layout = PixelLayout.rgba32f
        let width = colors.count
        func picture(_ content: PictureContent) -> PictureDescription {
            PictureDescription(
                layout: layout, codedWidth: width, codedHeight: 1, content: content, peakNits: peakNits,
                isPremultiplied: true)
        }
        var graph = Graph()
        if let filter { try graph.add(filter, settings: settings, inputs: [0]) }
        let job = RenderJob(
            graph: graph, sources: [picture(source)],
            output: OutputDescription(picture: picture(output), dither: .none), color: color)
        let input = HostPlanes(layout: layout, width: width, height: 1)
        let target = HostPlanes(layout: layout, width: width, height: 1)
        let pixels = input.planes[0].address.raw.assumingMemoryBound(to: SIMD4<Float>.self)
        for (index, color) in colors.enumerated() {
            pixels[index] = SIMD4(Float(color.x), Float(color.y), Float(color.z), 1)
        }
        try renderer.render(job, sources: [input], at: .zero, into: target)
        let results = target.planes[0].address.raw.assumingMemoryBound(to: SIMD4<Float>.self)
        return (0..<width).map { RGB(Double(results[$0].x), Double(results[$0].y), Double(results[$0].z)) }
    }
}

/// The numbers of one golden table, with its text columns apart.
struct Table {
    let rows: [[Substring]]

    init(_ name: String) throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Golden/\(name).csv")
        let found = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline).dropFirst(2).map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        // A table that is empty would prove nothing.
        rows = try #require(found.isEmpty ? nil : found)
    }

    /// Three numbers of a row from a column on.
    static func colors(_ row: [Substring], _ column: Int) -> RGB {
        RGB(Double(row[column]) ?? .nan, Double(row[column + 1]) ?? .nan, Double(row[column + 2]) ?? .nan)
    }
}
