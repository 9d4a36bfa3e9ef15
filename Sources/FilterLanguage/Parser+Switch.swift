extension Parser {
    /// One group of a switch: the values that lead to it, and its statements.
    private struct Group {
        var labels: [Double] = []
        var isDefault = false
        var body: [Statement] = []
        /// Whether `break` or another exit ends it.
        var isClosed = false
    }

    /// Reads a switch, and writes it as branches on its value.
    ///
    /// A group that falls through takes the next one's statements along.
    mutating func choice() throws(SourceError) -> [Statement] {
        let token = peek
        advance()
        try enter()
        defer { exit() }
        try expect("(")
        let value = try whole(expression())
        guard value.type == .int || value.type == .uint else {
            throw error("a switch asks for an int, this is \(value.type); write int(...)", token)
        }
        try expect(")")
        let slot = try newSlot(Token(kind: .name, text: "chosen", place: token.place), value.type)
        let outer = (function.ranges, function.loopDepth)
        function.switchDepth += 1
        let groups = try groups(of: value.type, before: outer.0)
        function.switchDepth -= 1
        var all = try branches(groups, slot, value.type, token)
        // A break inside a branch of a group leaves the switch: a loop of one turn.
        if all.contains(where: \.mayLeave) { all = try once(all, token) }
        function.ranges = outer.0
        for slot in all.assignedSlots { function.ranges[slot] = nil }
        return [.declare(slot, value)] + all
    }

    private mutating func groups(of type: ValueType, before ranges: [Int: ClosedRange<Double>]) throws(SourceError)
        -> [Group]
    {
        let start = peek
        try expect("{")
        function.scopes.append([:])
        defer { function.scopes.removeLast() }
        var groups: [Group] = []
        var seen: Set<Double> = []
        while !take("}") {
            guard peek.kind != .end else { throw error("this '{' has no '}'; add it", start) }
            if peek.text == "case" || peek.text == "default" {
                if groups.last.map({ !$0.body.isEmpty || $0.isClosed }) ?? true {
                    groups.append(Group())
                    // Each group may be the first that runs.
                    function.ranges = ranges
                    for slot in groups.flatMap({ $0.body.assignedSlots }) { function.ranges[slot] = nil }
                }
                try label(type, &groups[groups.count - 1], &seen, groups)
                guard groups.count <= 256 else { throw error("a switch has at most 256 cases; use an array", peek) }
                continue
            }
            guard let last = groups.indices.last else {
                throw error("a switch begins with a 'case'; write one first", peek)
            }
            if groups[last].isClosed {
                throw error("this is never reached; remove it, or put it before the break", peek)
            }
            if peek.text == "break", tokens[next + 1].text == ";" {
                advance()
                advance()
                groups[last].isClosed = true
                continue
            }
            let isDeclaration = startsDeclaration
            let place = peek
            groups[last].body += try statement()
            if isDeclaration, !groups[last].isClosed { try refuseOpenDeclaration(place) }
            if groups[last].body.exits.neverEnds { groups[last].isClosed = true }
            if case .leave? = groups[last].body.last { groups[last].body.removeLast() }
        }
        return groups
    }

    /// A variable of one case would be seen, without a value, in the next.
    private func refuseOpenDeclaration(_ place: Token) throws(SourceError) {
        throw error("a variable of a case needs a block of its own: case 1: { ... break; }", place)
    }

    private mutating func label(_ type: ValueType, _ group: inout Group, _ seen: inout Set<Double>, _ all: [Group])
        throws(SourceError)
    {
        let token = peek
        advance()
        if token.text == "default" {
            guard !all.contains(where: \.isDefault), !group.isDefault else {
                throw error("a switch has one default; remove the others", token)
            }
            group.isDefault = true
        } else {
            let value = try convert(try expression(), to: type, what: "the switch asks for \(Self.article(type))")
            guard case .literal(let numbers) = value.kind else {
                throw error("a case is a constant number; write one, or use 'if'", token)
            }
            guard seen.insert(numbers[0]).inserted else {
                throw error("this case stands above already; remove one of the two", token)
            }
            group.labels.append(numbers[0])
        }
        try expect(":")
    }

    private mutating func branches(_ groups: [Group], _ slot: Int, _ type: ValueType, _ token: Token)
        throws(SourceError) -> [Statement]
    {
        var copied = 0
        var bodies: [[Statement]] = []
        for index in groups.indices {
            var body: [Statement] = []
            for following in groups[index...] {
                body += following.body
                if following.isClosed { break }
            }
            copied += body.count
            guard copied <= 4096 else {
                throw error("too much falls through in this switch; end cases by break", token)
            }
            bodies.append(body)
        }
        let place = Expression(type, .local(slot), at: token.place)
        var rest = groups.firstIndex(where: \.isDefault).map { bodies[$0] } ?? []
        for (group, body) in zip(groups, bodies).reversed() where !group.isDefault {
            var test: Expression?
            for label in group.labels {
                let number = Expression(type, .literal([label]), at: token.place)
                let one = try made(.bool, .binary(.equal, place, number), at: token)
                if let earlier = test {
                    test = try made(.bool, .binary(.or, earlier, one), at: token)
                } else {
                    test = one
                }
            }
            guard let test else { continue }
            try spend(1, at: token)
            rest = [.branch(Statement.Branch(test, then: body, otherwise: rest))]
        }
        // One branch in another for each case.
        function.deepest = max(function.deepest, nesting + groups.count)
        return rest
    }

    private mutating func once(_ body: [Statement], _ token: Token) throws(SourceError) -> [Statement] {
        guard !body.contains(where: \.mayProceed) else {
            throw error("this switch both breaks inside a branch and continues the loop around; use if and else", token)
        }
        let slot = try newSlot(Token(kind: .name, text: "once", place: token.place), .int)
        let zero = Expression(.int, .literal([0]), at: token.place)
        let one = Expression(.int, .literal([1]), at: token.place)
        let place = Expression(.int, .local(slot), at: token.place)
        let condition = Expression(.bool, .binary(.less, place, one), at: token.place)
        let step = Statement.assign(
            Target(slot: slot, steps: [], value: place), Expression(.int, .binary(.add, place, one), at: token.place))
        return [
            .loop(
                Statement.Loop(
                    counter: (slot, zero), condition: condition, testsFirst: true, step: step, maxTripCount: 1,
                    body: body, assigned: (body + [step]).assignedSlots, bodyExits: body.exits))
        ]
    }
}

extension Statement {
    /// Whether some path goes on with the loop around.
    var mayProceed: Bool {
        switch self {
        case .proceed: true
        case .branch(let branch): (branch.then + branch.otherwise).contains(where: \.mayProceed)
        case .declare, .assign, .evaluate, .loop, .result, .leave: false
        }
    }

    /// Whether some path leaves the loop or switch around.
    var mayLeave: Bool {
        switch self {
        case .leave: true
        case .branch(let branch): (branch.then + branch.otherwise).contains(where: \.mayLeave)
        case .declare, .assign, .evaluate, .loop, .result, .proceed: false
        }
    }
}
