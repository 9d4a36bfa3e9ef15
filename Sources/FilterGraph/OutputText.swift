import ColorScience
import Frames

/// Writes the GLSL that turns working light into codes and puts them into planes.
///
/// `vec4 encode(vec4 v)` gives unrounded codes (or values of float layouts); codes of two pixels side by side are
/// rounded and stored together, so that every store is a whole 32-bit word.
struct OutputText {
    let output: OutputDescription
    let color: CompositionColor
    /// Whether filters made the light, which may then be no number or infinite.
    var hasFilters = false
    /// Whether light may be brighter than what sources hold: filters, and resampling with a sharp kernel, see to that.
    var mayBeBrighter = false

    var layout: PixelLayout { output.picture.layout }
    var codedWidth: Int { output.picture.codedWidth }
    var codedHeight: Int { output.picture.codedHeight }
    /// Whether chroma codes are fewer than luma codes and are made from neighbours' colours.
    var hasSubsampledChroma: Bool { layout.log2ChromaWidth + layout.log2ChromaHeight > 0 }
    /// Rows that one thread makes at once.
    var rowsPerThread: Int { layout.log2ChromaHeight == 1 ? 2 : 1 }
    /// Whether its buffer is declared as 16-byte words.
    var isWide: Bool { layout == .rgba16f || layout == .rgba32f }
    /// Whether what is infinite or no number becomes 0 before it is encoded. Light that is kept
    /// as it is stays as filters made it, for those who look at it.
    var settlesNumbers: Bool { hasFilters && isSignal }
    private var isSignal: Bool { if case .signal = output.picture.content { true } else { false } }

    // MARK: Codes

    /// The lines that turn the light `v` into codes; they set `brightest` to the brightest channel of the light.
    func encode(_ steps: [ColorStep], text: inout ColorStepText) -> PixelLines {
        var body = settlesNumbers ? "    v$ = settled(v$);\n" : ""
        body += "    vec3 c$ = v$.rgb;\n"
        if layout.hasAlpha, isSignal {
            body += "    c$ = v$.a > 0.0 ? c$ / v$.a : vec3(0.0);\n"
        }
        body += "    brightest$ = \(text.brightest(of: "c$"));\n"
        let isUnlimited = mayBeBrighter && !output.rollsOff
        body += isUnlimited ? text.unlimitedStatements(steps, on: "c$") : text.statements(steps, on: "c$")
        if layout.hasAlpha, output.picture.isPremultiplied, isSignal { body += "    c$ *= v$.a;\n" }
        guard case .signal(let properties, let levels) = output.picture.content, !layout.isFloat else {
            return PixelLines(lines: body, result: "vec4(c$, v$.a)")
        }
        let quantisation = Quantisation(bits: layout.depth, levels: levels)
        func code(_ scale: Quantisation.Scale) -> String {
            " * \(GLSLText.number(scale.scale)) + \(GLSLText.number(scale.offset))"
        }
        let alphaTop = layout.components.last.map { Double((1 << $0.depth) - 1) } ?? 1
        let alpha = layout.hasAlpha ? "clamp(v$.a, 0.0, 1.0) * \(GLSLText.number(alphaTop))" : "0.0"
        if layout.model == .rgb {
            return PixelLines(lines: body, result: "vec4(c$\(code(quantisation.rgb)), \(alpha))")
        }
        if let (red, blue) = properties.matrix.lumaWeights {
            // Differences from luma, which three products a pixel fewer make.
            func difference(_ channel: String, _ weight: Double) -> String {
                let scale = GLSLText.number(quantisation.chroma.scale / (2 * (1 - weight)))
                return "(c$.\(channel) - y$) * \(scale) + \(GLSLText.number(quantisation.chroma.offset))"
            }
            let weights = [red, 1 - red - blue, blue].map(GLSLText.number)
            body += "    float y$ = \(weights[0]) * c$.x + \(weights[1]) * c$.y + \(weights[2]) * c$.z;\n"
            let codes = "y$\(code(quantisation.luma)), \(difference("z", blue)), \(difference("x", red))"
            return PixelLines(lines: body, result: "vec4(\(codes), \(alpha))")
        }
        let matrix = properties.matrix.toYCbCr ?? .identity
        body += "    vec3 y$ = \(GLSLText.product(matrix, "c$"));\n"
        return PixelLines(
            lines: body, result: "vec4(y$.x\(code(quantisation.luma)), y$.yz\(code(quantisation.chroma)), \(alpha))")
    }

    /// The function `settled`, which `encode`'s lines call where filters made the light: within what a half holds, and 0
    /// where it is infinite or no number: which of the two a division by 0 makes is up to the device.
    func settlingFunction() -> String {
        guard settlesNumbers else { return "" }
        let channels = layout.hasAlpha ? "" : ".rgb"
        return """
            bool madeNoNumbers = false;
            vec4 settled(vec4 v) {
                bvec4 isNone = isnan(v), isEndless = isinf(v);
                if (any(isNone\(channels)) || any(isEndless\(channels))) madeNoNumbers = true;
                return clamp(mix(mix(v, vec4(0.0), isNone), vec4(0.0), isEndless), vec4(-65504.0), vec4(65504.0));
            }

            """
    }

    /// Functions that the stores call.
    func storeFunctions() -> String {
        guard !layout.isFloat else { return "" }
        let dither =
            output.dither == .none
            ? "float threshold(int x, int y) { return 0.5; }\n"
            : """
            float threshold(int x, int y) {
                int d = x ^ y;
                int k = ((d & 1) << 5) | ((y & 1) << 4) | ((d & 2) << 2) | ((y & 2) << 1) | ((d & 4) >> 1) | ((y & 4) >> 2);
                return (float(k) + 0.5) * 0.015625;
            }

            """
        let tops = Set(layout.components.map { (1 << $0.depth) - 1 }).sorted()
        let rounding = tops.map {
            "uint rounded\($0)(float v, float t) { return uint(clamp(floor(v + t), 0.0, \($0).0)); }\n"
        }
        let top = Double((1 << layout.depth) - 1) + 0.5
        let channels = layout.model == .grey ? "x" : "xyz"
        let n = layout.model == .grey ? "" : "vec3"
        let low = n.isEmpty ? "e.x < -0.5" : "any(lessThan(e.\(channels), vec3(-0.5)))"
        let high = n.isEmpty ? "e.x > \(top)" : "any(greaterThan(e.\(channels), vec3(\(top))))"
        return dither + rounding.joined() + """
            void countClipped(vec4 e) {
                if (\(low) || \(high)) { clipped += 1u; clippedPeak = max(clippedPeak, brightest); }
            }

            """
    }

    // MARK: Stores

    /// Statements that store two samples of every plane with luma's resolution (or all planes, without subsampling):
    /// codes `e<row>0` and `e<row>1` at an even `x`.
    func storePair(row: Int, y: String) -> String {
        let values = ["e\(row)0", "e\(row)1"]
        switch layout {
        case .rgba16f:
            return """
                { vec4 p = storable(\(values[0])), q = storable(\(values[1]));
                out_0[(off_o0 + \(y) * row_o0) / 16 + x / 2] = uvec4(packHalf2x16(p.xy), packHalf2x16(p.zw), packHalf2x16(q.xy), packHalf2x16(q.zw)); }

                """
        case .rgba32f:
            return """
                { int b = (off_o0 + \(y) * row_o0) / 16 + x;
                out_0[b] = floatBitsToUint(\(values[0])); if (x + 1 < \(codedWidth)) out_0[b + 1] = floatBitsToUint(\(values[1])); }

                """
        default: break
        }
        var text = layout.isFloat ? "" : "float t\(row)0 = threshold(x, \(y)), t\(row)1 = threshold(x + 1, \(y));\n"
        for plane in 0..<layout.planeCount where !(hasSubsampledChroma && layout.isChroma(plane: plane)) {
            text += store(plane: plane, x: "x", y: y, carry: "c\(plane)_\(row)") { component, sample in
                channel(component, of: values[sample], threshold: "t\(row)\(sample)")
            }
        }
        return text
    }

    /// Statements that store two chroma samples, codes `q0` and `q1` (Cb, Cr), at an even chroma column `cx`.
    func storeChromaPair(y: String) -> String {
        var text = layout.isFloat ? "" : "float t0 = threshold(cx, \(y)), t1 = threshold(cx + 1, \(y));\n"
        for plane in 0..<layout.planeCount where layout.isChroma(plane: plane) {
            text += store(plane: plane, x: "cx", y: y, carry: "c\(plane)") { component, sample in
                rounded("q\(sample).\(component == 1 ? "x" : "y")", component, threshold: "t\(sample)")
            }
        }
        return text
    }

    /// Planes whose two samples fill no whole word, so that half a word is handed from one pair to the next.
    func carries(chroma: Bool) -> [Int] {
        (0..<layout.planeCount).filter { plane in
            !isWide && step(plane) % 2 == 1 && (hasSubsampledChroma && layout.isChroma(plane: plane)) == chroma
        }
    }

    /// Statements that store a half word left over at the end of a row; `done` is the number of pairs stored.
    func flush(plane: Int, carry: String, x: String, y: String, done: String) -> String {
        let bytes = "(off_o\(plane) + \(y) * row_o\(plane) + \(x) * \(step(plane)))"
        let pairBytes = 2 * step(plane)
        return
            "if ((\(done) & 1) != 0) out_\(plane)[(\(bytes) + (\(done) - 1) * \(pairBytes) + \(pairBytes - 2)) >> 2] = \(carry);\n"
    }

    private func step(_ plane: Int) -> Int { layout.components.filter { $0.plane == plane }.map(\.step).max() ?? 1 }

    private func channel(_ component: Int, of value: String, threshold: String) -> String {
        let isAlpha = layout.hasAlpha && component == layout.components.count - 1
        return rounded("\(value).\(isAlpha ? "w" : ["x", "y", "z", "w"][component])", component, threshold: threshold)
    }

    private func rounded(_ value: String, _ component: Int, threshold: String) -> String {
        if layout.isFloat {
            return layout.wordBytes == 4 ? "floatBitsToUint(\(value))" : "packHalf2x16(vec2(\(value), 0.0))"
        }
        return "rounded\((1 << layout.components[component].depth) - 1)(\(value), \(threshold))"
    }

    /// Statements that store two samples of one plane from column `x`; `code` gives the GLSL of a component of a sample.
    private func store(
        plane: Int, x: String, y: String, carry: String, code: (_ component: Int, _ sample: Int) -> String
    ) -> String {
        let step = step(plane)
        let unit = step % 2 == 0 ? 32 : 16
        var units: [[String]] = Array(repeating: [], count: 2 * step * 8 / unit)
        for sample in 0..<2 {
            for (number, component) in layout.components.enumerated() where component.plane == plane {
                let bit = (sample * step + component.offset) * 8 + component.shift
                let shift = bit % unit
                units[bit / unit].append(shift == 0 ? code(number, sample) : "(\(code(number, sample)) << \(shift))")
            }
        }
        let words = units.map { $0.isEmpty ? "0u" : $0.joined(separator: " | ") }
        let address = "(off_o\(plane) + \(y) * row_o\(plane) + \(x) * \(step))"
        if unit == 32 {
            return "{ int b = \(address) >> 2;\n"
                + words.enumerated().map { "out_\(plane)[b + \($0)] = \($1);\n" }.joined() + "}\n"
        }
        // An odd number of half words: every other pair begins in the middle of a word.
        let halves = words.indices.map { "h\($0)" }
        var even = ""
        var odd = "out_\(plane)[(b - 2) >> 2] = \(carry) | (h0 << 16);\n"
        for index in stride(from: 0, to: halves.count - 1, by: 2) {
            even += "out_\(plane)[(b >> 2) + \(index / 2)] = h\(index) | (h\(index + 1) << 16);\n"
            odd += "out_\(plane)[((b + 2) >> 2) + \(index / 2)] = h\(index + 1) | (h\(index + 2) << 16);\n"
        }
        even += "\(carry) = h\(halves.count - 1);\n"
        return "{ int b = \(address);\n" + words.enumerated().map { "uint h\($0) = \($1);\n" }.joined()
            + "if ((b & 2) == 0) {\n\(even)} else {\n\(odd)}\n}\n"
    }
}
