import FilterLanguage
import VulkanGPU

/// Finds a small program that still goes wrong.
struct Shrinker {
    let renderer: GPURenderer

    /// Simpler programs tried at once.
    private static let width = 24
    /// Rounds of trying; each makes a batch.
    private static let rounds = 120

    func shrunk(_ program: Program) -> Program {
        var best = program
        var rounds = 0
        var isShrinking = true
        while isShrinking, rounds < Self.rounds {
            isShrinking = false
            let candidates = best.node.simpler().lazy.map { Program(best, node: $0) }.filter { candidate in
                (try? Filter(source: candidate.source, path: "program.glsl")) != nil
            }
            var pending: [Program] = []
            for candidate in candidates {
                pending.append(candidate)
                guard pending.count == Self.width else { continue }
                rounds += 1
                if let worse = failing(pending) {
                    (best, isShrinking) = (worse, true)
                    break
                }
                pending = []
                if rounds >= Self.rounds { break }
            }
            if !isShrinking, !pending.isEmpty, let worse = failing(pending) { (best, isShrinking) = (worse, true) }
        }
        return best
    }

    /// The first of some programs that goes wrong.
    private func failing(_ programs: [Program]) -> Program? {
        guard let outcome = try? Batch(programs: programs).run(on: renderer) else { return nil }
        if outcome.refusal != nil {
            if programs.count == 1 { return programs[0] }
            return programs.first { failing([$0]) != nil }
        }
        return outcome.disagreements.map(\.program).min().map { programs[$0] }
    }
}
