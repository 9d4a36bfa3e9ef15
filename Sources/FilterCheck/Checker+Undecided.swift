import FilterGraph
import FilterLanguage

/// Pixels in which a comparison, or a step such as `floor`, lies so close that rounding decides it.
///
/// A device may take either side of one, and is right. Ordinary filters have some, in
/// dithers, whole pixels, and counted loops. Only where hardly any others are left, the devices' agreement says nothing of the filter.
struct UndecidedPixels {
    /// The case with the largest share of them, the simplest such.
    private(set) var test: String?
    private(set) var settings: Settings = [:]
    private(set) var pixel: CheckFailure.Pixel?
    private var largestShare = 0.0

    /// Takes what one case showed in.
    mutating func add(_ outcome: CaseOutcome, of test: CheckCase, settings: Settings) {
        let share = Double(outcome.undecidedCount) / Double(max(outcome.pixelCount, 1))
        guard let pixel = outcome.undecided, share > largestShare else { return }
        (self.test, self.settings, self.pixel, largestShare) = (test.description, settings, pixel, share)
    }
}

extension Checker {
    /// The largest share of pixels that may be left to rounding, for the others to prove something.
    private static let mostUndecided = 0.75

    /// Takes what one case showed in.
    mutating func noteUndecided(_ outcome: CaseOutcome, of test: CheckCase) {
        guard outcome.undecided != nil else { return }
        let values = settings(test)
        undecided.add(outcome, of: test, settings: values)
    }

    /// Tells where nearly all pixels hang on rounding, unless the file says that they are meant to, or a finding tells why.
    mutating func noteUndecided() {
        let share = Double(report.undecidedCount) / Double(max(report.pixelCount, 1))
        let causes: [Finding.ID] = [.notFinite, .losesPrecision, .rawTime]
        guard share > Self.mostUndecided, let test = undecided.test, !causes.contains(where: readiness.knows) else {
            return
        }
        let name = CheckFailure.Kind.undecided.name
        let complete = filter.complete(undecided.settings, size: (33, 33), contentHeadroom: 1)
        guard !filter.intents.contains(where: { $0.covers(name, complete) }) else { return }
        let counts = "\(report.undecidedCount) of \(report.pixelCount) pixels"
        let isUnbounded = undecided.pixel.map { !$0.allowance.isFinite } ?? false
        add(
            .undecided,
            isUnbounded
                ? "\(counts) may be anything, such as the one below: on the way to them a number leaves what a float holds "
                    + "(3.4e38 at most, 1.2e-38 at least), or may be none; scale before a square, a power or a product of "
                    + "large numbers, and keep divisors from 0"
                : "\(counts) hang on comparisons that rounding decides, such as the "
                    + "one below, of which a device may make either; what is left proves too little. Compare with numbers that "
                    + "pictures are not full of (0.999 for 1, half steps for whole ones), compare whole numbers as int, or take "
                    + "a smoothstep; where it is meant, add '//! intends \(name): Why.'",
            case: test, settings: undecided.settings, pixel: undecided.pixel)
    }
}
