import CFFmpeg
import Synchronization

/// Makes the n-th library call fail, for tests of error paths; without effect in release builds.
package enum FaultInjection {
    /// The calls made by this task since `failing` began, and which of them fails.
    package final class Plan: Sendable {
        let failing: Int
        private let made = Atomic<Int>(0)

        package init(failingCall: Int) { failing = failingCall }

        /// Calls counted so far.
        package var callCount: Int { made.load(ordering: .relaxed) }

        func nextFails() -> Bool { made.add(1, ordering: .relaxed).oldValue == failing }
    }

    @TaskLocal package static var plan: Plan?

    static var failsNow: Bool {
        #if DEBUG
            return plan?.nextFails() ?? false
        #else
            return false
        #endif
    }
}

/// The one door to the C libraries: runs a call that returns a negative number on failure.
///
/// `kind` is decided by the number where it speaks of the operating system; else it is the caller's.
@discardableResult
func call(
    _ name: String, on subject: String, kind: MediaError.Kind = .data, wayOut: String = "", _ body: () -> Int32
) throws(MediaError) -> Int32 {
    LibraryLog.install()
    LibraryLog.forget()
    let result = FaultInjection.failsNow ? candelaErrorExternal : body()
    guard result < 0 else { return result }
    throw MediaError(call: name, subject: subject, code: result, kind: kind, wayOut: wayOut)
}

/// Like `call`, but answers the numbers in `expected` instead of throwing them.
func call(
    _ name: String, on subject: String, kind: MediaError.Kind = .data, expecting expected: [Int32],
    _ body: () -> Int32
) throws(MediaError) -> Int32 {
    var outcome: Int32 = 0
    try call(name, on: subject, kind: kind) {
        outcome = body()
        return expected.contains(outcome) ? 0 : outcome
    }
    return outcome
}

/// The one door to calls that return null on failure.
func create<Value>(_ name: String, on subject: String, _ body: () -> Value?) throws(MediaError) -> Value {
    LibraryLog.install()
    guard !FaultInjection.failsNow, let value = body() else {
        throw MediaError(call: name, subject: subject, code: candelaErrorNoMemory, kind: .system)
    }
    return value
}

extension MediaError {
    /// The error of a library's number, with the library's own last words when it had any.
    init(call: String, subject: String, code: Int32, kind: Kind = .data, wayOut: String = "") {
        let words = LibraryLog.takeLastWords()
        let text = Self.text(of: code)
        let hint = Self.hint(of: code)
        self.init(
            kind: Self.kind(of: code) ?? kind, call: call, subject: subject, code: code,
            problem: words.isEmpty || text.hasPrefix(words) ? text : "\(text) (\(words))",
            wayOut: wayOut.isEmpty ? hint : wayOut)
    }

    /// What av_strerror says.
    static func text(of code: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let base = buffer.baseAddress, av_strerror(code, base, 128) >= 0 else { return "error \(code)" }
            return lowercasedFirst(String(cString: base))
        }
    }

    private static func kind(of code: Int32) -> Kind? {
        switch code {
        case candelaErrorInvalidData, candelaErrorEnd, candelaErrorAgain, candelaError(EINVAL), candelaErrorUnknown:
            nil
        case candelaErrorNoDecoder, candelaErrorNoEncoder, candelaErrorNoMuxer: .unavailable
        case candelaErrorNoDemuxer: .data
        case candelaErrorExternal, candelaError(ENOSYS): nil
        case -4095..<0: .system  // an errno
        default: nil
        }
    }

    private static func hint(of code: Int32) -> String {
        switch code {
        case candelaError(ENOENT): "check the path"
        case candelaError(EACCES), candelaError(EPERM): "check its permissions"
        case candelaError(ENOSPC): "free some space"
        case candelaError(EEXIST): "give --overwrite to replace it"
        case candelaErrorInvalidData: "check that the file is complete and not damaged"
        default: ""
        }
    }

    private static func lowercasedFirst(_ text: String) -> String {
        // "I/O error" and the like keep their capitals.
        guard let first = text.first, text.dropFirst().first?.isLowercase == true else { return text }
        return first.lowercased() + text.dropFirst()
    }
}
