import Frames
import MediaIO

/// Times that a coarse time base has rounded, such as Matroska's milliseconds, as the stated rate has them.
///
/// Pictures of one rate lie whole numbers of pictures apart; rounding moves each by half a tick at most. So the rate
/// explains times as long as what it leaves over of them, the first one's rounding among it, stays within one tick. Then
/// times are counted from the first picture's, which is off by half a tick at most, and so are all others, by the same.
/// From the first picture on that the rate does not explain, times stay as they are.
struct ExactTimes {
    /// What ticks of an output must be, so that exact and rounded times are whole numbers of them.
    let timeBase: MediaTime
    private let rate: MediaTime
    private let tick: MediaTime
    private var holds = true
    private var first: MediaTime?
    private var last: MediaTime?
    /// How far times lie from those counted from the first: the least and the most so far.
    private var least = MediaTime.zero
    private var most = MediaTime.zero

    /// `nil` where the source's ticks hold the times of its rate as they are, or nothing finer can be written.
    init?(_ track: VideoTrack, container: MediaContainer) {
        guard let rate = track.frameRate.map(Self.standard), rate.value > 0, [.mov, .mp4, .nut].contains(container)
        else { return nil }
        let (tick, length) = (track.timeBase, MediaTime(rate.scale, rate.value))
        // A tick that a frame has a whole number of rounds nothing.
        guard tick.value == 1, length.scale > 1, tick.scale % length.scale != 0 else { return nil }
        let (scale, isTooFine) = Self.leastCommonMultiple(tick.scale, length.scale)
        // Containers count ticks in 32 bits.
        guard !isTooFine, scale <= Int64(Int32.max) else { return nil }
        (self.rate, self.tick, timeBase) = (rate, tick, MediaTime(1, scale))
    }

    /// The rate of television that a rounded one stands for, 1000/1001 of a whole number, or the rate itself.
    private static func standard(_ rate: MediaTime) -> MediaTime {
        let whole = (rate.seconds * 1.001).rounded()
        guard (1...1000).contains(whole) else { return rate }
        let standard = MediaTime(Int64(whole) * 1000, 1001)
        return abs(standard.seconds / rate.seconds - 1) < 1e-6 ? standard : rate
    }

    /// The exact time of a picture; `time` where the rate does not explain it. Times must rise.
    mutating func exact(_ time: MediaTime) -> MediaTime {
        let shown = holds ? counted(time) : time
        // Where the first time that is not explained lies close behind an exact one.
        let rising = last.map { max($0 + timeBase, shown) } ?? shown
        last = rising
        return rising
    }

    /// The time counted at the rate from the first picture; `time` where that does not explain it.
    private mutating func counted(_ time: MediaTime) -> MediaTime {
        let start = first ?? time
        first = start
        // What was left over so far lies about this place.
        let middle = (least + most).seconds / 2
        let count = (((time - start).seconds - middle) * rate.seconds).rounded()
        let exact = start + MediaTime(Int64(max(-9e15, min(9e15, count))), 1).divided(by: rate)
        let over = time - exact
        (least, most) = (min(least, over), max(most, over))
        holds = most - least <= tick && last.map { $0 < exact } ?? true
        return holds ? exact : time
    }

    /// How long a picture lasts that `exact` found the time of; `duration` where that is not a picture's length, rounded.
    func exactDuration(_ duration: MediaTime?) -> MediaTime? {
        guard holds, let duration else { return duration }
        let length = MediaTime(rate.scale, rate.value)
        return duration < length + tick && length < duration + tick ? length : duration
    }

    private static func leastCommonMultiple(_ a: Int64, _ b: Int64) -> (Int64, overflow: Bool) {
        var (x, y) = (a, b)
        while y != 0 { (x, y) = (y, x % y) }
        let (product, overflow) = (a / x).multipliedReportingOverflow(by: b)
        return (product, overflow)
    }
}
