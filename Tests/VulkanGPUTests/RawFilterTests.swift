import CPUReference
import ColorScience
import FilterCheck
import FilterGraph
import FilterLanguage
import Foundation
import Frames
import Testing

@testable import VulkanGPU

/// Whole shaders on a device: what they read and write, and what is said of mistakes in them.
@Suite(.enabled(if: TestDevice.isPresent, "no Vulkan device")) struct RawFilterTests {
    private static func filter(_ lines: String, _ code: String) throws -> Filter {
        try Filter(source: "//! filter trial: A trial.\n//! kind raw\n\(lines)\n\(code)\n", path: "trial.glsl")
    }

    private func run(
        _ filters: [(Filter, Settings)], _ noise: LightNoise, _ renderer: any Renderer,
        working: WorkingFormat = .rgba16f, at time: MediaTime = .zero
    ) throws -> (records: [FrameRecord], pixels: [SIMD4<Double>]) {
        var graph = Graph()
        for (filter, settings) in filters { try graph.add(filter, settings: settings, inputs: [graph.output]) }
        let target = HostPlanes(layout: .rgba16f, width: noise.width, height: noise.height)
        let statistics = try renderer.render(
            noise.job(graph, working: working), sources: [noise.planes(for: working)], at: time, into: target)
        let plane = target.planes[0]
        let pixels = noise.pixels.indices.map { index in
            SIMD4<Double>(
                (plane.address.raw + index / noise.width * plane.bytesPerRow).load(
                    fromByteOffset: index % noise.width * 8, as: SIMD4<Float16>.self))
        }
        return (statistics.records, pixels)
    }

    // MARK: Writing

    /// Through shared memory, at sizes that no tile divides; between other filters; the picture is the shader's.
    @Test(arguments: [(1, 1), (17, 15), (70, 33)])
    func aPictureIsWritten(_ size: (Int, Int)) throws {
        let mirror = try Self.filter(
            "//! threads 8x8\n//! result rows uint: Rows that were written.",
            """
            shared vec4 tile[64];
            void main() {
                ivec2 p = ivec2(gl_GlobalInvocationID.xy);
                tile[gl_LocalInvocationIndex] = texel(ivec2(int(size.x) - 1 - p.x, p.y));
                barrier();
                setTexel(p, tile[gl_LocalInvocationIndex]);
                if (p.x == 0 && p.y < int(size.y)) rows_add(1u);
            }
            """)
        let exposure = try PixelRun.filter("exposure")
        let noise = LightNoise(width: size.0, height: size.1, seed: 2)
        try TestDevice.use { device in
            let gpu = GPURenderer(device: device, library: try TestRenderer.library())
            let up: (Filter, Settings) = (exposure, ["stops": [1]])
            for (chain, scale) in [([(mirror, [:])], 1.0), ([up, (mirror, [:]), up], 4)]
                as [([(Filter, Settings)], Double)]
            {
                let (records, pixels) = try run(chain, noise, gpu)
                #expect(records.map { $0["rows"] } == [Double(size.1)])
                for (index, pixel) in pixels.enumerated() {
                    let mirrored = noise.pixels[index / size.0 * size.0 + size.0 - 1 - index % size.0]
                    let wanted = SIMD4(mirrored.x * scale, mirrored.y * scale, mirrored.z * scale, 1)
                    let near = (0..<4).allSatisfy { abs(pixel[$0] - wanted[$0]) <= 0.002 * abs(wanted[$0]) + 1e-6 }
                    #expect(near, "pixel \(index): \(pixel), not \(wanted)")
                }
            }
            // In ten bits the picture is rounded as every stored one is, and darker and brighter light limited.
            let (records, _) = try run([(mirror, [:])], noise, gpu, working: .rgb10a2)
            #expect(records.map { $0["rows"] } == [Double(size.1)])
            #expect(throws: GraphError.self) { try run([(mirror, [:])], noise, CPURenderer()) }
        }
    }

    // MARK: Results

    @Test(arguments: MemoryStrategy.allCases)
    func everyFormOfResultIsWrittenWithinItsBounds(_ strategy: MemoryStrategy) throws {
        let filter = try Self.filter(
            """
            //! param number int = 3 in 0...9: A number.
            //! param flag bool = true: A flag.
            //! param mode choice = one of one two: A mode.
            //! param lift vec3 = 0/0/0 in -1...1: Numbers.
            //! param tone curve = 0/0 1/1 in 0...1: A curve.
            //! phase turn = 1/4 per second
            //! threads 1x1
            //! tile 1024x1024
            //! result least uint = 50: A.
            //! result most uint[3]: B.
            //! result total uint64: C.
            //! result totals uint64[2] / 4: D.
            //! result mean float: E.
            //! result means float[2] / 2: F.
            //! result after uint = 77: G.
            """,
            """
            void main() {
                least_min(60u); least_min(40u);
                most_max(0u, 5u); most_max(1u, 6u); most_set(2u, 9u); most_max(3u, 99u); most_add(4000000000u, 99u);
                total_add(0xFFFFFFFFu); total_add(0xFFFFFFFFu); total_add(uvec2(2u, 5u));
                totals_add(1, 8u); totals_add(2, 8u);
                mean_set(lift.y + (flag ? 2.0 : 0.0));
                means_set(0, tone(0.5) + turn); means_set(1, time); means_set(2, 9.0);
                if (mode == mode_two) after_add(uint(number));
            }
            """)
        let noise = LightNoise(width: 5, height: 4, seed: 1)
        try TestDevice.use(strategy: strategy) { device in
            let gpu = GPURenderer(device: device, library: try TestRenderer.library())
            let settings: Settings = ["lift": [0, 0.5, 0], "mode": [1], "number": [5]]
            let record = try #require(
                try run([(filter, settings)], noise, gpu, at: MediaTime(5, 1)).records.first)
            #expect(record["least"] == 40 && record.values("most") == [5, 6, 9])
            let total: Double = 4_294_967_295 * 2 + 2 + 5 * 4_294_967_296
            #expect(record["total"] == total)
            #expect(record.values("totals") == [0, 2] && record["mean"] == 2.5)
            #expect(record.values("means") == [0.375, 2.5] && record["after"] == 82)
            let again = try #require(try run([(filter, ["flag": [0]])], noise, gpu).records.first)
            #expect(again["mean"] == 0 && again["after"] == 77 && record.values("nothing") == nil)
        }
    }

    /// Names of the shader around it are the author's to use.
    @Test func ownNamesStandInNobodysWay() throws {
        let filter = try Self.filter(
            "//! threads 4x4\n//! result sum uint: A sum.",
            """
            struct Settings { float brightest; uint record; };
            uint shade = 1u;
            vec4 light0(float x) { return vec4(x); }
            float encode(float position) { return position; }
            float stored0(float clipped) { return 2.0 * clipped; }
            const float fetch0 = 3.0;
            uint src0_0(uint off_s0_0) { return off_s0_0; }
            float toSignal2(float x) { return x; }
            void main() {
                Settings settings = Settings(encode(stored0(fetch0)), 4u);
                uint f0_gain = src0_0(settings.record) + shade;
                vec2 time2 = vec2(settings.brightest);
                if (light0(time2.x).x == 6.0) sum_add(f0_gain);
            }
            """)
        let noise = LightNoise(width: 8, height: 8, seed: 1)
        let (records, _) = try run(
            [(try PixelRun.filter("exposure"), ["stops": [1]]), (filter, [:])], noise, try TestRenderer.shared())
        #expect(records.map { $0["sum"] } == [64.0 * 5])
    }

    // MARK: Mistakes

    /// Code that the compiler refuses, where, and in which words.
    static let mistakes: [(code: String, place: (Int, Int), says: String)] = [
        ("void main() {\n    uint x = coutn_add(1u);\n}", (5, 14), "did you mean 'count_add'?"),
        ("void main() {\n    float level = 1.0;\n    count_add(uint(levle));\n}", (6, 20), "did you mean 'level'?"),
        ("void main() {\n    float x = 1.0\n    count_add(1u);\n}", (6, 5), "missing ';'"),
        (
            "void main() {\n    int x = 1.5;\n}", (5, 11),
            "a value of type float does not become int by itself; write int(...)"
        ),
        ("void main() {\n    vec3 c = texel(ivec2(0));\n}", (5, 12), "a value of type vec4 does not become vec3"),
        ("void main() {\n    float x = 1.0 + vec2(1.0) * mat3(1.0);\n}", (5, 31), "does not take vec2 and mat3"),
        ("void main() {\n    count = 3u;\n}", (5, 5), "write it by a function such as count_add"),
        ("void main() {\n    vec4 c = at(vec2(0.0));\n}", (5, 14), "reads by texel(ivec2)"),
        ("void main() {\n    vec4 c = texel(1, 2);\n}", (5, 14), "it is texel(ivec2)"),
        ("void main() {\n    vec2 c = position;\n}", (5, 14), "gl_GlobalInvocationID.xy"),
        ("void main() {\n    int a[3];\n    a[3] = 1;\n}", (6, 6), "outside the array"),
        ("void main() {\n    const int a = 3;\n    a = 1;\n}", (6, 5), "cannot be changed"),
        ("void main() {\n    float x = 1.0; float x = 2.0;\n}", (5, 26), "declared already"),
        ("float f() { float x = 1.0; }\nvoid main() {\n    count_add(uint(f()));\n}", (4, 7), "add a return"),
        (
            "float g(float x);\nfloat f(float x) { return g(x); }\nfloat g(float x) { return f(x); }\nvoid main() { count_add(uint(f(1.0))); }",
            (7, 6), "calls itself"
        ),
        ("void main() {\n    float input = 1.0;\n}", (5, 11), "reserved word"),
        ("void main() {\n    vec2 v = vec2(1.0).xq;\n}", (5, 24), "'xq'"),
        ("void main() {\n    if (1) { count_add(1u); }\n}", (5, 5), "must be a bool"),
        ("void main() {\n    barier();\n}", (5, 5), "did you mean 'barrier'?"),
        ("uint texel(ivec2 p) { return 1u; }\nvoid main() { count_add(1u); }", (4, 6), "'texel'"),
        (
            "shared uint big[20000000];\nvoid main() { count_add(big[7]); }", (5, 6),
            "take 80000000 bytes, this device has"
        ),
        (
            "shared uint big[40000][40000][40000];\nvoid main() { count_add(big[7][7][7]); }", (5, 6),
            "bytes, this device has"
        ),
        (
            "void main() { float big[100000]; big[3] = time; count_add(uint(big[int(time)])); }", (4, 6),
            "of a thread take"
        ),
        ("void main() {\n    uint x = 1u; uint y = x +;\n}", (5, 30), "cannot be read as GLSL"),
        ("void main() {\n    return 1.0;\n}", (5, 5), "write 'return;' alone"),
        ("void f() { return vec4(1.0); }\nvoid main() { f(); }", (4, 12), "gives nothing back returns no value"),
        ("void main() {\n    size.x = 1.0;\n}", (5, 5), "'size' cannot be changed; copy it into a variable"),
        ("void main() {\n    size = vec2(1.0);\n}", (5, 5), "'size' cannot be changed; copy it into a variable"),
        ("void main() {\n    time += 1.0;\n}", (5, 5), "'time' cannot be changed; copy it into a variable"),
        ("void main() {\n    referenceWhite++;\n}", (5, 5), "'referenceWhite' cannot be changed"),
        ("void main() {\n    gl_GlobalInvocationID.x = 1u;\n}", (5, 5), "'gl_GlobalInvocationID' cannot be changed"),
        ("main2 { }\nvoid main() { count_add(1u); }", (4, 1), "cannot be read as GLSL"),
    ]

    @Test(arguments: mistakes.indices)
    func mistakesAreTheAuthorsInTheirWords(_ index: Int) throws {
        let (code, place, says) = Self.mistakes[index]
        let filter = try Self.filter("//! result count uint: How many.", code)
        let error = #expect(throws: SourceError.self) {
            try run([(filter, [:])], LightNoise(width: 4, height: 4, seed: 1), try TestRenderer.shared())
        }
        guard let error else { return }
        #expect(error.problem.contains(says), "\(error.illustrated)")
        #expect(error.file == "trial.glsl" && error.line == place.0 && error.column == place.1, "\(error.illustrated)")
        #expect(!error.excerpt.isEmpty)
        for word in ["ERROR", "candela_", "glslang", "temp ", "-component", "IDENTIFIER", "assign"] {
            #expect(!error.problem.contains(word), "\(error.problem)")
        }
    }

    private static func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    static let towers: [String] = [
        "float x = 1.0\(many(" + 1.0", 1900));",
        "float x = \(many("- ", 3900))1.0;",
        "bool x = \(many("!", 3900))true;",
        "float x = \(many("sin(", 60))1.0\(many(")", 60));",
        "\(many("if (true) ", 800));",
        "\(many("if (false) {} else ", 250)){}",
        "float x = \(many("true ? 1.0 : ", 900))1.0;",
        "\(many("for (;false;) ", 400));",
        "int x\(many("[1]", 60));", "float x[2147483647];", "float x[-1];", "int x = 1 / 0;",
        "switch (1) { \((0..<900).map { "case \($0): " }.joined())break; }",
    ]

    /// Towers that a compiler would climb end, in a picture or in a mistake.
    @Test(arguments: towers)
    func towersEnd(_ code: String) throws {
        let filter = try? Self.filter(
            "//! result count uint: How many.", "void main() { \(code) count_add(1u); }")
        guard let filter else { return }
        let noise = LightNoise(width: 2, height: 2, seed: 1)
        do {
            #expect(try run([(filter, [:])], noise, try TestRenderer.shared()).records.count == 1)
        } catch {
            #expect(error is SourceError, "\(error)")
        }
    }

    // MARK: Check

    @Test func withoutATwinNothingIsProved() throws {
        let filter = try Self.filter(
            "//! result bright uint [pixels]: Bright pixels.\n//! expect (2, 0, 0, 1) -> bright = 4096",
            """
            void main() {
                ivec2 p = ivec2(gl_GlobalInvocationID.xy);
                if (p.x < int(size.x) && p.y < int(size.y) && texel(p).r > 1.0) bright_add(1u);
            }
            """)
        let report = FilterCheck.check(
            filter, reference: CPURenderer(), candidate: try TestRenderer.shared(),
            options: CheckOptions(extent: .quick))
        #expect(report.passed && report.unproven?.hasPrefix("not provable: no twin") == true)
        #expect(report.caseCount > 20 && report.exampleCount == 1, "\(CheckReport.table([report]))")
        #expect(CheckReport.table([report]).contains("trial: not provable: no twin"))
        #expect(ProofRow(report) == nil)
    }

    @Test func whatIsWrongInThemIsFound() throws {
        let lines = "//! result n uint: N.\n//! expect (2, 0, 0, 1) -> n = 4095"
        let code = "void main() { n_add(1u); n_set(uint(size.x * size.y)); }"
        let report = FilterCheck.check(
            try Self.filter(lines, code), reference: CPURenderer(), candidate: try TestRenderer.shared(),
            options: CheckOptions(extent: .quick))
        #expect(report.failures.map(\.kind) == [.example], "\(CheckReport.table([report]))")
        let broken = FilterCheck.check(
            try Self.filter(lines, "void main() { n_add(m); }"), reference: CPURenderer(),
            candidate: try TestRenderer.shared(), options: CheckOptions(extent: .quick))
        #expect(broken.failures.count == 1 && broken.failures[0].problem.contains("'m' is declared nowhere"))
        // Another filter of a shipped one's name has no twin.
        let other = try Filter(
            source: "//! filter lightLevel: Another.\n//! kind raw\n//! result n uint: N.\nvoid main() { n_add(1u); }",
            path: "lightLevel.glsl")
        let shipped = try PixelRun.filter("lightLevel")
        #expect(!CPURenderer.canRun(other) && CPURenderer.canRun(shipped))
    }

    /// A device that counts one pixel too many is told apart from the twin.
    @Test func aWrongNumberFails() throws {
        struct Miscounting: Renderer {
            let inner: any Renderer
            var name: String { "miscounting" }
            func render(
                _ job: RenderJob, sources: [HostPlanes?], at time: MediaTime, into target: HostPlanes
            ) throws -> FrameStatistics {
                var statistics = try inner.render(job, sources: sources, at: time, into: target)
                statistics.records = statistics.records.map { record in
                    var numbers = record.numbers
                    numbers[numbers.count - 1] += 1
                    return FrameRecord(
                        node: record.node, filter: record.filter, quantities: record.quantities, numbers: numbers)
                }
                return statistics
            }
        }
        let filter = try PixelRun.filter("lightLevel")
        let wrong = FilterCheck.check(
            filter, reference: CPURenderer(), candidate: Miscounting(inner: CPURenderer()),
            options: CheckOptions(extent: .quick))
        let failure = try #require(wrong.failures.first)
        #expect(failure.name == "results-differ" && failure.problem.contains("histogram[255]"), "\(failure)")
        #expect(failure.testCase.hasPrefix("1x1/"), "\(failure)")
        let right = FilterCheck.check(
            filter, reference: CPURenderer(), candidate: try TestRenderer.shared(),
            options: CheckOptions(extent: .quick))
        #expect(right.passed && right.names.isEmpty, "\(CheckReport.table([right]))")
    }
}
