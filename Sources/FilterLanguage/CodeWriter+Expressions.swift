extension CodeWriter {
    /// An expression as GLSL; what is not a single word stands in parentheses or calls.
    mutating func text(_ value: Expression) -> String {
        switch value.kind {
        case .literal(let numbers): return literal(numbers, value.type)
        case .local(let slot): return locals[slot]
        case .global(let index):
            let global = module.globals[index]
            if case .constant = global.origin { return prefix + global.name }
            return names[global.name] ?? global.name
        case .components(let whole, let numbers):
            return "\(text(whole)).\(String(numbers.map { Array("xyzw")[$0] }))"
        case .member(let whole, let number, _):
            guard case .structure(let structure) = whole.type else { return text(whole) }
            return "\(text(whole)).\(structure.members[number].name)"
        case .element(let whole, let index, let stride, let isProven):
            let last = whole.type.componentCount / stride - 1
            let number = text(index)
            if isProven { return "\(text(whole))[\(number)]" }
            let clamped =
                index.type == .uint ? "min(\(number), \(last)u)" : "clamp(\(number), 0, \(last))"
            return "\(text(whole))[\(clamped)]"
        case .negated(let operand): return "(-\(text(operand)))"
        case .not(let operand): return "(!\(text(operand)))"
        case .complement(let operand): return "(~\(text(operand)))"
        case .binary(let symbol, let left, let right): return binary(symbol, left, right)
        case .converted(let operand, let isProven): return converted(operand, to: value.type, isProven: isProven)
        case .joined(let parts): return made(value.type, parts)
        case .splat(let operand), .diagonal(let operand), .resized(let operand): return made(value.type, [operand])
        case .call(let index, let arguments):
            var all: [String] = []
            for argument in arguments {
                if let target = argument.target {
                    all.append(text(target.value.expression))
                } else if let value = argument.value {
                    all.append(text(value))
                }
            }
            return "\(prefix)\(module.functions[index].name)(\(all.joined(separator: ", ")))"
        case .builtin(.transpose, let arguments) where !isGlobal:
            guard let given = arguments.first, case .matrix = given.type else { return call("transpose", arguments) }
            transposed.insert(given.type)
            return call(Transposition(of: given.type).name(prefix: prefix), arguments)
        case .builtin(let builtin, let arguments): return call(builtin.rawValue, arguments)
        case .library(let function, let arguments): return call(names[function.name] ?? function.name, arguments)
        case .choice(let condition, let yes, let no): return "(\(text(condition)) ? \(text(yes)) : \(text(no)))"
        case .assigned(let target, let value, let yield):
            let place = text(target.value.expression)
            switch yield {
            case .new: return "(\(place) = \(text(value)))"
            case .beforeIncrement: return "(\(place)++)"
            case .beforeDecrement: return "(\(place)--)"
            }
        }
    }

    private mutating func call(_ name: String, _ arguments: [Expression]) -> String {
        var all: [String] = []
        for argument in arguments { all.append(text(argument)) }
        return "\(name)(\(all.joined(separator: ", ")))"
    }

    private mutating func made(_ type: ValueType, _ parts: [Expression]) -> String { call(name(of: type), parts) }

    // MARK: Literals

    private func literal(_ numbers: [Double], _ type: ValueType) -> String {
        switch type {
        case .void: return ""
        case .scalar(let scalar): return Self.number(numbers.first ?? 0, scalar)
        case .vector, .matrix:
            let scalar = type.scalar ?? .float
            if case .vector = type, Set(numbers).count == 1 { return "\(type)(\(Self.number(numbers[0], scalar)))" }
            return "\(type)(\(numbers.map { Self.number($0, scalar) }.joined(separator: ", ")))"
        case .array(let element, let count):
            let size = element.componentCount
            let parts = (0..<count).map { literal(Array(numbers[($0 * size)..<($0 * size + size)]), element) }
            return "\(name(of: type))(\(parts.joined(separator: ", ")))"
        case .structure(let structure):
            var start = 0
            var parts: [String] = []
            for member in structure.members {
                let end = start + member.type.componentCount
                parts.append(literal(Array(numbers[start..<end]), member.type))
                start = end
            }
            return "\(name(of: type))(\(parts.joined(separator: ", ")))"
        }
    }

    private static func number(_ number: Double, _ scalar: ValueType.Scalar) -> String {
        switch scalar {
        case .bool: return number == 0 ? "false" : "true"
        case .uint: return "\(UInt32(truncatingIfNeeded: Whole.bits(number)))u"
        case .int:
            let whole = Int32(truncatingIfNeeded: Whole.bits(number))
            // The smallest int has no literal of its own.
            if whole == .min { return "(-2147483647 - 1)" }
            return whole < 0 ? "(\(whole))" : "\(whole)"
        case .float:
            let text = "\(number)"
            return number < 0 || number.sign == .minus ? "(\(text))" : text
        }
    }

    // MARK: Operators

    private mutating func binary(_ symbol: Expression.Operator, _ left: Expression, _ right: Expression) -> String {
        let isWhole = left.type.scalar == .int || left.type.scalar == .uint
        switch symbol {
        case .matrixMultiply: return "(\(text(left)) * \(text(right)))"
        case .divide where isWhole, .remainder: return divided(symbol, left, right)
        case .shiftLeft, .shiftRight:
            let mask = right.type.scalar == .uint ? "31u" : "31"
            if case .literal(let numbers) = right.kind, numbers.allSatisfy({ $0 >= 0 && $0 < 32 }) {
                return "(\(text(left)) \(symbol.rawValue) \(text(right)))"
            }
            return "(\(text(left)) \(symbol.rawValue) (\(text(right)) & \(mask)))"
        case .notEqual where left.type == .bool: return "(\(text(left)) ^^ \(text(right)))"
        // glslang takes two equal constants for unequal where one comes from comparing matrices or structures, which
        // leaves it with as many components as those had.
        case .equal where left.type == .bool: return "(!(\(text(left)) ^^ \(text(right))))"
        default: return "(\(text(left)) \(symbol.rawValue) \(text(right)))"
        }
    }

    /// Division and remainder of whole numbers, where GLSL does not say what negative and zero operands give.
    private mutating func divided(_ symbol: Expression.Operator, _ left: Expression, _ right: Expression) -> String {
        let scalar = left.type.scalar ?? .int
        var isPlain = false
        if case .literal(let numbers) = right.kind {
            isPlain = numbers.allSatisfy { $0 > 0 } && (symbol == .divide || scalar == .uint)
        }
        if isPlain { return "(\(text(left)) \(symbol.rawValue) \(text(right)))" }
        let width = max(left.type.componentCount, right.type.componentCount)
        let helper = WholeHelper(scalar: scalar, width: width, isRemainder: symbol == .remainder)
        helpers.insert(helper)
        let type = ValueType.of(scalar, width)
        func wide(_ value: Expression, _ text: String) -> String {
            value.type == type ? text : "\(type)(\(text))"
        }
        return "\(helper.name(prefix: prefix))(\(wide(left, text(left))), \(wide(right, text(right))))"
    }

    private mutating func converted(_ operand: Expression, to type: ValueType, isProven: Bool) -> String {
        let from = operand.type.scalar
        guard from == .float, let scalar = type.scalar, scalar == .int || scalar == .uint, !isProven else {
            return "\(type)(\(text(operand)))"
        }
        let limits = Whole.floats(in: scalar)
        return "\(type)(clamp(\(text(operand)), \(limits.lowerBound), \(limits.upperBound)))"
    }
}
