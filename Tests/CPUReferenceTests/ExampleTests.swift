import ColorScience
import FilterGraph
import FilterLanguage
import Foundation
import Frames
import Testing

@testable import CPUReference

private let shipped: [URL] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Shaders/filters")
    let all = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (all ?? []).filter { $0.pathExtension == "glsl" }.sorted { $0.path < $1.path }
}()

@Suite struct ExampleTests {
    @Test(arguments: shipped)
    func examplesHold(_ file: URL) throws {
        let filter = try Filter(
            source: String(contentsOf: file, encoding: .utf8), path: file.path)
        guard filter.kind != .warp, filter.kind != .generate else { return }
        for example in filter.examples {
            // Where signal is light by one curve for each channel, signal filters too can be computed by hand.
            let color = CompositionColor(
                properties: ColorProperties(primaries: .bt2020, transfer: .bt709, matrix: .bt2020), peakNits: 203)
            let found = try apply(filter, example.settings, to: example.inputs.map { [$0] }, color: color)
            for (channel, expected) in example.output.enumerated() {
                let allowed = found.bounds[channel] + 1e-6 * max(1, abs(expected))
                #expect(
                    abs(found.values[channel] - expected) <= allowed,
                    "line \(example.line): \(found.values), not \(example.output)")
            }
        }
    }

    @Test func areaFiltersReadTheirNeighbours() throws {
        let filter = try trial(
            """
            vec4 trial() {
                vec4 sum = vec4(0.0);
                for (int i = -1; i <= 1; ++i) { sum += pixel(vec2(float(i), 0.0)); }
                return vec4(sum.r, at(position + vec2(0.25, 0.0)).r, atOrClear(position - vec2(1.0, 0.0)).r, \
            texelOrClear(position + vec2(1.0, 0.0)).r);
            }
            """, kind: "area")
        let found = try apply(filter, to: [[[1, 0, 0, 1], [2, 0, 0, 1], [4, 0, 0, 1]]])
        #expect(found.pixel(0) == [4, 1.25, 0, 2])
        #expect(found.pixel(1) == [7, 2.5, 1, 4])
        #expect(found.pixel(2) == [10, 4, 2, 0])
        #expect(!found.undecided.contains(true))
    }

    @Test func warpsReadBetweenPixels() throws {
        let code = "vec2 trial(vec2 at) { return at + vec2(1.5, 0.0); }"
        let row: [[Double]] = [[1, 0, 0, 1], [2, 0, 0, 1], [4, 0, 0, 1]]
        let clamped = try apply(try trial(code, kind: "warp"), to: [row])
        #expect((0..<3).map { clamped.pixel($0)[0] } == [3, 4, 4])
        let clear = try apply(try trial(code, kind: "warp", annotations: "//! outside clear"), to: [row])
        #expect((0..<3).map { clear.pixel($0)[0] } == [3, 2, 0])
    }

    @Test func storedResultsAreHalves() throws {
        // The first filter's result is read by an area filter and so is kept as halves.
        let (picture, planes) = light([[0.1, 70000, -70000, 1]], width: 1)
        var graph = Graph()
        let first = try graph.add(try trial("vec4 trial(vec4 c) { return c * 1.0; }"), inputs: [0])
        try graph.add(try trial("vec4 trial() { return pixel(vec2(0.0)); }", kind: "area"), inputs: [first])
        var job = RenderJob(
            graph: graph, sources: [picture], output: OutputDescription(picture: picture), color: hlg)
        let found = try CPURenderer().reference(job, sources: [planes], at: .zero)
        #expect(found.pixel(0) == [Double(Float16(0.1)), 65504, -65504, 1])
        job.working = .rgb10a2
        #expect(throws: GraphError.self) { try CPURenderer().reference(job, sources: [planes], at: .zero) }
    }

    /// What may be any number is so still when it was stored, even where a device would have stored an end of halves.
    @Test func storingPromisesNothingNew() throws {
        let (picture, planes) = light([[0.1, 70000, -70000, 1]], width: 1)
        var graph = Graph()
        let code = "vec4 trial(vec4 c) { vec4 d = c * 1e30 * 1e30; return vec4(d.r, d.g - d.r, d.b * d.g, 1.0); }"
        let first = try graph.add(try trial(code), inputs: [0])
        try graph.add(try trial("vec4 trial() { return pixel(vec2(0.0)); }", kind: "area"), inputs: [first])
        let job = RenderJob(
            graph: graph, sources: [picture], output: OutputDescription(picture: picture), color: hlg)
        let found = try CPURenderer().reference(job, sources: [planes], at: .zero)
        #expect(found.bounds[..<3].allSatisfy { $0 == .infinity }, "\(found)")
    }

    @Test func storedResultsMayBeTenBits() throws {
        // A picture without alpha, kept as the composition's signal in ten bits.
        let layout = PixelLayout.planarYCbCr("yuv444p10le", depth: 10, log2Width: 0, log2Height: 0)
        let picture = PictureDescription(
            layout: layout, codedWidth: 1, codedHeight: 1, content: .signal(.hlg, .full))
        let planes = HostPlanes(layout: layout, width: 1, height: 1)
        for (plane, code) in [700, 512, 512].enumerated() {
            planes.planes[plane].address.raw.storeBytes(of: UInt16(code), as: UInt16.self)
        }
        let area = try Filter(
            source: "//! filter trial: A trial.\n//! kind area\nvec4 trial() { return pixel(vec2(0.0)); }",
            path: "trial.glsl")
        let half = try Filter(
            source: "//! filter half_: A trial.\n//! kind point\n"
                + "vec4 half_(vec4 c) { return vec4(toLight(toSignal(c.rgb) + 0.4 / 1023.0), c.a); }",
            path: "half.glsl")
        var graph = Graph()
        let first = try graph.add(half, inputs: [0])
        try graph.add(area, inputs: [first])
        let job = RenderJob(
            graph: graph, sources: [picture], output: OutputDescription(picture: picture), color: hlg,
            working: .rgb10a2)
        let found = try CPURenderer().reference(job, sources: [planes], at: .zero)
        // 0.4 codes above code 700 are rounded away.
        let expected = Transfer.hlg.decode(
            RGB(repeating: 700.0 / 1023), primaries: .bt2020, referenceWhiteNits: 203)
        #expect(abs(found.values[0] - expected.x) < 1e-9)
        #expect(found.bounds[0] < 1e-4)
    }

    @Test func phasesAreReducedExactly() throws {
        let filter = try trial(
            "vec4 trial(vec4 c) { return vec4(roll); }", annotations: "//! phase roll = 1/3 per second")
        let found = try apply(filter, to: [[[0, 0, 0, 1]]], time: MediaTime(3_600_000_001, 1))
        #expect(abs(found.values[0] - 1.0 / 3) < 1e-15)
    }
}
