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

    /// How one command is called: usage, options, the names of those that have a page of their own, notes.
    static func command(_ command: Command) -> String {
        let head = "usage: \(command.usage)\n\(command.summary)"
        let list = list(command.allOptions.filter { $0.topic == nil })
        let parts = [head, list, topics(of: command), command.notes]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// The options of one topic of a command.
    static func topic(_ topic: String, of command: Command) -> String {
        "candela \(command.name): options on \(topic)\n\n" + list(command.allOptions.filter { $0.topic == topic })
    }

    private static func list(_ options: [Option]) -> String {
        let width = min((options.map(\.usage.count).max() ?? 0) + 2, 28)
        return options.map { option in
            // A name longer than its column pushes its summary along rather than onto a line of its own.
            option.usage.count < width
                ? "  \(column(option.usage, width))\(option.summary)" : "  \(option.usage)  \(option.summary)"
        }.joined(separator: "\n")
    }

    /// The topics of a command, each with the names of its options.
    private static func topics(of command: Command) -> String {
        guard !command.topics.isEmpty else { return "" }
        let width = (command.topics.map(\.count).max() ?? 0) + 4
        let lines = command.topics.flatMap { topic -> [String] in
            var rows = ["  " + column(topic, width - 2)]
            for option in command.options where option.topic == topic {
                if rows[rows.count - 1].count + option.name.count > 79 { rows.append(column("", width)) }
                rows[rows.count - 1] += (rows[rows.count - 1].count > width ? " " : "") + option.name
            }
            return rows
        }
        return (["more, which candela help \(command.name) TOPIC tells of:"] + lines).joined(separator: "\n")
    }
}
