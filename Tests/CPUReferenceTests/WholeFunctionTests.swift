import Testing

@testable import CPUReference

/// GLSL's functions of bits and of wide sums give what Swift's own whole numbers give, to the bit.
@Suite struct WholeFunctionTests {
    private static let words: [UInt32] = [
        0, 1, 2, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0xDEAD_BEEF, 0x0001_2345, 65536,
    ]

    private static func literal(_ word: UInt32, isSigned: Bool) -> String {
        isSigned ? "int(\(word)u)" : "\(word)u"
    }

    /// The halves of a word as two floats, which hold them exactly.
    private static func halves(_ word: UInt32) -> [Double] { [Double(word >> 16), Double(word & 65535)] }

    /// What one line of code makes, in `m` and `l`, as four halves.
    private func halves(_ code: String) throws -> [Double] {
        let filter = try trial(
            """
            vec4 trial(vec4 color) {
                uint m = 0u;
                uint l = 0u;
                \(code)
                return vec4(float(m >> 16), float(m & 65535u), float(l >> 16), float(l & 65535u));
            }
            """)
        return try apply(filter, to: [[[0, 0, 0, 1]]]).pixel(0)
    }

    @Test(arguments: [(0, 0), (0, 32), (5, 9), (31, 1), (0, 1), (1, 31), (16, 16), (7, 0)])
    func bitsAreTakenAndPut(_ offset: Int, _ count: Int) throws {
        for word in Self.words {
            let mask = count == 32 ? UInt32.max : ((UInt32(1) << count) - 1)
            let bits = count == 0 ? 0 : (word >> offset) & mask
            let extended = count == 0 ? 0 : UInt32(bitPattern: Int32(bitPattern: bits << (32 - count)) >> (32 - count))
            let other: UInt32 = 0x5A5A_A5A5
            let inserted = count == 0 ? word : (word & ~(mask << offset)) | ((other & mask) << offset)
            let (x, y) = (Self.literal(word, isSigned: false), Self.literal(other, isSigned: false))
            let (sx, sy) = (Self.literal(word, isSigned: true), Self.literal(other, isSigned: true))
            #expect(
                try halves(
                    "m = bitfieldExtract(\(x), \(offset), \(count)); l = uint(bitfieldExtract(\(sx), \(offset), \(count)));"
                )
                    == Self.halves(bits) + Self.halves(extended), "\(word)")
            #expect(
                try halves(
                    "m = bitfieldInsert(\(x), \(y), \(offset), \(count)); l = uint(bitfieldInsert(\(sx), \(sy), \(offset), \(count)));"
                ) == Self.halves(inserted) + Self.halves(inserted), "\(word)")
        }
    }

    @Test(arguments: words) func sumsAndProductsAreWide(_ x: UInt32) throws {
        for y in Self.words {
            let (a, b) = (Self.literal(x, isSigned: false), Self.literal(y, isSigned: false))
            let sum = x.addingReportingOverflow(y)
            #expect(
                try halves("l = uaddCarry(\(a), \(b), m);")
                    == Self.halves(sum.overflow ? 1 : 0) + Self.halves(sum.partialValue), "\(x) + \(y)")
            let difference = x.subtractingReportingOverflow(y)
            #expect(
                try halves("l = usubBorrow(\(a), \(b), m);")
                    == Self.halves(difference.overflow ? 1 : 0) + Self.halves(difference.partialValue), "\(x) - \(y)")
            let product = x.multipliedFullWidth(by: y)
            #expect(
                try halves("umulExtended(\(a), \(b), m, l);") == Self.halves(product.high) + Self.halves(product.low),
                "\(x) * \(y)")
            let signed = Int32(bitPattern: x).multipliedFullWidth(by: Int32(bitPattern: y))
            #expect(
                try halves("int h; int k; imulExtended(int(\(a)), int(\(b)), h, k); m = uint(h); l = uint(k);")
                    == Self.halves(UInt32(bitPattern: signed.high)) + Self.halves(signed.low), "\(x) * \(y), signed")
        }
    }

    @Test func vectorsAreTakenComponentByComponent() throws {
        #expect(
            try halves(
                """
                uvec3 c;
                uvec3 s = uaddCarry(uvec3(1u, 4294967295u, 7u), uvec3(2u, 3u, 4294967295u), c);
                m = c.x | c.y << 1 | c.z << 2;
                ivec2 e = bitfieldExtract(ivec2(-1, 256), 4, 8);
                l = s.y + uint(e.x + e.y);
                """) == [0, 6, 0, 2 + 15])
    }
}
