/// A 3x3 matrix over column vectors, rows first.
public struct Matrix3: Hashable, Sendable {
    public var rows: [RGB]

    public init(rows: [RGB]) {
        precondition(rows.count == 3, "a 3x3 matrix has three rows")
        self.rows = rows
    }

    /// The matrix that changes nothing.
    public static let identity = diagonal(RGB(1, 1, 1))

    /// The matrix that scales each channel by its own factor.
    public static func diagonal(_ factors: RGB) -> Matrix3 {
        Matrix3(rows: [RGB(factors.x, 0, 0), RGB(0, factors.y, 0), RGB(0, 0, factors.z)])
    }

    /// One of the three columns.
    public func column(_ index: Int) -> RGB {
        RGB(rows[0][index], rows[1][index], rows[2][index])
    }

    /// Rows and columns exchanged.
    public var transpose: Matrix3 { Matrix3(rows: (0..<3).map(column)) }

    /// The matrix that undoes this one; the rows must be linearly independent.
    public var inverse: Matrix3 {
        let cofactors = [cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1])]
        let determinant = (rows[0] * cofactors[0]).sum()
        return Matrix3(rows: cofactors.map { $0 / determinant }).transpose
    }

    /// Whether every element is within `tolerance` of the identity's.
    public func isIdentity(within tolerance: Double) -> Bool {
        zip(rows, Self.identity.rows).allSatisfy { row, expected in
            (0..<3).allSatisfy { abs(row[$0] - expected[$0]) <= tolerance }
        }
    }

    /// The vector that the matrix makes of `vector`.
    public static func * (matrix: Matrix3, vector: RGB) -> RGB {
        let rows = matrix.rows
        return RGB((rows[0] * vector).sum(), (rows[1] * vector).sum(), (rows[2] * vector).sum())
    }

    /// The matrix that applies `second`, then `first`.
    public static func * (first: Matrix3, second: Matrix3) -> Matrix3 {
        let columns = (0..<3).map { second.column($0) }
        return Matrix3(
            rows: first.rows.map { row in
                RGB((row * columns[0]).sum(), (row * columns[1]).sum(), (row * columns[2]).sum())
            })
    }
}

private func cross(_ a: RGB, _ b: RGB) -> RGB {
    RGB(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
