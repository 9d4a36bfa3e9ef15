import Foundation

extension FilterFile {
    /// The paths of the files that the one at `path` includes, or names as its twin, and those that these include, named as
    /// messages name them.
    ///
    /// They follow from the words of the files alone: a file need not be there, and another may have a mistake. So it can be
    /// known which files to wait for.
    public static func includes(of path: String) -> [String] {
        var found: [String] = []
        var pending = [path]
        let reader = IncludeReader()
        while let file = pending.popLast() {
            guard let text = try? text(path: file) else { continue }
            for line in text.split(whereSeparator: \.isNewline) {
                guard let name = name(in: line), name != Filter.colorLibraryFile,
                    let included = try? reader.path(of: name, from: file),
                    !found.contains(included), included != path
                else { continue }
                found.append(included)
                pending.append(included)
                if found.count >= Preprocessor.maxFileCount { return found }
            }
        }
        return found
    }

    /// The file that a line includes, or names as a twin.
    private static func name(in line: Substring) -> String? {
        if let include = line.prefixMatch(of: /\s*#\s*include\s*"([^"]*)"/) { return String(include.1) }
        return line.prefixMatch(of: /[ \t]*\/\/!\s*twin\s+(\S.*\.glsl)\s*$/).map { String($0.1) }
    }
}
