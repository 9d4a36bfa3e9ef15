/// Why a composition cannot be made or exported.
public struct CompositionError: Error, Equatable, Sendable, CustomStringConvertible {
    public enum Kind: String, Sendable {
        /// Asked for what cannot be.
        case usage
        /// The input's data do not allow it.
        case data
        /// A device or library is missing.
        case unavailable
        /// Reading or writing failed.
        case inputOutput
        /// The caller cancelled.
        case cancelled
    }

    public let kind: Kind
    public let subject: String
    /// What is wrong, and the way out.
    public let problem: String

    public init(_ kind: Kind, _ subject: String, _ problem: String) {
        self.kind = kind
        self.subject = subject
        self.problem = problem
    }

    public var description: String { "\(subject): \(problem)" }
}
