import ColorScience
import Frames

extension SourceText {
    /// The function that turns codes into working light: `vec4 light0(vec4 s, ivec2 at)`, premultiplied, transparent
    /// black where the source does not reach or has no frame.
    func light(_ steps: [ColorStep], mayBeAbsent: Bool, text: inout ColorStepText) -> String {
        var body = ""
        if mayBeAbsent { body += "    if (present\(index) == 0) return vec4(0.0);\n" }
        let size = picture.uprightSize
        if !coversComposition {
            body += "    if (at.x >= \(size.width) || at.y >= \(size.height)) return vec4(0.0);\n"
        }
        guard case .signal(let properties, let levels) = picture.content else {
            body += layout.hasAlpha ? "    return s;\n" : "    return vec4(s.rgb, 1.0);\n"
            return "vec4 light\(index)(vec4 s, ivec2 at) {\n\(body)}\n"
        }
        body += signal(properties, levels)
        body += "    float a = \(alpha());\n"
        if layout.hasAlpha, picture.isPremultiplied { body += "    c = a > 0.0 ? c / a : vec3(0.0);\n" }
        body += text.statements(steps, on: "c")
        body += layout.hasAlpha ? "    return vec4(c * a, a);\n" : "    return vec4(c, 1.0);\n"
        return "vec4 light\(index)(vec4 s, ivec2 at) {\n\(body)}\n"
    }

    /// Statements that make the R'G'B' signal `c` of the codes `s`.
    private func signal(_ properties: ColorProperties, _ levels: Levels) -> String {
        guard !layout.isFloat else {
            return layout.model == .grey ? "    vec3 c = s.xxx;\n" : "    vec3 c = s.rgb;\n"
        }
        let quantisation = Quantisation(bits: layout.depth, levels: levels)
        let luma = quantisation.luma
        guard layout.model == .ycbcr else {
            return "    vec3 c = (s.rgb - \(GLSLText.number(luma.offset))) * \(GLSLText.number(1 / luma.scale));\n"
        }
        let chroma = quantisation.chroma
        let matrix = properties.matrix.toRGB ?? .identity
        return """
                vec3 y = vec3((s.x - \(GLSLText.number(luma.offset))) * \(GLSLText.number(1 / luma.scale)),
                    (s.yz - \(GLSLText.number(chroma.offset))) * \(GLSLText.number(1 / chroma.scale)));
                vec3 c = \(GLSLText.product(matrix, "y"));

            """
    }

    private func alpha() -> String {
        guard layout.hasAlpha, let component = layout.components.last else { return "1.0" }
        if layout.isFloat { return "s.w" }
        return "s.w * \(GLSLText.number(1 / Double((1 << component.depth) - 1)))"
    }
}
