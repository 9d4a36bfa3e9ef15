/// A code of ITU-T H.273 that has names.
public protocol ColorCode: RawRepresentable<Int>, CaseIterable, Sendable {
    /// ffmpeg's name, then other names that are understood.
    var names: [String] { get }
}

extension ColorCode {
    /// ffmpeg's name.
    public var name: String { names[0] }
}

extension Primaries: ColorCode {
    public var names: [String] {
        switch self {
        case .bt709: ["bt709"]
        case .bt470M: ["bt470m"]
        case .bt601PAL: ["bt470bg"]
        case .bt601NTSC: ["smpte170m"]
        case .smpte240M: ["smpte240m"]
        case .film: ["film"]
        case .bt2020: ["bt2020"]
        case .xyz: ["smpte428", "smpte428_1"]
        case .dciP3: ["smpte431"]
        case .displayP3: ["smpte432"]
        case .ebu3213: ["ebu3213", "jedec-p22"]
        }
    }
}

extension Transfer: ColorCode {
    public var names: [String] {
        switch self {
        case .bt709: ["bt709"]
        case .gamma22: ["bt470m", "gamma22"]
        case .gamma28: ["bt470bg", "gamma28"]
        case .bt601: ["smpte170m"]
        case .smpte240M: ["smpte240m"]
        case .linear: ["linear"]
        case .srgb: ["iec61966-2-1", "srgb"]
        case .bt2020TenBit: ["bt2020-10"]
        case .bt2020TwelveBit: ["bt2020-12"]
        case .pq: ["smpte2084", "pq"]
        case .hlg: ["arib-std-b67", "hlg"]
        }
    }
}

extension ColorMatrix: ColorCode {
    public var names: [String] {
        switch self {
        case .rgb: ["gbr", "rgb"]
        case .bt709: ["bt709"]
        case .fcc: ["fcc"]
        case .bt601PAL: ["bt470bg"]
        case .bt601NTSC: ["smpte170m"]
        case .smpte240M: ["smpte240m"]
        case .ycgco: ["ycgco"]
        case .bt2020: ["bt2020nc", "bt2020_ncl"]
        case .bt2020Constant: ["bt2020c", "bt2020_cl"]
        case .ictcp: ["ictcp"]
        }
    }
}

extension ColorProperties: CustomStringConvertible {
    /// ffmpeg's names, as `PRIMARIES:TRANSFER:MATRIX` reads them.
    public var description: String { "\(primaries.name):\(transfer.name):\(matrix.name)" }
}

extension Levels {
    /// ffmpeg's name for the range: `tv` or `pc`.
    public var rangeName: String { self == .narrow ? "tv" : "pc" }
}
