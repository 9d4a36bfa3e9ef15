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
        let place: Place
        /// Operations that one call takes at most.
        let cost: Double
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

    public internal(set) var functions: [Function] = []
    public internal(set) var globals: [Global] = []
    /// The functions of the filter's passes, in order.
    public internal(set) var passFunctions: [Int] = []
    /// How far an area filter reads, in pixels; `nil` is unbounded.
    public internal(set) var reach: Expression?
    let tokens: [Token]

    /// Functions and constants of the file, by name.
    var ownNames: Set<String> {
        var names = Set(functions.map(\.name))
        for global in globals {
            if case .constant = global.origin { names.insert(global.name) }
        }
        return names
    }
}
