import Candela

/// `candela completion`: what makes a shell complete commands, options and the names of filters.
enum CompletionCommand {
    static let command = Command(
        name: "completion", summary: "Print what makes a shell complete candela, or its man page.",
        operands: Shell.allCases.map(\.rawValue).joined(separator: "|"), operandCount: 1...1, options: [],
        notes: """
            bash:  candela completion bash > ~/.local/share/bash-completion/completions/candela
            zsh:   candela completion zsh > DIR/_candela, with DIR on fpath before compinit
            fish:  candela completion fish > ~/.config/fish/completions/candela.fish
            man:   candela completion man > ~/.local/share/man/man1/candela.1
            """, run: { try run($0) })

    /// What a text is printed for.
    enum Shell: String, CaseIterable {
        case bash
        case zsh
        case fish
        case man
    }

    private static func run(_ arguments: Arguments) throws -> ExitCode {
        let name = arguments.operands[0]
        guard let shell = Shell(rawValue: name) else {
            let words = Shell.allCases.map(\.rawValue)
            let near = Suggestion.ending(for: name, among: words)
            throw CommandError(name, "none of \(words.joined(separator: ", "))\(near)")
        }
        let commands = CommandLineTool.commands
        let text =
            switch shell {
            case .bash: BashCompletion.text(commands)
            case .zsh: ZshCompletion.text(commands)
            case .fish: FishCompletion.text(commands)
            case .man: ManualPage.text(commands)
            }
        try Console.print(text)
        return .success
    }
}

/// What may stand at a place of the command line, as far as a shell can know it.
enum Completion: Equatable {
    /// One of some words.
    case words([String])
    /// A file.
    case file
    /// A folder.
    case folder
    /// The name of a filter, or a file that is one.
    case filter
    /// Something that only its writer knows.
    case other
}

extension Option {
    /// What may follow the option.
    var completion: Completion {
        switch value {
        case .flag, .flagOr, .number, .integer, .time: return .other
        case .choice(let words): return .words(words)
        case .text(let word):
            if name == "--filter" || name == "--against" { return .filter }
            if let words = Self.words[name] { return .words(words) }
            if word.hasPrefix("FILE") { return .file }
            return word == "DIR" ? .folder : .other
        }
    }

    /// Names that options take which are no closed list: a path or a number may stand there too.
    private static let words = [
        "--mastering": ["P3-1000", "P3-4000", "BT2020-1000", "BT2020-4000", "source", "none"],
        "--max-cll": ["source", "none"],
        "--codec": VideoCodec.allCases.map(\.rawValue) + ["null"],
        "--color": ColorName.names, "--deliver-color": ColorName.names, "--assume": ColorName.names,
    ]
}

extension Command {
    /// What its operands are.
    var operandCompletion: Completion {
        switch name {
        case "filters", "check", "bench": .filter
        case "new": .words(FilterTemplate.all.map(\.kind))
        case "completion": .words(CompletionCommand.Shell.allCases.map(\.rawValue))
        case "doctor": .other
        default: .file
        }
    }
}
