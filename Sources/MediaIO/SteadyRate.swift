import Frames

/// Compares times with those of pictures that follow one another at one rate.
struct SteadyRate {
    /// Pictures a second.
    let rate: MediaTime
    private var first: MediaTime?
    private var count = 0

    /// `nil` for a rate that is none.
    init?(_ rate: MediaTime) {
        guard rate.value > 0 else { return nil }
        self.rate = rate
    }

    /// Whether the next picture's time is less than a quarter of a picture from its place; containers round times.
    mutating func fits(_ time: MediaTime) -> Bool {
        let start = first ?? time
        first = start
        let place = (time - start).seconds * rate.seconds
        defer { count += 1 }
        return abs(place - Double(count)) < 0.25
    }
}
