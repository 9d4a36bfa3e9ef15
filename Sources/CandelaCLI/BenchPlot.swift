import Candela

/// A drawing of what filters cost, as one SVG file that needs nothing else.
///
/// A row for each filter: first its time against the picture's size, then against each parameter. Whiskers reach from the
/// tenth to the ninetieth of a hundred runs.
struct BenchPlot {
    private let report: BenchReport

    init(_ report: BenchReport) { self.report = report }

    private struct Point {
        var x: Double
        var label: String
        var row: BenchStudy.Row
    }

    private struct Panel {
        var title: String
        /// What the axis below says.
        var axis: String
        var points: [Point]
        /// Whether points stand at their value; else side by side.
        var isScaled: Bool
    }

    private static let (panelWidth, panelHeight) = (260.0, 210.0)
    private static let (left, right, top, bottom) = (64.0, 14.0, 34.0, 44.0)
    private static let head = 46.0

    /// The file's text.
    var svg: String {
        let rows = report.parts.map { (part: $0, panels: Self.panels($0)) }
        let width = Self.panelWidth * Double(max(rows.map(\.panels.count).max() ?? 1, 1))
        let height = Self.head + Self.panelHeight * Double(max(rows.count, 1))
        var body = ""
        for (line, row) in rows.enumerated() {
            for (place, panel) in row.panels.enumerated() {
                body += """
                    <g transform="translate(\(Self.text(Self.panelWidth * Double(place))) \
                    \(Self.text(Self.head + Self.panelHeight * Double(line))))">
                    \(Self.drawing(panel))</g>

                    """
            }
        }
        let names = report.parts.map(\.filter.name).joined(separator: ", ")
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.text(width)) \(Self.text(height))" \
            width="\(Self.text(width))" height="\(Self.text(height))" font-family="sans-serif" font-size="11">
            <rect width="100%" height="100%" fill="#fff"/>
            <text x="14" y="22" font-size="15" font-weight="bold">\(Self.escaped("candela bench \(names)"))</text>
            <text x="14" y="38" fill="#555">\(Self.escaped("\(report.device.name), \(report.device.driverInfo); median, whiskers from 10 % to 90 % of runs"))</text>
            \(body)</svg>

            """
    }

    private static func panels(_ part: BenchReport.Part) -> [Panel] {
        let sizes = part.rows.filter { $0.test.parameter == nil }
        var panels = [
            Panel(
                title: "\(part.filter.name) by size", axis: "megapixels",
                points: sizes.map {
                    let pixels = Double($0.test.width * $0.test.height) / 1e6
                    return Point(x: pixels, label: fixed(pixels, 1), row: $0)
                }, isScaled: true)
        ]
        for parameter in part.filter.parameters {
            let rows = part.rows.filter { $0.test.parameter?.name == parameter.name }
            guard let first = rows.first else { continue }
            let isScaled = parameter.width == 1 && parameter.kind != .bool && !isChoice(parameter.kind)
            panels.append(
                Panel(
                    title: "\(parameter.name) at \(first.test.width)x\(first.test.height)",
                    axis: parameter.name + (parameter.unit.map { " [\($0)]" } ?? ""),
                    points: rows.compactMap { row in
                        row.test.parameter.map { Point(x: $0.place, label: $0.text, row: row) }
                    }, isScaled: isScaled))
        }
        return panels
    }

    private static func isChoice(_ kind: Filter.Parameter.Kind) -> Bool {
        if case .choice = kind { true } else { false }
    }

    // MARK: One panel

    private static func drawing(_ panel: Panel) -> String {
        let (plotWidth, plotHeight) = (panelWidth - left - right, panelHeight - top - bottom)
        let longest = panel.points.map { $0.row.measurement.percentile(0.9) / 1000 }.max() ?? 1
        // Long numbers would run into the axis' own words.
        let (unit, scale) = longest >= 10_000 ? ("ms", 1e6) : ("us", 1e3)
        let highest = longest * 1e3 / scale
        let step = step(for: highest)
        let ceiling = max((highest / step).rounded(.up), 1) * step
        func y(_ value: Double) -> Double { top + plotHeight * (1 - min(value / ceiling, 1)) }
        let xs = panel.points.map(\.x)
        let (low, high) = (panel.isScaled ? min(xs.min() ?? 0, 0) : 0, panel.isScaled ? xs.max() ?? 1 : 1)
        func x(_ index: Int) -> Double {
            if panel.isScaled, high > low { return left + plotWidth * (panel.points[index].x - low) / (high - low) }
            return left + plotWidth * (Double(index) + 0.5) / Double(max(panel.points.count, 1))
        }
        var lines = [label(panel.title, left, 20, anchor: "start", style: " font-weight=\"bold\"")]
        var level = 0.0
        while level <= ceiling * 1.0001 {
            lines.append(stroke(left, y(level), left + plotWidth, y(level), "#ddd"))
            lines.append(label(plain((level * 1000).rounded() / 1000), left - 6, y(level) + 4, anchor: "end"))
            level += step
        }
        lines.append(stroke(left, top, left, top + plotHeight, "#333"))
        lines.append(stroke(left, top + plotHeight, left + plotWidth, top + plotHeight, "#333"))
        let middle = top + plotHeight / 2
        lines.append(
            label(
                "time [\(unit)]", 14, middle, anchor: "middle", style: " transform=\"rotate(-90 14 \(text(middle)))\""))
        lines.append(label(panel.axis, left + plotWidth / 2, panelHeight - 8, anchor: "middle"))
        if panel.isScaled {
            let points = panel.points.indices.map {
                "\(text(x($0))),\(text(y(panel.points[$0].row.measurement.median / scale)))"
            }
            lines.append(
                "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" stroke=\"#1f6fb2\" stroke-width=\"1.5\"/>"
            )
        }
        var lastLabelEnd = -Double.infinity
        for (index, point) in panel.points.enumerated() {
            let times = point.row.measurement
            let place = x(index)
            lines.append(
                stroke(place, y(times.percentile(0.1) / scale), place, y(times.percentile(0.9) / scale), "#1f6fb2"))
            lines.append(
                "<circle cx=\"\(text(place))\" cy=\"\(text(y(times.median / scale)))\" r=\"3.5\" fill=\"#1f6fb2\"/>")
            // Labels that would run into one another are left out.
            let half = 3.2 * Double(point.label.count)
            guard place - half > lastLabelEnd else { continue }
            lastLabelEnd = place + half + 4
            lines.append(label(point.label, place, top + plotHeight + 15, anchor: "middle"))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A round distance between lines, so that there are three to six of them.
    private static func step(for highest: Double) -> Double {
        guard highest.isFinite else { return 1 }
        var step = 1e-3
        while true {
            for factor in [1.0, 2, 5] where highest / (step * factor) <= 5 { return step * factor }
            step *= 10
        }
    }

    private static func stroke(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ color: String) -> String {
        "<line x1=\"\(text(x1))\" y1=\"\(text(y1))\" x2=\"\(text(x2))\" y2=\"\(text(y2))\" stroke=\"\(color)\"/>"
    }

    private static func label(
        _ words: String, _ x: Double, _ y: Double, anchor: String, style: String = ""
    ) -> String {
        "<text x=\"\(text(x))\" y=\"\(text(y))\" text-anchor=\"\(anchor)\"\(style)>\(escaped(words))</text>"
    }

    private static func text(_ number: Double) -> String { plain((number * 10).rounded() / 10) }

    private static func escaped(_ words: String) -> String {
        words.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
