extension Filter {
    /// The code as GLSL, written from the checked syntax tree: every name of the file's own (structures, functions,
    /// constants, parameters, phases) is `prefix` and the name; given names and library names are as `given` says.
    ///
    /// What GLSL leaves open is decided here as the evaluator does: variables begin with 0, indices are clamped, whole
    /// numbers divide and shift as Expression.Operator says, floats beyond an int become its nearest. A bool parameter
    /// is read as `(<prefix>name != 0u)`, for its member is a `uint`.
    public func code(prefix: String, given: [String: String]) -> String {
        lines(prefix: prefix, given: given).reduce(into: "") { $0 += $1.text + "\n" }
    }

    /// Where in the author's file the code of a line stands, that a compiler of the code complains of; `nil` when the
    /// line is not this filter's.
    public func place(ofLine line: String, prefix: String, given: [String: String]) -> Place? {
        func plain(_ text: String) -> String { String(text.drop { $0 == " " }.filter { $0 != "\t" }) }
        let wanted = plain(line)
        return lines(prefix: prefix, given: given).first { plain($0.text) == wanted }?.place
    }

    /// The mistake `problem` at a place of the filter's files.
    public func mistake(_ problem: String, at place: Place) -> SourceError {
        if place.file > 0, place.file <= included.count {
            let file = included[place.file - 1]
            return SourceText(path: file.path, text: file.text).error(
                problem, at: Place(line: place.line, column: place.column))
        }
        return SourceText(path: path, text: source).error(problem, at: Place(line: place.line, column: place.column))
    }

    /// The given values and library functions that the code mentions.
    public var usedNames: Set<String> { module.usedNames }

    private func lines(prefix: String, given: [String: String]) -> [CodeWriter.Line] {
        let known = givenNames
        let given = given.filter { known.contains($0.key) }
        var names = given
        for phase in phases { names[phase.name] = prefix + phase.name }
        for parameter in parameters {
            names[parameter.name] =
                parameter.kind == .bool ? "(\(prefix)\(parameter.name) != 0u)" : prefix + parameter.name
            if parameter.kind == .image { names[parameter.name + "_size"] = "\(prefix)\(parameter.name)_size" }
        }
        let (module, all) = (module, names)
        let written = try? DeepStack.run { () throws(SourceError) -> [CodeWriter.Line] in
            var writer = CodeWriter(module: module, prefix: prefix, names: all)
            return writer.run()
        }
        return written ?? []
    }
}
