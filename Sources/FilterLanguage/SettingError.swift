/// A value that a filter's parameter cannot take.
public struct SettingError: Error, Equatable, Sendable, CustomStringConvertible {
    public let filter: String
    public let parameter: String
    /// What is wrong and, where one is known, the way out.
    public let problem: String

    public init(filter: String, parameter: String, problem: String) {
        (self.filter, self.parameter, self.problem) = (filter, parameter, problem)
    }

    /// One line: `filter:parameter: problem`.
    public var description: String {
        parameter.isEmpty ? "\(filter): \(problem)" : "\(filter):\(parameter): \(problem)"
    }
}

/// Why a text or some numbers are no value of a parameter.
struct ValueProblem: Error {
    let problem: String
}
