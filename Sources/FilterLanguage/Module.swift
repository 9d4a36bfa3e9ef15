/// The code half of a filter file.
public struct Module: Sendable {}
