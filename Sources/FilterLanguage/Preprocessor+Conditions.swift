/// The conditions of `#if` and `#elif`.
extension Preprocessor {
    /// Whether the condition of a `#if` or `#elif` holds: whole numbers, names that stand for them, C's operators over
    /// them, and `defined`.
    mutating func holds(_ rest: ArraySlice<Token>, _ word: Token) throws(SourceError) -> Bool {
        guard !rest.isEmpty else {
            throw source.error(
                "'#\(word.text)' takes a condition; write '#\(word.text) defined(NAME)' or '#\(word.text) NAME > 1'",
                at: word.place)
        }
        let known = try answeringDefined(rest)
        var condition = DirectiveCondition(words: try expanded(known, hidden: [], depth: 0), source: source, word: word)
        return try condition.value() != 0
    }

    /// The words with a number in place of each `defined NAME` and `defined(NAME)`, whose names stand for nothing there.
    private func answeringDefined(_ rest: ArraySlice<Token>) throws(SourceError) -> [Token] {
        var words: [Token] = []
        var line = rest
        while let word = line.popFirst() {
            guard word.kind == .name, word.text == "defined" else {
                words.append(word)
                continue
            }
            let isEnclosed = line.first?.text == "("
            if isEnclosed { line = line.dropFirst() }
            guard let name = line.popFirst(), name.kind == .name, !isEnclosed || line.popFirst()?.text == ")" else {
                throw source.error("'defined' takes one name; write defined(NAME)", at: word.place)
            }
            words.append(Token(kind: .int, text: isDefined(name.text) ? "1" : "0", place: word.place))
        }
        return words
    }
}

/// One condition, worked out from left to right in whole numbers of 64 bits.
private struct DirectiveCondition {
    /// What is left of it.
    private var words: ArraySlice<Token>
    private let source: SourceText
    private let word: Token
    /// Parentheses and signs around the place being read.
    private var depth = 0

    private static let maxDepth = 64
    /// The operators between two operands, the loosest first (GLSL 4.60, 3.3 and 5.1).
    private static let operators: [[String]] = [
        ["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", ">", "<=", ">="], ["<<", ">>"], ["+", "-"],
        ["*", "/", "%"],
    ]

    init(words: [Token], source: SourceText, word: Token) {
        (self.words, self.source, self.word) = (words[...], source, word)
    }

    mutating func value() throws(SourceError) -> Int {
        let value = try binary(0, isAsked: true)
        if let rest = words.first {
            throw source.error("'\(rest.text)' does not belong in a condition; remove it", at: rest.place)
        }
        return value
    }

    /// Reads operands joined by operators of a level or tighter ones. What is not asked for is read, but may not be known.
    private mutating func binary(_ level: Int, isAsked: Bool) throws(SourceError) -> Int {
        guard level < Self.operators.count else { return try operand(isAsked: isAsked) }
        var left = try binary(level + 1, isAsked: isAsked)
        while let mark = words.first, mark.kind == .symbol, Self.operators[level].contains(mark.text) {
            words = words.dropFirst()
            let isSettled = mark.text == "||" && left != 0 || mark.text == "&&" && left == 0
            let right = try binary(level + 1, isAsked: isAsked && !isSettled)
            if isAsked { left = try result(of: mark, left, right) }
        }
        return left
    }

    private func result(of mark: Token, _ left: Int, _ right: Int) throws(SourceError) -> Int {
        switch mark.text {
        case "||": return left != 0 || right != 0 ? 1 : 0
        case "&&": return left != 0 && right != 0 ? 1 : 0
        case "|": return left | right
        case "^": return left ^ right
        case "&": return left & right
        case "==": return left == right ? 1 : 0
        case "!=": return left != right ? 1 : 0
        case "<": return left < right ? 1 : 0
        case ">": return left > right ? 1 : 0
        case "<=": return left <= right ? 1 : 0
        case ">=": return left >= right ? 1 : 0
        case "<<": return left << right
        case ">>": return left >> right
        case "+": return left &+ right
        case "-": return left &- right
        case "*": return left &* right
        default:
            guard right != 0 else {
                throw source.error("this condition divides by 0; give it another number", at: mark.place)
            }
            let (quotient, rest) = (
                left.dividedReportingOverflow(by: right), left.remainderReportingOverflow(dividingBy: right)
            )
            return mark.text == "/" ? quotient.partialValue : rest.partialValue
        }
    }

    private mutating func passArguments() {
        var level = 0
        repeat {
            guard let word = words.popFirst() else { return }
            level += word.text == "(" ? 1 : word.text == ")" ? -1 : 0
        } while level > 0
    }

    private mutating func operand(isAsked: Bool) throws(SourceError) -> Int {
        guard let first = words.popFirst() else {
            throw source.error("this condition ends too early; write what is missing", at: word.place)
        }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maxDepth else {
            throw source.error("this condition is nested too deeply; make it flatter", at: first.place)
        }
        switch (first.kind, first.text) {
        case (.symbol, "!"): return try operand(isAsked: isAsked) == 0 ? 1 : 0
        case (.symbol, "-"): return 0 &- (try operand(isAsked: isAsked))
        case (.symbol, "+"): return try operand(isAsked: isAsked)
        case (.symbol, "~"): return ~(try operand(isAsked: isAsked))
        case (.symbol, "("):
            let value = try binary(0, isAsked: isAsked)
            guard words.popFirst()?.text == ")" else {
                throw source.error("this '(' has no ')'; add it", at: first.place)
            }
            return value
        case (.int, _), (.uint, _): return Int(first.text) ?? 0
        case (.name, _):
            guard isAsked else {
                // Of a function that is not there, the arguments are passed over too.
                if words.first?.text == "(" { passArguments() }
                return 0
            }
            throw source.error(
                "'\(first.text)' stands for no number here; '#define' it before, or ask for defined(\(first.text))",
                at: first.place)
        case (.float, _):
            throw source.error("a condition compares whole numbers; write one without a point", at: first.place)
        default:
            throw source.error(
                "'#\(word.text)' takes whole numbers, names that stand for them, and defined(NAME), found '\(first.text)'; "
                    + "write one of these", at: first.place)
        }
    }
}
