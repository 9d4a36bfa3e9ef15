import Candela

extension TimeMark {
    /// Reads a time as people write it: `12.5`, `1:02:03.5` or `120f`; `subject` is named in the error.
    init(_ text: String, for subject: String) throws(CommandError) {
        guard let mark = TimeMark(text) else {
            throw CommandError(subject, "'\(text)' is not a time; \(Self.form)")
        }
        self = mark
    }
}
