/// A value that code computes: typed, every name resolved, every conversion written out.
public struct Expression: Sendable {
    public let type: ValueType
    public let kind: Kind
    public let place: Place
    /// Levels of expressions below and with this one; bounded, so that walks by recursion end safely.
    let depth: Int

    public indirect enum Kind: Sendable {
        case literal([Double])
        /// The value of a local variable, by slot.
        case local(Int)
        /// The value of a global, by its index in `Module.globals`.
        case global(Int)
        /// Some of the operand's components, by number.
        case components(Expression, [Int])
        /// The `stride` components that begin at `index * stride`; the index is clamped to what there is.
        case element(Expression, index: Expression, stride: Int)
        case negated(Expression)
        case not(Expression)
        /// Operands have one type, or one is a scalar; matrices see `Operator`.
        case binary(Operator, Expression, Expression)
        /// Each component turned into the type's scalar.
        case converted(Expression)
        /// The components of the parts, in order.
        case joined([Expression])
        /// One scalar for every component.
        case splat(Expression)
        /// A matrix with one scalar on its diagonal.
        case diagonal(Expression)
        /// A function of the file, by its index in `Module.functions`.
        case call(Int, [Argument])
        case builtin(Builtin, [Expression])
        case library(LibraryFunction, [Expression])
        /// One of two values of a type, by a bool.
        case choice(Expression, Expression, Expression)
    }

    /// What stands between two operands.
    public enum Operator: String, Sendable {
        case add = "+"
        case subtract = "-"
        /// Componentwise.
        case multiply = "*"
        case divide = "/"
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
        /// Matrix times column vector, row vector times matrix, or matrix times matrix.
        case matrixMultiply = "matrix *"
    }

    /// One argument of a call: a value going in, a place that the result goes back to, or both.
    public struct Argument: Sendable {
        public let value: Expression?
        public let target: Target?
    }

    init(_ type: ValueType, _ kind: Kind, at place: Place) {
        (self.type, self.kind, self.place) = (type, kind, place)
        depth = 1 + (Self.children(of: kind).map(\.depth).max() ?? 0)
    }

    /// The expressions that a kind holds.
    static func children(of kind: Kind) -> [Expression] {
        switch kind {
        case .literal, .local, .global: []
        case .components(let a, _), .negated(let a), .not(let a), .converted(let a), .splat(let a), .diagonal(let a):
            [a]
        case .element(let a, let index, _): [a, index]
        case .binary(_, let a, let b): [a, b]
        case .joined(let all), .builtin(_, let all), .library(_, let all): all
        case .call(_, let arguments): arguments.compactMap(\.value)
        case .choice(let a, let b, let c): [a, b, c]
        }
    }
}

/// What can be assigned to: a local variable or a part of it.
public struct Target: Sendable {
    /// How a part is chosen.
    public enum Step: Sendable {
        case components([Int])
        /// `stride` components from `index * stride`, the index below `count`.
        case element(index: Expression, stride: Int, count: Int)
    }

    public let slot: Int
    public let steps: [Step]
    public let type: ValueType
}
