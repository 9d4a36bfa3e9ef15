extension Generator {
    /// The stem and width of a vector's type.
    static func vector(_ type: String) -> (stem: String, width: Int)? {
        for stem in ["vec", "ivec", "uvec", "bvec"] {
            guard type.hasPrefix(stem), let width = Int(type.dropFirst(stem.count)) else { continue }
            return (stem, width)
        }
        return nil
    }

    /// The vector or scalar of a stem.
    static func wide(_ stem: String, _ width: Int) -> String {
        width > 1
            ? "\(stem)\(width)" : ["vec": "float", "ivec": "int", "uvec": "uint", "bvec": "bool"][stem] ?? "float"
    }

    static func stem(_ scalar: String) -> String {
        ["float": "vec", "int": "ivec", "uint": "uvec", "bool": "bvec"][scalar] ?? "vec"
    }

    /// What a type's components are, for scalars, vectors and matrices.
    static func scalar(of type: String) -> String? {
        if scalars.contains(type) { return type }
        if let (stem, _) = vector(type) { return wide(stem, 1) }
        return type.hasPrefix("mat") && !type.contains("[") ? "float" : nil
    }

    static func width(_ type: String) -> Int { vector(type)?.width ?? 1 }

    static func matrix(_ type: String) -> (columns: Int, rows: Int)? {
        guard type.hasPrefix("mat"), !type.contains("[") else { return nil }
        let numbers = type.dropFirst(3).compactMap(\.wholeNumberValue)
        return numbers.count == 2 ? (numbers[0], numbers[1]) : numbers.count == 1 ? (numbers[0], numbers[0]) : nil
    }

    static func matrixName(_ columns: Int, _ rows: Int) -> String {
        columns == rows ? "mat\(columns)" : "mat\(columns)x\(rows)"
    }

    static func array(_ type: String) -> (element: String, count: Int)? {
        guard let open = type.firstIndex(of: "["), let count = Int(type[type.index(after: open)...].dropLast()) else {
            return nil
        }
        return (String(type[..<open]), count)
    }

    /// A way into a value: a member, or an element by a number that may lie outside.
    mutating func part(of type: String) -> (Node, String)? {
        if let members = structures[type] {
            let member = dice.pick(members)
            return (.text("." + member.name), member.type)
        }
        let count: Int
        let inner: String
        if let (element, elements) = Self.array(type) {
            (inner, count) = (element, elements)
        } else if let (columns, rows) = Self.matrix(type) {
            (inner, count) = ("vec\(rows)", columns)
        } else if let (stem, width) = Self.vector(type) {
            (inner, count) = (Self.wide(stem, 1), width)
        } else {
            return nil
        }
        if dice.one(in: 2) { return (.text("[\(dice.roll(count))]"), inner) }
        if dice.one(in: 6) { return (.list([.text("["), expression("int", 1), .text("]")]), inner) }
        return (.list([.text(dice.one(in: 4) ? "[uint(" : "[int("), expression("float", 1), .text(")]")]), inner)
    }

    mutating func literal(_ type: String) -> Node { .expression(type, [.text(literalText(type))]) }

    private mutating func literalText(_ type: String) -> String {
        switch type {
        case "float":
            return dice.pick([
                "0.0", "1.0", "0.5", "2.0", "-1.0", "0.25", "3.7", "0.1", "1e-3", "-0.3", "10.0", "0.7", "1.5", "-2.5",
                "100.0", "1e-6", "0.3333",
            ])
        case "int":
            return dice.pick(["0", "1", "2", "3", "-1", "-2", "7", "16", "255", "-13", "0x7FFF", "2147483647", "100"])
        case "uint": return dice.pick(["0u", "1u", "2u", "3u", "31u", "255u", "0xFFFFFFFFu", "0x9E3779B1u", "1000u"])
        case "bool": return dice.pick(["true", "false"])
        default: break
        }
        if let (element, count) = Self.array(type) {
            return "\(element)[\(count)](\((0..<count).map { _ in literalText(element) }.joined(separator: ", ")))"
        }
        if let members = structures[type] {
            return "\(type)(\(members.map { literalText($0.type) }.joined(separator: ", ")))"
        }
        let scalar = Self.scalar(of: type) ?? "float"
        if let (columns, rows) = Self.matrix(type) {
            return "\(type)(\((0..<columns * rows).map { _ in literalText(scalar) }.joined(separator: ", ")))"
        }
        return "\(type)(\((0..<Self.width(type)).map { _ in literalText(scalar) }.joined(separator: ", ")))"
    }
}
