/// How a process of this command ends, by the numbers of BSD's sysexits.
enum ExitCode: Int32, Sendable {
    case success = 0
    /// A check or comparison ran and found a difference.
    case different = 1
    /// Wrong command line: option, parameter or value.
    case usage = 64
    /// An input, or a filter file, that cannot be understood.
    case badData = 65
    /// No device, driver or library to work with.
    case unavailable = 69
    /// A mistake of ours.
    case internalError = 70
    /// Reading or writing failed.
    case inputOutput = 74
    case interrupted = 130
    /// Whoever read what we write has gone: what a shell tells of a program that SIGPIPE ended. Nothing is said of it.
    case closedPipe = 141
}

/// What a command line meets that ends it: one sentence for a person and a number for a program.
struct CommandError: Error, Equatable, CustomStringConvertible {
    /// What it is about: an option, a file, a filter.
    var subject: String
    /// What is wrong with it and, after a semicolon, the way out.
    var problem: String
    var code: ExitCode
    /// Further lines that show the place, such as a caret under a mistake in a filter file.
    var illustration: String?

    init(_ subject: String, _ problem: String, code: ExitCode = .usage, illustration: String? = nil) {
        (self.subject, self.problem, self.code, self.illustration) = (subject, problem, code, illustration)
    }

    var description: String { "\(subject): \(problem)" }
}
