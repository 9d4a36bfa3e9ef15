/// The code half of a filter file.
public struct Module: Sendable {
    let tokens: [Token]
    /// Functions and constants of the file.
    let ownNames: Set<String>
}
