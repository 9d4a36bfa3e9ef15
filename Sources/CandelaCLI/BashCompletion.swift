/// Completion for bash: one function that looks at the word before the cursor.
enum BashCompletion {
    /// The script, for the commands of a table.
    static func text(_ commands: [Command]) -> String {
        let names = commands.map(\.name) + ["help", "--help", "--version"]
        let cases = commands.map { command in
            let options = command.allOptions.flatMap { [$0.short, $0.name].compactMap { $0 } }
            let values = command.allOptions.filter(\.takesNextWord).map { option in
                let pattern = [option.short, option.name].compactMap { $0 }.joined(separator: "|")
                return "                \(pattern)) \(action(option.completion)); return ;;"
            }
            return """
                        \(command.name))
                            case $before in
                \(values.joined(separator: "\n"))
                            esac
                            if [[ $word == -* ]]; then
                                COMPREPLY=($(compgen -W '\(options.joined(separator: " "))' -- "$word"))
                            else
                                \(action(command.operandCompletion))
                            fi ;;
                """
        }
        return """
            # bash completion for candela; made by `candela completion bash`.
            _candela_filters() {
                COMPREPLY=($(compgen -W "$(candela filters 2>/dev/null | sed -n 's/^  \\([A-Za-z0-9]*\\) .*/\\1/p')" -- "$1")
                    $(compgen -f -X '!*.glsl' -- "$1") $(compgen -d -S / -- "$1"))
            }
            _candela() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
                COMPREPLY=()
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W '\(names.joined(separator: " "))' -- "$word"))
                    return
                fi
                case ${COMP_WORDS[1]} in
                    help) COMPREPLY=($(compgen -W '\(commands.map(\.name).joined(separator: " "))' -- "$word")) ;;
            \(cases.joined(separator: "\n"))
                esac
            }
            complete -o filenames -F _candela candela
            """
    }

    private static func action(_ completion: Completion) -> String {
        switch completion {
        case .words(let words): "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$word\"))"
        case .file: "COMPREPLY=($(compgen -f -- \"$word\"))"
        case .folder: "COMPREPLY=($(compgen -d -- \"$word\"))"
        case .filter: "_candela_filters \"$word\""
        case .other: ":"
        }
    }
}
