extension Annotations {
    /// Reads an `expect` line after its first word.
    func readExample(_ line: inout AnnotationScanner) throws(SourceError) -> Filter.Example {
        let form = exampleForm
        var settings: [String: [Double]] = [:]
        if !line.take(":"), !starts(line, with: "("), !starts(line, with: "->") {
            settings = try readSettings(&line)
            try line.expect(":", form: form)
        }
        var inputs: [[Double]] = []
        let widths = exampleWidths
        if starts(line, with: "(") {
            repeat {
                inputs.append(try readTuple(&line, width: widths[min(inputs.count, widths.count - 1)], form: form))
            } while line.take(",")
        }
        // A picture made of numbers alone may be the same everywhere, and needs no place then.
        guard inputs.count == widths.count || (kind == .generate && inputs.isEmpty && widths.count == 1) else {
            throw line.fail("\(exampleNeeds), this one has \(inputs.count); the form is: \(form)")
        }
        try line.expect("->", form: form)
        if kind == .raw {
            let results = try readResults(&line, form: form)
            return Filter.Example(settings: settings, inputs: inputs, output: [], results: results, line: line.line)
        }
        let output = try readTuple(&line, width: kind == .warp ? 2 : 4, form: form)
        return Filter.Example(settings: settings, inputs: inputs, output: output, line: line.line)
    }

    /// How many numbers each input of an example has.
    private var exampleWidths: [Int] {
        let further = Array(repeating: 4, count: exampleNames.count)
        return switch kind ?? .point {
        case .point, .area, .raw: [4] + further
        case .blend: [4, 4] + further
        case .warp: [2] + further
        case .generate: [2] + further
        }
    }

    /// Pictures that an example gives beside the kind's own.
    private var exampleNames: [String] {
        inputs.map(\.input.name) + parameters.filter { $0.kind == .image }.map(\.name)
    }

    private var exampleNeeds: String {
        let names = exampleNames
        let further = names.map { ", \($0)" }.joined()
        return switch kind ?? .point {
        case .point, .area, .raw:
            "an example of this filter has \(1 + names.count) input\(names.isEmpty ? "" : "s")\(further)"
        case .blend: "a blend's example has \(2 + names.count) inputs, below and above\(further)"
        case .warp: "a warp's example has a place\(further)"
        case .generate:
            "an example of kind generate has the place of one pixel\(further)\(names.isEmpty ? ", or none" : "")"
        }
    }

    private var exampleForm: String {
        let pixel = "(r, g, b, a)"
        let further = exampleNames.map { _ in ", \(pixel)" }.joined()
        return switch kind ?? .point {
        case .point, .area: "//! expect a = 0.5: \(pixel)\(further) -> \(pixel)"
        case .raw: "//! expect a = 0.5: \(pixel)\(further) -> \(results.first?.quantity.name ?? "name") = 1"
        case .blend: "//! expect a = 0.5: \(pixel), \(pixel)\(further) -> \(pixel)"
        case .warp: "//! expect a = 0.5: (x, y)\(further) -> (x, y)"
        case .generate: "//! expect a = 0.5: (x, y)\(further) -> \(pixel)"
        }
    }

    /// Results of a raw filter, by name, in their own units.
    private func readResults(_ line: inout AnnotationScanner, form: String) throws(SourceError) -> [String: Double] {
        var found: [String: Double] = [:]
        repeat {
            let place = line.place
            let name = line.word()
            let single = results.map(\.quantity).filter { $0.count == nil }.map(\.name)
            guard single.contains(name) else {
                let ending = Suggestion.ending(for: name, among: single)
                let way =
                    single.isEmpty
                    ? "; declare '//! result NAME uint: What it says.'" : "; it has \(single.joined(separator: ", "))"
                throw line.source.error(
                    "'\(name)' is not a result of one number\(ending.isEmpty ? way : ending)", at: place)
            }
            try line.expect("=", form: form)
            let valuePlace = line.place
            let text = line.value()
            guard let number = Double(text), number.isFinite else {
                throw line.source.error("'\(text)' is not a number; write one, such as 0.5", at: valuePlace)
            }
            guard found.updateValue(number, forKey: name) == nil else {
                throw line.source.error("'\(name)' stands here twice; remove one", at: place)
            }
        } while line.take(",")
        return found
    }

    private func starts(_ line: AnnotationScanner, with text: String) -> Bool {
        var ahead = line
        return ahead.take(text)
    }

    private func readTuple(_ line: inout AnnotationScanner, width: Int, form: String) throws(SourceError) -> [Double] {
        try line.expect("(", form: form)
        var numbers: [Double] = []
        repeat {
            let place = line.place
            let text = line.value(stoppingAt: ",)")
            guard let number = Double(text), number.isFinite else {
                throw line.source.error("'\(text)' is not a number; write one, such as 0.5", at: place)
            }
            numbers.append(number)
        } while line.take(",")
        guard numbers.count == width else {
            throw line.fail(
                "a \(width == 2 ? "place" : "pixel") has \(width) numbers, this one has \(numbers.count); write as many"
            )
        }
        try line.expect(")", form: form)
        return numbers
    }
}
