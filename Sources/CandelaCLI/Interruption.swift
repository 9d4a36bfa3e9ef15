import Candela
import Dispatch
import Foundation
import Synchronization

/// What Ctrl-C, a polite kill, a hang-up and Ctrl-\\ do: nothing half written is left, the exit code is 130, and a sentence
/// says so.
///
/// A command ends at once, unless one of these is there, which asks its work to stop.
final class Interruption: Sendable {
    private struct State {
        var handler: (@Sendable () -> Void)?
        var count = 0
    }

    /// What watches a signal, as long as it is kept; nothing else is done with it.
    private struct Source: @unchecked Sendable {
        let source: any DispatchSourceSignal
    }

    private static let state = Mutex(State())
    private static let sources = Mutex<[Source]>([])
    /// How long work may take to stop once it was asked to, in seconds: a read from a pipe that is silent would never.
    private static let grace = 3.0
    /// How long it may take where it is still seen at work: a busy machine gives it little time.
    private static let patience = 10.0

    /// Catches the signals from now on.
    static func prepare() {
        // A queue of its own has a thread even where the pool's are all busy.
        let queue = DispatchQueue(label: "signals", qos: .userInteractive)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            // Dispatch sees a signal only while its default action is off.
            let before = signal(number, SIG_IGN)
            // Under nohup, hanging up is to be ignored.
            if number == SIGHUP, isIgnored(before) { continue }
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { came(queue) }
            source.resume()
            let kept = Source(source: source)
            sources.withLock { $0.append(kept) }
        }
    }

    /// Calls `handler` at the first signal; a second one ends the process at once.
    init(_ handler: @escaping @Sendable () -> Void) { Self.state.withLock { $0.handler = handler } }

    /// Calls the handler no more, and ignores the first signal: what is left to do is short, and the work is done.
    func stop() { Self.state.withLock { $0.handler = {} } }

    private static func came(_ queue: DispatchQueue) {
        let (handler, isFirst) = state.withLock { state in
            state.count += 1
            return (state.handler, state.count == 1)
        }
        guard isFirst, let handler else { leave(hasBegun: handler != nil) }
        handler()
        let end = DispatchTime.now() + patience
        // The last second of it is watched.
        queue.asyncAfter(deadline: .now() + grace - 1) { leaveWhenIdle(queue, by: end) }
    }

    /// Ends the process when it has done nothing for a second, or at `end`.
    private static func leaveWhenIdle(_ queue: DispatchQueue, by end: DispatchTime) {
        let before = processorTime
        queue.asyncAfter(deadline: .now() + 1) {
            // Handling this takes less.
            guard processorTime - before > 0.02, DispatchTime.now() < end else { leave(hasBegun: true) }
            leaveWhenIdle(queue, by: end)
        }
    }

    /// The processor time that this process has had, in seconds.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }

    /// Ends the process. Says so first, unless nothing but errors is to be told or standard error takes nothing now.
    private static func leave(hasBegun: Bool) -> Never {
        let words = CommandLine.arguments.dropFirst()
        var place = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        if !words.contains("--quiet"), let command = words.first, poll(&place, 1, 0) > 0 {
            let told = command == RenderCommand.command.name && !hasBegun ? "; nothing was written" : ""
            Console.report(CommandError(command, "was interrupted" + told, code: .interrupted))
        }
        Drafts.leave(ExitCode.interrupted.rawValue)
    }

    private static func isIgnored(_ action: sighandler_t?) -> Bool {
        // The two are no functions but numbers, which only their bits tell apart.
        unsafeBitCast(action, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
