import FilterLanguage
import Foundation

@testable import CPUReference

/// Runs a filter's function on one pixel as some device of 32-bit floats might: every result is off by a random part of
/// what the precision table allows, products are contracted into sums now and then.
struct SingleFloat {
    let context: FilterContext
    var noise: Noise
    private let machine = Machine(capacity: 1, arithmetic: .exact)
    private let exact: Evaluator
    private var place: [Float] = [0.5, 0.5]

    private enum End {
        case next
        case result([Float])
        case leave
        case proceed
    }

    init(_ context: FilterContext, seed: UInt64) {
        self.context = context
        noise = Noise(seed)
        exact = Evaluator(context, machine: machine)
    }

    private var module: Module { context.filter.module }

    /// The result of the first pass at a place.
    mutating func run(_ arguments: [[Float]], at place: [Float]) -> [Float] {
        self.place = place
        return call(module.passFunctions[0], arguments).result
    }

    // MARK: Errors

    private mutating func relative(_ value: Double, _ ulps: Double) -> Float {
        Float(value * (1 + noise.number(-1...1) * ulps * 0x1p-23))
    }

    private mutating func absolute(_ value: Double, _ error: Double) -> Float {
        Float(value + noise.number(-1...1) * error)
    }

    private mutating func exponential(_ x: Double, _ y: Double) -> Float { relative(y, 2.5 + 2 * abs(x)) }

    private mutating func logarithm(_ x: Double, _ y: Double) -> Float {
        x >= 0.5 && x <= 2 ? absolute(y, 0x1p-21 * 0.9) : relative(y, 2.4)
    }

    // MARK: Expressions

    private mutating func evaluate(_ e: FilterLanguage.Expression, _ slots: inout [[Float]]) -> [Float] {
        switch e.kind {
        case .literal(let numbers): return numbers.map { Float($0) }
        case .local(let slot): return slots[slot]
        case .global(let index):
            if module.globals[index].name == "position" { return place }
            if case .constant(let value) = module.globals[index].origin { return evaluate(value, &slots) }
            return exact.global(index).map { Float($0.value(0)) }
        case .components(let whole, let numbers):
            let value = evaluate(whole, &slots)
            return numbers.map { value[$0] }
        case .member(let whole, _, let offset):
            return Array(evaluate(whole, &slots)[offset..<(offset + e.type.componentCount)])
        case .complement, .resized, .assigned: return []
        case .element(let whole, let index, let stride, _):
            let value = evaluate(whole, &slots)
            let first = min(max(Int(evaluate(index, &slots)[0]), 0), value.count / stride - 1) * stride
            return Array(value[first..<(first + stride)])
        case .negated(let a): return evaluate(a, &slots).map { -$0 }
        case .not(let a): return evaluate(a, &slots).map { $0 == 0 ? 1 : 0 }
        case .binary(let symbol, let a, let b): return binary(symbol, a, b, &slots)
        case .converted(let a, _):
            let value = evaluate(a, &slots)
            switch e.type.scalar {
            case .int: return value.map { $0.rounded(.towardZero) }
            case .bool: return value.map { $0 == 0 ? 0 : 1 }
            default: return value
            }
        case .joined(let parts):
            var all: [Float] = []
            for part in parts { all += evaluate(part, &slots) }
            return all
        case .splat(let a): return Array(repeating: evaluate(a, &slots)[0], count: e.type.componentCount)
        case .diagonal(let a):
            let count = e.type.componentCount
            let side = count == 4 ? 2 : count == 9 ? 3 : 4
            let value = evaluate(a, &slots)[0]
            return (0..<count).map { $0 % (side + 1) == 0 ? value : 0 }
        case .call(let index, let arguments):
            var values: [[Float]] = []
            for (number, argument) in arguments.enumerated() {
                let count = module.functions[index].parameters[number].type.componentCount
                if let value = argument.value {
                    values.append(evaluate(value, &slots))
                } else {
                    values.append(Array(repeating: 0, count: count))
                }
            }
            let done = call(index, values)
            for (number, argument) in arguments.enumerated() {
                if let target = argument.target { assign(done.slots[number], target, &slots) }
            }
            return done.result
        case .builtin(let builtin, let arguments):
            var values: [[Float]] = []
            for argument in arguments { values.append(evaluate(argument, &slots)) }
            return self.builtin(builtin, values, byBool: arguments.last?.type.scalar == .bool)
        case .library(let function, let arguments):
            var lanes: [Lanes] = []
            for argument in arguments { lanes.append(evaluate(argument, &slots).map { .uniform(Double($0), 0) }) }
            let size = lanes.joined().map { abs($0.value(0)) }.max() ?? 0
            return exact.library(named: function.name, lanes).enumerated().map { number, lane in
                let y = lane.value(0)
                // Divisions and sums of products err as arithmetic does, curves by what the library promises.
                switch function.name {
                case "unpremultiplied": return number == 3 ? Float(y) : relative(y, 2)
                case "premultiplied": return Float(y)
                case "luminance", "bt709ToBT2020", "bt2020ToBT709", "displayP3ToBT2020", "bt2020ToDisplayP3",
                    "toCompositionPrimaries", "fromCompositionPrimaries":
                    // No matrix at all where the primaries are the composition's own.
                    let isSame = number < lanes[0].count && y == lanes[0][number].value(0)
                    return isSame ? Float(y) : absolute(y, 0.25 * 0x1p-24 * size)
                default: return absolute(y, 0.9 * max(1e-5 * abs(y), 1e-7))
                }
            }
        case .choice(let test, let yes, let no):
            return evaluate(test, &slots)[0] != 0 ? evaluate(yes, &slots) : evaluate(no, &slots)
        }
    }

    private mutating func binary(
        _ symbol: FilterLanguage.Expression.Operator, _ left: FilterLanguage.Expression,
        _ right: FilterLanguage.Expression, _ slots: inout [[Float]]
    ) -> [Float] {
        let isFloat = left.type.scalar == .float
        // A product that a sum takes in may stay unrounded.
        var products: [Double]?
        if symbol == .add, case .binary(.multiply, let a, let b) = left.kind, isFloat, noise.number(0...1) < 0.5 {
            let (x, y) = (evaluate(a, &slots), evaluate(b, &slots))
            products = (0..<max(x.count, y.count)).map {
                Double(x[x.count == 1 ? 0 : $0]) * Double(y[y.count == 1 ? 0 : $0])
            }
        }
        let a = products == nil ? evaluate(left, &slots) : []
        let b = evaluate(right, &slots)
        let x = products ?? a.map { Double($0) }
        let y = b.map { Double($0) }
        func each(_ f: (Double, Double) -> Double) -> [Double] {
            (0..<max(x.count, y.count)).map { f(x[x.count == 1 ? 0 : $0], y[y.count == 1 ? 0 : $0]) }
        }
        func bool(_ value: Bool) -> [Float] { [value ? 1 : 0] }
        switch symbol {
        case .add: return each(+).map { Float($0) }
        case .subtract: return each(-).map { Float($0) }
        case .multiply: return each(*).map { Float($0) }
        case .divide:
            if !isFloat { return each { $1 == 0 ? 0 : ($0 / $1).rounded(.towardZero) }.map { Float($0) } }
            var result: [Float] = []
            for quotient in each(/) { result.append(relative(quotient, 2)) }
            return result
        case .remainder: return each { $0.truncatingRemainder(dividingBy: $1) }.map { Float($0) }
        case .less: return bool(x[0] < y[0])
        case .lessOrEqual: return bool(x[0] <= y[0])
        case .greater: return bool(x[0] > y[0])
        case .greaterOrEqual: return bool(x[0] >= y[0])
        case .equal: return bool(x == y)
        case .notEqual: return bool(x != y)
        case .and: return bool(x[0] != 0 && y[0] != 0)
        case .or: return bool(x[0] != 0 || y[0] != 0)
        case .exclusiveOr: return bool((x[0] != 0) != (y[0] != 0))
        case .matrixMultiply: return product(a, left.type, b, right.type)
        case .bitAnd, .bitOr, .bitExclusiveOr, .shiftLeft, .shiftRight: return []
        }
    }

    private func product(_ a: [Float], _ left: ValueType, _ b: [Float], _ right: ValueType) -> [Float] {
        func sum(_ terms: [(Float, Float)]) -> Float { terms.reduce(0) { $0 + $1.0 * $1.1 } }
        // A row vector is a matrix of one row, a column vector one of one column.
        var (rows, inner, columns) = (1, a.count, 1)
        if case .matrix(let c, let r) = left { (rows, inner) = (r, c) }
        if case .matrix(let c, _) = right { columns = c }
        return (0..<columns).flatMap { column in
            (0..<rows).map { row in sum((0..<inner).map { (a[$0 * rows + row], b[column * inner + $0]) }) }
        }
    }

    private mutating func builtin(_ builtin: Builtin, _ v: [[Float]], byBool: Bool) -> [Float] {
        let count = v.map(\.count).max() ?? 1
        func a(_ argument: Int, _ i: Int) -> Double { Double(v[argument][v[argument].count == 1 ? 0 : i]) }
        var result: [Float] = []
        func dot(_ x: [Float], _ y: [Float]) -> Float { zip(x, y).reduce(0) { $0 + $1.0 * $1.1 } }
        switch builtin {
        case .length: return [relative(Double(dot(v[0], v[0])).squareRoot(), 4)]
        case .distance:
            let away = zip(v[0], v[1]).map { $0 - $1 }
            return [relative(Double(dot(away, away)).squareRoot(), 4)]
        case .dot: return [dot(v[0], v[1])]
        case .normalize:
            let scale = relative(1 / Double(dot(v[0], v[0])).squareRoot(), 1.9)
            return v[0].map { $0 * scale }
        case .any: return [v[0].contains { $0 != 0 } ? 1 : 0]
        case .all: return [v[0].allSatisfy { $0 != 0 } ? 1 : 0]
        default: break
        }
        for i in 0..<count {
            let x = a(0, i)
            let y = v.count > 1 ? a(1, i) : 0
            let z = v.count > 2 ? a(2, i) : 0
            switch builtin {
            case .exp2: result.append(exponential(x, Foundation.exp2(x)))
            case .exp: result.append(exponential(x, Foundation.exp(x)))
            case .log2: result.append(logarithm(x, Foundation.log2(x)))
            case .log: result.append(logarithm(x, Foundation.log(x)))
            case .pow:
                let power = Float(y) * logarithm(x, Foundation.log2(x))
                result.append(x == 0 ? 0 : exponential(Double(power), Foundation.exp2(Double(power))))
            case .sqrt: result.append(relative(x.squareRoot(), 4))
            case .inversesqrt: result.append(relative(1 / x.squareRoot(), 1.9))
            case .sin: result.append(absolute(Foundation.sin(x), 0x1p-11 * 0.9))
            case .cos: result.append(absolute(Foundation.cos(x), 0x1p-11 * 0.9))
            case .abs: result.append(Float(abs(x)))
            case .sign: result.append(x > 0 ? 1 : x < 0 ? -1 : 0)
            case .floor: result.append(Float(x.rounded(.down)))
            case .ceil: result.append(Float(x.rounded(.up)))
            case .fract: result.append(Float(x - x.rounded(.down)))
            case .mod:
                let steps = Double(relative(x / y, 2)).rounded(.down)
                result.append(Float(x) - Float(y) * Float(steps))
            case .min: result.append(Float(min(x, y)))
            case .max: result.append(Float(max(x, y)))
            case .clamp: result.append(Float(min(max(x, y), z)))
            case .step: result.append(y < x ? 0 : 1)
            case .smoothstep:
                let t = min(max(Float(relative(Double(Float(z) - Float(x)) / Double(Float(y) - Float(x)), 2)), 0), 1)
                result.append(t * t * (3 - 2 * t))
            case .mix:
                if byBool {
                    result.append(Float(z != 0 ? y : x))
                } else {
                    result.append(Float(x) * (1 - Float(z)) + Float(y) * Float(z))
                }
            case .lessThan: result.append(x < y ? 1 : 0)
            case .lessThanEqual: result.append(x <= y ? 1 : 0)
            case .greaterThan: result.append(x > y ? 1 : 0)
            case .greaterThanEqual: result.append(x >= y ? 1 : 0)
            default: result.append(.nan)
            }
        }
        return result
    }

    // MARK: Statements

    private mutating func call(_ index: Int, _ arguments: [[Float]]) -> (result: [Float], slots: [[Float]]) {
        let function = module.functions[index]
        var slots = arguments
        for type in function.slots.dropFirst(arguments.count) {
            slots.append(Array(repeating: 0, count: type.componentCount))
        }
        if case .result(let value) = run(function.body, &slots) { return (value, slots) }
        return ([], slots)
    }

    private mutating func run(_ list: [Statement], _ slots: inout [[Float]]) -> End {
        for statement in list {
            switch statement {
            case .declare(let slot, let value): slots[slot] = evaluate(value, &slots)
            case .assign(let target, let value): assign(evaluate(value, &slots), target, &slots)
            case .evaluate(let value): _ = evaluate(value, &slots)
            case .result(let value): return .result(value.map { evaluate($0, &slots) } ?? [])
            case .leave: return .leave
            case .proceed: return .proceed
            case .branch(let branch):
                let isYes = evaluate(branch.condition, &slots)[0] != 0
                let end = run(isYes ? branch.then : branch.otherwise, &slots)
                if case .next = end { continue }
                return end
            case .loop(let loop):
                if let counter = loop.counter { slots[counter.slot] = evaluate(counter.start, &slots) }
                var isFirst = !loop.testsFirst
                turns: while isFirst || evaluate(loop.condition, &slots)[0] != 0 {
                    isFirst = false
                    switch run(loop.body, &slots) {
                    case .result(let value): return .result(value)
                    case .leave: break turns
                    case .next, .proceed: if let step = loop.step { _ = run([step], &slots) }
                    }
                }
            }
        }
        return .next
    }

    private mutating func assign(_ value: [Float], _ target: Target, _ slots: inout [[Float]]) {
        var among = Array(slots[target.slot].indices)
        for step in target.steps {
            switch step {
            case .components(let numbers): among = numbers.map { among[$0] }
            case .element(let index, let stride, let count):
                let first = min(max(Int(evaluate(index, &slots)[0]), 0), count - 1) * stride
                among = Array(among[first..<(first + stride)])
            }
        }
        for (part, number) in among.enumerated() { slots[target.slot][number] = value[part] }
    }
}
