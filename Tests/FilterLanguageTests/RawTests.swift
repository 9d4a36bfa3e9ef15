import FilterLanguage
import Testing

/// Raw filters: what their lines say, and what is refused before any compiler sees it.
@Suite struct RawTests {
    private static func source(_ lines: String, _ code: String = "void main() { count_add(1u); }") -> String {
        "//! filter trial: A trial.\n//! kind raw\n\(lines)\n\(code)\n"
    }

    private static let count = "//! result count uint [pixels]: How many."

    @Test func resultsAreRead() throws {
        let filter = try Filter(
            source: Self.source(
                """
                //! param limit float = 1 in 0...4 [white]: A limit.
                //! threads 64x4
                //! tile 128x64
                //! result count uint [pixels]: How many.
                //! result least uint = 4294967295 / 1024 [cd/m²]: The least.
                //! result total uint64 / 1000 [cd/m²]: In all.
                //! result bins uint[256] [pixels]: By bin.
                //! result mean float: Without unit.
                //! result rows uint[3]: Without unit, in a row.
                """), path: "trial.glsl")
        #expect(filter.kind == .raw && filter.pictureCount == 1 && filter.onlyMeasures)
        #expect(filter.results.map(\.name) == ["count", "least", "total", "bins", "mean", "rows"])
        #expect(filter.results.map(\.kind) == [.uint, .uint, .uint64, .uint, .float, .uint])
        #expect(filter.results.map(\.count) == [nil, nil, nil, 256, nil, 3])
        #expect(filter.results.map(\.initial) == [0, .max, 0, 0, 0, 0])
        #expect(filter.results.map(\.divisor) == [1, 1024, 1000, 1, 1, 1])
        #expect(filter.results.map(\.unit) == ["pixels", "cd/m²", "cd/m²", "pixels", nil, nil])
        #expect(filter.results.map(\.wordCount) == [1, 1, 2, 256, 1, 3])
        let raw = try #require(filter.raw)
        #expect([raw.threads.columns, raw.threads.rows, raw.tile.columns, raw.tile.rows] == [64, 4, 128, 64])
    }

    @Test func theCodeKeepsItsLines() throws {
        let filter = try Filter(
            source: Self.source(
                Self.count,
                """
                #define STEP 0x10u
                // A remark.
                void main() {
                    count_add(STEP); /* two
                    lines */ count_add(7u);
                    float x = .5 + 1e-3;
                }
                """), path: "trial.glsl")
        let raw = try #require(filter.raw)
        // Each word on a line of its own, so that a compiler's line is a word.
        #expect(raw.text.split(separator: "\n").map(String.init) == raw.words.map(\.text))
        let text = raw.words.map(\.text).joined(separator: " ")
        #expect(text.contains("{ count_add ( 16u ) ;") && text.contains("float x = 0.5 + 0.001 ;"))
        #expect(raw.words.filter { $0.text == "count_add" }.map(\.place.line) == [7, 8])
        #expect(raw.tile.columns == 16 && raw.tile.rows == 16)
        #expect(raw.mainPlace == Place(line: 6, column: 6))
    }

    @Test func whatWritesNoPictureOnlyMeasures() throws {
        let flip = try Filter(
            source: Self.source("", "void main() { setTexel(ivec2(0), texel(ivec2(1))); }"), path: "trial.glsl")
        #expect(!flip.onlyMeasures && flip.results.isEmpty)
    }

    @Test func examplesNameResults() throws {
        let filter = try Filter(
            source: Self.source(
                "//! param limit float = 1 in 0...4: A limit.\n//! expect limit = 2: (3, 0, 0, 1) -> count = 4096\n"
                    + Self.count), path: "trial.glsl")
        #expect(filter.examples.map(\.results) == [["count": 4096]])
        #expect(filter.examples[0].inputs == [[3, 0, 0, 1]] && filter.examples[0].settings == ["limit": [2]])
    }

    /// A file that is wrong, the line and column of the mistake, and a part of what is said.
    struct Mistake: Sendable {
        let lines: String
        var code = "void main() { count_add(1u); }"
        let place: (Int, Int)
        let says: String
    }

    private static let mistakes: [Mistake] = [
        Mistake(lines: "", place: (4, 6), says: "writes neither a result nor a picture"),
        Mistake(lines: "//! result count unit: X.", place: (3, 18), says: "did you mean 'uint'?"),
        Mistake(lines: "//! result size uint: X.", place: (3, 12), says: "given to every filter"),
        Mistake(lines: "//! result count uint[0]: X.", place: (3, 23), says: "no count of numbers"),
        Mistake(lines: "//! result count uint[5000]: X.", place: (3, 23), says: "no count of numbers"),
        Mistake(lines: "//! result count float = 3: X.", place: (3, 26), says: "only results of type uint"),
        Mistake(lines: "//! result count uint = -1: X.", place: (3, 25), says: "no whole number"),
        Mistake(lines: "//! result count uint / 0: X.", place: (3, 25), says: "above 0"),
        Mistake(lines: "//! result count uint", place: (3, 22), says: "expected ':'"),
        Mistake(
            lines: "//! result count uint[4000]: X.\n//! result more uint[97]: X.", place: (4, 12), says: "at most 4096"
        ),
        Mistake(lines: count + "\n" + count, place: (4, 12), says: "declared on line 3 already"),
        Mistake(
            lines: count + "\n//! param count_add float = 1 in 0...2: X.", place: (4, 11), says: "that 'count' brings"),
        Mistake(lines: count + "\n//! param setTexel float = 1 in 0...2: X.", place: (4, 11), says: "brings"),
        Mistake(lines: count + "\n//! threads 64", place: (4, 13), says: "such as 16x16"),
        Mistake(lines: count + "\n//! threads 64x16", place: (4, 13), says: "at most 256"),
        Mistake(lines: count + "\n//! threads -1x1", place: (4, 13), says: "'-1x1' is no size of threads"),
        Mistake(lines: count + "\n//! threads 8*8", place: (4, 13), says: "'8*8' is no size of threads"),
        Mistake(lines: count + "\n//! tile 8.5x8", place: (4, 10), says: "'8.5x8' is no size of tile"),
        Mistake(lines: count + "\n//! threads", place: (4, 12), says: "nothing is no size of threads"),
        Mistake(lines: count + "\n//! tile 0x4", place: (4, 10), says: "such as 16x16"),
        Mistake(lines: count + "\n//! law monotone", place: (4, 1), says: "laws are not for"),
        Mistake(lines: count + "\n//! intends clips-at-one: X.", place: (4, 1), says: "not tried for HDR"),
        Mistake(lines: count + "\n//! input mask: X.", place: (4, 11), says: "reads one picture"),
        Mistake(lines: count + "\n//! light signal", place: (1, 12), says: "call toSignal and toLight"),
        Mistake(lines: count + "\n//! expect (1, 1, 1, 1) -> cuont = 1", place: (4, 28), says: "did you mean 'count'?"),
        Mistake(lines: count, code: "void mian() {}", place: (1, 12), says: "no 'void main()'"),
        Mistake(
            lines: count, code: "layout(local_size_x = 4) in;\nvoid main() {}", place: (4, 1), says: "//! threads 16x16"
        ),
        Mistake(lines: count, code: "buffer B { uint b[]; };\nvoid main() {}", place: (4, 1), says: "'//! result'"),
        Mistake(lines: count, code: "uniform float x;\nvoid main() {}", place: (4, 1), says: "'//! param'"),
        Mistake(
            lines: count, code: "void main() { uint x = gl_LocalInvocationIdx; }", place: (4, 24), says: "is not there"),
        Mistake(lines: count, code: "void main() { subgroupAdd(1u); }", place: (4, 15), says: "differ from device"),
        Mistake(lines: count, code: "float candela_x;\nvoid main() {}", place: (4, 7), says: "belong to the shader"),
        Mistake(lines: count, code: "void main() { double x; }", place: (4, 15), says: "'double' is not supported"),
        Mistake(lines: count, code: "void main() { discard; }", place: (4, 15), says: "use return"),
        Mistake(lines: count, code: "void main() {\n    if (true) {\n}\n", place: (4, 13), says: "never closed"),
        Mistake(lines: count, code: "void main() {} }", place: (4, 16), says: "closes no '{'"),
        Mistake(
            lines: count, code: "void main() { count_add(1u); } void main() { count_add(2u); }", place: (4, 37),
            says: "'main' is written twice"),
        Mistake(
            lines: count, code: "void main(int x) { count_add(1u); } void main() { }", place: (4, 6),
            says: "'main' is where the filter begins, once, as 'void main() { ... }'"),
        Mistake(
            lines: count, code: "int main() { return 1; }", place: (4, 5),
            says: "'main' is where the filter begins, once, as 'void main() { ... }'"),
        Mistake(
            lines: count, code: "float main = 1.0; void main() { count_add(1u); }", place: (4, 7),
            says: "'main' is where the filter begins, once, as 'void main() { ... }'"),
        Mistake(
            lines: count, code: "void f() { float main = 1.0; } void main() { count_add(1u); }", place: (4, 18),
            says: "'main' is where the filter begins, once, as 'void main() { ... }'"),
        Mistake(
            lines: count, code: "void main() { main(); count_add(1u); }", place: (4, 15),
            says: "'main' is where the filter begins, once, as 'void main() { ... }'"),
        Mistake(
            lines: count, code: "void main() { count_add(uint(time) }", place: (4, 24), says: "not closed before '}'"),
        Mistake(lines: count, code: "void main() { (] }", place: (4, 16), says: "closes no '['"),
        Mistake(
            lines: count, code: "void main() { x = " + String(repeating: "(", count: 100) + "1; }", place: (4, 82),
            says: "more than 64 brackets"),
        Mistake(
            lines: count, code: "void main() { float x = 1.0" + String(repeating: " + 1.0", count: 2100) + "; }",
            place: (4, 14340), says: "at most 4096 words"),
    ]

    @Test(arguments: mistakes.indices)
    func mistakesAreNamedWhereTheyStand(_ index: Int) throws {
        let mistake = Self.mistakes[index]
        let error = #expect(throws: SourceError.self) {
            try Filter(source: Self.source(mistake.lines, mistake.code), path: "trial.glsl")
        }
        #expect(error?.problem.contains(mistake.says) == true, "\(error?.description ?? "none")")
        #expect(error?.line == mistake.place.0, "\(error?.description ?? "none")")
        if mistake.place.1 < 1000 { #expect(error?.column == mistake.place.1, "\(error?.description ?? "none")") }
    }

    @Test(arguments: ["//! result count uint: X.", "//! threads 8x8", "//! tile 8x8"])
    func otherKindsHaveNoResults(_ line: String) throws {
        #expect(throws: SourceError.self) {
            try Filter(
                source: "//! filter trial: A trial.\n//! kind point\n\(line)\nvec4 trial(vec4 c) { return c; }",
                path: "trial.glsl")
        }
    }

    @Test func manyWordsAreRefused() throws {
        let code = "void main() {" + String(repeating: " ;", count: 30_000) + " }"
        let error = #expect(throws: SourceError.self) {
            try Filter(source: Self.source(Self.count, code), path: "trial.glsl")
        }
        #expect(error?.problem.contains("at most 20000 words") == true)
        let tower = "void main() { " + String(repeating: "if (false) {} else ", count: 300) + "{} }"
        #expect(throws: SourceError.self) { try Filter(source: Self.source(Self.count, tower), path: "trial.glsl") }
    }
}
