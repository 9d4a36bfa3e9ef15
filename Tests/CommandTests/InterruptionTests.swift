import Foundation
import Testing

/// Every command ends alike when it is interrupted: soon, with 130, without a backtrace, and with nothing half written.
@Suite(.serialized, .enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct InterruptionTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// Waits in a shell until the process `$p` catches SIGTERM; until then, nothing is begun.
    private static let caught = """
        until [ $((0x$(sed -n 's/^SigCgt:.//p' /proc/$p/status) & 0x4000)) != 0 ]; do sleep 0.05; done
        """

    /// Starts a command, sends it a signal `delay` seconds after it began, and answers its exit code and what it took to
    /// end, in milliseconds.
    private func interrupt(
        _ command: String, _ signal: String, after delay: String = "0.5"
    ) async throws -> (status: Int, milliseconds: Int, errors: String) {
        let outcome = try await BuiltProgram.shell(
            "candela \(command) > told 2> said & p=$!; \(Self.caught); sleep \(delay); "
                + "began=$(date +%s%N); kill -\(signal) $p || :; wait $p && code=0 || code=$?; "
                + "echo $code $((($(date +%s%N) - began) / 1000000)); cat said >&2; rm -f said told", in: folder.url)
        let numbers = outcome.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(numbers.count == 2, "\(outcome.output)\(outcome.errors)")
        return (numbers[0], numbers[1], outcome.errors)
    }

    /// Commands that wait for a pipe's other end, each at its own place, and so surely are at work.
    private static let waiting = [
        "info pipe", "compare pipe pipe", "render pipe -o out.mkv",
        "render pipe -o out.png --watch", "check exposure --readiness --junit pipe", "bench exposure --csv pipe",
        "check ./look.glsl --readiness --watch", "render pq.mkv -o out.png --watch --filter ./look.glsl",
        "render pq.mkv -o out.mkv --blend pipe --filter exposure",
    ]

    @Test(arguments: ["INT", "TERM", "HUP", "QUIT"]) func everyCommandEndsAlike(signal: String) async throws {
        _ = try await TestClip.pq(in: folder, frames: 2)
        try folder.write(
            "//! filter look: Darkens.\n//! kind point\nvec4 look(vec4 color) { return 0.5 * color; }\n",
            to: "look.glsl")
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        // Which signal it was is handled at one place; each command's own work is tried with one of them.
        for command in signal == "TERM" ? Self.waiting : ["info pipe", "render pipe -o out.mkv"] {
            let before = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
            let (status, milliseconds, errors) = try await interrupt(command, signal)
            #expect(status == 130, "\(command): \(errors)")
            // To be interrupted is how watching ends.
            #expect(errors.contains("was interrupted") || command.contains("--watch"), "\(command): \(errors)")
            // It ends, on a machine that everything else keeps busy.
            #expect(milliseconds < 30_000, "\(command)")
            #expect(!errors.contains("Crash") && !errors.contains("Thread "), "\(command): \(errors)")
            let after = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
            // A preview is whole whenever it is there.
            #expect(after.filter { $0 != "out.png" } == before, "\(command)")
            try? FileManager.default.removeItem(atPath: folder.path("out.png"))
        }
    }

    /// An encoder that waits for its first picture holds nothing up, however early the signal comes.
    @Test(arguments: ["out.webm", "out.mkv --codec av1", "out.webm --codec vp9"])
    func encodersThatHadNoPictureHoldNothingUp(output: String) async throws {
        _ = try await TestClip.pq(in: folder, frames: 60)
        var (ofItsOwn, byForce) = (0, 0)
        for delay in ["0", "0.06", "0.12", "0.2"] {
            let (status, _, errors) = try await interrupt(
                "render pq.mkv -o \(output) --overwrite", "TERM", after: delay)
            // What is done before the signal comes is whole.
            guard status == 130 else {
                #expect(status == 0, "\(delay): \(errors)")
                continue
            }
            #expect(errors.contains(": was interrupted"), "\(output), \(delay): \(errors)")
            // What does not stop of its own is ended, and says less.
            if errors.contains("; nothing was written\n") { ofItsOwn += 1 } else { byForce += 1 }
        }
        // On a machine that gives it no time, some may be ended so; an encoder that waits is every time.
        #expect(ofItsOwn > 0 || byForce == 0, "\(output): \(byForce)")
    }

    /// Folders that were made for what is then not written go again.
    @Test func emptyFoldersGoAgain() async throws {
        let (status, _, errors) = try await interrupt("filters --write-docs new/docs", "TERM", after: "0.2")
        #expect(status == 130, "\(errors)")
        _ = try await TestClip.pq(in: folder, frames: 1)
        let failed = try await BuiltProgram.candela(
            ["render", "pq.mkv", "-o", "out.mkv", "--dump-shader", "new/shaders", "--device", "none"], in: folder.url)
        #expect(failed.status != 0)
        // On a machine that is quick, pictures may have been written before the signal came; these stay.
        let empty = try await BuiltProgram.shell("find . -mindepth 1 -type d -empty", in: folder.url)
        #expect(empty.output.isEmpty, "\(empty.output)")
    }

    /// What cannot be asked to stop, such as the opening of a pipe that nobody reads, is ended a little later.
    @Test func whatDoesNotStopIsEnded() async throws {
        _ = try await TestClip.pq(in: folder, frames: 2)
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        let (status, milliseconds, errors) = try await interrupt("render pq.mkv -o pipe --codec ffv1", "TERM")
        #expect(status == 130 && milliseconds < 30_000, "\(milliseconds) ms")
        #expect(errors == "candela: render: was interrupted\n")
    }

    /// However early the signal comes, the end is told once; `--quiet` asks for silence.
    @Test func anEarlyEndIsTold() async throws {
        _ = try await TestClip.pq(in: folder, frames: 60)
        for delay in ["0", "0.02", "0.05", "0.1", "0.2"] {
            let (status, _, errors) = try await interrupt(
                "render pq.mkv -o out.mkv --codec ffv1 --cpu-reference --overwrite", "TERM", after: delay)
            #expect(status == 130, "\(delay): \(errors)")
            let told = errors.components(separatedBy: ": was interrupted; nothing was written\n").count - 1
            #expect(told == 1, "\(delay): \(errors)")
        }
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        for (words, told) in [("info pipe", "candela: info: was interrupted\n"), ("render pipe -o o.mkv --quiet", "")] {
            let (status, _, errors) = try await interrupt(words, "INT", after: "0.1")
            #expect(status == 130 && errors == told, "\(words): \(errors)")
        }
    }

    /// The reference may take many seconds for a frame; it looks up between rows.
    @Test(arguments: [
        ("--filter gaussianBlur:sigma=20", "0.6"), ("--filter exposure --blend big.mkv:mode=screen", "1.3"),
        ("--filter lightLevel", "0.6"), ("--working rgb10a2 --filter gaussianBlur:sigma=8", "2.2"),
    ])
    func theReferenceStopsAtOnce(options: String, delay: String) async throws {
        let made = try await BuiltProgram.tool(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=2560x1440:r=25", "-frames:v", "12", "-c:v",
                "ffv1", folder.path("big.mkv"),
            ])
        try #require(made.status == 0, "\(made.errors)")
        let words = "render big.mkv -o out.mkv --assume sdr --codec ffv1 --cpu-reference \(options)"
        let (status, _, errors) = try await interrupt(words, "INT", after: delay)
        // What does not stop of its own is ended, and says less.
        #expect(status == 130, "\(delay): \(errors)")
        #expect(errors.contains(": was interrupted; nothing was written\n"), "\(errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["big.mkv"])
        guard delay == "2.2" else { return }
        let watch = "render big.mkv -o out.png --assume sdr --watch --cpu-reference \(options)"
        let (ended, _, told) = try await interrupt(watch, "TERM", after: "1.5")
        #expect(ended == 130, "\(told)")
        #expect(told.split(separator: "\n").allSatisfy { !$0.contains("given up") }, "\(told)")
    }

    /// Under nohup, a terminal that closes ends nothing.
    @Test func whatWasIgnoredStaysIgnored() async throws {
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        let outcome = try await BuiltProgram.shell(
            "nohup candela info pipe > told 2> said & p=$!; \(Self.caught); kill -HUP $p; sleep 0.3; kill -0 $p && echo alive; "
                + "kill -TERM $p; wait $p && echo 0 || echo $?", in: folder.url)
        #expect(outcome.output == "alive\n130\n", "\(outcome.errors)")
    }
}
