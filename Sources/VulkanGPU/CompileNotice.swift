import Dispatch
import Synchronization

/// Tells of programs that take long to compile, so that nobody takes the silence for the end.
///
/// Drivers compile as late as at the first dispatch: what counts is the time until a program has run once.
public struct CompileNotice: Sendable {
    /// What is under way.
    public struct Work: Hashable, Sendable {
        /// The device's name.
        public let device: String
        /// The folder that keeps what is compiled, so that it is not compiled again; `nil` where nothing is kept.
        public let cacheFolder: String?

        public init(device: String, cacheFolder: String?) {
            (self.device, self.cacheFolder) = (device, cacheFolder)
        }
    }

    private let patience: Duration
    private let tell: @Sendable (Work) -> Void

    /// Calls `tell`, from any thread, for each program that has not run after `patience`; with none, before it is compiled.
    public init(after patience: Duration = .seconds(1), tell: @escaping @Sendable (Work) -> Void) {
        (self.patience, self.tell) = (patience, tell)
    }

    /// Says that work begins; it goes on until it is ended, or nobody holds it.
    func begin(_ work: Work) -> UnderWay {
        let isOver = UnderWay.Ending()
        if patience <= .zero {
            tell(work)
        } else {
            let seconds = Double(patience.components.seconds) + Double(patience.components.attoseconds) * 1e-18
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [tell] in isOver.unlessCome { tell(work) } }
        }
        return UnderWay(isOver)
    }

    /// Work that is not told of once it has ended.
    final class UnderWay: Sendable {
        /// The end, for whoever waits for it to pass or not.
        final class Ending: Sendable {
            private let hasCome = Mutex(false)

            func come() { hasCome.withLock { $0 = true } }

            func unlessCome(_ body: () -> Void) { hasCome.withLock { hasCome in if !hasCome { body() } } }
        }

        private let ending: Ending

        init(_ ending: Ending) { self.ending = ending }

        deinit { end() }

        func end() { ending.come() }
    }
}
