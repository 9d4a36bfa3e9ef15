import Dispatch
import Synchronization

extension Checker {
    /// Cases that run side by side; a failure that fills the report ends the check after these.
    static let groupLength = 16

    /// Runs cases side by side, the reference of one while the candidate is at another; answers them in order.
    func outcomes(of tests: ArraySlice<CheckCase>) -> [CaseOutcome] {
        let found = Mutex<[Int: CaseOutcome]>([:])
        DispatchQueue.concurrentPerform(iterations: tests.count) { index in
            let outcome = outcome(of: tests[tests.startIndex + index])
            found.withLock { $0[index] = outcome }
        }
        return found.withLock { found in tests.indices.compactMap { found[$0 - tests.startIndex] } }
    }
}
