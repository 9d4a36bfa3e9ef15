/// GLSL that makes a value of one pixel, written once and used for one pixel or for several at a time.
///
/// Names that belong to the pixel end in `$`. Several pixels take turns line by line: their chains of dependent
/// arithmetic then overlap in the processor, which one pixel after the other does not give it the chance to do.
struct PixelLines {
    /// Statements, each on a line of its own.
    var lines: String
    /// The expression of the value after them.
    var result: String
    /// When the value is transparent black instead.
    var isClearWhen: String?

    /// The body of a function for one pixel, whose names carry nothing instead of the mark.
    var body: String {
        guard let isClearWhen else { return Self.one(lines + "    return \(result);\n") }
        // Without work to leave out, a branch only makes a GPU wait for each picture before it reads the next.
        guard !lines.isEmpty else {
            return Self.one("    return mix(\(result), vec4(0.0), bvec4(\(isClearWhen)));\n")
        }
        return Self.one("    if (\(isClearWhen)) return vec4(0.0);\n" + lines + "    return \(result);\n")
    }

    /// Lines that put the value into a new variable, whatever the condition.
    func assigned(to name: String) -> String {
        let value = isClearWhen.map { "\($0) ? vec4(0.0) : \(result)" } ?? result
        return lines + "    vec4 \(name) = \(value);\n"
    }

    /// Marked text for one pixel.
    static func one(_ text: String) -> String { text.replacing("$", with: "") }

    /// Marked lines for `count` pixels that take turns; pixel k's names end in `_k`.
    static func turns(_ lines: String, count: Int) -> String {
        lines.split(separator: "\n").map { line in
            line.contains("$") ? (0..<count).map { line.replacing("$", with: "_\($0)") + "\n" }.joined() : line + "\n"
        }.joined()
    }
}
