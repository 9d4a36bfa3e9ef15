import Frames

/// Frame rates as people write them.
extension MediaTime {
    /// Reads frames a second: `25`, `30000/1001`, or `23.976`; `nil` for what is no rate from 1/1000 to 1000.
    ///
    /// Decimals that stand for a rate of television, 1000/1001 of a whole one, are taken for that.
    public init?(frameRate text: String) {
        func whole(_ text: Substring) -> Int64? {
            guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
                return nil
            }
            return Int64(text)
        }
        let halves = text.split(separator: "/", omittingEmptySubsequences: false)
        let rate: MediaTime
        if halves.count == 2 {
            guard let above = whole(halves[0]), let below = whole(halves[1]), below > 0 else { return nil }
            rate = MediaTime(above, below)
        } else {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count <= 2, let units = whole(parts[0]), units <= 1000 else { return nil }
            if parts.count == 2 {
                guard parts[1].utf8.count <= 6, let fraction = whole(parts[1]) else { return nil }
                let scale = (0..<parts[1].utf8.count).reduce(Int64(1)) { product, _ in product * 10 }
                rate = Self.television(MediaTime(units * scale + fraction, scale))
            } else {
                rate = MediaTime(units, 1)
            }
        }
        guard rate >= MediaTime(1, 1000), rate <= MediaTime(1000, 1) else { return nil }
        self = rate
    }

    /// The rate of television that a decimal rounds, or itself.
    private static func television(_ rate: MediaTime) -> MediaTime {
        for whole: Int64 in [15, 24, 30, 48, 60, 90, 96, 120, 240] {
            let exact = MediaTime(whole * 1000, 1001)
            // Two decimals at least of the exact rate: 23.98.
            if abs(exact.seconds - rate.seconds) <= 0.005, rate.scale > 1 { return exact }
        }
        return rate
    }
}

/// The pictures of a constant rate, counted from the source's first one, and which of the source's each of them shows.
///
/// A picture of the source belongs to the nearest time of the output and to those after it, until that of the next one:
/// what ffmpeg's filter fps does unless told otherwise. Times that a container has rounded, by however little, then do
/// not show the picture before.
struct ConstantRate {
    /// Pictures a second.
    let rate: MediaTime
    let start: MediaTime
    private var count: Int64 = 0

    init(_ rate: MediaTime, from start: MediaTime) { (self.rate, self.start) = (rate, start) }

    /// How long each picture is shown.
    var duration: MediaTime { MediaTime(rate.scale, rate.value) }

    /// The next picture's time, where it lies before the one nearest to `end`; each is told once.
    mutating func next(before end: MediaTime) -> MediaTime? {
        guard count < place(of: end) else { return nil }
        defer { count += 1 }
        return time(count)
    }

    /// The next picture's time whatever follows, if it is the first: nothing that was asked for has no picture.
    mutating func only() -> MediaTime? {
        guard count == 0 else { return nil }
        count = 1
        return start
    }

    private func time(_ number: Int64) -> MediaTime { start + MediaTime(number, 1).divided(by: rate) }

    /// The number of the picture nearest to a time; of two that are equally near, the later.
    func place(of time: MediaTime) -> Int64 {
        let span = time - start
        let top = Int128(span.value) * Int128(rate.value)
        let bottom = Int128(span.scale) * Int128(rate.scale)
        let (twice, whole) = (2 * top + bottom, 2 * bottom)
        let quotient = twice / whole
        return Int64(clamping: twice < 0 && quotient * whole != twice ? quotient - 1 : quotient)
    }

    /// What ticks must be so that the pictures' times are whole numbers of them; the rate's own where that is too fine.
    var timeBase: MediaTime {
        var (x, y) = (rate.value, start.scale)
        while y != 0 { (x, y) = (y, x % y) }
        let (scale, isTooFine) = (rate.value / x).multipliedReportingOverflow(by: start.scale)
        // Containers count ticks in 32 bits.
        return isTooFine || scale > Int64(Int32.max) ? duration : MediaTime(1, scale)
    }
}
