import ColorScience
import FilterLanguage
import Foundation
import Frames
import Testing

@testable import FilterGraph

/// Small filters, written here so that a change of the shipped ones moves no test.
enum Sample {
    static func filter(_ source: String) throws -> Filter { try Filter(source: source, path: "sample.glsl") }

    static let gain = """
        //! filter gain: Multiply.
        //! kind   point
        //! param  by float = 1 in 0...8: Factor.
        vec4 gain(vec4 color) { return vec4(color.rgb * by, color.a); }
        """
    static let blur = """
        //! filter blur: Two passes.
        //! kind   area
        //! pass   across
        //! pass   down
        //! reach  1
        vec4 across() { return 0.5 * (pixel(vec2(-1.0, 0.0)) + pixel(vec2(1.0, 0.0))); }
        vec4 down() { return 0.5 * (pixel(vec2(0.0, -1.0)) + pixel(vec2(0.0, 1.0))); }
        """
    static let mean = """
        //! filter mean: Average of two.
        //! kind   blend
        vec4 mean(vec4 below, vec4 above) { return 0.5 * (below + above); }
        """

    static func picture(_ layout: PixelLayout = tenBit, width: Int = 64, height: Int = 36) -> PictureDescription {
        PictureDescription(layout: layout, codedWidth: width, codedHeight: height, content: .signal(.pq, .narrow))
    }

    static let tenBit = PixelLayout.planarYCbCr("yuv420p10le", depth: 10, log2Width: 1, log2Height: 1)

    static func job(_ graph: Graph, sources: Int = 1) -> RenderJob {
        RenderJob(
            graph: graph, sources: Array(repeating: picture(), count: sources),
            output: OutputDescription(picture: picture()), color: CompositionColor(properties: .pq, peakNits: 1000))
    }
}

@Suite struct PlanTests {
    @Test func aChainOfPointFiltersIsOneDispatch() throws {
        var graph = Graph()
        for _ in 0..<20 { try graph.add(try Sample.filter(Sample.gain), inputs: [graph.output]) }
        let plan = try Plan(Sample.job(graph))
        #expect(plan.passes.count == 1)
        #expect(plan.storedNodes.isEmpty)
    }

    /// What encodes stays the same text whatever the filters become, so that it is compiled once.
    @Test func whatEncodesApartKnowsNoFilter() throws {
        let library = ColorLibrary(text: "")
        func passes(_ source: String) throws -> [PassProgram] {
            var graph = Graph()
            try graph.add(try Sample.filter(source), inputs: [0])
            var job = Sample.job(graph)
            job.encodesApart = true
            return Program(try Plan(job), library: library).passes
        }
        let (gain, blur) = (try passes(Sample.gain), try passes(Sample.blur))
        #expect(gain.count == 2 && gain.last?.filters.isEmpty == true)
        #expect(gain.last?.label.contains("gain") == false)
        let other = try passes(Sample.gain.replacing("color.rgb * by", with: "color.rgb + by"))
        #expect(other.last?.text == gain.last?.text && other.first?.text != gain.first?.text)
        // A graph without filters has nothing to store.
        var bare = Sample.job(Graph())
        bare.encodesApart = true
        #expect(try Plan(bare).passes.count == 1)
        #expect(blur.last?.filters.isEmpty == true)
    }

    @Test func blendsOfEightSourcesAreOneDispatch() throws {
        var graph = Graph()
        for source in 1..<8 {
            let below = graph.output
            let above = graph.add(source: source)
            try graph.add(try Sample.filter(Sample.mean), inputs: [below, above])
        }
        #expect(try Plan(Sample.job(graph, sources: 8)).passes.count == 1)
    }

    @Test func blendsBeyondTheDevicesBindingsAreCut() throws {
        var graph = Graph()
        for source in 1..<24 {
            let below = graph.output
            let above = graph.add(source: source)
            try graph.add(try Sample.filter(Sample.mean), inputs: [below, above])
        }
        let plan = try Plan(Sample.job(graph, sources: 24))
        #expect(plan.passes.count > 1)
        let program = Program(plan, library: ColorLibrary(text: ""))
        #expect(program.passes.allSatisfy { $0.bindings.count <= DeviceLimits.common.storageBuffers })
    }

    @Test func anAreaFilterCutsBeforeEachOfItsPassesAndFusesWithWhatFollows() throws {
        var graph = Graph()
        try graph.add(try Sample.filter(Sample.gain), inputs: [0])
        try graph.add(try Sample.filter(Sample.blur), inputs: [1])
        try graph.add(try Sample.filter(Sample.gain), inputs: [2])
        let plan = try Plan(Sample.job(graph))
        #expect(plan.passes.map(\.picture) == [.node(1), .areaPass(node: 2, pass: 0), nil])
        #expect(plan.storedNodes == [1])
    }

    @Test func aFilterReadByTwoDispatchesIsStoredOnce() throws {
        var graph = Graph()
        try graph.add(try Sample.filter(Sample.gain), inputs: [0])
        let blurred = try graph.add(try Sample.filter(Sample.blur), inputs: [1])
        try graph.add(try Sample.filter(Sample.mean), inputs: [1, blurred])
        let plan = try Plan(Sample.job(graph))
        #expect(plan.storedNodes == [1])
        #expect(plan.passes.count { $0.picture == .node(1) } == 1)
    }

    @Test func textIsDeterministicAndSettingsDoNotChangeIt() throws {
        func text(_ by: Double) throws -> [String] {
            var graph = Graph()
            try graph.add(try Sample.filter(Sample.gain), settings: ["by": [by]], inputs: [0])
            return Program(try Plan(Sample.job(graph)), library: ColorLibrary(text: "")).passes.map(\.text)
        }
        #expect(try text(1) == text(1))
        #expect(try text(1) == text(4))
    }

    @Test func settingsCarryParametersAndTime() throws {
        var graph = Graph()
        let node = try graph.add(try Sample.filter(Sample.gain), settings: ["by": [3]], inputs: [0])
        let plan = try Plan(Sample.job(graph))
        let values = Program.settings(for: plan, graph: graph, at: MediaTime(1, 2))
        #expect(values[.parameter(node: node, name: "by")] == [3])
        #expect(values[.time] == [0.5])
    }

    @Test func membersFollowStd430() {
        var builder = SettingsBuilder()
        builder.add("a", .time, kind: .float)
        builder.add("b", .parameter(node: 0, name: "b"), kind: .float, width: 3)
        builder.add("c", .parameter(node: 0, name: "c"), kind: .float)
        builder.add("d", .parameter(node: 0, name: "d"), kind: .float, width: 2)
        #expect(builder.layout.members.map(\.offset) == [0, 16, 28, 32])
    }

    @Test func tenBitIntermediatesRefuseAlpha() throws {
        var job = Sample.job(Graph())
        job.sources[0].layout = .planarYCbCr("yuva420p10le", depth: 10, log2Width: 1, log2Height: 1, alpha: true)
        job.working = .rgb10a2
        #expect(throws: GraphError.self) { try Plan(job) }
    }

    @Test func picturesLargerThanTheDeviceTakesAreRefusedByName() throws {
        var job = Sample.job(Graph())
        job.sources[0] = Sample.picture(width: 70000, height: 70000)
        job.output.picture = Sample.picture(width: 70000, height: 70000)
        let error = try #require(throws: GraphError.self) { try Plan(job) }
        #expect(error.description.contains("70000x70000"))
    }

    @Test func wrongSettingsAreRefusedWithTheParameter() throws {
        var graph = Graph()
        let gain = try Sample.filter(Sample.gain)
        for settings in [["by": [9.0]], ["by": [Double.nan]], ["by": [1, 2]], ["bye": [1]]] {
            #expect(throws: GraphError.self) { try graph.add(gain, settings: settings, inputs: [0]) }
        }
        #expect(throws: GraphError.self) { try graph.add(gain, inputs: [0, 0]) }
    }
}

@Suite struct ColorPlanTests {
    private func ingest(_ source: ColorProperties, peak: Double = 1000, into color: CompositionColor) -> [ColorStep] {
        let picture = PictureDescription(
            layout: .rgba32f, codedWidth: 1, codedHeight: 1, content: .signal(source, .full), peakNits: peak)
        return ColorPlan.ingestSteps(picture, color)
    }

    @Test func whatFitsIsOnlyDecoded() {
        let hlg = CompositionColor(properties: .hlg, peakNits: 1000)
        #expect(ingest(.hlg, into: hlg).count == 1)
        #expect(ingest(.pq, peak: 1000, into: hlg).count == 1)
        #expect(ingest(.pq, peak: 4000, into: hlg).count == 2)
        #expect(ingest(.pq, peak: 10_000, into: CompositionColor(properties: .pq, peakNits: 10_000)).count == 1)
    }

    @Test func referenceWhiteOfAnHDRSourceLeavesSDRAtItsKnownSignal() {
        let sdr = CompositionColor(properties: .sdr, peakNits: 203)
        let white = ingest(.pq, into: sdr).apply(RGB(repeating: PQ.signal(nits: 203)))
        #expect(abs(pow(white.x, 1 / 2.4) - 0.903) < 1e-3)
    }

    @Test func conformedColoursLieInsideTheGamut() {
        let sdr = CompositionColor(properties: .sdr, peakNits: 203)
        let steps = ingest(.pq, peak: 4000, into: sdr) + [.matrix(Primaries.bt2020.conversion(to: .bt709))]
        for r in stride(from: 0.0, through: 1, by: 0.125) {
            for g in stride(from: 0.0, through: 1, by: 0.125) {
                for b in stride(from: 0.0, through: 1, by: 0.125) {
                    let color = steps.apply(RGB(r, g, b))
                    #expect(color.min() > -1e-9 && color.max() < 1 + 1e-9)
                }
            }
        }
    }

    @Test func matricesThereAndBackVanish() {
        let there = Primaries.bt709.conversion(to: .bt2020)
        let back = Primaries.bt2020.conversion(to: .bt709)
        #expect(ColorPlan.folded([.matrix(there), .matrix(back)]).isEmpty)
    }
}

@Suite struct OrderedDitherTests {
    @Test func ranksAreAPermutationAndOffsetsStayUnderHalfACode() {
        let ranks = (0..<8).flatMap { y in (0..<8).map { x in OrderedDither.rank(x: x, y: y) } }
        #expect(Set(ranks) == Set(0..<64))
        let offsets = (0..<8).flatMap { y in (0..<8).map { x in OrderedDither.offset(x: x, y: y) } }
        #expect(offsets.map(abs).max()! <= 0.5 - 1.0 / 128)
        #expect(abs(offsets.reduce(0, +)) < 1e-12)
    }
}
