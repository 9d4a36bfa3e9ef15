/// How values become integer codes of one depth (BT.2100, table 9).
public struct Quantisation: Hashable, Sendable {
    /// A straight line from value to code.
    public struct Scale: Hashable, Sendable {
        /// Codes for each unit of value.
        public let scale: Double
        /// The code of value 0.
        public let offset: Double

        /// The code of a value before it is rounded and limited.
        public func code(_ value: Double) -> Double { value * scale + offset }

        /// The value of a code.
        public func value(_ code: Double) -> Double { (code - offset) / scale }
    }

    public let bits: Int
    public let levels: Levels
    /// Y' of 0...1.
    public let luma: Scale
    /// Cb and Cr of -0.5...0.5.
    public let chroma: Scale
    /// R', G' and B' of 0...1: as luma.
    public var rgb: Scale { luma }
    /// Alpha of 0...1: always over the full range.
    public let alpha: Scale

    /// The formulas of a depth of 8 to 16 bits.
    public init(bits: Int, levels: Levels) {
        precondition((8...16).contains(bits), "codes have 8 to 16 bits")
        self.bits = bits
        self.levels = levels
        let unit = Double(1 << (bits - 8))
        let top = Double(1 << bits) - 1
        switch levels {
        case .narrow:
            luma = Scale(scale: 219 * unit, offset: 16 * unit)
            chroma = Scale(scale: 224 * unit, offset: 128 * unit)
        case .full:
            luma = Scale(scale: top, offset: 0)
            chroma = Scale(scale: top, offset: 128 * unit)
        }
        alpha = Scale(scale: top, offset: 0)
    }

    /// The largest code: 2^bits - 1.
    public var maxCode: Int { (1 << bits) - 1 }
}
