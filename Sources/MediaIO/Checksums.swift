/// The checksum of PNG's chunks (ISO 3309, polynomial 0x04C11DB7, reflected).
enum CRC32 {
    /// Eight bytes a step: the tables say what each of them does to the sum after those that follow it.
    private static let tables: [[UInt32]] = {
        let first = (0..<256).map { number -> UInt32 in
            (0..<8).reduce(UInt32(number)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        var all = [first]
        for _ in 1..<8 {
            let before = all[all.count - 1]
            all.append(before.map { $0 >> 8 ^ first[Int($0 & 255)] })
        }
        return all
    }()

    static func sum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = .max
        let flat = tables.flatMap { $0 }
        flat.withUnsafeBufferPointer { table in
            bytes.withUnsafeBytes { bytes in
                var place = 0
                while place + 8 <= bytes.count {
                    let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian ^ UInt64(sum)
                    sum = 0
                    for step in 0..<8 {
                        sum ^= table[(7 - step) << 8 | Int(truncatingIfNeeded: word >> UInt64(8 * step) & 255)]
                    }
                    place += 8
                }
                for byte in bytes[place...] { sum = sum >> 8 ^ table[Int((sum ^ UInt32(byte)) & 255)] }
            }
        }
        return ~sum
    }
}

/// The checksum of zlib streams (RFC 1950).
enum Adler32 {
    private static let modulus: UInt32 = 65_521

    static func sum(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        var place = 0
        while place < bytes.count {
            // So many bytes fit 32 bits before the remainder must be taken.
            let end = min(place + 5552, bytes.count)
            while place < end {
                low &+= UInt32(bytes[place])
                high &+= low
                place += 1
            }
            low %= modulus
            high %= modulus
        }
        return high << 16 | low
    }

    /// The sum of two pieces one after another, from the sums of each.
    static func joined(_ first: UInt32, _ second: UInt32, secondCount: Int) -> UInt32 {
        let low = ((first & 0xFFFF) + (second & 0xFFFF) + modulus - 1) % modulus
        // Every byte of the second piece adds the first one's low sum, less the 1 that it begins with itself.
        let carried = UInt64(secondCount % Int(modulus)) * UInt64((first & 0xFFFF) + modulus - 1) % UInt64(modulus)
        let high = ((first >> 16) + (second >> 16) + UInt32(carried)) % modulus
        return high << 16 | low
    }
}
