import FilterGraph
import FilterLanguage
import Frames

extension Checker {
    /// Holds both renderers to the law `linear`: a weighted sum of pictures becomes that sum of results.
    mutating func runLinear(_ law: Filter.Law, case name: String) {
        for label in ["initial"] + (filter.parameters.isEmpty ? [] : (0..<4).map { "random-\($0)" }) {
            let caseName = "\(name)/\(label)/hlg"
            // A finding says it already.
            guard !isFull, isWanted(caseName), !readiness.knows(.notLinear) else { continue }
            let choice = SettingChoice(label: label)
            var settings = choice.settings(of: filter, seed: options.seed, width: 17, height: 15) ?? [:]
            settings.merge(law.settings) { $1 }
            ifAffordable("pictures for laws", label, 17, 15, times: 3) { checker in
                checker.report.count(caseName)
                do {
                    guard let found = try checker.brokenSum(settings) else { return }
                    checker.add(
                        .law,
                        "the law 'linear' does not hold on \(found.side): a sum of pictures does not become the sum of "
                            + "results; \(Finding.ID.notLinear.mend)", case: caseName, settings: settings,
                        pixel: found.pixel, name: Finding.ID.notLinear.rawValue)
                } catch {
                    checker.add(error, case: caseName, settings: settings)
                }
            }
        }
    }

    /// The worst pixel of `filter(a / 2 + b / 4)` against `filter(a) / 2 + filter(b) / 4`, and on which side.
    private func brokenSum(_ settings: Settings) throws -> (side: String, pixel: CheckFailure.Pixel)? {
        let (width, height, format) = (17, 15, CheckFormat.rgba32f)
        var random = SeededRandom(seed: options.seed, for: "linear \(filter.name)")
        /// Steps of 1/16 up to 8: halves hold them and the sums exactly.
        func pixel() -> SIMD4<Double> {
            func step(_ count: Int) -> Double { Double(random.index(below: count)) / 16 }
            return [step(128) - 0.5, step(64), step(16), step(17)]
        }
        let pixels = (0..<2).map { _ in (0..<(width * height)).map { _ in pixel() } }
        let sum = pixels[0].indices.map { pixels[0][$0] / 2 + pixels[1][$0] / 4 }
        let renderings = try (pixels + [sum]).map { pixels in
            let source = HostPlanes(layout: format.layout, width: width, height: height)
            for (place, pixel) in pixels.enumerated() {
                format.store(pixel, into: source, x: place % width, y: place / width)
            }
            return try Rendering(
                filter, settings: settings, sources: [source], format: format, width: width, height: height,
                color: CheckColor.hlg.composition)
        }
        let expected = try renderings.map { try $0.expected(by: reference) }
        let targets = try renderings.map { try $0.result(of: candidate) }
        var worst: (side: String, share: Double, pixel: CheckFailure.Pixel)?
        for place in 0..<(width * height) {
            let (x, y) = (place % width, place / width)
            if expected.contains(where: { $0.isUndecided(x: x, y: y) }) { continue }
            let bound = expected.reduce(SIMD4<Double>.zero) { $0 + $1.expectation(x: x, y: y).bound }
            for side in ["the reference", candidate.name] {
                let values = expected.indices.map {
                    side == candidate.name
                        ? format.load(from: targets[$0].planes, x: x, y: y) : expected[$0].expectation(x: x, y: y).value
                }
                let wanted = values[0] / 2 + values[1] / 4
                for channel in 0..<4 {
                    // Pictures between passes are halves, each rounded by itself.
                    let stores = 0x1p-10 * Double(filter.passes.count) * max(abs(wanted[channel]), 0.01)
                    let deviation = Deviation(
                        channel: channel, expected: wanted[channel], found: values[2][channel],
                        allowance: bound[channel] + stores)
                    guard deviation.share > max(1, worst?.share ?? 0) else { continue }
                    let pixel = CheckFailure.Pixel(x: x, y: y, channel: 0, expected: 0, found: 0, allowance: 0)
                    worst = (side, deviation.share, pixel.with(deviation))
                }
            }
        }
        return worst.map { ($0.side, $0.pixel) }
    }
}
