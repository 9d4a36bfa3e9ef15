import FilterGraph
import FilterLanguage

/// Pixels of which less can be asked than that they are the reference's.
///
/// Where a comparison, or a step such as `floor`, lies so close that rounding decides it, a device may take either side;
/// ordinary filters have such pixels, in dithers, whole pixels, and hashes. They are held to what the two sides give; only
/// where hardly any others are left, the devices' agreement says little of the filter. Where a loop's end hangs on rounding,
/// or a number leaves what a float holds, nothing can be asked.
struct UndecidedPixels {
    /// The case with the largest share of them, the simplest such.
    private(set) var test: String?
    private(set) var settings: Settings = [:]
    private(set) var pixel: CheckFailure.Pixel?
    private var largestShare = 0.0

    /// Takes what one case showed: `count` of `total` pixels, the first of them.
    mutating func add(
        _ count: Int, of total: Int, first: CheckFailure.Pixel?, test: CheckCase, settings: Settings
    ) {
        let share = Double(count) / Double(max(total, 1))
        guard let first, share > largestShare else { return }
        (self.test, self.settings, pixel, largestShare) = (test.description, settings, first, share)
    }
}

extension Checker {
    /// The largest share of pixels of which nothing may be promised, for the others to prove the filter.
    private static let mostUnpromised = 0.25
    /// The largest share of pixels that may hang on rounding, those included of which nothing is promised.
    private static let mostUndecided = 0.75

    /// Takes what one case showed.
    mutating func noteUndecided(_ outcome: CaseOutcome, of test: CheckCase) {
        guard outcome.undecided != nil || outcome.unpromised != nil else { return }
        let (total, values) = (outcome.pixelCount, settings(test))
        undecided.add(outcome.undecidedCount, of: total, first: outcome.undecided, test: test, settings: values)
        unpromised.add(outcome.unpromisedCount, of: total, first: outcome.unpromised, test: test, settings: values)
    }

    /// Tells where too few pixels are left to prove anything, unless the file says that it is meant, or a finding tells why.
    mutating func noteUndecided() {
        let causes: [Finding.ID] = [.notFinite, .losesPrecision, .rawTime]
        guard !causes.contains(where: readiness.knows) else { return }
        let total = Double(max(report.pixelCount, 1))
        if Double(report.unpromisedCount) / total > Self.mostUnpromised {
            let isUnbounded = unpromised.pixel.map { !$0.found.isFinite || abs($0.found) > 65504 } ?? false
            note(
                unpromised,
                "\(report.unpromisedCount) of \(report.pixelCount) pixels may be anything, such as the one below: ",
                isUnbounded
                    ? "on the way to them a number leaves what a float holds (3.4e38 at most, 1.2e-38 at least), or may be none; "
                        + "scale before a square, a power or a product of large numbers, and keep divisors from 0"
                    : "the end of a loop, or a way out of one, hangs on a comparison that rounding decides, or a number on the "
                        + "way to them leaves what a float holds (3.4e38 at most, 1.2e-38 at least). Count turns as int, and "
                        + "compare with numbers that pictures are not full of")
        } else if Double(report.undecidedCount + report.unpromisedCount) / total > Self.mostUndecided {
            note(
                undecided,
                "\(report.undecidedCount) of \(report.pixelCount) pixels hang on comparisons that rounding decides, such as "
                    + "the one below, of which a device may make either; ",
                "what is left proves too little. Compare with numbers that pictures are not full of (0.999 for 1, half steps for "
                    + "whole ones), compare whole numbers as int, or take a smoothstep")
        }
    }

    private mutating func note(_ pixels: UndecidedPixels, _ counts: String, _ reason: String) {
        guard let test = pixels.test else { return }
        let name = CheckFailure.Kind.undecided.name
        let complete = filter.complete(pixels.settings, size: (33, 33), contentHeadroom: 1)
        guard !filter.intents.contains(where: { $0.covers(name, complete) }) else { return }
        add(
            .undecided, "\(counts)\(reason); where it is meant, add '//! intends \(name): Why.'", case: test,
            settings: pixels.settings, pixel: pixels.pixel)
    }
}
