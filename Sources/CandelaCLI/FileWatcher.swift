import Candela
import Foundation

/// Waits for some files to be saved: written in place, renamed over, deleted, or brought back.
///
/// The kernel tells of changes in the files' folders; where it does not (network file systems), a look twice a second
/// finds them. One thread waits; `stop` may be called from any.
final class FileWatcher: @unchecked Sendable {
    /// A file that is not what it was.
    struct Change: Sendable {
        let path: String
        /// Whether there is no such file now.
        let isGone: Bool
        /// When it was noticed. What the file says of its own age may be anything: files are copied with their dates.
        let noticed: ContinuousClock.Instant
    }

    private let notifications: Int32
    private let stopRead: Int32
    private let stopWrite: Int32
    /// What is known of a file: its bytes or, where these are many, what tells one state from another.
    private struct Look: Equatable {
        var bytes: Data?
        var facts: [Int] = []
        var isEmpty: Bool
    }

    /// What each file was when it was last looked at; `nil` for none.
    private var looks: [String: Look?] = [:]
    /// Watched folders, by the kernel's number, and which files in them are meant.
    private var folders: [Int32: String] = [:]
    private var names: [String: Set<String>] = [:]
    /// Files that looked different at the last regular look, and what they held then.
    private var suspects: [String: Look?] = [:]

    /// How long a file that is gone or empty may take to come back before it is told: editors rename the old one away
    /// first, or begin with an empty one.
    private static let grace = 0.15
    private static let pause: Int32 = 500

    /// Begins to watch files; throws a `CommandError` when the system offers no way to.
    init(_ paths: [String]) throws(CommandError) {
        notifications = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        var ends: [Int32] = [-1, -1]
        guard notifications >= 0, pipe(&ends) == 0 else {
            if notifications >= 0 { close(notifications) }
            throw CommandError(
                "--watch", "the system watches no more files: \(String(cString: strerror(errno)))", code: .unavailable)
        }
        (stopRead, stopWrite) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        watch(paths)
    }

    deinit { for file in [notifications, stopRead, stopWrite] { close(file) } }

    /// Watches these files from now on; what is known of those that were watched before stays known.
    func watch(_ paths: [String]) {
        var kept: [String: Look?] = [:]
        for path in paths { kept[path] = looks[path] ?? Self.look(path) }
        looks = kept
        registerFolders()
    }

    /// Ends the waiting.
    func stop() { _ = write(stopWrite, "x", 1) }

    /// Blocks until a file changes; `nil` when it was told to stop.
    func next() -> [Change]? {
        while true {
            var files = [
                pollfd(fd: notifications, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stopRead, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&files, 2, Self.pause)
            let noticed = ContinuousClock.now
            if count < 0, errno != EINTR { return nil }
            if files[1].revents != 0 { return nil }
            var changed: [String]
            if count > 0 {
                guard drain() else { continue }
                changed = differing()
                if changed.contains(where: Self.isUnderWay) {
                    waitForReturn(changed)
                    changed = differing()
                }
            } else {
                // A file that is just being written differs from look to look.
                registerFolders()
                let differing = differing()
                changed = differing.filter { path in
                    guard let before = suspects[path] else { return false }
                    return before == Self.look(path)
                }
                suspects = Dictionary(uniqueKeysWithValues: differing.map { ($0, Self.look($0)) })
            }
            guard !changed.isEmpty else { continue }
            suspects = [:]
            return changed.map { path in
                let now = Self.look(path)
                looks[path] = .some(now)
                return Change(path: path, isGone: now == nil, noticed: noticed)
            }
        }
    }

    private func differing() -> [String] {
        looks.keys.filter { Self.look($0) != (looks[$0] ?? nil) }.sorted()
    }

    private func waitForReturn(_ paths: [String]) {
        let end = Date().addingTimeInterval(Self.grace)
        while Date() < end, paths.contains(where: Self.isUnderWay) { usleep(2000) }
    }

    /// Whether a file is gone or empty, as it is for a moment while some programs save or copy.
    private static func isUnderWay(_ path: String) -> Bool { look(path)?.isEmpty ?? true }

    /// Files of at most so many bytes are compared by these; a filter's has no more.
    private static let most = 1 << 20

    private static func look(_ path: String) -> Look? {
        var info = stat()
        guard stat(path, &info) == 0 else { return nil }
        // Reading a pipe would take what it holds.
        guard info.st_mode & S_IFMT == S_IFREG else { return Look(isEmpty: false) }
        if info.st_size <= most, let bytes = FileManager.default.contents(atPath: path) {
            return Look(bytes: bytes, isEmpty: bytes.isEmpty)
        }
        return Look(
            facts: [Int(info.st_ino), Int(info.st_size), info.st_mtim.tv_sec, info.st_mtim.tv_nsec], isEmpty: false)
    }

    // MARK: The kernel's notifications

    private func registerFolders() {
        names = [:]
        for path in looks.keys {
            let named = URL(fileURLWithPath: path)
            // A link may be changed, and so may what it points to.
            for url in [named, named.resolvingSymlinksInPath()] {
                names[url.deletingLastPathComponent().path, default: []].insert(url.lastPathComponent)
            }
        }
        let events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE
        for folder in names.keys {
            // Watching a folder again gives the same number; one that came back gives another.
            let number = inotify_add_watch(notifications, folder, UInt32(events))
            if number >= 0 { folders[number] = folder }
        }
    }

    /// Reads what has been told; whether a file that is meant is among it.
    private func drain() -> Bool {
        var isMeant = false
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = read(notifications, &buffer, buffer.count)
            guard count > 0 else { return isMeant }
            var place = 0
            let head = MemoryLayout<inotify_event>.size
            while place + head <= count {
                let (number, mask, length) = buffer.withUnsafeBytes { bytes in
                    (
                        bytes.loadUnaligned(fromByteOffset: place, as: Int32.self),
                        bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self),
                        Int(bytes.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self))
                    )
                }
                guard place + head + length <= count else { break }
                let name = String(
                    decoding: buffer[(place + head)..<(place + head + length)].prefix { $0 != 0 }, as: UTF8.self)
                // A queue that ran over has lost names.
                if mask & UInt32(IN_Q_OVERFLOW) != 0 { isMeant = true }
                if let folder = folders[number], names[folder]?.contains(name) == true { isMeant = true }
                place += head + length
            }
        }
    }
}
