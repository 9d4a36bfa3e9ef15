import ColorScience
import FilterGraph
import FilterLanguage
import Frames

/// Alpha of blends: a pixel that is covered in part is that part of what full cover gives.
///
/// With alphas a and b, both pictures cover a b of the pixel, the lower alone a (1 - b), the upper alone b (1 - a).
/// Porter and Duff's operators and the W3C's general formula are exactly this sum of what opaque and clear pixels give.
extension Examination {
    mutating func examineCoverage(_ probing: Probing) throws {
        guard isOpen(.unpremultipliedEdges, probing) || isOpen(.losesAlpha, probing) else { return }
        let pairs: [(SIMD3<Double>, SIMD3<Double>)] = [
            ([0.18, 0.18, 0.18], [0.5, 0.5, 0.5]), ([1.5, 0.75, 0.25], [0.25, 0.5, 1]), ([4, 2, 0.5], [0.5, 1, 3]),
        ]
        let alphas: [(Double, Double)] = [(1, 1), (1, 0), (0, 1), (0, 0), (0.5, 1), (1, 0.5), (0.5, 0.25), (0.25, 0.5)]
        for (below, above) in pairs {
            let inputs = alphas.map { [SIMD4(below, alpha: $0), SIMD4(above, alpha: $1)] }
            let responses = try probing.responses(to: inputs)
            for place in responses[0].values.indices where responses.allSatisfy({ $0.isSure(at: place) }) {
                for (number, (a, b)) in alphas.enumerated() {
                    let response = responses[number]
                    let output = response.values[place]
                    if !(-1e-6...1.000001 ~= output.w) {
                        report(.losesAlpha, probing, input: inputs[number], output: output, "alpha leaves 0...1")
                    }
                    let shares = [a * b, a * (1 - b), (1 - a) * b, (1 - a) * (1 - b)]
                    func wanted(asSignal: Bool) -> SIMD4<Double>? {
                        let sum = zip(responses, shares).reduce(SIMD4<Double>.zero) { sum, corner in
                            sum + probing.mixed(corner.0.values[place], asSignal: asSignal) * corner.1
                        }
                        let found = probing.mixed(output, asSignal: asSignal)
                        let isRight = (found - sum).brightest <= 1e-3 * max(sum.brightest, found.brightest, 0.01)
                        return isRight ? nil : sum
                    }
                    // Some linear blends mix signal by themselves.
                    let isSignal = filter.light == .signal
                    guard let sum = wanted(asSignal: isSignal),
                        isSignal || !filter.usedNames.contains("toSignal") || wanted(asSignal: true) != nil
                    else { continue }
                    report(
                        .unpremultipliedEdges, probing, input: inputs[number], output: output,
                        wanted: probing.unmixed(SIMD4(sum.x, sum.y, sum.z, output.w)),
                        "where alphas are \(Finding.shown(a)) and \(Finding.shown(b)), the result is not that share of "
                            + "what opaque colours give: edges get a fringe")
                }
            }
        }
    }
}

extension Probing {
    /// A pixel in the values that the filter mixes: light, or the composition's signal.
    func mixed(_ pixel: SIMD4<Double>, asSignal: Bool) -> SIMD4<Double> {
        guard asSignal else { return pixel }
        let straight = pixel.straight
        return SIMD4(toSignal(RGB(straight.x, straight.y, straight.z)), alpha: pixel.w)
    }

    /// The light of a pixel in those values.
    func unmixed(_ pixel: SIMD4<Double>) -> SIMD4<Double> {
        guard filter.light == .signal else { return pixel }
        let straight = pixel.straight
        let own = composition.color.properties
        let light = ColorStep.decode(
            own.transfer, primaries: own.primaries, referenceWhiteNits: composition.color.referenceWhiteNits
        ).apply(RGB(straight.x, straight.y, straight.z))
        return SIMD4(own.primaries.conversion(to: .bt2020) * light, alpha: pixel.w)
    }

    private func toSignal(_ light: RGB) -> RGB {
        let own = composition.color.properties
        return ColorStep.encode(
            own.transfer, primaries: own.primaries, referenceWhiteNits: composition.color.referenceWhiteNits
        ).apply(Primaries.bt2020.conversion(to: own.primaries) * light)
    }
}
