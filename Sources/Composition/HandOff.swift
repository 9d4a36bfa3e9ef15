import Foundation

/// Hands values from one stage's thread to the next, holding at most `capacity` of them.
///
/// A full hand-off makes its sender wait, so that a slow stage slows the stages before it. Either side may close it: the
/// sender when there is no more, the receiver when it wants no more; both wake whoever waits.
final class HandOff<Element: Sendable>: @unchecked Sendable {
    // The condition guards every property below; nothing is touched without it.
    private let condition = NSCondition()
    private let capacity: Int
    private var waiting: [Element] = []
    private var isClosed = false

    init(capacity: Int) { self.capacity = capacity }

    /// Adds a value once there is room; `false` means nobody will read it.
    func send(_ element: Element) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while waiting.count >= capacity, !isClosed { condition.wait() }
        guard !isClosed else { return false }
        waiting.append(element)
        condition.broadcast()
        return true
    }

    /// The oldest value; `nil` when the hand-off is closed and empty.
    func next() -> Element? {
        condition.lock()
        defer { condition.unlock() }
        while waiting.isEmpty, !isClosed { condition.wait() }
        guard !waiting.isEmpty else { return nil }
        defer { condition.broadcast() }
        return waiting.removeFirst()
    }

    /// Ends it; values that wait can still be read.
    func close() {
        condition.lock()
        isClosed = true
        condition.broadcast()
        condition.unlock()
    }

    /// Ends it and drops what waits.
    func abandon() {
        condition.lock()
        isClosed = true
        waiting.removeAll()
        condition.broadcast()
        condition.unlock()
    }
}
