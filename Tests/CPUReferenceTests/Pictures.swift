import ColorScience
import FilterGraph
import FilterLanguage
import Foundation
import Frames

@testable import CPUReference

/// Numbers that look random and are the same in every run.
struct Noise: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x2545_F491_4F6C_DD1D
    }

    mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
}

/// A picture of working light as floats; `pixels` are row by row.
func light(_ pixels: [[Double]], width: Int) -> (PictureDescription, HostPlanes) {
    let height = pixels.count / width
    let picture = PictureDescription(layout: .rgba32f, codedWidth: width, codedHeight: height, content: .light)
    let planes = HostPlanes(layout: .rgba32f, width: width, height: height)
    let plane = planes.planes[0]
    for (index, pixel) in pixels.enumerated() {
        for (channel, value) in pixel.enumerated() {
            let offset = index / width * plane.bytesPerRow + index % width * 16 + channel * 4
            plane.address.raw.storeBytes(of: Float(value), toByteOffset: offset, as: Float.self)
        }
    }
    return (picture, planes)
}

let hlg = CompositionColor(properties: .hlg, peakNits: 1000)
let sdr = CompositionColor(properties: .sdr, peakNits: 203)

/// What a filter makes of pictures of working light in one row, or in rows of `width`.
func apply(
    _ filter: Filter, _ settings: Settings = [:], to inputs: [[[Double]]], width: Int? = nil,
    color: CompositionColor = hlg, time: MediaTime = .zero, working: WorkingFormat = .rgba16f,
    arithmetic: Arithmetic = .bounded
) throws -> ReferencePicture {
    let pictures = inputs.map { light($0, width: width ?? $0.count) }
    var graph = Graph()
    var nodes = [0]
    for index in inputs.indices.dropFirst() { nodes.append(graph.add(source: index)) }
    try graph.add(filter, settings: settings, inputs: nodes)
    let job = RenderJob(
        graph: graph, sources: pictures.map(\.0), output: OutputDescription(picture: pictures[0].0), color: color,
        working: working)
    return try CPURenderer(arithmetic: arithmetic).reference(job, sources: pictures.map(\.1), at: time)
}

/// A filter whose function is named `trial`.
func trial(_ code: String, kind: String = "point", annotations: String = "") throws -> Filter {
    try Filter(
        source: "//! filter trial: A trial.\n//! kind \(kind)\n//! alpha changes\n\(annotations)\n\(code)",
        path: "trial.glsl")
}

/// The first two components of a pixel, and a second vec4 in the pixel beside it, given to an expression of `a` and `b`.
func value(of expression: String, _ a: [Double], _ b: [Double] = [0, 0, 0, 0]) throws -> [Double] {
    let filter = try trial("vec4 trial(vec4 a, vec4 b) { return \(expression); }", kind: "blend")
    return try apply(filter, to: [[a], [b]]).values
}

extension ReferencePicture {
    /// The four numbers of a pixel.
    func pixel(_ index: Int) -> [Double] { Array(values[(4 * index)..<(4 * index + 4)]) }
}
