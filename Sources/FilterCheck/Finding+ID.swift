extension Finding {
    /// What a finding is about. The names are stable: `intends` lines and programs that read reports use them.
    public enum ID: String, Codable, Sendable, CaseIterable {
        case clipsAtOne = "clips-at-one"
        case goesNegative = "goes-negative"
        case clipsNegative = "clips-negative"
        case losesAlpha = "loses-alpha"
        case fillsTransparent = "fills-transparent"
        case notFinite = "not-finite"
        case overflows = "overflows"
        case unpremultipliedEdges = "unpremultiplied-edges"
        case breaksAbove = "breaks-above"
        case dependsOnSize = "depends-on-size"
        case notLinear = "not-linear"
        case readsOutsideReach = "reads-outside-reach"
        case halfPixelOff = "half-pixel-off"
        case weightsOff = "weights-off"
        case clearEdges = "clear-edges"
        case losesPrecision = "loses-precision"
        case rawTime = "raw-time"
        case needlessIntent = "needless-intent"
    }
}

extension Finding.ID {
    /// Whether a check fails for it: faults spoil pictures, notes are about taste or about the file.
    public var isFault: Bool {
        switch self {
        case .dependsOnSize, .rawTime, .needlessIntent: false
        default: true
        }
    }

    /// Whether a file may say that it is meant; what no device agrees on, or no picture survives, is never meant.
    public var canBeIntended: Bool {
        switch self {
        case .notFinite, .notLinear, .readsOutsideReach, .needlessIntent: false
        default: true
        }
    }

    /// What usually mends it.
    public var mend: String {
        switch self {
        case .clipsAtOne:
            "drop the clamp, or clamp to what the content has (contentHeadroom); where the end is meant, add "
                + "'//! intends clips-at-one: Why.'"
        case .goesNegative:
            "mirror or subtract within the content's range (contentHeadroom - x, not 1 - x); sharpen no further than the "
                + "darkest neighbour; or end with max(result, min(color.rgb, 0.0)), which keeps what was negative; where "
                + "it is meant, add '//! intends goes-negative: Why.'"
        case .clipsNegative:
            "use what goes on below 0, such as x * pow(max(abs(x), 1e-6), p - 1.0), or end with max(result, min(color.rgb, 0.0)) "
                + "instead of max(result, 0.0); where it is meant, add '//! intends clips-negative: Why.'"
        case .losesAlpha: "return the alpha that came in; where it is meant to change, add '//! alpha changes'"
        case .fillsTransparent: "multiply what is added by alpha, so that nothing is added where nothing is"
        case .notFinite:
            "keep arguments where the function is defined: sqrt(max(x, 0.0)), acos(clamp(x, -1.0, 1.0)), x * pow(max(abs(x), 1e-6), p - 1.0), "
                + "x / sqrt(max(abs(x), 1e-6)), a / max(b, 1e-6), unpremultiplied(color)"
        case .overflows: "bound the growth: a curve that flattens, or min with a multiple of contentHeadroom"
        case .unpremultipliedEdges:
            "for curves: unpremultiplied(color) first, premultiplied(...) last; for kernels: weigh premultiplied "
                + "colour and alpha alike; for fades and keys: color * amount, not vec4(color.rgb, color.a * amount); where "
                + "light is meant to be added, add '//! intends unpremultiplied-edges: Why.'"
        case .breaksAbove:
            "use a curve that goes on for every light, or one that ends at contentHeadroom instead of a fixed number"
        case .dependsOnSize: "measure in size (position / size), or give the parameter the unit [pixels]"
        case .notLinear: "take away what bends the curve (clamp, pow, threshold, offset), or the line 'law linear'"
        case .readsOutsideReach: "say how far it really reads with 'reach', or read less far"
        case .halfPixelOff:
            "pixel centres lie at .5: read at(position + offset) with whole offsets, or pixel(offset), and turn or scale "
                + "around a place without adding to it"
        case .weightsOff: "divide by the sum of the weights; luminance(color.rgb) has those of light"
        case .clearEdges: "read with at, texel or pixel, which repeat the edge; or add '//! alpha changes'"
        case .losesPrecision:
            "avoid differences of large numbers and hashes by sin; whole numbers and small terms keep their digits"
        case .rawTime: "declare what repeats as '//! phase NAME = RATE per second', which the host reduces exactly"
        case .needlessIntent: "take the 'intends' line away"
        }
    }

    /// What it means, for the page that lists them.
    public var meaning: String {
        switch self {
        case .clipsAtOne: "Light above reference white all becomes the same."
        case .goesNegative: "Light that is not negative becomes negative."
        case .clipsNegative: "Negative light, which colours outside the gamut have, all becomes the same, or positive."
        case .losesAlpha: "Alpha changes, though the file does not say so, or leaves 0...1."
        case .fillsTransparent: "Transparent black becomes something."
        case .notFinite: "Finite light becomes NaN or infinite."
        case .overflows: "Light that content has becomes more than a half holds (65504)."
        case .unpremultipliedEdges: "At partial alpha the result is not that of the unpremultiplied colour."
        case .breaksAbove: "Above some light, the result turns around, stays the same, or begins anew."
        case .dependsOnSize: "Twice the resolution gives another picture, though no parameter is in pixels."
        case .notLinear: "The file says 'law linear', and sums do not stay sums."
        case .readsOutsideReach: "A pixel further away than 'reach' says has an effect."
        case .halfPixelOff: "The picture moves by half a pixel, or another part of one."
        case .weightsOff:
            "A uniform picture does not keep its light: the weights of a kernel, or of red, green and blue, do not sum to one."
        case .clearEdges: "Near the border, an opaque picture becomes transparent."
        case .losesPrecision: "Floats give a visibly different picture from exact arithmetic."
        case .rawTime: "Long after the start, rounding of the time shows."
        case .needlessIntent: "The file says that something is meant which does not happen."
        }
    }
}
