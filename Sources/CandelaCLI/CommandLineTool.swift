import Candela

/// The program `candela`: finds the command, runs it, reports its error, and says how it ended.
enum CommandLineTool {
    /// The version printed by `--version` and written in CHANGELOG.md.
    static let version = "0.1.0"

    /// Every command, in the order in which help lists them.
    static let commands: [Command] = [
        RenderCommand.command, InfoCommand.command, FiltersCommand.command, NewCommand.command, CompareCommand.command,
        CheckCommand.command, BenchCommand.command, DoctorCommand.command,
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
            if words.count > 2 { throw CommandError(words[2], "one operand too many; usage: candela help [COMMAND]") }
            let text = words.count > 1 ? Help.command(try command(named: words[1])) : Help.program(commands)
            try Console.print(text)
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

    private static func command(named name: String) throws(CommandError) -> Command {
        if let command = commands.first(where: { $0.name == name }) { return command }
        let kind = name.hasPrefix("-") ? "option" : "command"
        let near = Suggestion.nearest(to: name, among: commands.map(\.name) + ["--help", "--version"])
        throw CommandError(
            name, "unknown \(kind); \(near.map { "did you mean \($0)?" } ?? "candela --help lists the commands")")
    }
}
