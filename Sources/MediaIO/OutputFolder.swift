import CFFmpeg
import Foundation
import Frames

/// A folder that files are written into.
package enum OutputFolder {
    /// Makes a folder, and those that it lies in, where they are not there, and tries whether it takes files.
    ///
    /// Throws `MediaError` where it cannot be made or takes none; leaves nothing in it. A command that fails before
    /// anything is written takes it away again.
    package static func prepare(_ path: String) throws(MediaError) {
        try make(path)
        // Under a name that nobody has: opening it and giving it up leaves nothing.
        let name = ".candela-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
        do {
            _ = try OutputFile(path: path.hasSuffix("/") ? path + name : path + "/" + name, overwrites: false)
        } catch {
            var refusal = error
            refusal.subject = path
            throw refusal
        }
    }

    private static func make(_ path: String) throws(MediaError) {
        var info = stat()
        if stat(path, &info) == 0 {
            guard info.st_mode & S_IFMT != S_IFDIR else { return }
            throw MediaError(
                kind: .system, call: "mkdir", subject: path, code: candelaError(ENOTDIR), problem: "it is no folder",
                wayOut: "name another place")
        }
        guard errno == ENOENT else { throw MediaError(system: errno, call: "stat", subject: path) }
        let bare = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        if let slash = bare.lastIndex(of: "/"), slash != bare.startIndex { try make(String(bare[..<slash])) }
        // Somebody else may make it at the same time.
        if mkdir(bare, 0o777) == 0 { return Drafts.made(folder: bare) }
        guard errno == EEXIST else {
            if errno == ENOENT {
                throw MediaError(
                    kind: .system, call: "mkdir", subject: path, code: candelaError(ENOENT),
                    problem: "no folder can be made there", wayOut: "choose another place")
            }
            throw MediaError(system: errno, call: "mkdir", subject: path)
        }
    }
}
