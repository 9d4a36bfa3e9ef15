import FilterLanguage
import Frames

/// The values that a parameter takes in the course of time.
///
/// Before the first key and after the last the value stands. Times are exact; nothing depends on how often it is asked.
public struct Keyframes: Hashable, Sendable {
    /// How the value goes on from a key to the next.
    public enum Easing: String, Sendable, CaseIterable {
        /// It stays until the next key, and jumps there.
        case hold
        /// It changes at an even pace.
        case linear
        /// It sets off and arrives gently: 3s² - 2s³ of the way, where s is the share of the time.
        case ease

        /// The share of the way that is done after a share of the time, both in 0...1.
        func share(_ s: Double) -> Double {
            switch self {
            case .hold: 0
            case .linear: s
            case .ease: s * s * (3 - 2 * s)
            }
        }
    }

    /// A value at a moment.
    public struct Key: Hashable, Sendable {
        /// Time of the composition.
        public var time: MediaTime
        /// As many numbers as the parameter has.
        public var value: [Double]
        /// How the value goes on from here.
        public var easing: Easing

        public init(at time: MediaTime, _ value: [Double], then easing: Easing = .linear) {
            (self.time, self.value, self.easing) = (time, value, easing)
        }

        /// A key of a parameter of one number.
        public init(at time: MediaTime, _ value: Double, then easing: Easing = .linear) {
            self.init(at: time, [value], then: easing)
        }
    }

    /// In the order of their times.
    public let keys: [Key]

    /// More keys than this are refused where they are used.
    public static let maxKeyCount = 4096

    /// The keys, in any order; a graph refuses none at all and two at one time.
    public init(_ keys: [Key]) { self.keys = keys.sorted { $0.time < $1.time } }

    /// The value at a moment; empty when there are no keys.
    public func value(at time: MediaTime) -> [Double] { value(at: time, isHeld: false) }

    /// The value at a moment as a parameter takes it: names and bools do not change by degrees, ints are rounded.
    public func value(at time: MediaTime, of kind: Filter.Parameter.Kind) -> [Double] {
        switch kind {
        case .bool, .choice: value(at: time, isHeld: true)
        case .int: value(at: time, isHeld: false).map { $0.rounded() }
        default: value(at: time, isHeld: false)
        }
    }

    private func value(at time: MediaTime, isHeld: Bool) -> [Double] {
        guard let first = keys.first, let last = keys.last else { return [] }
        if time <= first.time { return first.value }
        if time >= last.time { return last.value }
        // The last key that is not after `time`.
        var (low, high) = (0, keys.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if keys[middle].time <= time { low = middle } else { high = middle }
        }
        let (a, b) = (keys[low], keys[high])
        if isHeld || a.easing == .hold { return a.value }
        let share = a.easing.share(Self.share(time - a.time, of: b.time - a.time))
        return zip(a.value, b.value).map { $0 + ($1 - $0) * share }
    }

    /// One span in parts of another, without a rounding before the last step.
    private static func share(_ part: MediaTime, of whole: MediaTime) -> Double {
        Double(Int128(part.value) * Int128(whole.scale)) / Double(Int128(part.scale) * Int128(whole.value))
    }
}

extension Keyframes {
    /// Why these are no keyframes of a filter's parameter; `nil` when they are.
    func objection(_ filter: Filter, _ name: String) -> String? {
        guard !keys.isEmpty else { return "has no keys; give it one" }
        guard keys.count <= Self.maxKeyCount else {
            return "has \(keys.count) keys; at most \(Self.maxKeyCount) are taken"
        }
        let kind = filter.parameters.first { $0.name == name }?.kind
        if kind == .curve || kind == .image { return "does not change with time; give it one value" }
        for (key, next) in zip(keys, keys.dropFirst()) where key.time == next.time {
            return "has two keys at \(key.time); keep one"
        }
        for key in keys {
            do { try filter.validate([name: key.value]) } catch {
                return keys.count == 1 ? error.problem : "the key at \(key.time): \(error.problem)"
            }
        }
        return nil
    }
}
