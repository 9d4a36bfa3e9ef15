import Foundation
import Testing

/// The executables of the build that these tests belong to, run as processes.
enum BuiltProgram {
    /// What a process left behind.
    struct Outcome {
        var status: Int32
        var output: String
        var errors: String

        /// The lines of standard error.
        var errorLines: [Substring] { errors.split(separator: "\n") }
    }

    /// The folder with `candela` in it: beside the test bundle, whose path is among the runner's arguments.
    static let folder: URL? = CommandLine.arguments.lazy
        .map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
        .first { FileManager.default.isExecutableFile(atPath: $0.appendingPathComponent("candela").path) }

    /// The package's root.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Runs `candela` with `words`.
    static func candela(
        _ words: [String], in directory: URL? = nil, environment: [String: String] = [:], input: Data? = nil
    ) async throws -> Outcome {
        let program = try #require(folder, "the executable candela is not beside the test bundle")
        return try await run(
            program.appendingPathComponent("candela"), words, in: directory, environment: environment, input: input)
    }

    /// Runs `candela` with `words` and its standard output going elsewhere, such as into a pipe that nobody reads.
    static func candela(
        _ words: [String], in directory: URL? = nil, into output: FileHandle
    ) async throws -> Outcome {
        let program = try #require(folder, "the executable candela is not beside the test bundle")
        return try await run(program.appendingPathComponent("candela"), words, in: directory, into: output)
    }

    /// Runs a shell script in which `candela` is this build's.
    static func shell(_ script: String, in directory: URL) async throws -> Outcome {
        let program = try #require(folder, "the executable candela is not beside the test bundle")
        let path = program.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
        return try await run(
            URL(fileURLWithPath: "/bin/sh"), ["-euc", script], in: directory, environment: ["PATH": path])
    }

    /// Runs a tool found on the path, such as `ffprobe`.
    static func tool(_ name: String, _ words: [String], in directory: URL? = nil) async throws -> Outcome {
        try await run(URL(fileURLWithPath: "/usr/bin/env"), [name] + words, in: directory)
    }

    private static func run(
        _ executable: URL, _ words: [String], in directory: URL?, environment: [String: String] = [:],
        input: Data? = nil, into elsewhere: FileHandle? = nil
    ) async throws -> Outcome {
        let process = Process()
        process.executableURL = executable
        process.arguments = words
        process.currentDirectoryURL = directory
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let (output, errors, source) = (Pipe(), Pipe(), Pipe())
        process.standardOutput = elsewhere ?? output
        process.standardError = errors
        process.standardInput = input == nil ? FileHandle.nullDevice : source
        try process.run()
        if elsewhere != nil { try output.fileHandleForWriting.close() }
        // Both pipes are drained at once: a process that fills one would wait for ever.
        async let outputData = drained(output)
        async let errorData = drained(errors)
        if let input { fill(source.fileHandleForWriting, with: input) }
        let (first, second) = await (outputData, errorData)
        process.waitUntilExit()
        let isSignal = process.terminationReason == .uncaughtSignal
        return Outcome(
            status: isSignal ? 128 + process.terminationStatus : process.terminationStatus,
            output: String(decoding: first, as: UTF8.self), errors: String(decoding: second, as: UTF8.self))
    }

    /// Writes to a program that may end before it has read all: an error there, and no signal that would end the tests.
    private static func fill(_ handle: FileHandle, with input: Data) {
        Thread.detachNewThread {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            try? handle.write(contentsOf: input)
            try? handle.close()
        }
    }

    private static func drained(_ pipe: Pipe) async -> Data {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: (try? pipe.fileHandleForReading.readToEnd()) ?? Data())
            }
        }
    }
}

/// A folder that is removed when the last holder lets go.
final class ScratchFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("candela-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of a name inside.
    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Writes a file inside and answers its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try text.write(toFile: path(name), atomically: true, encoding: .utf8)
        return path(name)
    }
}
