extension Annotations {
    /// Reads an `intends` line after its first word; which findings there are is for the check to know.
    func readIntent(_ line: inout AnnotationScanner) throws(SourceError) -> Filter.Intent {
        let form = "//! intends clips-at-one when mode = clamp, gain > 1: Why it is meant."
        let finding = line.value()
        guard !finding.isEmpty else { throw line.fail("expected a finding's name; the form is: \(form)") }
        var settings: [String: [Double]] = [:]
        var bounds: [Filter.Bound] = []
        if line.take(word: "when") {
            repeat {
                if let bound = try readBound(&line) {
                    bounds.append(bound)
                } else {
                    let (name, numbers) = try readSetting(&line, form: "name = value, or name > number")
                    settings[name] = numbers
                }
            } while line.take(",")
        }
        try line.expect(":", form: form)
        let reason = line.rest()
        guard !reason.isEmpty else { throw line.fail("expected the reason after ':'; the form is: \(form)") }
        return Filter.Intent(
            finding: finding, settings: settings, bounds: bounds, reason: reason, line: line.line)
    }

    /// Reads `gain > 1`; `nil` where no comparison comes next.
    private func readBound(_ line: inout AnnotationScanner) throws(SourceError) -> Filter.Bound? {
        var ahead = line
        let name = ahead.word()
        guard let relation = Filter.Bound.Relation.allCases.first(where: { ahead.take($0.rawValue) }) else {
            return nil
        }
        let parameter = try parameter(named: name, at: line.place)
        guard parameter.kind == .float || parameter.kind == .int else {
            throw line.fail("'\(name)' is no single number; write '\(name) = ' and a value")
        }
        let place = ahead.place
        let text = ahead.value()
        guard let number = Double(text), number.isFinite else {
            throw source.error(
                "'\(text)' is not a number; write one, such as \(name) \(relation.rawValue) 1", at: place)
        }
        let bound = Filter.Bound(parameter: name, relation: relation, number: number)
        guard bound.holds(somewhereIn: parameter.range) else {
            throw source.error(
                "no value of '\(name)' is \(relation.rawValue) \(text); it is in \(parameter.ends)", at: place)
        }
        line = ahead
        return bound
    }
}
