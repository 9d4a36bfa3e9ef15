import Foundation

extension CheckReport {
    /// One line of `table`, without the failures.
    private var cells: [String] {
        return [
            passed ? "ok" : "FAILED", filter, "\(caseCount)", "\(pixelCount)",
            share(of: undecidedCount), share(of: unpromisedCount), String(format: "%.3f", largestShare),
            laws.isEmpty ? "-" : laws.joined(separator: ", "), "\(exampleCount)",
        ]
    }

    /// Some of the pixels, in per cent of those compared.
    func share(of count: Int) -> String {
        String(format: "%.2f %%", 100 * Double(count) / Double(max(pixelCount, 1)))
    }

    /// A sentence on what was left out.
    public static func told(_ leftOut: [String]) -> String {
        "tried in part, since each pixel takes so much; left out: " + leftOut.joined(separator: "; ")
    }

    /// Reports for people: a line a filter, then every failure.
    public static func table(_ reports: [CheckReport]) -> String {
        let heads = ["", "filter", "cases", "pixels", "undecided", "unpromised", "worst", "laws", "examples"]
        let rows = [heads] + reports.map(\.cells)
        let widths = heads.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        var text = ""
        for row in rows {
            let cells = zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
            text += cells.joined(separator: "  ").trimmingSuffix { $0 == " " } + "\n"
        }
        for report in reports where !report.leftOut.isEmpty {
            text += "\n\(report.filter): \(Self.told(report.leftOut))\n"
        }
        for report in reports {
            if let reason = report.unproven { text += "\n\(report.filter): \(reason)\n" }
        }
        for report in reports {
            if let mistake = report.mistake { text += "\n\(report.filter): nothing was tried; \(mistake)\n" }
        }
        for finding in reports.flatMap(\.findings) { text += "\n\(finding)\n" }
        for failure in reports.flatMap(\.failures) { text += "\n\(failure)\n" }
        return text
    }
}

extension String {
    fileprivate func trimmingSuffix(while matches: (Character) -> Bool) -> String {
        var end = endIndex
        while end > startIndex, matches(self[index(before: end)]) { end = index(before: end) }
        return String(self[..<end])
    }
}
