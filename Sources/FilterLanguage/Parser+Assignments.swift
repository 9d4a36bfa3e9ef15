extension Parser {
    /// Reads what follows an assignment's operator.
    mutating func assignment(to left: Expression, _ symbol: Token) throws(SourceError) -> Expression {
        advance()
        let target = try target(left)
        let right = try expression()
        let what = "'\(name(of: target))' here is \(Self.article(target.type))"
        let value =
            symbol.text == "="
            ? try convert(right, to: target.type, what: what)
            : try convert(
                try combine(String(symbol.text.dropLast()), left, right, symbol), to: target.type, what: what)
        return try made(target.type, .assigned(target, value, .new), at: symbol)
    }

    /// `x++`, `++x` and their like.
    mutating func stepped(_ operand: Expression, _ symbol: Token, isPrefix: Bool) throws(SourceError) -> Expression {
        let target = try target(operand)
        guard let scalar = operand.type.scalar, scalar != .bool, !operand.type.isArray else {
            throw error("'\(symbol.text)' needs numbers, not \(operand.type); give it an int, uint or float", symbol)
        }
        let one = Expression(.scalar(scalar), .literal([1]), at: symbol.place)
        let isUp = symbol.text == "++"
        let value = try combine(isUp ? "+" : "-", operand, one, symbol)
        return try made(
            operand.type,
            .assigned(target, value, isPrefix ? .new : isUp ? .beforeIncrement : .beforeDecrement), at: symbol)
    }

    private func name(of target: Target) -> String { function.slotNames[target.slot] }

    /// The place that an expression names, for something to be written there.
    func target(_ value: Expression) throws(SourceError) -> Target {
        var steps: [Target.Step] = []
        var place = value
        while true {
            switch place.kind {
            case .local(let slot):
                if let reason = function.fixedBecause[slot] {
                    throw source.error(
                        "'\(function.slotNames[slot])' cannot be assigned to, for \(reason); copy it into another variable",
                        at: place.place)
                }
                return Target(slot: slot, steps: steps.reversed(), value: value)
            case .components(let whole, let numbers):
                guard Set(numbers).count == numbers.count else {
                    throw source.error(
                        "a component stands here twice and cannot be assigned to; name each once", at: value.place)
                }
                steps.append(.components(numbers))
                place = whole
            case .member(let whole, _, let offset):
                steps.append(.components(Array(offset..<(offset + place.type.componentCount))))
                place = whole
            case .element(let whole, let index, let stride, _):
                steps.append(.element(index: index, stride: stride, count: whole.type.componentCount / stride))
                place = whole
            case .global(let index):
                throw source.error(
                    "'\(module.globals[index].name)' cannot be assigned to; copy it into a variable first",
                    at: place.place)
            default:
                throw source.error("this cannot be assigned to; only variables and their parts can", at: value.place)
            }
        }
    }

    // MARK: Order

    /// Variables that an expression reads and writes.
    private struct Access {
        var reads: Set<Int> = []
        var writes: Set<Int> = []
    }

    /// Refuses a whole expression whose value would hang on which part of it is computed first.
    func checkOrder(_ value: Expression) throws(SourceError) {
        guard value.writes else { return }
        _ = try access(value)
    }

    private func access(_ value: Expression) throws(SourceError) -> Access {
        if case .local(let slot) = value.kind { return Access(reads: [slot]) }
        var parts: [(access: Access, isIndex: Bool)] = []
        var own: Set<Int> = []
        switch value.kind {
        case .call(_, let arguments):
            var targets: [Target] = []
            for argument in arguments {
                if let value = argument.value { parts.append((try access(value), false)) }
                guard let target = argument.target else { continue }
                for index in target.indices { parts.append((try access(index), true)) }
                guard targets.allSatisfy({ areApart($0, target) }) else { throw disorder(target.slot, value) }
                targets.append(target)
                own.insert(target.slot)
            }
        case .assigned(let target, let new, _):
            parts.append((try access(new), false))
            for index in target.indices where target.steps.count > 0 { parts.append((try access(index), false)) }
            own = [target.slot]
        default:
            for child in Expression.children(of: value.kind) { parts.append((try access(child), false)) }
        }
        var all = Access()
        for (part, isIndex) in parts {
            if let slot = part.writes.first(where: { all.reads.contains($0) || all.writes.contains($0) }) {
                throw disorder(slot, value)
            }
            if let slot = all.writes.first(where: { part.reads.contains($0) }) { throw disorder(slot, value) }
            if isIndex, let slot = own.first(where: { part.reads.contains($0) }) { throw disorder(slot, value) }
            all.reads.formUnion(part.reads)
            all.writes.formUnion(part.writes)
        }
        if let slot = own.first(where: { all.writes.contains($0) }) { throw disorder(slot, value) }
        all.writes.formUnion(own)
        try checkCondition(value)
        return all
    }

    /// Whether two places share nothing for certain: other variables, or other parts of one.
    private func areApart(_ a: Target, _ b: Target) -> Bool {
        guard a.slot == b.slot else { return true }
        for pair in zip(a.steps, b.steps) {
            switch pair {
            case (.components(let p), .components(let q)):
                if Set(p).isDisjoint(with: q) { return true }
                guard p == q else { return false }
            case (.element(let i, let stride, let count), .element(let j, let other, _)) where stride == other:
                // Of the same element, and so of any two, parts may be apart still.
                if areApart(i, j, count: count) { return true }
            default: return false
            }
        }
        return false
    }

    /// Whether two indices, neither of which is clamped, never are the same.
    private func areApart(_ i: Expression, _ j: Expression, count: Int) -> Bool {
        let inside = 0...Double(count - 1)
        guard let a = range(of: i), let b = range(of: j), a.clamped(to: inside) == a, b.clamped(to: inside) == b else {
            return false
        }
        if !a.overlaps(b) { return true }
        guard let one = i.steppedLocal, let other = j.steppedLocal else { return false }
        return one.slot == other.slot && one.offset != other.offset
    }

    /// Refuses what changes a variable where it may not be computed at all.
    private func checkCondition(_ value: Expression) throws(SourceError) {
        let sometimes: [Expression]
        switch value.kind {
        case .choice(_, let a, let b): sometimes = [a, b]
        case .binary(.and, _, let b), .binary(.or, _, let b): sometimes = [b]
        default: return
        }
        if let part = sometimes.first(where: \.writes) {
            throw source.error(
                "this changes a variable only sometimes, for it stands behind '?', '&&' or '||'; use if", at: part.place
            )
        }
    }

    private func disorder(_ slot: Int, _ value: Expression) -> SourceError {
        source.error(
            "'\(function.slotNames[slot])' is changed here beside another use of it, and GLSL does not say which comes "
                + "first; write two statements", at: value.place)
    }
}

extension Expression {
    /// The variable and the number that is added to it, where that is all there is.
    fileprivate var steppedLocal: (slot: Int, offset: Double)? {
        switch kind {
        case .local(let slot): return (slot, 0)
        case .binary(let symbol, let left, let right):
            guard case .local(let slot) = left.kind, case .literal(let numbers) = right.kind, numbers.count == 1,
                symbol == .add || symbol == .subtract
            else { return nil }
            return (slot, symbol == .add ? numbers[0] : -numbers[0])
        default: return nil
        }
    }
}
