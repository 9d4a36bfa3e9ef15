import Dispatch
import FilterGraph
import FilterLanguage
import Foundation
import Shaders
import Synchronization

/// The filters that can be named: those of the shader library, and files by their path.
public struct FilterCatalog: Sendable {
    public let library: ShaderLibrary
    /// The colour library that every shader draws on.
    public let colors: ColorLibrary

    /// Opens the library in `folder`, or the one that is found.
    public init(folder: String? = nil) throws {
        guard let library = ShaderLibrary(override: folder) else {
            throw CompositionError(
                .unavailable, folder ?? ShaderLibrary.folderOfEnvironment ?? "filters",
                "it holds no folder 'filters'; name the folder that does with --shaders DIR or CANDELA_SHADERS")
        }
        self.library = library
        do {
            colors = try ColorLibrary(library)
        } catch {
            throw CompositionError(
                .unavailable, library.folder.path,
                "its files in 'color' cannot be read; name a whole folder with --shaders DIR or CANDELA_SHADERS")
        }
    }

    /// The names of the library's filters, sorted.
    public var names: [String] { library.filterFiles().map(Self.name) }

    /// The filter of a name, or in the file of a path that ends in `.glsl`.
    public func filter(named name: String) throws -> Filter {
        if name.hasSuffix(".glsl") {
            guard Self.exists(name) else {
                throw CompositionError(.inputOutput, name, "there is no such file; \(hint(forFile: name))")
            }
            return try read(URL(fileURLWithPath: name), shown: name)
        }
        let file = try file(named: name)
        return try read(file, shown: file.path)
    }

    private func file(named name: String) throws -> URL {
        // A name alone says which file is meant; the folder is listed only to find what else may have been.
        if let file = library.filterFile(named: name) { return file }
        throw CompositionError(.usage, name, "no filter of this name; \(hint(forName: name))")
    }

    // MARK: What may have been meant

    /// What to do about a name that no filter has.
    private func hint(forName name: String) -> String {
        if Self.exists(name + ".glsl") { return "did you mean the file \(Self.asPath(name + ".glsl"))?" }
        if name.contains("/") || name.contains("."), Self.exists(name) {
            return FilterFile.holdsFilter(path: name)
                ? "a file of a filter has a name that ends in .glsl, so rename it"
                : "nor does the file hold one: that begins with '//! filter NAME: What it does.', and its name ends in .glsl"
        }
        let word = name.prefix { $0 != "," && $0 != "=" && $0 != " " }
        if word.count < name.count, library.filterFile(named: String(word)) != nil {
            return "settings follow a colon: \(word):param=value"
        }
        if let near = Suggestion.nearest(to: name, among: names) { return "did you mean \(near)?" }
        if let near = Self.neighbour(of: name + ".glsl") { return "did you mean the file \(near)?" }
        return "`candela filters` lists them, and a file's name ends in .glsl"
    }

    /// What to do about a file that is not there.
    private func hint(forFile path: String) -> String {
        if let near = Self.neighbour(of: path) { return "did you mean \(near)?" }
        let name = Self.name(URL(fileURLWithPath: path))
        if let known = names.first(where: { $0 == name }) ?? Suggestion.nearest(to: name, among: names) {
            return "the bundled filter is called \(known), without .glsl"
        }
        return "check the path"
    }

    /// The path of the filter file beside it that was most likely meant.
    private static func neighbour(of path: String) -> String? {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? ""
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        // A folder may hold any number of files; their common ending makes none of them alike.
        let stems = files.filter { $0.hasSuffix(".glsl") }.prefix(1000).map { $0.dropLast(5) }.map(String.init)
        let stem = name.hasSuffix(".glsl") ? String(name.dropLast(5)) : name
        return Suggestion.nearest(to: stem, among: stems).map { asPath("\(folder)\($0).glsl") }
    }

    /// A file's name as a path that no bundled filter's name can be taken for.
    private static func asPath(_ name: String) -> String { name.contains("/") ? name : "./" + name }

    /// Whether something stands under a path, or its name is none that could: that is told when it is read.
    private static func exists(_ path: String) -> Bool {
        var info = stat()
        return stat(path, &info) == 0 || errno != ENOENT
    }

    /// Every filter of the library, or why it cannot be read, sorted by name; files are read side by side.
    public func all() -> [(name: String, filter: Result<Filter, any Error>)] {
        let files = library.filterFiles()
        let found = Mutex<[Result<Filter, any Error>?]>(Array(repeating: nil, count: files.count))
        DispatchQueue.concurrentPerform(iterations: files.count) { index in
            let filter = Result { try read(files[index], shown: files[index].path) }
            found.withLock { $0[index] = filter }
        }
        return zip(files, found.withLock { $0 }).compactMap { file, filter in
            filter.map { (Self.name(file), $0) }
        }
    }

    private static func name(_ file: URL) -> String { file.deletingPathExtension().lastPathComponent }

    private func read(_ file: URL, shown path: String) throws -> Filter {
        try Filter(source: Self.text(file, shown: path), path: path) { twin in
            let file = try self.file(named: twin)
            return (try Self.text(file, shown: file.path), file.path)
        }
    }

    private static func text(_ file: URL, shown path: String) throws -> String {
        do {
            return try FilterFile.text(path: file.path)
        } catch {
            throw CompositionError(error.isContent ? .data : .inputOutput, path, error.problem)
        }
    }
}
