extension Parser {
    /// Reads `{ ... }`.
    mutating func block() throws(SourceError) -> [Statement] {
        try enter()
        defer { exit() }
        let start = peek
        try expect("{")
        scopes.append([:])
        defer { scopes.removeLast() }
        var body: [Statement] = []
        while !take("}") {
            guard peek.kind != .end else { throw error("this '{' has no '}'", start) }
            body += try statement()
        }
        return body
    }

    /// Reads a block or one statement, in a block of its own.
    mutating func body() throws(SourceError) -> [Statement] {
        if peek.text == "{" { return try block() }
        try enter()
        defer { exit() }
        scopes.append([:])
        defer { scopes.removeLast() }
        return try statement()
    }

    private mutating func statement() throws(SourceError) -> [Statement] {
        let token = peek
        try refuseByName(token)
        writingCallCount = 0
        switch token.text {
        case ";":
            advance()
            return []
        case "{": return try block()
        case "return": return [try result()]
        case "if": return [try branch()]
        case "for": return try loop()
        case "break", "continue":
            guard loopDepth > 0 else { throw error("'\(token.text)' stands in no loop", token) }
            advance()
            try expect(";")
            return [token.text == "break" ? .leave : .proceed]
        case "else": throw error("this 'else' follows no 'if'", token)
        case "++", "--":
            let statement = try step()
            try expect(";")
            return [statement]
        default: break
        }
        if startsDeclaration {
            let statements = try localDeclaration()
            try expect(";")
            return statements
        }
        let statement = try assignment()
        try expect(";")
        return [statement]
    }

    private mutating func result() throws(SourceError) -> Statement {
        let token = peek
        advance()
        returnCount += 1
        guard returnCount <= Self.maxReturnCount else {
            throw error("a function has at most \(Self.maxReturnCount) return statements", token)
        }
        if take(";") {
            guard resultType == .void else { throw error("'return' needs a \(resultType) here", token) }
            return .result(nil)
        }
        guard resultType != .void else { throw error("a void function returns nothing; write 'return;'", token) }
        let value = try convert(try expression(), to: resultType, what: "the function returns \(resultType)")
        try checkWritingCalls(value, token)
        try expect(";")
        return .result(value)
    }

    private mutating func branch() throws(SourceError) -> Statement {
        advance()
        try expect("(")
        let condition = try boolean(try expression(), what: "the condition of 'if'")
        try checkWritingCalls(nil, peek)
        try expect(")")
        let then = try body()
        let otherwise = take("else") ? try body() : []
        return .branch(
            Statement.Branch(
                condition: condition, then: then, otherwise: otherwise,
                assigned: Set(then.assignedSlots).union(otherwise.assignedSlots).sorted(), thenExits: then.exits,
                otherwiseExits: otherwise.exits))
    }

    // MARK: Declarations

    private var startsDeclaration: Bool {
        if peek.text == "const" { return true }
        guard peek.kind == .name else { return false }
        let following = tokens[min(next + 1, tokens.count - 1)]
        if following.kind == .name { return true }
        // `float[3] w`, and not the constructor `float[3](...)`, which no statement begins with.
        return following.text == "[" && ValueType.named(peek.text) != nil
    }

    /// Reads `const? type name = value, name = value`, up to the semicolon.
    mutating func localDeclaration() throws(SourceError) -> [Statement] {
        let isConstant = take("const")
        let type = try type()
        var statements: [Statement] = []
        repeat {
            let name = try newName("variable")
            let whole = try arraySuffix(type)
            guard take("=") else {
                guard !isConstant else { throw error("'\(name.text)' is const and needs a value", name) }
                try declareLocal(name, whole)
                continue
            }
            guard peek.text != "{" else {
                throw error("lists in braces are not supported; write \(whole)(...)", peek)
            }
            writingCallCount = 0
            let value = try convert(try expression(), to: whole, what: "'\(name.text)' is a \(whole)")
            try checkWritingCalls(value, name)
            let slot = try declareLocal(name, whole, fixedBecause: isConstant ? "it is const" : nil)
            if isConstant, let range = range(of: value) { ranges[slot] = range }
            statements.append(.assign(Target(slot: slot, steps: [], type: whole), value))
        } while take(",")
        return statements
    }

    // MARK: Assignments

    /// Reads an assignment, an increment, or a call, up to the semicolon.
    private mutating func assignment() throws(SourceError) -> Statement {
        let start = peek
        guard start.kind == .name else {
            throw error("expected a statement, found '\(start.text)'", start)
        }
        if tokens[next + 1].text == "(" { return try callStatement() }
        let (target, current) = try target()
        let symbol = peek
        advance()
        switch symbol.text {
        case "=":
            let value = try convert(try expression(), to: target.type, what: "'\(start.text)' here is a \(target.type)")
            try refuseChain()
            try checkWritingCalls(value, symbol)
            return .assign(target, value)
        case "+=", "-=", "*=", "/=", "%=":
            let right = try expression()
            try refuseChain()
            try checkWritingCalls(nil, symbol)
            let value = try combine(String(symbol.text.dropLast()), current, right, symbol)
            return .assign(
                target, try convert(value, to: target.type, what: "'\(start.text)' here is a \(target.type)"))
        case "++", "--":
            return .assign(target, try stepped(current, symbol))
        case "&=", "|=", "^=", "<<=", ">>=":
            throw error("operations on bits are not supported; use + - * / %", symbol)
        default:
            throw error("expected an assignment to '\(start.text)', found '\(symbol.text)'", symbol)
        }
    }

    private mutating func callStatement() throws(SourceError) -> Statement {
        let start = peek
        let value = try expression()
        guard case .call = value.kind else {
            throw error("the value of this expression is not used; assign it, or remove it", start)
        }
        try checkWritingCalls(value, start)
        guard value.type == .void || writingCallCount > 0 else {
            throw error("what '\(start.text)' returns is not used; assign it, or remove the call", start)
        }
        return .evaluate(value)
    }

    /// Reads `++name` or `--name`.
    private mutating func step() throws(SourceError) -> Statement {
        let symbol = peek
        advance()
        let (target, current) = try target()
        return .assign(target, try stepped(current, symbol))
    }

    private mutating func stepped(_ current: Expression, _ symbol: Token) throws(SourceError) -> Expression {
        let one = Expression(.int, .literal([1]), at: symbol.place)
        return try combine(symbol.text == "++" ? "+" : "-", current, one, symbol)
    }

    private func refuseChain() throws(SourceError) {
        guard ["=", "+=", "-=", "*=", "/="].contains(peek.text) else { return }
        throw error("one statement assigns once; write two", peek)
    }

    /// Reads what can be assigned to, and the expression of its present value.
    mutating func target() throws(SourceError) -> (Target, Expression) {
        let name = peek
        guard name.kind == .name else { throw error("expected a variable, found '\(name.text)'", name) }
        try refuseByName(name)
        guard let local = local(name.text) else {
            if globalIndex[name.text] != nil || choiceNumbers[name.text] != nil {
                throw error("'\(name.text)' cannot be assigned to; copy it into a variable first", name)
            }
            throw error("'\(name.text)' is not known here\(suggestion(name.text))", name)
        }
        if let reason = local.fixedBecause {
            throw error("'\(name.text)' cannot be assigned to, for \(reason)", name)
        }
        advance()
        var value = Expression(local.type, .local(local.slot), at: name.place)
        var steps: [Target.Step] = []
        while peek.text == "." || peek.text == "[" {
            value = try postfix(value)
            switch value.kind {
            case .components(_, let numbers):
                guard Set(numbers).count == numbers.count else {
                    throw error("a component stands here twice and cannot be assigned to", name)
                }
                steps.append(.components(numbers))
            case .element(let whole, let index, let stride):
                steps.append(.element(index: index, stride: stride, count: whole.type.componentCount / stride))
            default: throw error("this cannot be assigned to", name)
            }
        }
        return (Target(slot: local.slot, steps: steps, type: value.type), value)
    }

    /// Refuses calls that write to their arguments, save the outermost one of a whole statement.
    func checkWritingCalls(_ value: Expression?, _ token: Token) throws(SourceError) {
        guard writingCallCount > 0 else { return }
        if let value, writingCallCount == 1, !value.writtenSlots.isEmpty { return }
        throw error("a call with out parameters stands alone in its statement; give it one of its own", token)
    }
}
