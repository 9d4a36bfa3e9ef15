extension Annotations {
    private static let form = "//! param NAME float = 0.8 in 0...1 [UNIT]: What it does."

    private static let curveForm = "//! param NAME curve = 0/0 1/1 in 0...1: What it does."
    private static let imageForm = "//! param NAME image: What the still is for."

    private static let kinds: [String: Filter.Parameter.Kind] = [
        "float": .float, "int": .int, "bool": .bool, "vec2": .vec2, "vec3": .vec3, "vec4": .vec4, "color": .color,
        "point": .point, "choice": .choice([]), "curve": .curve, "image": .image,
    ]

    /// Reads a `param` line after its first word.
    mutating func readParameter(_ line: inout AnnotationScanner) throws(SourceError) {
        let place = line.place
        let name = line.word()
        guard !name.isEmpty else { throw line.fail("expected the parameter's name; the form is: \(Self.form)") }
        try declare(name, at: place)
        let kindPlace = line.place
        let kindWord = line.word()
        guard var kind = Self.kinds[kindWord] else {
            let names = Self.kinds.keys.sorted()
            let ending = Suggestion.ending(for: kindWord, among: names)
            throw line.source.error(
                "'\(kindWord)' is not a parameter's type\(ending.isEmpty ? "; known are \(names.joined(separator: ", "))" : ending)",
                at: kindPlace)
        }
        if kind == .image {
            try readImage(name, &line)
            return
        }
        try line.expect("=", form: kind == .curve ? Self.curveForm : Self.form)
        let valuePlace = line.place
        let value = kind == .curve ? line.points() : line.value()
        guard !value.isEmpty else { throw line.fail("expected the initial value; the form is: \(Self.form)") }
        if case .choice = kind { kind = .choice(try readChoices(&line)) }
        let range = try readRange(&line, kind: kind)
        var unit: String?
        if line.take("[") {
            unit = line.value(stoppingAt: "]")
            try line.expect("]", form: Self.form)
        }
        try line.expect(":", form: Self.form)
        let summary = line.rest()
        guard !summary.isEmpty else { throw line.fail("expected a summary after ':'; the form is: \(Self.form)") }
        let draft = Filter.Parameter(
            name: name, kind: kind, initial: .numbers([]), range: range, unit: unit, summary: summary)
        let initial: Filter.Parameter.Initial
        if kind == .point, value == "center" {
            initial = .center
        } else if value == "contentHeadroom", kind.isFloating, kind != .curve {
            initial = .given(value)
        } else {
            do {
                initial = .numbers(try draft.numbers(parsing: value))
            } catch {
                throw line.source.error("the initial value of '\(name)': \(error.problem)", at: valuePlace)
            }
        }
        parameters.append(
            Filter.Parameter(
                name: name, kind: kind, initial: initial, range: range, unit: unit, summary: summary))
    }

    /// Reads what follows `param NAME image`: a still has no initial value and no range.
    private mutating func readImage(_ name: String, _ line: inout AnnotationScanner) throws(SourceError) {
        try line.expect(":", form: Self.imageForm)
        let summary = line.rest()
        guard !summary.isEmpty else { throw line.fail("expected a summary after ':'; the form is: \(Self.imageForm)") }
        guard parameters.count(where: { $0.kind == .image }) < Self.maxInputCount else {
            throw line.fail("a filter has at most \(Self.maxInputCount) images; use fewer stills")
        }
        parameters.append(
            Filter.Parameter(
                name: name, kind: .image, initial: .numbers([]), range: 0...0, unit: nil, summary: summary))
    }

    private func readChoices(_ line: inout AnnotationScanner) throws(SourceError) -> [String] {
        let form = "//! param mode choice = auto of auto signal linear: What it does."
        guard line.take(word: "of") else { throw line.fail("expected 'of' and the names; the form is: \(form)") }
        var names: [String] = []
        while true {
            let place = line.place
            let name = line.word()
            if name.isEmpty { break }
            guard !names.contains(name) else {
                throw line.source.error("'\(name)' stands here twice; remove one", at: place)
            }
            guard name.first?.isNumber == false, !name.hasPrefix("_"), !name.contains("__") else {
                throw line.source.error("'\(name)' cannot be a choice's name; begin it with a letter", at: place)
            }
            names.append(name)
        }
        guard !names.isEmpty, names.count <= 64 else {
            throw line.fail("expected 1 to 64 names; the form is: \(form)")
        }
        return names
    }

    private func readRange(_ line: inout AnnotationScanner, kind: Filter.Parameter.Kind) throws(SourceError)
        -> ClosedRange<Double>
    {
        switch kind {
        case .bool: return 0...1
        case .choice(let names): return 0...Double(names.count - 1)
        default: break
        }
        guard line.take(word: "in") else {
            // No picture has a side of a million pixels.
            if kind == .point { return -1_000_000...1_000_000 }
            throw line.fail("expected the range, such as 'in 0...1'; the form is: \(Self.form)")
        }
        let place = line.place
        let text = line.value(stoppingAt: ":[")
        let ends = text.split(separator: "...", omittingEmptySubsequences: false)
        guard ends.count == 2, let low = Double(ends[0]), let high = Double(ends[1]), low.isFinite, high.isFinite else {
            throw line.source.error("'\(text)' is not a range; write it as 0...1, without spaces", at: place)
        }
        guard low <= high else {
            throw line.source.error("the range \(text) is empty; its first number must be the smaller", at: place)
        }
        guard Float(low).isFinite, Float(high).isFinite else {
            throw line.source.error("the range \(text) is wider than a float can hold; choose nearer ends", at: place)
        }
        guard kind != .curve || low < high else {
            throw line.source.error("a curve's range has two ends that differ; write one such as 0...1", at: place)
        }
        if kind == .int, low != low.rounded() || high != high.rounded() || max(-low, high) > 2_147_483_647 {
            throw line.source.error(
                "the range of an int has whole ends within 32 bits; write one such as 0...8", at: place)
        }
        return low...high
    }
}

extension Filter.Parameter.Kind {
    /// Whether its numbers are floats.
    var isFloating: Bool {
        switch self {
        case .int, .bool, .choice: false
        case .float, .vec2, .vec3, .vec4, .color, .point, .curve, .image: true
        }
    }
}
