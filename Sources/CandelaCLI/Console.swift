import Foundation

/// The process's standard output and error.
enum Console {
    /// Whether standard error is a terminal that a person watches.
    static let errorIsTerminal = isatty(STDERR_FILENO) == 1

    /// Writes a line to standard output.
    static func print(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

    /// Writes a line to standard error.
    static func note(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

    /// Writes text to standard error as it is.
    static func raw(_ text: String) { write(text, to: STDERR_FILENO) }

    /// Columns of the terminal behind standard error; 80 when it does not say.
    static var columns: Int {
        var size = winsize()
        let result = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size)
        return result == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// Reports the error that ends the program: one line, then the place it speaks of, where there is one.
    static func report(_ error: CommandError) {
        note("candela: \(oneLine(error.description))")
        if let illustration = error.illustration { note(illustration) }
    }

    // Unbuffered, so that lines of both streams keep their order; a reader that went away is not an error of ours.
    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
