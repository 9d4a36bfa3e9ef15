import Foundation
import Testing

/// Filter files that want to harm: whatever they hold, the program ends soon, and stays small.
@Suite(
    .serialized, .enabled(if: BuiltProgram.folder != nil, "candela is not beside the test bundle"),
    .timeLimit(.minutes(10)))
struct HostileFileTests {
    /// Bytes that the program may hold, as the issue of hostile files has it.
    static let limit = 1 << 30
    /// Seconds after which it counts as hanging.
    static let patience = 60.0

    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private static func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    private static func filter(_ body: String, _ before: String = "") -> String {
        """
        //! filter look: Wants to harm.
        //! kind   point
        \(before)
        vec4 look(vec4 color) {
            \(body)
            return color;
        }

        """
    }

    /// Files by what they try.
    static let files: [String: String] = {
        let calls = (1...60).map { "float f\($0)(float x) { return f\($0 - 1)(x) + f\($0 - 1)(x + 1.0); }\n" }
        let names = (1...60).map { "#define A\($0) A\($0 - 1) + A\($0 - 1)\n" }
        return [
            "endless for": filter("for (;;) { color.r += 1.0; }"),
            "endless while": filter("while (true) { color.r += 1.0; }"),
            "endless do": filter("do { color.r += 1.0; } while (color.r > -1.0);"),
            "long loop": filter("for (int i = 0; i < 65000; ++i) { color.r = sin(color.r) + 0.5; }"),
            "longest loops": filter("for (int i = 0; i < 300; ++i) for (int j = 0; j < 300; ++j) color.r *= 1.0001;"),
            "gigabyte array": filter("float a[268435456]; color.r = a[int(color.g)];"),
            "large arrays": filter((0..<64).map { "vec4 a\($0)[1024]; color += a\($0)[int(color.g)];" }.joined()),
            "array of arrays": filter("float a[1024][1024][1024]; color.r = a[0][0][0];"),
            "parentheses": filter("color.r = " + many("(", 200_000) + "1.0" + many(")", 200_000) + ";"),
            "blocks": filter(many("{", 200_000) + many("}", 200_000)),
            "ifs": filter(many("if (color.r > 0.5) ", 100_000) + "color.r = 1.0;"),
            "sum": filter("color.r = 1.0" + many(" + color.g", 100_000) + ";"),
            "calls": filter("color.r = f60(color.r);", "float f0(float x) { return x; }\n" + calls.joined()),
            "names": filter("color.r = A60;", "#define A0 1.0\n" + names.joined()),
            "one line": filter("color.r = 1.0; // " + many("x", 10_000_000)),
            "one word": many("x", 10_000_000),
            "annotations": many("//! param a float = 0 in 0...1: A.\n", 200_000),
            "includes": filter("", (0..<3).map { "#include \"bomb\($0).h\"\n" }.joined()),
            "large includes": filter("", (0..<8).map { "#include \"large\($0).h\"\n" }.joined()),
            "itself": filter("", "#include \"itself.glsl\"\n"),
            "device": filter("", "#include \"/dev/zero\"\n"),
        ]
    }()

    private func write(_ name: String) throws -> String {
        let file = name.replacing(" ", with: "-") + ".glsl"
        try folder.write(try #require(Self.files[name]), to: file)
        if name == "includes" {
            for index in 0..<20 {
                let next = (0..<3).map { "#include \"bomb\((index * 3 + $0 + 1) % 20).h\"\n" }.joined()
                try folder.write(next, to: "bomb\(index).h")
            }
        }
        if name == "large includes" {
            for index in 0..<8 { try folder.write("// " + Self.many("x", 1_000_000) + "\n", to: "large\(index).h") }
        }
        return "./" + file
    }

    /// Runs candela with at most `limit` bytes of memory of its own, and answers its status and how much it held at most.
    ///
    /// The limit holds at every moment; what is measured is what the kernel says of the process now and then.
    private func run(_ words: [String]) throws -> (status: Int32, peak: Int, seconds: Double) {
        let program = try #require(BuiltProgram.folder).appendingPathComponent("candela").path
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "ulimit -d \(Self.limit >> 10) && exec \"$0\" \"$@\"", program] + words
        process.currentDirectoryURL = folder.url
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let began = Date()
        try process.run()
        var peak = 0
        while process.isRunning {
            peak = max(peak, Self.peak(of: process.processIdentifier))
            if -began.timeIntervalSinceNow > Self.patience { kill(process.processIdentifier, SIGKILL) }
            usleep(1000)
        }
        process.waitUntilExit()
        let isSignal = process.terminationReason == .uncaughtSignal
        return (
            isSignal ? 128 + process.terminationStatus : process.terminationStatus, peak, -began.timeIntervalSinceNow
        )
    }

    /// The most bytes of memory that a process has held so far.
    private static func peak(of process: Int32) -> Int {
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return (Int(line.filter(\.isNumber)) ?? 0) << 10
    }

    @Test(arguments: files.keys.sorted()) func aCheckEndsAndStaysSmall(_ name: String) throws {
        let found = try run(["check", try write(name), "--readiness"])
        // Findings, a refusal, or nothing to say: never a crash, and never killed.
        #expect([0, 1, 65, 74].contains(found.status), "\(name): \(found)")
        #expect(found.peak < Self.limit && found.seconds < Self.patience, "\(name): \(found)")
    }

    @Test(.enabled(if: TestClip.canBeMade), arguments: files.keys.sorted())
    func aRenderingEndsAndStaysSmall(_ name: String) async throws {
        _ = try await TestClip.hlg(in: folder, frames: 1)
        let found = try run(["render", "clip.mov", "-o", "out.mov", "--filter", try write(name)])
        #expect([0, 65, 74].contains(found.status), "\(name): \(found)")
        #expect(found.peak < Self.limit && found.seconds < Self.patience, "\(name): \(found)")
    }

    @Test func aFileOfManyGigabytesIsNotRead() throws {
        try folder.write("", to: "huge.glsl")
        let file = try FileHandle(forWritingTo: folder.url.appendingPathComponent("huge.glsl"))
        // Sparse: nothing of it is on the disk.
        try file.truncate(atOffset: 8 << 30)
        try file.close()
        let found = try run(["check", "./huge.glsl", "--readiness"])
        #expect([65, 74].contains(found.status) && found.peak < Self.limit && found.seconds < 10, "\(found)")
    }
}
