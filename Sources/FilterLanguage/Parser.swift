/// Reads a filter's code by recursive descent, resolving and typing as it goes.
///
/// GLSL wants every name declared before its use, so one pass suffices and no function can call itself.
struct Parser {
    /// A name of a block.
    struct Local {
        let slot: Int
        let type: ValueType
        /// Why it cannot be assigned to, where it cannot.
        let fixedBecause: String?
    }

    /// Blocks, parentheses and calls inside one another that are followed.
    static let maxNesting = 64
    /// Operands that one expression may chain.
    static let maxExpressionDepth = 256
    static let maxLocalCount = 2048
    static let maxReturnCount = 256
    /// Turns of nested loops for one pixel.
    static let maxTripCount = 100_000.0
    /// Operations for one pixel.
    static let maxCost = 1e7

    let source: SourceText
    let annotations: Annotations
    let kind: Filter.Kind
    /// Functions that the filter may call without defining them.
    let givenFunctions: [LibraryFunction]
    let givenNames: Set<String>
    var tokens: [Token]
    var next = 0
    var nesting = 0

    var module: Module
    var globalIndex: [String: Int] = [:]
    var functionIndex: [String: [Int]] = [:]
    /// Numbers of choices: `mode_auto` and such.
    var choiceNumbers: [String: Int] = [:]

    // Of the function being read.
    var scopes: [[String: Local]] = []
    var slots: [ValueType] = []
    var ranges: [Int: ClosedRange<Double>] = [:]
    var resultType = ValueType.void
    var loopDepth = 0
    var returnCount = 0
    /// Turns of the loops around, multiplied.
    var turns = 1.0
    var cost = 0.0
    /// Calls so far, in the statement being read, that write to their arguments.
    var writingCallCount = 0
    /// While a constant is read: what may not be used, and why.
    var isConstantOnly = false

    init(_ source: SourceText, tokens: [Token], annotations: Annotations) {
        self.source = source
        self.annotations = annotations
        self.tokens = tokens
        kind = annotations.kind ?? .point
        givenFunctions = Filter.functions(kind, annotations.inputs.map(\.input))
        givenNames = Set(Filter.givenValues.keys).union(givenFunctions.map(\.name))
        module = Module(tokens: tokens)
        for parameter in annotations.parameters {
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
        try refuseByName(peek)
        if take("const") {
            try constant()
            return
        }
        if peek.text == ";" {
            advance()
            return
        }
        let result = try type()
        let name = try newName("function")
        guard peek.text == "(" else {
            throw error(
                "'\(name.text)' would be a variable that all functions share; make it const, or a '//! param'", name)
        }
        try function(name, result: result)
    }

    private mutating func constant() throws(SourceError) {
        let type = try type()
        repeat {
            let name = try newName("constant")
            try refuseTaken(name)
            guard globalIndex[name.text] == nil else {
                throw error("'\(name.text)' is declared already; choose another name", name)
            }
            guard module.globals.count < 4096 else { throw error("a file has at most 4096 constants", name) }
            let whole = try arraySuffix(type)
            try expect("=")
            isConstantOnly = true
            let value = try convert(try expression(), to: whole, what: "'\(name.text)' is a \(whole)")
            isConstantOnly = false
            add(Module.Global(name: name.text, type: value.type, origin: .constant(value)))
        } while take(",")
        try expect(";")
    }

    private mutating func function(_ name: Token, result: ValueType) throws(SourceError) {
        try refuseTaken(name)
        guard globalIndex[name.text] == nil else {
            throw error("'\(name.text)' is declared already; choose another name", name)
        }
        guard !Builtins.names.contains(name.text) else {
            throw error("'\(name.text)' is a function of GLSL; choose another name", name)
        }
        guard module.functions.count < 512 else { throw error("a file has at most 512 functions", name) }
        scopes = [[:]]
        (slots, ranges, resultType) = ([], [:], result)
        (cost, turns, returnCount, loopDepth) = (1, 1, 0, 0)
        let parameters = try functionParameters()
        let earlier = functionIndex[name.text, default: []]
        guard !earlier.contains(where: { module.functions[$0].parameters.map(\.type) == parameters.map(\.type) }) else {
            throw error("'\(name.text)' with these parameters is defined already; remove one", name)
        }
        guard peek.text == "{" else {
            throw error(
                peek.text == ";"
                    ? "a function is written where it is declared; replace ';' by its body, above its first use"
                    : "expected '{', found '\(peek.text)'", peek)
        }
        let body = try block()
        guard result == .void || body.exits.alwaysReturns else {
            throw error("'\(name.text)' does not return a value on every path; end it with return", name)
        }
        functionIndex[name.text, default: []].append(module.functions.count)
        module.functions.append(
            Module.Function(
                name: name.text, result: result, parameters: parameters, body: body, slots: slots, place: name.place,
                cost: cost))
        scopes = []
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
            let parameterType = try type()
            guard parameterType != .void else { throw error("a parameter cannot be void", peek) }
            let name = try newName("parameter")
            let whole = try arraySuffix(parameterType)
            try declareLocal(name, whole, fixedBecause: isConstant ? "it is const" : nil)
            parameters.append(Module.Parameter(name: name.text, type: whole, direction: direction))
            guard parameters.count <= 32 else { throw error("a function has at most 32 parameters", name) }
        } while take(",")
        try expect(")")
        return parameters
    }

    // MARK: Types

    /// Reads a type's name, and its size where it is an array.
    mutating func type() throws(SourceError) -> ValueType {
        let token = peek
        try refuseByName(token)
        guard token.kind == .name, let found = ValueType.named(token.text) else {
            if token.kind == .name, tokens[next + 1].kind == .name {
                let ending = Suggestion.ending(for: token.text, among: ValueType.names)
                throw error("'\(token.text)' is not a type\(ending)", token)
            }
            throw error("expected a type, found '\(token.text)'", token)
        }
        advance()
        return try arraySuffix(found)
    }

    /// Reads `[N]` where it comes next.
    mutating func arraySuffix(_ element: ValueType) throws(SourceError) -> ValueType {
        guard peek.text == "[" else { return element }
        let place = peek
        advance()
        let size = try expression()
        try expect("]")
        guard size.type == .int, let range = range(of: size), range.lowerBound == range.upperBound else {
            throw error("an array's size is a constant int", place)
        }
        if case .array = element { throw error("arrays of arrays are not supported; use one longer array", place) }
        guard range.lowerBound >= 1, range.lowerBound <= 1024, element != .void else {
            throw error("an array has 1 to 1024 elements", place)
        }
        return .array(element, Int(range.lowerBound))
    }
}

extension Filter.Parameter {
    /// The type that the code sees.
    var valueType: ValueType { ValueType.named(glslType) ?? .float }
}
