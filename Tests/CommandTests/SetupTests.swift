import Foundation
import Testing

/// `tools/setup` where nothing is missing, and where something is that cannot be installed.
@Suite(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/dpkg-query"), "not a Debian machine"),
    .timeLimit(.minutes(10)))
struct SetupTests {
    private let setup = BuiltProgram.root.appendingPathComponent("tools/setup").path

    /// Runs it with stand-ins for programs, by name, before all others.
    private func run(_ words: [String] = [], standIns: [String: String] = [:]) async throws -> BuiltProgram.Outcome {
        let folder = try ScratchFolder()
        for (name, script) in standIns {
            let path = try folder.write("#!/bin/sh\n\(script)\n", to: name)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
        let path = folder.url.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
        return try await BuiltProgram.tool("env", ["PATH=\(path)", setup] + words)
    }

    private let lacking = "/usr/bin/dpkg-query \"$@\" | sed 's/installed:libvulkan-dev/not-installed:libvulkan-dev/'"

    @Test func nothingMissingIsSilent() async throws {
        let outcome = try await run()
        #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.errors)")
    }

    @Test func whatCannotBeInstalledIsNamed() async throws {
        let refused = try await run(standIns: [
            "dpkg-query": lacking, "id": "echo 1000", "sudo": "echo 'sudo: a password is required' >&2; exit 1",
        ])
        #expect(refused.status == 69 && refused.output == "tools/setup: installing libvulkan-dev\n")
        #expect(refused.errorLines.first == "sudo: a password is required", "\(refused.errors)")
        #expect(refused.errors.contains("could not install libvulkan-dev"), "\(refused.errors)")
        let failed = try await run(standIns: [
            "dpkg-query": lacking, "id": "echo 0", "apt-get": "echo 'E: no such package'; exit 100",
        ])
        #expect(failed.status == 69 && failed.errors.contains("E: no such package"), "\(failed.errors)")
    }

    @Test func anOldSwiftAndAWrongOptionAreRefused() async throws {
        let old = try await run(standIns: ["swift": "echo 'Swift version 5.9.2 (swift-5.9.2-RELEASE)'"])
        #expect(old.status == 69 && old.errorLines.count == 1 && old.errors.contains("Swift 6"), "\(old.errors)")
        let wrong = try await run(["--runtme"])
        #expect(wrong.status == 64 && wrong.errorLines.count == 1 && wrong.errors.contains("--runtme"))
    }
}
