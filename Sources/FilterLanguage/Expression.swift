/// A value that code computes: typed, every name resolved, every conversion written out.
public struct Expression: Sendable {
    public let type: ValueType
    public let kind: Kind
    public let place: Place
    /// Levels of expressions below and with this one; bounded, so that walks by recursion end safely.
    let depth: Int
    /// The same, and the levels of the functions that are called.
    let walkDepth: Int
    /// Whether evaluating it changes a variable.
    let writes: Bool

    public indirect enum Kind: Sendable {
        /// Numbers of every component; an int or uint is whole, a bool 0 or 1.
        case literal([Double])
        /// The value of a local variable, by slot.
        case local(Int)
        /// The value of a global, by its index in `Module.globals`.
        case global(Int)
        /// Some of a vector's components, by number.
        case components(Expression, [Int])
        /// A member of a structure, which begins at a component.
        case member(Expression, Int, offset: Int)
        /// The `stride` components that begin at `index * stride`; the index is clamped to what there is, unless it is
        /// proven to lie inside.
        case element(Expression, index: Expression, stride: Int, isProven: Bool)
        case negated(Expression)
        case not(Expression)
        /// Every bit of an int turned.
        case complement(Expression)
        /// Operands have one type, or one is a scalar; matrices see `Operator`.
        case binary(Operator, Expression, Expression)
        /// Each component turned into the type's scalar; `isProven` where a float is known to be in an int's range.
        case converted(Expression, isProven: Bool)
        /// The components of the parts, in order.
        case joined([Expression])
        /// One scalar for every component.
        case splat(Expression)
        /// A matrix with one scalar on its diagonal.
        case diagonal(Expression)
        /// A matrix cut down, or filled up with that of the identity.
        case resized(Expression)
        /// A function of the file, by its index in `Module.functions`.
        case call(Int, [Argument])
        case builtin(Builtin, [Expression])
        case library(LibraryFunction, [Expression])
        /// One of two values of a type, by a bool.
        case choice(Expression, Expression, Expression)
        /// The value after it has been put into a place; or, for `x++` and `x--`, what was there before.
        case assigned(Target, Expression, Yield)
    }

    /// What an assignment within an expression comes to.
    public enum Yield: Sendable {
        case new
        /// What stood there before one was added.
        case beforeIncrement
        /// What stood there before one was taken away.
        case beforeDecrement
    }

    /// What stands between two operands.
    public enum Operator: String, Sendable {
        case add = "+"
        case subtract = "-"
        /// Componentwise.
        case multiply = "*"
        /// Of ints: towards zero, and 0 where the divisor is 0.
        case divide = "/"
        /// a - b * (a / b), with the sign of a.
        case remainder = "%"
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        /// Of all components; one bool.
        case equal = "=="
        case notEqual = "!="
        case and = "&&"
        case or = "||"
        case exclusiveOr = "^^"
        case bitAnd = "&"
        case bitOr = "|"
        case bitExclusiveOr = "^"
        /// The right operand counts modulo 32; operands may differ in sign.
        case shiftLeft = "<<"
        case shiftRight = ">>"
        /// Matrix times column vector, row vector times matrix, or matrix times matrix.
        case matrixMultiply = "matrix *"
    }

    /// One argument of a call: a value going in, a place that the result goes back to, or both.
    public struct Argument: Sendable {
        public let value: Expression?
        public let target: Target?
    }

    /// `calledDepth` is that of the function that a call enters.
    init(_ type: ValueType, _ kind: Kind, at place: Place, calledDepth: Int = 0) {
        (self.type, self.kind, self.place) = (type, kind, place)
        let children = Self.children(of: kind)
        var (depth, walkDepth) = (0, calledDepth)
        for child in children {
            depth = max(depth, child.depth)
            walkDepth = max(walkDepth, child.walkDepth)
        }
        (self.depth, self.walkDepth) = (depth + 1, walkDepth + 1)
        writes =
            switch kind {
            case .assigned: true
            case .call(_, let arguments): arguments.contains { $0.target != nil } || children.contains(where: \.writes)
            default: children.contains(where: \.writes)
            }
    }

    /// The value of a type all of whose components are 0 or false.
    static func zero(_ type: ValueType, at place: Place) -> Expression {
        Expression(type, .literal(Array(repeating: 0, count: type.componentCount)), at: place)
    }

    /// The expressions that a kind holds, those of places that it writes to included.
    static func children(of kind: Kind) -> [Expression] {
        switch kind {
        case .literal, .local, .global: []
        case .components(let a, _), .member(let a, _, _), .negated(let a), .not(let a), .complement(let a),
            .converted(let a, _), .splat(let a), .diagonal(let a), .resized(let a):
            [a]
        case .element(let a, let index, _, _): [a, index]
        case .binary(_, let a, let b): [a, b]
        case .joined(let all), .builtin(_, let all), .library(_, let all): all
        case .call(_, let arguments): arguments.flatMap { ($0.value.map { [$0] } ?? []) + ($0.target?.indices ?? []) }
        case .choice(let a, let b, let c): [a, b, c]
        case .assigned(let target, let value, _): [value] + target.indices
        }
    }
}

/// What can be assigned to: a local variable or a part of it.
public struct Target: Sendable {
    /// How a part is chosen.
    public enum Step: Sendable {
        /// Components in the order given.
        case components([Int])
        /// `stride` components from `index * stride`, the index clamped to below `count`.
        case element(index: Expression, stride: Int, count: Int)
    }

    public let slot: Int
    public let steps: [Step]
    public let type: ValueType
    /// The place as an expression, which is its present value.
    public let value: Indirect

    /// An expression that a value may hold without holding itself.
    public indirect enum Indirect: Sendable {
        case expression(Expression)

        public var expression: Expression {
            switch self {
            case .expression(let expression): expression
            }
        }
    }

    init(slot: Int, steps: [Step], value: Expression) {
        (self.slot, self.steps, self.type) = (slot, steps, value.type)
        self.value = .expression(value)
    }

    /// The expressions that choose the part.
    var indices: [Expression] {
        steps.compactMap {
            if case .element(let index, _, _) = $0 { index } else { nil }
        }
    }
}
