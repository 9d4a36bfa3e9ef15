import Candela
import Foundation

/// The process's standard output and error.
enum Console {
    /// Whether standard error is a terminal that a person watches.
    static let errorIsTerminal = isatty(STDERR_FILENO) == 1

    /// Standard output does not take what is written: it is full, closed, or nobody reads it any more.
    struct OutputError: Error, Equatable {
        /// The system's number, such as `ENOSPC`.
        let number: Int32
    }

    /// Makes writing fail by an error that can be told: by default a signal ends the process where a pipe's reader went
    /// away or a file would pass the limit of its size, and a file of ours would take the place of a closed stream.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        // The lowest number that is free is taken, so that each stands in for itself; reading from the first and writing
        // to the second fail as before.
        for (stream, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
        where fcntl(stream, F_GETFD) < 0 {
            _ = open("/dev/null", mode)
        }
    }

    /// Writes lines to standard output; what came from a file or an argument and would not be shown there is written out.
    static func print(_ text: String) throws(OutputError) {
        let number = write(Terminal.shown(text) + "\n", to: STDOUT_FILENO)
        guard number == 0 else { throw OutputError(number: number) }
    }

    /// Writes lines to standard error, likewise; where that takes nothing, there is nobody to tell.
    static func note(_ text: String) { _ = write(Terminal.shown(text) + "\n", to: STDERR_FILENO) }

    /// Writes text to standard error as it is.
    static func raw(_ text: String) { _ = write(text, to: STDERR_FILENO) }

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

    /// Writes text, unbuffered, so that lines of both streams keep their order; answers the system's number of what went
    /// wrong, 0 for nothing.
    private static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                // Whoever lent us the stream does not want to be waited for; we have nothing else to do.
                var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&place, 1, -1)
                continue
            }
            guard count > 0 else { return count < 0 ? errno : EIO }
            bytes = bytes.dropFirst(count)
        }
        return 0
    }
}
