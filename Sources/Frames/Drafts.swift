import Foundation
import Synchronization

/// Files under temporary names, which nobody would ever remove if the process ended now.
package enum Drafts {
    private static let paths = Mutex<Set<String>>([])
    /// Folders that were made for what is to be written, in the order of making.
    private static let folders = Mutex<[String]>([])

    /// Remembers a folder that was made; one that nothing is written into is to go again.
    package static func made(folder path: String) { folders.withLock { $0.append(path) } }

    /// Removes the folders that were made and are empty still, the innermost first.
    package static func removeEmptyFolders() {
        folders.withLock { folders in
            for path in folders.reversed() { rmdir(path) }
            folders.removeAll()
        }
    }

    /// Makes a file by `make`, which answers a negative number when it did not, and remembers it.
    package static func open(_ path: String, _ make: () -> Int32) -> Int32 {
        // Under the lock, no file can appear after the last look at what there is.
        paths.withLock { paths in
            let result = make()
            if result >= 0 { paths.insert(path) }
            return result
        }
    }

    /// Forgets a file that was removed, or has its own name now.
    package static func close(_ path: String) { _ = paths.withLock { $0.remove(path) } }

    /// Removes every draft and ends the process at once, whatever its threads are doing.
    package static func leave(_ status: Int32) -> Never {
        paths.withLock { paths in
            for path in paths { unlink(path) }
            removeEmptyFolders()
            _exit(status)
        }
    }
}
