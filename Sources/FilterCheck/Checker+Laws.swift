import CPUReference
import FilterGraph
import FilterLanguage
import Frames

/// A law that a file may declare: what it is tried on, and what must come of it.
private struct LawTrial {
    var width: Int
    var height: Int
    /// The pixel to put at a place, of `width * height`.
    var input: (_ place: Int) -> SIMD4<Double>
    /// How many times over the filter is applied.
    var times = 1
    /// Whether further pictures are transparent black, else noise.
    var isAllClear = false
    /// Whether the result is the input; else it must not fall from pixel to pixel.
    var isKept = true
}

extension Checker {
    /// Holds both renderers to the laws that the file declares, and area and warp filters to clearness.
    mutating func runLaws() {
        for law in filter.laws where !isFull { run(law) }
        // Point and blend filters are held to this in every case.
        if filter.kind == .area || filter.kind == .warp, !readiness.knows(.fillsTransparent) {
            let clear = LawTrial(width: 17, height: 15, input: { _ in .zero }, isAllClear: true)
            for label in SettingChoice.all(of: filter, randomCount: 2).map(\.label) {
                run(clear, named: "transparent black stays so", case: "clear", label, fixed: [:])
            }
        }
    }

    private mutating func run(_ law: Filter.Law) {
        let name = "law-\(law.line)"
        report.laws.append(law.name)
        if law.name == "linear" { return runLinear(law, case: name) }
        for trial in Self.trials(law.name) {
            for label in ["initial"] + (filter.parameters.isEmpty ? [] : (0..<4).map { "random-\($0)" }) {
                run(trial, named: law.name, case: name, label, fixed: law.settings)
            }
        }
    }

    private static func trials(_ law: String) -> [LawTrial] {
        switch law {
        case "identity":
            return [
                LawTrial(width: 17, height: 15) { place in
                    var random = SeededRandom(seed: UInt64(place), for: "identity")
                    let alpha = [1, 1, 0.5, 0][place % 4] as Double
                    let light = SIMD3(random.unit(), random.unit(), random.unit()) * 5 - 0.25
                    return SIMD4(light * alpha, alpha)
                }
            ]
        case "involution":
            // Light from black to reference white, grey and mild colours: what every mode and gamut holds.
            return [
                LawTrial(
                    width: 17, height: 15,
                    input: { place in
                        let level = Double(place + 1) / 256
                        let tint: SIMD3<Double> = place % 2 == 0 ? [1, 1, 1] : [0.8, 0.7, 0.6]
                        return SIMD4(tint * level, 1)
                    }, times: 2)
            ]
        case "monotone":
            return [
                LawTrial(
                    width: 255, height: 3,
                    input: { place in
                        let along = Double(place) / 764
                        return SIMD4(SIMD3(repeating: -0.5 + 64.5 * along * along * along), 1)
                    }, isKept: false)
            ]
        default:
            let colors: [SIMD4<Double>] = [[0.18, 0.5, 4.5, 1], [0.25, 0, -0.0625, 0.5], [64, 64, 64, 1]]
            return colors.map { color in LawTrial(width: 17, height: 15, input: { _ in color }) }
        }
    }

    private mutating func run(
        _ trial: LawTrial, named law: String, case name: String, _ label: String, fixed: Settings
    ) {
        for color in CheckColor.allCases {
            let caseName = "\(name)/\(label)/\(color.rawValue)"
            guard !isFull, isWanted(caseName) else { continue }
            let choice = SettingChoice(label: label)
            var settings =
                choice.settings(of: filter, seed: options.seed, width: trial.width, height: trial.height) ?? [:]
            settings.merge(fixed) { $1 }
            ifAffordable("pictures for laws", label, trial.width, trial.height, times: trial.times) { checker in
                checker.report.count(caseName)
                do {
                    guard let pixel = try checker.broken(trial, settings, color) else { return }
                    checker.add(
                        .law, "the law '\(law)' does not hold on \(pixel.side)", case: caseName, settings: settings,
                        pixel: pixel.worst)
                } catch {
                    checker.add(error, case: caseName, settings: settings)
                }
            }
        }
    }

    /// The worst pixel that breaks a law, and on which side.
    private func broken(_ trial: LawTrial, _ settings: Settings, _ color: CheckColor) throws
        -> (side: String, worst: CheckFailure.Pixel)?
    {
        let format = CheckFormat.rgba32f
        let source = HostPlanes(layout: format.layout, width: trial.width, height: trial.height)
        for place in 0..<(trial.width * trial.height) {
            let (x, y) = (place % trial.width, place / trial.width)
            // Pictures that are kept between passes are halves: a law is tried on light that halves hold exactly.
            format.store(SIMD4<Double>(SIMD4<Float16>(trial.input(place))), into: source, x: x, y: y)
        }
        let further = (1..<(1 + filter.pictureNames.count)).map { index in
            trial.isAllClear
                ? HostPlanes(layout: format.layout, width: trial.width, height: trial.height)
                : TestInput.alpha.picture(
                    CheckCase(
                        width: trial.width, height: trial.height, choice: SettingChoice(label: "initial"),
                        input: .alpha,
                        format: format, color: color), index: index, seed: options.seed)
        }
        let rendering = try Rendering(
            filter, settings: settings, sources: [source] + further, format: format, width: trial.width,
            height: trial.height,
            color: color.composition, times: trial.times)
        let expected = try rendering.expected(by: reference)
        let target = try rendering.result(of: candidate)
        let judge = Judge(format: format, color: color.composition)
        var worst: (side: String, share: Double, pixel: CheckFailure.Pixel)?
        for side in ["the reference", candidate.name] {
            let isReference = side != candidate.name
            var before = SIMD4<Double>(repeating: -.infinity)
            for place in 0..<(trial.width * trial.height) {
                let (x, y) = (place % trial.width, place / trial.width)
                if expected.isUndecided(x: x, y: y) { continue }
                let expectation = expected.expectation(x: x, y: y)
                let found = isReference ? expectation.value : format.load(from: target.planes, x: x, y: y)
                let wanted = trial.isKept ? format.load(from: source, x: x, y: y) : before
                for channel in 0..<4 where trial.isKept || found[channel] < before[channel] {
                    let bound = expectation.bound[channel] + (isReference ? 1e-9 : 0)
                    let allowance = judge.allowance(for: found[channel], bound: trial.isKept ? bound : 2 * bound)
                    let deviation = Deviation(
                        channel: channel, expected: wanted[channel], found: found[channel], allowance: allowance)
                    guard deviation.share > max(1, worst?.share ?? 0) else { continue }
                    let pixel = CheckFailure.Pixel(x: x, y: y, channel: 0, expected: 0, found: 0, allowance: 0)
                    worst = (side, deviation.share, pixel.with(deviation))
                }
                before = found
            }
        }
        return worst.map { ($0.side, $0.pixel) }
    }
}
