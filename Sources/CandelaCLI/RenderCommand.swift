import Candela
import Synchronization

// The main job.
extension RenderCommand {
    static let command = Command(
        name: "render", summary: "Render a clip through filters into a clip.", operands: "INPUT -o OUTPUT [options]",
        operandCount: 1...1, options: options, notes: notes, run: { try await run($0) })

    private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let request = try RenderArguments(arguments)
        if request.watches { return try watch(request) }
        let display = ProgressDisplay(style(request))
        do {
            try await render(request, display)
            return .success
        } catch {
            display.closeBar()
            let reported = CommandError(
                reporting: display.failure ?? error, about: request.options.input, output: request.options.output)
            if request.showsStatistics, !request.writesEvents { show(ending, display) }
            display.event(
                "error",
                [
                    ("message", .string(reported.description)), ("exit", .integer(Int(reported.code.rawValue))),
                    ("statistics", json(ending)),
                ])
            throw reported
        }
    }

    private static func style(_ request: RenderArguments) -> ProgressDisplay.Style {
        if request.writesEvents { return .events(toStandardError: request.options.output == "-") }
        if request.isQuiet { return .silent }
        return Console.errorIsTerminal ? .bar : .lines
    }

    private static func render(_ request: RenderArguments, _ display: ProgressDisplay) async throws {
        let announcer = Announcer(display)
        var options = request.options
        options.compileNotice = CompileNotice { work in
            announcer.announce()
            display.compiling(work)
        }
        let session = try ExportSession(options)
        let interruption = Interruption { session.cancel() }
        defer { interruption.stop() }
        announcer.prepare(
            Announcement(
                request: request, colorLine: session.colorLine, metadata: session.metadata,
                passes: request.explains ? try passLines(session) : []))
        let summary = try await session.run { progress in
            // Not before a frame is done: an export that cannot begin prints its error alone.
            announcer.announce()
            display.update(
                Pace(
                    done: progress.frames, total: progress.totalFrames, framesPerSecond: progress.framesPerSecond,
                    secondsLeft: progress.secondsLeft))
            // Who reads events and has gone wants no clip either.
            if display.failure != nil { session.cancel() }
        } measured: { measurement in
            announcer.announce()
            report(measurement, display)
        }
        for warning in summary.warnings { display.warn(warning) }
        let curves = request.showsStatistics ? curveError(session, display) : nil
        let statistics =
            summary.statistics + (curves.map(figures) ?? []) + figures(summary.lightLevels) + ending
        if request.showsStatistics, !request.writesEvents { show(statistics, display) }
        if !request.writesEvents { display.tell(line(summary)) }
        display.event(
            "done",
            members(summary) + [("statistics", json(statistics))] + (curves.map { [("fastCurves", json($0))] } ?? [])
                + (summary.lightLevels.isEmpty ? [] : [("lightLevels", .array(summary.lightLevels.map(json)))]))
        if let failure = display.failure { throw failure }
    }

    /// What is told of an export when it begins.
    private struct Announcement: Sendable {
        var request: RenderArguments
        var colorLine: String
        var metadata: OutputMetadata
        /// One line a dispatch, where they were asked for.
        var passes: [String]
    }

    /// Tells once what is told of an export when it begins.
    private final class Announcer: Sendable {
        private let display: ProgressDisplay
        private let facts = Mutex<Announcement?>(nil)

        init(_ display: ProgressDisplay) { self.display = display }

        func prepare(_ announcement: Announcement) { facts.withLock { $0 = announcement } }

        func announce() {
            let once = facts.withLock { facts in
                defer { facts = nil }
                return facts
            }
            if let once { RenderCommand.announce(once, display) }
        }
    }

    private static func announce(_ facts: Announcement, _ display: ProgressDisplay) {
        let request = facts.request
        display.event(
            "start",
            [
                ("input", .string(request.options.input)), ("output", .string(request.options.output)),
                ("color", .string(facts.colorLine)), ("metadata", JSON(facts.metadata)),
            ])
        announceSoftware(request, display)
        if !request.writesEvents { display.tell(facts.colorLine, isAskedFor: request.explains) }
        for line in facts.passes { display.tell(line, isAskedFor: true) }
    }

    private static func passLines(_ session: ExportSession) throws -> [String] {
        try session.program().passes.enumerated().map { index, pass in
            "pass \(index + 1): \(pass.label), \(pass.groupsX)x\(pass.groupsY) workgroups"
        }
    }

    /// Tells that there is no GPU, where one was not chosen by name; the export itself reports a device that is missing.
    private static func announceSoftware(_ request: RenderArguments, _ display: ProgressDisplay) {
        guard !request.isQuiet, !request.options.usesCPUReference, request.options.device == nil,
            let usable = try? GPUDevice.all().filter({ $0.missing == nil }), usable.allSatisfy(\.isSoftware),
            let device = usable.first
        else { return }
        display.tell("no GPU: \(device.name) does the same work in software, slowly")
    }

    private static func line(_ summary: ExportSummary) -> String {
        let pace = summary.seconds > 0 ? Double(summary.frames) / summary.seconds : 0
        return
            "\(summary.output): \(counted(summary.frames, "frame")) in \(fixed(summary.seconds, 1)) s (\(fixed(pace, 1)) fps) on \(summary.device)"
    }

    private static func members(_ summary: ExportSummary) -> [(String, JSON)] {
        [
            ("output", .string(summary.output)), ("frames", .integer(summary.frames)),
            ("bytes", .integer(summary.byteCount)), ("seconds", .number((summary.seconds * 1000).rounded() / 1000)),
            ("device", .string(summary.device)), ("dispatches", .integer(summary.dispatches)),
            ("color", .string(summary.colorLine)), ("metadata", JSON(summary.metadata)),
            ("warnings", .array(summary.warnings.map(JSON.string))),
        ]
    }
}
