extension Parser {
    private static let form = "for (int i = 0; i < N; ++i)"

    /// Reads a loop whose end can be proven.
    mutating func loop() throws(SourceError) -> [Statement] {
        let token = peek
        advance()
        try expect("(")
        scopes.append([:])
        defer { scopes.removeLast() }
        guard take("int") else {
            throw error("a loop declares its own int counter: \(Self.form)", peek)
        }
        let name = try newName("counter")
        try expect("=")
        let start = try convert(try expression(), to: .int, what: "the counter is an int")
        guard peek.text != "," else { throw error("a loop has one counter: \(Self.form)", peek) }
        try expect(";")
        let counter = try declareLocal(name, .int, fixedBecause: "the loop counts with it")
        let (comparison, limit) = try condition(of: name)
        try expect(";")
        let step = try increment(of: name)
        try expect(")")
        let trips = try tripCount(start, comparison, limit, step, token)
        if let from = range(of: start), let to = range(of: limit) {
            // Inside the body the counter lies between the two ends.
            let low = step > 0 ? from.lowerBound : min(to.lowerBound, from.lowerBound)
            let high = step > 0 ? max(to.upperBound, from.upperBound) : from.upperBound
            ranges[counter] = low...high
        }
        guard turns * max(trips, 1) <= Self.maxTripCount else {
            throw error(
                "these loops may go round \(Int(min(turns * trips, 1e15))) times for one pixel; at most "
                    + "\(Int(Self.maxTripCount)) are allowed, so make the limit smaller",
                token)
        }
        let outer = turns
        turns *= max(trips, 1)
        loopDepth += 1
        let body = try body()
        loopDepth -= 1
        turns = outer
        return [
            .loop(
                Statement.Loop(
                    counter: counter, start: start, comparison: comparison, limit: limit, step: step,
                    maxTripCount: Int(trips), body: body, assigned: body.assignedSlots, bodyExits: body.exits))
        ]
    }

    private mutating func condition(of name: Token) throws(SourceError) -> (Expression.Operator, Expression) {
        guard take(name.text) else {
            throw error("a loop's condition compares its counter: \(Self.form)", peek)
        }
        let symbol = peek
        guard let comparison = Expression.Operator(rawValue: symbol.text),
            [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(comparison)
        else {
            throw error("a loop's condition is one of < <= > >=: \(Self.form)", symbol)
        }
        advance()
        let limit = try expression()
        guard limit.type == .int else {
            throw error("a loop's limit is an int, this one is \(limit.type); write int(...)", symbol)
        }
        return (comparison, limit)
    }

    /// Reads `++i`, `i++`, `i += 2` and the like.
    private mutating func increment(of name: Token) throws(SourceError) -> Int {
        let symbol = peek
        if take("++") || take("--") {
            guard take(name.text) else { throw error("a loop steps its own counter: \(Self.form)", peek) }
            return symbol.text == "++" ? 1 : -1
        }
        guard take(name.text) else { throw error("a loop steps its own counter: \(Self.form)", peek) }
        let second = peek
        advance()
        switch second.text {
        case "++": return 1
        case "--": return -1
        case "+=", "-=":
            let amount = try expression()
            guard amount.type == .int, let range = range(of: amount), range.lowerBound == range.upperBound,
                range.lowerBound != 0
            else {
                throw error("a loop's step is a constant int", second)
            }
            return Int(range.lowerBound) * (second.text == "+=" ? 1 : -1)
        default: throw error("a loop steps by ++, --, += or -=: \(Self.form)", second)
        }
    }

    private func tripCount(
        _ start: Expression, _ comparison: Expression.Operator, _ limit: Expression, _ step: Int, _ token: Token
    ) throws(SourceError) -> Double {
        let isUpward = comparison == .less || comparison == .lessOrEqual
        guard isUpward == (step > 0) else { throw error("this loop steps away from its limit", token) }
        let from = range(of: start)
        let to = range(of: limit)
        let near = isUpward ? from?.lowerBound : to?.lowerBound
        let far = isUpward ? to?.upperBound : from?.upperBound
        guard let near, let far, near.isFinite, far.isFinite, abs(near) < 1e9, abs(far) < 1e9 else {
            throw error(
                "it cannot be proven how often this loop goes round; give it constant limits, an int parameter, or "
                    + "min(..., N)", token)
        }
        let span = far - near + (comparison == .less || comparison == .greater ? 0 : 1)
        return max(0, (span / Double(abs(step))).rounded(.up))
    }
}
