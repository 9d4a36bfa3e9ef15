import Candela
import Foundation

/// Names, kinds and summaries of a library's filters, kept from one run to the next.
///
/// What is kept counts only while every file has the size, the inode and the times that it had when it was read, and the
/// program is the same. Nothing is kept of files that changed within the last two seconds, whose times may hide another
/// change.
struct FilterListing {
    /// What the list tells of one filter.
    struct Entry: Equatable {
        var name: String
        var kind: String
        var summary: String
    }

    private let cache: CacheFolder
    private let name: String
    /// What the kept list depends on.
    private let state: String
    private let newest: Int

    /// The list of a folder of filter files; `nil` where nothing can be kept.
    init?(of folder: URL) {
        guard let cache = CacheFolder.standard, let (state, newest) = Self.state(folder.path) else { return nil }
        (self.cache, self.state, self.newest) = (cache, state, newest)
        // One file for each folder; characters that names of files cannot hold are written out.
        name = "filters-" + folder.path.utf8.map { String($0, radix: 36) }.joined().suffix(180) + ".list"
    }

    /// The list, where it was kept and nothing has changed since.
    func kept() -> [Entry]? {
        guard let bytes = cache.read(name) else { return nil }
        let parts = String(decoding: bytes, as: UTF8.self).components(separatedBy: Self.border)
        guard parts.count == 2, parts[0] == state else { return nil }
        return parts[1].split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
            return cells.count == 3 ? Entry(name: cells[0], kind: cells[1], summary: cells[2]) : nil
        }
    }

    /// Keeps a list that was just read from the files.
    func keep(_ entries: [Entry]) {
        guard time(nil) - newest > 2 else { return }
        let lines = entries.map { "\($0.name)\t\($0.kind)\t\($0.summary)" }
        cache.write(Array((state + Self.border + lines.joined(separator: "\n")).utf8), as: name)
    }

    private static let border = "\n\u{1}\n"

    /// Size, inode, and times of every file and of the program, and the latest second among the files'. Files in folders
    /// below count as well: filters may include them.
    private static func state(_ folder: String) -> (String, newest: Int)? {
        var program = stat()
        guard let paths = FileManager.default.enumerator(atPath: folder), stat("/proc/self/exe", &program) == 0
        else { return nil }
        var lines: [String] = []
        var newest = 0
        for case let path as String in paths {
            var facts = stat()
            // A folder of thousands is no library, and asking for each file would take longer than reading filters.
            guard lines.count < 2000, stat(folder + "/" + path, &facts) == 0 else { return nil }
            lines.append("\(path) \(line(facts))")
            newest = max(newest, facts.st_ctim.tv_sec, facts.st_mtim.tv_sec)
        }
        return ((["\(CommandLineTool.version) \(line(program))"] + lines.sorted()).joined(separator: "\n"), newest)
    }

    private static func line(_ facts: stat) -> String {
        "\(facts.st_size) \(facts.st_ino) \(facts.st_dev) \(facts.st_mtim.tv_sec).\(facts.st_mtim.tv_nsec) "
            + "\(facts.st_ctim.tv_sec).\(facts.st_ctim.tv_nsec)"
    }
}
