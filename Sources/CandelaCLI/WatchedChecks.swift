import Candela
import Foundation
import Synchronization

/// The checks of `check --watch`: one pass at a time over the filters that were saved; a pass that was given up tells
/// nothing more.
final class WatchedChecks: Sendable {
    private struct State {
        var work = Work()
        /// Names of the pass's filters that are not checked to the end.
        var pending: [String] = []
    }

    private let renderers: [any Renderer]
    private let options: CheckOptions
    private let isJSON: Bool
    private let state = Mutex(State())
    /// Held while a pass uses the devices: one that was given up may still wait for a picture.
    private let turn = Mutex(())

    /// Checks on those renderers, as the command line says.
    init(_ renderers: [any Renderer], _ arguments: Arguments) {
        self.renderers = renderers
        var options = CheckOptions(extent: .quick, only: arguments.text("--case"))
        if let seed = arguments.integer("--seed") { options.seed = UInt64(seed) }
        if arguments.has("--readiness") { options.only = "readiness" }
        self.options = options
        isJSON = arguments.has("--json")
    }

    /// Ends the pass that is under way and answers the names of the filters that it had not finished.
    func giveUp() -> [String] {
        state.withLock { state in
            state.work.cancel()
            defer { state.pending = [] }
            return state.pending
        }
    }

    /// Begins a pass on a thread of its own; `noticed` is when the change was, `nil` at the start.
    func begin(_ filters: [(name: String, filter: Filter)], noticed: ContinuousClock.Instant?) {
        guard !filters.isEmpty else { return }
        let work = Work()
        state.withLock { $0 = State(work: work, pending: filters.map(\.name)) }
        // Walks go down deep trees.
        let thread = Thread { [self] in run(filters, work, noticed) }
        thread.stackSize = 8 << 20
        thread.start()
    }

    private func run(
        _ filters: [(name: String, filter: Filter)], _ work: Work, _ noticed: ContinuousClock.Instant?
    ) {
        var known: [HDRReadiness.Result] = []
        for (name, filter) in filters {
            let notice = SlowNotice(filter.name)
            let result = HDRReadiness.examine(filter, seed: options.seed, work: work) {
                notice.update("HDR readiness", $0, $1)
            }
            notice.stop()
            known.append(result)
            tell(work) { try readiness(result, filter, name, noticed) }
        }
        turn.withLock { _ in
            for ((name, filter), result) in zip(filters, known) where !work.isCancelled {
                var options = options
                options.filterArgument = name
                var reports: [CheckReport] = []
                for renderer in renderers where !work.isCancelled {
                    reports.append(
                        FilterCheck.check(
                            filter, reference: CPURenderer(work: work), candidate: renderer, options: options,
                            readiness: result))
                }
                tell(work) { try show(reports) }
                state.withLock { state in if state.work === work { state.pending.removeAll { $0 == name } } }
            }
        }
    }

    /// Tells something, unless the pass was given up: what is told is always of files as they are.
    ///
    /// Where nobody can be told any more, watching has no purpose, and the program ends; it has nothing to finish.
    private func tell(_ work: Work, _ words: () throws -> Void) {
        state.withLock { _ in
            guard !work.isCancelled else { return }
            do {
                try words()
            } catch {
                let reported = CommandError(reporting: error, about: "standard output")
                if reported.code != .closedPipe { Console.report(reported) }
                _exit(reported.code.rawValue)
            }
        }
    }

    private func readiness(
        _ result: HDRReadiness.Result, _ filter: Filter, _ name: String, _ noticed: ContinuousClock.Instant?
    ) throws {
        guard !isJSON else {
            // Without devices, this is the whole report.
            guard options.only == nil else { return }
            var options = options
            (options.only, options.filterArgument) = ("readiness", name)
            let reference = CPURenderer()
            return try show([
                FilterCheck.check(
                    filter, reference: reference, candidate: reference, options: options, readiness: result)
            ])
        }
        // Of whole shaders without a twin nothing is tried for HDR before a device is at hand.
        guard filter.kind != .raw || filter.twin != nil else { return }
        let ids = result.findings.map(\.id.rawValue)
        let time = noticed.map { ", \(fixed(WatchReport.milliseconds(since: $0), 0)) ms after the change was noticed" }
        try Console.print("\(name): HDR " + (ids.isEmpty ? "ready" : ids.joined(separator: ", ")) + (time ?? ""))
        if !result.leftOut.isEmpty { try Console.print("\(name): \(CheckReport.told(result.leftOut))") }
    }

    private func show(_ reports: [CheckReport]) throws {
        guard isJSON else { return try Console.print(CheckReport.table(reports)) }
        for report in reports { try Console.print(report.json()) }
    }
}
