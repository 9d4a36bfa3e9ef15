/// Compresses bytes by RFC 1951 (DEFLATE).
struct Deflate {
    /// How hard to look for repetitions.
    enum Effort: Sendable {
        /// One look: for pictures that somebody waits for.
        case quick
        /// Many looks: for files that are kept.
        case thorough
    }

    private static let blockLength = 1 << 16
    private static let windowLength = 1 << 15
    private static let hashBits = 15
    private static let shortest = 4
    private static let longest = 258

    private let input: UnsafeBufferPointer<UInt8>
    private let looks: Int
    private var output: BitWriter
    /// The last place of each hash, -1 for none.
    private let heads: UnsafeMutablePointer<Int32>
    /// The place before with the same hash, by place within the window; only where more than one look is taken.
    private let links: UnsafeMutablePointer<Int32>
    private let tokens: UnsafeMutablePointer<UInt32>
    private var tokenCount = 0

    /// The compressed form of `input`: whole blocks, ended on a byte; the last block of a stream where `isLast`.
    ///
    /// Streams may be made of several such pieces, compressed apart from one another.
    static func compressed(_ input: UnsafeBufferPointer<UInt8>, effort: Effort, isLast: Bool) -> [UInt8] {
        var work = Deflate(input, effort)
        defer { work.free() }
        return work.run(isLast: isLast)
    }

    private init(_ input: UnsafeBufferPointer<UInt8>, _ effort: Effort) {
        self.input = input
        looks = effort == .quick ? 1 : 128
        output = BitWriter(capacity: 2 * input.count + 1024)
        heads = .allocate(capacity: 1 << Self.hashBits)
        heads.initialize(repeating: -1, count: 1 << Self.hashBits)
        links = .allocate(capacity: Self.windowLength)
        links.initialize(repeating: -1, count: Self.windowLength)
        tokens = .allocate(capacity: Self.blockLength)
        tokens.initialize(repeating: 0, count: Self.blockLength)
    }

    private func free() {
        heads.deallocate()
        links.deallocate()
        tokens.deallocate()
        output.free()
    }

    private mutating func run(isLast: Bool) -> [UInt8] {
        var place = 0
        repeat {
            let end = min(place + Self.blockLength, input.count)
            tokenCount = 0
            findTokens(from: place, to: end)
            place = end
            writeBlock(isLast: isLast && place == input.count)
        } while place < input.count
        if !isLast {
            // An empty stored block ends on a byte.
            output.put(0, bits: 3)
            output.align()
            output.put(0xFFFF_0000, bits: 32)
        }
        output.align()
        return output.bytes
    }

    // MARK: Repetitions

    /// A literal is its byte; a repetition has the top bit, its length less 3 from bit 16, its distance less 1 below.
    private mutating func findTokens(from start: Int, to end: Int) {
        guard let bytes = input.baseAddress else { return }
        var place = start
        var misses = 0
        while place < end {
            let found = place + Self.shortest <= input.count ? repetition(at: place, bytes, room: end - place) : nil
            if let found {
                put(1 << 31 | UInt32(found.length - 3) << 16 | UInt32(found.distance - 1))
                // What a repetition covers is worth remembering only where more than one look is taken.
                if looks > 1 {
                    for inside in (place + 1)..<(place + found.length) where inside + Self.shortest <= input.count {
                        remember(inside, Self.slot(Self.word(bytes, inside)))
                    }
                }
                place += found.length
                misses = 0
            } else {
                // Where nothing repeats, a quick search looks more and more rarely.
                let step = looks > 1 ? 1 : min(1 + misses >> 3, 64, end - place)
                for offset in 0..<step { put(UInt32(bytes[place + offset])) }
                place += step
                misses += 1
            }
        }
    }

    /// The longest repetition that some looks find, and remembers the place.
    @inline(__always)
    private func repetition(
        at place: Int, _ bytes: UnsafePointer<UInt8>, room: Int
    ) -> (length: Int, distance: Int)? {
        let word = Self.word(bytes, place)
        let slot = Self.slot(word)
        var candidate = Int(heads[slot])
        remember(place, slot)
        let room = min(Self.longest, room)
        guard room >= Self.shortest else { return nil }
        var (length, distance, look) = (0, 0, 0)
        while candidate >= 0, place - candidate <= Self.windowLength, look < looks {
            if Self.word(bytes, candidate) == word {
                var same = Self.shortest
                while same < room, bytes[candidate + same] == bytes[place + same] { same += 1 }
                if same > length { (length, distance) = (same, place - candidate) }
                if length >= room { break }
            }
            look += 1
            guard looks > 1 else { break }
            let next = Int(links[candidate & (Self.windowLength - 1)])
            guard next < candidate else { break }
            candidate = next
        }
        // A short repetition costs as many bits as its bytes, and more time.
        return length >= (looks > 1 ? Self.shortest : 6) ? (length, distance) : nil
    }

    @inline(__always)
    private func remember(_ place: Int, _ slot: Int) {
        if looks > 1 { links[place & (Self.windowLength - 1)] = heads[slot] }
        heads[slot] = Int32(truncatingIfNeeded: place)
    }

    @inline(__always)
    private mutating func put(_ token: UInt32) {
        tokens[tokenCount] = token
        tokenCount += 1
    }

    @inline(__always)
    private static func word(_ bytes: UnsafePointer<UInt8>, _ place: Int) -> UInt32 {
        UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt32.self)
    }

    @inline(__always)
    private static func slot(_ word: UInt32) -> Int { Int((word &* 0x9E37_79B1) >> UInt32(32 - hashBits)) }

    // MARK: Blocks

    private mutating func writeBlock(isLast: Bool) {
        var counts = [Int](repeating: 0, count: 286)
        var distanceCounts = [Int](repeating: 0, count: 30)
        counts[256] = 1
        counts.withUnsafeMutableBufferPointer { counts in
            for token in UnsafeBufferPointer(start: tokens, count: tokenCount) {
                if token < 256 {
                    counts[Int(token)] += 1
                } else {
                    counts[Self.lengthSymbol(Int(token >> 16 & 255)).symbol] += 1
                    distanceCounts[Self.distanceSymbol(Int(token & 32767)).symbol] += 1
                }
            }
        }
        let literals = HuffmanCode(counts: counts, limit: 15)
        let distances = HuffmanCode(counts: distanceCounts, limit: 15)
        output.put(isLast ? 1 : 0, bits: 1)
        output.put(2, bits: 2)
        writeCodes(literals, distances)
        literals.codes.withUnsafeBufferPointer { codes in
            literals.lengths.withUnsafeBufferPointer { lengths in
                for token in UnsafeBufferPointer(start: tokens, count: tokenCount) {
                    guard token >= 256 else {
                        output.put(UInt64(codes[Int(token)]), bits: Int(lengths[Int(token)]))
                        continue
                    }
                    let length = Self.lengthSymbol(Int(token >> 16 & 255))
                    output.put(UInt64(codes[length.symbol]), bits: Int(lengths[length.symbol]))
                    output.put(UInt64(length.extra), bits: length.extraBits)
                    let distance = Self.distanceSymbol(Int(token & 32767))
                    output.put(UInt64(distances.codes[distance.symbol]), bits: Int(distances.lengths[distance.symbol]))
                    output.put(UInt64(distance.extra), bits: distance.extraBits)
                }
                output.put(UInt64(codes[256]), bits: Int(lengths[256]))
            }
        }
    }

    /// The lengths of both codes, themselves coded; runs of zeros are counted, other lengths are written out.
    private mutating func writeCodes(_ literals: HuffmanCode, _ distances: HuffmanCode) {
        let literalCount = (literals.lengths.lastIndex { $0 > 0 } ?? 256) + 1
        let distanceCount = (distances.lengths.lastIndex { $0 > 0 } ?? 0) + 1
        let all = literals.lengths.prefix(literalCount) + distances.lengths.prefix(distanceCount)
        var symbols: [(symbol: Int, extra: Int, bits: Int)] = []
        var rest = all[...]
        while let length = rest.first {
            let zeros = rest.prefix { $0 == 0 }.count
            if zeros >= 11 {
                let run = min(zeros, 138)
                symbols.append((18, run - 11, 7))
                rest = rest.dropFirst(run)
            } else if zeros >= 3 {
                symbols.append((17, zeros - 3, 3))
                rest = rest.dropFirst(zeros)
            } else {
                symbols.append((Int(length), 0, 0))
                rest = rest.dropFirst()
            }
        }
        var counts = [Int](repeating: 0, count: 19)
        for entry in symbols { counts[entry.symbol] += 1 }
        let code = HuffmanCode(counts: counts, limit: 7)
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        let written = max(4, (order.lastIndex { code.lengths[$0] > 0 } ?? 0) + 1)
        output.put(UInt64(literalCount - 257), bits: 5)
        output.put(UInt64(distanceCount - 1), bits: 5)
        output.put(UInt64(written - 4), bits: 4)
        for symbol in order.prefix(written) { output.put(UInt64(code.lengths[symbol]), bits: 3) }
        for entry in symbols {
            output.put(UInt64(code.codes[entry.symbol]), bits: Int(code.lengths[entry.symbol]))
            output.put(UInt64(entry.extra), bits: entry.bits)
        }
    }

    /// The symbol of a length less 3: four to each power of two; 258 has one of its own.
    private static func lengthSymbol(_ length: Int) -> (symbol: Int, extra: Int, extraBits: Int) {
        if length < 8 { return (257 + length, 0, 0) }
        if length == 255 { return (285, 0, 0) }
        let bits = (Int.bitWidth - 1 - length.leadingZeroBitCount) - 2
        return (257 + 4 * bits + (length >> bits), length & ((1 << bits) - 1), bits)
    }

    /// The symbol of a distance less 1: two to each power of two.
    private static func distanceSymbol(_ distance: Int) -> (symbol: Int, extra: Int, extraBits: Int) {
        if distance < 4 { return (distance, 0, 0) }
        let bits = (Int.bitWidth - 1 - distance.leadingZeroBitCount) - 1
        return (2 * bits + (distance >> bits), distance & ((1 << bits) - 1), bits)
    }
}

/// Writes numbers of a few bits, lowest bit first.
private struct BitWriter {
    private let storage: UnsafeMutablePointer<UInt8>
    private var count = 0
    private var pending: UInt64 = 0
    private var pendingBits = 0

    /// `capacity` is the most bytes that are ever written.
    init(capacity: Int) { storage = .allocate(capacity: capacity + 16) }

    func free() { storage.deallocate() }

    /// The bytes that are full.
    var bytes: [UInt8] { Array(UnsafeBufferPointer(start: storage, count: count)) }

    /// Writes the lowest `bits` of a number, at most 32; those above must be 0.
    @inline(__always)
    mutating func put(_ number: UInt64, bits: Int) {
        pending |= number << UInt64(pendingBits)
        pendingBits += bits
        guard pendingBits >= 32 else { return }
        let word = UInt32(truncatingIfNeeded: pending).littleEndian
        UnsafeMutableRawPointer(storage).storeBytes(of: word, toByteOffset: count, as: UInt32.self)
        count += 4
        pending >>= 32
        pendingBits -= 32
    }

    /// Fills the last byte with zeros.
    mutating func align() {
        while pendingBits > 0 {
            storage[count] = UInt8(truncatingIfNeeded: pending)
            count += 1
            pending >>= 8
            pendingBits -= 8
        }
        (pending, pendingBits) = (0, 0)
    }
}
