import CPUReference
import FilterGraph
import FilterLanguage

/// Tries a filter on bright, negative, saturated and transparent light, and names what would spoil HDR pictures.
///
/// Everything runs on the CPU reference: no device is needed.
public enum HDRReadiness {
    /// What was found, and what the file says is meant.
    public struct Result: Sendable {
        public var findings: [Finding] = []
        /// Findings that the file's `intends` lines cover.
        public var intended: Set<Finding.ID> = []
        /// What was not tried, because the filter is too expensive for it.
        public var leftOut: [String] = []
        /// Why the filter could not be tried, where it could not.
        public var problem: String?

        /// Whether a check holds a thing of this kind to be known: reported, or meant.
        func knows(_ id: Finding.ID) -> Bool { intended.contains(id) || findings.contains { $0.id == id } }
    }

    /// How much is computed for a filter before the rest is left out, in the reference's steps (`Work`): counted and not
    /// timed, so that every machine finds the same.
    public struct Budget: Sendable {
        /// Enough for every usual filter; seconds for one of a hundred thousand operations a pixel.
        public static let full = Budget(steps: 2_048_000_000)

        /// Steps in all.
        let steps: Int
        /// Steps for what is tried with the initial values in one composition.
        var stepsOfInitial: Int { steps / 8 }
        /// Steps for each of what is tried side by side afterwards.
        var stepsOfEach: Int { steps / (2 * Examination.groupLength) }
    }

    /// The findings about a filter, each kind once, with the simplest settings that show it; empty is ready.
    public static func findings(for filter: Filter, seed: UInt64 = 1) -> [Finding] {
        examine(filter, seed: seed).findings
    }

    /// The findings, and what else a check must know.
    ///
    /// A raw filter that writes pictures is tried by its twin, or, where it has none, on `device`; without one the result
    /// says nothing. `progress` is told how many of how many tries are done, from any thread. Once `work` is cancelled the
    /// result says nothing.
    public static func examine(
        _ filter: Filter, seed: UInt64 = 1, budget: Budget = .full, work: Work? = nil, device: (any Renderer)? = nil,
        progress: (@Sendable (_ done: Int, _ count: Int) -> Void)? = nil
    ) -> Result {
        // What passes pictures on spoils none, and whole shaders are the device's alone.
        let isBlackBox = filter.kind == .raw && filter.twin == nil
        guard !filter.onlyMeasures, !isBlackBox || device != nil else { return Result() }
        var examination = Examination(
            filter: filter.twin ?? filter, seed: seed, name: filter.name,
            device: isBlackBox ? device.map { InTurn(renderer: $0) } : nil)
        examination.run(budget, work: work ?? Work(), progress)
        return examination.result
    }
}
