extension Parser {
    private static let form = "for (int i = 0; i < N; ++i)"

    /// What is known of the variable that a loop counts with.
    private struct Counter {
        let slot: Int
        let name: Token
        /// Where it begins; `nil` where nothing is known.
        let start: ClosedRange<Double>?
    }

    // MARK: for

    /// Reads `for (...)`.
    mutating func countedLoop() throws(SourceError) -> [Statement] {
        let token = peek
        advance()
        let end = statementEnd(from: next, afterHead: true)
        try expect("(")
        function.scopes.append([:])
        defer { function.scopes.removeLast() }
        var (first, counter, isOwn) = try loopStart(token)
        forget(assignedIn: next..<end, except: isOwn ? counter.slot : nil)
        if isOwn { function.ranges[counter.slot] = counter.start }
        guard peek.text != ";" else { throw error("this loop has no condition to end by; write \(Self.form)", peek) }
        let condition = try boolean(try whole(expression()), what: "a loop's condition")
        try expect(";")
        guard peek.text != ")" else {
            throw error("a loop steps its counter here; write \(Self.form), else it may never end", peek)
        }
        let mark = peek
        let step = try simple()
        if peek.text == "," { throw error("a loop has one counter; write \(Self.form)", peek) }
        try expect(")")
        guard case .assign(let target, let value) = step, target.slot == counter.slot, target.steps.isEmpty else {
            throw error("a loop steps its own counter '\(counter.name.text)'; write \(Self.form)", mark)
        }
        let (trips, range) = try proven(counter, condition, value, token)
        function.ranges[counter.slot] = range
        let outer = function.fixedBecause[counter.slot]
        function.fixedBecause[counter.slot] = "the loop counts with it"
        let body = try loopBody(trips, token)
        function.fixedBecause[counter.slot] = outer
        for slot in (body + [step]).assignedSlots { function.ranges[slot] = nil }
        var own: (slot: Int, start: Expression)?
        if isOwn, case .declare(let slot, let start)? = first.first {
            own = (slot, start)
            first = []
        }
        return first + [
            .loop(
                Statement.Loop(
                    counter: own, condition: condition, testsFirst: true, step: step, maxTripCount: Int(trips),
                    body: body, assigned: (body + [step]).assignedSlots, bodyExits: body.exits))
        ]
    }

    /// Reads what stands before the first `;`: a counter of the loop's own, a value for one, or nothing.
    private mutating func loopStart(_ token: Token) throws(SourceError) -> ([Statement], Counter, isOwn: Bool) {
        if startsDeclaration {
            let isNumber = ["int", "uint", "float"].contains(peek.text)
            guard isNumber else {
                throw error("a loop counts with an int, a uint or a float; write \(Self.form)", peek)
            }
            let name = tokens[next + 1]
            let first = try localDeclaration()
            guard first.count == 1, case .declare(let slot, let value) = first[0] else {
                throw error("a loop has one counter; write \(Self.form)", token)
            }
            guard function.slots[slot].isScalarOrVector, function.slots[slot].componentCount == 1 else {
                throw error("a loop counts with a single number; write \(Self.form)", token)
            }
            try expect(";")
            return (first, Counter(slot: slot, name: name, start: range(of: value)), true)
        }
        if peek.text == ";" {
            guard let name = tokens[next...].prefix(while: { $0.text != ")" }).first(where: { local($0.text) != nil }),
                let known = local(name.text)
            else { throw error("a loop declares its counter; write \(Self.form)", peek) }
            advance()
            return ([], Counter(slot: known.slot, name: name, start: function.ranges[known.slot]), false)
        }
        let name = peek
        let first = try simple()
        guard case .assign(let target, let value) = first, target.steps.isEmpty, target.type.componentCount == 1,
            let scalar = target.type.scalar, scalar != .bool
        else { throw error("a loop begins with its counter; write \(Self.form)", name) }
        if peek.text == "," { throw error("a loop has one counter; write \(Self.form)", peek) }
        try expect(";")
        return ([first], Counter(slot: target.slot, name: name, start: range(of: value)), false)
    }

    private mutating func loopBody(_ trips: Double, _ token: Token) throws(SourceError) -> [Statement] {
        guard function.turns * max(trips, 1) <= Self.maxTripCount else {
            throw error(
                "these loops may go round \(Int(min(function.turns * trips, 1e15))) times for one pixel; at most "
                    + "\(Int(Self.maxTripCount)) are allowed, so make the limit smaller",
                token)
        }
        try addLoopTurns(function.turns * max(trips, 1), token)
        let outer = (function.turns, function.switchDepth)
        function.turns *= max(trips, 1)
        function.loopDepth += 1
        function.switchDepth = 0
        let body = try body()
        function.loopDepth -= 1
        (function.turns, function.switchDepth) = outer
        return body
    }

    /// Counts turns towards those of all loops of a function.
    mutating func addLoopTurns(_ turns: Double, _ token: Token) throws(SourceError) {
        function.loopTurns += turns
        guard function.loopTurns <= Self.maxTripCount else {
            throw error(
                "with this the loops go round \(Int(min(function.loopTurns, 1e15))) times for one pixel together; at most "
                    + "\(Int(Self.maxTripCount)) are allowed, so make the limits smaller",
                token)
        }
    }

    // MARK: while

    private static let whileForm =
        "it cannot be proven that this loop ends; write for (int i = 0; i < N; ++i) { if (!(...)) break; ... }"

    /// Reads `while (i < N) { ... ++i; }`.
    mutating func whileLoop() throws(SourceError) -> [Statement] {
        let token = peek
        advance()
        let end = statementEnd(from: next, afterHead: true)
        let before = function.ranges
        try expect("(")
        forget(assignedIn: next..<end, except: nil)
        let condition = try boolean(try whole(expression()), what: "a loop's condition")
        try expect(")")
        let (counter, trips) = try counter(of: condition, before, token)
        let body = try loopBody(trips, token)
        try checkSteps(body, counter, condition, token)
        for slot in body.assignedSlots { function.ranges[slot] = nil }
        return [loop(condition, body, trips, testsFirst: true)]
    }

    /// Reads `do { ... ++i; } while (i < N);`.
    mutating func doLoop() throws(SourceError) -> [Statement] {
        let token = peek
        advance()
        let bodyEnd = statementEnd(from: next, afterHead: false)
        let before = function.ranges
        forget(assignedIn: next..<min(bodyEnd + 1, tokens.count), except: nil)
        // The condition says how often the body runs; it is read first, and again behind the body.
        let start = (next, function)
        guard tokens[min(bodyEnd, tokens.count - 1)].text == "while" else {
            throw error("'do' has no 'while' behind its body; end it with 'while (...);'", token)
        }
        next = bodyEnd + 1
        try expect("(")
        let early = try boolean(try expression(), what: "a loop's condition")
        let (counter, count) = try counter(of: early, before, token)
        let trips = count + 1
        (next, function) = start
        let body = try loopBody(trips, token)
        guard take("while") else {
            throw error(
                "expected 'while' after the body of 'do', found '\(peek.text)'; end it with 'while (...);'", peek)
        }
        try expect("(")
        let condition = try boolean(try whole(expression()), what: "a loop's condition")
        try expect(")")
        try expect(";")
        try checkSteps(body, counter, condition, token)
        for slot in body.assignedSlots { function.ranges[slot] = nil }
        return [loop(condition, body, trips, testsFirst: false)]
    }

    private func loop(_ condition: Expression, _ body: [Statement], _ trips: Double, testsFirst: Bool) -> Statement {
        .loop(
            Statement.Loop(
                counter: nil, condition: condition, testsFirst: testsFirst, step: nil, maxTripCount: Int(trips),
                body: body, assigned: body.assignedSlots, bodyExits: body.exits))
    }

    /// The int that a while loop counts with, and how often it goes round if that is stepped by one or more.
    private func counter(of condition: Expression, _ before: [Int: ClosedRange<Double>], _ token: Token)
        throws(SourceError) -> (Counter, Double)
    {
        for comparison in Self.comparisons(in: condition) {
            guard case .local(let slot) = comparison.counter.kind, function.slots[slot] == .int,
                let start = before[slot], let limit = range(of: comparison.limit)
            else { continue }
            let step = comparison.isUpward ? 1.0 : -1
            guard let trips = Self.tripCount(start, limit, comparison.symbol, isFloat: false, { $0 + step }) else {
                continue
            }
            let name = Token(kind: .name, text: function.slotNames[slot], place: token.place)
            return (Counter(slot: slot, name: name, start: start), trips)
        }
        throw error(Self.whileForm, token)
    }

    /// Requires that the body steps its counter once in every turn, towards the limit.
    private func checkSteps(_ body: [Statement], _ counter: Counter, _ condition: Expression, _ token: Token)
        throws(SourceError)
    {
        var steps = 0
        for statement in body {
            if case .assign(let target, let value) = statement, target.slot == counter.slot {
                guard target.steps.isEmpty, isStep(value, of: counter.slot, condition) else {
                    throw error(Self.whileForm, token)
                }
                steps += 1
            } else if [statement].assignedSlots.contains(counter.slot) || statement.mayProceed {
                throw error(Self.whileForm, token)
            }
        }
        guard steps > 0 else { throw error(Self.whileForm, token) }
    }

    private func isStep(_ value: Expression, of slot: Int, _ condition: Expression) -> Bool {
        guard case .binary(let symbol, let left, let right) = value.kind, case .local(slot) = left.kind,
            let amount = range(of: right),
            let comparison = Self.comparisons(in: condition).first(where: {
                if case .local(slot) = $0.counter.kind { true } else { false }
            })
        else { return false }
        // With a longer step, an int could wrap around beyond its limit.
        guard amount.lowerBound > -1e9, amount.upperBound < 1e9 else { return false }
        switch symbol {
        case .add: return comparison.isUpward ? amount.lowerBound >= 1 : amount.upperBound <= -1
        case .subtract: return comparison.isUpward ? amount.upperBound <= -1 : amount.lowerBound >= 1
        default: return false
        }
    }

    // MARK: Proofs

    private struct Comparison {
        let counter: Expression
        let symbol: Expression.Operator
        let limit: Expression
        var isUpward: Bool { symbol == .less || symbol == .lessOrEqual }
    }

    /// The comparisons that must all hold for a condition to hold, each with either side as the counter's.
    private static func comparisons(in condition: Expression) -> [Comparison] {
        guard case .binary(let symbol, let a, let b) = condition.kind else { return [] }
        let mirrored: [Expression.Operator: Expression.Operator] = [
            .less: .greater, .greater: .less, .lessOrEqual: .greaterOrEqual, .greaterOrEqual: .lessOrEqual,
            .notEqual: .notEqual,
        ]
        if symbol == .and { return comparisons(in: a) + comparisons(in: b) }
        guard let other = mirrored[symbol] else { return [] }
        return [
            Comparison(counter: plain(a), symbol: symbol, limit: b),
            Comparison(counter: plain(b), symbol: other, limit: a),
        ]
    }

    /// An expression without the conversion of an int to a float.
    private static func plain(_ value: Expression) -> Expression {
        if case .converted(let inner, _) = value.kind, value.type == .float { return inner }
        return value
    }

    /// How often a loop goes round at most, and where its counter lies in the body.
    private func proven(_ counter: Counter, _ condition: Expression, _ step: Expression, _ token: Token)
        throws(SourceError) -> (Double, ClosedRange<Double>?)
    {
        let isFloat = function.slots[counter.slot] == .float
        let next = try stepping(step, counter, isFloat: isFloat, token)
        for comparison in Self.comparisons(in: condition) {
            guard case .local(counter.slot) = comparison.counter.kind else { continue }
            guard let start = counter.start, let limit = range(of: comparison.limit) else { continue }
            let isUpward = comparison.isUpward
            let near = isUpward ? start.lowerBound : start.upperBound
            if comparison.symbol != .notEqual, (next(near) > near) != isUpward, next(near) != near {
                throw error("this loop steps away from its limit; turn the step or the comparison around", token)
            }
            guard isFloat || staysWhole(counter, start, limit, comparison.symbol, next),
                let trips = Self.tripCount(start, limit, comparison.symbol, isFloat: isFloat, next)
            else { continue }
            guard comparison.symbol != .notEqual else {
                return (trips, min(start.lowerBound, limit.lowerBound)...max(start.upperBound, limit.upperBound))
            }
            // In the body the counter lies between the two ends.
            let strict = !isFloat && (comparison.symbol == .less || comparison.symbol == .greater) ? 1.0 : 0
            let low = isUpward ? start.lowerBound : min(limit.lowerBound + strict, start.lowerBound)
            let high = isUpward ? max(limit.upperBound - strict, start.lowerBound) : start.upperBound
            return (trips, low...max(low, high))
        }
        throw error(
            "it cannot be proven how often this loop goes round; give it constant limits, an int parameter, or "
                + "min(..., N)", token)
    }

    /// Whether no step from inside a loop's limit can leave the numbers of the counter's type, where it would wrap around
    /// and go on from the other end: below 0 for a uint, for one.
    private func staysWhole(
        _ counter: Counter, _ start: ClosedRange<Double>, _ limit: ClosedRange<Double>, _ symbol: Expression.Operator,
        _ next: (Double) -> Double
    ) -> Bool {
        let all = Whole.all(of: function.slots[counter.slot] == .uint ? .uint : .int)
        // The last number inside the limit, and the one to begin with; a step keeps the order of what lies between.
        let ends: [Double] =
            switch symbol {
            case .less: [limit.upperBound - 1, start.lowerBound]
            case .lessOrEqual: [limit.upperBound, start.lowerBound]
            case .greater: [limit.lowerBound + 1, start.upperBound]
            case .greaterOrEqual: [limit.lowerBound, start.upperBound]
            default: [start.lowerBound, start.upperBound, limit.lowerBound, limit.upperBound]
            }
        return ends.allSatisfy { all.contains(next($0)) }
    }

    /// What a step makes of the counter.
    private func stepping(_ step: Expression, _ counter: Counter, isFloat: Bool, _ token: Token) throws(SourceError)
        -> (Double) -> Double
    {
        if case .binary(let symbol, let left, let right) = step.kind, case .local(counter.slot) = left.kind,
            let amount = range(of: right)?.single
        {
            switch symbol {
            case .add where amount != 0: return { isFloat ? Double(Float($0) + Float(amount)) : $0 + amount }
            case .subtract where amount != 0: return { isFloat ? Double(Float($0) - Float(amount)) : $0 - amount }
            case .multiply where amount >= 1.0009765625:
                return { isFloat ? Double(Float($0) * Float(amount)) : $0 * amount }
            case .multiply where isFloat && amount > 0 && amount <= 0.9990234375:
                return { Double(Float($0) * Float(amount)) }
            case .divide where isFloat && amount >= 1.0009765625: return { Double(Float($0) / Float(amount)) }
            case .divide where amount >= 2 && !isFloat: return { ($0 / amount).rounded(.towardZero) }
            case .shiftLeft where amount >= 1 && amount < 31: return { $0 * Double(1 << Int(amount)) }
            case .shiftRight where amount >= 1 && amount < 31: return { ($0 / Double(1 << Int(amount))).rounded(.down) }
            default: break
            }
        }
        throw error(
            "a loop steps its counter by a constant that moves it on, as in i += 2 or f *= 0.5; write \(Self.form)",
            token)
    }

    /// Turns from the worst start to the worst limit; `nil` where there may be no end.
    private static func tripCount(
        _ start: ClosedRange<Double>, _ limit: ClosedRange<Double>, _ symbol: Expression.Operator, isFloat: Bool,
        _ next: (Double) -> Double
    ) -> Double? {
        let isUpward = symbol == .less || symbol == .lessOrEqual
        var value = isUpward ? start.lowerBound : start.upperBound
        let far = isUpward ? limit.upperBound : limit.lowerBound
        guard value.isFinite, far.isFinite, abs(value) < 1e9, abs(far) < 1e9 else { return nil }
        if symbol == .notEqual { guard start.single != nil, limit.single != nil else { return nil } }
        func goesOn() -> Bool {
            switch symbol {
            case .less: value < far
            case .lessOrEqual: value <= far
            case .greater: value > far
            case .greaterOrEqual: value >= far
            default: value != far
            }
        }
        // Plain counting needs no walk, which could be long.
        let step = next(value) - value
        if !isFloat, next(value + step) - next(value) == step, symbol != .notEqual, abs(step) >= 1 {
            guard (step > 0) == isUpward else { return nil }
            let span = abs(far - value) * ((far > value) == isUpward ? 1 : -1)
            let last = symbol == .less || symbol == .greater ? 0.0 : 1
            return max(0, ((span + last) / abs(step)).rounded(.up))
        }
        var trips = 0.0
        while goesOn() {
            let following = next(value)
            guard following != value, trips <= maxTripCount, abs(following) < 1e9 else {
                return following != value && trips > maxTripCount && symbol != .notEqual ? trips : nil
            }
            value = following
            trips += 1
        }
        // Another start may take a rounding more.
        return start.single == nil && isFloat ? trips + 1 : trips
    }
}

extension ClosedRange<Double> {
    /// The only number of the range, where there is one.
    var single: Double? { lowerBound == upperBound ? lowerBound : nil }
}
