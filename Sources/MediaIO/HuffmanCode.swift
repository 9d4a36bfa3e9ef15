/// A canonical prefix code of limited length, as RFC 1951 (DEFLATE) defines it.
struct HuffmanCode {
    /// Bits of each symbol's code; 0 for symbols that never occur.
    let lengths: [UInt8]
    /// Each symbol's code, its first bit lowest, as it is written.
    let codes: [UInt16]

    /// The code for symbols that occur as often as `counts` says, none longer than `limit` bits.
    ///
    /// Two symbols get a code in any case: some readers refuse a code that is not complete.
    init(counts: [Int], limit: Int) {
        var counts = counts
        for symbol in 0..<2 where counts.lazy.filter({ $0 > 0 }).count < 2 { counts[symbol] = max(counts[symbol], 1) }
        var lengths = Self.lengths(counts)
        // Flatter counts give shorter codes; equal ones give the shortest there are.
        while (lengths.max() ?? 0) > limit {
            counts = counts.map { $0 == 0 ? 0 : ($0 + 1) / 2 }
            lengths = Self.lengths(counts)
        }
        self.lengths = lengths.map { UInt8($0) }
        codes = Self.codes(lengths)
    }

    /// Huffman's lengths, by merging the two rarest trees again and again.
    private static func lengths(_ counts: [Int]) -> [Int] {
        let leaves = counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$0], $0) < (counts[$1], $1) }
        // Trees by number: leaves first, then merged ones, whose weights come out in rising order.
        var weights = leaves.map { counts[$0] }
        var parents = [Int](repeating: 0, count: 2 * leaves.count - 1)
        var (leaf, merged) = (0, leaves.count)
        while weights.count < 2 * leaves.count - 1 {
            var weight = 0
            for _ in 0..<2 {
                let takesLeaf =
                    leaf < leaves.count && (merged >= weights.count || weights[leaf] <= weights[merged])
                let tree = takesLeaf ? leaf : merged
                if takesLeaf { leaf += 1 } else { merged += 1 }
                weight += weights[tree]
                parents[tree] = weights.count
            }
            weights.append(weight)
        }
        var depths = [Int](repeating: 0, count: weights.count)
        for tree in weights.indices.dropLast().reversed() { depths[tree] = depths[parents[tree]] + 1 }
        var lengths = [Int](repeating: 0, count: counts.count)
        for (index, symbol) in leaves.enumerated() { lengths[symbol] = depths[index] }
        return lengths
    }

    private static func codes(_ lengths: [Int]) -> [UInt16] {
        let longest = lengths.max() ?? 0
        var counts = [Int](repeating: 0, count: longest + 2)
        for length in lengths where length > 0 { counts[length] += 1 }
        var next = [UInt16](repeating: 0, count: longest + 2)
        for length in stride(from: 1, through: longest, by: 1) {
            next[length] = (next[length - 1] + UInt16(length == 1 ? 0 : counts[length - 1])) << 1
        }
        return lengths.map { length in
            guard length > 0 else { return 0 }
            defer { next[length] += 1 }
            return reversed(next[length], bits: length)
        }
    }

    private static func reversed(_ code: UInt16, bits: Int) -> UInt16 {
        (0..<bits).reduce(0) { $0 | ((code >> UInt16($1)) & 1) << UInt16(bits - 1 - $1) }
    }
}
