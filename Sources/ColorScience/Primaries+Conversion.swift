/// A colour's position in the CIE 1931 diagram.
public struct Chromaticity: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    /// CIE standard illuminants and the white of digital cinema projectors.
    public static let d65 = Chromaticity(0.3127, 0.3290)
    public static let illuminantC = Chromaticity(0.310, 0.316)
    public static let equalEnergy = Chromaticity(1 / 3.0, 1 / 3.0)
    public static let dci = Chromaticity(0.314, 0.351)

    /// X, Y and Z in proportion, summing to 1.
    var tristimulus: RGB { RGB(x, y, 1 - x - y) }

    /// X, Y and Z of this chromaticity at luminance 1.
    var unitLuminance: RGB { tristimulus / y }
}

/// Chromaticities and matrices.
extension Primaries {
    /// Chromaticities of red, green and blue (ITU-T H.273, table 2).
    public var chromaticities: (red: Chromaticity, green: Chromaticity, blue: Chromaticity) {
        func three(_ r: (Double, Double), _ g: (Double, Double), _ b: (Double, Double))
            -> (Chromaticity, Chromaticity, Chromaticity)
        { (Chromaticity(r.0, r.1), Chromaticity(g.0, g.1), Chromaticity(b.0, b.1)) }
        switch self {
        case .bt709: return three((0.640, 0.330), (0.300, 0.600), (0.150, 0.060))
        case .bt470M: return three((0.67, 0.33), (0.21, 0.71), (0.14, 0.08))
        case .bt601PAL: return three((0.64, 0.33), (0.29, 0.60), (0.15, 0.06))
        case .bt601NTSC, .smpte240M: return three((0.630, 0.340), (0.310, 0.595), (0.155, 0.070))
        case .film: return three((0.681, 0.319), (0.243, 0.692), (0.145, 0.049))
        case .bt2020: return three((0.708, 0.292), (0.170, 0.797), (0.131, 0.046))
        case .xyz: return three((1, 0), (0, 1), (0, 0))
        case .dciP3, .displayP3: return three((0.680, 0.320), (0.265, 0.690), (0.150, 0.060))
        case .ebu3213: return three((0.630, 0.340), (0.295, 0.605), (0.155, 0.077))
        }
    }

    /// The chromaticity of equal red, green and blue.
    public var whitePoint: Chromaticity {
        switch self {
        case .bt470M, .film: .illuminantC
        case .xyz: .equalEnergy
        case .dciP3: .dci
        default: .d65
        }
    }

    /// What each channel adds to luminance; the three sum to 1.
    ///
    /// BT.2020's are the four-digit numbers of the standard, which BT.2100's OOTF is written with; the others follow
    /// from the chromaticities.
    public var luminanceWeights: RGB {
        self == .bt2020 ? RGB(0.2627, 0.6780, 0.0593) : toXYZ.rows[1]
    }

    /// Linear light in these primaries to CIE XYZ, white at Y = 1.
    public var toXYZ: Matrix3 { Self.table[self, default: .identity] }

    private static let table = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.derivedToXYZ) })

    private var derivedToXYZ: Matrix3 {
        let (red, green, blue) = chromaticities
        let columns = Matrix3(rows: [red.tristimulus, green.tristimulus, blue.tristimulus]).transpose
        return columns * Matrix3.diagonal(columns.inverse * whitePoint.unitLuminance)
    }

    /// Linear light in these primaries to linear light in `target`, white to white: between different white points by
    /// Bradford's adaptation.
    public func conversion(to target: Primaries) -> Matrix3 {
        Self.conversions[self]?[target] ?? .identity
    }

    /// Every pair, computed once: conversions are asked for at each pixel by the CPU reference.
    private static let conversions = Dictionary(
        uniqueKeysWithValues: allCases.map { source in
            (
                source,
                Dictionary(uniqueKeysWithValues: allCases.map { ($0, source.derivedConversion(to: $0)) })
            )
        })

    private func derivedConversion(to target: Primaries) -> Matrix3 {
        if self == target { return .identity }
        return target.toXYZ.inverse * bradford(from: whitePoint, to: target.whitePoint) * toXYZ
    }
}

/// Moves XYZ seen under one white to what matches it under another (Bradford's cone responses, linear form).
private func bradford(from source: Chromaticity, to target: Chromaticity) -> Matrix3 {
    if source == target { return .identity }
    let cones = Matrix3(rows: [
        RGB(0.8951, 0.2664, -0.1614), RGB(-0.7502, 1.7135, 0.0367), RGB(0.0389, -0.0685, 1.0296),
    ])
    let gain = (cones * target.unitLuminance) / (cones * source.unitLuminance)
    return cones.inverse * Matrix3.diagonal(gain) * cones
}
