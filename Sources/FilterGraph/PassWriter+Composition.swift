import ColorScience

extension PassWriter {
    /// The composition's own curve and primaries, those that are used.
    mutating func compositionFunctions() -> String {
        let properties = job.color.properties
        let toPrimaries = Primaries.bt2020.conversion(to: properties.primaries)
        let fromPrimaries = properties.primaries.conversion(to: .bt2020)
        func function(_ name: String, _ statements: String) -> String {
            "vec3 \(name)(vec3 c) {\n\(statements)    return c;\n}\n"
        }
        var text = ""
        if usedNames.contains("toSignal") {
            let all = ColorPlan.folded([
                .matrix(toPrimaries),
                .encode(
                    properties.transfer, primaries: properties.primaries,
                    referenceWhiteNits: job.color.referenceWhiteNits),
            ])
            text += function("toSignal", steps.unlimitedStatements(all, on: "c"))
        }
        if usedNames.contains("toLight") {
            let all = ColorPlan.folded([
                .decode(
                    properties.transfer, primaries: properties.primaries,
                    referenceWhiteNits: job.color.referenceWhiteNits), .matrix(fromPrimaries),
            ])
            text += function("toLight", steps.unlimitedStatements(all, on: "c"))
        }
        if usedNames.contains("toCompositionPrimaries") {
            let all = ColorPlan.folded([.matrix(toPrimaries)])
            text += function("toCompositionPrimaries", steps.statements(all, on: "c"))
        }
        if usedNames.contains("fromCompositionPrimaries") {
            let all = ColorPlan.folded([.matrix(fromPrimaries)])
            text += function("fromCompositionPrimaries", steps.statements(all, on: "c"))
        }
        if usedNames.contains("toSignal"), usedNames.contains("toLight") {
            text += """
                vec4 signalOf(vec4 v) { return v.a == 0.0 ? vec4(0.0) : vec4(toSignal(v.rgb / v.a) * v.a, v.a); }
                vec4 lightOf(vec4 v) { return v.a == 0.0 ? vec4(0.0) : vec4(toLight(v.rgb / v.a) * v.a, v.a); }

                """
        }
        return text
    }
}
