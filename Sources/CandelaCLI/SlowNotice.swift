import Dispatch
import Foundation
import Synchronization

/// Tells how far something is that takes longer than a second: after one second, two, four, and so on.
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

    /// Begins to count; `subject` is what is being worked on.
    init(_ subject: String) {
        self.subject = subject
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
            guard !state.isOver, state.seconds >= state.next, !state.part.isEmpty else { return nil }
            state.next *= 2
            return "candela: \(subject): \(state.part), \(state.done) of \(state.count) done after \(state.seconds) s"
        }
        if let text { Console.note(oneLine(text)) }
        if !state.withLock(\.isOver) { wait() }
    }
}
