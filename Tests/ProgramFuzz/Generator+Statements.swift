extension Generator {
    mutating func statement() -> Node {
        switch dice.roll(22) {
        case 0..<8: declaration()
        case 8..<13: assignment()
        case 13, 14: branch()
        case 15, 16: turns > 16 ? assignment() : loop()
        case 17: choice()
        case 18: writingCall() ?? declaration()
        case 19: step()
        case 20: leave()
        default: chain()
        }
    }

    private mutating func declaration() -> Node {
        let kind = type()
        let name = fresh("x")
        let value: Node? = dice.one(in: 8) ? nil : expression(kind, 3)
        let isConst = value != nil && dice.one(in: 8)
        variables.append(Variable(name: name, type: kind, isFixed: isConst))
        let head = (isConst ? "const " : "") + Self.declaration(kind, name)
        guard let value else { return .statement([.text(head + ";\n")]) }
        return .statement([.text(head + " = "), value, .text(";\n")])
    }

    /// Something that can be assigned to, and its type.
    mutating func place() -> (Node, String)? {
        let open = variables.filter { !$0.isFixed }
        guard !open.isEmpty else { return nil }
        let variable = dice.pick(open)
        var parts: [Node] = [.text(variable.name)]
        var type = variable.type
        for _ in 0..<2 where dice.one(in: 2) {
            guard let (more, inner) = part(of: type) else { break }
            parts.append(more)
            type = inner
        }
        if dice.one(in: 3), let swizzle = swizzle(of: type) {
            parts.append(.text(swizzle.text))
            type = swizzle.type
        }
        return (.list(parts), type)
    }

    private mutating func swizzle(of type: String) -> (text: String, type: String)? {
        guard let (stem, width) = Self.vector(type) else { return nil }
        var letters = Array(["xyzw", "rgba", "stpq"][dice.roll(3)].prefix(width))
        letters.shuffle(using: &dice)
        let count = 1 + dice.roll(width)
        return ("." + String(letters.prefix(count)), Self.wide(stem, count))
    }

    private mutating func assignment() -> Node {
        guard let (place, type) = place() else { return declaration() }
        let isNumber = Self.scalar(of: type).map { $0 != "bool" } ?? false
        if isNumber, dice.one(in: 2) {
            let isWhole = Self.scalar(of: type) != "float"
            let symbol = dice.pick(isWhole ? ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"] : ["+", "-", "*"])
            let isMatrix = type.hasPrefix("mat")
            let right = isMatrix && symbol == "*" || dice.one(in: 3) ? Self.scalar(of: type) ?? type : type
            return .statement([place, .text(" \(symbol)= "), expression(right, 2), .text(";\n")])
        }
        return .statement([place, .text(" = "), expression(type, 3), .text(";\n")])
    }

    /// `a = b = value`
    private mutating func chain() -> Node {
        let open = variables.filter { !$0.isFixed && $0.type == "float" }
        guard open.count >= 2 else { return assignment() }
        return .statement([
            .text("\(open[open.count - 1].name) = \(open[open.count - 2].name) = "), expression("float", 2),
            .text(";\n"),
        ])
    }

    private mutating func step() -> Node {
        guard let (place, type) = place(), let scalar = Self.scalar(of: type), scalar != "bool" else {
            return assignment()
        }
        let symbol = dice.pick(["++", "--"])
        return .statement(dice.one(in: 2) ? [place, .text(symbol + ";\n")] : [.text(symbol), place, .text(";\n")])
    }

    private mutating func branch() -> Node {
        let outer = variables
        let test = expression("bool", 2)
        let then = block(1 + dice.roll(3))
        variables = outer
        var parts: [Node] = [.text("if ("), test, .text(") {\n"), .list(then), .text("}")]
        if dice.one(in: 2) {
            let other = block(1 + dice.roll(2))
            variables = outer
            parts += [.text(" else {\n"), .list(other), .text("}")]
        }
        return .statement(parts + [.text("\n")])
    }

    private mutating func leave() -> Node {
        let test = expression("bool", 2)
        if loopDepth > 0, !dice.one(in: 4) {
            return .statement([.text("if ("), test, .text(") \(dice.pick(["break", "continue"]));\n")])
        }
        if result == "void" { return .statement([.text("if ("), test, .text(") return;\n")]) }
        return .statement([.text("if ("), test, .text(") return "), expression(result, 2), .text(";\n")])
    }

    private mutating func loop() -> Node {
        let outer = variables
        let name = fresh("i")
        let count = 1 + dice.roll(4)
        let head: String
        var tail = "}\n"
        var isOpen = false
        var type = "int"
        switch dice.roll(9) {
        case 0: head = "for (int \(name) = \(count); \(name) > 0; \(name)--) {\n"
        case 1:
            type = "float"
            head = "for (float \(name) = 0.0; \(name) < \(count).0; \(name) += 0.7) {\n"
        case 2:
            type = "uint"
            head = "for (uint \(name) = 0u; \(name) < \(count)u; \(name) += 2u) {\n"
        case 3: head = "for (int \(name) = 1; \(name) < 16; \(name) *= 2) {\n"
        case 4: head = "for (int \(name) = 0; \(name) < count && \(name) != \(count); ++\(name)) {\n"
        case 5:
            isOpen = true
            head = "int \(name) = 0;\nwhile (\(name) < \(count)) {\n"
            tail = "++\(name);\n}\n"
        case 6:
            isOpen = true
            head = "int \(name) = 0;\ndo {\n"
            tail = "\(name) += 1;\n} while (\(name) < \(count));\n"
        default: head = "for (int \(name) = 0; \(name) < \(count); ++\(name)) {\n"
        }
        variables.append(Variable(name: name, type: type, isFixed: true))
        let before = (loopDepth, turns)
        // `continue` would skip what an open loop steps by.
        loopDepth = isOpen ? 0 : loopDepth + 1
        turns *= count + 1
        let body = block(1 + dice.roll(3))
        (loopDepth, turns) = before
        variables = outer
        return .statement([.text(head), .list(body), .text(tail)])
    }

    private mutating func choice() -> Node {
        let outer = (variables, loopDepth)
        // A `continue` beside a `break` of the switch is refused.
        loopDepth = 0
        let type = dice.pick(["int", "int", "uint"])
        let suffix = type == "uint" ? "u" : ""
        var parts: [Node] = [.text("switch ("), expression(type, 2), .text(") {\n")]
        let first = dice.roll(3)
        let groups = 1 + dice.roll(4)
        let otherwise = dice.roll(groups + 1)
        for index in 0..<groups {
            parts.append(.text(index == otherwise ? "default:\n" : "case \(first + index)\(suffix):\n"))
            if dice.one(in: 5), index < groups - 1 { continue }
            let body = block(1 + dice.roll(2))
            variables = outer.0
            var inner: [Node] = [.text("{\n"), .list(body), .text("}\n")]
            if dice.one(in: 4) { inner.append(.list([.text("if ("), expression("bool", 1), .text(") break;\n")])) }
            parts += inner
            if !dice.one(in: 4) { parts.append(.text("break;\n")) }
        }
        (variables, loopDepth) = outer
        return .statement(parts + [.text("}\n")])
    }

    /// A call for what it sends back.
    private mutating func writingCall() -> Node? {
        let able = functions.filter { function in
            function.parameters.contains { $0.direction.contains("out") }
                && function.parameters.allSatisfy { parameter in
                    !parameter.direction.contains("out")
                        || variables.contains { !$0.isFixed && $0.type == parameter.type }
                }
        }
        guard !able.isEmpty else { return nil }
        let function = dice.pick(able)
        var used: Set<String> = []
        var arguments: [Node] = []
        for parameter in function.parameters {
            if !arguments.isEmpty { arguments.append(.text(", ")) }
            guard parameter.direction.contains("out") else {
                arguments.append(expression(parameter.type, 2))
                continue
            }
            let open = variables.filter { !$0.isFixed && $0.type == parameter.type && !used.contains($0.name) }
            guard !open.isEmpty else { return nil }
            let name = dice.pick(open).name
            used.insert(name)
            arguments.append(.text(name))
        }
        let call: [Node] = [.text("\(function.name)(")] + arguments + [.text(");\n")]
        guard function.result != "void", dice.one(in: 2) else { return .statement(call) }
        let name = fresh("x")
        variables.append(Variable(name: name, type: function.result, isFixed: false))
        return .statement([.text("\(Self.declaration(function.result, name)) = ")] + call)
    }
}
