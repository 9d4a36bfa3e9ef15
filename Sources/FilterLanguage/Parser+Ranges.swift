extension Parser {
    /// Between which numbers a scalar always lies; `nil` where nothing is known.
    ///
    /// What is needed to prove that loops end: literals, constants, parameters by their declared ranges, const
    /// variables and counters, and arithmetic on them.
    func range(of value: Expression) -> ClosedRange<Double>? {
        guard value.type.componentCount == 1 else { return nil }
        switch value.kind {
        case .literal(let numbers): return numbers[0]...numbers[0]
        case .local(let slot): return ranges[slot]
        case .global(let index): return range(ofGlobal: index, component: 0)
        case .components(let whole, let numbers):
            if case .global(let index) = whole.kind, numbers.count == 1 {
                return range(ofGlobal: index, component: numbers[0])
            }
            return nil
        case .negated(let operand):
            return range(of: operand).map { -$0.upperBound...(-$0.lowerBound) }
        case .converted(let operand):
            guard let inner = range(of: operand) else { return nil }
            guard value.type == .int else { return inner }
            return inner.lowerBound.rounded(.towardZero)...inner.upperBound.rounded(.towardZero)
        case .binary(let symbol, let left, let right): return range(symbol, left, right, isInt: value.type == .int)
        case .choice(_, let a, let b):
            guard let a = range(of: a), let b = range(of: b) else { return nil }
            return min(a.lowerBound, b.lowerBound)...max(a.upperBound, b.upperBound)
        case .builtin(let builtin, let arguments): return range(builtin, arguments.map { range(of: $0) })
        case .element, .not, .joined, .splat, .diagonal, .call, .library: return nil
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

    private func range(_ symbol: Expression.Operator, _ left: Expression, _ right: Expression, isInt: Bool)
        -> ClosedRange<Double>?
    {
        guard let a = range(of: left), let b = range(of: right) else { return nil }
        let ends: [Double]
        switch symbol {
        case .add: return a.lowerBound + b.lowerBound...a.upperBound + b.upperBound
        case .subtract: return a.lowerBound - b.upperBound...a.upperBound - b.lowerBound
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
        default: return nil
        }
        guard let low = ends.min(), let high = ends.max(), low.isFinite, high.isFinite else { return nil }
        return low...high
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
            found = low...high
        case .floor: found = all[0].lowerBound.rounded(.down)...all[0].upperBound.rounded(.down)
        case .ceil: found = all[0].lowerBound.rounded(.up)...all[0].upperBound.rounded(.up)
        case .round, .roundEven, .trunc: found = all[0].lowerBound.rounded(.down)...all[0].upperBound.rounded(.up)
        case .sqrt: found = max(0, all[0].lowerBound).squareRoot()...max(0, all[0].upperBound).squareRoot()
        case .abs:
            let high = max(abs(all[0].lowerBound), abs(all[0].upperBound))
            found = (all[0].contains(0) ? 0 : min(abs(all[0].lowerBound), abs(all[0].upperBound)))...high
        default: return nil
        }
        return found == unknown ? nil : found
    }
}
