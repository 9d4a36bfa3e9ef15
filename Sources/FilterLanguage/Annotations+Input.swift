extension Annotations {
    /// More further pictures than this are refused.
    static let maxInputCount = 8

    /// Reads an `input` line after its first word.
    mutating func readInput(_ line: inout AnnotationScanner) throws(SourceError) {
        let form = "//! input NAME: What the picture is for."
        let place = line.place
        let name = line.word()
        guard !name.isEmpty else { throw line.fail("expected the picture's name; the form is: \(form)") }
        try checkName(name, at: place)
        if Filter.givenValues[name] != nil || Filter.libraryFunctions.contains(where: { $0.name == name }) {
            throw line.source.error("'\(name)' is given to every filter already; choose another name", at: place)
        }
        // The code may give an argument this name, so it is not taken as a parameter's is.
        if let earlier = parameterPlaces[name] ?? inputs.first(where: { $0.input.name == name })?.place {
            throw line.source.error(
                "'\(name)' is declared on line \(earlier.line) already; choose another name", at: place)
        }
        guard inputs.count < Self.maxInputCount else {
            throw line.source.error("a filter has at most \(Self.maxInputCount) further inputs", at: place)
        }
        try line.expect(":", form: form)
        let summary = line.rest()
        guard !summary.isEmpty else { throw line.fail("expected a summary after ':'; the form is: \(form)") }
        inputs.append((Filter.Input(name: name, summary: summary), place))
    }

    /// Why a filter of a kind cannot call a function that reads a further picture; `nil` for other names.
    func objection(toReading name: String, _ kind: Filter.Kind) -> String? {
        guard kind.isLocal else { return nil }
        for (input, _) in inputs where name.hasPrefix(input.name + "_") {
            let reads = Filter.libraryFunctions.contains { $0.group == .reading && name == "\(input.name)_\($0.name)" }
            if reads {
                return
                    "'\(name)' is for filters that read neighbours; this one is handed '\(input.name)' as an argument"
            }
        }
        return nil
    }
}
