extension Parser {
    /// What a bool always is; `nil` where that is not known.
    ///
    /// A branch that is never taken is left out of what drivers are given: some lose themselves in code that nothing
    /// reaches. Of whole numbers what `range(of:)` proves is used, of floats what is written.
    func truth(of value: Expression) -> Bool? {
        guard value.type == .bool, !value.writes else { return nil }
        switch value.kind {
        case .literal(let numbers): return numbers[0] != 0
        case .global(let index):
            guard case .constant(let constant) = module.globals[index].origin else { return nil }
            return truth(of: constant)
        case .not(let operand): return truth(of: operand).map { !$0 }
        case .choice(let test, let yes, let no):
            guard let isYes = truth(of: test) else { return nil }
            return truth(of: isYes ? yes : no)
        case .converted(let operand, _):
            guard operand.type.scalar != .float, let range = range(of: operand) else { return nil }
            return range.single.map { $0 != 0 } ?? (range.contains(0) ? nil : true)
        case .builtin(.any, let parts): return truth(ofAll: parts, is: false).map { !$0 }
        case .builtin(.all, let parts): return truth(ofAll: parts, is: true)
        case .binary(let symbol, let left, let right): return truth(symbol, left, right)
        default: return nil
        }
    }

    private func truth(_ symbol: Expression.Operator, _ left: Expression, _ right: Expression) -> Bool? {
        switch symbol {
        case .and, .or:
            // One side may decide alone.
            let deciding = symbol == .or
            let (a, b) = (truth(of: left), truth(of: right))
            if a == deciding || b == deciding { return deciding }
            return a == nil || b == nil ? nil : !deciding
        case .exclusiveOr:
            guard let a = truth(of: left), let b = truth(of: right) else { return nil }
            return a != b
        case .less: return isLess(left, right)
        case .greater: return isLess(right, left)
        case .lessOrEqual: return isLess(right, left).map { !$0 }
        case .greaterOrEqual: return isLess(left, right).map { !$0 }
        case .equal, .notEqual:
            guard let (a, b) = ranges(left, right) else { return nil }
            let isEqual: Bool
            if let x = a.single, let y = b.single {
                isEqual = x == y
            } else if a.overlaps(b) {
                return nil
            } else {
                isEqual = false
            }
            return isEqual == (symbol == .equal)
        default: return nil
        }
    }

    private func isLess(_ left: Expression, _ right: Expression) -> Bool? {
        guard let (a, b) = ranges(left, right) else { return nil }
        if a.upperBound < b.lowerBound { return true }
        return a.lowerBound >= b.upperBound ? false : nil
    }

    /// Where two scalars lie.
    private func ranges(_ left: Expression, _ right: Expression) -> (ClosedRange<Double>, ClosedRange<Double>)? {
        guard left.type.scalar != .float || Self.isWritten(left) && Self.isWritten(right), let a = range(of: left),
            let b = range(of: right)
        else { return nil }
        return (a, b)
    }

    private static func isWritten(_ value: Expression) -> Bool {
        if case .literal = value.kind { true } else { false }
    }

    /// Whether all components of a vector of bools are `wanted`.
    private func truth(ofAll parts: [Expression], is wanted: Bool) -> Bool? {
        guard parts.count == 1 else { return nil }
        let components: [Bool?]
        switch parts[0].kind {
        case .literal(let numbers): components = numbers.map { $0 != 0 }
        case .joined(let scalars): components = scalars.map { truth(of: $0) }
        case .splat(let scalar): components = [truth(of: scalar)]
        default: return nil
        }
        if components.contains(!wanted) { return false }
        return components.allSatisfy { $0 == wanted } ? true : nil
    }
}
