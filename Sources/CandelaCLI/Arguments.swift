import Candela

/// A command's words, sorted into operands and options, options in the order in which they were written.
struct Arguments: Sendable {
    /// One option as it was given.
    struct Occurrence: Sendable {
        let option: Option
        /// What followed it; empty for an option that takes nothing.
        let value: String
    }

    var operands: [String] = []
    var occurrences: [Occurrence] = []

    /// Sorts `words` by a command's table.
    ///
    /// Throws a `CommandError` for an unknown option (with the nearest known one), a missing, surplus or unreadable
    /// value, an option given twice, and too few or too many operands.
    init(_ words: [String], for command: Command) throws(CommandError) {
        var rest = words[...]
        var optionsEnded = false
        while let word = rest.popFirst() {
            if optionsEnded || word == "-" || !word.hasPrefix("-") {
                operands.append(word)
            } else if word == "--" {
                optionsEnded = true
            } else {
                try take(word, &rest, of: command)
            }
        }
        guard !has("--help") else { return }
        if operands.count > command.operandCount.upperBound {
            let surplus = operands[command.operandCount.upperBound]
            throw CommandError(surplus, "one operand too many; usage: \(command.usage)")
        }
        if operands.count < command.operandCount.lowerBound {
            throw CommandError(command.name, "an operand is missing; usage: \(command.usage)")
        }
    }

    /// Whether an option was given.
    func has(_ name: String) -> Bool { occurrences.contains { $0.option.name == name } }

    /// The value given for an option; `nil` when it was not given.
    func text(_ name: String) -> String? { occurrences.last { $0.option.name == name }?.value }

    /// The number given for an option, which the table has checked.
    func number(_ name: String) -> Double? { text(name).flatMap(Double.init) }

    /// The whole number given for an option, which the table has checked.
    func integer(_ name: String) -> Int? { text(name).flatMap(Int.init) }

    private mutating func take(
        _ word: String, _ rest: inout ArraySlice<String>, of command: Command
    ) throws(CommandError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let isLong = word.hasPrefix("--")
        let name = isLong ? parts[0] : word
        let known = command.allOptions
        guard let option = known.first(where: { $0.name == name || $0.short == name }) else {
            throw CommandError(name, Self.unknown(name, among: known, of: command))
        }
        if !option.repeats, has(option.name) {
            throw CommandError(option.name, "given twice; it may stand once")
        }
        var value = ""
        if option.value == .flag {
            if isLong, parts.count == 2 {
                throw CommandError(option.name, "takes no value; leave out '=\(parts[1])'")
            }
        } else if isLong, parts.count == 2 {
            value = parts[1]
        } else if !option.takesNextWord {
            occurrences.append(Occurrence(option: option, value: ""))
            return
        } else if let next = rest.first, !next.hasPrefix("--") || next.count == 2 {
            value = next
            rest.removeFirst()
        } else {
            throw CommandError(option.name, "its value is missing; write \(option.usage)")
        }
        try option.check(value)
        occurrences.append(Occurrence(option: option, value: value))
    }

    private static func unknown(_ name: String, among known: [Option], of command: Command) -> String {
        let way = Suggestion.nearest(to: name, among: known.map(\.name)).map { "did you mean \($0)?" }
        return "unknown option; \(way ?? "see candela \(command.name) --help")"
    }
}

extension Option {
    /// Throws when `text` is not what the option takes.
    fileprivate func check(_ text: String) throws(CommandError) {
        switch value {
        case .flag:
            return
        case .text(let word):
            guard text.isEmpty else { return }
            throw CommandError(name, "its value is empty; write \(name) \(word)")
        case .number(_, let range):
            let way = "give \(plain(range.lowerBound)) to \(plain(range.upperBound))"
            guard let number = Double(text), number.isFinite else {
                throw CommandError(name, "'\(text)' is not a number; \(way)")
            }
            guard !range.contains(number) else { return }
            throw CommandError(name, "\(text) is out of range; \(way)")
        case .integer(_, let range):
            let way =
                range.upperBound == .max
                ? "give \(range.lowerBound) or more" : "give \(range.lowerBound) to \(range.upperBound)"
            guard let number = Int(text) else {
                throw CommandError(name, "'\(text)' is not a whole number; \(way)")
            }
            guard !range.contains(number) else { return }
            throw CommandError(name, "\(text) is out of range; \(way)")
        case .choice(let words), .flagOr(let words):
            guard !words.contains(text) else { return }
            let near = Suggestion.ending(for: text, among: words)
            throw CommandError(name, "'\(text)' is none of \(words.joined(separator: ", "))\(near)")
        case .time:
            _ = try TimeMark(text, for: name)
        }
    }
}
