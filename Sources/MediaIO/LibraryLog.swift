import CFFmpeg
import Foundation
import Synchronization

/// Keeps the libraries' messages off the user's terminal and remembers the last error of each thread.
enum LibraryLog {
    /// Takes the log over, once.
    static func install() { _ = installed }

    /// The last error message of this thread since `forget`, without its line end; asked once.
    static func takeLastWords() -> String {
        let thread = current
        return words.withLock { $0.removeValue(forKey: thread) } ?? ""
    }

    /// Starts afresh for this thread.
    static func forget() {
        let thread = current
        words.withLock { _ = $0.removeValue(forKey: thread) }
    }

    private static let words = Mutex<[UInt: String]>([:])

    private static var current: UInt { UInt(pthread_self()) }

    private static let installed: Void = candelaCaptureLog { level, message, owner in
        guard level <= AV_LOG_ERROR, let message else { return }
        let line = String(cString: message).trimmingCharacters(in: .whitespacesAndNewlines)
        guard !line.isEmpty else { return }
        // Codec contexts of ours know their pool, which outlives them.
        if let owner { Unmanaged<BlockPool>.fromOpaque(owner).takeUnretainedValue().noteComplaint(line) }
        let thread = current
        words.withLock {
            if $0.count > 64 { $0.removeAll() }  // threads that ended without being asked
            $0[thread] = line
        }
    }
}
