/// A step of a function.
public indirect enum Statement: Sendable {
    /// A variable begins, with its value.
    case declare(Int, Expression)
    case assign(Target, Expression)
    /// An expression for what it changes.
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

        /// Whether it is always taken: a branch of which that was proven has no other side.
        var isKnown: Bool {
            if case .literal = condition.kind { true } else { false }
        }

        init(_ condition: Expression, then: [Statement], otherwise: [Statement]) {
            (self.condition, self.then, self.otherwise) = (condition, then, otherwise)
            assigned = Set(then.assignedSlots).union(otherwise.assignedSlots).sorted()
            (thenExits, otherwiseExits) = (then.exits, otherwise.exits)
        }
    }

    /// A loop whose end is proven.
    public struct Loop: Sendable {
        /// The variable that `for` declares, which only its step changes; and what it starts from.
        public let counter: (slot: Int, start: Expression)?
        public let condition: Expression
        /// Whether the condition is asked before the first turn.
        public let testsFirst: Bool
        /// What is done after each turn, also after one that `continue` cut short.
        public let step: Statement?
        /// Proven: it never goes round more often.
        public let maxTripCount: Int
        public let body: [Statement]
        /// Slots that body and step may write.
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
        /// No path reaches the end.
        public let neverEnds: Bool
    }
}

extension [Statement] {
    /// Slots that the statements may write, in order.
    var assignedSlots: [Int] {
        var slots: Set<Int> = []
        for statement in self { statement.addAssigned(to: &slots) }
        return slots.sorted()
    }

    /// How the statements may end.
    var exits: Statement.Exits {
        var always = false
        var may = false
        var breaks = false
        var never = false
        for statement in self {
            switch statement {
            case .result: (always, may, never) = (true, true, true)
            case .leave, .proceed: (breaks, never) = (true, true)
            case .branch(let branch):
                if branch.thenExits.alwaysReturns, branch.otherwiseExits.alwaysReturns { always = true }
                if branch.thenExits.neverEnds, branch.otherwiseExits.neverEnds { never = true }
                may = may || branch.thenExits.mayReturn || branch.otherwiseExits.mayReturn
                breaks = breaks || branch.thenExits.mayBreak || branch.otherwiseExits.mayBreak
            case .loop(let loop): may = may || loop.bodyExits.mayReturn
            case .declare, .assign, .evaluate: break
            }
        }
        return Statement.Exits(
            alwaysReturns: always && !breaks, mayReturn: may, mayBreak: breaks, neverEnds: never)
    }
}

extension Statement {
    fileprivate func addAssigned(to slots: inout Set<Int>) {
        switch self {
        case .declare(let slot, let value):
            slots.insert(slot)
            value.addWritten(to: &slots)
        case .assign(let target, let value):
            slots.insert(target.slot)
            value.addWritten(to: &slots)
            for index in target.indices { index.addWritten(to: &slots) }
        case .evaluate(let value): value.addWritten(to: &slots)
        case .branch(let branch):
            slots.formUnion(branch.assigned)
            branch.condition.addWritten(to: &slots)
        case .loop(let loop): slots.formUnion(loop.assigned)
        case .result(let value): value?.addWritten(to: &slots)
        case .leave, .proceed: break
        }
    }
}

extension Expression {
    /// Adds the slots that evaluating the expression may write.
    func addWritten(to slots: inout Set<Int>) {
        guard writes else { return }
        switch kind {
        case .assigned(let target, _, _): slots.insert(target.slot)
        case .call(_, let arguments):
            for argument in arguments { if let target = argument.target { slots.insert(target.slot) } }
        default: break
        }
        for child in Self.children(of: kind) { child.addWritten(to: &slots) }
    }
}
