import Dispatch
import Foundation
import Synchronization

/// Turns Ctrl-C and a polite kill into a call, so that a rendering can stop and leave nothing half written.
final class Interruption {
    private let sources: [any DispatchSourceSignal]

    /// Calls `handler` at the first SIGINT, SIGTERM or SIGHUP; a second one ends the process at once.
    init(_ handler: @escaping @Sendable () -> Void) {
        let once = Once(handler)
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            // Dispatch sees a signal only while its default action is off.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { once.call() }
            source.resume()
            return source
        }
    }

    /// Calls the handler no more; the signals stay ignored.
    func stop() { for source in sources { source.cancel() } }
}

/// Calls its handler the first time and ends the process the second time.
private final class Once: Sendable {
    private let handler: @Sendable () -> Void
    private let calls = Atomic(0)

    init(_ handler: @escaping @Sendable () -> Void) { self.handler = handler }

    func call() {
        if calls.add(1, ordering: .relaxed).oldValue == 0 { handler() } else { _exit(ExitCode.interrupted.rawValue) }
    }
}
