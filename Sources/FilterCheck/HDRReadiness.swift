import CPUReference
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
        /// Why the filter could not be tried, where it could not.
        public var problem: String?

        /// Whether a check holds a thing of this kind to be known: reported, or meant.
        func knows(_ id: Finding.ID) -> Bool { intended.contains(id) || findings.contains { $0.id == id } }
    }

    /// The findings about a filter, each kind once, with the simplest settings that show it; empty is ready.
    public static func findings(for filter: Filter, seed: UInt64 = 1) -> [Finding] {
        examine(filter, seed: seed).findings
    }

    /// The findings, and what else a check must know.
    public static func examine(_ filter: Filter, seed: UInt64 = 1) -> Result {
        // What reads no picture cannot spoil one.
        guard filter.kind.pictureCount > 0 else { return Result() }
        var examination = Examination(filter: filter, seed: seed)
        do {
            try examination.run()
        } catch {
            examination.result.problem = "\(error)"
        }
        return examination.result
    }
}
