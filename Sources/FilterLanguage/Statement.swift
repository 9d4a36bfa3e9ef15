/// A step of a function.
public indirect enum Statement: Sendable {
    case assign(Target, Expression)
    /// A call for what it sends back.
    case evaluate(Expression)
    case branch(Branch)
    case loop(Loop)
    case result(Expression?)
    /// `break`
    case leave
    /// `continue`
    case proceed

    /// An `if`, and what walks of it want to know.
    public struct Branch: Sendable {
        public let condition: Expression
        public let then: [Statement]
        public let otherwise: [Statement]
        /// Slots that either side may write.
        public let assigned: [Int]
        public let thenExits: Exits
        public let otherwiseExits: Exits
    }

    /// A counted loop: `counter` runs from `start` by `step` while it compares with `limit`.
    public struct Loop: Sendable {
        public let counter: Int
        public let start: Expression
        public let comparison: Expression.Operator
        public let limit: Expression
        public let step: Int
        /// Proven: it never goes round more often.
        public let maxTripCount: Int
        public let body: [Statement]
        /// Slots that the body may write.
        public let assigned: [Int]
        public let bodyExits: Exits
    }

    /// How a list of statements may end other than at its end.
    public struct Exits: Hashable, Sendable {
        /// Every path returns.
        public let alwaysReturns: Bool
        /// Some path returns.
        public let mayReturn: Bool
        /// Some path leaves, or goes on with, the loop around.
        public let mayBreak: Bool
    }
}

extension [Statement] {
    /// Slots that the statements may write, in order.
    var assignedSlots: [Int] {
        var slots: Set<Int> = []
        for statement in self {
            switch statement {
            case .assign(let target, let value):
                slots.insert(target.slot)
                slots.formUnion(value.writtenSlots)
            case .evaluate(let value): slots.formUnion(value.writtenSlots)
            case .branch(let branch): slots.formUnion(branch.assigned)
            case .loop(let loop):
                slots.insert(loop.counter)
                slots.formUnion(loop.assigned)
            case .result(let value): slots.formUnion(value?.writtenSlots ?? [])
            case .leave, .proceed: break
            }
        }
        return slots.sorted()
    }

    /// How the statements may end.
    var exits: Statement.Exits {
        var always = false
        var may = false
        var breaks = false
        for statement in self {
            switch statement {
            case .result:
                always = true
                may = true
            case .leave, .proceed: breaks = true
            case .branch(let branch):
                if branch.thenExits.alwaysReturns, branch.otherwiseExits.alwaysReturns { always = true }
                may = may || branch.thenExits.mayReturn || branch.otherwiseExits.mayReturn
                breaks = breaks || branch.thenExits.mayBreak || branch.otherwiseExits.mayBreak
            case .loop(let loop): may = may || loop.bodyExits.mayReturn
            case .assign, .evaluate: break
            }
        }
        return Statement.Exits(alwaysReturns: always && !breaks, mayReturn: may, mayBreak: breaks)
    }
}

extension Expression {
    /// Slots that a call's arguments are written back to; only an outermost call has any.
    var writtenSlots: [Int] {
        guard case .call(_, let arguments) = kind else { return [] }
        return arguments.compactMap { $0.target?.slot }
    }
}
