/// What only raw filters say: their results, and how their work is cut.
extension Annotations {
    /// Numbers that a filter may write about a picture.
    static let maxNumberCount = 4096
    /// Threads of one workgroup: what every device of today runs.
    static let maxThreadCount = 256
    /// Pixels of one workgroup's tile.
    static let maxTileCount = 1 << 20

    /// Reads a `result` line after its first word.
    mutating func readResult(_ line: inout AnnotationScanner) throws(SourceError) {
        let form = "//! result NAME uint [UNIT]: What it says."
        let place = line.place
        let name = line.word()
        guard !name.isEmpty else { throw line.fail("expected the result's name; the form is: \(form)") }
        try checkName(name, at: place)
        if Filter.everyGivenName.contains(name) {
            throw line.source.error("'\(name)' is given to every filter already; choose another name", at: place)
        }
        if let earlier = parameterPlaces[name] ?? results.first(where: { $0.quantity.name == name })?.place {
            throw line.source.error(
                "'\(name)' is declared on line \(earlier.line) already; choose another name", at: place)
        }
        let kindPlace = line.place
        let word = line.word()
        guard let kind = Filter.Quantity.Kind(rawValue: word) else {
            let names = Filter.Quantity.Kind.allCases.map(\.rawValue)
            let ending = Suggestion.ending(for: word, among: names)
            throw line.source.error(
                "'\(word)' is not a result's type\(ending.isEmpty ? "; known are \(names.joined(separator: ", "))" : ending)",
                at: kindPlace)
        }
        let count = try readCount(&line)
        let initial = line.take("=") ? try readInitial(&line, kind) : 0
        let divisor = line.take("/") ? try readDivisor(&line) : 1
        var unit: String?
        if line.take("[") {
            unit = line.value(stoppingAt: "]")
            try line.expect("]", form: form)
        }
        try line.expect(":", form: form)
        let summary = line.rest()
        guard !summary.isEmpty else { throw line.fail("expected a summary after ':'; the form is: \(form)") }
        let quantity = Filter.Quantity(
            name: name, kind: kind, count: count, initial: initial, divisor: divisor, unit: unit, summary: summary)
        let total = results.reduce(quantity.numberCount) { $0 + $1.quantity.numberCount }
        guard total <= Self.maxNumberCount else {
            throw line.source.error(
                "a filter has at most \(Self.maxNumberCount) numbers as results; make rows shorter", at: place)
        }
        results.append((quantity, place))
    }

    /// A count in brackets: digits; what else stands in brackets is the unit.
    private func readCount(_ line: inout AnnotationScanner) throws(SourceError) -> Int? {
        var ahead = line
        guard ahead.take("[") else { return nil }
        let place = ahead.place
        let text = ahead.value(stoppingAt: "]")
        guard let first = text.first, first.isASCII, first.isNumber, !text.contains("/") else { return nil }
        guard let count = Int(text), (1...Self.maxNumberCount).contains(count) else {
            throw line.source.error(
                "'\(text)' is no count of numbers; write one from 1 to \(Self.maxNumberCount)", at: place)
        }
        try ahead.expect("]", form: "//! result NAME uint[256] [UNIT]: What they say.")
        line = ahead
        return count
    }

    private func readInitial(_ line: inout AnnotationScanner, _ kind: Filter.Quantity.Kind) throws(SourceError)
        -> UInt32
    {
        let place = line.place
        let text = line.value(stoppingAt: ":/[")
        guard kind == .uint, let value = UInt32(text) else {
            throw line.source.error(
                kind == .uint
                    ? "'\(text)' is no whole number from 0 to \(UInt32.max)"
                    : "only results of type uint have a first value; others begin with 0", at: place)
        }
        return value
    }

    private func readDivisor(_ line: inout AnnotationScanner) throws(SourceError) -> Double {
        let place = line.place
        let text = line.value(stoppingAt: ":[")
        guard let value = Double(text), value.isFinite, value > 0 else {
            throw line.source.error("'\(text)' is no number above 0 to divide by; write one, such as 1000", at: place)
        }
        return value
    }

    /// Reads `64x4`.
    mutating func readSize(_ line: inout AnnotationScanner, _ word: String, most: Int) throws(SourceError)
        -> (columns: Int, rows: Int)
    {
        try once(word, line)
        let place = line.place
        threadsPlace = place
        let text = line.value(stoppingAt: "")
        let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard numbers.count == 2, numbers.allSatisfy({ (1...most).contains($0) }), numbers[0] * numbers[1] <= most
        else {
            throw line.source.error(
                "\(text.isEmpty ? "nothing" : "'\(text)'") is no size of \(word); write columns x rows, such as 16x16, "
                    + "each from 1 and at most \(most) in all",
                at: place)
        }
        return (numbers[0], numbers[1])
    }

    /// Reads a `twin` line after its first word.
    mutating func readTwin(_ line: inout AnnotationScanner) throws(SourceError) {
        try once("twin", line)
        let place = line.place
        let name = line.rest()
        let isName = !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" }
        guard isName || name.hasSuffix(".glsl") else {
            throw mistake(
                "a twin is the filter that makes the same picture; write '//! twin FILE.glsl', or a bundled one's name",
                place)
        }
        twin = (name, place)
    }

    /// Throws for lines that only raw filters have, and for those that these have not.
    func checkRaw() throws(SourceError) {
        guard kind == .raw else {
            if let result = results.first {
                throw mistake("only filters of kind raw have results; remove this line", result.place)
            }
            if let place = threadsPlace {
                throw mistake("only filters of kind raw have threads and tiles; remove this line", place)
            }
            if let twin {
                throw mistake(
                    "only filters of kind raw have a twin: this one's code is what it is held to; remove this line",
                    twin.place)
            }
            return
        }
        if let input = inputs.first {
            throw mistake("a filter of kind raw reads one picture; remove this line", input.place)
        }
        if let law = laws.first {
            throw mistake("laws are not for filters of kind raw; remove this line", Place(line: law.line, column: 1))
        }
        var brought = ["setTexel": "every filter of kind raw"]
        for (quantity, _) in results {
            for function in quantity.functions { brought["\(quantity.name)_\(function)"] = "'\(quantity.name)'" }
        }
        for (name, place) in parameterPlaces.sorted(by: { $0.key < $1.key })
            + results.map({ ($0.quantity.name, $0.place) })
        {
            guard let owner = brought[name] else { continue }
            throw mistake("'\(name)' is a function that \(owner) brings; choose another name", place)
        }
    }
}
