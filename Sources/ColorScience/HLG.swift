import Foundation

/// Hybrid log-gamma of BT.2100: a scene-referred signal, and the display that shows it.
///
/// All curves are odd; above 1 the logarithm goes on. Scene light is 0...1 for signals of 0...1.
public enum HLG {
    /// The peak, in cd/m², of the display that the project shows HLG on.
    public static let referencePeakNits = 1000.0

    /// Luminance, relative to peak, below which the system gamma stays what it is there, so that both directions are
    /// finite at black and exact inverses.
    public static let luminanceFloor = 1e-6

    /// The share of the largest channel that stands for a luminance below it, 1/256.
    ///
    /// Light within the primaries has at least its bluest weight, 0.0593. Where negative channels cancel nearly all of a
    /// positive one, the gain of the inverse OOTF would magnify what the picture was rounded by, and codes would not come
    /// back through a picture of halves.
    public static let luminanceShare = 1.0 / 256

    /// Scene light of a signal: the inverse OETF.
    public static func sceneLight(signal: Double) -> Double {
        odd(signal) { $0 <= 0.5 ? $0 * $0 / 3 : (exp(($0 - c) / a) + b) / 12 }
    }

    /// The signal of scene light: the OETF.
    public static func signal(sceneLight: Double) -> Double {
        odd(sceneLight) { $0 <= 1 / 12.0 ? sqrt(3 * $0) : a * log(12 * $0 - b) + c }
    }

    /// The system gamma of a display with the given peak, in cd/m²: 1.2 at 1000 cd/m² (BT.2100, note 5f).
    public static func systemGamma(peakNits: Double) -> Double {
        1.2 + 0.42 * log10(peakNits / referencePeakNits)
    }

    /// Display light, in cd/m², of scene light: the OOTF, one gain for the three channels from their luminance.
    public static func displayNits(sceneLight: RGB, luminanceWeights: RGB, peakNits: Double) -> RGB {
        let gamma = systemGamma(peakNits: peakNits)
        let luminance = luminance(sceneLight, luminanceWeights, floor: luminanceFloor)
        return sceneLight * (peakNits * pow(luminance, gamma - 1))
    }

    /// Scene light of display light in cd/m²: the inverse OOTF.
    public static func sceneLight(displayNits: RGB, luminanceWeights: RGB, peakNits: Double) -> RGB {
        let gamma = systemGamma(peakNits: peakNits)
        let relative = displayNits / peakNits
        let luminance = luminance(relative, luminanceWeights, floor: pow(luminanceFloor, gamma))
        return relative * pow(luminance, (1 - gamma) / gamma)
    }

    /// Display light, in cd/m², of a signal on a display with the given peak and no black lift.
    public static func displayNits(signal: RGB, luminanceWeights: RGB, peakNits: Double) -> RGB {
        displayNits(
            sceneLight: each(signal) { sceneLight(signal: $0) }, luminanceWeights: luminanceWeights, peakNits: peakNits)
    }

    /// The signal that makes a display with the given peak show light given in cd/m².
    public static func signal(displayNits: RGB, luminanceWeights: RGB, peakNits: Double) -> RGB {
        each(sceneLight(displayNits: displayNits, luminanceWeights: luminanceWeights, peakNits: peakNits)) {
            signal(sceneLight: $0)
        }
    }

    /// What the OOTF takes for the luminance of light relative to peak. The gain is common to the channels, so that the
    /// share is the same on both sides of it and the two directions stay exact inverses.
    private static func luminance(_ light: RGB, _ weights: RGB, floor: Double) -> Double {
        let largest = Swift.max(abs(light.x), abs(light.y), abs(light.z))
        return max(abs((weights * light).sum()), floor, largest * luminanceShare)
    }

    // BT.2100, table 5, with b and c as the expressions that make the two branches meet exactly.
    private static let a = 0.17883277
    private static let b = 1 - 4 * a
    private static let c = 0.5 - a * log(4 * a)
}
