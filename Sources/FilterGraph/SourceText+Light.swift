import ColorScience
import Frames

extension SourceText {
    /// The lines that turn codes `s` at `at` into working light, premultiplied, transparent black where the source does
    /// not reach or has no frame.
    func light(_ steps: [ColorStep], mayBeAbsent: Bool, text: inout ColorStepText) -> PixelLines {
        let s = "s\(index)$"
        var outside: [String] = []
        if mayBeAbsent { outside.append("present\(index) == 0") }
        let size = picture.uprightSize
        if !coversComposition { outside.append("at$.x >= \(size.width) || at$.y >= \(size.height)") }
        let condition = outside.isEmpty ? nil : outside.joined(separator: " || ")
        guard case .signal(let properties, let levels) = picture.content else {
            return PixelLines(
                lines: "", result: layout.hasAlpha ? s : "vec4(\(s).rgb, 1.0)", isClearWhen: condition)
        }
        let (c, a) = ("c\(index)$", "a\(index)$")
        var lines = signal(properties, levels)
        if layout.hasAlpha { lines += "    float \(a) = \(alpha());\n" }
        if layout.hasAlpha, picture.isPremultiplied { lines += "    \(c) = \(a) > 0.0 ? \(c) / \(a) : vec3(0.0);\n" }
        lines += text.statements(steps, on: c)
        return PixelLines(
            lines: lines, result: layout.hasAlpha ? "vec4(\(c) * \(a), \(a))" : "vec4(\(c), 1.0)",
            isClearWhen: condition)
    }

    /// Lines that make the R'G'B' signal of the codes.
    private func signal(_ properties: ColorProperties, _ levels: Levels) -> String {
        guard !layout.isFloat else {
            return "    vec3 c\(index)$ = s\(index)$.\(layout.model == .grey ? "xxx" : "rgb");\n"
        }
        let quantisation = Quantisation(bits: layout.depth, levels: levels)
        let luma = quantisation.luma
        guard layout.model == .ycbcr else {
            return
                "    vec3 c\(index)$ = (s\(index)$.rgb - \(GLSLText.number(luma.offset))) * \(GLSLText.number(1 / luma.scale));\n"
        }
        let chroma = quantisation.chroma
        let matrix = properties.matrix.toRGB ?? .identity
        return """
                vec3 y\(index)$ = vec3((s\(index)$.x - \(GLSLText.number(luma.offset))) * \(GLSLText.number(1 / luma.scale)), \
            (s\(index)$.yz - \(GLSLText.number(chroma.offset))) * \(GLSLText.number(1 / chroma.scale)));
                vec3 c\(index)$ = \(GLSLText.product(matrix, "y\(index)$"));

            """
    }

    private func alpha() -> String {
        guard layout.hasAlpha, let component = layout.components.last else { return "1.0" }
        if layout.isFloat { return "s\(index)$.w" }
        return "s\(index)$.w * \(GLSLText.number(1 / Double((1 << component.depth) - 1)))"
    }
}
