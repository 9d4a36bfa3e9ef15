extension Parser {
    /// The value of `left symbol right`, by GLSL's rules.
    private func typed(_ symbol: String, _ left: Expression, _ right: Expression, _ token: Token) throws(SourceError)
        -> Expression
    {
        guard let known = Expression.Operator(rawValue: symbol) else {
            throw error("'\(symbol)' is not an operator here; remove it", token)
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
            guard let (a, b) = try unified(left, right), case .scalar(let scalar) = a.type, scalar != .bool else {
                if case .vector = left.type {
                    throw error("'\(symbol)' compares single numbers; for vectors use lessThan and its kin", token)
                }
                throw mismatch(symbol, left, right, token)
            }
            return try made(.bool, .binary(known, a, b), at: token)
        case .remainder:
            guard Self.isWhole(left), Self.isWhole(right) else {
                throw error("'%' is for ints; use mod(a, b) for floats", token)
            }
            return try arithmetic(known, left, right, token)
        case .bitAnd, .bitOr, .bitExclusiveOr:
            guard Self.isWhole(left), Self.isWhole(right) else { throw wholeOnly(symbol, left, right, token) }
            return try arithmetic(known, left, right, token)
        case .shiftLeft, .shiftRight: return try shift(known, left, right, token)
        case .add, .subtract, .multiply, .divide: return try arithmetic(known, left, right, token)
        case .matrixMultiply: throw mismatch(symbol, left, right, token)
        }
    }

    private static func isWhole(_ value: Expression) -> Bool {
        value.type.isScalarOrVector && (value.type.scalar == .int || value.type.scalar == .uint)
    }

    private func shift(_ symbol: Expression.Operator, _ left: Expression, _ right: Expression, _ token: Token)
        throws(SourceError) -> Expression
    {
        guard Self.isWhole(left), Self.isWhole(right) else { throw wholeOnly(symbol.rawValue, left, right, token) }
        if let range = range(of: right), range.lowerBound > 31 || range.upperBound < 0 {
            throw error("a whole number has 32 bits; shift by 0 to 31", token)
        }
        let (a, b) = (left.type.componentCount, right.type.componentCount)
        guard a == b || b == 1 else { throw mismatch(symbol.rawValue, left, right, token) }
        return try made(left.type, .binary(symbol, left, right), at: token)
    }

    private func arithmetic(_ symbol: Expression.Operator, _ left: Expression, _ right: Expression, _ token: Token)
        throws(SourceError) -> Expression
    {
        guard !left.type.isArray, !right.type.isArray, let a = left.type.scalar, let b = right.type.scalar, a != .bool,
            b != .bool
        else { throw mismatch(symbol.rawValue, left, right, token) }
        let scalar: ValueType.Scalar =
            a == .float || b == .float ? .float : a == .uint || b == .uint ? .uint : .int
        let x = try toScalar(left, scalar)
        let y = try toScalar(right, scalar)
        switch (x.type, y.type) {
        case (.matrix(let columns, let rows), .matrix(let otherColumns, let otherRows)):
            if symbol == .multiply {
                guard columns == otherRows else { throw mismatch(symbol.rawValue, left, right, token) }
                return try made(
                    .matrix(columns: otherColumns, rows: rows), .binary(.matrixMultiply, x, y), at: token)
            }
            guard columns == otherColumns, rows == otherRows else {
                throw mismatch(symbol.rawValue, left, right, token)
            }
            return try made(x.type, .binary(symbol, x, y), at: token)
        case (.matrix(let columns, let rows), .vector(_, let count)) where columns == count && symbol == .multiply:
            return try made(.vector(.float, rows), .binary(.matrixMultiply, x, y), at: token)
        case (.vector(_, let count), .matrix(let columns, let rows)) where rows == count && symbol == .multiply:
            return try made(.vector(.float, columns), .binary(.matrixMultiply, x, y), at: token)
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
        let isMatrix = left.type.isMatrix || right.type.isMatrix
        try spend(isMatrix ? 8 : 1, at: token)
        // Arithmetic on whole literals is done here, so that sizes and limits may be written as sums.
        if case .binary(let known, let a, let b) = value.kind, case .literal(let x) = a.kind,
            case .literal(let y) = b.kind, case .scalar(let scalar) = value.type, scalar == .int || scalar == .uint,
            let number = Whole.result(known, x[0], y[0], scalar)
        {
            return Expression(value.type, .literal([number]), at: token.place)
        }
        return value
    }

    private func mismatch(_ symbol: String, _ left: Expression, _ right: Expression, _ token: Token) -> SourceError {
        error("'\(symbol)' does not take \(left.type) and \(right.type); bring both to one type", token)
    }

    private func wholeOnly(_ symbol: String, _ left: Expression, _ right: Expression, _ token: Token) -> SourceError {
        error("'\(symbol)' takes whole numbers, not \(left.type) and \(right.type); use int or uint", token)
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

    /// How a value of one type becomes another's, for the end of a message.
    private static func way(from: ValueType, to: ValueType) -> String {
        guard from.isScalarOrVector, to.isScalarOrVector, let scalar = to.scalar else {
            return "; bring it to that type"
        }
        if from.componentCount == to.componentCount { return "; write \(to)(...)" }
        if from.componentCount > to.componentCount, from.scalar == scalar {
            return "; take a part of it, such as .\("xyz".prefix(to.componentCount))"
        }
        return from.componentCount == 1 ? "; write \(to)(...)" : "; bring it to that type"
    }

    /// The value as `type`, where GLSL converts without being asked.
    func convert(_ value: Expression, to type: ValueType, what: String) throws(SourceError) -> Expression {
        if value.type == type { return value }
        guard Builtins.converts(value.type, to: type), let from = value.type.scalar, let to = type.scalar else {
            throw source.error(
                "\(what), and this is \(value.type)\(Self.way(from: value.type, to: type))", at: value.place)
        }
        if case .literal(let numbers) = value.kind {
            return Expression(type, .literal(numbers.map { Whole.cast($0, from: from, to: to) }), at: value.place)
        }
        return Expression(type, .converted(value, isProven: true), at: value.place)
    }
}
