/// Random numbers that are the same for the same seed everywhere (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// A generator of its own for one purpose, so that cases do not depend on the order in which they run.
    init(seed: UInt64, for purpose: String) {
        // FNV-1a: Swift's own hash differs from run to run.
        let hash = purpose.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        self.init(seed: seed ^ hash)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A number in 0..<1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A whole number in 0..<count.
    mutating func index(below count: Int) -> Int { Int(next() % UInt64(max(count, 1))) }
}
