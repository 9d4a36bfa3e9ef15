import CPUReference

/// Devices that are followed step by step: what is said of a filter's arithmetic is shown by two of them, not by what
/// bounds cannot exclude.
extension Probing {
    /// A picture of which two devices made the same fault, or which they made differently.
    struct Followed {
        /// By one that works as exactly as can be, within a device's range.
        let exact: ReferencePicture
        /// By one that rounds each step to the nearest float.
        let rounded: ReferencePicture
    }

    /// What both devices make of pictures.
    func followed(_ pictures: [ProbePicture]) throws -> Followed {
        Followed(
            exact: try following(.ranged).render(pictures), rounded: try following(.single).render(pictures))
    }

    /// The first of some inputs of which both devices make what is no finite light, and what they make of it.
    func notFinite(among inputs: [[SIMD4<Double>]]) throws -> (input: [SIMD4<Double>], output: SIMD4<Double>)? {
        guard !inputs.isEmpty else { return nil }
        let exact = try following(.ranged).responses(to: inputs)
        let rounded = try following(.single).responses(to: inputs)
        for (index, input) in inputs.enumerated() {
            for (one, two) in zip(exact[index].values, rounded[index].values) where one.isBroken(with: two) {
                return (input, one)
            }
        }
        return nil
    }
}

extension SIMD4<Double> {
    /// Whether a channel is no finite number here, nor in another's result.
    func isBroken(with other: Self) -> Bool { (0..<4).contains { !self[$0].isFinite && !other[$0].isFinite } }

    /// What is no finite light about it, as a finding says it.
    var brokenName: String {
        let channel = (0..<4).first { !self[$0].isFinite } ?? 0
        return self[channel].isNaN ? "no number (NaN), which spreads through every later blur" : "infinite light"
    }
}
