import CFFmpeg
import Foundation
import Frames

/// A file that appears whole or not at all: written under a temporary name, or none, in the folder it will stand in.
///
/// Standard output, pipes and devices are written directly.
package final class OutputFile {
    package let path: String
    /// Where the file will stand: what the path leads to, where it is a link.
    private let target: String
    let descriptor: Int32
    /// Whether the file can be sought in and read back.
    package let isRegular: Bool
    private let overwrites: Bool
    private var temporaryPath: String?
    private var isOpen = true
    /// The first error of the operating system while writing; 0 when there was none.
    private(set) var failure: Int32 = 0
    private(set) var byteCount = 0

    /// Opens a place to write; an existing file without leave to replace it and an input's own file are refused here,
    /// before any work is done.
    package init(path: String, overwrites: Bool, inputs: [String] = []) throws(MediaError) {
        (self.path, self.overwrites) = (path, overwrites)
        target = path == "-" ? path : try Self.target(of: path)
        if path == "-" {
            (descriptor, isRegular) = (try Self.check("dup", path) { dup(STDOUT_FILENO) }, false)
            return
        }
        var info = stat()
        let exists = stat(path, &info) == 0
        guard exists || errno == ENOENT else { throw MediaError(system: errno, call: "stat", subject: path) }
        if exists { try Self.refuse(path, info, overwrites: overwrites, inputs: inputs) }
        if exists, info.st_mode & S_IFMT != S_IFREG {
            (descriptor, isRegular) = (try Self.check("open", path) { open(path, O_WRONLY | O_CLOEXEC) }, false)
            return
        }
        isRegular = true
        let folder = Self.folder(of: target)
        // Not every file system has files without a name.
        let nameless = FaultInjection.failsNow ? -1 : open(folder, Self.nameless | O_RDWR | O_CLOEXEC, 0o666)
        if nameless >= 0 {
            descriptor = nameless
            return
        }
        let temporary = Self.temporaryPath(in: folder)
        do {
            descriptor = try Self.check("open", path) {
                Drafts.open(temporary) { open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
            }
        } catch {
            throw Self.refusal(of: folder, for: error)
        }
        temporaryPath = temporary
    }

    deinit { discard() }

    /// Writes at the place the file stands at; a negative error number when not all could be written.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        var done = 0
        while done < bytes.count {
            let (count, code) = Self.unsignalled {
                Foundation.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            }
            if count < 0, code == EINTR { continue }
            guard count > 0 else {
                failure = failure == 0 ? (count < 0 ? code : EIO) : failure
                return candelaError(failure)
            }
            done += count
        }
        byteCount += done
        return Int32(clamping: done)
    }

    /// Writes by a call of the system, which then answers EPIPE or EFBIG instead of ending the process when a pipe's reader
    /// has gone or the file would pass the limit of its size.
    static func unsignalled(_ write: () -> Int) -> (count: Int, code: Int32) {
        let signals = [(code: EPIPE, signal: SIGPIPE), (code: EFBIG, signal: SIGXFSZ)]
        var (held, before) = (sigset_t(), sigset_t())
        sigemptyset(&held)
        for (_, signal) in signals { sigaddset(&held, signal) }
        pthread_sigmask(SIG_BLOCK, &held, &before)
        let written = write()
        let code = errno
        if written < 0, let sent = signals.first(where: { $0.code == code })?.signal, sigismember(&before, sent) == 0 {
            // It is waiting now, and would end the process as soon as it is let through.
            var (only, now) = (sigset_t(), timespec())
            sigemptyset(&only)
            sigaddset(&only, sent)
            sigtimedwait(&only, nil, &now)
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        return (written, code)
    }

    /// Moves the place to write at; `AVSEEK_SIZE` asks for the size instead.
    func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
        if whence & AVSEEK_SIZE != 0 {
            var info = stat()
            return fstat(descriptor, &info) == 0 ? Int64(info.st_size) : Int64(candelaError(errno))
        }
        let place = lseek(descriptor, off_t(offset), whence & ~AVSEEK_FORCE)
        return place < 0 ? Int64(candelaError(errno)) : Int64(place)
    }

    /// Writes bytes; throws where not all could be written.
    package func write(_ bytes: [UInt8]) throws(MediaError) {
        guard bytes.withUnsafeBytes(write) < 0 else { return }
        throw MediaError(system: failure, call: "write", subject: path)
    }

    /// Gives the finished file its name.
    package func commit() throws(MediaError) {
        guard isOpen else { return }
        if isRegular {
            // A full disk may be told of only here; afterwards the name stands for the whole file, even after a crash.
            try Self.check("fsync", path) { fsync(descriptor) }
            try name()
        }
        isOpen = false
        close(descriptor)
    }

    /// Leaves nothing behind.
    func discard() {
        guard isOpen else { return }
        isOpen = false
        close(descriptor)
        if let temporaryPath { Self.remove(temporaryPath) }
    }

    private func name() throws(MediaError) {
        if temporaryPath == nil {
            let source = "/proc/self/fd/\(descriptor)"
            if linkat(AT_FDCWD, source, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 { return }
            guard errno == EEXIST, overwrites else {
                throw MediaError(call: "linkat", subject: path, code: candelaError(errno), kind: .system)
            }
            // A name that is taken can only be replaced by a rename.
            let temporary = Self.temporaryPath(in: Self.folder(of: target))
            try Self.check("linkat", path) {
                Drafts.open(temporary) { linkat(AT_FDCWD, source, AT_FDCWD, temporary, AT_SYMLINK_FOLLOW) }
            }
            temporaryPath = temporary
        }
        guard let temporary = temporaryPath else { return }
        if overwrites {
            try Self.check("rename", path) { rename(temporary, target) }
            Drafts.close(temporary)
        } else {
            // Somebody else may have made the file meanwhile: link fails then, rename would not.
            try Self.check("link", path) { link(temporary, target) }
            Self.remove(temporary)
        }
        temporaryPath = nil
    }

    private static func remove(_ draft: String) {
        unlink(draft)
        Drafts.close(draft)
    }

    /// What a path leads to, from link to link; the last of them need not be there.
    private static func target(of path: String) throws(MediaError) -> String {
        var place = path
        // As many as the system follows.
        for _ in 0..<40 {
            var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(place, &bytes, bytes.count)
            guard count > 0 else { return place }
            let next = String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
            let further = next.hasPrefix("/") ? next : folder(of: place) + "/" + next
            // What /proc/self/fd shows of a pipe, or of a file that is gone, is no path, though it can be opened.
            var info = stat()
            if lstat(further, &info) != 0, stat(place, &info) == 0 { return place }
            place = further
        }
        throw MediaError(
            kind: .system, call: "readlink", subject: path, code: candelaError(ELOOP),
            problem: "it is a link that leads back to itself", wayOut: "remove it, or name the file")
    }

    private static func refuse(
        _ path: String, _ info: stat, overwrites: Bool, inputs: [String]
    ) throws(MediaError) {
        for input in inputs {
            var other = stat()
            guard stat(input, &other) == 0, other.st_dev == info.st_dev, other.st_ino == info.st_ino,
                info.st_mode & S_IFMT == S_IFREG
            else { continue }
            throw MediaError(
                kind: .usage, call: "open", subject: path, problem: "it is an input and would be written over",
                wayOut: "write to another file")
        }
        switch info.st_mode & S_IFMT {
        case S_IFDIR:
            throw MediaError(
                kind: .system, call: "open", subject: path, code: candelaError(EISDIR), problem: "it is a folder",
                wayOut: "name a file in it")
        case S_IFREG where !overwrites:
            throw MediaError(
                kind: .system, call: "open", subject: path, code: candelaError(EEXIST),
                problem: "the file exists already", wayOut: "give --overwrite to replace it")
        case S_IFREG where access(path, W_OK) != 0:
            throw MediaError(call: "open", subject: path, code: candelaError(errno), kind: .system)
        default: return
        }
    }

    /// What is wrong with a folder in which no file can be made.
    private static func refusal(of folder: String, for error: MediaError) -> MediaError {
        var (info, refusal) = (stat(), error)
        switch error.code {
        case candelaError(ENOENT) where stat(folder, &info) == 0:
            // Such as /proc.
            (refusal.problem, refusal.wayOut) = ("the folder '\(folder)' takes no new files", "choose another folder")
        case candelaError(ENOENT):
            (refusal.problem, refusal.wayOut) = ("there is no folder '\(folder)'", "make it first, or choose another")
        case candelaError(EACCES), candelaError(EPERM):
            refusal.problem = "no file may be made in the folder '\(folder)'"
            refusal.wayOut = "choose another, or change its permissions"
        default: break
        }
        return refusal
    }

    private static func folder(of path: String) -> String {
        // Foundation's own way crashes on names of one letter.
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func temporaryPath(in folder: String) -> String {
        folder + "/.candela-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    }

    @discardableResult
    private static func check(_ name: String, _ path: String, _ body: () -> Int32) throws(MediaError) -> Int32 {
        try call(name, on: path, kind: .system) {
            let result = body()
            return result < 0 ? candelaError(errno) : result
        }
    }

    /// O_TMPFILE, a macro of two flags.
    private static let nameless: Int32 = 0o20_000_000 | O_DIRECTORY
}
