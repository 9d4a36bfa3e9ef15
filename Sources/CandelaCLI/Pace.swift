/// Frames done, how fast, and what is left.
struct Pace: Sendable {
    var done: Int
    /// `nil` when the number of frames is not known beforehand.
    var total: Int?
    var framesPerSecond: Double
    /// Seconds until the last frame, at this pace.
    var secondsLeft: Double?

    /// One plain line: `120 of 300 frames, 24.1 fps, 0:07 left`.
    var line: String {
        let count = total.map { "\(done) of \(counted($0, "frame"))" } ?? counted(done, "frame")
        let left = secondsLeft.map { ", \(Self.clock($0)) left" } ?? ""
        return "\(count), \(Self.rate(framesPerSecond)) fps\(left)"
    }

    /// The line with a bar before it, in at most `columns` columns.
    func bar(columns: Int) -> String {
        guard let total, total > 0 else { return String(line.prefix(columns)) }
        let room = min(columns - line.count - 4, 40)
        guard room >= 5 else { return String(line.prefix(columns)) }
        let filled = min(room * done / total, room)
        return "[\(String(repeating: "#", count: filled))\(String(repeating: "-", count: room - filled))] \(line)"
    }

    /// The members of a progress event.
    var members: [(String, JSON)] {
        [
            ("frames", .integer(done)), ("totalFrames", JSON(total)),
            ("framesPerSecond", .number((framesPerSecond * 100).rounded() / 100)),
            ("secondsLeft", JSON(secondsLeft.map { ($0 * 10).rounded() / 10 })),
        ]
    }

    /// `m:ss`, or `h:mm:ss` from an hour on.
    static func clock(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 8_639_999).rounded(.up))
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        let tail = rest < 10 ? "0\(rest)" : "\(rest)"
        guard hours > 0 else { return "\(minutes):\(tail)" }
        return "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(tail)"
    }

    private static func rate(_ number: Double) -> String {
        number >= 100 ? String(Int(number.rounded())) : fixed(number, 1)
    }
}
