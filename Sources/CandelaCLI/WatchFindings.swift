import Candela
import Dispatch
import Foundation
import Synchronization

/// Tries filters on bright, negative and transparent light while nobody waits for a picture.
///
/// Filters that are saved again while they are tried are not told of.
final class WatchFindings: Sendable {
    private let report: WatchReport
    private let queue = DispatchQueue(label: "findings", qos: .utility)
    private let latest = Mutex(0)

    init(_ report: WatchReport) { self.report = report }

    /// Begins to try those filters, and gives up what was begun before; `began` is when they were saved.
    func examine(_ filters: [Filter], since began: Date) {
        let number = latest.withLock { latest in
            latest += 1
            return latest
        }
        var seen: Set<String> = []
        let filters = filters.filter { seen.insert($0.path).inserted }
        queue.async { [self] in
            var findings: [Finding] = []
            for filter in filters {
                guard latest.withLock({ $0 }) == number else { return }
                findings += HDRReadiness.findings(for: filter)
            }
            guard latest.withLock({ $0 }) == number else { return }
            report.findings(findings, of: filters, since: began)
        }
    }

    /// Tells nothing more.
    func stop() { latest.withLock { $0 += 1 } }
}

extension WatchReport {
    /// Tells what was found about filters, or that nothing was.
    func findings(_ findings: [Finding], of filters: [Filter], since began: Date) {
        guard !filters.isEmpty else { return }
        let milliseconds = (Date().timeIntervalSince(began) * 10_000).rounded() / 10
        if writesEvents {
            let list = findings.map { finding -> JSON in
                [
                    "id": .string(finding.id.rawValue), "filter": .string(finding.filter),
                    "fault": .bool(finding.isFault), "reason": .string(finding.reason), "mend": .string(finding.mend),
                    "input": .array(finding.input.map { .array($0.map(JSON.number)) }),
                    "output": .array(finding.output.map(JSON.number)), "limit": JSON(finding.limit),
                ]
            }
            event("findings", [("findings", .array(list)), ("milliseconds", .number(milliseconds))])
            return
        }
        if findings.isEmpty { tell("HDR: nothing found") }
        for finding in findings where finding.isFault || !isQuiet { Console.note("\(finding)") }
    }
}
