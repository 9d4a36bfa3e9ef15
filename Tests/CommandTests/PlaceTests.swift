import Foundation
import Testing

/// Places that take no file are refused before the work, by every option that names one; what stands there is kept.
@Suite(.serialized, .enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct PlaceTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try FileManager.default.createDirectory(atPath: folder.path("dir"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: folder.path("dir.svg"), withIntermediateDirectories: true)
        try folder.write("kept", to: "file.txt")
    }

    private static let long = String(repeating: "x", count: 300)
    /// Places for a file, with what is said of each.
    private static let places = [
        ("absent/t", "there is no folder 'absent'"), ("dir/", "it is a folder"), ("file.txt/t", "not a directory"),
        ("/proc/t", "takes no new files"), (long, "file name too long"),
    ]

    private static let bench = ["bench", "exposure", "--size", "64x48", "--runs", "2", "--warmup", "0"]

    /// Expects one sentence about a place, and that nothing was done before it.
    private func expectRefusal(
        _ words: [String], _ problem: String, status: Int32 = 74, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let before = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted()
        let outcome = try await BuiltProgram.candela(words, in: folder.url)
        #expect(outcome.status == status, "\(words): \(outcome.errors)", sourceLocation: sourceLocation)
        #expect(outcome.output.isEmpty, "\(words): \(outcome.output)", sourceLocation: sourceLocation)
        #expect(
            outcome.errorLines.count == 1 && outcome.errors.contains(problem) && outcome.errors.contains("; "),
            "\(words): \(outcome.errors)", sourceLocation: sourceLocation)
        let after = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted()
        #expect(before == after, "\(words)", sourceLocation: sourceLocation)
    }

    /// What a command reads it never writes over, whatever option names it.
    @Test func whatIsReadIsKept() async throws {
        _ = try await TestClip.pq(in: folder, frames: 2)
        let look = "//! filter look: Darkens.\n//! kind point\nvec4 look(vec4 color) { return 0.5 * color; }\n"
        try folder.write(look, to: "look.glsl")
        let mask = try await BuiltProgram.tool(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "color=gray:s=192x108", "-frames:v", "1", "mask.png"],
            in: folder.url)
        #expect(mask.status == 0)
        let bench = ["bench", "./look.glsl", "--size", "64x48", "--runs", "2", "--warmup", "0"]
        for (words, file) in [
            (["check", "./look.glsl", "--readiness", "--junit", "look.glsl"], "look.glsl"),
            (["check", "./look.glsl", "--readiness", "--proof", "look.glsl"], "look.glsl"),
            (bench + ["--csv", "look.glsl"], "look.glsl"),
            (["bench", "exposure", "--size", "64x48", "--against", "./look.glsl", "--csv", "look.glsl"], "look.glsl"),
            (
                ["render", "pq.mkv", "-o", "mask.png", "--overwrite", "--watch", "--filter", "still:picture=mask.png"],
                "mask.png"
            ),
            (["render", "pq.mkv", "-o", "pq.mkv", "--overwrite"], "pq.mkv"),
        ] {
            let before = try Data(contentsOf: URL(fileURLWithPath: folder.path(file)))
            let outcome = try await BuiltProgram.candela(words, in: folder.url)
            #expect(outcome.status == 64, "\(words): \(outcome.errors)")
            #expect(outcome.errors.contains("it is an input and would be written over"), "\(words): \(outcome.errors)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path(file))) == before, "\(words)")
        }
    }

    @Test func filesAreRefusedBeforeTheWork() async throws {
        _ = try await TestClip.pq(in: folder, frames: 2)
        for (place, problem) in Self.places {
            let isFolder = place.hasSuffix("/")
            try await expectRefusal(Self.bench + ["--csv", place], problem)
            try await expectRefusal(Self.bench + ["--json", "--csv", place], problem)
            try await expectRefusal(
                Self.bench + ["--plot", isFolder ? "dir.svg" : "\(place).svg"], problem)
            try await expectRefusal(["check", "exposure", "--readiness", "--junit", place], problem)
            try await expectRefusal(["check", "exposure", "--readiness", "--json", "--proof", place], problem)
            let clip = isFolder ? "dir" : "\(place).mkv"
            try await expectRefusal(["render", "pq.mkv", "-o", clip, "--codec", "ffv1"], problem)
            let picture = isFolder ? "absent/p.png" : "\(place).png"
            try await expectRefusal(
                ["render", "pq.mkv", "-o", picture, "--watch"], isFolder ? "there is no folder 'absent'" : problem)
        }
        try await expectRefusal(["new", "point", "look", "-o", "absent"], "there is no folder")
        try await expectRefusal(Self.bench + ["--baseline", "absent.json"], "absent.json: ")
        try await expectRefusal(Self.bench + ["--baseline", "dir"], "dir: ")
    }

    @Test func foldersAreRefusedBeforeTheWork() async throws {
        _ = try await TestClip.pq(in: folder, frames: 2)
        for (place, problem) in [
            ("file.txt", "it is no folder"), ("file.txt/deep", "no"),
            ("/proc/deep", "/proc/deep: no folder can be made there"),
            ("/proc", "/proc: the folder '/proc' takes no new files"),
            (Self.long, "file name too long"),
        ] {
            try await expectRefusal(["filters", "--write-docs", place], problem)
            try await expectRefusal(
                ["render", "pq.mkv", "-o", "out.mkv", "--codec", "ffv1", "--dump-shader", place], problem)
        }
        // One that is not there is made, with those above it.
        let made = try await BuiltProgram.candela(
            ["render", "pq.mkv", "-o", "out.mkv", "--codec", "ffv1", "--quiet", "--dump-shader", "new/deep/"],
            in: folder.url)
        #expect(made.status == 0, "\(made.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("new/deep")) == ["pass0.comp"])
    }

    /// A pipe or a device is written into; a file would take its place otherwise.
    @Test func pipesStayPipes() async throws {
        let outcome = try await BuiltProgram.shell(
            "mkfifo p; cat p > got & candela check exposure --readiness --junit p > said; wait; test -p p; cat got",
            in: folder.url)
        #expect(outcome.status == 0 && outcome.output.contains("<testsuite"), "\(outcome.errors)")
        let null = try await BuiltProgram.candela(Self.bench + ["--csv", "/dev/null"], in: folder.url)
        #expect(null.status == 0, "\(null.errors)")
        var info = stat()
        #expect(stat("/dev/null", &info) == 0 && info.st_mode & S_IFMT == S_IFCHR)
    }

    /// Commands that write a file, by its ending.
    private static let writers: [(ending: String, words: @Sendable (String) -> [String])] = [
        ("mkv", { ["render", "pq.mkv", "-o", $0, "--codec", "ffv1", "--overwrite"] }),
        ("xml", { ["check", "exposure", "--readiness", "--junit", $0] }),
        ("csv", { bench + ["--csv", $0] }),
    ]

    /// What a link leads to is written, in its own folder; the link stays one.
    @Test func linksAreFollowed() async throws {
        _ = try await TestClip.pq(in: folder, frames: 2)
        let files = FileManager.default
        for (ending, words) in Self.writers {
            // To a file, to none, and to another link; from where it stands.
            try folder.write("old", to: "dir/there.\(ending)")
            try files.createSymbolicLink(atPath: folder.path("a.\(ending)"), withDestinationPath: "dir/there.\(ending)")
            try files.createSymbolicLink(atPath: folder.path("b.\(ending)"), withDestinationPath: "dir/new.\(ending)")
            try files.createSymbolicLink(
                atPath: folder.path("c.\(ending)"), withDestinationPath: folder.path("dir/d.\(ending)"))
            try files.createSymbolicLink(atPath: folder.path("dir/d.\(ending)"), withDestinationPath: "e.\(ending)")
            for (link, target) in [("a", "there"), ("b", "new"), ("c", "e")] {
                let outcome = try await BuiltProgram.candela(words("\(link).\(ending)"), in: folder.url)
                #expect(outcome.status == 0, "\(link).\(ending): \(outcome.errors)")
                #expect(throws: Never.self) {
                    try files.destinationOfSymbolicLink(atPath: folder.path("\(link).\(ending)"))
                }
                let written = folder.path("dir/\(target).\(ending)")
                let type = try files.attributesOfItem(atPath: written)[.type] as? FileAttributeType
                #expect(
                    type == .typeRegular && files.contents(atPath: written).map { $0.count > 3 } == true, "\(written)")
            }
            #expect(try files.destinationOfSymbolicLink(atPath: folder.path("dir/d.\(ending)")) == "e.\(ending)")
        }
        #expect(try !files.subpathsOfDirectory(atPath: folder.url.path).contains { $0.contains(".candela-") })
    }

    @Test func linksThatLeadToNoPlaceAreTold() async throws {
        _ = try await TestClip.pq(in: folder, frames: 2)
        for (ending, words) in Self.writers {
            for (link, target) in [("loop", "pool"), ("pool", "loop"), ("self", "self"), ("lost", "absent/x")] {
                try FileManager.default.createSymbolicLink(
                    atPath: folder.path("\(link).\(ending)"), withDestinationPath: "\(target).\(ending)")
            }
            for link in ["loop", "pool", "self"] {
                try await expectRefusal(
                    words("\(link).\(ending)"), "\(link).\(ending): it is a link that leads back to itself; remove it")
            }
            try await expectRefusal(words("lost.\(ending)"), "lost.\(ending): there is no folder './absent'")
        }
        // A file behind a link is no less one that exists, or an input.
        try FileManager.default.createSymbolicLink(atPath: folder.path("in.mkv"), withDestinationPath: "pq.mkv")
        try await expectRefusal(["render", "pq.mkv", "-o", "in.mkv"], "in.mkv: ", status: 64)
        _ = try await TestClip.pq(in: folder, named: "other.mkv", frames: 1)
        try FileManager.default.createSymbolicLink(atPath: folder.path("o.mkv"), withDestinationPath: "other.mkv")
        try await expectRefusal(["render", "pq.mkv", "-o", "o.mkv"], "o.mkv: the file exists already")
    }

    @Test(arguments: [
        (["--plot", "x.png"], "end it with .svg"), (["--csv", "-"], "name a file"), (["--plot", "-"], "end it"),
        (["--csv", "a.svg", "--plot", "a.svg"], "what --csv writes"),
    ])
    func wrongNamesOfFilesAreRefused(words: [String], way: String) async throws {
        let outcome = try await BuiltProgram.candela(Self.bench + words, in: folder.url)
        #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome.output)")
        #expect(outcome.errorLines.count == 1 && outcome.errors.contains(way), "\(outcome.errors)")
    }
}
