import CPUReference
import FilterCheck
import FilterGraph
import FilterLanguage
import Foundation
import Frames
import Testing

@testable import VulkanGPU

/// Whole shaders that write pictures, wrong in a known way or right, and what a check says of each.
@Suite(.enabled(if: TestDevice.isPresent, "no Vulkan device")) struct WrittenPictureTests {
    /// A shader by the body of its `main`; `here` is the pixel and `p` its place.
    struct Shader: Sendable, CustomTestStringConvertible {
        let name: String
        var lines = ""
        var before = ""
        let body: String
        /// The text of its twin, of the name `twin`.
        var twin: String?
        var finds: Set<String> = []
        var testDescription: String { name }

        func filter() throws -> Filter {
            let source = """
                //! filter \(name): A trial.
                //! kind raw
                //! threads 8x8
                \(lines)
                \(twin == nil ? "" : "//! twin twin")
                \(before)
                void main() {
                    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
                    vec4 here = texel(p);
                    \(body)
                }
                """
            let twin = twin ?? ""
            return try Filter(source: source, path: "\(name).glsl") { ("//! filter twin: The same.\n\(twin)", $0) }
        }
    }

    private static let gain = "//! param gain float = 1.5 in 0...8: How much."
    private static let mean = """
        //! kind area
        //! reach 1
        vec4 twin() { return (pixel(vec2(-1.0, 0.0)) + pixel(vec2(0.0)) + pixel(vec2(1.0, 0.0))) / 3.0; }
        """
    private static let box = """
        //! kind area
        //! reach 1
        //! pass across
        //! pass down
        vec4 across() { return (pixel(vec2(-1.0, 0.0)) + pixel(vec2(0.0)) + pixel(vec2(1.0, 0.0))) / 3.0; }
        vec4 down() { return (pixel(vec2(0.0, -1.0)) + pixel(vec2(0.0)) + pixel(vec2(0.0, 1.0))) / 3.0; }
        """

    static let right: [Shader] = [
        Shader(name: "gained", lines: gain, body: "setTexel(p, vec4(here.rgb * gain, here.a));"),
        Shader(
            name: "mirrored", before: "shared vec4 tile[64];",
            body: """
                tile[gl_LocalInvocationIndex] = texel(ivec2(int(size.x) - 1 - p.x, p.y));
                barrier();
                setTexel(p, tile[gl_LocalInvocationIndex]);
                """),
        Shader(
            name: "meant",
            lines: "//! intends clips-at-one: It is a matte.\n//! intends clips-negative: It is a matte.",
            body: "setTexel(p, vec4(clamp(here.rgb, vec3(0.0), vec3(here.a)), here.a));"),
        Shader(
            name: "meanInOrder",
            body: "setTexel(p, texel(p + ivec2(1, 0)) / 3.0 + texel(p - ivec2(1, 0)) / 3.0 + here / 3.0);",
            twin: mean),
        Shader(
            name: "boxAtOnce",
            body: """
                vec4 sum = vec4(0.0);
                for (int y = -1; y <= 1; ++y) { for (int x = -1; x <= 1; ++x) { sum += texel(p + ivec2(x, y)); } }
                setTexel(p, sum * (1.0 / 9.0));
                """, twin: box),
        Shader(
            name: "waveTwice", lines: "\(gain)\n//! result n uint: Rows.",
            body: """
                if (p.x == 0 && p.y < int(size.y)) n_add(1u);
                setTexel(p, vec4(vec3(gain * (float(p.x) + 0.5) / size.x), 1.0));
                """,
            twin: "\(gain)\n//! kind generate\nvec4 twin() { return vec4(vec3(gain * position.x / size.x), 1.0); }"),
    ]

    static let wrong: [Shader] = [
        Shader(name: "borderLeft", body: "if (p.x < int(size.x) - 1) setTexel(p, here);", finds: ["leaves-unwritten"]),
        Shader(name: "tileTooLarge", lines: "//! tile 32x32", body: "setTexel(p, here);", finds: ["leaves-unwritten"]),
        Shader(
            name: "darkLeft", lines: gain, body: "if (here.r * gain > -100.0 && gain < 7.9) setTexel(p, here);",
            finds: ["leaves-unwritten"]),
        Shader(
            name: "rooted", body: "setTexel(p, vec4(sqrt(here.rgb), here.a));",
            finds: ["not-finite", "unpremultiplied-edges"]),
        Shader(
            name: "divided", body: "setTexel(p, vec4(here.rgb / here.a * 2.0 * here.a, here.a));", finds: ["not-finite"]
        ),
        Shader(
            name: "clamped", body: "setTexel(p, vec4(min(here.rgb, vec3(here.a)), here.a));", finds: ["clips-at-one"]),
        Shader(name: "clippedBelow", body: "setTexel(p, max(here, vec4(0.0)));", finds: ["clips-negative"]),
        Shader(
            name: "sharpened", lines: "//! alpha changes",
            body: "setTexel(p, here + 0.5 * (2.0 * here - texel(p + ivec2(1, 0)) - texel(p - ivec2(1, 0))));",
            finds: ["goes-negative"]),
        Shader(
            name: "opaque", body: "setTexel(p, vec4(here.rgb, 1.0));",
            finds: ["loses-alpha", "fills-transparent", "unpremultiplied-edges"]),
        Shader(
            name: "inverted", body: "setTexel(p, vec4(1.0 - here.rgb, 1.0));",
            finds: ["goes-negative", "loses-alpha", "fills-transparent", "unpremultiplied-edges"]),
        Shader(
            name: "breaks", body: "setTexel(p, vec4(min(here.rgb, vec3(3.0 * here.a)), here.a));",
            finds: ["breaks-above"]),
        Shader(
            name: "tenth", body: "setTexel(p, (texel(p + ivec2(1, 0)) + texel(p - ivec2(1, 0)) + here) / 3.3);",
            finds: ["weights-off"]),
        Shader(
            name: "tenthOfColor",
            body: """
                vec4 sum = texel(p + ivec2(1, 0)) + texel(p - ivec2(1, 0)) + here;
                setTexel(p, vec4(sum.rgb / 2.9, sum.a / 3.0));
                """,
            finds: ["weights-off"]),
        Shader(
            name: "counted", lines: "//! result mean float: A mean.",
            body: "if (p == ivec2(0)) mean_set(sqrt(-here.a - 1.0)); setTexel(p, here);", finds: ["not-finite"]),
        Shader(
            name: "needless", lines: "//! intends clips-at-one: An excuse.", body: "setTexel(p, here);",
            finds: ["needless-intent"]),
        Shader(
            name: "unlikeItsTwin", body: "setTexel(p, (texel(p + ivec2(1, 0)) + texel(p + ivec2(2, 0)) + here) / 3.0);",
            twin: mean, finds: ["differs"]),
        Shader(
            name: "slightlyUnlike",
            body: "setTexel(p, (texel(p + ivec2(1, 0)) + texel(p - ivec2(1, 0)) + here) * 0.3343);", twin: mean,
            finds: ["differs"]),
        Shader(
            name: "clampedAsItsTwin", body: "setTexel(p, vec4(min(here.rgb, vec3(here.a)), here.a));",
            twin: "//! kind point\nvec4 twin(vec4 c) { return vec4(min(c.rgb, vec3(c.a)), c.a); }",
            finds: ["clips-at-one"]),
    ]

    /// Room for every size and composition of a check, so that nothing is compiled twice.
    private static let renderer = Result {
        GPURenderer(device: try GPUDevice(selecting: nil), library: try TestRenderer.library(), capacity: 64)
    }

    private func report(_ shader: Shader, only: String? = nil) throws -> CheckReport {
        FilterCheck.check(
            try shader.filter(), reference: CPURenderer(), candidate: try Self.renderer.get(),
            options: CheckOptions(extent: .quick, only: only, formats: [.rgba16f], failureLimit: 20))
    }

    @Test(arguments: right)
    func rightOnesGetNone(_ shader: Shader) throws {
        let report = try report(shader)
        #expect(report.passed && report.names.isEmpty, "\(CheckReport.table([report]))")
        #expect((report.unproven == nil) == (shader.twin != nil))
        #expect((ProofRow(report) != nil) == (shader.twin != nil))
        #expect(report.parts["written"] ?? 0 > 6 && report.parts["readiness"] == 1)
    }

    @Test(arguments: wrong)
    func wrongOnesGetTheirFindings(_ shader: Shader) throws {
        let report = try report(shader)
        #expect(report.names == shader.finds, "\(CheckReport.table([report]))")
        #expect(report.findings.allSatisfy { $0.filter == shader.name })
        // Once each, and told so that it can be seen again.
        #expect(Set(report.failures.map(\.description)).count == report.failures.count)
        guard let failure = report.failures.first else { return }
        #expect(FilterCheck.hasCase(failure.testCase, of: try shader.filter()))
        #expect(try self.report(shader, only: failure.testCase).names == [failure.name], "\(failure)")
    }

    @Test func whatIsNotWrittenIsShown() throws {
        let shader = try #require(Self.wrong.first { $0.name == "borderLeft" })
        let failure = try #require(try report(shader, only: "written/17x15/initial/noise/rgba32f/hlg").failures.first)
        #expect(failure.problem.contains("15 of 255 pixels are not written") && failure.problem.contains("(16, 0)"))
        #expect(failure.map?.allSatisfy { $0 == String(repeating: ".", count: 16) + "x" } == true)
        // Once, in the smallest picture that shows it.
        let told = try report(shader).failures.filter { $0.name == "leaves-unwritten" }
        #expect(told.count == 1 && told.first?.testCase.hasPrefix("written/1x1/initial/") == true, "\(told)")
        // By the twin, there is nothing to look at but the picture that it makes.
        #expect(!CPURenderer.canRun(try shader.filter()))
    }

    /// The reference renders by the twin, to what a device makes of the shader.
    @Test func theTwinStandsForIt() throws {
        let shader = try #require(Self.right.first { $0.name == "boxAtOnce" })
        let noise = LightNoise(width: 31, height: 9, seed: 5)
        var graph = Graph()
        try graph.add(try shader.filter(), inputs: [graph.output])
        let pictures = try [CPURenderer() as any Renderer, try TestRenderer.shared()].map { renderer in
            let target = HostPlanes(layout: .rgba16f, width: noise.width, height: noise.height)
            try renderer.render(
                noise.job(graph, working: .rgba16f), sources: [noise.planes(for: .rgba16f)], at: .zero, into: target)
            return target
        }
        for place in noise.pixels.indices {
            let pixels = pictures.map { target in
                SIMD4<Double>(
                    (target.planes[0].address.raw + place / noise.width * target.planes[0].bytesPerRow).load(
                        fromByteOffset: place % noise.width * 8, as: SIMD4<Float16>.self))
            }
            #expect((0..<4).allSatisfy { abs(pixels[0][$0] - pixels[1][$0]) <= 0.003 * max(abs(pixels[1][$0]), 1) })
        }
    }

    /// What a device makes of memory that is not written, a job without poison leaves alone.
    @Test func poisonIsForChecksAlone() throws {
        let filter = try #require(Self.right.first { $0.name == "gained" }).filter()
        let noise = LightNoise(width: 6, height: 5, seed: 3)
        var graph = Graph()
        try graph.add(filter, inputs: [graph.output])
        var job = noise.job(graph, working: .rgba16f)
        let library = try TestRenderer.library()
        func text(_ job: RenderJob) throws -> [String] { Program(try Plan(job), library: library).passes.map(\.text) }
        let plain = try text(job)
        job.poison = 7
        #expect(try text(job) != plain && plain.allSatisfy { !$0.contains("isinf(color)") })
    }
}
