/// Reads a filter's code by recursive descent, resolving and typing as it goes.
///
/// GLSL wants every name declared before its use, so one pass suffices and no function can call itself.
struct Parser {
    /// A name of a block.
    struct Local {
        let slot: Int
        let type: ValueType
    }

    /// Blocks, parentheses and calls inside one another that are followed.
    static let maxNesting = 64
    /// Operands that one expression may chain.
    static let maxExpressionDepth = 256
    /// Levels that a walk through a function and all that it calls goes down.
    static let maxWalkDepth = 1200
    static let maxLocalCount = 2048
    static let maxReturnCount = 256
    /// Turns of all loops together for one pixel. A thread makes two pixels at least, and Mesa's llvmpipe ends its loops
    /// when they have gone round 65,535 times.
    static let maxTripCount = 30_000.0
    /// Operations for one pixel.
    static let maxCost = 1e7
    /// Numbers that one value may consist of.
    static let maxComponentCount = 4096
    /// Numbers that the variables of a function and of what it calls may consist of.
    static let maxRoom = 16384

    let source: SourceText
    let annotations: Annotations
    let kind: Filter.Kind
    /// Functions that the filter may call without defining them.
    let givenFunctions: [LibraryFunction]
    let givenNames: Set<String>
    var tokens: [Token]
    var next = 0
    var nesting = 0

    var module = Module()
    var globalIndex: [String: Int] = [:]
    var functionIndex: [String: [Int]] = [:]
    /// Functions of GLSL that are written in the language itself (Prelude.swift), by their signature.
    var preludeIndex: [String: Int] = [:]
    var structures: [String: ValueType] = [:]
    /// Numbers of choices: `mode_auto` and such.
    var choiceNumbers: [String: Int] = [:]

    /// What is known of the function being read.
    var function = FunctionState()
    /// While a constant is read: what may not be used, and why.
    var isConstantOnly = false
    /// The element of an array whose value is about to say how many it has.
    var unsizedElement: ValueType?
    /// Whether the type that was read last is followed by `[]`.
    var isUnsized = false

    init(_ source: SourceText, tokens: [Token], annotations: Annotations) {
        self.source = source
        self.annotations = annotations
        self.tokens = tokens
        kind = annotations.kind ?? .point
        givenFunctions = Filter.functions(kind, annotations.inputs.map(\.input), annotations.parameters)
        givenNames = Set(Filter.givenValues.keys).union(givenFunctions.map(\.name))
        for parameter in annotations.parameters where parameter.kind != .curve && parameter.kind != .image {
            add(Module.Global(name: parameter.name, type: parameter.valueType, origin: .parameter))
            if case .choice(let names) = parameter.kind {
                for (index, name) in names.enumerated() { choiceNumbers["\(parameter.name)_\(name)"] = index }
            }
        }
        for phase in annotations.phases { add(Module.Global(name: phase.name, type: .float, origin: .phase)) }
        for name in Filter.givenValues.keys.sorted() {
            add(Module.Global(name: name, type: Filter.givenValues[name] ?? .float, origin: .given))
        }
    }

    private mutating func add(_ global: Module.Global) {
        globalIndex[global.name] = module.globals.count
        module.globals.append(global)
    }

    /// Reads the whole file.
    mutating func run() throws(SourceError) -> Module {
        while peek.kind != .end { try declaration() }
        try checkPasses()
        try readReach()
        return module
    }

    // MARK: Declarations

    private mutating func declaration() throws(SourceError) {
        if take("struct") {
            try structure()
            return
        }
        try refuseByName(peek)
        if take("const") {
            try constant()
            return
        }
        if peek.text == ";" {
            advance()
            return
        }
        let result = try sizedType()
        let name = try newName("function")
        guard peek.text == "(" else {
            throw error(
                "'\(name.text)' would be a variable that all functions share; make it const, or a '//! param'", name)
        }
        try function(name, result: result)
    }

    private mutating func constant() throws(SourceError) {
        let type = try type()
        let isUnsized = isUnsized
        repeat {
            let name = try newName("constant")
            try refuseDeclared(name)
            guard module.globals.count < 4096 else {
                throw error("a file has at most 4096 constants; use an array", name)
            }
            let whole = try declaredType(type, isUnsized: isUnsized)
            try expect("=")
            isConstantOnly = true
            let value = try initialValue(whole, name)
            isConstantOnly = false
            add(Module.Global(name: name.text, type: value.type, origin: .constant(value)))
        } while take(",")
        try expect(";")
    }

    /// Refuses a name for something of the whole file that means something already.
    private func refuseDeclared(_ name: Token) throws(SourceError) {
        try refuseTaken(name)
        guard globalIndex[name.text] == nil, structures[name.text] == nil, functionIndex[name.text] == nil else {
            throw error("'\(name.text)' is declared already; choose another name", name)
        }
        guard !Builtins.names.contains(name.text) else {
            throw error("'\(name.text)' is a function of GLSL; choose another name", name)
        }
    }

    private mutating func structure() throws(SourceError) {
        let name = try newName("structure")
        try refuseDeclared(name)
        guard module.structures.count < 256 else { throw error("a file has at most 256 structures; use arrays", name) }
        try expect("{")
        var members: [ValueType.Structure.Member] = []
        while !take("}") {
            let type = try sizedType()
            repeat {
                let member = try newName("member")
                guard !members.contains(where: { $0.name == member.text }) else {
                    throw error("'\(name.text)' has a member '\(member.text)' already; choose another name", member)
                }
                let whole = try arraySuffix(type)
                guard whole != .void else {
                    throw error("a member cannot be void; give it a type such as float", member)
                }
                members.append(ValueType.Structure.Member(name: member.text, type: whole))
                guard members.count <= 128 else {
                    throw error("a structure has at most 128 members; use arrays", member)
                }
            } while take(",")
            try expect(";")
        }
        guard !members.isEmpty else {
            throw error("a structure has at least one member; write one, such as 'float x;'", name)
        }
        guard peek.text == ";" else {
            throw error(
                peek.kind == .name
                    ? "a structure is declared by itself; write ';' here, and declare '\(peek.text)' inside a function"
                    : "expected ';' after the structure '\(name.text)', found '\(peek.text)'; write it there", peek)
        }
        advance()
        let made = ValueType.Structure(name: name.text, members: members)
        try checkSize(.structure(made), name)
        structures[name.text] = .structure(made)
        module.structures.append(made)
    }

    // MARK: Functions

    private mutating func function(_ name: Token, result: ValueType) throws(SourceError) {
        try refuseTaken(name)
        guard globalIndex[name.text] == nil, structures[name.text] == nil else {
            throw error("'\(name.text)' is declared already; choose another name", name)
        }
        guard !Builtins.names.contains(name.text) else {
            throw error("'\(name.text)' is a function of GLSL; choose another name", name)
        }
        guard module.functions.count < 512 else {
            throw error("a file has at most 512 functions; split it into several filters", name)
        }
        let index = try body(of: name, result: result)
        functionIndex[name.text, default: []].append(index)
    }

    /// Reads a function from its parameters on; answers its number.
    mutating func body(of name: Token, result: ValueType) throws(SourceError) -> Int {
        function = FunctionState()
        function.result = result
        let parameters = try functionParameters()
        (function.name, function.parameters) = (name.text, parameters.map(\.type))
        let earlier = functionIndex[name.text, default: []]
        guard !earlier.contains(where: { module.functions[$0].parameters.map(\.type) == parameters.map(\.type) }) else {
            throw error("'\(name.text)' with these parameters is defined already; remove one", name)
        }
        guard peek.text == "{" else {
            throw error(
                peek.text == ";"
                    ? "a function is written where it is declared; replace ';' by its body, above its first use"
                    : "expected '{', found '\(peek.text)'; write the function's body there", peek)
        }
        // What is sent back holds 0 until it is written.
        var body: [Statement] = []
        for (slot, parameter) in parameters.enumerated() where parameter.direction == .out {
            let zero = Expression.zero(parameter.type, at: name.place)
            let place = Expression(parameter.type, .local(slot), at: name.place)
            body.append(.assign(Target(slot: slot, steps: [], value: place), zero))
        }
        body += try block()
        guard result == .void || body.exits.alwaysReturns else {
            throw error("'\(name.text)' does not return a value on every path; end it with return", name)
        }
        let room = function.slots.reduce(function.calledRoom) { $0 + $1.componentCount }
        guard room <= Self.maxRoom else {
            throw error(
                "'\(name.text)' and what it calls hold \(room) numbers at once, of at most \(Self.maxRoom); "
                    + "make arrays shorter", name)
        }
        let depth = function.deepest + 1
        guard depth <= Self.maxWalkDepth else {
            throw error("'\(name.text)' calls functions that call functions, too deep to follow; make it flatter", name)
        }
        module.functions.append(
            Module.Function(
                name: name.text, result: result, parameters: parameters, body: body, slots: function.slots,
                slotNames: function.slotNames, constants: Set(function.fixedBecause.keys), place: name.place,
                cost: function.cost, loopTurns: function.loopTurns, depth: depth, room: room))
        function.scopes = []
        return module.functions.count - 1
    }

    private mutating func functionParameters() throws(SourceError) -> [Module.Parameter] {
        try expect("(")
        var parameters: [Module.Parameter] = []
        if take(")") { return parameters }
        if peek.text == "void", tokens[next + 1].text == ")" {
            advance()
            advance()
            return parameters
        }
        repeat {
            let isConstant = take("const")
            var direction = Module.Parameter.Direction.in
            if take("in") {
                direction = .in
            } else if take("out") {
                direction = .out
            } else if take("inout") {
                direction = .inout
            }
            guard !isConstant || direction == .in else {
                throw error("what is sent back cannot be const; remove one of the two words", peek)
            }
            let parameterType = try sizedType()
            guard parameterType != .void else {
                throw error("a parameter cannot be void; leave it out, or give it a type", peek)
            }
            let name = try newName("parameter")
            let whole = try arraySuffix(parameterType)
            try declareLocal(name, whole, fixedBecause: isConstant ? "it is const" : nil)
            parameters.append(Module.Parameter(name: name.text, type: whole, direction: direction))
            guard parameters.count <= 32 else {
                throw error("a function has at most 32 parameters; use a structure", name)
            }
        } while take(",")
        try expect(")")
        return parameters
    }
}

/// What is known of a function while it is read.
struct FunctionState {
    var name = ""
    var parameters: [ValueType] = []
    var scopes: [[String: Parser.Local]] = [[:]]
    var slots: [ValueType] = []
    var slotNames: [String] = []
    /// Why a variable cannot be assigned to, where it cannot.
    var fixedBecause: [Int: String] = [:]
    /// Between which numbers a variable lies at this point.
    var ranges: [Int: ClosedRange<Double>] = [:]
    var result = ValueType.void
    var loopDepth = 0
    /// Switches around, since the innermost loop.
    var switchDepth = 0
    var returnCount = 0
    /// Turns of the loops around, multiplied.
    var turns = 1.0
    var cost = 1.0
    /// Turns of all loops that one call takes at most, those of called functions among them.
    var loopTurns = 0.0
    /// Levels that a walk goes down at most, so far.
    var deepest = 0
    /// The most numbers that a called function needs.
    var calledRoom = 0
}

extension Filter.Parameter {
    /// The type that the code sees.
    var valueType: ValueType { ValueType.named(glslType) ?? .float }
}
