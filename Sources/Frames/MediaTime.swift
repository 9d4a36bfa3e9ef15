/// An exact point or span of time: `value / scale` seconds, kept in lowest terms with a positive scale.
public struct MediaTime: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let value: Int64
    public let scale: Int64

    public static let zero = MediaTime(0, 1)

    /// The time `value / scale` seconds; `scale` must be positive.
    public init(_ value: Int64, _ scale: Int64) {
        precondition(scale > 0, "a time's scale is positive")
        let divisor = Self.greatestCommonDivisor(value.magnitude, scale.magnitude)
        self.value = value / Int64(divisor)
        self.scale = scale / Int64(divisor)
    }

    /// The time in seconds, rounded to the nearest `Double`.
    public var seconds: Double { Double(value) / Double(scale) }

    /// The time in seconds as people write it: to a microsecond, without zeros at the end.
    public var decimal: String {
        let micros = (Double(value) / Double(scale) * 1e6).rounded()
        guard abs(micros) < 9e15 else { return "\(seconds)" }
        let (whole, part) = (Int64(micros).magnitude / 1_000_000, Int64(micros).magnitude % 1_000_000)
        let digits = String(1_000_000 + part).dropFirst()
        let fraction = part == 0 ? "" : "." + digits.prefix(6 - digits.reversed().prefix { $0 == "0" }.count)
        return (micros < 0 ? "-" : "") + "\(whole)\(fraction)"
    }

    public var description: String { scale == 1 ? "\(value) s" : "\(value)/\(scale) s" }

    public static func < (a: MediaTime, b: MediaTime) -> Bool {
        let left = a.value.multipliedFullWidth(by: b.scale)
        let right = b.value.multipliedFullWidth(by: a.scale)
        return left.high != right.high ? left.high < right.high : left.low < right.low
    }

    public static func + (a: MediaTime, b: MediaTime) -> MediaTime { sum(a, b.value, b.scale) }
    public static func - (a: MediaTime, b: MediaTime) -> MediaTime { sum(a, -b.value, b.scale) }

    /// The span of so many events at a rate, both exact: `value / rate`; the rate must be positive.
    public func divided(by rate: MediaTime) -> MediaTime {
        precondition(rate.value > 0, "a rate is positive")
        return Self.reduced(Int128(value) * Int128(rate.scale), Int128(scale) * Int128(rate.value))
    }

    /// The fractional part of `perSecond * time`, in 0..<1, computed without rounding before the last step.
    public func phase(perSecond: MediaTime) -> Double {
        let scale = Int128(self.scale) * Int128(perSecond.scale)
        let value = Int128(self.value) * Int128(perSecond.value)
        let remainder = ((value % scale) + scale) % scale
        return Double(remainder) / Double(scale)
    }

    private static func sum(_ a: MediaTime, _ value: Int64, _ scale: Int64) -> MediaTime {
        let top = Int128(a.value) * Int128(scale) + Int128(value) * Int128(a.scale)
        let bottom = Int128(a.scale) * Int128(scale)
        return reduced(top, bottom)
    }

    private static func reduced(_ top: Int128, _ bottom: Int128) -> MediaTime {
        var (x, y) = (top.magnitude, bottom.magnitude)
        while y != 0 { (x, y) = (y, x % y) }
        let divisor = Int128(max(x, 1))
        guard let value = Int64(exactly: top / divisor), let scale = Int64(exactly: bottom / divisor) else {
            // Too fine for 64 bits: the nearest nanosecond, or second where nanoseconds do not reach.
            let seconds = Double(top) / Double(bottom)
            return abs(seconds) < 9e9
                ? MediaTime(Int64((seconds * 1e9).rounded()), 1_000_000_000)
                : MediaTime(Int64(max(-9e18, min(9e18, seconds.rounded()))), 1)
        }
        return MediaTime(value, scale)
    }

    private static func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
        var (x, y) = (a, b)
        while y != 0 { (x, y) = (y, x % y) }
        return max(x, 1)
    }
}
