import Foundation
import Testing

/// `candela ... --watch`, running beside a test.
final class WatchingProgram {
    private let process = Process()
    private let log: URL
    private var seen = ""
    private var seenBytes = 0

    /// Starts candela with `words`; what it tells goes into a file.
    init(_ words: [String], in directory: URL, environment: [String: String] = [:]) throws {
        let program = try #require(BuiltProgram.folder, "the executable candela is not beside the test bundle")
        log = FileManager.default.temporaryDirectory.appendingPathComponent("candela-\(UUID().uuidString).log")
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        let output = try FileHandle(forWritingTo: log)
        process.executableURL = program.appendingPathComponent("candela")
        process.arguments = words
        process.currentDirectoryURL = directory
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        if process.isRunning { process.terminate() }
        try? FileManager.default.removeItem(at: log)
    }

    /// Everything told so far.
    var text: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

    /// Waits until another file stands at a path than when it was last asked for.
    func waitForPicture(_ path: String) throws {
        try wait("a picture") {
            // Numbers of files that are gone are given again; times tell those apart.
            guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
                let number = facts[.systemFileNumber] as? UInt64, let date = facts[.modificationDate] as? Date
            else { return false }
            let found = "\(number) \(date.timeIntervalSince1970)"
            defer { seen = found }
            return found != seen
        }
    }

    /// Waits until something is told that was not told before the last call.
    func waitForText(_ words: String) throws {
        try wait("'\(words)'") {
            guard let range = text.utf8.dropFirst(seenBytes).firstRange(of: words.utf8) else { return false }
            seenBytes = text.utf8.distance(from: text.utf8.startIndex, to: range.upperBound)
            return true
        }
    }

    /// Presses Ctrl-C and answers how the program ended.
    func interrupt() throws -> Int32 {
        process.interrupt()
        try wait("its end") { !process.isRunning }
        return process.terminationReason == .uncaughtSignal
            ? 128 + process.terminationStatus : process.terminationStatus
    }

    private func wait(_ what: String, _ isThere: () -> Bool) throws {
        let end = Date().addingTimeInterval(60)
        while !isThere() {
            try #require(Date() < end, "\(what) did not come; told so far: \(text)")
            usleep(5000)
        }
    }
}
