import Candela
import Synchronization

extension CompileNotice.Work {
    /// What is told of it.
    var line: String {
        let kept = cacheFolder.map { " (once; they are kept in \($0) and by the driver)" } ?? ""
        return "compiling shaders for \(device)\(kept), and running them for the first time ..."
    }

    /// The members of an event about it.
    var members: [(String, JSON)] { [("device", .string(device)), ("cache", JSON(cacheFolder))] }
}

extension CompileNotice {
    /// Tells on standard error, the first time; for commands that compile one program after another.
    static var onStandardError: CompileNotice {
        let wasTold = Once()
        return CompileNotice { work in if wasTold.isFirst { Console.note(oneLine(work.line)) } }
    }

    private final class Once: Sendable {
        private let asked = Atomic(false)

        var isFirst: Bool { !asked.exchange(true, ordering: .relaxed) }
    }
}
