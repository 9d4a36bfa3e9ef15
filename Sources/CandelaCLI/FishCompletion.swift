/// Completion for fish: one line for each option of each command.
enum FishCompletion {
    /// The script, for the commands of a table.
    static func text(_ commands: [Command]) -> String {
        var lines = [
            "# fish completion for candela; made by `candela completion fish`.",
            "function __candela_filters",
            "    candela filters 2>/dev/null | string match -rg '^  ([A-Za-z0-9]+) .*'",
            "    __fish_complete_suffix .glsl",
            "end",
            "complete -c candela -f",
            "complete -c candela -n __fish_use_subcommand -l version -d 'Show the version.'",
            "complete -c candela -n '__fish_seen_subcommand_from help' -a "
                + quoted(commands.map(\.name).joined(separator: " ")),
            "complete -c candela -n __fish_use_subcommand -a help -d 'Tell of a command, or of a topic of it.'",
        ]
        for command in commands {
            lines.append(
                "complete -c candela -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.summary))")
        }
        for command in commands {
            let place = "complete -c candela -n '__fish_seen_subcommand_from \(command.name)'"
            if let action = action(command.operandCompletion) { lines.append("\(place) \(action)") }
            for option in command.allOptions {
                let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
                let value = !option.takesNextWord ? "" : " -r \(action(option.completion) ?? "-f")"
                lines.append("\(place)\(short) -l \(option.name.dropFirst(2)) -d \(quoted(option.summary))\(value)")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func action(_ completion: Completion) -> String? {
        switch completion {
        case .words(let words): "-f -a \(quoted(words.joined(separator: " ")))"
        case .file: "-F"
        case .folder: "-f -a '(__fish_complete_directories)'"
        case .filter: "-f -a '(__candela_filters)'"
        case .other: nil
        }
    }

    private static func quoted(_ text: String) -> String {
        "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
    }
}
