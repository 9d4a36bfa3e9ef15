extension Parser {
    /// The value of `left symbol right`, by GLSL's rules.
    func typed(_ symbol: String, _ left: Expression, _ right: Expression, _ token: Token) throws(SourceError)
        -> Expression
    {
        guard let known = Expression.Operator(rawValue: symbol) else {
            throw error("'\(symbol)' is not an operator here", token)
        }
        switch known {
        case .and, .or, .exclusiveOr:
            let a = try boolean(left, what: "what stands before '\(symbol)'")
            let b = try boolean(right, what: "what stands after '\(symbol)'")
            return try made(.bool, .binary(known, a, b), at: token)
        case .equal, .notEqual:
            guard let (a, b) = try unified(left, right), a.type != .void else {
                throw mismatch(symbol, left, right, token)
            }
            return try made(.bool, .binary(known, a, b), at: token)
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            guard let (a, b) = try unified(left, right), a.type == .float || a.type == .int else {
                if case .vector = left.type {
                    throw error("'\(symbol)' compares single numbers; for vectors use lessThan and its kin", token)
                }
                throw mismatch(symbol, left, right, token)
            }
            return try made(.bool, .binary(known, a, b), at: token)
        case .remainder:
            guard left.type.scalar == .int, right.type.scalar == .int else {
                throw error("'%' is for ints; use mod(a, b) for floats", token)
            }
            return try arithmetic(known, left, right, token)
        case .add, .subtract, .multiply, .divide: return try arithmetic(known, left, right, token)
        case .matrixMultiply: throw mismatch(symbol, left, right, token)
        }
    }

    private func arithmetic(_ symbol: Expression.Operator, _ left: Expression, _ right: Expression, _ token: Token)
        throws(SourceError) -> Expression
    {
        guard !left.type.isArray, !right.type.isArray, let a = left.type.scalar, let b = right.type.scalar, a != .bool,
            b != .bool
        else { throw mismatch(symbol.rawValue, left, right, token) }
        let scalar: ValueType.Scalar = a == .float || b == .float ? .float : .int
        let x = try toScalar(left, scalar)
        let y = try toScalar(right, scalar)
        switch (x.type, y.type) {
        case (.matrix(let n), .matrix(let m)) where n == m:
            return try made(
                x.type, .binary(symbol == .multiply ? .matrixMultiply : symbol, x, y), at: token)
        case (.matrix(let n), .vector(_, let m)) where n == m && symbol == .multiply:
            return try made(y.type, .binary(.matrixMultiply, x, y), at: token)
        case (.vector(_, let n), .matrix(let m)) where n == m && symbol == .multiply:
            return try made(x.type, .binary(.matrixMultiply, x, y), at: token)
        case (_, .scalar): return try made(x.type, .binary(symbol, x, y), at: token)
        case (.scalar, _): return try made(y.type, .binary(symbol, x, y), at: token)
        case (.vector(_, let n), .vector(_, let m)) where n == m:
            return try made(x.type, .binary(symbol, x, y), at: token)
        default: throw mismatch(symbol.rawValue, left, right, token)
        }
    }

    /// The value of `left symbol right`, counted.
    mutating func combine(_ symbol: String, _ left: Expression, _ right: Expression, _ token: Token) throws(SourceError)
        -> Expression
    {
        let value = try typed(symbol, left, right, token)
        try spend(1, at: token)
        // Int arithmetic on literals is done here, so that sizes and limits may be written as sums.
        if value.type == .int, let range = range(of: value), range.lowerBound == range.upperBound,
            abs(range.lowerBound) <= 2_147_483_647
        {
            return Expression(.int, .literal([range.lowerBound]), at: token.place)
        }
        return value
    }

    private func mismatch(_ symbol: String, _ left: Expression, _ right: Expression, _ token: Token) -> SourceError {
        error("'\(symbol)' does not take \(left.type) and \(right.type)", token)
    }

    /// Two values brought to one type, where GLSL does so.
    private func unified(_ left: Expression, _ right: Expression) throws(SourceError) -> (Expression, Expression)? {
        if left.type == right.type { return (left, right) }
        if Builtins.converts(left.type, to: right.type) { return (try convert(left, to: right.type, what: ""), right) }
        if Builtins.converts(right.type, to: left.type) { return (left, try convert(right, to: left.type, what: "")) }
        return nil
    }

    private func toScalar(_ value: Expression, _ scalar: ValueType.Scalar) throws(SourceError) -> Expression {
        guard value.type.scalar != scalar else { return value }
        return try convert(value, to: .of(scalar, value.type.componentCount), what: "")
    }

    /// The value as `type`, where GLSL converts without being asked.
    func convert(_ value: Expression, to type: ValueType, what: String) throws(SourceError) -> Expression {
        if value.type == type { return value }
        guard Builtins.converts(value.type, to: type) else {
            throw source.error("\(what), and this is \(value.type)", at: value.place)
        }
        if case .literal(let numbers) = value.kind { return Expression(type, .literal(numbers), at: value.place) }
        return Expression(type, .converted(value), at: value.place)
    }
}
