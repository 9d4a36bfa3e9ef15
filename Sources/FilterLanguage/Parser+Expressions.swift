extension Parser {
    private static let precedence: [String: Int] = [
        "||": 1, "^^": 2, "&&": 3, "|": 4, "^": 5, "&": 6, "==": 7, "!=": 7, "<": 8, ">": 8, "<=": 8, ">=": 8,
        "<<": 9, ">>": 9, "+": 10, "-": 10, "*": 11, "/": 11, "%": 11,
    ]
    private static let assignments: Set<String> = ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="]

    /// Reads an expression, choices by `?:` and assignments included.
    mutating func expression() throws(SourceError) -> Expression {
        try enter()
        defer { exit() }
        let left = try binary(above: 0)
        let mark = peek
        guard mark.kind == .symbol else { return left }
        if Self.assignments.contains(mark.text) { return try assignment(to: left, mark) }
        guard take("?") else { return left }
        let test = try boolean(left, what: "what stands before '?'")
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
        guard !yes.type.isArray, yes.type != .void else {
            throw error("'?:' does not choose between values of type \(yes.type); use if and else", mark)
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
        if symbol.kind == .symbol, ["-", "+", "!", "~", "++", "--"].contains(symbol.text) {
            advance()
            try enter()
            defer { exit() }
            return try applied(symbol, to: try unary())
        }
        var value = try primary()
        while true {
            if peek.text == "." || peek.text == "[" {
                value = try postfix(value)
            } else if peek.text == "++" || peek.text == "--" {
                value = try stepped(value, peek, isPrefix: false)
                advance()
            } else {
                return value
            }
        }
    }

    private mutating func applied(_ symbol: Token, to operand: Expression) throws(SourceError) -> Expression {
        if symbol.text == "++" || symbol.text == "--" { return try stepped(operand, symbol, isPrefix: true) }
        if symbol.text == "!" {
            return try made(.bool, .not(try boolean(operand, what: "what stands after '!'")), at: symbol)
        }
        guard let scalar = operand.type.scalar, scalar != .bool, !operand.type.isArray else {
            throw error("'\(symbol.text)' needs numbers, not \(operand.type); give it an int, uint or float", symbol)
        }
        try spend(1, at: symbol)
        switch symbol.text {
        case "+": return operand
        case "~":
            guard scalar == .int || scalar == .uint else {
                throw error("'~' needs whole numbers, not \(operand.type); use int or uint", symbol)
            }
            if case .literal(let numbers) = operand.kind {
                let turned = numbers.map { Whole.wrapped(~Whole.bits($0), scalar) }
                return Expression(operand.type, .literal(turned), at: symbol.place)
            }
            return try made(operand.type, .complement(operand), at: symbol)
        default:
            if case .literal(let numbers) = operand.kind {
                let turned = numbers.map { scalar == .float ? -$0 : Whole.wrapped(-Whole.bits($0), scalar) }
                return Expression(operand.type, .literal(turned), at: symbol.place)
            }
            return try made(operand.type, .negated(operand), at: symbol)
        }
    }

    private mutating func primary() throws(SourceError) -> Expression {
        let token = peek
        switch token.kind {
        case .int, .uint, .float:
            advance()
            let type: ValueType = token.kind == .int ? .int : token.kind == .uint ? .uint : .float
            return Expression(type, .literal([Double(token.text) ?? 0]), at: token.place)
        case .symbol where token.text == "(":
            advance()
            let value = try expression()
            if peek.text == "," {
                throw error("several expressions separated by ',' are not supported; write statements", peek)
            }
            try expect(")")
            return value
        case .name:
            if token.text == "true" || token.text == "false" {
                advance()
                return Expression(.bool, .literal([token.text == "true" ? 1 : 0]), at: token.place)
            }
            try refuseByName(token)
            if namedType(token.text) != nil { return try constructor() }
            if tokens[min(next + 1, tokens.count - 1)].text == "(" { return try call() }
            return try variable()
        default:
            throw error("expected a value, found '\(token.text)'; write one, or remove what wants it before", token)
        }
    }

    private mutating func variable() throws(SourceError) -> Expression {
        let token = peek
        advance()
        if let local = local(token.text) { return Expression(local.type, .local(local.slot), at: token.place) }
        if let number = choiceNumbers[token.text] {
            return Expression(.int, .literal([Double(number)]), at: token.place)
        }
        if let index = globalIndex[token.text] { return try global(index, token) }
        if functionIndex[token.text] != nil || Builtins.names.contains(token.text) || givenNames.contains(token.text) {
            throw error("'\(token.text)' is a function; call it as \(token.text)(...)", token)
        }
        if let objection = Words.objection(toName: token.text) { throw error(objection, token) }
        guard !source.circles.contains(token.text) else {
            throw error(
                "'\(token.text)' stands for itself in the end, as its '#define' lines lead back to it; let one of them "
                    + "stand for a value", token)
        }
        if let objection = bareObjection(token.text) { throw error(objection, token) }
        let near = suggestion(token.text)
        throw error(
            "'\(token.text)' is not known here\(near.isEmpty ? "; declare it before, or as a '//! param'" : near)",
            token)
    }

    private mutating func global(_ index: Int, _ token: Token) throws(SourceError) -> Expression {
        let global = module.globals[index]
        if case .constant(let value) = global.origin {
            if case .literal(let numbers) = value.kind, global.type == .int || global.type == .uint {
                return Expression(global.type, .literal(numbers), at: token.place)
            }
        } else {
            guard !isConstantOnly else {
                throw error(
                    "'\(token.text)' is known only when the filter runs; a constant cannot use it, so compute this "
                        + "inside the function", token)
            }
            if case .given = global.origin { module.usedNames.insert(global.name) }
        }
        return Expression(global.type, .global(index), at: token.place)
    }

    // MARK: Parts

    /// Reads `.xyz`, `.member`, `.length()` or `[index]` behind a value.
    private mutating func postfix(_ value: Expression) throws(SourceError) -> Expression {
        let mark = peek
        advance()
        if mark.text == "[" {
            let index = try expression()
            try expect("]")
            return try element(of: value, at: index, mark)
        }
        let member = peek
        guard member.kind == .name else {
            throw error("expected components after '.', found '\(member.text)'; write some, such as .rgb", member)
        }
        advance()
        if member.text == "length", peek.text == "(" { return try length(of: value, member) }
        if case .structure(let structure) = value.type { return try self.member(of: value, structure, member) }
        guard case .vector(let scalar, let width) = value.type else {
            throw error(
                "'.\(member.text)': \(Self.article(value.type)) has no components by name; use it as it is", member)
        }
        for set in ["xyzw", "rgba", "stpq"] {
            let letters = Array(set)
            let numbers = member.text.compactMap { letters.firstIndex(of: $0) }
            guard numbers.count == member.text.count else { continue }
            guard numbers.count <= 4, numbers.allSatisfy({ $0 < width }) else {
                throw error(
                    "'.\(member.text)': a \(value.type) has only '\(set.prefix(width))'; choose among them", member)
            }
            return try made(.of(scalar, numbers.count), .components(value, numbers), at: member)
        }
        throw error("'.\(member.text)' is no set of components; use letters of xyzw or of rgba", member)
    }

    private mutating func length(of value: Expression, _ member: Token) throws(SourceError) -> Expression {
        try expect("(")
        try expect(")")
        let count: Int
        switch value.type {
        case .array(_, let elements): count = elements
        case .vector(_, let components): count = components
        case .matrix(let columns, _): count = columns
        default:
            throw error(
                "only arrays, vectors and matrices have a length(); call length(x) for the length of a vector", member)
        }
        return Expression(.int, .literal([Double(count)]), at: member.place)
    }

    private func member(of value: Expression, _ structure: ValueType.Structure, _ name: Token) throws(SourceError)
        -> Expression
    {
        var offset = 0
        for (number, member) in structure.members.enumerated() {
            if member.name == name.text {
                return try made(member.type, .member(value, number, offset: offset), at: name)
            }
            offset += member.type.componentCount
        }
        let names = structure.members.map(\.name)
        let ending = Suggestion.ending(for: name.text, among: names)
        throw error(
            "'\(structure.name)' has no member '\(name.text)'"
                + (ending.isEmpty ? "; it has \(names.joined(separator: ", "))" : ending), name)
    }

    private func element(of value: Expression, at index: Expression, _ mark: Token) throws(SourceError) -> Expression {
        guard index.type == .int || index.type == .uint else {
            throw error("an index is an int, this one is \(index.type); write int(...)", mark)
        }
        let part: ValueType
        switch value.type {
        case .vector(let scalar, _): part = .scalar(scalar)
        case .matrix(_, let rows): part = .vector(.float, rows)
        case .array(let element, _): part = element
        case .void, .scalar, .structure:
            throw error("\(Self.article(value.type)) has no elements; use it without '[...]'", mark)
        }
        let stride = part.componentCount
        let count = value.type.componentCount / stride
        var isProven = false
        if let range = range(of: index) {
            guard range.lowerBound < Double(count), range.upperBound >= 0 else {
                throw error("the index is outside 0...\(count - 1); choose one in it", mark)
            }
            isProven = range.lowerBound >= 0 && range.upperBound <= Double(count - 1)
            if case .vector = value.type, range.lowerBound == range.upperBound {
                return try made(part, .components(value, [Int(range.lowerBound)]), at: mark)
            }
        }
        return try made(part, .element(value, index: index, stride: stride, isProven: isProven), at: mark)
    }

    // MARK: Checks

    /// The expression, unless it chains too many operands.
    func made(_ type: ValueType, _ kind: Expression.Kind, at token: Token, calledDepth: Int = 0) throws(SourceError)
        -> Expression
    {
        let expression = Expression(type, kind, at: token.place, calledDepth: calledDepth)
        guard expression.depth <= Self.maxExpressionDepth else {
            throw error(
                "this expression chains more than \(Self.maxExpressionDepth) operations; name a part of it", token)
        }
        return expression
    }

    /// A bool, or an error.
    func boolean(_ value: Expression, what: String) throws(SourceError) -> Expression {
        guard value.type == .bool else {
            throw source.error("\(what) is a bool, this is \(value.type); compare it, such as x > 0", at: value.place)
        }
        return value
    }

    /// Why a name that a `#define` line gives arguments means nothing by itself; `nil` for others.
    func bareObjection(_ name: String) -> String? {
        source.bare.contains(name)
            ? "'\(name)' takes arguments by its '#define' line, and none stand behind the name; write \(name)(...) itself"
            : nil
    }

    /// The near miss for an unknown name.
    func suggestion(_ name: String) -> String {
        var known = Set(globalIndex.keys).union(functionIndex.keys).union(choiceNumbers.keys).union(givenNames)
        known.formUnion(Builtins.names)
        for scope in function.scopes { known.formUnion(scope.keys) }
        return Words.ending(for: name, among: known)
    }
}
