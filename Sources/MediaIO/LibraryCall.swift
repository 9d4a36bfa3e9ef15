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
