/// The text of `--help`, made from the tables of options.
enum Help {
    /// What the program does and which commands it has.
    static func program(_ commands: [Command]) -> String {
        let width = (commands.map(\.name.count).max() ?? 0) + 2
        let list = commands.map { "  \(column($0.name, width))\($0.summary)" }
        return """
            candela: HDR video through GPU filters in linear light

            usage: candela COMMAND ...

            \(list.joined(separator: "\n"))

            candela COMMAND --help   the options of one command
            candela --version        the version

            example: candela render in.mov -o out.mov --filter stripes --filter exposure:stops=1
            """
    }

    /// How one command is called: usage, options, notes.
    static func command(_ command: Command) -> String {
        let options = command.allOptions
        let width = min((options.map(\.usage.count).max() ?? 0) + 2, 28)
        let list = options.map { option in
            // A name longer than its column pushes its summary along rather than onto a line of its own.
            option.usage.count < width
                ? "  \(column(option.usage, width))\(option.summary)" : "  \(option.usage)  \(option.summary)"
        }
        let head = "usage: \(command.usage)\n\(command.summary)"
        return ([head, list.joined(separator: "\n")] + (command.notes.isEmpty ? [] : [command.notes]))
            .joined(separator: "\n\n")
    }
}
