import Foundation

extension FilterFile {
    /// The paths of the files that the one at `path` includes, and those that these include, named as messages name them.
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
                guard let name = line.prefixMatch(of: /\s*#\s*include\s*"([^"]*)"/).map({ String($0.1) }),
                    name != Filter.colorLibraryFile, let included = try? reader.path(of: name, from: file),
                    !found.contains(included), included != path
                else { continue }
                found.append(included)
                pending.append(included)
                if found.count >= Preprocessor.maxFileCount { return found }
            }
        }
        return found
    }
}
