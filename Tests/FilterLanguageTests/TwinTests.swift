import FilterLanguage
import Foundation
import Testing

/// The ordinary filter that a raw one names as its twin: what is read, and what is refused, with its place.
@Suite struct TwinTests {
    private static let raw = """
        //! filter trial: A trial.
        //! kind   raw
        //! param  gain float = 1 in 0...4: How much.
        //! twin   plain.glsl
        void main() { ivec2 p = ivec2(gl_GlobalInvocationID.xy); setTexel(p, texel(p) * gain); }
        """

    private static let plain = """
        //! filter plain: The same.
        //! kind   point
        //! param  gain float = 1 in 0...4: How much.
        vec4 plain(vec4 color) { return color * gain; }
        """

    /// Reads a raw file that lies beside others.
    private func read(
        _ raw: String = raw, beside files: [String: String] = ["plain.glsl": plain], lookup: Filter.Lookup? = nil
    ) throws -> Filter {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files {
            try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
        return try Filter(source: raw, path: folder.appendingPathComponent("trial.glsl").path, lookup: lookup)
    }

    @Test func aFileBesideItIsRead() throws {
        let filter = try read()
        #expect(filter.twin?.name == "plain" && filter.twin?.kind == .point)
        #expect(filter.files.map { URL(fileURLWithPath: $0).lastPathComponent } == ["trial.glsl", "plain.glsl"])
    }

    @Test func aNameIsLookedUp() throws {
        let named = Self.raw.replacingOccurrences(of: "plain.glsl", with: "plain")
        let found = try read(named, beside: [:]) { name in (Self.plain, "library/\(name).glsl") }
        #expect(found.twin?.path == "library/plain.glsl")
        // Who does not ask a library knows of none.
        #expect(try read(named, beside: [:]).twin == nil)
        struct Missing: Error, CustomStringConvertible { var description: String { "plain: no filter of this name" } }
        let error = #expect(throws: SourceError.self) { try read(named, beside: [:]) { _ in throw Missing() } }
        #expect(error?.problem.contains("plain: no filter of this name") == true && error?.line == 4)
    }

    @Test func aTwinsOwnMistakesAreItsOwn() throws {
        let error = #expect(throws: SourceError.self) {
            try read(beside: ["plain.glsl": Self.plain.replacingOccurrences(of: "* gain", with: "* gian")])
        }
        #expect(error?.file.hasSuffix("plain.glsl") == true && error?.line == 4)
    }

    /// What stands in place of a part of either file, and what is said of it on the raw file's line.
    struct Mistake: Sendable {
        var raw: (String, String)?
        var twin: (String, String)?
        let says: String
        var line = 4
    }

    private static let mistakes: [Mistake] = [
        Mistake(raw: ("plain.glsl", "plian.glsl"), says: "did you mean \"plain.glsl\"?"),
        Mistake(raw: ("plain.glsl", "quite/another.glsl"), says: "beside the filter is named as it is"),
        Mistake(raw: ("plain.glsl", "../plain.glsl"), says: "climbs out of its folder"),
        Mistake(raw: ("plain.glsl", "/plain.glsl"), says: "absolute path"),
        Mistake(raw: ("plain.glsl", "."), says: "a twin is the filter that makes the same picture"),
        Mistake(raw: ("twin   plain.glsl", "twin"), says: "a twin is the filter that makes the same picture"),
        Mistake(raw: ("//! twin", "//! twin plain.glsl\n//! twin"), says: "already", line: 5),
        Mistake(raw: ("setTexel(p, texel(p) * gain);", ""), says: "writes neither", line: 5),
        Mistake(
            raw: ("void main", "//! result n uint: N.\nvoid main"), twin: nil, says: "", line: 0),
        Mistake(raw: ("in 0...4", "in 0...5"), says: "another type, initial value or range"),
        Mistake(raw: ("float = 1", "float = 2"), says: "another type, initial value or range"),
        Mistake(raw: ("float = 1", "int = 1"), says: "another type, initial value or range"),
        Mistake(raw: ("param  gain", "param  lift"), says: "no parameter 'lift'"),
        Mistake(twin: ("//! kind", "//! param more bool = false: X.\n//! kind"), says: "'more' that this file has not"),
        Mistake(twin: ("//! kind", "//! alpha changes\n//! kind"), says: "in both or in neither"),
        Mistake(raw: ("//! twin", "//! alpha changes\n//! twin"), says: "in both or in neither", line: 5),
        Mistake(twin: ("//! kind", "//! input mask: X.\n//! kind"), says: "more than one picture", line: 4),
        Mistake(raw: ("//! twin", "//! intends clips-at-one: X.\n//! twin"), says: "move this line there"),
    ]

    @Test(arguments: mistakes.indices)
    func mistakesAreNamedWhereTheyStand(_ index: Int) throws {
        let mistake = Self.mistakes[index]
        func changed(_ text: String, _ change: (String, String)?) -> String {
            change.map { text.replacingOccurrences(of: $0.0, with: $0.1) } ?? text
        }
        var twin = changed(Self.plain, mistake.twin)
        if mistake.says.contains("more than one picture") {
            twin = twin.replacingOccurrences(of: "vec4 color)", with: "vec4 color, vec4 mask)")
        }
        let files = ["plain.glsl": twin]
        guard !mistake.says.isEmpty else {
            // Results beside a picture are the device's own.
            #expect(try read(changed(Self.raw, mistake.raw), beside: files).twin != nil)
            return
        }
        let error = #expect(throws: SourceError.self) { try read(changed(Self.raw, mistake.raw), beside: files) }
        #expect(error?.problem.contains(mistake.says) == true, "\(error?.description ?? "none")")
        #expect(error?.line == mistake.line, "\(error?.description ?? "none")")
    }

    /// Two files that name one another end with a sentence, and so does one that names itself.
    @Test func aTwinIsNoWholeShader() throws {
        for files in [
            [
                "plain.glsl": Self.raw.replacingOccurrences(of: "plain.glsl", with: "trial.glsl"),
                "trial.glsl": Self.raw,
            ],
            ["plain.glsl": Self.raw],
        ] {
            let error = #expect(throws: SourceError.self) { try read(beside: files) }
            #expect(error?.problem.contains("cannot be of kind raw itself") == true, "\(error?.description ?? "none")")
        }
    }

    @Test func onlyWholeShadersThatWriteHaveOne() throws {
        let point = #expect(throws: SourceError.self) {
            try read(Self.plain.replacingOccurrences(of: "//! kind", with: "//! twin plain.glsl\n//! kind"))
        }
        #expect(point?.problem.contains("only filters of kind raw have a twin") == true)
        let measuring = #expect(throws: SourceError.self) {
            try read(
                """
                //! filter trial: A trial.
                //! kind raw
                //! twin plain.glsl
                //! result n uint: N.
                void main() { n_add(1u); }
                """)
        }
        #expect(measuring?.problem.contains("this filter only measures") == true && measuring?.line == 3)
    }

    /// A picture that is written can be meant, where no twin stands for it.
    @Test func whatIsMeantIsSaid() throws {
        let filter = try read(
            Self.raw.replacingOccurrences(of: "//! twin   plain.glsl", with: "//! intends clips-at-one: It is meant."))
        #expect(filter.intents.map(\.finding) == ["clips-at-one"] && filter.twin == nil)
    }
}
