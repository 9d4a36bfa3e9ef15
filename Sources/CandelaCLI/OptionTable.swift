/// One option of a command: how it is written, what follows it, and what it is for.
///
/// A command's table of these drives parsing, `--help` and the suggestions for mistyped names.
struct Option: Sendable {
    /// What follows an option's name.
    enum Value: Sendable, Equatable {
        /// Nothing: it is there or not.
        case flag
        /// Nothing, or one of some words behind an equals sign.
        case flagOr([String])
        /// Any text; named in help as given here.
        case text(String)
        /// A finite number in a range.
        case number(String, ClosedRange<Double>)
        /// A whole number in a range.
        case integer(String, ClosedRange<Int>)
        /// One of some words.
        case choice([String])
        /// A point in time: seconds, hours:minutes:seconds, or frames.
        case time
    }

    /// The long name with its dashes.
    let name: String
    /// A one-letter form such as `-o`.
    let short: String?
    let value: Value
    let summary: String
    /// Whether it may be given several times.
    let repeats: Bool
    /// The page of help that tells of it, where the command's own only names it.
    let topic: String?

    init(
        _ name: String, short: String? = nil, _ value: Value, repeats: Bool = false, topic: String? = nil,
        _ summary: String
    ) {
        (self.name, self.short, self.value, self.summary) = (name, short, value, summary)
        (self.repeats, self.topic) = (repeats, topic)
    }

    /// How help writes it: `-o, --output FILE`.
    var usage: String {
        let names = [short, name].compactMap { $0 }.joined(separator: ", ")
        if case .flagOr = value { return "\(names)[=\(valueName)]" }
        return value == .flag ? names : "\(names) \(valueName)"
    }

    /// Whether the word after it is its value.
    var takesNextWord: Bool {
        switch value {
        case .flag, .flagOr: false
        default: true
        }
    }

    /// How help writes what follows the name; empty where nothing does.
    var valueName: String {
        switch value {
        case .flag: ""
        case .text(let word), .number(let word, _), .integer(let word, _): word
        case .choice(let words), .flagOr(let words): words.joined(separator: "|")
        case .time: "TIME"
        }
    }
}

/// One command of the program: `render`, `info`, ...
struct Command: Sendable {
    let name: String
    let summary: String
    /// What stands beside the options, as help writes it, such as `INPUT -o OUTPUT`.
    let operands: String
    /// How many operands it takes.
    let operandCount: ClosedRange<Int>
    let options: [Option]
    /// A line or two below the options: grammar and an example.
    let notes: String
    let run: @Sendable (Arguments) async throws -> ExitCode

    /// Options that every command has.
    static let common = [Option("--help", short: "-h", .flag, "Show this help.")]

    /// How it is called.
    var usage: String { "candela \(name)" + (operands.isEmpty ? "" : " \(operands)") }

    /// All options it accepts.
    var allOptions: [Option] { options + Self.common }

    /// The topics that have a page of help each, in the order of the table.
    var topics: [String] {
        var found: [String] = []
        for topic in options.compactMap(\.topic) where !found.contains(topic) { found.append(topic) }
        return found
    }
}
