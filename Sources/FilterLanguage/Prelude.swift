/// Functions of GLSL that are written in the language itself, so that every device and the evaluator compute the same.
enum Prelude {
    static let names: Set<String> = [
        "modf", "faceforward", "refract", "ldexp", "asinh", "acosh", "atanh", "determinant", "inverse",
    ]

    /// The text of a function for arguments of the given types; `nil` when there is no such function.
    static func text(_ name: String, _ given: [ValueType]) -> String? {
        switch name {
        case "determinant", "inverse":
            guard given.count == 1, case .matrix(let columns, let rows) = given[0], columns == rows else { return nil }
            return name == "inverse" ? inverse(columns) : determinant(columns)
        default:
            guard let first = given.first, let type = floats(first) else { return nil }
            return componentwise(name, given, type)
        }
    }

    /// The float type of as many components.
    private static func floats(_ type: ValueType) -> ValueType? {
        guard type.isScalarOrVector, let scalar = type.scalar, scalar != .bool else { return nil }
        return .of(.float, type.componentCount)
    }

    private static func componentwise(_ name: String, _ given: [ValueType], _ t: ValueType) -> String? {
        let types = given.map(floats)
        let isSame = types.allSatisfy { $0 == t }
        switch name {
        case "modf" where given.count == 2 && given[1] == t:
            return "\(t) modf(\(t) x, out \(t) whole) { whole = trunc(x); return x - whole; }"
        case "faceforward" where given.count == 3 && isSame:
            return "\(t) faceforward(\(t) n, \(t) i, \(t) r) { if (dot(r, i) < 0.0) return n; return -n; }"
        case "refract" where given.count == 3 && types[1] == t && types[2] == .float:
            return """
                \(t) refract(\(t) i, \(t) n, float eta) {
                    float d = dot(n, i);
                    float k = 1.0 - eta * eta * (1.0 - d * d);
                    if (k < 0.0) return \(t)(0.0);
                    return eta * i - (eta * d + sqrt(max(k, 0.0))) * n;
                }
                """
        case "ldexp" where given.count == 2 && given[1] == .of(.int, t.componentCount):
            let e = ValueType.of(.int, t.componentCount)
            return "\(t) ldexp(\(t) x, \(e) e) { return x * exp2(\(t)(e)); }"
        case "asinh" where given.count == 1:
            return "\(t) asinh(\(t) x) { return sign(x) * log(abs(x) + sqrt(x * x + 1.0)); }"
        case "acosh" where given.count == 1:
            return "\(t) acosh(\(t) x) { return log(x + sqrt(x * x - 1.0)); }"
        case "atanh" where given.count == 1:
            return "\(t) atanh(\(t) x) { return 0.5 * log((1.0 + x) / (1.0 - x)); }"
        default: return nil
        }
    }

    // MARK: Matrices

    private static func determinant(_ n: Int) -> String {
        "float determinant(mat\(n) m) { return \(minor(Array(0..<n), Array(0..<n))); }"
    }

    /// The determinant of some columns and rows, by its first column.
    private static func minor(_ columns: [Int], _ rows: [Int]) -> String {
        if columns.count == 1 { return "m[\(columns[0])][\(rows[0])]" }
        let terms = rows.enumerated().map { index, row in
            let rest = minor(Array(columns.dropFirst()), rows.filter { $0 != row })
            return "\(index == 0 ? "" : index % 2 == 0 ? " + " : " - ")m[\(columns[0])][\(row)] * (\(rest))"
        }
        return terms.joined()
    }

    private static func inverse(_ n: Int) -> String {
        let all = Array(0..<n)
        let cofactors = all.flatMap { column in
            all.map { row in
                // Of the transposed place: what the inverse holds in this column and row.
                let rest = minor(all.filter { $0 != row }, all.filter { $0 != column })
                return "\((column + row) % 2 == 0 ? "" : "-")(\(rest))"
            }
        }
        return """
            mat\(n) inverse(mat\(n) m) {
                float d = \(minor(all, all));
                return mat\(n)(\(cofactors.joined(separator: ",\n"))) / d;
            }
            """
    }
}
