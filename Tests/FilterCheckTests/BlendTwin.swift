import ColorScience
import FilterGraph

/// The blend modes again, written in Swift from the W3C's Compositing and Blending, level 1, and from this project's
/// decisions for light above 1; the shipped files are held to it.
struct BlendTwin: Sendable {
    /// What a mode computes with.
    enum Domain: Sendable {
        case light
        case signal
    }

    let name: String
    let domain: Domain
    /// B(Cb, Cs): backdrop and source, unpremultiplied, and the signal of the content's peak.
    let mix: @Sendable (_ backdrop: RGB, _ source: RGB, _ peak: Double, _ weights: RGB) -> RGB

    /// The mode over two premultiplied pixels.
    func apply(below: SIMD4<Double>, above: SIMD4<Double>, color: CompositionColor) -> SIMD4<Double> {
        let (ab, a) = (below.w, above.w)
        var (cb, cs) = (RGB.straight(below), RGB.straight(above))
        guard domain == .signal else { return composed(cb, cs, ab, a, mix(cb, cs, 1, RGB(repeating: 0))) }
        (cb, cs) = (color.signal(cb), color.signal(cs))
        let peak = color.signal(RGB(repeating: color.contentHeadroom)).y
        let result = composed(cb, cs, ab, a, mix(cb, cs, peak, color.properties.primaries.luminanceWeights))
        guard result.w > 0 else { return .zero }
        return SIMD4(color.light(RGB.straight(result)) * result.w, result.w)
    }

    /// The W3C's general formula: the source is mixed where there is a backdrop, then laid over it.
    private func composed(_ cb: RGB, _ cs: RGB, _ ab: Double, _ a: Double, _ mixed: RGB) -> SIMD4<Double> {
        let source = (1 - ab) * cs + ab * mixed
        let color = a * source + (1 - a) * ab * cb
        return SIMD4(color, a + ab * (1 - a))
    }

    static let all: [BlendTwin] =
        separable(
            .light,
            [
                ("multiply", { b, s, _ in b * s }),
                ("darken", { b, s, _ in min(b, s) }),
                ("lighten", { b, s, _ in max(b, s) }),
                ("difference", { b, s, _ in abs(b - s) }),
                ("subtract", { b, s, _ in b - s }),
                ("divide", { b, s, _ in b / max(s, 0.001) }),
                ("screen", { b, s, _ in screen(b, s) }),
            ])
        + separable(
            .signal,
            [
                ("exclusion", exclusion),
                ("overlay", { b, s, _ in hardLight(s, b) }),
                ("hardLight", { b, s, _ in hardLight(b, s) }),
                ("softLight", { b, s, _ in softLight(b, s) }),
                ("colorDodge", { b, s, peak in kept(b) { dodge($0, s, peak) } }),
                ("colorBurn", { b, s, _ in kept(b) { burn($0, s) } }),
                ("linearBurn", { b, s, _ in kept(b) { max($0 + s - 1, 0) } }),
                ("linearLight", { b, s, peak in kept(b) { min(max($0 + 2 * s - 1, 0), max(peak, $0)) } }),
                (
                    "vividLight",
                    { b, s, peak in
                        kept(b) { s <= 0.5 ? min(burn($0, 2 * s), max(peak, $0)) : dodge($0, 2 * s - 1, peak) }
                    }
                ),
                ("pinLight", { b, s, _ in kept(b) { s <= 0.5 ? min($0, 2 * s) : max($0, 2 * s - 1) } }),
                ("hardMix", { b, s, peak in b + s >= 1 - 1 / 64.0 ? peak : 0 }),
            ])
        + nonSeparable

    private static func separable(
        _ domain: Domain, _ modes: [(String, @Sendable (Double, Double, Double) -> Double)]
    ) -> [BlendTwin] {
        modes.map { name, mode in
            BlendTwin(name: name, domain: domain) { b, s, peak, _ in
                RGB(mode(b.x, s.x, peak), mode(b.y, s.y, peak), mode(b.z, s.z, peak))
            }
        }
    }

    // MARK: Channel by channel

    /// Below 0 and above 1 a signal takes no part in a mode and is put back.
    private static func kept(_ b: Double, _ mode: (Double) -> Double) -> Double {
        let inside = min(max(b, 0), 1)
        return mode(inside) + (b - inside)
    }

    private static func screen(_ b: Double, _ s: Double) -> Double {
        max(b, s) <= 1 ? b + s - b * s : max(b, s)
    }

    private static func exclusion(_ b: Double, _ s: Double, _: Double) -> Double {
        let (x, y) = (min(b, 1), min(s, 1))
        return x + y - 2 * x * y + max(b - 1, 0) + max(s - 1, 0)
    }

    private static func hardLight(_ b: Double, _ s: Double) -> Double {
        s <= 0.5 ? b * 2 * s : screen(b, 2 * s - 1)
    }

    private static func softLight(_ backdrop: Double, _ source: Double) -> Double {
        kept(backdrop) { b in
            let s = min(max(source, 0), 1)
            if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
            let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
            return b + (2 * s - 1) * (d - b)
        }
    }

    private static func dodge(_ b: Double, _ s: Double, _ peak: Double) -> Double {
        if b == 0 { return 0 }
        let top = max(peak, b)
        return s >= 1 - 1e-4 ? min(b / 1e-4, top) : min(b / (1 - s), top)
    }

    private static func burn(_ b: Double, _ s: Double) -> Double {
        // Below half a ten-bit code under white what lacks to it fades, and is none from a quarter on.
        let lack = 1 - b >= 1 / 2048.0 ? 1 - b : max(2 * (1 - b) - 1 / 2048.0, 0)
        return 1 - min(1, lack / max(s, 1e-4))
    }

    // MARK: Not channel by channel

    private static let nonSeparable = [
        BlendTwin(name: "hue", domain: .signal) { b, s, peak, w in
            setLuma(setSaturation(s, saturation(b)), (b * w).sum(), peak, w)
        },
        BlendTwin(name: "saturationBlend", domain: .signal) { b, s, peak, w in
            setLuma(setSaturation(b, saturation(s)), (b * w).sum(), peak, w)
        },
        BlendTwin(name: "colorBlend", domain: .signal) { b, s, peak, w in setLuma(s, (b * w).sum(), peak, w) },
        BlendTwin(name: "luminosity", domain: .signal) { b, s, peak, w in setLuma(b, (s * w).sum(), peak, w) },
    ]

    private static func saturation(_ c: RGB) -> Double { c.max() - c.min() }

    private static func setSaturation(_ c: RGB, _ wanted: Double) -> RGB {
        // A colour that is grey within a ten-bit code has no hue.
        let code = max(1, c.max(), -c.min()) / 1024
        return (c - c.min()) * (min(max(saturation(c) / code - 1, 0), 1) * wanted / max(saturation(c), code))
    }

    /// SetLum and ClipColor, the latter at the content's peak.
    private static func setLuma(_ c: RGB, _ wanted: Double, _ peak: Double, _ weights: RGB) -> RGB {
        let moved = c + RGB(repeating: wanted - (c * weights).sum())
        let grey = RGB(repeating: wanted)
        let top = max(peak, wanted)
        let (low, high) = (moved.min(), moved.max())
        var share = 1.0
        if low < 0 { share = min(share, max(wanted, 0) / (wanted - low)) }
        if high > top { share = min(share, (top - wanted) / (high - wanted)) }
        return grey + (moved - grey) * share
    }
}

extension RGB {
    /// A premultiplied pixel's colour; black where it has no alpha.
    static func straight(_ pixel: SIMD4<Double>) -> RGB {
        pixel.w > 0 ? RGB(pixel.x, pixel.y, pixel.z) / pixel.w : .zero
    }
}
