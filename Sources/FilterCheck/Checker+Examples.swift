import ColorScience
import FilterGraph
import FilterLanguage
import Frames

extension Checker {
    /// The composition in which examples hold: SDR by its display's curve, in BT.2020 primaries, so that signal is light
    /// to the power 1/2.4 in each channel and the content's peak is 1.
    static var exampleColor: CompositionColor {
        CompositionColor(
            properties: ColorProperties(primaries: .bt2020, transfer: .bt2020TenBit, matrix: .bt2020), peakNits: 203)
    }

    /// Holds both renderers to the hand-computed pixels of the file.
    ///
    /// They are rendered as pictures of one pixel at time 0, as floats.
    mutating func runExamples() {
        for example in filter.examples where !isFull && isWanted("expect-\(example.line)") {
            let isOfPixel =
                filter.kind == .generate ? example.inputs.isEmpty : filter.kind != .warp && filter.kind != .raw
            let side = isOfPixel ? 1 : 64
            ifAffordable("examples", "initial", side, side) { $0.run(example) }
        }
    }

    private mutating func run(_ example: Filter.Example) {
        report.exampleCount += 1
        report.count("expect-\(example.line)")
        do {
            switch filter.kind {
            case .warp: try runPlace(example)
            case .generate: try runGenerated(example)
            case .raw: try runMeasured(example)
            default: try runPixel(example)
            }
        } catch {
            add(error, case: "expect-\(example.line)", settings: example.settings)
        }
    }

    private mutating func runPixel(_ example: Filter.Example) throws {
        let sources = example.inputs.map { Self.even($0, side: 1) }
        let rendering = try Rendering(
            filter, settings: example.settings, sources: sources, format: .rgba32f, width: 1, height: 1,
            color: Self.exampleColor)
        let output = example.output
        try hold(rendering, to: [output[0], output[1], output[2], output[3]], x: 0, y: 0, example)
    }

    /// A picture of one colour.
    static func even(_ pixel: [Double], side: Int) -> HostPlanes {
        let planes = HostPlanes(layout: CheckFormat.rgba32f.layout, width: side, height: side)
        for place in 0..<(side * side) {
            CheckFormat.rgba32f.store(
                [pixel[0], pixel[1], pixel[2], pixel[3]], into: planes, x: place % side, y: place / side)
        }
        return planes
    }

    /// A generated picture's example is one pixel of 64 x 64, or the only one.
    private mutating func runGenerated(_ example: Filter.Example) throws {
        let side = example.inputs.isEmpty ? 1 : 64
        let further = example.inputs.dropFirst().map { Self.even($0, side: side) }
        let place = example.inputs.first ?? [0.5, 0.5]
        guard place.allSatisfy({ 0.5...Double(side) - 0.5 ~= $0 && $0 - $0.rounded(.down) == 0.5 }) else {
            add(
                .example,
                "a generated picture's example is tried on 64 x 64 pixels: give a pixel's centre, such as "
                    + "(10.5, 3.5)",
                case: "expect-\(example.line)", settings: example.settings)
            return
        }
        let rendering = try Rendering(
            filter, settings: example.settings, sources: [Self.even([0, 0, 0, 0], side: side)] + further,
            format: .rgba32f,
            width: side, height: side, color: Self.exampleColor)
        let output = example.output
        try hold(
            rendering, to: [output[0], output[1], output[2], output[3]], x: Int(place[0]), y: Int(place[1]), example)
    }

    /// A warp's example is a place and the place it reads: tried on a picture whose red and green are the place.
    private mutating func runPlace(_ example: Filter.Example) throws {
        let (from, wanted) = (example.inputs[0], example.output)
        let side = 64
        guard (from + wanted).allSatisfy({ 0.5...Double(side) - 0.5 ~= $0 }),
            from.allSatisfy({ $0 - $0.rounded(.down) == 0.5 })
        else {
            add(
                .example,
                "a warp's example is tried on 64 x 64 pixels: give a pixel's centre, such as (10.5, 3.5), and a place "
                    + "within 0.5...63.5",
                case: "expect-\(example.line)", settings: example.settings)
            return
        }
        let planes = HostPlanes(layout: CheckFormat.rgba32f.layout, width: side, height: side)
        for y in 0..<side {
            for x in 0..<side {
                CheckFormat.rgba32f.store([Double(x) + 0.5, Double(y) + 0.5, 0, 1], into: planes, x: x, y: y)
            }
        }
        let rendering = try Rendering(
            filter, settings: example.settings,
            sources: [planes] + example.inputs.dropFirst().map { Self.even($0, side: side) }, format: .rgba32f,
            width: side, height: side, color: Self.exampleColor)
        try hold(rendering, to: [wanted[0], wanted[1], 0, 1], x: Int(from[0]), y: Int(from[1]), example)
    }

    private mutating func hold(
        _ rendering: Rendering, to wanted: SIMD4<Double>, x: Int, y: Int, _ example: Filter.Example
    ) throws {
        let expectation = try rendering.expected(by: reference).expectation(x: x, y: y)
        let found = CheckFormat.rgba32f.load(from: try rendering.result(of: candidate).planes, x: x, y: y)
        let judge = Judge(format: .rgba32f, color: Self.exampleColor)
        // Hand-written numbers are rounded too.
        let written = SIMD4(repeating: 1e-7) + 1e-6 * wanted.replacing(with: -wanted, where: wanted .< 0)
        let hand = Expectation(value: wanted, bound: expectation.bound + written)
        for (side, pixel) in [("the reference", expectation.value), (candidate.name, found)] {
            guard let deviation = judge.deviation(of: pixel, from: hand), deviation.share > 1 else { continue }
            let place = CheckFailure.Pixel(x: x, y: y, channel: 0, expected: 0, found: 0, allowance: 0)
            add(
                .example, "line \(example.line): on \(side) the example does not hold", case: "expect-\(example.line)",
                settings: example.settings, pixel: place.with(deviation))
        }
    }
}
