import FilterLanguage
import Foundation
import Frames
import Testing

@testable import FilterGraph

/// How generated pictures and further pictures are planned.
@Suite struct KindTests {
    private static let grey = """
        //! filter grey: A level.
        //! kind   generate
        //! param  level float = 1 in 0...8: Its light.
        vec4 grey() { return vec4(vec3(level), 1.0); }
        """
    private static let masked = """
        //! filter masked: Fade by a mask.
        //! kind   point
        //! input  mask: How much stays.
        vec4 masked(vec4 color, vec4 mask) { return color * mask.a; }
        """
    private static let mixed = """
        //! filter mixed: Mix by a mask.
        //! kind   blend
        //! input  mask: Which is shown.
        vec4 mixed(vec4 below, vec4 above, vec4 mask) { return mix(below, above, mask.r); }
        """
    private static let blur = """
        //! filter blur: Two passes where a mask says so.
        //! kind   area
        //! input  mask: Where.
        //! pass   across
        //! pass   down
        //! reach  1
        vec4 across() { return mix(pixel(vec2(0.0)), pixel(vec2(1.0, 0.0)), mask_texel(position).r); }
        vec4 down() { return mix(pixel(vec2(0.0)), pixel(vec2(0.0, 1.0)), mask_pixel(vec2(0.0)).r); }
        """

    private func program(_ graph: Graph, sources: Int) throws -> (Plan, Program) {
        let plan = try Plan(Sample.job(graph, sources: sources))
        return (plan, Program(plan, library: ColorLibrary(text: "")))
    }

    @Test func aGeneratedPictureBindsNoSource() throws {
        var graph = Graph()
        try graph.add(try Sample.filter(Self.grey), inputs: [])
        try graph.add(try Sample.filter(Sample.gain), inputs: [graph.output])
        let (_, program) = try program(graph, sources: 1)
        #expect(program.passes.count == 1)
        #expect(!program.passes[0].bindings.contains { if case .sourcePlane = $0 { true } else { false } })
    }

    @Test func masksOfPointAndBlendFiltersCostNoDispatch() throws {
        var graph = Graph()
        let (above, mask, other) = (graph.add(source: 1), graph.add(source: 2), graph.add(source: 3))
        let below = try graph.add(try Sample.filter(Self.masked), inputs: [0, mask])
        try graph.add(try Sample.filter(Self.mixed), inputs: [below, above, other])
        try graph.add(try Sample.filter(Self.masked), inputs: [graph.output, mask])
        let (plan, program) = try program(graph, sources: 4)
        #expect(plan.passes.count == 1 && plan.storedNodes.isEmpty)
        #expect(Set(program.passes[0].bindings).isSuperset(of: (0..<4).map { .sourcePlane(source: $0, plane: 0) }))
    }

    @Test func masksOfAreaFiltersAreKeptUntilTheirLastPass() throws {
        var graph = Graph()
        let mask = graph.add(source: 1)
        try graph.add(try Sample.filter(Self.blur), inputs: [0, mask])
        let (plan, program) = try program(graph, sources: 2)
        #expect(plan.storedNodes == [0, mask])
        // Both pictures, the pass across, and the pass down fused with the output.
        #expect(program.passes.count == 4)
        let read = program.passes.map { pass in pass.bindings.filter { !pass.writes.contains($0) } }
        let written = program.passes.map(\.writes)
        // What the last pass reads of the mask is what was written of it: nobody used its buffer again.
        let maskBuffer = try #require(written[1].first)
        #expect(read[2].contains(maskBuffer) && read[3].contains(maskBuffer) && !written[2].contains(maskBuffer))
    }

    @Test func aDeviceOfFewBuffersStoresWhatFiltersRead() throws {
        var graph = Graph()
        for source in 1..<8 {
            let mask = graph.add(source: source)
            try graph.add(try Sample.filter(Self.masked), inputs: [graph.output, mask])
        }
        let limits = DeviceLimits(storageBuffers: 10, storageBufferBytes: 1 << 27, workgroups: 65535)
        let plan = try Plan(Sample.job(graph, sources: 8), limits: limits)
        for pass in Program(plan, library: ColorLibrary(text: "")).passes { #expect(pass.bindings.count <= 10) }
    }

    @Test func whatIsMissingIsNamed() throws {
        var graph = Graph()
        let masked = try Sample.filter(Self.masked)
        let error = #expect(throws: GraphError.self) { try graph.add(masked, inputs: [0]) }
        #expect(error?.description == "filter 'masked': reads 1 picture and 'mask', was given 1")
        let grey = try Sample.filter(Self.grey)
        #expect(throws: GraphError.self) { try graph.add(grey, inputs: [0]) }
    }

    @Test func twoFiltersMayReadOnePictureInTheirOwnWays() throws {
        // One names the pixel that contains a place, the other a neighbour: the functions stand once.
        var graph = Graph()
        let kept = try graph.add(try Sample.filter(Sample.gain), inputs: [0])
        let one = try graph.add(
            try Sample.filter("//! filter one: A trial.\n//! kind area\nvec4 one() { return texel(position); }"),
            inputs: [kept])
        let two = try graph.add(
            try Sample.filter("//! filter two: A trial.\n//! kind area\nvec4 two() { return pixel(vec2(1.0)); }"),
            inputs: [kept])
        try graph.add(try Sample.filter(Sample.mean), inputs: [one, two])
        let (_, program) = try program(graph, sources: 1)
        let text = try #require(program.passes.last?.text)
        #expect(text.components(separatedBy: "_texel(vec2 p)").count == 2)
    }
}
