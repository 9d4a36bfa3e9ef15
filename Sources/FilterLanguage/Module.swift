/// The code half of a filter file, checked: every name resolved, every expression typed.
public struct Module: Sendable {
    /// A function of the file.
    public struct Function: Sendable {
        public let name: String
        public let result: ValueType
        public let parameters: [Parameter]
        public let body: [Statement]
        /// The type of every local variable by slot; parameters come first.
        public let slots: [ValueType]
        /// Their names.
        let slotNames: [String]
        /// Those that were declared const.
        let constants: Set<Int>
        public let place: Place
        /// Operations that one call takes at most.
        let cost: Double
        /// Turns of loops that one call takes at most.
        let loopTurns: Double
        /// Levels of blocks, expressions and calls that a walk of it goes down at most.
        let depth: Int
        /// Components of all variables of it and of what it calls, along the longest chain.
        let room: Int
    }

    /// A parameter of a function; its slot is its position.
    public struct Parameter: Sendable {
        public enum Direction: String, Sendable {
            case `in`
            case out
            case `inout`
        }

        public let name: String
        public let type: ValueType
        public let direction: Direction
    }

    /// A value that all functions see.
    public struct Global: Sendable {
        public enum Origin: Sendable {
            case constant(Expression)
            case parameter
            case phase
            case given
        }

        public let name: String
        public let type: ValueType
        public let origin: Origin
    }

    /// Types that the file declares, in order.
    public internal(set) var structures: [ValueType.Structure] = []
    public internal(set) var functions: [Function] = []
    public internal(set) var globals: [Global] = []
    /// The functions of the filter's passes, in order.
    public internal(set) var passFunctions: [Int] = []
    /// How far an area filter reads, in pixels; `nil` is unbounded.
    public internal(set) var reach: Expression?
    /// Given values and library functions that the code mentions.
    var usedNames: Set<String> = []
}
