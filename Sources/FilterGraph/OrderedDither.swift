/// The static pattern that is added before rounding to codes.
public enum OrderedDither {
    /// The rank, 0...63, of a place in the 8x8 Bayer matrix.
    ///
    /// Bit i of x ^ y and of y, lowest bit first, become the bits of the rank from the top down.
    public static func rank(x: Int, y: Int) -> Int {
        (0..<3).reduce(0) { rank, bit in
            rank | ((x ^ y) >> bit & 1) << (5 - 2 * bit) | (y >> bit & 1) << (4 - 2 * bit)
        }
    }

    /// What is added to an unrounded code at a sample of a plane, in codes: under half a code, so that a value within
    /// 1/128 of its code stays there.
    public static func offset(x: Int, y: Int) -> Double { (Double(rank(x: x, y: y)) + 0.5) / 64 - 0.5 }
}
