extension Parser {
    /// Reads `(a, b, c)`.
    private mutating func arguments() throws(SourceError) -> [Expression] {
        try expect("(")
        var all: [Expression] = []
        if take(")") { return all }
        repeat {
            all.append(try expression())
            guard all.count <= 1024 else { throw error("a call has at most 1024 arguments", peek) }
        } while take(",")
        try expect(")")
        return all
    }

    // MARK: Constructors

    /// Reads `vec3(...)`, `float(...)`, `mat2(...)` or `float[3](...)`.
    mutating func constructor() throws(SourceError) -> Expression {
        let token = peek
        advance()
        guard let named = ValueType.named(token.text), named != .void else {
            throw error("'\(token.text)' makes no value", token)
        }
        if peek.text == "[" { return try arrayConstructor(named, token) }
        guard peek.text == "(" else { throw error("expected '(' after '\(token.text)'", peek) }
        let parts = try arguments()
        try spend(1, at: token)
        guard let scalar = named.scalar else { throw error("'\(token.text)' makes no value", token) }
        for part in parts {
            guard part.type.scalar != nil, !part.type.isArray else {
                throw error("\(named)(...) cannot be made of \(part.type)", token)
            }
        }
        if parts.count == 1, let one = try single(parts[0], named, scalar, token) { return one }
        if case .matrix = named, parts.contains(where: { $0.type.isMatrix }) {
            throw error("\(named)(...) of a matrix and more is not supported; give it columns", token)
        }
        return try joined(parts, named, scalar, token)
    }

    /// A value made of a single part, where that has a meaning of its own.
    private func single(_ part: Expression, _ type: ValueType, _ scalar: ValueType.Scalar, _ token: Token)
        throws(SourceError) -> Expression?
    {
        switch (type, part.type) {
        case (.scalar, _):
            let first =
                part.type.componentCount == 1
                ? part
                : try made(
                    .of(part.type.scalar ?? .float, 1), .components(part, [0]), at: token)
            return try cast(first, scalar, token)
        case (.vector, .scalar): return try made(type, .splat(try cast(part, scalar, token)), at: token)
        case (.matrix, .scalar): return try made(type, .diagonal(try cast(part, .float, token)), at: token)
        case (.matrix(let n), .matrix(let m)):
            guard n <= m else { throw error("\(type)(\(part.type)) is not supported; give it columns", token) }
            let numbers = (0..<n).flatMap { column in (0..<n).map { column * m + $0 } }
            return try made(type, .components(part, numbers), at: token)
        default: return nil
        }
    }

    private func joined(_ parts: [Expression], _ type: ValueType, _ scalar: ValueType.Scalar, _ token: Token)
        throws(SourceError) -> Expression
    {
        let needed = type.componentCount
        var count = 0
        var all: [Expression] = []
        for part in parts {
            guard count < needed else {
                throw error("\(type)(...) has \(needed) components; an argument too many is given", token)
            }
            let converted = try cast(part, scalar, token)
            let width = converted.type.componentCount
            if count + width > needed {
                // GLSL drops what is left over of the last argument.
                let kept = needed - count
                all.append(try made(.of(scalar, kept), .components(converted, Array(0..<kept)), at: token))
            } else {
                all.append(converted)
            }
            count += width
        }
        guard count >= needed else {
            throw error("\(type)(...) needs \(needed) components, found \(count)", token)
        }
        var numbers: [Double] = []
        for part in all { if case .literal(let some) = part.kind { numbers += some } }
        if numbers.count == needed { return Expression(type, .literal(numbers), at: token.place) }
        return try made(type, .joined(all), at: token)
    }

    private mutating func arrayConstructor(_ element: ValueType, _ token: Token) throws(SourceError) -> Expression {
        var type: ValueType?
        if tokens[next + 1].text == "]" {
            advance()
            advance()
        } else {
            type = try arraySuffix(element)
        }
        let parts = try arguments()
        let whole = type ?? .array(element, parts.count)
        guard case .array(_, let count) = whole, parts.count == count, count <= 1024 else {
            throw error("\(whole)(...) needs as many values as it has elements, found \(parts.count)", token)
        }
        var all: [Expression] = []
        for part in parts { all.append(try convert(part, to: element, what: "the elements are \(element)")) }
        try spend(1, at: token)
        var numbers: [Double] = []
        for part in all { if case .literal(let some) = part.kind { numbers += some } }
        if numbers.count == whole.componentCount { return Expression(whole, .literal(numbers), at: token.place) }
        return try made(whole, .joined(all), at: token)
    }

    /// The value with its components turned into `scalar`, as a constructor does.
    private func cast(_ value: Expression, _ scalar: ValueType.Scalar, _ token: Token) throws(SourceError) -> Expression
    {
        guard let from = value.type.scalar, from != scalar else { return value }
        let type = ValueType.of(scalar, value.type.componentCount)
        if case .literal(let numbers) = value.kind {
            let cast = numbers.map { number in
                switch scalar {
                case .float: number
                case .int: number.rounded(.towardZero)
                case .bool: number == 0 ? 0.0 : 1
                }
            }
            return Expression(type, .literal(cast), at: value.place)
        }
        return try made(type, .converted(value), at: token)
    }

    // MARK: Calls

    /// Reads a call of a function of the file, of GLSL or of the library.
    mutating func call() throws(SourceError) -> Expression {
        let name = peek
        if local(name.text) != nil { throw error("'\(name.text)' is a variable here, not a function", name) }
        if let own = functionIndex[name.text] { return try ownCall(name, own) }
        guard Builtins.names.contains(name.text) || givenNames.contains(name.text) else { throw unknownFunction(name) }
        advance()
        let given = try arguments()
        try spend(4, at: name)
        if let builtin = Builtin(rawValue: name.text) {
            guard let signature = Builtins.signature(builtin, given.map(\.type)) else {
                throw error("\(name.text) does not take (\(list(given.map(\.type))))", name)
            }
            var arguments: [Expression] = []
            for (value, type) in zip(given, signature.arguments) {
                arguments.append(try convert(value, to: type, what: ""))
            }
            return try made(signature.result, .builtin(builtin, arguments), at: name)
        }
        guard !isConstantOnly else { throw error("a constant cannot call '\(name.text)'", name) }
        let overloads = givenFunctions.filter { $0.name == name.text }
        guard let fit = best(overloads.map(\.parameters), for: given.map(\.type)) else {
            let forms = overloads.map { "\($0.name)(\(list($0.parameters)))" }.joined(separator: " or ")
            throw error("\(name.text) does not take (\(list(given.map(\.type)))); it is \(forms)", name)
        }
        var arguments: [Expression] = []
        for (value, type) in zip(given, overloads[fit].parameters) {
            arguments.append(try convert(value, to: type, what: ""))
        }
        try spend(20, at: name)
        return try made(overloads[fit].result, .library(overloads[fit], arguments), at: name)
    }

    private mutating func ownCall(_ name: Token, _ candidates: [Int]) throws(SourceError) -> Expression {
        guard !isConstantOnly else { throw error("a constant cannot call '\(name.text)'", name) }
        let start = next
        advance()
        let given = try arguments()
        let end = next
        let forms = candidates.map { module.functions[$0].parameters.map(\.type) }
        guard let fit = best(forms, for: given.map(\.type)) else {
            let known = forms.map { "\(name.text)(\(list($0)))" }.joined(separator: " or ")
            throw error("\(name.text) does not take (\(list(given.map(\.type)))); it is \(known)", name)
        }
        let function = module.functions[candidates[fit]]
        guard turns * function.cost + cost <= Self.maxCost else {
            throw error("this comes to more than ten million operations for a pixel; make loops shorter", name)
        }
        cost += turns * function.cost
        var targets: [Target?] = Array(repeating: nil, count: given.count)
        if function.parameters.contains(where: { $0.direction != .in }) {
            targets = try readTargets(function, from: start)
            next = end
            writingCallCount += 1
        }
        var arguments: [Expression.Argument] = []
        for (index, parameter) in function.parameters.enumerated() {
            let value =
                parameter.direction == .out
                ? nil
                : try convert(given[index], to: parameter.type, what: "'\(parameter.name)' is a \(parameter.type)")
            arguments.append(Expression.Argument(value: value, target: targets[index]))
        }
        return try made(function.result, .call(candidates[fit], arguments), at: name)
    }

    /// Reads a call's arguments again, as places to write to where the function sends something back.
    private mutating func readTargets(_ function: Module.Function, from start: Int) throws(SourceError) -> [Target?] {
        next = start + 1
        try expect("(")
        let before = (cost, writingCallCount)
        var targets: [Target?] = []
        for (index, parameter) in function.parameters.enumerated() {
            if index > 0 { try expect(",") }
            if parameter.direction == .in {
                _ = try expression()
                targets.append(nil)
                continue
            }
            let place = peek
            let (target, _) = try target()
            guard target.type == parameter.type, peek.text == "," || peek.text == ")" else {
                throw error("'\(parameter.name)' is sent back, so give it a variable that is \(parameter.type)", place)
            }
            targets.append(target)
        }
        (cost, writingCallCount) = before
        return targets
    }

    /// The parameter list that fits: the exact one, else the only one by conversion.
    private func best(_ forms: [[ValueType]], for given: [ValueType]) -> Int? {
        if let exact = forms.firstIndex(of: given) { return exact }
        let fitting = forms.indices.filter { index in
            forms[index].count == given.count
                && zip(given, forms[index]).allSatisfy { Builtins.converts($0, to: $1) }
        }
        return fitting.count == 1 ? fitting[0] : nil
    }

    private func unknownFunction(_ name: Token) -> SourceError {
        if Filter.libraryFunctions.contains(where: { $0.name == name.text }) {
            return error("'\(name.text)' reads neighbours, which only a filter of kind area does", name)
        }
        if let problem = annotations.objection(toReading: name.text, kind) { return error(problem, name) }
        if globalIndex[name.text] != nil { return error("'\(name.text)' is a value, not a function", name) }
        let functions = Set(functionIndex.keys).union(Builtins.names).union(Filter.libraryFunctions.map(\.name)).union(
            givenNames)
        let ending = Suggestion.ending(for: name.text, among: functions)
        if ending.isEmpty, tokens[next...].contains(where: { $0.text == "{" }), definedLater(name.text) {
            return error("'\(name.text)' is defined below; move it above its first use", name)
        }
        return error("there is no function '\(name.text)'\(ending)", name)
    }

    private func definedLater(_ name: String) -> Bool {
        (next + 1..<tokens.count).contains {
            tokens[$0].text == name && ValueType.named(tokens[$0 - 1].text) != nil
        }
    }

    private func list(_ types: [ValueType]) -> String { types.map(\.description).joined(separator: ", ") }
}

extension ValueType {
    var isMatrix: Bool {
        if case .matrix = self { return true }
        return false
    }
}
