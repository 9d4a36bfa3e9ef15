import Foundation
import Frames

/// A folder of files that can be lost at any time: compiled shaders and pipelines, by name.
///
/// Nothing here throws: a file that is missing, damaged or unwritable only costs the time to make its content again.
/// Several processes may share a folder, since files appear whole or not at all.
package struct CacheFolder: Hashable, Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    /// `$XDG_CACHE_HOME/candela`, or `~/.cache/candela`; nil where there is no home.
    package static var standard: CacheFolder? {
        let environment = ProcessInfo.processInfo.environment
        if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") {
            return CacheFolder(path: cache + "/candela")
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return CacheFolder(path: home + "/.cache/candela")
    }

    /// The content stored under a name; nil where there is none or it is damaged.
    package func read(_ name: String) -> [UInt8]? {
        guard let data = FileManager.default.contents(atPath: file(name)) else { return nil }
        let bytes = [UInt8](data)
        let start = Self.mark.count + 32
        guard bytes.count > start, bytes.starts(with: Self.mark) else { return nil }
        let content = Array(bytes[start...])
        return SHA256.digest(content) == Array(bytes[Self.mark.count..<start]) ? content : nil
    }

    /// Stores content under a name, in place of what was there.
    package func write(_ content: [UInt8], as name: String) {
        let files = FileManager.default
        let temporary = file("\(name).\(getpid()).\(UInt64.random(in: 0...UInt64.max)).part")
        do {
            try files.createDirectory(atPath: path, withIntermediateDirectories: true)
            let made = Drafts.open(temporary) { creat(temporary, 0o666) }
            guard made >= 0 else { return }
            close(made)
            try Data(Self.mark + SHA256.digest(content) + content).write(to: URL(fileURLWithPath: temporary))
        } catch {
            // A full disk leaves a part behind, which nobody would ever read.
            unlink(temporary)
            return Drafts.close(temporary)
        }
        if rename(temporary, file(name)) != 0 { unlink(temporary) }
        Drafts.close(temporary)
    }

    private static let mark = Array("candela cache 1\n".utf8)

    private func file(_ name: String) -> String { path + "/" + name }
}
