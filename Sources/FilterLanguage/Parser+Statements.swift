extension Parser {
    /// Reads `{ ... }`.
    mutating func block() throws(SourceError) -> [Statement] {
        try enter()
        defer { exit() }
        let start = peek
        try expect("{")
        function.scopes.append([:])
        defer { function.scopes.removeLast() }
        var body: [Statement] = []
        while !take("}") {
            guard peek.kind != .end else { throw error("this '{' has no '}'; add it", start) }
            body += try statement()
        }
        return body
    }

    /// Reads a block or one statement, in a block of its own.
    mutating func body() throws(SourceError) -> [Statement] {
        if peek.text == "{" { return try block() }
        try enter()
        defer { exit() }
        function.scopes.append([:])
        defer { function.scopes.removeLast() }
        return try statement()
    }

    mutating func statement() throws(SourceError) -> [Statement] {
        let token = peek
        try refuseByName(token)
        switch token.text {
        case ";":
            advance()
            return []
        case "{": return try block()
        case "return": return [try result()]
        case "if": return [try branch()]
        case "for": return try countedLoop()
        case "while": return try whileLoop()
        case "do": return try doLoop()
        case "switch": return try choice()
        case "break", "continue": return [try leave()]
        case "else":
            throw error("this 'else' follows no 'if'; remove it, or look for a ';' or '}' too many before it", token)
        case "case", "default":
            throw error("'\(token.text)' stands in no switch; write it inside 'switch (...) { }'", token)
        case "struct": throw error("a structure is declared outside of functions; move it up", token)
        default: break
        }
        let statements = startsDeclaration ? try localDeclaration() : [try simple()]
        try expect(";")
        return statements
    }

    private mutating func leave() throws(SourceError) -> Statement {
        let token = peek
        let isBreak = token.text == "break"
        guard function.loopDepth > 0 || (isBreak && function.switchDepth > 0) else {
            throw error("'\(token.text)' stands in no loop; remove it, or write 'return'", token)
        }
        advance()
        try expect(";")
        return isBreak ? .leave : .proceed
    }

    private mutating func result() throws(SourceError) -> Statement {
        let token = peek
        advance()
        function.returnCount += 1
        guard function.returnCount <= Self.maxReturnCount else {
            throw error(
                "a function has at most \(Self.maxReturnCount) return statements; write several functions", token)
        }
        if take(";") {
            guard function.result == .void else {
                throw error("'return' needs a \(function.result) here; write it before the ';'", token)
            }
            return .result(nil)
        }
        guard function.result != .void else { throw error("a void function returns nothing; write 'return;'", token) }
        let value = try convert(
            try whole(expression()), to: function.result, what: "the function returns \(function.result)")
        try expect(";")
        return .result(value)
    }

    /// A whole expression: its order and its depth are looked at.
    mutating func whole(_ value: Expression) throws(SourceError) -> Expression {
        function.deepest = max(function.deepest, nesting + value.walkDepth)
        try checkOrder(value)
        forgetWritten(value)
        return value
    }

    /// What an expression writes may be anything from now on.
    private mutating func forgetWritten(_ value: Expression) {
        guard value.writes else { return }
        var slots: Set<Int> = []
        value.addWritten(to: &slots)
        for slot in slots { function.ranges[slot] = nil }
    }

    private mutating func branch() throws(SourceError) -> Statement {
        advance()
        try expect("(")
        let condition = try boolean(try whole(expression()), what: "the condition of 'if'")
        try expect(")")
        let before = function.ranges
        let then = try body()
        let afterThen = function.ranges
        function.ranges = before
        let otherwise = take("else") ? try body() : []
        let statement = Statement.Branch(condition, then: then, otherwise: otherwise)
        if statement.otherwiseExits.neverEnds {
            function.ranges = afterThen
        } else if !statement.thenExits.neverEnds {
            function.ranges = Self.either(afterThen, function.ranges)
        }
        guard let isTrue = truth(of: condition) else { return .branch(statement) }
        let known = Expression(.bool, .literal([1]), at: condition.place)
        return .branch(Statement.Branch(known, then: isTrue ? then : otherwise, otherwise: []))
    }

    /// What is known where two ways meet.
    static func either(_ a: [Int: ClosedRange<Double>], _ b: [Int: ClosedRange<Double>]) -> [Int: ClosedRange<Double>] {
        var both: [Int: ClosedRange<Double>] = [:]
        for (slot, range) in a {
            guard let other = b[slot] else { continue }
            both[slot] = min(range.lowerBound, other.lowerBound)...max(range.upperBound, other.upperBound)
        }
        return both
    }

    // MARK: Declarations

    var startsDeclaration: Bool {
        if peek.text == "const" { return true }
        guard peek.kind == .name else { return false }
        let following = tokens[min(next + 1, tokens.count - 1)]
        if following.kind == .name { return !["return", "do", "else"].contains(peek.text) }
        // `float[3] w`, and not the constructor `float[3](...)`, which no statement begins with.
        return following.text == "[" && namedType(peek.text) != nil && local(peek.text) == nil
    }

    /// Reads `const? type name = value, name = value`, up to the semicolon.
    mutating func localDeclaration() throws(SourceError) -> [Statement] {
        let isConstant = take("const")
        let mark = peek
        let type = try type()
        guard type != .void else { throw error("a variable cannot be void; give it a type such as float", mark) }
        let isUnsized = isUnsized
        var statements: [Statement] = []
        repeat {
            let name = try newName("variable")
            let whole = try declaredType(type, isUnsized: isUnsized)
            guard take("=") else {
                guard !isConstant else {
                    throw error("'\(name.text)' is const and needs a value; write '= ...' behind it", name)
                }
                // What is read before it is written holds 0.
                let slot = try declareLocal(name, whole ?? type)
                statements.append(.declare(slot, .zero(whole ?? type, at: name.place)))
                continue
            }
            let value = try self.whole(try initialValue(whole, name))
            let slot = try declareLocal(name, value.type, fixedBecause: isConstant ? "it is const" : nil)
            function.ranges[slot] = range(of: value)
            statements.append(.declare(slot, value))
        } while take(",")
        return statements
    }

    // MARK: Expressions

    /// Reads an assignment, an increment, or a call, up to the semicolon.
    mutating func simple() throws(SourceError) -> Statement {
        let start = peek
        guard start.kind == .name || start.text == "++" || start.text == "--" || start.text == "(" else {
            throw error(
                "expected a statement, found '\(start.text)'; look for a missing ';', ')' or '}' just before", start)
        }
        let value = try whole(expression())
        switch value.kind {
        case .assigned(let target, let new, _):
            // Where the value itself is not asked for, before and after are the same.
            if target.steps.isEmpty { function.ranges[target.slot] = range(of: new) }
            return .assign(target, new)
        case .call where value.type == .void || value.writes: return .evaluate(value)
        case .call, .builtin, .library:
            throw error("what '\(start.text)' returns is not used; assign it, or remove the call", start)
        default: break
        }
        if peek.text != ";" {
            throw error(
                "expected an assignment to '\(start.text)', found '\(peek.text)'; write '=' and a value, or a ';' where it ends",
                peek)
        }
        throw error("the value of this expression is not used; assign it, or remove it", start)
    }
}
