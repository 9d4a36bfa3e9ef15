import Foundation

/// Finds Candela's GLSL files on disk, at run time.
///
/// The folder is the one named by the caller (`--shaders`), else the one in `CANDELA_SHADERS`, else the first that exists
/// of `share/candela` beside the real executable's `bin` folder and the resource bundle that a build leaves beside the
/// executable or the tests.
public struct ShaderLibrary: Sendable {
    /// The folder that holds `filters`, `color` and `planes`.
    public let folder: URL

    /// Finds the library; `nil` when no candidate folder holds a `filters` folder.
    public init?(override: String? = nil) {
        let found = Self.candidates(override: override).first {
            FileManager.default.fileExists(atPath: $0.appendingPathComponent("filters").path)
        }
        guard let found else { return nil }
        folder = found
    }

    /// The bundled filter files, sorted by name.
    public func filterFiles() -> [URL] { files(in: "filters", endingIn: "glsl") }

    /// The bundled filter file of a name; `nil` when there is none.
    public func filterFile(named name: String) -> URL? {
        guard !name.isEmpty, name.utf8.allSatisfy({ $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ".") && $0 != 0 })
        else { return nil }
        let file = folder.appendingPathComponent("filters/\(name).glsl")
        return FileManager.default.fileExists(atPath: file.path) ? file : nil
    }

    /// The colour library's files, sorted by name.
    public func colorFiles() -> [URL] { files(in: "color", endingIn: "glsl") }

    /// The text of one file, by its path below the library's folder.
    public func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }

    private func files(in name: String, endingIn ending: String) -> [URL] {
        let all = try? FileManager.default.contentsOfDirectory(
            at: folder.appendingPathComponent(name), includingPropertiesForKeys: nil)
        return (all ?? []).filter { $0.pathExtension == ending }.sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    /// The folder that the environment's `CANDELA_SHADERS` names; `nil` where it is not set or empty.
    public static var folderOfEnvironment: String? {
        ProcessInfo.processInfo.environment["CANDELA_SHADERS"].flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func candidates(override: String?) -> [URL] {
        // What was asked for is never replaced by another.
        if let wanted = override ?? folderOfEnvironment { return [URL(fileURLWithPath: wanted)] }
        var all: [URL] = []
        let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let folder = executable.deletingLastPathComponent()
        all.append(folder.deletingLastPathComponent().appendingPathComponent("share/candela"))
        all.append(folder.appendingPathComponent("candela_Shaders.resources"))
        // Under `swift test` the process is the toolchain's runner; the test bundle's own folder is an argument.
        for argument in CommandLine.arguments {
            let beside = URL(fileURLWithPath: argument).deletingLastPathComponent()
            all.append(beside.appendingPathComponent("candela_Shaders.resources"))
        }
        return all
    }
}
