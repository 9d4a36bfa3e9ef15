import Candela
import Foundation
import Synchronization

// `render --watch`: a preview that follows the filter files.
extension RenderCommand {
    /// Shows one frame, and again whenever a filter's file is saved, until it is interrupted.
    static func watch(_ request: RenderArguments) throws -> ExitCode {
        try requireOutput(request)
        let report = WatchReport(isQuiet: request.isQuiet, writesEvents: request.writesEvents)
        var options = request.options
        options.compileNotice = CompileNotice { report.compiling($0) }
        let session = try PreviewSession(options, at: request.previewTime)
        try session.requireFilters()
        let watcher = try FileWatcher(watched(session))
        // Who reads events and has gone wants no picture either.
        report.whenItFails { watcher.stop() }
        let cancel = session.cancel
        let interruption = Interruption {
            cancel()
            watcher.stop()
        }
        defer { interruption.stop() }
        let findings = WatchFindings(report, examiner: session.examiner)
        defer { findings.begin() }
        report.begin(request.options, session, session.filterFiles)
        var isFirst = true
        var changes: [FileWatcher.Change] = []
        repeat {
            // Before anything is read: what comes later is told.
            watcher.watch(watched(session))
            // At first the author's own files, then what was changed.
            let changed = Set(isFirst ? request.options.filterPaths : changes.map(\.path))
            let began = changes.map(\.noticed).max() ?? .now
            do {
                // While the picture is made, not every core is busy; they are told after it.
                let isShown = DispatchGroup()
                isShown.enter()
                defer { isShown.leave() }
                do {
                    let reopens = !changed.isDisjoint(with: session.pictureFiles)
                    let picture = try session.picture(reopens: !isFirst && reopens) { filters in
                        // What only measures spoils no picture.
                        let changed = filters.filter { !$0.onlyMeasures && !changed.isDisjoint(with: $0.files) }
                        findings.examine(changed, since: began, after: isShown)
                    }
                    try write(picture, to: request.options.output, inputs: session.filesRead)
                } catch {
                    // What is found in a file is no news once the file turns out to have a mistake.
                    findings.begin()
                    throw error
                }
                report.picture(request.options.output, changes.map(\.path), since: began)
            } catch is Work.Ending {
                return .interrupted
            } catch let error where !isFirst || !session.isWhole || error is SourceError {
                report.mistake(error, changes)
            }
            isFirst = false
            let next = watcher.next()
            if let failure = report.failure { throw failure }
            guard let next else { return .interrupted }
            changes = next
        } while true
    }

    /// The files that the picture follows from: filters, what these include, and clips and stills; there or not.
    private static func watched(_ session: PreviewSession) -> [String] {
        let files = session.filterFiles
        return files + files.flatMap(FilterFile.includes) + session.pictureFiles
    }

    private static func requireOutput(_ request: RenderArguments) throws {
        let output = request.options.output
        guard output.lowercased().hasSuffix(".png") else {
            throw CommandError("--output", "'\(output)' is no name of a preview; end it with .png")
        }
        var inputs = [request.options.input]
        for case .blend(let layer) in request.options.operations { inputs.append(layer.file) }
        // Tried now, so that nothing is decoded for a place that takes no file.
        _ = try OutputFile(path: output, overwrites: request.options.overwrites, inputs: inputs)
    }

    /// Writes the picture so that viewers never see half of one, and never over one of `inputs`.
    private static func write(_ picture: PreviewSession.Picture, to path: String, inputs: [String]) throws {
        let plane = picture.planes.planes[0]
        let bytes = try PNGEncoder.file(
            rows: plane.address.raw, bytesPerRow: plane.bytesPerRow, width: picture.width, height: picture.height,
            color: picture.color, effort: .quick)
        let file = try OutputFile(path: path, overwrites: true, inputs: inputs)
        try file.write(bytes)
        try file.commit()
    }
}

/// What is told while files are watched: sentences on standard error, or events on standard output.
final class WatchReport: Sendable {
    let isQuiet: Bool
    let writesEvents: Bool
    private let state = Mutex<(failure: Console.OutputError?, failed: (@Sendable () -> Void)?)>((nil, nil))

    init(isQuiet: Bool, writesEvents: Bool) { (self.isQuiet, self.writesEvents) = (isQuiet, writesEvents) }

    /// Why events cannot be written; `nil` as long as they can.
    var failure: Console.OutputError? { state.withLock { $0.failure } }

    /// Calls `failed` when an event cannot be written.
    func whenItFails(_ failed: @escaping @Sendable () -> Void) { state.withLock { $0.failed = failed } }

    /// Tells that shaders take long to compile.
    func compiling(_ work: CompileNotice.Work) {
        event("compiling", work.members)
        tell(work.line)
    }

    /// Tells what is shown and what is watched.
    func begin(_ options: RenderOptions, _ session: PreviewSession, _ files: [String]) {
        event(
            "start",
            [
                ("input", .string(options.input)), ("output", .string(options.output)),
                ("seconds", .number(session.time.seconds)), ("width", .integer(session.width)),
                ("height", .integer(session.height)), ("device", .string(session.deviceName)),
                ("files", .array(files.map(JSON.string))),
            ])
        let watched = files.isEmpty ? "nothing: there is no --filter or --blend" : files.joined(separator: ", ")
        tell(
            "\(options.input) at \(fixed(session.time.seconds, 2)) s, \(session.width)x\(session.height), on "
                + "\(session.deviceName); watching \(watched); Ctrl-C ends")
    }

    /// Tells that a picture is there; time counts from when the change was noticed.
    func picture(_ output: String, _ changed: [String], since began: ContinuousClock.Instant) {
        let milliseconds = Self.milliseconds(since: began)
        event(
            "picture",
            [
                ("output", .string(output)), ("changed", .array(changed.map(JSON.string))),
                ("milliseconds", .number(milliseconds)),
            ])
        let took = "\(fixed(milliseconds, 0)) ms"
        tell(
            changed.isEmpty
                ? "\(output) in \(took)"
                : "\(changed.joined(separator: ", ")): \(output) \(took) after the change was noticed")
    }

    /// Milliseconds to the tenth.
    static func milliseconds(since began: ContinuousClock.Instant) -> Double {
        let passed = (ContinuousClock.now - began).components
        return ((Double(passed.seconds) * 1000 + Double(passed.attoseconds) * 1e-15) * 10).rounded() / 10
    }

    /// Tells what is wrong; the last picture stays.
    func mistake(_ error: any Error, _ changes: [FileWatcher.Change]) {
        var reported = CommandError(reporting: error, about: changes.first?.path ?? "render")
        if let gone = changes.first(where: \.isGone) {
            reported = CommandError(gone.path, "is gone; the picture follows once it is back", code: .inputOutput)
        }
        event(
            "error",
            [
                ("message", .string(reported.description)), ("illustration", JSON(reported.illustration)),
                ("exit", .integer(Int(reported.code.rawValue))),
            ])
        if !writesEvents { Console.report(reported) }
    }

    /// Tells one fact, unless only mistakes are wanted.
    func tell(_ text: String) {
        if !writesEvents, !isQuiet { Console.note(oneLine(text)) }
    }

    /// Writes an event for programs; nothing once standard output has failed.
    func event(_ name: String, _ members: [(String, JSON)]) {
        guard writesEvents, failure == nil else { return }
        do {
            try Console.print(JSON.object([("event", .string(name))] + members).line)
        } catch {
            let failed = state.withLock { state in
                state.failure = error
                return state.failed
            }
            failed?()
        }
    }
}

extension RenderOptions {
    /// The filters that are named by their files.
    fileprivate var filterPaths: [String] {
        operations.map { operation in
            switch operation {
            case .filter(let name, _): name
            case .blend(let layer): layer.mode
            }
        }.filter { $0.hasSuffix(".glsl") }
    }
}
