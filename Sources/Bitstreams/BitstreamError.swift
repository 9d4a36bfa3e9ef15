/// What is wrong with the bytes of a box or of a coded stream.
public struct BitstreamError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was being read: "box moov.trak", "sequence parameter set".
    public var subject: String
    /// Bytes from the start of what was being read, where it is known.
    public var offset: Int?
    /// What is wrong, as the end of a sentence: "is cut short".
    public var problem: String

    /// A sentence of subject and problem.
    public init(_ subject: String, at offset: Int? = nil, _ problem: String) {
        (self.subject, self.offset, self.problem) = (subject, offset, problem)
    }

    /// The sentence.
    public var description: String { "\(subject)\(offset.map { " at byte \($0)" } ?? "") \(problem)" }
}
