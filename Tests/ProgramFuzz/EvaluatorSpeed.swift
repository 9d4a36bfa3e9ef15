import CPUReference
import FilterGraph
import FilterLanguage
import Foundation
import Frames

/// How many operations the evaluator does in a second of one core, bounds included.
///
/// An operation is one of GLSL's on one `float` of one pixel: `a * b` of two vec4 is four. Time is the process's, so
/// that neighbours on the machine do not count; what a filter without code takes is taken off.
enum EvaluatorSpeed {
    private static let width = 512
    private static let height = 256

    private struct Load {
        let name: String
        /// What one turn of the loop does.
        let line: String
        /// Operations of one turn.
        let operations: Int
    }

    private static let turns = 64

    private static let loads: [Load] = [
        Load(name: "arithmetic (+ - *)", line: "c = c * k + d; d = d - c * k;", operations: 16),
        Load(name: "min, max, abs", line: "c = max(abs(c - k), d); d = min(d + k, c);", operations: 20),
        Load(name: "division", line: "c = c / (d + 2.0); d = d / (c + 3.0);", operations: 16),
        Load(name: "whole numbers", line: "i = i * 5 + j; j = j ^ i;", operations: 12),
        Load(name: "branches", line: "if (c.x > k) d.x = c.y; else d.x = c.z; c.x += k;", operations: 3),
        Load(name: "exp2, log2", line: "c = exp2(-abs(d)); d = log2(c + 1.0);", operations: 20),
    ]

    /// Measures every load and answers the lines to print.
    static func lines() throws -> [String] {
        let empty = try seconds(Load(name: "", line: "", operations: 0))
        return try loads.map { load in
            let used = max(try seconds(load) - empty, 1e-9)
            let all = Double(load.operations * turns * width * height)
            let name = load.name.padding(toLength: 20, withPad: " ", startingAt: 0)
            return "\(name) \(String(format: "%7.1f", all / used / 1e6)) million operations a second a core"
        }
    }

    private static func seconds(_ load: Load) throws -> Double {
        let filter = try Filter(
            source: """
                //! filter load: Work.
                //! kind point
                //! param k float = 0.37 in 0...1: A factor.
                vec4 load(vec4 color) {
                    vec4 c = color, d = color.wzyx;
                    ivec4 i = ivec4(color * 100.0), j = i.wzyx;
                    for (int n = 0; n < \(turns); ++n) { \(load.line) }
                    return c + d + vec4(i + j);
                }
                """, path: "load.glsl")
        let picture = PictureDescription(
            layout: .rgba32f, codedWidth: width, codedHeight: height, content: .light, isPremultiplied: true)
        let planes = HostPlanes(layout: .rgba32f, width: width, height: height)
        var dice = Dice(1)
        for y in 0..<height {
            let row = planes.planes[0].address.raw + y * planes.planes[0].bytesPerRow
            for x in 0..<4 * width {
                row.storeBytes(of: Float.random(in: 0...1, using: &dice), toByteOffset: 4 * x, as: Float.self)
            }
        }
        var graph = Graph()
        try graph.add(filter, inputs: [0])
        let job = RenderJob(
            graph: graph, sources: [picture], output: OutputDescription(picture: picture, dither: .none),
            color: CompositionColor(properties: .hlg, peakNits: 1000))
        var best = Double.infinity
        for _ in 0..<3 {
            let started = clock()
            _ = try CPURenderer().reference(job, sources: [planes], at: .zero)
            best = min(best, Double(clock() - started) / Double(CLOCKS_PER_SEC))
        }
        return best
    }
}
