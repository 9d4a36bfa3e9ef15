import ColorScience
import FilterGraph
import FilterLanguage
import Foundation
import Frames

/// Numbers that were computed from standards and formulas elsewhere, as tables of text, held against a renderer.
///
/// What is compared is read as floats before anything is rounded; allowed are 1e-5 relative or 1e-7 absolute in the
/// table's unit, and for signals 1/16 of a ten-bit code.
public enum GoldenTables {
    /// How a renderer fared with a table.
    public struct Result: Sendable {
        public let table: String
        public let renderer: String
        /// Numbers compared.
        public private(set) var count = 0
        /// The number that came closest to its allowance, or passed it.
        public private(set) var difference: Double?
        public private(set) var allowance: Double?
        /// The largest difference as a share of what is allowed.
        public private(set) var share = 0.0

        init(_ table: String, _ renderer: String) { (self.table, self.renderer) = (table, renderer) }

        mutating func compare(_ found: Double, _ expected: Double, allowance: Double) {
            count += 1
            let distance = abs(found - expected)
            let share = distance.isNaN ? .infinity : distance / allowance
            guard share > self.share || difference == nil else { return }
            (self.share, difference, self.allowance) = (share, distance, allowance)
        }

        /// Compares numbers of light, or of a signal that is read as a float.
        mutating func compare(_ found: RGB, _ expected: RGB) {
            for channel in 0..<3 {
                compare(
                    found[channel], expected[channel], allowance: max(1e-5 * abs(expected[channel]), 1e-7))
            }
        }

        mutating func compare(_ found: RGB, _ expected: RGB, allowance: Double) {
            for channel in 0..<3 { compare(found[channel], expected[channel], allowance: allowance) }
        }
    }

    /// A folder without a table, or a table that cannot be read.
    public struct TableError: Error, Equatable, Sendable, CustomStringConvertible {
        public let file: String
        public let problem: String
        /// Whether the file could not be read at all.
        public var isUnreadable = false
        public var description: String { "\(file): \(problem)" }
    }

    /// The tables that are held against renderers, by file name without its ending.
    public static let names = [
        "blend-modes", "bt2390-eetf", "gaussian", "hlg-display", "invert-perceptual", "pq-to-hlg", "primaries",
        "sdr-to-hdr", "transfer",
    ]

    /// Throws `TableError` unless a folder holds every table.
    public static func requireAll(in folder: URL) throws {
        for name in names { _ = try GoldenTable(name, in: folder) }
    }

    /// Holds a renderer to a table of a folder; `filter` answers a shipped filter by name.
    public static func hold(
        _ renderer: any Renderer, to name: String, in folder: URL, filter: (String) throws -> Filter
    ) throws -> Result {
        let table = try GoldenTable(name, in: folder)
        var result = Result(name, renderer.name)
        switch name {
        case "transfer": try transfer(table, renderer, &result)
        case "hlg-display": try hlgDisplay(table, renderer, &result)
        case "pq-to-hlg": try pqToHLG(table, renderer, &result)
        case "sdr-to-hdr": try sdrToHDR(table, renderer, &result)
        case "primaries": try primaries(table, renderer, &result)
        case "bt2390-eetf": try bt2390(table, renderer, &result)
        case "invert-perceptual": try inversion(table, renderer, &result, try filter("invert"))
        case "blend-modes": try blends(table, renderer, &result, filter)
        case "gaussian": try gaussian(table, renderer, &result, try filter("gaussianBlur"))
        default:
            throw TableError(
                file: name, problem: "is not a table that is known; known are \(names.joined(separator: ", "))")
        }
        guard result.count > 0 else { throw TableError(file: "\(name).csv", problem: "has no numbers to compare") }
        return result
    }
}

/// The rows of a table of text: lines of cells between commas, after lines that begin with # and one of heads.
struct GoldenTable {
    let name: String
    let rows: [[Substring]]

    init(_ name: String, in folder: URL) throws {
        self.name = name
        let file = folder.appendingPathComponent("\(name).csv")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            throw GoldenTables.TableError(
                file: file.path, problem: "cannot be read; name the folder that holds the tables", isUnreadable: true)
        }
        rows = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.dropFirst()
            .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    }

    /// A number of a row; NaN, which no comparison passes, where there is none.
    static func number(_ row: [Substring], _ column: Int) -> Double {
        row.indices.contains(column) ? Double(row[column]) ?? .nan : .nan
    }

    /// Three numbers of a row from a column on.
    static func rgb(_ row: [Substring], _ column: Int) -> RGB {
        RGB(number(row, column), number(row, column + 1), number(row, column + 2))
    }

    /// Four numbers of a row from a column on.
    static func pixel(_ row: [Substring], _ column: Int) -> SIMD4<Double> {
        SIMD4(rgb(row, column), number(row, column + 3))
    }
}
