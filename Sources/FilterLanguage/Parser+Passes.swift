extension Parser {
    /// Finds the functions of the filter's passes and checks what they take and give.
    mutating func checkPasses() throws(SourceError) {
        let passes =
            annotations.passes.isEmpty
            ? [(name: annotations.name, place: annotations.namePlace)] : annotations.passes
        let (result, parameters) = entry
        for (name, place) in passes {
            guard let candidates = functionIndex[name] else {
                let ending = Suggestion.ending(for: name, among: functionIndex.keys)
                throw source.error(
                    "there is no function named '\(name)'\(ending.isEmpty ? "; write \(form(name))" : ending)",
                    at: place)
            }
            let found = candidates.first {
                let function = module.functions[$0]
                return function.result == result && function.parameters.map(\.type) == parameters
                    && function.parameters.allSatisfy { $0.direction == .in }
            }
            guard let found else {
                throw source.error(
                    "'\(name)' must be \(form(name)), for this filter is of kind \(kind.rawValue); write it so, or change the kind",
                    at: module.functions[candidates[0]].place)
            }
            module.passFunctions.append(found)
        }
    }

    private var entry: (ValueType, [ValueType]) {
        let further = Array(repeating: ValueType.vec4, count: annotations.inputs.count)
        return switch kind {
        case .point: (.vec4, [.vec4] + further)
        case .blend: (.vec4, [.vec4, .vec4] + further)
        case .warp: (.vec2, [.vec2])
        // A raw filter's code is never parsed here.
        case .area, .generate, .raw: (.vec4, [])
        }
    }

    private func form(_ name: String) -> String {
        let further = annotations.inputs.map { ", vec4 \($0.input.name)" }.joined()
        return switch kind {
        case .point: "'vec4 \(name)(vec4 color\(further))'"
        case .blend: "'vec4 \(name)(vec4 below, vec4 above\(further))'"
        case .warp: "'vec2 \(name)(vec2 at)'"
        case .area, .generate, .raw: "'vec4 \(name)()'"
        }
    }

    /// Reads the expression of `reach`, over parameters, `size` and numbers.
    mutating func readReach() throws(SourceError) {
        guard let text = annotations.reach else { return }
        let start = annotations.reachPlace
        var expressionTokens: [Token] = []
        for token in try Lexer.tokens(of: SourceText(path: source.path, text: text)) {
            let place = Place(line: start.line, column: start.column + token.place.column - 1)
            expressionTokens.append(Token(kind: token.kind, text: token.text, place: place))
        }
        tokens = expressionTokens
        next = 0
        function = FunctionState()
        let used = module.usedNames
        let value = try convert(try expression(), to: .float, what: "the reach is one number of pixels")
        // Only the host computes it.
        module.usedNames = used
        guard peek.kind == .end else { throw error("nothing more is expected after the reach; remove the rest", peek) }
        try checkReach(value)
        module.reach = value
    }

    private func checkReach(_ value: Expression) throws(SourceError) {
        switch value.kind {
        case .global(let index):
            let global = module.globals[index]
            if case .given = global.origin, global.name != "size" {
                throw source.error(
                    "the reach may use parameters, size and numbers only; write it with these", at: value.place)
            }
        case .call, .library, .assigned:
            throw source.error(
                "the reach may use parameters, size, numbers and GLSL's functions only; write it with these",
                at: value.place)
        default: break
        }
        for child in Expression.children(of: value.kind) { try checkReach(child) }
    }
}
