/// Functions of GLSL that are written in the language itself, so that every device and the evaluator compute the same.
///
/// Their names for what they are given are none that an author would take for a parameter of a file.
enum Prelude {
    static let names = wholeNames.union([
        "modf", "faceforward", "refract", "ldexp", "asinh", "acosh", "atanh", "determinant", "inverse",
    ])

    /// The text of a function for arguments of the given types; `nil` when there is no such function.
    static func text(_ name: String, _ given: [ValueType]) -> String? {
        switch name {
        case "determinant", "inverse":
            guard given.count == 1, case .matrix(let columns, let rows) = given[0], columns == rows else { return nil }
            return name == "inverse" ? inverse(columns) : determinant(columns)
        case _ where wholeNames.contains(name): return whole(name, given)
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
            return
                "\(t) modf(\(t) xGiven, out \(t) wholePart) { wholePart = trunc(xGiven); return xGiven - wholePart; }"
        case "faceforward" where given.count == 3 && isSame:
            return """
                \(t) faceforward(\(t) nGiven, \(t) iGiven, \(t) rGiven) {
                    if (dot(rGiven, iGiven) < 0.0) return nGiven;
                    return -nGiven;
                }
                """
        case "refract" where given.count == 3 && types[1] == t && types[2] == .float:
            return """
                \(t) refract(\(t) iGiven, \(t) nGiven, float etaGiven) {
                    float dMade = dot(nGiven, iGiven);
                    float kMade = 1.0 - etaGiven * etaGiven * (1.0 - dMade * dMade);
                    if (kMade < 0.0) return \(t)(0.0);
                    return etaGiven * iGiven - (etaGiven * dMade + sqrt(max(kMade, 0.0))) * nGiven;
                }
                """
        case "ldexp" where given.count == 2 && given[1] == .of(.int, t.componentCount):
            let e = ValueType.of(.int, t.componentCount)
            return "\(t) ldexp(\(t) xGiven, \(e) eGiven) { return xGiven * exp2(\(t)(eGiven)); }"
        case "asinh" where given.count == 1:
            return """
                \(t) asinh(\(t) xGiven) {
                    return sign(xGiven) * log(abs(xGiven) + sqrt(xGiven * xGiven + 1.0));
                }
                """
        case "acosh" where given.count == 1:
            return "\(t) acosh(\(t) xGiven) { return log(xGiven + sqrt(xGiven * xGiven - 1.0)); }"
        case "atanh" where given.count == 1:
            return "\(t) atanh(\(t) xGiven) { return 0.5 * log((1.0 + xGiven) / (1.0 - xGiven)); }"
        default: return nil
        }
    }

    // MARK: Matrices

    private static func determinant(_ n: Int) -> String {
        "float determinant(mat\(n) mGiven) { return \(minor(Array(0..<n), Array(0..<n))); }"
    }

    /// The determinant of some columns and rows, by its first column.
    private static func minor(_ columns: [Int], _ rows: [Int]) -> String {
        if columns.count == 1 { return "mGiven[\(columns[0])][\(rows[0])]" }
        let terms = rows.enumerated().map { index, row in
            let rest = minor(Array(columns.dropFirst()), rows.filter { $0 != row })
            return "\(index == 0 ? "" : index % 2 == 0 ? " + " : " - ")mGiven[\(columns[0])][\(row)] * (\(rest))"
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
            mat\(n) inverse(mat\(n) mGiven) {
                float dMade = \(minor(all, all));
                return mat\(n)(\(cofactors.joined(separator: ",\n"))) / dMade;
            }
            """
    }
}
