import Foundation

/// Finds and reads the files that a filter includes: those beside it, and below its folder.
struct IncludeReader: Sendable {
    /// Whether the colour library's file can be meant.
    var offersColors = true

    /// A file that was read.
    struct File {
        /// How messages name it.
        let path: String
        let text: String
        /// The same for every name of one file.
        let identity: String
    }

    /// Reads the file that `name` means in `including`, a path like that of the filter file, `main`.
    func read(_ name: String, from including: String, main: String) throws(ValueProblem) -> File {
        let path = try path(of: name, from: including)
        let root = Self.resolved(Self.folder(of: main).isEmpty ? "." : Self.folder(of: main))
        let file = Self.resolved(path)
        guard let file else {
            throw ValueProblem(
                problem: "'\(name)' is not there; \(suggestion(name, folder: Self.folder(of: including)))")
        }
        guard let root, file.hasPrefix(root.hasSuffix("/") ? root : root + "/") else {
            throw ValueProblem(
                problem: "'\(name)' leads out of the filter's folder; only files beside the filter can be included")
        }
        do {
            return File(path: path, text: try FilterFile.text(path: file), identity: file)
        } catch {
            throw ValueProblem(problem: "'\(name)' \(error.problem)")
        }
    }

    /// Whether a file is the filter's own.
    func isMain(_ file: File, main: String) -> Bool { Self.resolved(main) == file.identity }

    /// The path that `name` means in a file, whether there is one or not.
    func path(of name: String, from including: String) throws(ValueProblem) -> String {
        try check(name)
        let folder = Self.folder(of: including)
        return folder.isEmpty ? name : folder + "/" + name
    }

    private func check(_ name: String) throws(ValueProblem) {
        guard !name.isEmpty, name.utf8.count <= 255, !name.utf8.contains(0) else {
            throw ValueProblem(problem: "a file's name has 1 to 255 characters; write one such as \"shapes.glsl\"")
        }
        guard !name.hasPrefix("/") else {
            throw ValueProblem(problem: "'\(name)' is an absolute path; name a file beside the filter")
        }
        guard !name.split(separator: "/", omittingEmptySubsequences: false).contains("..") else {
            throw ValueProblem(problem: "'\(name)' climbs out of its folder by '..'; put the file beside the filter")
        }
    }

    private func suggestion(_ name: String, folder: String) -> String {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        let files =
            names.filter { $0.hasSuffix(".glsl") }.prefix(1000) + (offersColors ? [Filter.colorLibraryFile] : [])
        if let near = Suggestion.nearest(to: name, among: files) { return "did you mean \"\(near)\"?" }
        return "a file beside the filter is named as it is"
            + (offersColors ? ", and the colour library needs no include" : "")
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The path without links; `nil` when nothing is there.
    private static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
