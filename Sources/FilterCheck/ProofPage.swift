import Foundation

/// One line of the proof: a filter, or a table of numbers computed elsewhere, on a device.
public struct ProofRow: Codable, Hashable, Sendable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case filter
        case table

        /// The columns' heads after the name.
        var heads: [String] {
            switch self {
            case .filter:
                [
                    "renderings", "pixels", "undecided", "unpromised", "worst difference", "allowed", "share", "case",
                ]
            case .table: ["numbers", "worst difference", "allowed", "share"]
            }
        }
    }

    public let device: String
    public let kind: Kind
    /// The filter's or the table's name.
    public let name: String
    /// What stands under the kind's heads.
    public let cells: [String]

    init(device: String, kind: Kind, name: String, cells: [String]) {
        (self.device, self.kind, self.name, self.cells) = (device, kind, name, cells)
    }

    /// What a check of a filter proved; `nil` where it failed, for then nothing is proved.
    public init?(_ report: CheckReport) {
        guard report.passed, report.unproven == nil else { return nil }
        let distance = report.worst.map { abs($0.found - $0.expected) }
        self.init(
            device: report.candidate, kind: .filter, name: report.filter,
            cells: [
                "\(report.caseCount)", "\(report.pixelCount)", report.share(of: report.undecidedCount),
                report.share(of: report.unpromisedCount), Self.shown(distance), Self.shown(report.worst?.allowance),
                String(format: "%.3f", report.largestShare),
                report.worstCase ?? "-",
            ])
    }

    /// What a table proved; `nil` where it does not hold.
    public init?(_ result: GoldenTables.Result) {
        guard result.share <= 1 else { return nil }
        self.init(
            device: result.renderer, kind: .table, name: result.table,
            cells: [
                "\(result.count)", Self.shown(result.difference), Self.shown(result.allowance),
                String(format: "%.3f", result.share),
            ])
    }

    private static func shown(_ number: Double?) -> String { number.map { String(format: "%.3g", $0) } ?? "-" }

    /// The row as Markdown writes it.
    var line: String { "| " + ([name] + cells).joined(separator: " | ") + " |" }
}

/// The page that holds the proof's rows, device by device.
public enum ProofPage {
    private static let introduction = """
        # Proof

        How far each device lies from the CPU reference, filter by filter: the largest difference between a pixel that the
        device made and the exact one, beside what was allowed there. The allowance is derived for each pixel from the
        precision that Vulkan promises of every operation and from the rounding of what is stored; nobody typed it in. A
        share of 1 is the limit. Undecided pixels are those whose result hangs on a comparison within its error: they lie
        within what its two sides give, and count for no worst difference. Unpromised are those of which nothing can be
        asked. The case repeats the rendering: `candela check FILTER --case CASE`.

        Tables computed elsewhere hold numbers from standards and formulas, computed without any code of this project
        (`Tests/Golden`, each names its source); the CPU reference is held to them as well.

        The page is written, its rows renewed and those of other devices kept, by

        ```sh
        candela check all --tables Tests/Golden --proof docs/proof.md
        ```

        """

    /// The whole page.
    public static func text(_ rows: [ProofRow]) -> String {
        var text = introduction
        for device in Set(rows.map(\.device)).sorted() {
            text += "\n## \(device)\n"
            for kind in ProofRow.Kind.allCases {
                let mine = rows.filter { $0.device == device && $0.kind == kind }.sorted { $0.name < $1.name }
                guard !mine.isEmpty else { continue }
                let heads = [kind.rawValue] + kind.heads
                text += "\n| " + heads.joined(separator: " | ") + " |\n"
                text += "|" + String(repeating: "---|", count: heads.count) + "\n"
                text += mine.map { $0.line + "\n" }.joined()
            }
        }
        return text
    }

    /// The rows of a page; lines that are none are passed over.
    public static func rows(of text: String) -> [ProofRow] {
        var rows: [ProofRow] = []
        var device = ""
        var kind = ProofRow.Kind.filter
        for line in text.split(separator: "\n") {
            if line.hasPrefix("## ") { device = String(line.dropFirst(3)) }
            guard line.hasPrefix("| "), line.hasSuffix(" |") else { continue }
            let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
            if let head = ProofRow.Kind(rawValue: cells[0]), cells == [head.rawValue] + head.heads {
                kind = head
            } else if cells.count == kind.heads.count + 1 {
                rows.append(ProofRow(device: device, kind: kind, name: cells[0], cells: Array(cells.dropFirst())))
            }
        }
        return rows
    }

    /// Rows with newer ones in place of those about the same thing on the same device.
    public static func merged(_ old: [ProofRow], _ new: [ProofRow]) -> [ProofRow] {
        old.filter { row in
            !new.contains { $0.device == row.device && $0.kind == row.kind && $0.name == row.name }
        } + new
    }

    /// Rows for programs: one JSON document.
    public static func json(_ rows: [ProofRow]) throws -> String {
        let objects = rows.map { row in
            let named = zip(row.kind.heads, row.cells).map { ($0, $1) }
            return Dictionary(
                [("device", row.device), ("kind", row.kind.rawValue), ("name", row.name)] + named,
                uniquingKeysWith: { first, _ in first })
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(objects), as: UTF8.self) + "\n"
    }
}
