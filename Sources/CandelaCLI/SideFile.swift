import Candela

/// A file that a command writes beside its main work, such as a table; its place is tried before the work begins.
struct SideFile {
    private let file: OutputFile

    /// Opens the place that `option` names; throws where nothing can be written there.
    ///
    /// An existing file is replaced once all is written, but never one of `inputs`. `ending` is the one that its name must
    /// have.
    init(_ path: String, of option: String, ending: String? = nil, inputs: [String]) throws {
        if let ending, !path.lowercased().hasSuffix(ending) {
            throw CommandError(option, "'\(path)' is no name of such a file; end it with \(ending)")
        }
        guard path != "-" else {
            throw CommandError(option, "'-' would write into what is printed; name a file, or ./- for one of that name")
        }
        file = try OutputFile(path: path, overwrites: true, inputs: inputs)
    }

    /// Writes the file, which then appears whole.
    func write(_ text: String) throws {
        try file.write(Array(text.utf8))
        try file.commit()
    }
}

extension Arguments {
    /// The file that an option names, its place tried; `nil` where it was not given.
    ///
    /// It may be none of `inputs`, the files that the command reads.
    func sideFile(_ option: String, ending: String? = nil, inputs: [String]) throws -> SideFile? {
        try text(option).map { try SideFile($0, of: option, ending: ending, inputs: inputs) }
    }

    /// Throws where two of some options name one file.
    func requireDifferentFiles(_ options: [String]) throws(CommandError) {
        var seen: [String: String] = [:]
        for option in options {
            guard let path = text(option) else { continue }
            if let other = seen.updateValue(option, forKey: path) {
                throw CommandError(option, "'\(path)' is what \(other) writes; name another file")
            }
        }
    }
}
