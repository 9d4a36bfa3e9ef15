import CPUReference
import FilterGraph
import FilterLanguage
import Frames

/// What one case showed.
struct CaseOutcome {
    var pixelCount = 0
    /// Pixels that hang on rounding, which are held to what either side gives.
    var undecidedCount = 0
    /// Pixels of which nothing is promised.
    var unpromisedCount = 0
    /// Pixels whose input was no number, or that the format cannot tell.
    var unjudgedCount = 0
    var largestShare = 0.0
    /// The pixel that came closest to its allowance, or passed it.
    var worst: CheckFailure.Pixel?
    var failure: CheckFailure?
    /// The first pixel that hangs on rounding, and the first of which nothing is promised: what the reference took, and
    /// what the candidate did.
    var undecided: CheckFailure.Pixel?
    var unpromised: CheckFailure.Pixel?
    /// Steps that the reference took.
    var steps = 0
    /// Whether it was given up because it took too many.
    var isGivenUp = false
    /// Of each pixel: `x` is wrong, `.` right, `?` hangs on rounding, or was left out.
    var map: [Character] = []
}

extension Checker {
    /// Runs one case on both sides and compares every pixel; gives it up when the reference takes too many steps for it.
    func outcome(of test: CheckCase) -> CaseOutcome {
        let allowance = allowance(test)
        let work = Work(limit: allowance, partOf: reference.work)
        var outcome = outcome(of: test, by: reference.counting(as: work))
        // How far it is beyond when that is seen, hangs on threads.
        outcome.steps = min(work.steps, allowance)
        return outcome
    }

    private func outcome(of test: CheckCase, by reference: CPURenderer) -> CaseOutcome {
        var outcome = CaseOutcome()
        let name = test.description
        guard !isCancelled else { return outcome }
        guard
            let settings = test.choice.settings(
                of: filter, seed: options.seed, width: test.width, height: test.height)
        else {
            outcome.failure = failure(
                .error, "'\(test.choice.label)' names no values of '\(filter.name)'", case: name)
            return outcome
        }
        // A picture made of numbers alone reads none, but one still says how large it is.
        let sources = (0..<filter.sourceCount).map {
            test.input.picture(test, index: $0, seed: options.seed)
        }
        do {
            let rendering = try Rendering(
                filter, settings: settings, sources: sources, format: test.format, width: test.width,
                height: test.height, color: test.color.composition, time: test.time(seed: options.seed))
            let expected = try rendering.expected(by: reference)
            let target = try turn.withLock { try rendering.result(of: candidate) }
            let broken = target.brokenGuardBytes
            if broken > 0 {
                outcome.failure = failure(
                    .guardRows, "\(broken) bytes after the picture were written to", case: name, settings: settings)
                return outcome
            }
            let judge = Judge(format: test.format, color: test.color.composition)
            compare(rendering, expected, target, judge, reference, case: name, settings: settings, &outcome)
            if let ending = reference.work?.ending { throw ending }
            compareResults(expected, target, case: name, settings: settings, &outcome)
            outcome.failure?.map = Self.lines(outcome.map, width: test.width)
            outcome.failure?.mapCase = name
        } catch is Work.Ending {
            return CaseOutcome(isGivenUp: true)
        } catch {
            outcome.failure = failure(.error, "\(error)", case: name, settings: settings)
        }
        return outcome
    }

    private func compare(
        _ rendering: Rendering, _ expected: ReferencePicture, _ target: GuardedTarget, _ judge: Judge,
        _ reference: CPURenderer, case name: String, settings: Settings, _ outcome: inout CaseOutcome
    ) {
        var (worst, promise): (CheckFailure?, CheckFailure?)
        // Worked out once, and only where there is a fault to be made sure of.
        lazy var rounded = try? rendering.expected(by: CPURenderer(work: reference.work, arithmetic: .single))
        // What a filter reads of a still lies anywhere in it.
        lazy var isStillBroken = rendering.sources.suffix(filter.images.count).contains { still in
            (0..<(rendering.width * rendering.height)).contains { place in
                !rendering.format.load(from: still, x: place % rendering.width, y: place / rendering.width).isFinite
            }
        }
        func isBrokenInFloats(_ x: Int, _ y: Int) -> Bool {
            if isStillBroken { return false }
            guard let value = rounded?.expectation(x: x, y: y).value else { return reference.work?.ending == nil }
            return !value.isFinite
        }
        for y in 0..<rendering.height {
            for x in 0..<rendering.width {
                let place = CheckFailure.Pixel(x: x, y: y, channel: 0, expected: 0, found: 0, allowance: 0)
                switch verdict(x: x, y: y, rendering, expected, target, judge, isBrokenInFloats) {
                case .unjudged:
                    outcome.unjudgedCount += 1
                    outcome.map.append("?")
                case .unpromised(let deviation):
                    outcome.pixelCount += 1
                    outcome.unpromisedCount += 1
                    outcome.map.append("?")
                    if outcome.unpromised == nil { outcome.unpromised = place.with(deviation) }
                case .undecided(let deviation):
                    outcome.pixelCount += 1
                    outcome.undecidedCount += 1
                    outcome.map.append("?")
                    if outcome.undecided == nil { outcome.undecided = place.with(deviation) }
                case .broken(let id, let problem, let deviation):
                    outcome.pixelCount += 1
                    outcome.map.append("x")
                    guard promise == nil else { continue }
                    promise = failure(
                        .law, problem, case: name, settings: settings, pixel: place.with(deviation), name: id.rawValue)
                case .compared(let deviation):
                    outcome.pixelCount += 1
                    outcome.map.append(deviation.share > 1 ? "x" : ".")
                    guard deviation.share > outcome.largestShare else { continue }
                    outcome.largestShare = deviation.share
                    outcome.worst = place.with(deviation)
                    guard deviation.share > 1 else { continue }
                    worst = failure(
                        .difference, "\(candidate.name) differs from the reference", case: name, settings: settings,
                        pixel: place.with(deviation))
                }
            }
        }
        outcome.failure = promise ?? worst
    }

    /// What the comparison of one pixel showed.
    private enum Verdict {
        /// Its input was no number, or the format cannot tell.
        case unjudged
        /// Nothing is promised of it.
        case unpromised(Deviation)
        /// It hangs on rounding, and lies where either side of that does.
        case undecided(Deviation)
        case broken(Finding.ID, String, Deviation)
        case compared(Deviation)
    }

    private func verdict(
        x: Int, y: Int, _ rendering: Rendering, _ expected: ReferencePicture, _ target: GuardedTarget, _ judge: Judge,
        _ isBrokenInFloats: (_ x: Int, _ y: Int) -> Bool
    ) -> Verdict {
        let inputs = rendering.inputs(x: x, y: y)
        let expectation = expected.expectation(x: x, y: y)
        let found = rendering.format.load(from: target.planes, x: x, y: y)
        if filter.kind.isLocal || filter.onlyMeasures, !inputs.allSatisfy(\.isFinite) { return .unjudged }
        // What is no finite number to the reference alone hangs on rounding.
        let shown = Deviation(
            channel: 0, expected: expectation.value.x, found: found.x, allowance: expectation.bound.x)
        if !expectation.value.isFinite, !isBrokenInFloats(x, y) { return .unpromised(shown) }
        // No number has no bound either, so this is asked before what the bound decides.
        if let channel = (0..<4).first(where: { expectation.value[$0].isNaN }) {
            if readiness.knows(.notFinite) { return .unjudged }
            return .broken(
                .notFinite, "finite light became no number (NaN); finite in, finite out does not hold",
                Deviation(channel: channel, expected: 0, found: .nan, allowance: 0))
        }
        if expected.fragile[y * expected.width + x] {
            if readiness.knows(.notFinite) { return .unpromised(shown) }
            return .broken(
                .notFinite,
                "finite light may become no number (NaN): rounding takes an argument to where its function has none",
                shown)
        }
        // Where nothing is promised, nothing can be held against a device; too much of that fails the filter.
        guard expectation.bound.isFinite else { return .unpromised(shown) }
        if expected.isUndecided(x: x, y: y) {
            // The bound holds what either side gives: what lies outside is neither.
            let deviation = judge.deviation(of: found, from: expectation)
            return deviation.flatMap { $0.share > 1 ? .compared($0) : nil } ?? .undecided(shown)
        }
        if let broken = brokenPromise(inputs, expectation, found, judge) {
            return .broken(broken.id, broken.promise, broken.deviation)
        }
        return judge.deviation(of: found, from: expectation).map { .compared($0) } ?? .unjudged
    }

    /// A map of pixels as lines of text, cut where it would fill more than a screen.
    static func lines(_ map: [Character], width: Int) -> [String] {
        let (columns, rows) = (100, 40)
        let all = stride(from: 0, to: map.count, by: max(width, 1)).map { start in
            String(map[start..<min(start + width, map.count)].prefix(columns)) + (width > columns ? "..." : "")
        }
        return Array(all.prefix(rows)) + (all.count > rows ? ["..."] : [])
    }

    /// A promise of every filter that this pixel breaks, on either side.
    private func brokenPromise(
        _ inputs: [SIMD4<Double>], _ expectation: Expectation, _ found: SIMD4<Double>, _ judge: Judge
    ) -> (id: Finding.ID, promise: String, deviation: Deviation)? {
        for channel in 0..<4 where !expectation.value[channel].isFinite {
            if readiness.knows(.notFinite) { return nil }
            return (
                .notFinite, "finite light became light that is not",
                Deviation(channel: channel, expected: 0, found: expectation.value[channel], allowance: 0)
            )
        }
        guard judge.format.isLight, filter.kind.isLocal else { return nil }
        func broken(_ wanted: Double, _ channel: Int) -> Deviation? {
            let bound = expectation.bound[channel]
            let inReference = Deviation(
                channel: channel, expected: wanted, found: expectation.value[channel], allowance: bound + 1e-12)
            if inReference.share > 1 { return inReference }
            let inCandidate = Deviation(
                channel: channel, expected: wanted, found: found[channel],
                allowance: judge.allowance(for: wanted, bound: bound))
            return inCandidate.share > 1 ? inCandidate : nil
        }
        if filter.kind == .generate {
            guard !filter.changesAlpha, !readiness.knows(.losesAlpha), let deviation = broken(1, 3) else { return nil }
            return (
                .losesAlpha,
                "it is not opaque, which the file does not declare; add '//! alpha changes' if it is meant",
                deviation
            )
        }
        if inputs.allSatisfy({ $0 == .zero }), !readiness.knows(.fillsTransparent) {
            for channel in 0..<4 {
                guard let deviation = broken(0, channel) else { continue }
                return (.fillsTransparent, "transparent black did not stay so", deviation)
            }
        }
        if filter.kind == .point, !filter.changesAlpha, !readiness.knows(.losesAlpha),
            let deviation = broken(inputs[0].w, 3)
        {
            return (
                .losesAlpha, "alpha changed, which the file does not declare; add '//! alpha changes' if it is meant",
                deviation
            )
        }
        return nil
    }
}

extension CheckFailure.Pixel {
    /// The same place with a channel's numbers.
    func with(_ deviation: Deviation) -> Self {
        var pixel = self
        pixel.channel = deviation.channel
        (pixel.expected, pixel.found, pixel.allowance) = (deviation.expected, deviation.found, deviation.allowance)
        return pixel
    }
}
