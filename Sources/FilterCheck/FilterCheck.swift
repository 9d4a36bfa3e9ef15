import CPUReference
import FilterGraph
import FilterLanguage
import Foundation
import Frames

/// Holds a renderer to the CPU reference, and a filter to what its file promises.
public enum FilterCheck {
    /// Runs a filter's cases, laws and examples on both renderers and compares.
    ///
    /// Nothing is thrown: a renderer's error is a failure in the report. `readiness` is what is known of the filter for
    /// HDR; it is tried where nothing is. When the reference's work is cancelled, the check ends soon, and its report
    /// says nothing.
    public static func check(
        _ filter: Filter, reference: CPURenderer, candidate: any Renderer, options: CheckOptions = CheckOptions(),
        readiness: HDRReadiness.Result? = nil
    ) -> CheckReport {
        var checker = Checker(filter: filter, reference: reference, candidate: candidate, options: options)
        checker.known = readiness
        let clock = ContinuousClock()
        let duration = clock.measure { checker.run() }
        checker.report.seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
        return checker.report
    }

    /// A job of one pixel that runs a filter alone.
    public static func smallestJob(of filter: Filter) throws -> RenderJob {
        let pictures = (0..<filter.sourceCount).map { _ in Checker.even([0, 0, 0, 1], side: 1) }
        return try Rendering(
            filter, settings: [:], sources: pictures, format: .rgba32f, width: 1, height: 1,
            color: Checker.exampleColor
        ).job
    }
}

/// One check of one filter, as it goes on.
struct Checker {
    let filter: Filter
    var reference: CPURenderer
    let candidate: any Renderer
    let options: CheckOptions
    /// Held while the candidate renders: devices render one picture after another.
    let turn = NSLock()
    var report: CheckReport
    /// What was known of the filter for HDR before.
    var known: HDRReadiness.Result?
    /// What is known of the filter for HDR, so that cases do not tell it again.
    var readiness = HDRReadiness.Result()
    /// What is known of pixels that hang on rounding.
    var undecided = UndecidedPixels()
    var unpromised = UndecidedPixels()
    /// What the reference was asked for.
    var spending: Spending
    /// How many failures were noticed, those included that another tells already.
    private var noticed = 0

    init(filter: Filter, reference: CPURenderer, candidate: any Renderer, options: CheckOptions) {
        (self.filter, self.reference, self.candidate, self.options) = (filter, reference, candidate, options)
        spending = Spending(limit: options.stepLimit)
        report = CheckReport(
            filter: filter.name, candidate: candidate.name, seed: options.seed, extent: options.extent)
    }

    mutating func run() {
        guard CPURenderer.canRun(filter) else { return runTwinless() }
        if filter.kind == .raw, options.only != "readiness", !compiles() { return }
        examine()
        let tests = runCases(CheckCase.plan(for: filter, options: options))
        if filter.kind == .raw, !filter.onlyMeasures { runWritten(tests) }
        runRepeats(tests)
        runFused()
        runExamples()
        runLaws()
        if report.caseCount == 0, let only = options.only {
            add(.error, "'\(only)' is not a case of '\(filter.name)'; take a name from a failure", case: only)
        }
        noteUndecided()
        report.leftOut += spending.told
    }

    /// Whether nobody wants to know more: enough failures are known, or the check was given up.
    var isFull: Bool { isCancelled || noticed >= options.failureLimit }

    /// Whether the check was given up.
    var isCancelled: Bool { reference.work?.isCancelled ?? false }

    /// Whether a case of this name is to be run.
    func isWanted(_ name: String) -> Bool { options.only == nil || options.only == name }

    /// Tries the filter for HDR, unless only a case is wanted.
    mutating func examine() {
        let known = Finding.ID.allCases.filter(\.canBeIntended).map(\.rawValue) + [CheckFailure.Kind.undecided.name]
        for intent in filter.intents where !known.contains(intent.finding) {
            add(
                .law,
                "line \(intent.line): '\(intent.finding)' is not a finding that can be meant; those are "
                    + known.joined(separator: ", "), case: "readiness", name: "unknown-finding")
        }
        guard options.examinesReadiness, isWanted("readiness") else { return }
        report.count("readiness")
        // What was known without a device says nothing of a filter that only a device can run.
        let device = CPURenderer.canRun(filter) ? nil : candidate
        readiness =
            (device == nil ? self.known : nil)
            ?? HDRReadiness.examine(filter, seed: options.seed, work: reference.work, device: device) {
                [options] done, count in options.progress?("HDR readiness", done, count)
            }
        report.findings = readiness.findings
        report.leftOut = readiness.leftOut
        if let problem = readiness.problem { add(.error, problem, case: "readiness") }
    }

    /// Adds a failure; nothing is added when enough are known.
    mutating func add(
        _ kind: CheckFailure.Kind, _ problem: String, case name: String, settings: Settings = [:],
        pixel: CheckFailure.Pixel? = nil, name own: String? = nil
    ) {
        guard !isFull else { return }
        note(failure(kind, problem, case: name, settings: settings, pixel: pixel, name: own))
    }

    /// Takes a failure into the report, once: many pictures shrink to the same one, and one mistake stops many.
    mutating func note(_ failure: CheckFailure) {
        noticed += 1
        guard !report.failures.contains(where: { $0.tells(failure) }) else { return }
        report.failures.append(failure)
    }

    func failure(
        _ kind: CheckFailure.Kind, _ problem: String, case name: String, settings: Settings = [:],
        pixel: CheckFailure.Pixel? = nil, name own: String? = nil
    ) -> CheckFailure {
        let argument = (options.filterArgument ?? filter.name).shellWord
        let ending = name == "all" ? "" : " --case \(name)"
        return CheckFailure(
            kind: kind, name: own ?? kind.name, filter: filter.name, testCase: name, seed: options.seed,
            settings: settings, problem: problem,
            pixel: pixel, command: "candela check \(argument) --seed \(options.seed)\(ending)")
    }
}

extension CheckReport {
    /// Counts one case in.
    mutating func add(_ outcome: CaseOutcome, of test: CheckCase) {
        count(test.description)
        if outcome.largestShare > largestShare { (worst, worstCase) = (outcome.worst, test.description) }
        pixelCount += outcome.pixelCount
        undecidedCount += outcome.undecidedCount
        unpromisedCount += outcome.unpromisedCount
        unjudgedCount += outcome.unjudgedCount
        largestShare = max(largestShare, outcome.largestShare)
    }
}

extension CheckFailure {
    /// Whether there is nothing in another failure that this one does not say.
    fileprivate func tells(_ other: CheckFailure) -> Bool {
        name == other.name && problem == other.problem && (testCase == other.testCase || kind == .error || kind == .law)
    }
}

extension String {
    /// The text as one word of a shell's command line.
    var shellWord: String {
        let isPlain =
            !isEmpty
            && unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                        || "._-/+:=,".unicodeScalars.contains(scalar))
            }
        return isPlain ? self : "'" + replacingOccurrences(of: "'", with: "'\\''") + "'"
    }
}
