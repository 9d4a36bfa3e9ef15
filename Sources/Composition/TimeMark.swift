import Frames

/// A place in time as people write it: seconds, or a count of frames.
public enum TimeMark: Hashable, Sendable {
    case time(MediaTime)
    case frame(Int)

    /// Reads a time as people write it: `12.5`, `1:02:03.5` or `120f`; `nil` when it is none.
    public init?(_ text: some StringProtocol) {
        if text.hasSuffix("f") {
            guard let frame = Self.digits(Substring(text.dropLast())), let frame = Int(exactly: frame) else {
                return nil
            }
            self = .frame(frame)
            return
        }
        let parts = Substring(text).split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let seconds = Self.decimal(parts[parts.count - 1]) else { return nil }
        var whole: Int64 = 0
        for part in parts.dropLast() {
            guard let number = Self.digits(part), number < 1_000_000 else { return nil }
            whole = whole * 60 + number
        }
        // With hours or minutes before them, minutes and seconds stay below 60.
        if parts.count > 1, seconds.seconds >= 60 { return nil }
        if parts.count == 3, let minutes = Self.digits(parts[1]), minutes >= 60 { return nil }
        self = .time(MediaTime(whole * 60, 1) + seconds)
    }

    /// How times are written, for messages.
    public static let form = "write seconds (12.5), h:mm:ss (1:02:03.5) or frames (120f)"

    /// Digits alone, as a number of at most 18 of them.
    private static func digits(_ text: Substring) -> Int64? {
        guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int64(text)
    }

    /// An exact decimal fraction of at most nine places.
    private static func decimal(_ text: Substring) -> MediaTime? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = digits(parts[0]), whole < 1_000_000_000 else { return nil }
        guard parts.count == 2 else { return MediaTime(whole, 1) }
        guard parts[1].utf8.count <= 9, let fraction = digits(parts[1]) else { return nil }
        let scale = (0..<parts[1].utf8.count).reduce(Int64(1)) { product, _ in product * 10 }
        return MediaTime(whole * scale + fraction, scale)
    }
}
