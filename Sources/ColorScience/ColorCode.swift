/// A set of colour primaries with its white point, by the code points of ITU-T H.273, table 2.
public enum Primaries: Int, Sendable, CaseIterable {
    case bt709 = 1
    case bt470M = 4
    case bt601PAL = 5
    case bt601NTSC = 6
    case smpte240M = 7
    case film = 8
    case bt2020 = 9
    case xyz = 10
    case dciP3 = 11
    case displayP3 = 12
    case ebu3213 = 22
}

/// How light becomes signal, by the code points of ITU-T H.273, table 3.
///
/// `bt709`, `bt601`, `bt2020TenBit` and `bt2020TwelveBit` are decoded as a BT.1886 display shows them.
public enum Transfer: Int, Sendable, CaseIterable {
    case bt709 = 1
    case gamma22 = 4
    case gamma28 = 5
    case bt601 = 6
    case smpte240M = 7
    case linear = 8
    case srgb = 13
    case bt2020TenBit = 14
    case bt2020TwelveBit = 15
    case pq = 16
    case hlg = 18

    /// Whether the curve carries light above reference white: PQ and HLG.
    public var isHDR: Bool { self == .pq || self == .hlg }
}

/// How R'G'B' becomes Y'CbCr, by the code points of ITU-T H.273, table 4.
public enum ColorMatrix: Int, Sendable, CaseIterable {
    case rgb = 0
    case bt709 = 1
    case fcc = 4
    case bt601PAL = 5
    case bt601NTSC = 6
    case smpte240M = 7
    case ycgco = 8
    case bt2020 = 9
    case bt2020Constant = 10
    case ictcp = 14
}

/// Which codes hold black and white.
public enum Levels: String, Sendable, CaseIterable {
    /// 16...235 (luma) and 16...240 (chroma), scaled by the depth.
    case narrow
    /// 0...2^n-1.
    case full
}

/// The colour of one picture's codes: primaries, transfer, matrix.
public struct ColorProperties: Hashable, Sendable {
    public var primaries: Primaries
    public var transfer: Transfer
    public var matrix: ColorMatrix

    public init(primaries: Primaries, transfer: Transfer, matrix: ColorMatrix) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
    }

    /// BT.709 shown by a BT.1886 display.
    public static let sdr = ColorProperties(primaries: .bt709, transfer: .bt709, matrix: .bt709)
    /// Display P3 at SDR levels.
    public static let p3 = ColorProperties(primaries: .displayP3, transfer: .srgb, matrix: .bt709)
    /// BT.2100 hybrid log-gamma.
    public static let hlg = ColorProperties(primaries: .bt2020, transfer: .hlg, matrix: .bt2020)
    /// BT.2100 perceptual quantizer.
    public static let pq = ColorProperties(primaries: .bt2020, transfer: .pq, matrix: .bt2020)
}
