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
                .unavailable, folder ?? "filters",
                "no folder of filters is there; name one with --shaders DIR or CANDELA_SHADERS")
        }
        self.library = library
        colors = try ColorLibrary(library)
    }

    /// The names of the library's filters, sorted.
    public var names: [String] { library.filterFiles().map(Self.name) }

    /// The filter of a name, or in the file of a path that ends in `.glsl`.
    public func filter(named name: String) throws -> Filter {
        if name.hasSuffix(".glsl") { return try Self.read(URL(fileURLWithPath: name), shown: name) }
        // A name alone says which file is meant; the folder is listed only to find what else may have been.
        if let file = library.filterFile(named: name) { return try Self.read(file, shown: file.path) }
        let hint = Suggestion.nearest(to: name, among: names).map { "did you mean \($0)?" }
        throw CompositionError(.usage, name, "no filter of this name; \(hint ?? "`candela filters` lists them")")
    }

    /// Every filter of the library, or why it cannot be read, sorted by name; files are read side by side.
    public func all() -> [(name: String, filter: Result<Filter, any Error>)] {
        let files = library.filterFiles()
        let found = Mutex<[Result<Filter, any Error>?]>(Array(repeating: nil, count: files.count))
        DispatchQueue.concurrentPerform(iterations: files.count) { index in
            let filter = Result { try Self.read(files[index], shown: files[index].path) }
            found.withLock { $0[index] = filter }
        }
        return zip(files, found.withLock { $0 }).compactMap { file, filter in
            filter.map { (Self.name(file), $0) }
        }
    }

    private static func name(_ file: URL) -> String { file.deletingPathExtension().lastPathComponent }

    private static func read(_ file: URL, shown path: String) throws -> Filter {
        let source: String
        do {
            source = try FilterFile.text(path: file.path)
        } catch {
            throw CompositionError(error.isContent ? .data : .inputOutput, path, error.problem)
        }
        return try Filter(source: source, path: path)
    }
}
