import Candela
import Foundation
import Synchronization

/// Shows how far a rendering has come: a bar on a terminal, plain lines in a pipe, events for programs.
final class ProgressDisplay: Sendable {
    /// How it is shown.
    enum Style: Sendable {
        case bar
        case lines
        /// One JSON object a line; to standard error when the picture itself goes to standard output.
        case events(toStandardError: Bool)
        case silent
    }

    private struct State {
        var lastShown = ContinuousClock.now
        var isBarOpen = false
        var failure: Console.OutputError?
    }

    private let style: Style
    private let state = Mutex(State())

    init(_ style: Style) { self.style = style }

    /// Shows how far it is; at most ten times a second on a terminal, once in two seconds in a pipe.
    func update(_ pace: Pace, now: ContinuousClock.Instant = .now) {
        let pause: Duration =
            switch style {
            case .bar: .milliseconds(100)
            case .lines: .seconds(2)
            case .events: .milliseconds(500)
            case .silent: .zero
            }
        let isDue = state.withLock { state in
            guard now - state.lastShown >= pause else { return false }
            state.lastShown = now
            if case .bar = style { state.isBarOpen = true }
            return true
        }
        guard isDue else { return }
        switch style {
        case .bar: Console.raw("\r\u{1B}[K" + pace.bar(columns: Console.columns))
        case .lines: Console.note(pace.line)
        case .events: event("progress", pace.members)
        case .silent: break
        }
    }

    /// Reports something worth knowing that does not stop the work.
    func warn(_ text: String, name: String? = nil) {
        closeBar()
        switch style {
        case .events: event("warning", [("name", JSON(name)), ("message", .string(text))])
        case .silent: break
        case .bar, .lines: Console.note("candela: \(oneLine(text))")
        }
    }

    /// Tells one fact, such as the device or the colour steps used; one that was asked for by name is told even where
    /// all else is silent.
    func tell(_ text: String, isAskedFor: Bool = false) {
        closeBar()
        switch style {
        case .events: event("note", [("message", .string(text))])
        case .silent where !isAskedFor: break
        case .bar, .lines, .silent: Console.note(oneLine(text))
        }
    }

    /// Tells that shaders take long to compile.
    func compiling(_ work: CompileNotice.Work) {
        closeBar()
        switch style {
        case .events: event("compiling", work.members)
        case .bar, .lines: Console.note(oneLine(work.line))
        case .silent: break
        }
    }

    /// Writes an event for programs; nothing in the other styles, and nothing once standard output has failed.
    func event(_ name: String, _ members: [(String, JSON)]) {
        guard case .events(let toStandardError) = style, failure == nil else { return }
        let line = JSON.object([("event", .string(name))] + members).line
        if toStandardError {
            Console.note(line)
        } else {
            do { try Console.print(line) } catch { state.withLock { $0.failure = error } }
        }
    }

    /// Why events cannot be written; `nil` as long as they can.
    var failure: Console.OutputError? { state.withLock { $0.failure } }

    /// Takes the bar off the screen.
    func closeBar() {
        let wasOpen = state.withLock { state in
            defer { state.isBarOpen = false }
            return state.isBarOpen
        }
        if wasOpen { Console.raw("\r\u{1B}[K") }
    }
}
