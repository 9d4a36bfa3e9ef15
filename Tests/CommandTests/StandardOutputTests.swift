import Foundation
import Testing

/// Standard output that takes nothing is told of by every command, and ends it; a reader that went away does so quietly.
@Suite(.serialized, .enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct StandardOutputTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// A command of every kind that writes to standard output.
    private static let commands = [
        "--version", "--help", "help", "help render", "help render light", "filters", "filters --json",
        "filters exposure",
        "filters exposure --json", "new --help", "new point look", "doctor", "doctor --json",
        "check exposure --readiness", "check exposure --readiness --json", "info pq.mkv", "info pq.mkv --json",
        "compare pq.mkv pq.mkv", "compare pq.mkv pq.mkv --json",
        "bench exposure --size 64x48 --runs 2 --warmup 0", "bench exposure --size 64x48 --runs 2 --warmup 0 --json",
        "render pq.mkv -o out.mkv --codec ffv1 --json", "render pq.mkv -o - --codec ffv1 --quiet",
        "render pq.mkv -o out.png --watch --json --filter exposure", "check look.glsl --readiness --watch",
        "check look.glsl --readiness --watch --json",
    ]

    private func prepare() async throws {
        _ = try await TestClip.pq(in: folder, frames: 2)
        let made = try await BuiltProgram.candela(["new", "point", "look"], in: folder.url)
        try #require(made.status == 0, "\(made.errors)")
    }

    /// The words of a command; `new` writes another file each time.
    private func words(_ command: String) throws -> [String] {
        if command.hasPrefix("new point") { try? FileManager.default.removeItem(atPath: folder.path("look.glsl")) }
        return command.split(separator: " ").map(String.init)
    }

    @Test func aFullOneIsTold() async throws {
        try await prepare()
        for command in Self.commands {
            let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
            let outcome = try await BuiltProgram.candela(try words(command), in: folder.url, into: full)
            #expect(outcome.status == 74, "\(command): \(outcome.errors)")
            let last = String(outcome.errorLines.last ?? "")
            let sentence = "no space left on device; free some space, or write to another disk"
            #expect(last == "candela: standard output: \(sentence)", "\(command): \(outcome.errors)")
            #expect(!FileManager.default.fileExists(atPath: folder.path("out.mkv")), "\(command)")
        }
    }

    @Test func aClosedOneIsTold() async throws {
        try await prepare()
        for command in Self.commands {
            let script = "candela " + (try words(command)).joined(separator: " ") + " >&- && echo 0 >&2 || echo $? >&2"
            let outcome = try await BuiltProgram.shell(script, in: folder.url)
            let last = String(outcome.errorLines.last ?? "")
            #expect(last == "74", "\(command): \(outcome.errors)")
            #expect(
                outcome.errors.contains("candela: standard output: bad file descriptor"),
                "\(command): \(outcome.errors)")
        }
    }

    @Test func aReaderThatWentAwayIsNot() async throws {
        try await prepare()
        for command in Self.commands {
            let pipe = Pipe()
            try pipe.fileHandleForReading.close()
            let outcome = try await BuiltProgram.candela(
                try words(command), in: folder.url, into: pipe.fileHandleForWriting)
            #expect(outcome.status == 141, "\(command): \(outcome.errors)")
            #expect(!outcome.errors.contains("candela: "), "\(command): \(outcome.errors)")
            #expect(!FileManager.default.fileExists(atPath: folder.path("out.mkv")), "\(command)")
        }
    }

    /// A stream that is closed leaves its number to the next file that is opened.
    @Test func closedStreamsTakeNoFile() async throws {
        try await prepare()
        for closed in ["<&-", "2>&-", "<&- 2>&-", "<&- >&- 2>&-"] {
            let outcome = try await BuiltProgram.shell(
                "candela render pq.mkv -o out.mkv --codec ffv1 --overwrite --stats \(closed) && candela compare pq.mkv out.mkv",
                in: folder.url)
            #expect(
                outcome.status == 0 && outcome.output.contains("no picture differs"), "\(closed): \(outcome.errors)")
        }
    }

    @Test func theLimitOnTheSizeOfFilesIsAWriteError() async throws {
        try await prepare()
        let commands = [
            "render pq.mkv -o big.mkv --codec ffv1", "render pq.mkv -o big.mov --preset ultrafast",
            "render pq.mkv -o big.y4m", "render pq.mkv -o p.png --watch --filter exposure", "new area longLook",
            "filters > big.txt", "bench exposure --size 64x48 --runs 2 --warmup 0 --csv big.csv",
            "check exposure invert over screen gamma --readiness --junit big.xml",
            "check exposure --readiness --proof big.md",
        ]
        for command in commands {
            let before = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
            let outcome = try await BuiltProgram.shell(
                "ulimit -f 1; candela \(command) && echo 0 >&2 || echo $? >&2", in: folder.url)
            let last = String(outcome.errorLines.last ?? "")
            #expect(last == "74", "\(command): \(outcome.errors)")
            #expect(
                outcome.errors.contains("file too large; raise the limit on the size of files (ulimit -f)"),
                "\(command): \(outcome.errors)")
            let after = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
            // What the shell made is the shell's.
            #expect(before == after.filter { $0 != "big.txt" || before.contains($0) }, "\(command)")
        }
    }
}
