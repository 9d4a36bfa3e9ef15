/// What each step does to one pixel: the reference that shaders are judged by.
extension ColorStep {
    /// The pixel after this step.
    public func apply(_ rgb: RGB) -> RGB {
        switch self {
        case .decode(let transfer, let primaries, let referenceWhiteNits):
            return transfer.decode(rgb, primaries: primaries, referenceWhiteNits: referenceWhiteNits)
        case .encode(let transfer, let primaries, let referenceWhiteNits):
            return transfer.encode(rgb, primaries: primaries, referenceWhiteNits: referenceWhiteNits)
        case .matrix(let matrix):
            return matrix * rgb
        case .toneMap(let source, let target, let referenceWhiteNits):
            let nits = rgb.max() * referenceWhiteNits
            guard nits > 0 else { return rgb }
            return rgb * (BT2390(sourcePeakNits: source, targetPeakNits: target).nits(nits) / nits)
        case .fitGamut(let primaries):
            let luminance = (Primaries.bt2020.luminanceWeights * rgb).sum()
            let converted = Primaries.bt2020.conversion(to: primaries) * rgb
            return desaturated(converted, towards: luminance, top: max(1, rgb.max()))
        case .shoulder(let knee, let peak):
            return rgb * shoulderGain(rgb.max(), knee: knee, peak: peak)
        }
    }
}

extension [ColorStep] {
    /// The pixel after all steps, first to last.
    public func apply(_ rgb: RGB) -> RGB {
        reduce(rgb) { $1.apply($0) }
    }
}

/// The most colourful point on the way from grey of the given luminance to `color` whose channels lie in 0...top; that
/// grey itself where the luminance is not positive, unless `color` already fits.
///
/// `top` must be at least the luminance.
func desaturated(_ color: RGB, towards luminance: Double, top: Double) -> RGB {
    if color.min() >= 0 && color.max() <= top { return color }
    guard luminance > 0 else { return RGB(repeating: luminance) }
    let (low, high) = (color.min(), color.max())
    let share = min(
        low < 0 ? luminance / (luminance - low) : 1,
        high > top ? max(top - luminance, 0) / (high - luminance) : 1)
    let moved = RGB(repeating: luminance) + share * (color - luminance)
    // Rounding alone can leave the range here.
    return moved.clamped(lowerBound: RGB(repeating: 0), upperBound: RGB(repeating: top))
}

/// The gain that brings a brightest channel below `peak`, level up to `knee`.
func shoulderGain(_ brightest: Double, knee: Double, peak: Double) -> Double {
    guard brightest > knee, brightest > 0 else { return 1 }
    let (over, room) = (brightest - knee, peak - knee)
    return (knee + room * over / (over + room)) / brightest
}
