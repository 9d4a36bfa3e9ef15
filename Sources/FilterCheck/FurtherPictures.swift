import FilterGraph
import FilterLanguage
import Frames

/// What a filter's further pictures show while it is tried: masks, other inputs, stills.
///
/// A mask that is white everywhere, or black, hides half of what a filter does; one that an HDR file is made of is brighter
/// than white, or negative.
enum FurtherPictures: CaseIterable {
    case white
    case black
    case clear
    /// Opaque grey.
    case grey
    /// White that covers half.
    case soft
    /// From black to white, from left to right.
    case gradient
    case bright
    case negative

    /// What a finding says of it; `nil` for white, which is the usual.
    var name: String? {
        switch self {
        case .white: nil
        case .black: "black (0, 0, 0, 1)"
        case .clear: "clear (0, 0, 0, 0)"
        case .grey: "grey (0.5, 0.5, 0.5, 1)"
        case .soft: "half transparent (0.5, 0.5, 0.5, 0.5)"
        case .gradient: "a gradient from black to white"
        case .bright: "bright (16, 16, 16, 1)"
        case .negative: "negative (-0.5, -0.5, -0.5, 1)"
        }
    }

    /// The pixel at a column; filters that see only their pixel are handed many side by side, so that a gradient of what
    /// lies pixel by pixel over them is one of its greys.
    func pixel(x: Int, width: Int, isEven: Bool) -> SIMD4<Double> {
        func opaque(_ light: Double) -> SIMD4<Double> { [light, light, light, 1] }
        switch self {
        case .white: return opaque(1)
        case .black: return opaque(0)
        case .clear: return .zero
        case .grey: return opaque(0.5)
        case .soft: return [0.5, 0.5, 0.5, 0.5]
        case .gradient: return opaque(isEven ? 0.25 : (Double(x) + 0.5) / Double(width))
        case .bright: return opaque(16)
        case .negative: return opaque(-0.5)
        }
    }

    /// What is tried of a filter over it.
    func parts(isInitial: Bool) -> [Examination.Part] {
        switch self {
        case .white: []
        case .black, .grey: isInitial ? [.pixels, .ramps, .space] : [.pixels]
        case .clear, .soft, .gradient: isInitial ? [.pixels, .ramps, .space] : []
        case .bright: [.pixels]
        case .negative: isInitial ? [.pixels] : []
        }
    }
}
