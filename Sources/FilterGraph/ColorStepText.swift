import ColorScience

/// Writes colour steps as GLSL statements over a `vec3` variable, and remembers which library functions they call.
struct ColorStepText {
    private(set) var curves: Curves
    /// Names that the library defines; a function without a fast form is called in its exact one.
    private let available: Set<String>
    private(set) var used: Set<String> = []

    init(curves: Curves, available: Set<String>) {
        self.curves = curves
        self.available = available
    }

    /// The library's name of a function in the chosen implementation.
    mutating func function(_ name: String) -> String {
        let chosen = curves == .fast && available.contains(name + "Fast") ? name + "Fast" : name
        used.insert(chosen)
        return chosen
    }

    /// The library's function itself, whatever the chosen implementation.
    mutating func exactFunction(_ name: String) { used.insert(name) }

    /// Statements that run the steps on `variable`, one a line.
    mutating func statements(_ steps: [ColorStep], on variable: String) -> String {
        var text = ""
        var rest = steps[...]
        while let step = rest.popFirst() {
            if let mapped = toneMapped(step, rest.first, variable) {
                rest.removeFirst()
                text += mapped.text
                if let fitted = rest.first, case .fitGamut(let primaries) = fitted, let brightest = mapped.brightest {
                    rest.removeFirst()
                    text += "    " + fit(primaries, variable, brightest) + "\n"
                }
            } else {
                text += "    " + statement(step, variable) + "\n"
            }
        }
        return text
    }

    /// The same of light or signals that may lie anywhere: fast curves are made for what pictures hold.
    mutating func unlimitedStatements(_ steps: [ColorStep], on variable: String) -> String {
        let chosen = curves
        curves = .exact
        defer { curves = chosen }
        return statements(steps, on: variable)
    }

    /// The largest channel of a colour, as far as it is positive.
    mutating func brightest(of c: String) -> String {
        guard curves == .fast, available.contains("brightestFast") else { return "max(\(c).x, max(\(c).y, \(c).z))" }
        used.insert("brightestFast")
        return "brightestFast(\(c))"
    }

    /// A PQ signal decoded and tone-mapped: BT.2390 bends the brightest channel's PQ signal, which is at hand before it is
    /// decoded, so that it need not be encoded again. `brightest` names the result's brightest channel, where it is known.
    private mutating func toneMapped(_ step: ColorStep, _ next: ColorStep?, _ c: String)
        -> (text: String, brightest: String?)?
    {
        guard case .decode(.pq, _, let white) = step, case .toneMap(let source, let target, let mapWhite)? = next,
            white == mapWhite
        else { return nil }
        let curve = BT2390(sourcePeakNits: source, targetPeakNits: target)
        let (peak, knee) = (curve.shaderConstants.x, curve.shaderConstants.z)
        guard knee > 0, knee < 0.999 else { return nil }
        func number(_ value: Double) -> String { GLSLText.number(value) }
        let brightest = brightest(of: c)
        if curves == .fast, let gain = curve.gainCoefficients(largestError: Self.gainError) {
            // The decoder's factor is the gain's as well, and costs nothing there.
            let scale = 1 / white
            let sum = gain.dropLast().reversed().reduce(number(gain.last.map { $0 * scale } ?? 0)) {
                "\(number($1 * scale)) + t * (\($0))"
            }
            let (slope, start) = (1 / (peak * (1 - knee)), -knee / (1 - knee))
            let text = """
                    float t_\(c) = clamp(\(brightest) * \(number(slope)) + \(number(start)), 0.0, 1.0);
                    \(c) = \(function("pqToNits"))(\(c));
                    float b_\(c) = \(brightest);
                    { float t = t_\(c); float gain = \(number(source)) / max(b_\(c), \(number(source))) \
                * (\(number(scale)) + t * t * (\(sum))); \(c) *= gain; b_\(c) *= gain; }

                """
            return (text, "b_\(c)")
        }
        let bent = "(e_\(c) - \(number(1 - knee)) * t * t * (1.0 - t * \(number(1.0 / 3)))) * \(number(peak))"
        let text = """
                float e_\(c) = min(\(brightest) * \(number(1 / peak)), 1.0);
                \(statement(step, c))
                { float t = max((e_\(c) - \(number(knee))) * \(number(1 / (1 - knee))), 0.0); \
            float n = \(function("pqToNits"))(\(bent)); \
            \(c) *= t > 0.0 ? n / max(\(brightest) * \(number(white)), 1e-6) : 1.0; }

            """
        return (text, nil)
    }

    /// What the fast tone curve's gain may be off by, as a share of the light: a quarter of the fast PQ curve's error.
    private static let gainError = 1e-4

    private mutating func statement(_ step: ColorStep, _ c: String) -> String {
        switch step {
        case .decode(let transfer, let primaries, let white):
            return "\(c) = \(decoded(transfer, primaries, white, c));"
        case .encode(let transfer, let primaries, let white):
            return "\(c) = \(encoded(transfer, primaries, white, c));"
        case .matrix(let matrix):
            return "\(c) = \(GLSLText.product(matrix, c));"
        case .toneMap(let source, let target, let white):
            let k = BT2390(sourcePeakNits: source, targetPeakNits: target).shaderConstants
            let constants = [k.x, k.y, k.z, k.w].map(GLSLText.number).joined(separator: ", ")
            let gain = function("bt2390Gain")
            return """
                \(c) *= \(gain)(max(\(c).x, max(\(c).y, \(c).z)) * \(GLSLText.number(white)), vec4(\(constants)));
                """
        case .fitGamut(let primaries):
            return fit(primaries, c, brightest(of: c))
        case .shoulder(let knee, let peak):
            let gain = function("shoulderGain")
            return """
                \(c) *= \(gain)(max(\(c).x, max(\(c).y, \(c).z)), \(GLSLText.number(knee)), \(GLSLText.number(peak)));
                """
        }
    }

    /// BT.2020 light whose brightest channel is `brightest`, brought into `primaries`.
    private mutating func fit(_ primaries: Primaries, _ c: String, _ brightest: String) -> String {
        let matrix = Primaries.bt2020.conversion(to: primaries)
        let (fit, luminance) = (function("desaturatedInto"), function("luminance"))
        return """
            { float top = max(1.0, \(brightest)); float y = \(luminance)(\(c)); \
            \(c) = \(fit)(\(GLSLText.product(matrix, c)), y, top); }
            """
    }

    private mutating func decoded(_ transfer: Transfer, _ primaries: Primaries, _ white: Double, _ c: String) -> String
    {
        switch transfer {
        case .pq: return "\(function("pqToNits"))(\(c)) * \(GLSLText.number(1 / white))"
        case .hlg:
            if primaries == .bt2020 { return "\(function("hlgToNits"))(\(c)) * \(GLSLText.number(1 / white))" }
            let weights = GLSLText.vector(primaries.luminanceWeights)
            return "\(function("hlgDisplayLight"))(\(c), \(weights)) * \(GLSLText.number(1000 / white))"
        case .srgb: return "\(function("srgbToLight"))(\(c))"
        case .gamma22: return "\(function("gammaToLight"))(\(c), 2.2)"
        case .gamma28: return "\(function("gammaToLight"))(\(c), 2.8)"
        case .linear: return c
        case .smpte240M: return "\(function("smpte240MToLight"))(\(c))"
        case .bt709, .bt601, .bt2020TenBit, .bt2020TwelveBit:
            return "\(function("bt1886ToLight"))(\(c))"
        }
    }

    private mutating func encoded(_ transfer: Transfer, _ primaries: Primaries, _ white: Double, _ c: String) -> String
    {
        switch transfer {
        case .pq: return "\(function("nitsToPQ"))(\(c) * \(GLSLText.number(white)))"
        case .hlg:
            if primaries == .bt2020 { return "\(function("nitsToHLG"))(\(c) * \(GLSLText.number(white)))" }
            let weights = GLSLText.vector(primaries.luminanceWeights)
            return "\(function("hlgSignal"))(\(c) * \(GLSLText.number(white / 1000)), \(weights))"
        case .srgb: return "\(function("lightToSRGB"))(\(c))"
        case .gamma22: return "\(function("lightToGamma"))(\(c), 2.2)"
        case .gamma28: return "\(function("lightToGamma"))(\(c), 2.8)"
        case .linear: return c
        case .smpte240M: return "\(function("lightToSMPTE240M"))(\(c))"
        case .bt709, .bt601, .bt2020TenBit, .bt2020TwelveBit:
            return "\(function("lightToBT1886"))(\(c))"
        }
    }
}
