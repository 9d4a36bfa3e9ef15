import Foundation
import Synchronization

/// A value that threads share, and may wait for.
final class Locked<Value: Sendable>: Sendable {
    private let stored: Mutex<Value>
    private let condition = NSCondition()

    init(_ value: Value) { stored = Mutex(value) }

    var value: Value { stored.withLock { $0 } }

    /// Sets the value and answers the one before.
    func exchange(_ value: Value) -> Value {
        var old = value
        change { swap(&$0, &old) }
        return old
    }

    func change(_ body: (inout Value) -> Void) {
        condition.lock()
        defer { condition.unlock() }
        stored.withLock { body(&$0) }
        condition.broadcast()
    }

    /// Blocks until `body` answers something.
    func wait<Answer>(_ body: (inout Value) -> Answer?) -> Answer {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let answer = stored.withLock({ body(&$0) }) { return answer }
            condition.wait()
        }
    }
}
