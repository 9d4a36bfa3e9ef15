extension Parser {
    /// Between which numbers a scalar always lies; `nil` where nothing is known.
    ///
    /// What is needed to prove that loops end and that indices lie inside: literals, constants, parameters by their
    /// declared ranges, variables as far as their values are known here, and arithmetic on them. Floats are given room
    /// for their rounding, and whole numbers that may wrap around are not known.
    func range(of value: Expression) -> ClosedRange<Double>? {
        guard value.type.isScalarOrVector, value.type.componentCount == 1, let scalar = value.type.scalar,
            let found = unboundedRange(of: value), found.lowerBound.isFinite || found.upperBound.isFinite
        else { return nil }
        switch scalar {
        case .float, .bool: return found
        case .int, .uint:
            let all = Whole.all(of: scalar)
            return all.contains(found.lowerBound) && all.contains(found.upperBound) ? found : nil
        }
    }

    private func unboundedRange(of value: Expression) -> ClosedRange<Double>? {
        switch value.kind {
        case .literal(let numbers): return numbers[0]...numbers[0]
        case .local(let slot): return function.ranges[slot]
        case .global(let index): return range(ofGlobal: index, component: 0)
        case .components(let whole, let numbers):
            if case .global(let index) = whole.kind, numbers.count == 1 {
                return range(ofGlobal: index, component: numbers[0])
            }
            return nil
        case .negated(let operand):
            return range(of: operand).map { -$0.upperBound...(-$0.lowerBound) }
        case .converted(let operand, _):
            guard let inner = range(of: operand) else { return nil }
            switch (operand.type.scalar, value.type.scalar) {
            case (.float, .int), (.float, .uint):
                let limits = Whole.floats(in: value.type.scalar ?? .int)
                let low = min(max(inner.lowerBound, limits.lowerBound), limits.upperBound)
                let high = min(max(inner.upperBound, limits.lowerBound), limits.upperBound)
                return low.rounded(.towardZero)...high.rounded(.towardZero)
            default: return inner
            }
        case .binary(let symbol, let left, let right): return range(symbol, left, right, value.type)
        case .choice(_, let a, let b):
            guard let a = range(of: a), let b = range(of: b) else { return nil }
            return min(a.lowerBound, b.lowerBound)...max(a.upperBound, b.upperBound)
        case .builtin(let builtin, let arguments): return range(builtin, arguments.map { range(of: $0) })
        case .assigned(_, let value, .new): return range(of: value)
        case .element, .member, .not, .complement, .joined, .splat, .diagonal, .resized, .call, .library, .assigned:
            return nil
        }
    }

    private func range(ofGlobal index: Int, component: Int) -> ClosedRange<Double>? {
        let global = module.globals[index]
        switch global.origin {
        case .constant(let value):
            if case .literal(let numbers) = value.kind, component < numbers.count {
                return numbers[component]...numbers[component]
            }
            return component == 0 ? range(of: value) : nil
        case .parameter: return annotations.parameters.first { $0.name == global.name }?.range
        case .phase: return 0...1
        // No picture is larger.
        case .given: return global.name == "size" ? 1...32768 : nil
        }
    }

    private func range(_ symbol: Expression.Operator, _ left: Expression, _ right: Expression, _ type: ValueType)
        -> ClosedRange<Double>?
    {
        let isInt = type.scalar != .float
        guard let a = range(of: left), let b = range(of: right) else { return range(symbol, left, right) }
        let ends: [Double]
        switch symbol {
        case .add: ends = [a.lowerBound + b.lowerBound, a.upperBound + b.upperBound]
        case .subtract: ends = [a.lowerBound - b.upperBound, a.upperBound - b.lowerBound]
        case .multiply:
            ends = [
                a.lowerBound * b.lowerBound, a.lowerBound * b.upperBound, a.upperBound * b.lowerBound,
                a.upperBound * b.upperBound,
            ]
        case .divide:
            guard !b.contains(0) else { return nil }
            let quotients = [
                a.lowerBound / b.lowerBound, a.lowerBound / b.upperBound, a.upperBound / b.lowerBound,
                a.upperBound / b.upperBound,
            ]
            ends = isInt ? quotients.map { $0.rounded(.towardZero) } : quotients
        case .remainder:
            guard a.lowerBound >= 0, b.lowerBound > 0 else { return nil }
            ends = [0, min(a.upperBound, b.upperBound - 1)]
        case .bitAnd, .bitOr, .bitExclusiveOr, .shiftLeft, .shiftRight:
            if let x = a.single, let y = b.single, let scalar = type.scalar,
                let known = Whole.result(symbol, x, y, scalar)
            {
                return known...known
            }
            return range(symbol, left, right)
        default: return nil
        }
        guard let low = ends.min(), let high = ends.max(), low.isFinite, high.isFinite else { return nil }
        return isInt ? low...high : Self.widened(low...high)
    }

    /// What a mask or a divisor alone says.
    private func range(_ symbol: Expression.Operator, _ left: Expression, _ right: Expression) -> ClosedRange<Double>? {
        let (a, b) = (range(of: left), range(of: right))
        switch symbol {
        case .bitAnd:
            let tops = [a, b].compactMap { $0 }.filter { $0.lowerBound >= 0 }.map(\.upperBound)
            return tops.min().map { 0...$0 }
        case .remainder:
            guard left.type.scalar == .uint, let b, b.lowerBound > 0 else { return nil }
            return 0...(b.upperBound - 1)
        default: return nil
        }
    }

    /// A range with room for the rounding of floats; small whole numbers are exact.
    private static func widened(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
        func room(_ end: Double) -> Double { end == end.rounded() && abs(end) <= 16_777_216 ? 0 : abs(end) * 1e-6 }
        return range.lowerBound - room(range.lowerBound)...range.upperBound + room(range.upperBound)
    }

    private func range(_ builtin: Builtin, _ given: [ClosedRange<Double>?]) -> ClosedRange<Double>? {
        let unknown = -Double.infinity...Double.infinity
        let all = given.map { $0 ?? unknown }
        let found: ClosedRange<Double>
        switch builtin {
        case .min:
            found = min(all[0].lowerBound, all[1].lowerBound)...min(all[0].upperBound, all[1].upperBound)
        case .max:
            found = max(all[0].lowerBound, all[1].lowerBound)...max(all[0].upperBound, all[1].upperBound)
        case .clamp:
            let low = max(all[0].lowerBound, all[1].lowerBound)
            let high = min(max(all[0].upperBound, all[1].upperBound), all[2].upperBound)
            guard low <= high else { return nil }
            found = min(low, all[2].lowerBound)...high
        case .floor: found = all[0].lowerBound.rounded(.down)...all[0].upperBound.rounded(.down)
        case .ceil: found = all[0].lowerBound.rounded(.up)...all[0].upperBound.rounded(.up)
        case .round, .roundEven, .trunc: found = all[0].lowerBound.rounded(.down)...all[0].upperBound.rounded(.up)
        case .sqrt:
            found = Self.widened(max(0, all[0].lowerBound).squareRoot()...max(0, all[0].upperBound).squareRoot())
        case .abs:
            let high = max(abs(all[0].lowerBound), abs(all[0].upperBound))
            found = (all[0].contains(0) ? 0 : min(abs(all[0].lowerBound), abs(all[0].upperBound)))...high
        default: return nil
        }
        return found == unknown ? nil : found
    }
}
