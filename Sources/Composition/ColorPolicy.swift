import ColorScience
import FilterGraph
import Frames
import MediaIO

/// Which colour a composition is made in.
public enum ColorPolicy {
    /// The colour that sources agree on when none is asked for: HLG over PQ over SDR; the first source of the winning
    /// kind lends its own primaries and matrix. Linear light is no signal to deliver: alone, it makes SDR.
    public static func properties(of sources: [ColorProperties]) -> ColorProperties {
        sources.first { $0.transfer == .hlg } ?? sources.first { $0.transfer == .pq }
            ?? sources.first { $0.transfer != .linear } ?? .sdr
    }

    /// The composition's colour over its sources.
    ///
    /// A matrix of RGB is replaced by the one that goes with the primaries, since the output may be Y'CbCr.
    public static func color(
        _ name: ColorName?, sources: [PictureDescription], referenceWhiteNits: Double
    ) -> CompositionColor {
        let kinds = sources.compactMap { source in
            if case .signal(let properties, _) = source.content { properties } else { nil }
        }
        var properties = name?.properties ?? properties(of: kinds)
        if properties.matrix == .rgb { properties.matrix = properties.primaries == .bt2020 ? .bt2020 : .bt709 }
        let peak: Double =
            switch properties.transfer {
            case .hlg: 1000
            case .pq: max(peakNits(of: sources, referenceWhiteNits), referenceWhiteNits)
            default: referenceWhiteNits
            }
        return CompositionColor(
            properties: properties, referenceWhiteNits: referenceWhiteNits, peakNits: peak,
            gamutLimit: name?.gamutLimit)
    }

    /// The brightest light that any source means.
    private static func peakNits(of sources: [PictureDescription], _ white: Double) -> Double {
        sources.map { source in
            guard case .signal(let properties, _) = source.content else { return source.peakNits }
            return properties.transfer.isHDR ? source.peakNits : white
        }.max() ?? white
    }

    /// Throws for a matrix that no shader of ours has: constant luminance and ICtCp.
    static func requireKnownMatrix(_ properties: ColorProperties, in subject: String) throws {
        guard properties.matrix.toRGB == nil else { return }
        let name = properties.matrix == .ictcp ? "ICtCp" : "constant-luminance BT.2020"
        throw CompositionError(
            .data, subject, "its codes are \(name), which is not supported; convert it to bt2020nc first")
    }
}
