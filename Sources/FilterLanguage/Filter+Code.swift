extension Filter {
    /// The code with every name of the file's own (functions, constants, parameters, phases) replaced by `prefix` and
    /// the name, and given names and library names as `given` says; comments are dropped, lines stay where they are.
    ///
    /// A bool parameter becomes `(<prefix>name != 0u)`, for its member is a `uint`; a choice's `name_option` becomes
    /// the option's number. Nothing is replaced after a point.
    public func code(prefix: String, given: [String: String]) -> String {
        let replacements = replacements(prefix: prefix, given: given)
        var text = ""
        var line = 1
        var isLineStart = true
        var previous = ""
        for token in module.tokens where token.kind != .end {
            while line < token.place.line {
                text += "\n"
                line += 1
                isLineStart = true
            }
            if isLineStart {
                text += String(repeating: " ", count: min(max(token.place.column - 1, 0), 64))
            } else if Self.needsSpace(previous, token.text) {
                text += " "
            }
            isLineStart = false
            text += previous == "." ? token.text : replacements[token.text] ?? token.text
            previous = token.text
        }
        return text + "\n"
    }

    /// The given values and library functions that the code mentions.
    public var usedNames: Set<String> {
        let known = givenNames
        var used: Set<String> = []
        var previous = ""
        for token in module.tokens {
            if token.kind == .name, previous != ".", known.contains(token.text) { used.insert(token.text) }
            previous = token.text
        }
        return used
    }

    private func replacements(prefix: String, given: [String: String]) -> [String: String] {
        let known = givenNames
        var all = given.filter { known.contains($0.key) }
        for name in module.ownNames { all[name] = prefix + name }
        for phase in phases { all[phase.name] = prefix + phase.name }
        for parameter in parameters {
            all[parameter.name] = prefix + parameter.name
            if parameter.kind == .bool { all[parameter.name] = "(\(prefix)\(parameter.name) != 0u)" }
            if case .choice(let names) = parameter.kind {
                for (index, name) in names.enumerated() { all["\(parameter.name)_\(name)"] = String(index) }
            }
        }
        return all
    }

    private static func needsSpace(_ left: String, _ right: String) -> Bool {
        if left.isEmpty || [".", "(", "[", "!"].contains(left) { return false }
        return ![".", ",", ";", ")", "]", "["].contains(right) && !(right == "(" && left != "," && isWord(left))
    }

    private static func isWord(_ text: String) -> Bool {
        guard let last = text.last, text != "if", text != "for", text != "return" else { return false }
        return last.isLetter || last.isNumber || last == "_"
    }
}
