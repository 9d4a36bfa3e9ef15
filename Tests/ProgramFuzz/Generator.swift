/// Writes random programs of the filter language: well-typed, of every kind of thing that it has.
struct Generator {
    /// What a batch of programs is, and so what they are given and may call.
    enum Kind: String, CaseIterable {
        case blend
        case signal
        case area
        case warp
    }

    struct Variable {
        let name: String
        let type: String
        let isFixed: Bool
    }

    struct Function {
        let name: String
        let result: String
        let parameters: [(direction: String, type: String)]
    }

    let kind: Kind
    var dice: Dice
    var variables: [Variable] = []
    var functions: [Function] = []
    /// Members of the program's structures, by name.
    var structures: [String: [(name: String, type: String)]] = [:]
    var counter = 0
    var loopDepth = 0
    var result = "vec4"
    /// Turns of the loops around.
    var turns = 1

    init(kind: Kind, seed: UInt64) {
        self.kind = kind
        dice = Dice(seed)
    }

    /// A program whose entry is the function `@main`.
    mutating func program() -> Node {
        var parts: [Node] = []
        for _ in 0..<dice.roll(3) { parts.append(structure()) }
        for _ in 0..<dice.roll(3) { parts.append(constant()) }
        for _ in 0..<dice.roll(4) { parts.append(helper()) }
        parts.append(entry())
        return .list(parts)
    }

    mutating func fresh(_ stem: String) -> String {
        counter += 1
        return "\(stem)\(counter)"
    }

    // MARK: Declarations

    static let scalars = ["float", "int", "uint", "bool"]
    static let plain: [String] = scalars + (2...4).flatMap { ["vec\($0)", "ivec\($0)", "uvec\($0)", "bvec\($0)"] }
    static let matrices = ["mat2", "mat3", "mat4", "mat2x3", "mat3x2", "mat2x4", "mat4x2", "mat3x4", "mat4x3"]

    /// A type to declare something of: floats above all.
    mutating func type(arrays: Bool = true) -> String {
        switch dice.roll(20) {
        case 0..<5: return "float"
        case 5..<9: return "vec\(2 + dice.roll(3))"
        case 9, 10: return "int"
        case 11: return "uint"
        case 12: return dice.pick(Self.plain)
        case 13: return "bool"
        case 14, 15: return dice.pick(Self.matrices)
        case 16, 17: return structures.keys.sorted().isEmpty ? "vec4" : dice.pick(structures.keys.sorted())
        default:
            guard arrays else { return "vec3" }
            let element = dice.pick(["float", "vec2", "vec4", "int", "uint", "mat2"] + structures.keys.sorted())
            return "\(element)[\(2 + dice.roll(3))]"
        }
    }

    private mutating func structure() -> Node {
        let name = "@" + fresh("S")
        var members: [(name: String, type: String)] = []
        for index in 0...dice.roll(3) { members.append(("m\(index)", type())) }
        let text = members.map { Self.declaration($0.type, $0.name) + "; " }.joined()
        structures[name] = members
        return .text("struct \(name) { \(text)};\n")
    }

    static func declaration(_ type: String, _ name: String) -> String {
        guard let open = type.firstIndex(of: "[") else { return "\(type) \(name)" }
        return "\(type[..<open]) \(name)\(type[open...])"
    }

    private mutating func constant() -> Node {
        let name = "@" + fresh("K")
        let kind = dice.pick(["float", "int", "uint", "vec3", "mat2", "float[3]", "int[4]", "vec2[2]"])
        let value = literal(kind)
        variables.append(Variable(name: name, type: kind, isFixed: true))
        return .list([.text("const \(Self.declaration(kind, name)) = "), value, .text(";\n")])
    }

    // MARK: Functions

    private mutating func helper() -> Node {
        let name = "@" + fresh("f")
        let outer = variables
        result = dice.one(in: 6) ? "void" : type()
        var parameters: [(direction: String, type: String)] = []
        var text: [String] = []
        for index in 0...dice.roll(3) {
            let direction = dice.pick(["", "", "in ", "out ", "inout "])
            let kind = type()
            parameters.append((direction, kind))
            text.append(direction + Self.declaration(kind, "q\(index)"))
            variables.append(Variable(name: "q\(index)", type: kind, isFixed: false))
        }
        let body = body(statements: 1 + dice.roll(4))
        variables = outer
        functions.append(Function(name: name, result: result, parameters: parameters))
        return .list([.text("\(result) \(name)(\(text.joined(separator: ", "))) {\n"), body, .text("}\n")])
    }

    private mutating func entry() -> Node {
        let outer = variables
        let head: String
        switch kind {
        case .blend:
            head = "vec4 @main(vec4 c, vec4 d)"
            variables += [
                Variable(name: "c", type: "vec4", isFixed: false), Variable(name: "d", type: "vec4", isFixed: false),
            ]
        case .signal:
            head = "vec4 @main(vec4 c)"
            variables.append(Variable(name: "c", type: "vec4", isFixed: false))
        case .area: head = "vec4 @main()"
        case .warp:
            head = "vec2 @main(vec2 c)"
            variables.append(Variable(name: "c", type: "vec2", isFixed: false))
        }
        variables.append(Variable(name: "position", type: "vec2", isFixed: true))
        variables.append(Variable(name: "amount", type: "float", isFixed: true))
        variables.append(Variable(name: "count", type: "int", isFixed: true))
        variables.append(Variable(name: "tint", type: "vec3", isFixed: true))
        result = kind == .warp ? "vec2" : "vec4"
        let body = body(statements: 2 + dice.roll(7))
        variables = outer
        return .list([.text(head + " {\n"), body, .text("}\n")])
    }

    private mutating func body(statements count: Int) -> Node {
        (loopDepth, turns) = (0, 1)
        var parts = block(count)
        if result != "void" { parts.append(.list([.text("return "), expression(result, 3), .text(";\n")])) }
        return .list(parts)
    }

    /// Statements in a block of their own.
    mutating func block(_ count: Int) -> [Node] { (0..<count).map { _ in statement() } }
}
