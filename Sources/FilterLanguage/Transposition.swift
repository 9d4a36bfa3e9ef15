/// A function that turns a matrix, component by component.
///
/// Mesa 22.3 keeps a transpose as a note on the matrix, also through products with numbers, and gets the shape of a product
/// of two such matrices wrong or does not compile it.
struct Transposition {
    private let columns: Int
    private let rows: Int

    init(of type: ValueType) {
        if case .matrix(let columns, let rows) = type {
            (self.columns, self.rows) = (columns, rows)
        } else {
            (columns, rows) = (0, 0)
        }
    }

    /// A name that no author can choose, for theirs begin with the prefix.
    func name(prefix: String) -> String { "turned_\(prefix)" }

    func text(prefix: String) -> String {
        let (from, to) = (
            ValueType.matrix(columns: columns, rows: rows), ValueType.matrix(columns: rows, rows: columns)
        )
        let parts = (0..<rows).flatMap { row in (0..<columns).map { "m[\($0)][\(row)]" } }
        return "\(to) \(name(prefix: prefix))(\(from) m) { return \(to)(\(parts.joined(separator: ", "))); }"
    }
}
