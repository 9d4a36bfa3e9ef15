/// Looking ahead, word by word, at what a loop's body will do.
extension Parser {
    private static let writing: Set<String> = [
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--",
    ]

    /// Where the statement that begins at `start` ends: the index behind its last token.
    ///
    /// With `afterHead`, it begins with a head in parentheses.
    func statementEnd(from start: Int, afterHead: Bool) -> Int {
        var index = start
        if afterHead { index = closing(of: index) }
        var pendingDo = 0
        while index < tokens.count - 1 {
            switch tokens[index].text {
            case "for", "while", "if", "switch": index = closing(of: index + 1)
            case "do":
                pendingDo += 1
                index += 1
            case "{":
                index = closing(of: index)
                if let end = continued(&index, &pendingDo) { return end }
            default:
                index = semicolon(from: index)
                if let end = continued(&index, &pendingDo) { return end }
            }
        }
        return tokens.count - 1
    }

    /// Goes on behind a finished statement where an `else`, or the condition of a `do`, follows.
    private func continued(_ index: inout Int, _ pendingDo: inout Int) -> Int? {
        if tokens[index].text == "else" {
            index += 1
            return nil
        }
        if pendingDo > 0, tokens[index].text == "while" {
            pendingDo -= 1
            index = semicolon(from: index)
            return continued(&index, &pendingDo)
        }
        return index
    }

    /// The index behind the bracket that closes the one at `open`.
    private func closing(of open: Int) -> Int {
        var level = 0
        var index = open
        while index < tokens.count - 1 {
            switch tokens[index].text {
            case "(", "{", "[": level += 1
            case ")", "}", "]":
                level -= 1
                if level <= 0 { return index + 1 }
            default: if level == 0 { return index }
            }
            index += 1
        }
        return tokens.count - 1
    }

    private func semicolon(from start: Int) -> Int {
        var index = start
        var level = 0
        while index < tokens.count - 1 {
            switch tokens[index].text {
            case "(", "{", "[": level += 1
            case ")", "}", "]":
                level -= 1
                if level < 0 { return index }
            case ";": if level == 0 { return index + 1 }
            default: break
            }
            index += 1
        }
        return tokens.count - 1
    }

    /// Forgets what is known of every variable that the tokens may write.
    mutating func forget(assignedIn part: Range<Int>, except kept: Int?) {
        guard !function.ranges.isEmpty else { return }
        for index in part where tokens[index].kind == .name {
            guard index + 1 < tokens.count, let known = local(tokens[index].text), known.slot != kept,
                function.ranges[known.slot] != nil
            else { continue }
            let previous = index > 0 ? tokens[index - 1].text : ""
            if Self.writing.contains(tokens[index + 1].text) || previous == "++" || previous == "--"
                || isInWritingCall(index, from: part.lowerBound)
            {
                function.ranges[known.slot] = nil
            }
        }
    }

    /// Whether a name may be what a call sends something back to: it stands alone between commas or parentheses of one.
    private func isInWritingCall(_ index: Int, from start: Int) -> Bool {
        let (before, after) = (tokens[index - 1].text, tokens[index + 1].text)
        guard before == "(" || before == ",", after == ")" || after == "," else { return false }
        var level = 0
        var place = index - 1
        while place > start, index - place < 200 {
            let text = tokens[place].text
            if text == ")" { level += 1 }
            if text == "(" {
                if level == 0 {
                    let name = tokens[place - 1].text
                    let own = functionIndex[name, default: []]
                    return name == "modf"
                        || own.contains { module.functions[$0].parameters.contains { $0.direction != .in } }
                }
                level -= 1
            }
            place -= 1
        }
        return true
    }
}
