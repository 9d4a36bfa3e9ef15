/// Completion for zsh, by `_arguments`.
enum ZshCompletion {
    /// The script, for the commands of a table.
    static func text(_ commands: [Command]) -> String {
        let list = commands.map { "'\($0.name):\(quoted($0.summary))'" }.joined(separator: "\n            ")
        let cases = commands.map { command in
            let options = command.allOptions.map(argument)
            let operands = "'*:\(operandName(command)):\(action(command.operandCompletion))'"
            return """
                        \(command.name))
                            _arguments -S \\
                                \((options + [operands]).joined(separator: " \\\n                    ")) ;;
                """
        }
        return """
            #compdef candela
            # zsh completion for candela; made by `candela completion zsh`.
            _candela_filters() {
                local -a names
                names=(${(f)"$(candela filters 2>/dev/null | sed -n 's/^  \\([A-Za-z0-9]*\\) .*/\\1/p')"})
                compadd -a names
                _files -g '*.glsl'
            }
            _candela() {
                if (( CURRENT == 2 )); then
                    local -a commands
                    commands=(
                        \(list)
                        'help:Tell of a command, or of a topic of it.'
                    )
                    _describe command commands
                    _arguments '--help[Show how candela is called.]' '--version[Show the version.]'
                    return
                fi
                local command=$words[2]
                shift words
                (( CURRENT-- ))
                case $command in
                    help) (( CURRENT == 2 )) && compadd \(commands.map(\.name).joined(separator: " ")) ;;
            \(cases.joined(separator: "\n"))
                esac
            }
            _candela "$@"
            """
    }

    private static func argument(_ option: Option) -> String {
        let names = [option.short, option.name].compactMap { $0 }
        let group = option.repeats ? "'*'" : "'(\(names.joined(separator: " ")))'"
        let word = names.count > 1 ? "{\(names.joined(separator: ","))}" : names[0]
        let value = !option.takesNextWord ? "" : ":\(quoted(option.valueName)):\(action(option.completion))"
        return "\(group)\(word)'[\(quoted(option.summary))]\(value)'"
    }

    private static func operandName(_ command: Command) -> String { quoted(command.operands.lowercased()) }

    private static func action(_ completion: Completion) -> String {
        switch completion {
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .file: "_files"
        case .folder: "_files -/"
        case .filter: "_candela_filters"
        case .other: " "
        }
    }

    /// Text inside single quotes, where brackets and colons have a meaning of their own.
    private static func quoted(_ text: String) -> String {
        var all = ""
        for character in text {
            switch character {
            case "'": all += "'\\''"
            case "[", "]", ":", "\\": all += "\\\(character)"
            default: all.append(character)
            }
        }
        return all
    }
}
