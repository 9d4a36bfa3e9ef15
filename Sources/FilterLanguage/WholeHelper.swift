/// Division of whole numbers as the language defines it, for every operand.
struct WholeHelper: Hashable {
    let scalar: ValueType.Scalar
    let width: Int
    let isRemainder: Bool

    /// Every function that these need, in the order in which they must stand.
    static func all(for wanted: Set<WholeHelper>) -> [WholeHelper] {
        var all = wanted
        for helper in wanted {
            for width in [1, helper.width] {
                all.insert(WholeHelper(scalar: helper.scalar, width: width, isRemainder: false))
                if helper.isRemainder {
                    all.insert(WholeHelper(scalar: helper.scalar, width: width, isRemainder: true))
                }
            }
        }
        return all.sorted {
            ($0.scalar.rawValue, $0.isRemainder ? 1 : 0, $0.width) < (
                $1.scalar.rawValue, $1.isRemainder ? 1 : 0, $1.width
            )
        }
    }

    /// A name that no author can choose, for theirs begin with the prefix.
    func name(prefix: String) -> String { "w\(isRemainder ? "rem" : "div")_\(prefix)" }

    func text(prefix: String) -> String {
        let type = ValueType.of(scalar, width)
        let name = name(prefix: prefix)
        let divide = WholeHelper(scalar: scalar, width: width, isRemainder: false).name(prefix: prefix)
        if isRemainder { return "\(type) \(name)(\(type) a, \(type) b) { return a - \(divide)(a, b) * b; }" }
        if width > 1 {
            let parts = "xyzw".prefix(width).map { "\(name)(a.\($0), b.\($0))" }.joined(separator: ", ")
            return "\(type) \(name)(\(type) a, \(type) b) { return \(type)(\(parts)); }"
        }
        // The smallest int has no opposite: its quotient by -1 wraps around to itself.
        return scalar == .uint
            ? "uint \(name)(uint a, uint b) { return b == 0u ? 0u : a / max(b, 1u); }"
            : "int \(name)(int a, int b) { return b == 0 ? 0 : b == -1 ? 0 - a : a / (b == 0 || b == -1 ? 1 : b); }"
    }
}
