extension Parser {
    private static let precedence: [String: Int] = [
        "||": 1, "^^": 2, "&&": 3, "==": 4, "!=": 4, "<": 5, ">": 5, "<=": 5, ">=": 5, "+": 6, "-": 6, "*": 7, "/": 7,
        "%": 7,
    ]

    /// Reads an expression, choices by `?:` included.
    mutating func expression() throws(SourceError) -> Expression {
        try enter()
        defer { exit() }
        let condition = try binary(above: 0)
        let mark = peek
        guard take("?") else {
            if ["&", "|", "^", "<<", ">>", "~"].contains(mark.text) {
                throw error("operations on bits are not supported; use + - * / %", mark)
            }
            return condition
        }
        let test = try boolean(condition, what: "what stands before '?'")
        var yes = try expression()
        try expect(":")
        var no = try expression()
        if Builtins.converts(no.type, to: yes.type) {
            no = try convert(no, to: yes.type, what: "")
        } else if Builtins.converts(yes.type, to: no.type) {
            yes = try convert(yes, to: no.type, what: "")
        }
        guard yes.type == no.type else {
            throw error("the two sides of ':' are \(yes.type) and \(no.type); make them one type", mark)
        }
        try spend(1, at: mark)
        return try made(yes.type, .choice(test, yes, no), at: mark)
    }

    private mutating func binary(above floor: Int) throws(SourceError) -> Expression {
        var left = try unary()
        while peek.kind == .symbol, let level = Self.precedence[peek.text], level > floor {
            let symbol = peek
            advance()
            left = try combine(symbol.text, left, try binary(above: level), symbol)
        }
        return left
    }

    private mutating func unary() throws(SourceError) -> Expression {
        let symbol = peek
        switch symbol.text {
        case "-", "+", "!":
            guard symbol.kind == .symbol else { break }
            advance()
            try enter()
            defer { exit() }
            let operand = try unary()
            if symbol.text == "!" {
                return try made(.bool, .not(try boolean(operand, what: "what stands after '!'")), at: symbol)
            }
            guard let scalar = operand.type.scalar, scalar != .bool, !operand.type.isArray else {
                throw error("'\(symbol.text)' needs numbers, not \(operand.type)", symbol)
            }
            if symbol.text == "+" { return operand }
            if case .literal(let numbers) = operand.kind {
                return Expression(operand.type, .literal(numbers.map { -$0 }), at: symbol.place)
            }
            try spend(1, at: symbol)
            return try made(operand.type, .negated(operand), at: symbol)
        case "++", "--":
            throw error("'\(symbol.text)' is a statement of its own here; write it on its own line", symbol)
        case "~": throw error("operations on bits are not supported; use + - * / %", symbol)
        default: break
        }
        var value = try primary()
        while peek.text == "." || peek.text == "[" { value = try postfix(value) }
        if peek.text == "++" || peek.text == "--" {
            throw error("'\(peek.text)' is a statement of its own here; write it on its own line", peek)
        }
        return value
    }

    private mutating func primary() throws(SourceError) -> Expression {
        let token = peek
        switch token.kind {
        case .int, .float:
            advance()
            return Expression(
                token.kind == .int ? .int : .float, .literal([Double(token.text) ?? 0]), at: token.place)
        case .symbol where token.text == "(":
            advance()
            let inner = try expression()
            guard peek.text != "," else {
                throw error(
                    "a comma inside parentheses is not supported; write vec2(...), vec3(...) or vec4(...)", peek)
            }
            try expect(")")
            return inner
        case .name:
            if token.text == "true" || token.text == "false" {
                advance()
                return Expression(.bool, .literal([token.text == "true" ? 1 : 0]), at: token.place)
            }
            try refuseByName(token)
            if ValueType.named(token.text) != nil { return try constructor() }
            if tokens[min(next + 1, tokens.count - 1)].text == "(" { return try call() }
            return try variable()
        default: throw error("expected a value, found '\(token.text)'", token)
        }
    }

    private mutating func variable() throws(SourceError) -> Expression {
        let token = peek
        advance()
        if let local = local(token.text) { return Expression(local.type, .local(local.slot), at: token.place) }
        if let number = choiceNumbers[token.text] {
            return Expression(.int, .literal([Double(number)]), at: token.place)
        }
        if let index = globalIndex[token.text] {
            let global = module.globals[index]
            if isConstantOnly {
                guard case .constant = global.origin else {
                    throw error(
                        "'\(token.text)' is known only when the filter runs; a constant cannot use it, so compute this "
                            + "inside the function", token)
                }
            }
            if case .constant(let value) = global.origin, case .literal(let numbers) = value.kind, global.type == .int {
                return Expression(.int, .literal(numbers), at: token.place)
            }
            return Expression(global.type, .global(index), at: token.place)
        }
        if functionIndex[token.text] != nil || Builtins.names.contains(token.text) || givenNames.contains(token.text) {
            throw error("'\(token.text)' is a function; call it as \(token.text)(...)", token)
        }
        if let objection = Words.objection(toName: token.text) { throw error(objection, token) }
        throw error("'\(token.text)' is not known here\(suggestion(token.text))", token)
    }

    /// Reads `.xyz`, `.length()` or `[index]` behind a value.
    mutating func postfix(_ value: Expression) throws(SourceError) -> Expression {
        let mark = peek
        advance()
        if mark.text == "[" {
            let index = try expression()
            try expect("]")
            return try element(of: value, at: index, mark)
        }
        let member = peek
        guard member.kind == .name else { throw error("expected components after '.', found '\(member.text)'", member) }
        advance()
        if member.text == "length", take("(") {
            try expect(")")
            guard case .array(_, let count) = value.type else { throw error("only arrays have a length()", member) }
            return Expression(.int, .literal([Double(count)]), at: member.place)
        }
        guard case .vector(let scalar, let width) = value.type else {
            throw error("'.\(member.text)': a \(value.type) has no components by name", member)
        }
        for set in ["xyzw", "rgba", "stpq"] {
            let letters = Array(set)
            let numbers = member.text.compactMap { letters.firstIndex(of: $0) }
            guard numbers.count == member.text.count else { continue }
            guard numbers.count <= 4, numbers.allSatisfy({ $0 < width }) else {
                throw error("'.\(member.text)': a \(value.type) has only '\(set.prefix(width))'", member)
            }
            return try made(.of(scalar, numbers.count), .components(value, numbers), at: member)
        }
        throw error("'.\(member.text)' is no set of components; use letters of xyzw or of rgba", member)
    }

    private func element(of value: Expression, at index: Expression, _ mark: Token) throws(SourceError) -> Expression {
        guard index.type == .int else { throw error("an index is an int, this one is \(index.type)", mark) }
        let part: ValueType
        switch value.type {
        case .vector(let scalar, _): part = .scalar(scalar)
        case .matrix(let count): part = .vector(.float, count)
        case .array(let element, _): part = element
        case .void, .scalar: throw error("a \(value.type) has no elements", mark)
        }
        let stride = part.componentCount
        let count = value.type.componentCount / stride
        if let range = range(of: index) {
            guard range.lowerBound < Double(count), range.upperBound >= 0 else {
                throw error("the index is outside 0...\(count - 1)", mark)
            }
            if range.lowerBound == range.upperBound {
                let first = Int(range.lowerBound) * stride
                return try made(part, .components(value, Array(first..<(first + stride))), at: mark)
            }
        }
        return try made(part, .element(value, index: index, stride: stride), at: mark)
    }

    /// The expression, unless it chains too many operands.
    func made(_ type: ValueType, _ kind: Expression.Kind, at token: Token) throws(SourceError) -> Expression {
        let expression = Expression(type, kind, at: token.place)
        guard expression.depth <= Self.maxExpressionDepth else {
            throw error(
                "this expression chains more than \(Self.maxExpressionDepth) operations; name a part of it", token)
        }
        return expression
    }

    /// A bool, or an error.
    func boolean(_ value: Expression, what: String) throws(SourceError) -> Expression {
        guard value.type == .bool else {
            throw source.error("\(what) is a bool, this is \(value.type)", at: value.place)
        }
        return value
    }

    /// The near miss for an unknown name.
    func suggestion(_ name: String) -> String {
        var known = Set(globalIndex.keys).union(functionIndex.keys).union(choiceNumbers.keys).union(givenNames)
        known.formUnion(Builtins.names)
        for scope in scopes { known.formUnion(scope.keys) }
        return Suggestion.ending(for: name, among: known)
    }
}

extension ValueType {
    var isArray: Bool {
        if case .array = self { return true }
        return false
    }
}
