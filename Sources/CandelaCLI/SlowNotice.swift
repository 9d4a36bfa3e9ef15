import Dispatch
import Foundation
import Synchronization

/// Tells how far something is that takes longer than a second: after one second, two, four, and so on.
///
/// In a pipe, all of a process's notices together tell a line in five seconds at most: a log is read later.
final class SlowNotice: Sendable {
    private struct State {
        var part = ""
        var done = 0
        var count = 0
        var seconds = 0
        var next = 1
        var isOver = false
    }

    private let subject: String
    private let state = Mutex(State())
    /// When the last line was told, by any notice; first, when the first one began.
    private static let lastTold = Mutex<ContinuousClock.Instant?>(nil)

    /// Begins to count; `subject` is what is being worked on, the `number`-th of `count`.
    init(_ subject: String, _ number: Int = 1, of count: Int = 1) {
        self.subject = count > 1 ? "\(subject), \(number) of \(count)" : subject
        Self.lastTold.withLock { $0 = $0 ?? .now }
        wait()
    }

    /// Notes what is being done, and how much of it is.
    func update(_ part: String, _ done: Int, _ count: Int) {
        state.withLock { ($0.part, $0.done, $0.count) = (part, done, count) }
    }

    /// Tells nothing more.
    func stop() { state.withLock { $0.isOver = true } }

    private func wait() {
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { [weak self] in self?.tick() }
    }

    private func tick() {
        let text = state.withLock { state -> String? in
            state.seconds += 1
            guard !state.isOver, !state.part.isEmpty, isDue(&state) else { return nil }
            return "candela: \(subject): \(state.part), \(state.done) of \(state.count) done after \(state.seconds) s"
        }
        if let text { Console.note(oneLine(text)) }
        if !state.withLock(\.isOver) { wait() }
    }

    private func isDue(_ state: inout State) -> Bool {
        guard !Console.errorIsTerminal else {
            guard state.seconds >= state.next else { return false }
            state.next *= 2
            return true
        }
        return Self.lastTold.withLock { last in
            guard let before = last, ContinuousClock.now - before >= .seconds(5) else { return false }
            last = .now
            return true
        }
    }
}
