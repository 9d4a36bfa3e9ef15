import ColorScience

/// GLSL for values that are known when a shader is written.
enum GLSLText {
    /// The nearest 32-bit float, as a literal; negative ones in parentheses.
    static func number(_ value: Double) -> String {
        let text = "\(Float(value))"
        return value < 0 ? "(\(text))" : text
    }

    static func vector(_ values: RGB) -> String {
        "vec3(\(number(values.x)), \(number(values.y)), \(number(values.z)))"
    }

    /// A sum of products of three named components with one row of a matrix; zeros left out, ones not multiplied.
    static func row(_ weights: RGB, of names: (String, String, String)) -> String {
        let terms: [String] = [(weights.x, names.0), (weights.y, names.1), (weights.z, names.2)].compactMap {
            weight, name in
            if abs(weight) < 1e-15 { return nil }
            return weight == 1 ? name : "\(number(weight)) * \(name)"
        }
        return terms.isEmpty ? "0.0" : terms.joined(separator: " + ")
    }

    /// A matrix times the vector called `name`, written out by rows.
    static func product(_ matrix: Matrix3, _ name: String) -> String {
        let names = ("\(name).x", "\(name).y", "\(name).z")
        return "vec3(\(matrix.rows.map { row($0, of: names) }.joined(separator: ", ")))"
    }
}
