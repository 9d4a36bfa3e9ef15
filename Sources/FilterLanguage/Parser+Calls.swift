extension Parser {
    /// Reads `(a, b, c)`.
    mutating func arguments() throws(SourceError) -> [Expression] {
        try expect("(")
        var all: [Expression] = []
        if take(")") { return all }
        if peek.text == "void", tokens[next + 1].text == ")" {
            advance()
            advance()
            return all
        }
        repeat {
            all.append(try expression())
            guard all.count <= 1024 else { throw error("a call has at most 1024 arguments; use an array", peek) }
        } while take(",")
        try expect(")")
        return all
    }

    /// Reads a call of a function of the file, of GLSL or of the library.
    mutating func call() throws(SourceError) -> Expression {
        let name = peek
        if local(name.text) != nil {
            throw error("'\(name.text)' is a variable here, not a function; call another, or rename the variable", name)
        }
        if let own = functionIndex[name.text] {
            guard !isConstantOnly else {
                throw error("a constant cannot call '\(name.text)'; write it inside a function", name)
            }
            advance()
            return try ownCall(name, own, try arguments())
        }
        guard Builtins.names.contains(name.text) || givenNames.contains(name.text) else { throw unknownFunction(name) }
        advance()
        let given = try arguments()
        if let builtin = Builtin(rawValue: name.text) { return try builtinCall(builtin, given, name) }
        if Prelude.names.contains(name.text) { return try preludeCall(given, name) }
        try spend(24, at: name)
        guard !isConstantOnly else {
            throw error("a constant cannot call '\(name.text)'; write it inside a function", name)
        }
        let overloads = givenFunctions.filter { $0.name == name.text }
        guard let fit = best(overloads.map(\.parameters), for: given.map(\.type)) else {
            throw misfit(name, given, overloads.map(\.parameters))
        }
        var arguments: [Expression] = []
        for (value, type) in zip(given, overloads[fit].parameters) {
            arguments.append(try convert(value, to: type, what: ""))
        }
        module.usedNames.insert(name.text)
        return try made(overloads[fit].result, .library(overloads[fit], arguments), at: name)
    }

    private mutating func builtinCall(_ builtin: Builtin, _ given: [Expression], _ name: Token) throws(SourceError)
        -> Expression
    {
        guard let signature = Builtins.signature(builtin, given.map(\.type)) else {
            throw error("\(name.text) does not take (\(list(given.map(\.type)))); convert or split its arguments", name)
        }
        try spend(4, at: name)
        var arguments: [Expression] = []
        for (value, type) in zip(given, signature.arguments) {
            arguments.append(try convert(value, to: type, what: ""))
        }
        return try made(signature.result, .builtin(builtin, arguments), at: name)
    }

    /// A call of a function of GLSL that the language defines in itself.
    private mutating func preludeCall(_ given: [Expression], _ name: Token) throws(SourceError) -> Expression {
        guard !isConstantOnly else {
            throw error("a constant cannot call '\(name.text)'; write it inside a function", name)
        }
        guard let text = Prelude.text(name.text, given.map(\.type)) else {
            throw error("\(name.text) does not take (\(list(given.map(\.type)))); convert or split its arguments", name)
        }
        let index: Int
        if let known = preludeIndex[text] { index = known } else { index = try define(text) }
        preludeIndex[text] = index
        return try ownCall(name, [index], given)
    }

    /// Reads a function that is not the author's.
    private mutating func define(_ text: String) throws(SourceError) -> Int {
        var inner = self
        inner.tokens = try Lexer.tokens(of: SourceText(path: source.path, text: text))
        (inner.next, inner.nesting) = (0, 0)
        let result = try inner.type()
        let name = inner.peek
        inner.advance()
        let index = try inner.body(of: name, result: result)
        (module, preludeIndex) = (inner.module, inner.preludeIndex)
        return index
    }

    private mutating func ownCall(_ name: Token, _ candidates: [Int], _ given: [Expression]) throws(SourceError)
        -> Expression
    {
        let forms = candidates.map { module.functions[$0].parameters }
        guard let fit = bestOwn(forms, for: given.map(\.type)) else {
            if name.text == function.name, given.map(\.type) == function.parameters { throw recursion(name) }
            throw misfit(name, given, forms.map { $0.map(\.type) })
        }
        let called = module.functions[candidates[fit]]
        guard function.turns * called.cost + function.cost <= Self.maxCost else {
            throw error("this comes to more than ten million operations for a pixel; make loops shorter", name)
        }
        function.cost += function.turns * called.cost
        try addLoopTurns(function.turns * called.loopTurns, name)
        function.calledRoom = max(function.calledRoom, called.room)
        var arguments: [Expression.Argument] = []
        for (value, parameter) in zip(given, called.parameters) {
            var target: Target?
            if parameter.direction != .in {
                target = try self.target(value, for: parameter)
                function.ranges[target?.slot ?? -1] = nil
            }
            let isRead = parameter.direction != .out
            let converted =
                isRead
                ? try convert(
                    value, to: parameter.type, what: "'\(parameter.name)' is \(Self.article(parameter.type))") : nil
            arguments.append(Expression.Argument(value: converted, target: target))
        }
        return try made(
            called.result, .call(candidates[fit], arguments), at: name, calledDepth: called.depth)
    }

    private func target(_ value: Expression, for parameter: Module.Parameter) throws(SourceError)
        -> Target
    {
        let wanted = "'\(parameter.name)' is sent back; give it a variable that is \(Self.article(parameter.type))"
        switch value.kind {
        case .local, .components, .member, .element: break
        default: throw source.error(wanted, at: value.place)
        }
        guard value.type == parameter.type else { throw source.error(wanted, at: value.place) }
        return try target(value)
    }

    // MARK: Overloads

    /// The parameter list that fits: the exact one, else the only one by conversion.
    private func best(_ forms: [[ValueType]], for given: [ValueType]) -> Int? {
        if let exact = forms.firstIndex(of: given) { return exact }
        let fitting = forms.indices.filter { index in
            forms[index].count == given.count
                && zip(given, forms[index]).allSatisfy { Builtins.converts($0, to: $1) }
        }
        return fitting.count == 1 ? fitting[0] : nil
    }

    /// The same for functions that may send something back: no conversion there.
    private func bestOwn(_ forms: [[Module.Parameter]], for given: [ValueType]) -> Int? {
        if let exact = forms.firstIndex(where: { $0.map(\.type) == given }) { return exact }
        let fitting = forms.indices.filter { index in
            forms[index].count == given.count
                && zip(given, forms[index]).allSatisfy { type, parameter in
                    parameter.direction == .in ? Builtins.converts(type, to: parameter.type) : true
                }
        }
        return fitting.count == 1 ? fitting[0] : nil
    }

    private func misfit(_ name: Token, _ given: [Expression], _ forms: [[ValueType]]) -> SourceError {
        let types = given.map(\.type)
        let fitting = forms.filter { form in
            form.count == types.count && zip(types, form).allSatisfy { Builtins.converts($0, to: $1) }
        }
        if fitting.count > 1 {
            return error(
                "\(name.text)(\(list(types))) could mean \(fitting.map { "(\(list($0)))" }.joined(separator: " or ")); "
                    + "convert the arguments", name)
        }
        let known = forms.map { "\(name.text)(\(list($0)))" }.joined(separator: " or ")
        return error("\(name.text) does not take (\(list(types))); it is \(known)", name)
    }

    private func unknownFunction(_ name: Token) -> SourceError {
        if Filter.libraryFunctions.contains(where: { $0.name == name.text }) {
            return error(
                "'\(name.text)' reads neighbours, which only a filter of kind area does; write '//! kind area', or use the pixel that is given",
                name)
        }
        if let problem = annotations.objection(toReading: name.text, kind) { return error(problem, name) }
        if globalIndex[name.text] != nil {
            return error("'\(name.text)' is a value, not a function; remove the parentheses, or call another", name)
        }
        if name.text == function.name { return recursion(name) }
        if let objection = bareObjection(name.text) { return error(objection, name) }
        let functions = Set(functionIndex.keys).union(Builtins.names).union(Filter.libraryFunctions.map(\.name)).union(
            givenNames)
        let ending = Words.ending(for: name.text, among: functions.union(structures.keys))
        if let place = definition(of: name.text) {
            return calls(function.name, from: place)
                ? recursion(name) : error("'\(name.text)' is defined below; move it above its first use", name)
        }
        return error("there is no function '\(name.text)'\(ending.isEmpty ? "; define it above" : ending)", name)
    }

    // MARK: Functions below

    private func recursion(_ name: Token) -> SourceError {
        let way = "no function can call itself, as shaders have no stack; use a loop"
        return error(
            name.text == function.name
                ? "'\(name.text)' calls itself: \(way)" : "'\(name.text)' calls '\(function.name)' in turn: \(way)",
            name)
    }

    /// Where a function's name stands that is defined from here on; `nil` where none is.
    private func definition(of name: String) -> Int? {
        (next + 1..<max(tokens.count - 1, next + 1)).first {
            tokens[$0].text == name && tokens[$0 + 1].text == "(" && namedType(tokens[$0 - 1].text) != nil
        }
    }

    /// Whether a function whose name stands at `place`, or one that it calls and that is defined from here on, calls
    /// another by name.
    private func calls(_ wanted: String, from place: Int) -> Bool {
        var pending = [place]
        var seen: Set<String> = []
        while let start = pending.popLast() {
            guard seen.insert(tokens[start].text).inserted else { continue }
            var depth = 0
            for index in start..<tokens.count - 1 {
                if tokens[index].text == "{" { depth += 1 }
                if tokens[index].text == "}" { depth -= 1 }
                if tokens[index].text == "}" || tokens[index].text == ";", depth <= 0 { break }
                guard depth > 0, tokens[index].kind == .name, tokens[index + 1].text == "(" else { continue }
                if tokens[index].text == wanted { return true }
                if let next = definition(of: tokens[index].text) { pending.append(next) }
            }
        }
        return false
    }

    func list(_ types: [ValueType]) -> String { types.map(\.description).joined(separator: ", ") }
}
