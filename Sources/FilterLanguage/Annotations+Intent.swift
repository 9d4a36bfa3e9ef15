extension Annotations {
    /// Reads an `intends` line after its first word; which findings there are is for the check to know.
    func readIntent(_ line: inout AnnotationScanner) throws(SourceError) -> Filter.Intent {
        let form = "//! intends clips-at-one when mode = clamp: Why it is meant."
        let finding = line.value()
        guard !finding.isEmpty else { throw line.fail("expected a finding's name; the form is: \(form)") }
        let settings = line.take(word: "when") ? try readSettings(&line) : [:]
        try line.expect(":", form: form)
        let reason = line.rest()
        guard !reason.isEmpty else { throw line.fail("expected the reason after ':'; the form is: \(form)") }
        return Filter.Intent(finding: finding, settings: settings, reason: reason, line: line.line)
    }
}
