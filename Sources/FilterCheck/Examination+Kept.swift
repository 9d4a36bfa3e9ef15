import FilterGraph

/// Alpha that goes down while the colour beside it stays: the colour of a pixel is premultiplied, and is then brighter than
/// what covers it, so that layers below are added to instead of covered.
extension Examination {
    /// Colours that keyers look for, and what is nearly black.
    private static let keyed: [SIMD4<Double>] = [
        [0.1, 0.8, 0.15, 1], [0.1, 0.15, 0.8, 1], [0.8, 0.1, 0.15, 1], [0.03, 0.03, 0.03, 1],
        [0.0625, 0.0625, 0.0625, 1],
    ]

    /// Tries opaque colours, of which a matte, a key or a fade must take as much as it takes of their alpha.
    mutating func examineKept(_ probing: Probing) throws {
        guard filter.changesAlpha, filter.kind != .blend, isOpen(.unpremultipliedEdges, probing) else { return }
        let inputs = opaqueInputs(probing) + Self.keyed.map { [$0] }
        for (input, response) in zip(inputs, try probing.responses(to: inputs)) {
            let sure = response.values.indices.filter(response.isSure)
            if reportKept(probing, input[0], sure.map { response.values[$0] }) { return }
        }
    }

    /// Reports a pixel whose colour is the one that went in, or the one of another place, though its alpha is less.
    mutating func reportKept(_ probing: Probing, _ input: SIMD4<Double>, _ outputs: [SIMD4<Double>]) -> Bool {
        guard filter.changesAlpha, let fullest = outputs.max(by: { $0.w < $1.w }) else { return false }
        for output in outputs {
            let more = [input, fullest].first { other in
                // What is taken for alpha, as the brightest channel of a flame is, leaves colour that its cover bears.
                output.w < other.w - 0.02 && output.brightest > 0.01 && output.brightest > 1.02 * output.w
                    && (0..<3).allSatisfy { (output[$0] - other[$0]).magnitude <= 1e-4 * other.brightest }
            }
            guard let more else { continue }
            let share = output.w / more.w
            report(
                .unpremultipliedEdges, probing, input: [input], output: output,
                wanted: SIMD4(more.x * share, more.y * share, more.z * share, output.w),
                "alpha goes down and the colour stays as bright, so that it is added to what lies below instead of covering "
                    + "it: colour is premultiplied, and goes down with its alpha")
            return true
        }
        return false
    }
}
