import Candela

/// The program `candela`: finds the command, runs it, reports its error, and says how it ended.
enum CommandLineTool {
    /// The version printed by `--version` and written in CHANGELOG.md.
    static let version = "0.1.0"

    /// Every command, in the order in which help lists them.
    static let commands: [Command] = [
        RenderCommand.command, InfoCommand.command, FiltersCommand.command, NewCommand.command, CompareCommand.command,
        CheckCommand.command, BenchCommand.command, DoctorCommand.command, CompletionCommand.command,
    ]

    /// Runs the program with the words after its name.
    static func run(_ words: [String]) async -> ExitCode {
        do {
            return try await dispatch(words)
        } catch {
            Drafts.removeEmptyFolders()
            let reported = CommandError(reporting: error, about: words.first ?? "candela")
            if reported.code != .closedPipe { Console.report(reported) }
            return reported.code
        }
    }

    private static func dispatch(_ words: [String]) async throws -> ExitCode {
        guard let name = words.first else {
            Console.note(Help.program(commands))
            return .usage
        }
        switch name {
        case "--version":
            try Console.print("candela \(version)")
            return .success
        case "--help", "-h":
            try Console.print(Help.program(commands))
            return .success
        case "help":
            try Console.print(try help(words.dropFirst()))
            return .success
        default:
            break
        }
        let command = try command(named: name)
        let arguments = try Arguments(Array(words.dropFirst()), for: command)
        if arguments.has("--help") {
            try Console.print(Help.command(command))
            return .success
        }
        return try await command.run(arguments)
    }

    /// What `candela help [COMMAND [TOPIC]]` tells.
    private static func help(_ words: ArraySlice<String>) throws(CommandError) -> String {
        guard let name = words.first else { return Help.program(commands) }
        let command = try command(named: name)
        guard let topic = words.dropFirst().first else { return Help.command(command) }
        if words.count > 2 {
            throw CommandError(
                words[words.startIndex + 2], "one operand too many; usage: candela help [COMMAND [TOPIC]]")
        }
        guard command.topics.contains(topic) else {
            let way =
                command.topics.isEmpty
                ? "candela help \(name) tells all" : "its topics are \(command.topics.joined(separator: ", "))"
            throw CommandError(topic, "no topic of candela \(name); \(way)")
        }
        return Help.topic(topic, of: command)
    }

    private static func command(named name: String) throws(CommandError) -> Command {
        if let command = commands.first(where: { $0.name == name }) { return command }
        let kind = name.hasPrefix("-") ? "option" : "command"
        let near = Suggestion.nearest(to: name, among: commands.map(\.name) + ["--help", "--version"])
        throw CommandError(
            name, "unknown \(kind); \(near.map { "did you mean \($0)?" } ?? "candela --help lists the commands")")
    }
}
