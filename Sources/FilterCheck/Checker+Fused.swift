import CPUReference
import FilterGraph
import FilterLanguage
import Frames

extension Checker {
    /// Halves light before the filter and doubles it after: exact, so that what the filter does between is all there is.
    private static func partner(_ name: String, _ factor: String) throws -> Filter {
        try Filter(
            source: """
                //! filter \(name): Scale light by a power of two.
                //! kind point
                vec4 \(name)(vec4 color) { return vec4(color.rgb * \(factor), color.a); }
                """, path: "\(name).glsl")
    }

    /// Between two others in one graph, the filter gives what it gives alone.
    mutating func runFused() {
        for (label, input) in [("initial", TestInput.noise), ("random-0", .alpha)] {
            for color in [CheckColor.hlg, .sdr] where label == "initial" || !filter.parameters.isEmpty {
                let test = CheckCase(
                    width: 17, height: 15, choice: SettingChoice(label: label), input: input, format: .rgba32f,
                    color: color)
                guard !isFull, isWanted("fused/\(test)") else { continue }
                ifAffordable("pictures between other filters", label, test.width, test.height) { $0.runFused(test) }
            }
        }
    }

    private mutating func runFused(_ test: CheckCase) {
        let name = "fused/\(test)"
        report.count(name)
        let settings =
            test.choice.settings(of: filter, seed: options.seed, width: test.width, height: test.height) ?? [:]
        do {
            let count = filter.sourceCount
            let sources = (0..<count).map { test.input.picture(test, index: $0, seed: options.seed) }
            let before = try Self.partner("candelaHalved", "0.5")
            let after = try Self.partner("candelaDoubled", "2.0")
            func rendering(_ sources: [HostPlanes], _ before: Filter?, _ after: Filter?) throws -> Rendering {
                try Rendering(
                    filter, settings: settings, sources: sources, format: test.format, width: test.width,
                    height: test.height, color: test.color.composition, time: test.time(seed: options.seed),
                    before: before, after: after)
            }
            let whole = try rendering(sources, before, after)
            let expected = try whole.expected(by: reference)
            let fused = try whole.result(of: candidate)
            var outcome = CaseOutcome()
            compareResults(expected, fused, case: name, settings: settings, &outcome)
            if let failure = outcome.failure {
                note(failure)
                return
            }
            for source in sources.prefix(filter.kind.pictureCount) {
                for place in 0..<(test.width * test.height) {
                    let (x, y) = (place % test.width, place / test.width)
                    let pixel = test.format.load(from: source, x: x, y: y)
                    test.format.store(pixel * [0.5, 0.5, 0.5, 1], into: source, x: x, y: y)
                }
            }
            let alone = try rendering(sources, nil, nil).result(of: candidate)
            if let pixel = worst(test, expected, fused, alone) {
                add(
                    .difference, "fused with others, the filter gives another picture than alone", case: name,
                    settings: settings, pixel: pixel, name: "differs-when-fused")
            }
        } catch {
            add(error, case: name, settings: settings)
        }
    }

    private func worst(
        _ test: CheckCase, _ expected: ReferencePicture, _ fused: GuardedTarget, _ alone: GuardedTarget
    ) -> CheckFailure.Pixel? {
        var worst: (share: Double, pixel: CheckFailure.Pixel)?
        for place in 0..<(test.width * test.height) {
            let (x, y) = (place % test.width, place / test.width)
            let expectation = expected.expectation(x: x, y: y)
            guard !expected.isUndecided(x: x, y: y), expectation.value.isFinite, expectation.bound.isFinite else {
                continue
            }
            let one = test.format.load(from: fused.planes, x: x, y: y)
            let other = test.format.load(from: alone.planes, x: x, y: y) * [2, 2, 2, 1]
            for channel in 0..<4 where expectation.value[channel].magnitude < 65504 {
                // Either way may be off by the bound, and the floats between the two by a rounding each.
                let deviation = Deviation(
                    channel: channel, expected: other[channel], found: one[channel],
                    allowance: 2 * expectation.bound[channel] + expectation.value[channel].magnitude * 0x1p-20 + 1e-9)
                guard deviation.share > max(1, worst?.share ?? 0) else { continue }
                let pixel = CheckFailure.Pixel(x: x, y: y, channel: 0, expected: 0, found: 0, allowance: 0)
                worst = (deviation.share, pixel.with(deviation))
            }
        }
        return worst?.pixel
    }
}
