import CPUReference
import FilterGraph
import FilterLanguage
import Frames

/// What raw filters write beside the picture, or instead of it.
extension Checker {
    /// Holds every number that the candidate wrote to what the filter's twin allows.
    func compareResults(
        _ expected: ReferencePicture, _ target: GuardedTarget, case name: String, settings: Settings,
        _ outcome: inout CaseOutcome
    ) {
        // Of a filter that writes a picture, its twin makes that and no numbers.
        guard filter.onlyMeasures, CPURenderer.canRun(filter) else { return }
        var worst: (share: Double, problem: String)?
        if expected.records.map(\.record.node) != target.records.map(\.node) {
            worst = (.infinity, "the results of \(target.records.count) filters came, not of \(expected.records.count)")
        }
        for (twin, found) in zip(expected.records, target.records) {
            guard twin.record.numbers.count == found.numbers.count else {
                worst = (.infinity, "\(found.numbers.count) numbers came, not \(twin.record.numbers.count)")
                continue
            }
            for index in found.numbers.indices {
                let (number, exact) = (found.numbers[index], twin.record.numbers[index])
                let room = number > exact ? twin.high[index] - exact : exact - twin.low[index]
                let share = number == exact ? 0 : abs(number - exact) / max(room, 0)
                if share <= 1, share > outcome.largestShare {
                    outcome.largestShare = share
                    // A number has no place in the picture; its own stands for one.
                    outcome.worst = CheckFailure.Pixel(
                        x: index, y: 0, channel: 0, expected: exact, found: number, allowance: max(room, 0))
                }
                guard !(share <= max(worst?.share ?? 1, 1)) else { continue }
                worst = (
                    share,
                    "\(candidate.name) gives the result \(found.label(ofNumber: index)) as \(number.shortText), the twin "
                        + "in Swift from \(twin.low[index].shortText) to \(twin.high[index].shortText), not divided"
                )
            }
        }
        guard let worst, outcome.failure == nil else { return }
        outcome.failure = failure(.difference, worst.problem, case: name, settings: settings, name: "results-differ")
    }

    /// A raw filter that has no twin: whether it compiles, gives the same twice, and, where it only measures, leaves the
    /// picture as it is, else writes all of one. Nothing is proved but what its examples say; a picture that it writes is
    /// tried for HDR on the device.
    mutating func runTwinless() {
        report.unproven =
            filter.onlyMeasures
            ? "not provable: no twin; results of kind raw are compared with a twin in Swift, which only shipped filters have"
            : "not provable: no twin; name a filter that makes the same picture by '//! twin FILE.glsl'"
        if options.only == "readiness", candidate is CPURenderer {
            if !filter.onlyMeasures { report.unproven? += "; without one, only a device can try it for HDR" }
            // There is nothing to try on what only measures, and no device to try the others on.
            return report.count("readiness")
        }
        guard compiles() else { return }
        let tests = CheckCase.plan(for: filter, options: options)
        if filter.onlyMeasures {
            for test in tests where !isFull {
                let outcome = outcome(of: test)
                report.add(outcome, of: test)
                if let failure = outcome.failure { note(failure) }
            }
        } else {
            runWritten(tests)
            // What memory held before is nothing to be tried for HDR, nor to be expected again.
            guard !report.names.contains(Self.unwrittenName) else { return runExamples() }
            examine()
            // A finding says more about it.
            report.failures.removeAll { $0.name == Finding.ID.notFinite.rawValue && readiness.knows(.notFinite) }
        }
        runRepeats(tests)
        runExamples()
    }

    /// Whether the candidate takes a raw filter's code, which nobody has read before; adds its author's mistake.
    mutating func compiles() -> Bool {
        let pictures = (0..<filter.sourceCount).map { _ in Self.even([0, 0, 0, 1], side: 1) }
        do {
            _ = try Rendering(
                filter, settings: [:], sources: pictures, format: .rgba32f, width: 1, height: 1,
                color: Self.exampleColor
            ).result(of: candidate)
            return true
        } catch let error as SourceError {
            add(.error, error.illustrated, case: "all")
        } catch {
            add(.error, "\(error)", case: "all")
        }
        return false
    }

    /// How far a hand-written number may be from a result that is counted in whole steps: a step for each pixel that a sum
    /// may round, and what is written rounded.
    private static func allowance(_ quantity: Filter.Quantity, _ wanted: Double) -> Double {
        let steps = quantity.kind == .uint64 ? 4096.0 : quantity.divisor == 1 ? 0 : 1
        return steps / quantity.divisor + abs(wanted) * 1e-6
    }

    /// A raw filter's example: its results for a picture of 64 x 64 pixels of one colour.
    mutating func runMeasured(_ example: Filter.Example) throws {
        let name = "expect-\(example.line)"
        let rendering = try Rendering(
            filter, settings: example.settings, sources: example.inputs.map { Self.even($0, side: 64) },
            format: .rgba32f, width: 64, height: 64, color: Self.exampleColor)
        var sides = [(candidate.name, try rendering.result(of: candidate).records.first)]
        if CPURenderer.canRun(filter) {
            sides.append(("the reference", try rendering.expected(by: reference).records.first?.record))
        }
        for (side, record) in sides {
            for quantity in filter.results {
                guard let wanted = example.results[quantity.name] else { continue }
                let found = record?[quantity.name] ?? .nan
                guard !(abs(found - wanted) <= Self.allowance(quantity, wanted)) else { continue }
                add(
                    .example,
                    "line \(example.line): on \(side) \(quantity.name) is \(found.shortText), not \(wanted.shortText)",
                    case: name, settings: example.settings)
            }
        }
    }
}

extension FrameRecord {
    /// The name of one of the numbers: `maxLevel`, or `histogram[12]`.
    func label(ofNumber index: Int) -> String {
        var start = 0
        for quantity in quantities {
            if index < start + quantity.numberCount {
                return quantity.name + (quantity.count == nil ? "" : "[\(index - start)]")
            }
            start += quantity.numberCount
        }
        return "number \(index)"
    }
}
