import Foundation
import Testing

@testable import ColorScience

/// One of the tables of Tests/Golden: comma-separated, `#` lines are comments, the first other line names the columns.
struct GoldenTable {
    /// One line, read by column name.
    struct Row: CustomTestStringConvertible, Sendable {
        let cells: [String: String]

        var testDescription: String {
            cells.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        }

        subscript(text column: String) -> String { cells[column] ?? "" }
        subscript(column: String) -> Double { Double(cells[column] ?? "") ?? .nan }

        func rgb(_ red: String, _ green: String, _ blue: String) -> RGB { RGB(self[red], self[green], self[blue]) }
    }

    let rows: [Row]

    init(_ name: String) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let url = folder.appendingPathComponent("Golden/\(name).csv")
        let lines = try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline)
            .filter { !$0.hasPrefix("#") }
        let columns = lines[0].split(separator: ",").map(String.init)
        rows = lines.dropFirst().map { line in
            let cells = line.split(separator: ",").map(String.init)
            return Row(cells: Dictionary(uniqueKeysWithValues: zip(columns, cells)))
        }
    }
}

/// Whether two numbers agree to 1e-9 relative or 1e-12 absolute. Tables are printed with 12 digits, half a unit of which
/// is at most 5e-12 relative, so the bound leaves room for their rounding and for little else.
func agrees(_ value: Double, _ expected: Double) -> Bool {
    abs(value - expected) <= max(1e-9 * abs(expected), 1e-12)
}

func agrees(_ value: RGB, _ expected: RGB) -> Bool {
    (0..<3).allSatisfy { agrees(value[$0], expected[$0]) }
}

/// Whether an unrounded code rounds to the table's; a half may go either way.
func rounds(_ code: Double, to expected: Double) -> Bool {
    abs(code - expected) <= 0.5 + 1e-9
}
