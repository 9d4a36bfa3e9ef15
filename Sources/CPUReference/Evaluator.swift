import ColorScience
import FilterGraph
import FilterLanguage

/// What a filter's code sees beside its pixels.
struct FilterContext: Sendable {
    let filter: Filter
    /// A number for every parameter.
    let settings: Settings
    /// A number for every phase.
    let phases: [String: Double]
    /// Seconds.
    let time: Double
    /// Columns and rows of the composition.
    let width: Int
    let height: Int
    let color: CompositionColor
    /// The still of every image parameter.
    var images: [String: LightPicture] = [:]
}

/// Runs a filter's functions on runs of pixels.
final class Evaluator {
    let context: FilterContext
    let machine: Machine
    let module: Module
    /// The picture that an area filter reads.
    var reader: PictureReader?
    /// The filter's further pictures that it reads between and beside pixels, by name.
    var furtherReaders: [String: PictureReader] = [:]
    /// The place of each pixel, two lanes.
    var position: Lanes = []
    /// The filter's curves, by name.
    var curves: [String: CurveLane] = [:]
    private var globals: [Lanes?]

    init(_ context: FilterContext, machine: Machine) {
        (self.context, self.machine) = (context, machine)
        module = context.filter.module
        globals = Array(repeating: nil, count: module.globals.count)
    }

    /// The result of a pass for pixels whose places are `position`.
    func run(pass: Int, _ arguments: [Lanes], position: Lanes) -> Lanes {
        self.position = position
        for index in globals.indices where module.globals[index].name == "position" { globals[index] = nil }
        return call(module.passFunctions[pass], arguments).result
    }

    // MARK: Globals

    /// The value of a global, computed once.
    func global(_ index: Int) -> Lanes {
        if let known = globals[index] { return known }
        let global = module.globals[index]
        let value: Lanes
        switch global.origin {
        case .constant(let expression):
            var frame = Frame(slots: [])
            value = evaluate(expression, &frame)
        case .parameter:
            value = (context.settings[global.name] ?? []).map { Machine.given($0) }
        case .phase: value = [Machine.given(context.phases[global.name] ?? 0)]
        case .given: value = given(global.name)
        }
        // Only what is the same everywhere outlives the run.
        if value.allSatisfy(\.isUniform) || global.name == "position" { globals[index] = value }
        return value
    }

    private func given(_ name: String) -> Lanes {
        switch name {
        case "position": position
        case "size": [.uniform(Double(context.width), 0), .uniform(Double(context.height), 0)]
        case "time": [Machine.given(context.time)]
        case "contentHeadroom": [Machine.given(context.color.contentHeadroom)]
        case "referenceWhite": [Machine.given(context.color.referenceWhiteNits)]
        default: [.uniform(context.color.isHDR ? 1 : 0, 0)]
        }
    }

    // MARK: Expressions

    /// The value of an expression for every pixel of the run.
    func evaluate(_ expression: Expression, _ frame: inout Frame) -> Lanes {
        machine.step()
        let value = exactly(expression, &frame)
        return machine.arithmetic.isOfDevice && expression.isRounded ? machine.held(value) : value
    }

    private func exactly(_ expression: Expression, _ frame: inout Frame) -> Lanes {
        switch expression.kind {
        case .literal(let numbers):
            return zip(numbers, expression.type.scalars).map { number, scalar in
                scalar == .float ? Machine.given(number) : .uniform(number, 0)
            }
        case .local(let slot): return frame.slots[slot]
        case .global(let index): return global(index)
        case .components(let whole, let numbers):
            let value = evaluate(whole, &frame)
            return numbers.map { value[$0] }
        case .member(let whole, _, let offset):
            let value = evaluate(whole, &frame)
            return Array(value[offset..<(offset + expression.type.componentCount)])
        case .element(let whole, let index, let stride, _):
            return element(evaluate(whole, &frame), evaluate(index, &frame)[0], stride)
        case .negated(let operand):
            let value = evaluate(operand, &frame)
            guard let scalar = operand.type.scalar, scalar != .float else { return value.map { machine.negate($0) } }
            return value.map { machine.integer(.subtract, .uniform(0, 0), $0, scalar) }
        case .not(let operand): return evaluate(operand, &frame).map { machine.not($0) }
        case .complement(let operand):
            let ones: Lane = .uniform(operand.type.scalar == .uint ? 4_294_967_295 : -1, 0)
            return evaluate(operand, &frame).map {
                machine.integer(.bitExclusiveOr, $0, ones, operand.type.scalar ?? .int)
            }
        case .binary(let symbol, let left, let right):
            let a = evaluate(left, &frame)
            return binary(symbol, a, evaluate(right, &frame), left.type, right.type)
        case .converted(let operand, _):
            return converted(evaluate(operand, &frame), from: operand.type, to: expression.type)
        case .joined(let parts):
            var all: Lanes = []
            for part in parts { all += evaluate(part, &frame) }
            return all
        case .splat(let operand):
            return Array(repeating: evaluate(operand, &frame)[0], count: expression.type.componentCount)
        case .diagonal(let operand):
            let value = evaluate(operand, &frame)[0]
            return matrix(expression.type) { $0 == $1 ? value : .uniform(0, 0) }
        case .resized(let operand):
            let value = evaluate(operand, &frame)
            guard case .matrix(let columns, let rows) = operand.type else { return value }
            return matrix(expression.type) { column, row in
                column < columns && row < rows
                    ? value[column * rows + row] : .uniform(column == row ? 1 : 0, 0)
            }
        case .call(let index, let arguments): return call(index, arguments, &frame)
        case .builtin(let builtin, let arguments):
            var values: [Lanes] = []
            for argument in arguments { values.append(evaluate(argument, &frame)) }
            return self.builtin(builtin, values, arguments.map(\.type))
        case .assigned(let target, let value, let yield):
            let new = evaluate(value, &frame)
            var old: Lanes = []
            if case .new = yield {} else { old = evaluate(target.value.expression, &frame) }
            assign(new, to: target, &frame)
            return old.isEmpty ? new : old
        case .library(let function, let arguments):
            var values: [Lanes] = []
            for argument in arguments { values.append(evaluate(argument, &frame)) }
            return parameterFunction(function, values) ?? library(named: function.name, values)
        case .choice(let condition, let yes, let no): return choice(condition, yes, no, &frame)
        }
    }

    private func choice(_ condition: Expression, _ yes: Expression, _ no: Expression, _ frame: inout Frame) -> Lanes {
        let test = evaluate(condition, &frame)[0]
        if let certain = test.certain { return evaluate(certain != 0 ? yes : no, &frame) }
        let outer = machine.mask
        let sides = split(test)
        machine.mask = sides.yes
        let a = sides.yesCount > 0 ? evaluate(yes, &frame) : nil
        machine.mask = sides.no
        let b = sides.noCount > 0 ? evaluate(no, &frame) : nil
        machine.mask = outer
        guard let a else { return b ?? [] }
        guard let b else { return a }
        return Swift.zip(a, b).map { machine.choose(test, $0, $1) }
    }

    /// A matrix of a type, by column and row.
    private func matrix(_ type: ValueType, _ f: (Int, Int) -> Lane) -> Lanes {
        guard case .matrix(let columns, let rows) = type else { return [] }
        return (0..<columns).flatMap { column in (0..<rows).map { f(column, $0) } }
    }

    private func binary(
        _ symbol: Expression.Operator, _ a: Lanes, _ b: Lanes, _ left: ValueType, _ right: ValueType
    ) -> Lanes {
        if let scalar = left.scalar, scalar == .int || scalar == .uint, symbol.isArithmetic {
            return pairs(a, b) { machine.integer(symbol, $0, $1, scalar) }
        }
        switch symbol {
        case .add: return pairs(a, b, machine.add)
        case .subtract: return pairs(a, b, machine.subtract)
        case .multiply: return pairs(a, b, machine.multiply)
        case .divide: return pairs(a, b, machine.divide)
        case .less: return [machine.compare(a[0], b[0], <)]
        case .lessOrEqual: return [machine.compare(a[0], b[0], <=)]
        case .greater: return [machine.compare(a[0], b[0], >)]
        case .greaterOrEqual: return [machine.compare(a[0], b[0], >=)]
        case .equal: return [allEqual(a, b)]
        case .notEqual: return [machine.not(allEqual(a, b))]
        case .and: return [machine.and(a[0], b[0])]
        case .or: return [machine.or(a[0], b[0])]
        case .exclusiveOr: return [machine.exclusiveOr(a[0], b[0])]
        case .matrixMultiply: return machine.product(a, left, b, right)
        case .remainder, .bitAnd, .bitOr, .bitExclusiveOr, .shiftLeft, .shiftRight: return []
        }
    }

    private func allEqual(_ a: Lanes, _ b: Lanes) -> Lane {
        Swift.zip(a, b).map { machine.compare($0, $1, ==) }.reduce(Lane.uniform(1, 0)) { machine.and($0, $1) }
    }

    /// Applies an operation to components, the only one of a scalar to each of the other's.
    func pairs(_ a: Lanes, _ b: Lanes, _ f: (Lane, Lane) -> Lane) -> Lanes {
        (0..<max(a.count, b.count)).map { f(a[a.count == 1 ? 0 : $0], b[b.count == 1 ? 0 : $0]) }
    }

    private func converted(_ value: Lanes, from: ValueType, to: ValueType) -> Lanes {
        switch (from.scalar, to.scalar) {
        case (.float, .int): return value.map { machine.whole($0, in: -2_147_483_648...2_147_483_520) }
        case (.float, .uint): return value.map { machine.whole($0, in: 0...4_294_967_040) }
        case (.int, .float), (.uint, .float):
            // Whole numbers beyond 24 bits are rounded, either way.
            return value.map {
                machine.map($0, { $0 }, bound: { _, y, b in abs(y) <= 16_777_216 ? b : b + abs(y) * 2 * Machine.u })
            }
        case (.int, .uint), (.uint, .int):
            return value.map { machine.integer(.add, $0, .uniform(0, 0), to.scalar ?? .int) }
        case (.float, .bool), (.int, .bool), (.uint, .bool):
            return value.map { machine.not(machine.compare($0, .uniform(0, 0), ==)) }
        default: return value
        }
    }

    /// Some components by an index that may differ from pixel to pixel.
    private func element(_ whole: Lanes, _ index: Lane, _ stride: Int) -> Lanes {
        let count = whole.count / stride
        func clamped(_ value: Double) -> Int { Int(min(max(value.isNaN ? 0 : value, 0), Double(count - 1))) }
        if let certain = index.certain {
            let first = clamped(certain) * stride
            return Array(whole[first..<(first + stride)])
        }
        return (0..<stride).map { part in
            machine.make { p in
                let (i, open) = (index.value(p), index.bound(p))
                let chosen = whole[clamped(i) * stride + part]
                var (value, bound) = (chosen.value(p), chosen.bound(p))
                guard machine.tracksBounds, open > 0 else { return (value, bound) }
                for other in clamped(i - open)...clamped(i + open) {
                    let lane = whole[other * stride + part]
                    (value, bound) = machine.widened(value, bound, by: lane.value(p), lane.bound(p), p)
                }
                return (value, bound)
            }
        }
    }
}

extension Expression {
    /// Whether it is a step after which a device rounds; whole numbers and what is only handed on stay as they are.
    fileprivate var isRounded: Bool {
        guard type.scalar == .float else { return false }
        switch kind {
        case .literal, .global, .binary, .converted, .builtin, .library: return true
        default: return false
        }
    }
}

extension Expression.Operator {
    /// Whether whole numbers give a whole number.
    fileprivate var isArithmetic: Bool {
        switch self {
        case .add, .subtract, .multiply, .divide, .remainder, .bitAnd, .bitOr, .bitExclusiveOr, .shiftLeft, .shiftRight:
            true
        default: false
        }
    }
}
