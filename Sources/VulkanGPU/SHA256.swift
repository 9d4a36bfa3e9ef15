/// The hash of FIPS 180-4, for cache keys; Foundation on Linux has none.
struct SHA256 {
    /// The digest of some bytes.
    static func digest(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var message = Array(bytes)
        let bitCount = UInt64(message.count) * 8
        message.append(0x80)
        message.append(contentsOf: [UInt8](repeating: 0, count: (120 - message.count % 64) % 64))
        message.append(contentsOf: (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * $0)) })
        var state = initial
        var words = [UInt32](repeating: 0, count: 64)
        for start in stride(from: 0, to: message.count, by: 64) {
            mix(&state, message[start..<start + 64], &words)
        }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
    }

    /// The digest of a text's UTF-8 as 64 hexadecimal digits.
    static func hex(_ text: String) -> String {
        digest(text.utf8).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    private static func mix(_ state: inout [UInt32], _ block: ArraySlice<UInt8>, _ words: inout [UInt32]) {
        let base = block.startIndex
        for i in 0..<16 {
            words[i] = (0..<4).reduce(0) { $0 << 8 | UInt32(block[base + 4 * i + $1]) }
        }
        for i in 16..<64 {
            let (x, y) = (words[i - 15], words[i - 2])
            let s0 = turned(x, 7) ^ turned(x, 18) ^ (x >> 3)
            let s1 = turned(y, 17) ^ turned(y, 19) ^ (y >> 10)
            words[i] = words[i - 16] &+ s0 &+ words[i - 7] &+ s1
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for i in 0..<64 {
            let s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
            let t1 = h &+ s1 &+ ((e & f) ^ (~e & g)) &+ rounds[i] &+ words[i]
            let s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
            let t2 = s0 &+ ((a & b) ^ (a & c) ^ (b & c))
            (h, g, f, e) = (g, f, e, d &+ t1)
            (d, c, b, a) = (c, b, a, t1 &+ t2)
        }
        for (i, value) in [a, b, c, d, e, f, g, h].enumerated() { state[i] &+= value }
    }

    private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }

    private static let primes: [UInt32] = {
        var found: [UInt32] = []
        var candidate: UInt32 = 2
        while found.count < 64 {
            if found.allSatisfy({ candidate % $0 != 0 }) { found.append(candidate) }
            candidate += 1
        }
        return found
    }()

    /// The first 32 bits of the fractional parts of the primes' square roots.
    private static let initial: [UInt32] = primes.prefix(8).map { prime in
        // floor(sqrt(p) 2^32), whose low half is what is wanted, found bit by bit in 128 bits.
        let target = UInt128(prime) << 64
        return UInt32(truncatingIfNeeded: largest { $0 * $0 <= target })
    }

    /// The first 32 bits of the fractional parts of the primes' cube roots.
    private static let rounds: [UInt32] = primes.map { prime in
        let target = UInt128(prime) << 96
        return UInt32(truncatingIfNeeded: largest { $0 * $0 * $0 <= target })
    }

    /// The largest number of at most 36 bits for which a claim holds, true up to it and false beyond.
    private static func largest(_ holds: (UInt128) -> Bool) -> UInt128 {
        stride(from: 35, through: 0, by: -1).reduce(0) { root, bit in
            let candidate = root | UInt128(1) << UInt128(bit)
            return holds(candidate) ? candidate : root
        }
    }
}
