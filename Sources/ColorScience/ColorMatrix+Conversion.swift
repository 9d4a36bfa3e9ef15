/// R'G'B' to Y'CbCr and back, on signals: luma 0...1, chroma -0.5...0.5.
extension ColorMatrix {
    /// The weights of red and blue in luma, for matrices that are defined by them.
    public var lumaWeights: (red: Double, blue: Double)? {
        switch self {
        case .bt709: (0.2126, 0.0722)
        case .fcc: (0.30, 0.11)
        case .bt601PAL, .bt601NTSC: (0.299, 0.114)
        case .smpte240M: (0.212, 0.087)
        case .bt2020: (0.2627, 0.0593)
        case .rgb, .ycgco, .bt2020Constant, .ictcp: nil
        }
    }

    /// R'G'B' to Y'CbCr; `nil` for constant luminance and ICtCp, which are no matrix over R'G'B'.
    ///
    /// YCgCo puts Cg in the place of Cb, Co in that of Cr; `rgb` is the identity.
    public var toYCbCr: Matrix3? {
        switch self {
        case .rgb: return .identity
        case .ycgco:
            return Matrix3(rows: [RGB(0.25, 0.5, 0.25), RGB(-0.25, 0.5, -0.25), RGB(0.5, 0, -0.5)])
        default:
            guard let (red, blue) = lumaWeights else { return nil }
            let luma = RGB(red, 1 - red - blue, blue)
            return Matrix3(rows: [
                luma, (RGB(0, 0, 1) - luma) / (2 * (1 - blue)), (RGB(1, 0, 0) - luma) / (2 * (1 - red)),
            ])
        }
    }

    /// Y'CbCr to R'G'B'; `nil` as `toYCbCr` is.
    public var toRGB: Matrix3? {
        switch self {
        case .rgb: return .identity
        case .ycgco: return Matrix3(rows: [RGB(1, -1, 1), RGB(1, 1, 0), RGB(1, -1, -1)])
        default:
            guard let (red, blue) = lumaWeights else { return nil }
            let (cb, cr, green) = (2 * (1 - blue), 2 * (1 - red), 1 - red - blue)
            return Matrix3(rows: [
                RGB(1, 0, cr), RGB(1, -blue * cb / green, -red * cr / green), RGB(1, cb, 0),
            ])
        }
    }
}
