import ColorScience
import FilterGraph
import FilterLanguage
import Frames

/// The tables of curves, displays and primaries.
extension GoldenTables {
    static func transfer(_ table: GoldenTable, _ renderer: any Renderer, _ result: inout Result) throws {
        let curves: [(name: String, transfer: Transfer, white: Double, unit: Double)] = [
            ("pq.eotf", .pq, 203, 203), ("hlg.eotf.grey.1000", .hlg, 203, 203), ("bt1886.eotf.100", .bt709, 100, 100),
            ("srgb.eotf", .srgb, 203, 1),
        ]
        for curve in curves {
            let rows = table.rows.filter { $0[0] == curve.name }
            let properties = ColorProperties(primaries: .bt2020, transfer: curve.transfer, matrix: .bt2020)
            let color = CompositionColor(properties: .pq, referenceWhiteNits: curve.white, peakNits: 10_000)
            let run = ColorRun(renderer, color, source: .signal(properties, .full), output: .light)
            let found = try run(rows.map { RGB(repeating: GoldenTable.number($0, 1)) })
            for (row, light) in zip(rows, found) {
                result.compare(light * curve.unit, RGB(repeating: GoldenTable.number(row, 2)))
            }
        }
        let rows = table.rows.filter { $0[0] == "pq.eotf.inverse" }
        let color = CompositionColor(properties: .pq, peakNits: 10_000)
        let run = ColorRun(renderer, color, source: .light, output: .signal(.pq, .full))
        let found = try run(rows.map { RGB(repeating: GoldenTable.number($0, 1) / 203) })
        for (row, signal) in zip(rows, found) {
            result.compare(signal, RGB(repeating: GoldenTable.number(row, 2)))
        }
    }

    static func hlgDisplay(_ table: GoldenTable, _ renderer: any Renderer, _ result: inout Result) throws {
        let rows = table.rows.filter { $0[0] == "1000" }
        let color = CompositionColor(properties: .hlg, peakNits: 1000)
        let run = ColorRun(renderer, color, source: .signal(.hlg, .full), output: .light)
        for (row, light) in zip(rows, try run(rows.map { GoldenTable.rgb($0, 1) })) {
            result.compare(light * 203, GoldenTable.rgb(row, 4))
        }
    }

    static func pqToHLG(_ table: GoldenTable, _ renderer: any Renderer, _ result: inout Result) throws {
        let color = CompositionColor(properties: .hlg, peakNits: 1000)
        let run = ColorRun(renderer, color, source: .signal(.pq, .full), output: .signal(.hlg, .full))
        for (row, signal) in zip(table.rows, try run(table.rows.map { GoldenTable.rgb($0, 0) })) {
            result.compare(signal, GoldenTable.rgb(row, 3), allowance: 1 / 16.0 / 876)
        }
    }

    static func sdrToHDR(_ table: GoldenTable, _ renderer: any Renderer, _ result: inout Result) throws {
        for (properties, column) in [(ColorProperties.pq, 3), (.hlg, 6)] {
            let color = CompositionColor(properties: properties, peakNits: 1000)
            let run = ColorRun(renderer, color, source: .signal(.sdr, .full), output: .signal(properties, .full))
            for (row, signal) in zip(table.rows, try run(table.rows.map { GoldenTable.rgb($0, 0) })) {
                // The table holds codes, which are whole.
                let codes: RGB = signal * 876 + RGB(repeating: 64)
                result.compare(codes, GoldenTable.rgb(row, column), allowance: 0.5 + 1 / 16.0)
            }
        }
    }

    static func primaries(_ table: GoldenTable, _ renderer: any Renderer, _ result: inout Result) throws {
        let known: [Substring: Primaries] = ["bt709": .bt709, "bt2020": .bt2020, "displayP3": .displayP3]
        func linear(_ primaries: Primaries) -> ColorProperties {
            ColorProperties(primaries: primaries, transfer: .linear, matrix: .rgb)
        }
        for row in table.rows {
            guard let from = known[row[0]], let to = known[row[1]], from == .bt2020 || to == .bt2020 else { continue }
            // The composition is PQ on the way in, so that no gamut step comes between.
            let color =
                to == .bt2020
                ? CompositionColor(properties: .pq, peakNits: 10_000)
                : CompositionColor(properties: linear(to), peakNits: 203)
            let run = ColorRun(
                renderer, color, source: from == .bt2020 ? .light : .signal(linear(from), .full),
                output: to == .bt2020 ? .light : .signal(linear(to), .full))
            for (column, found) in try run([RGB(1, 0, 0), RGB(0, 1, 0), RGB(0, 0, 1)]).enumerated() {
                let expected = RGB(
                    GoldenTable.number(row, 2 + column), GoldenTable.number(row, 5 + column),
                    GoldenTable.number(row, 8 + column))
                result.compare(found, expected, allowance: 2e-7 * max(1, expected.max()))
            }
        }
    }

    static func bt2390(_ table: GoldenTable, _ renderer: any Renderer, _ result: inout Result) throws {
        for (source, target) in [(1000.0, 203.0), (4000, 1000)] {
            let rows = table.rows.filter {
                Double($0[0]) == source && Double($0[1]) == 0 && Double($0[2]) == target && Double($0[3]) == 0
            }
            let grey = ColorProperties(primaries: .bt2020, transfer: .bt709, matrix: .bt2020)
            let color = CompositionColor(properties: grey, referenceWhiteNits: target, peakNits: target)
            var run = ColorRun(renderer, color, source: .signal(.pq, .full), output: .light)
            run.peakNits = source
            let found = try run(rows.map { RGB(repeating: PQ.signal(nits: GoldenTable.number($0, 4))) })
            for (row, light) in zip(rows, found) {
                // The signal is rounded to a float on the way in, which PQ's slope enlarges.
                let expected = GoldenTable.number(row, 5)
                result.compare(
                    light * target, RGB(repeating: expected), allowance: 1.2 * max(1e-5 * abs(expected), 1e-7))
            }
        }
    }

    static func inversion(
        _ table: GoldenTable, _ renderer: any Renderer, _ result: inout Result, _ filter: Filter
    ) throws {
        let color = CompositionColor(properties: .pq, peakNits: 10_000)
        for (peak, rows) in Dictionary(grouping: table.rows, by: { GoldenTable.number($0, 0) }) {
            let run = ColorRun(renderer, color, source: .light, output: .light)
            let found = try run(
                rows.map { RGB(repeating: GoldenTable.number($0, 1) / 203) }, filter,
                ["mode": [1], "peak": [Double(Float(peak / 203))]])
            for (row, light) in zip(rows, found) {
                result.compare(light * 203, RGB(repeating: GoldenTable.number(row, 2)))
            }
        }
    }
}

/// Runs lists of opaque colours through a renderer, one pixel each, in floats at both ends.
struct ColorRun {
    let renderer: any Renderer
    let color: CompositionColor
    let source: PictureContent
    let output: PictureContent
    var peakNits = 1000.0

    init(_ renderer: any Renderer, _ color: CompositionColor, source: PictureContent, output: PictureContent) {
        (self.renderer, self.color, self.source, self.output) = (renderer, color, source, output)
    }

    func callAsFunction(_ colors: [RGB], _ filter: Filter? = nil, _ settings: Settings = [:]) throws -> [RGB] {
        func picture(_ content: PictureContent) -> PictureDescription {
            PictureDescription(
                layout: .rgba32f, codedWidth: colors.count, codedHeight: 1, content: content, peakNits: peakNits,
                isPremultiplied: true)
        }
        guard !colors.isEmpty else { return [] }
        var graph = Graph()
        if let filter { try graph.add(filter, settings: settings, inputs: [0]) }
        let job = RenderJob(
            graph: graph, sources: [picture(source)],
            output: OutputDescription(picture: picture(output), dither: .none), color: color)
        let input = ProbePicture(width: colors.count, height: 1) { x, _ in SIMD4(colors[x], 1) }
        let target = HostPlanes(layout: .rgba32f, width: colors.count, height: 1)
        try renderer.render(job, sources: [input.planes(areHalves: false)], at: .zero, into: target)
        return colors.indices.map { x in
            let pixel = CheckFormat.rgba32f.load(from: target, x: x, y: 0)
            return RGB(pixel.x, pixel.y, pixel.z)
        }
    }
}
