extension Generator {
    /// A value of a type, at most `depth` operations deep.
    mutating func expression(_ type: String, _ depth: Int) -> Node {
        if depth <= 0 || dice.one(in: 4) { return leaf(type, depth) }
        if dice.one(in: 7), let call = call(type, depth) { return call }
        if dice.one(in: 12), Self.array(type) == nil {
            return .expression(
                type,
                [
                    .text("("), expression("bool", depth - 1), .text(" ? "), expression(type, depth - 1), .text(" : "),
                    expression(type, depth - 1), .text(")"),
                ])
        }
        switch Self.scalar(of: type) {
        case "float" where type.hasPrefix("mat"): return matrix(type, depth)
        case "float": return float(type, depth)
        case "int", "uint": return whole(type, depth)
        case "bool": return bool(type, depth)
        default: return made(type, depth)
        }
    }

    private func joined(_ parts: [Node]) -> [Node] {
        parts.enumerated().flatMap { $0 == 0 ? [$1] : [.text(", "), $1] }
    }

    private func function(_ name: String, _ type: String, _ arguments: [Node]) -> Node {
        .expression(type, [.text(name + "(")] + joined(arguments) + [.text(")")])
    }

    private mutating func infix(_ symbol: String, _ type: String, _ left: String, _ right: String, _ depth: Int) -> Node
    {
        .expression(
            type,
            [.text("("), expression(left, depth - 1), .text(" \(symbol) "), expression(right, depth - 1), .text(")")])
    }

    // MARK: Leaves

    private mutating func leaf(_ type: String, _ depth: Int) -> Node {
        var found: [Node] = []
        for variable in variables.suffix(24) {
            if variable.type == type { found.append(.text(variable.name)) }
            guard let (stem, width) = Self.vector(variable.type), Self.scalar(of: type) == Self.wide(stem, 1),
                !type.hasPrefix("mat")
            else { continue }
            let letters = (0..<Self.width(type)).map { _ in dice.pick(Array("xyzw".prefix(width))) }
            found.append(.text(variable.name + "." + String(letters)))
        }
        // A part of something larger.
        if dice.one(in: 3), let whole = variables.isEmpty ? nil : dice.pick(variables), depth >= 0,
            let (part, inner) = part(of: whole.type), inner == type
        {
            return .expression(type, [.text(whole.name), part])
        }
        if !found.isEmpty, !dice.one(in: 5) { return .expression(type, [dice.pick(found)]) }
        return literal(type)
    }

    private mutating func call(_ type: String, _ depth: Int) -> Node? {
        let able = functions.filter { function in
            function.result == type && function.parameters.allSatisfy { !$0.direction.contains("out") }
        }
        guard !able.isEmpty else { return nil }
        let chosen = dice.pick(able)
        return function(chosen.name, type, chosen.parameters.map { expression($0.type, depth - 1) })
    }

    /// An array or a structure.
    private mutating func made(_ type: String, _ depth: Int) -> Node {
        if let (element, count) = Self.array(type) {
            let name = dice.one(in: 2) ? "\(element)[]" : type
            return function(name, type, (0..<count).map { _ in expression(element, depth - 1) })
        }
        return function(type, type, (structures[type] ?? []).map { expression($0.type, depth - 1) })
    }

    // MARK: Floats

    private static let single = [
        "sin", "cos", "tan", "atan", "sqrt(abs", "exp2(-abs", "abs", "sign", "floor", "ceil", "fract", "trunc", "round",
        "roundEven", "radians", "degrees", "log2(1.5 + abs", "log(0.5 + abs", "exp(-abs", "inversesqrt(0.3 + abs",
        "sinh(fract", "cosh(fract", "tanh(fract", "asin(fract", "acos(fract", "asinh", "normalize(0.1 + abs",
    ]

    private mutating func float(_ type: String, _ depth: Int) -> Node {
        let width = Self.width(type)
        func sub(_ generator: inout Generator) -> Node { generator.expression(type, depth - 1) }
        switch dice.roll(34) {
        case 0..<4: return infix(dice.pick(["+", "-", "*"]), type, type, type, depth)
        case 4 where width > 1: return infix(dice.pick(["+", "-", "*", "/"]), type, type, "float", depth)
        case 5 where width > 1: return infix(dice.pick(["+", "-", "*"]), type, "float", type, depth)
        case 6: return .expression(type, [.text("("), sub(&self), .text(" / (1.0 + abs("), sub(&self), .text(")))")])
        case 7: return infix("/", type, type, type, depth)
        case 8: return .expression(type, [.text("(- "), sub(&self), .text(")")])
        case 9..<14:
            let name = dice.pick(Self.single)
            let close = name.contains("(") ? "))" : ")"
            return .expression(type, [.text(name + "("), sub(&self), .text(close)])
        case 14:
            return function(
                dice.pick(
                    ["min", "max", "mod", "step", "atan", "reflect", "mix"].filter {
                        $0 != "mix" && (width > 1 || $0 != "reflect")
                    }), type, [sub(&self), sub(&self)])
        case 15 where width > 1:
            return function(dice.pick(["min", "max", "mod"]), type, [sub(&self), expression("float", depth - 1)])
        case 16:
            return function(
                dice.pick(["clamp", "mix", "fma", "smoothstep"]), type, [sub(&self), sub(&self), sub(&self)])
        case 17:
            return .expression(type, [.text("clamp("), sub(&self), .text(", -2.0, 2.0)")])
        case 18:
            return .expression(type, [.text("smoothstep(-0.5, 1.5, "), sub(&self), .text(")")])
        case 19:
            return .expression(
                type,
                [
                    .text("pow(abs("), sub(&self), .text("), "),
                    width > 1 ? .text("\(type)(\(dice.pick(["2.4", "0.5", "3.0"])))") : .text("1.7"), .text(")"),
                ])
        case 20:
            return function("mix", type, [sub(&self), sub(&self), expression(Self.wide("bvec", width), depth - 1)])
        case 21 where width == 1:
            let inner = "vec\(2 + dice.roll(3))"
            return function(
                dice.pick(["dot", "distance"]), type, [expression(inner, depth - 1), expression(inner, depth - 1)])
        case 22 where width == 1: return function("length", type, [expression("vec\(2 + dice.roll(3))", depth - 1)])
        case 23 where width == 1:
            return function("determinant", type, [expression("mat\(2 + dice.roll(3))", depth - 1)])
        case 24 where type == "vec3": return function("cross", type, [sub(&self), sub(&self)])
        case 25 where width > 1:
            let columns = 2 + dice.roll(3)
            return infix("*", type, Self.matrixName(columns, width), "vec\(columns)", depth)
        case 26 where width > 1:
            let rows = 2 + dice.roll(3)
            return infix("*", type, "vec\(rows)", Self.matrixName(width, rows), depth)
        case 27:
            return function(type, type, [expression(Self.wide(dice.pick(["ivec", "uvec", "bvec"]), width), depth - 1)])
        case 28: return library(type, depth) ?? leaf(type, depth)
        case 29 where kind == .area && type == "vec4":
            let name = dice.pick(["at", "texel", "atOrClear", "texelOrClear"])
            return .expression(
                type, [.text(name + "(position + 3.0 * sin("), expression("vec2", depth - 1), .text("))")])
        case 30 where kind == .area && type == "vec4":
            return .expression(type, [.text("pixel(floor(3.0 * fract("), expression("vec2", depth - 1), .text(")))")])
        case 31 where width > 1: return function("faceforward", type, [sub(&self), sub(&self), sub(&self)])
        case 32 where width > 1:
            return .expression(type, [.text("refract("), sub(&self), .text(", "), sub(&self), .text(", 0.7)")])
        case 33: return function("ldexp", type, [sub(&self), literal(Self.wide("ivec", width))])
        default: return vectorOf(type, depth)
        }
    }

    /// A vector of scalars and shorter vectors, or of one scalar.
    private mutating func vectorOf(_ type: String, _ depth: Int) -> Node {
        guard let (stem, width) = Self.vector(type) else { return leaf(type, depth) }
        if dice.one(in: 3) { return function(type, type, [expression(Self.wide(stem, 1), depth - 1)]) }
        var parts: [Node] = []
        var left = width
        while left > 0 {
            let count = 1 + dice.roll(min(left, width - 1))
            parts.append(expression(Self.wide(stem, count), depth - 1))
            left -= count
        }
        return function(type, type, parts)
    }

    private mutating func library(_ type: String, _ depth: Int) -> Node? {
        switch type {
        case "float":
            return dice.one(in: 2)
                ? .expression(type, [.text("luminance(fract("), expression("vec3", depth - 1), .text("))")])
                : .expression(type, [.text("nitsToPQ(100.0 * fract("), expression("float", depth - 1), .text("))")])
        case "vec3":
            let name = dice.pick([
                "toSignal", "toLight", "srgbToLight", "lightToSRGB", "bt709ToBT2020", "bt2020ToDisplayP3", "pqToNits",
                "lightToBT1886", "toCompositionPrimaries",
            ])
            return .expression(type, [.text(name + "(fract("), expression("vec3", depth - 1), .text("))")])
        case "vec4":
            return function(dice.pick(["premultiplied", "unpremultiplied"]), type, [expression(type, depth - 1)])
        default: return nil
        }
    }

    // MARK: Matrices

    private mutating func matrix(_ type: String, _ depth: Int) -> Node {
        guard let (columns, rows) = Self.matrix(type) else { return leaf(type, depth) }
        switch dice.roll(9) {
        case 0: return infix(dice.pick(["+", "-"]), type, type, type, depth)
        case 1: return infix("*", type, type, "float", depth)
        case 2:
            let inner = 2 + dice.roll(3)
            return infix("*", type, Self.matrixName(inner, rows), Self.matrixName(columns, inner), depth)
        case 3: return function("transpose", type, [expression(Self.matrixName(rows, columns), depth - 1)])
        case 4:
            return function(
                "outerProduct", type, [expression("vec\(rows)", depth - 1), expression("vec\(columns)", depth - 1)])
        case 5: return function("matrixCompMult", type, [expression(type, depth - 1), expression(type, depth - 1)])
        case 6:
            return function(type, type, [expression(dice.one(in: 2) ? "float" : dice.pick(Self.matrices), depth - 1)])
        case 7 where columns == rows: return function("inverse", type, [expression(type, depth - 1)])
        default: return function(type, type, (0..<columns).map { _ in expression("vec\(rows)", depth - 1) })
        }
    }

    // MARK: Whole numbers and bools

    private mutating func whole(_ type: String, _ depth: Int) -> Node {
        let width = Self.width(type)
        let scalar = Self.scalar(of: type) ?? "int"
        switch dice.roll(15) {
        case 0..<5:
            return infix(dice.pick(["+", "-", "*", "/", "%", "&", "|", "^"]), type, type, type, depth)
        case 5: return shift(type, scalar, depth)
        case 6: return .expression(type, [.text("(~"), expression(type, depth - 1), .text(")")])
        case 7: return .expression(type, [.text("(- "), expression(type, depth - 1), .text(")")])
        case 8:
            return function(
                dice.pick(["min", "max"]), type, [expression(type, depth - 1), expression(type, depth - 1)])
        case 9 where scalar == "int":
            return function(
                dice.pick(["abs", "sign", "bitCount", "findLSB", "findMSB", "bitfieldReverse"]), type,
                [expression(type, depth - 1)])
        case 10: return function(type, type, [expression(Self.wide("vec", width), depth - 1)])
        case 11:
            return function(type, type, [expression(Self.wide(dice.pick(["ivec", "uvec", "bvec"]), width), depth - 1)])
        case 12: return function("clamp", type, [expression(type, depth - 1), literal(type), literal(type)])
        case 13: return bits(type, depth)
        default: return width > 1 ? vectorOf(type, depth) : infix("+", type, type, type, depth)
        }
    }

    /// Some bits of a number, taken out or put in, wherever they lie: within it or not.
    private mutating func bits(_ type: String, _ depth: Int) -> Node {
        let numbers =
            dice.one(in: 2)
            ? [expression(type, depth - 1)] : [expression(type, depth - 1), expression(type, depth - 1)]
        let places: [Node] = [.text(String(dice.roll(33))), expression("int", depth - 1)]
        return function(numbers.count == 1 ? "bitfieldExtract" : "bitfieldInsert", type, numbers + places)
    }

    private mutating func shift(_ type: String, _ scalar: String, _ depth: Int) -> Node {
        let amount: [Node] =
            switch dice.roll(3) {
            case 0: [.text(String(dice.roll(32)))]
            case 1: [.text("("), expression(scalar, depth - 1), .text(scalar == "uint" ? " & 31u)" : " & 31)")]
            default: [.text("int("), expression("float", depth - 1), .text(")")]
            }
        return .expression(
            type,
            [.text("("), expression(type, depth - 1), .text(dice.one(in: 2) ? " << " : " >> ")] + amount + [.text(")")])
    }

    private mutating func bool(_ type: String, _ depth: Int) -> Node {
        let width = Self.width(type)
        if width > 1 {
            let inner = dice.pick(["vec", "ivec", "uvec"]) + String(width)
            switch dice.roll(4) {
            case 0: return function("not", type, [expression(type, depth - 1)])
            case 1:
                return function(
                    dice.pick(["equal", "notEqual"]), type,
                    [expression(inner, depth - 1), expression(inner, depth - 1)])
            case 2: return vectorOf(type, depth)
            default:
                return function(
                    dice.pick(["lessThan", "lessThanEqual", "greaterThan", "greaterThanEqual"]), type,
                    [expression(inner, depth - 1), expression(inner, depth - 1)])
            }
        }
        switch dice.roll(10) {
        case 0..<4:
            let inner = dice.pick(["float", "float", "int", "uint"])
            return infix(dice.pick(["<", ">", "<=", ">="]), type, inner, inner, depth)
        case 4: return infix(dice.pick(["&&", "||", "^^"]), type, type, type, depth)
        case 5: return .expression(type, [.text("(!"), expression(type, depth - 1), .text(")")])
        case 6: return function(dice.pick(["any", "all"]), type, [expression("bvec\(2 + dice.roll(3))", depth - 1)])
        case 7:
            let inner = self.type()
            return infix(dice.pick(["==", "!="]), type, inner, inner, depth)
        case 8: return function(dice.pick(["isnan", "isinf"]), type, [expression("float", depth - 1)])
        default: return function("bool", type, [expression(dice.pick(["int", "float", "uint"]), depth - 1)])
        }
    }
}
