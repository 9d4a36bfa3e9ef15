import Candela
import Dispatch
import Foundation
import Synchronization

/// Tries filters on bright, negative and transparent light while their picture is made.
///
/// Filters that are saved again while they are tried are not told of.
final class WatchFindings: Sendable {
    private let report: WatchReport
    private let queue = DispatchQueue(label: "findings", qos: .utility)
    private let latest = Mutex(Work())
    /// What whole shaders that have no twin are tried on.
    private let examiner: (any Renderer)?

    init(_ report: WatchReport, examiner: (any Renderer)?) { (self.report, self.examiner) = (report, examiner) }

    /// Begins to try those filters, and gives up what was begun before; `began` is when the change was noticed.
    ///
    /// What is found is told once nothing is in `shown`.
    func examine(_ filters: [Filter], since began: ContinuousClock.Instant, after shown: DispatchGroup) {
        let work = begin()
        var seen: Set<String> = []
        let filters = filters.filter { seen.insert($0.path).inserted }
        queue.async { [self] in
            let results = filters.map { HDRReadiness.examine($0, work: work, device: examiner) }
            shown.wait()
            // Told while nothing else can begin, so that what is told is always of the latest.
            latest.withLock { _ in
                if !work.isCancelled { report.findings(results, of: filters, since: began) }
            }
        }
    }

    /// Gives up what is under way.
    @discardableResult
    func begin() -> Work {
        latest.withLock { latest in
            latest.cancel()
            latest = Work()
            return latest
        }
    }
}

extension WatchReport {
    /// Tells what was found about filters, or that nothing was.
    func findings(_ results: [HDRReadiness.Result], of filters: [Filter], since began: ContinuousClock.Instant) {
        guard !filters.isEmpty else { return }
        let milliseconds = Self.milliseconds(since: began)
        let findings = results.flatMap(\.findings)
        let leftOut = zip(filters, results).filter { !$1.leftOut.isEmpty }
        if writesEvents {
            let list = findings.map { finding -> JSON in
                [
                    "id": .string(finding.id.rawValue), "filter": .string(finding.filter),
                    "fault": .bool(finding.isFault), "reason": .string(finding.reason), "mend": .string(finding.mend),
                    "input": .array(finding.input.map { .array($0.map(JSON.number)) }),
                    "output": .array(finding.output.map(JSON.number)), "limit": JSON(finding.limit),
                ]
            }
            event(
                "findings",
                [
                    ("findings", .array(list)), ("leftOut", .array(leftOut.flatMap(\.1.leftOut).map(JSON.string))),
                    ("milliseconds", .number(milliseconds)),
                ])
            return
        }
        for (filter, result) in leftOut { tell("\(filter.name): \(CheckReport.told(result.leftOut))") }
        if findings.isEmpty { tell("HDR: nothing found\(leftOut.isEmpty ? "" : " so far as it was tried")") }
        for finding in findings where finding.isFault || !isQuiet { Console.note("\(finding)") }
    }
}
