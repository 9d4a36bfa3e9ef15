import FilterGraph
import FilterLanguage

/// Filters that weigh red, green and blue against one another, as a saturation does: weights that do not sum to one make
/// greys darker, or brighter, by a little, wherever colour is changed.
extension Examination {
    /// A filter that keeps a share of each channel and adds one weighted sum to all: `own * rgb + dot(rgb, weights)`.
    private struct Mixture {
        let own: Double
        let weights: SIMD3<Double>

        /// What the weights sum to, as shares of what they replace: `own + weights` is one where greys stay.
        var total: Double { weights.sum() / (1 - own) }
    }

    /// How far from one a slip leads, and no setting that scales light by intent.
    private static let slips = 0.9...1.1

    mutating func examineMixing(_ probing: Probing) throws {
        guard filter.kind == .point, probing.isLocal, probing.further == .white, isOpen(.weightsOff, probing) else {
            return
        }
        for (option, others) in options {
            var found: (probing: Probing, total: Double)?
            var isOne = true
            for settings in [option] + others.map({ option.merging($0) { $1 } }) {
                let own = probing.setting(settings)
                guard let mixture = try mixture(own) else { continue }
                // Weights, or a gain, that are set are nobody's slip.
                if let found, (mixture.total - found.total).magnitude > 1e-3 { isOne = false }
                found = found ?? (own, mixture.total)
            }
            guard isOne, let found, Self.slips ~= found.total, (found.total - 1).magnitude > 2e-3 else { continue }
            let grey = SIMD4(0.5, 0.5, 0.5, 1)
            let output = try found.probing.responses(to: [[grey]])[0].values[0]
            report(
                .weightsOff, found.probing, input: [grey], output: output, wanted: grey,
                "the weights of red, green and blue sum to \(Finding.shown(found.total)), so that greys come out "
                    + "\(Finding.shown(output.x / grey.x)) times as bright where colour is changed")
        }
    }

    /// The initial values and every option, and what numbers are tried with each: weights may hang on an option.
    private var options: [(Settings, [Settings])] {
        func settings(_ choices: [SettingChoice]) -> [Settings] {
            choices.compactMap { $0.settings(of: filter, seed: seed, width: 33, height: 33) }
        }
        let ends = settings(SettingChoice.ends(of: filter))
        let usual = SettingChoice.usual(of: filter).filter { choice in
            filter.parameters.contains { parameter in
                if case .choice = parameter.kind { return choice.label.hasPrefix("\(parameter.name)-") }
                return parameter.kind == .bool && choice.label.hasPrefix("\(parameter.name)-")
            }
        }
        return ([[:]] + settings(usual)).map { ($0, ends) }
    }

    /// How the filter mixes channels around a grey; `nil` where it does not, or does something else besides.
    private func mixture(_ probing: Probing) throws -> Mixture? {
        let step = 0.0625
        let colors: [SIMD3<Double>] = [
            [0.5, 0.5, 0.5], [0.5 + step, 0.5, 0.5], [0.5, 0.5 + step, 0.5], [0.5, 0.5, 0.5 + step],
            [0.25, 0.25, 0.25],
            [0.53125, 0.4375, 0.515625],
        ]
        let responses = try probing.responses(to: colors.map { [probing.unmixed(SIMD4($0, 1))] })
        guard responses.allSatisfy({ $0.isSure(at: 0) }) else { return nil }
        let results = responses.map { response in
            let pixel = probing.mixed(response.values[0], asSignal: filter.light == .signal)
            return SIMD3(pixel.x, pixel.y, pixel.z)
        }
        func isSame(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Bool {
            (one - other).indices.allSatisfy { (one[$0] - other[$0]).magnitude < 1e-4 }
        }
        let columns = (0..<3).map { (results[$0 + 1] - results[0]) / step }
        let weights = SIMD3(columns[0].y, columns[1].z, columns[2].x)
        let own = columns[0].x - weights.x
        // In proportion, straight, and each weight the same for all three results.
        let change = colors[5] - colors[0]
        let straight = results[0] + columns[0] * change.x + columns[1] * change.y + columns[2] * change.z
        guard isSame(results[4], results[0] / 2), isSame(results[5], straight) else { return nil }
        for channel in 0..<3 {
            var wanted = SIMD3(repeating: weights[channel])
            wanted[channel] += own
            guard (0..<3).allSatisfy({ (columns[channel][$0] - wanted[$0]).magnitude < 2e-3 }) else { return nil }
        }
        guard (1 - own).magnitude > 0.02, (0..<3).filter({ weights[$0].magnitude > 0.01 }).count >= 2 else {
            return nil
        }
        return Mixture(own: own, weights: weights)
    }
}
