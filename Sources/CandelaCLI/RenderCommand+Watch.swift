import Candela
import Foundation

// `render --watch`: a preview that follows the filter files.
extension RenderCommand {
    /// Shows one frame, and again whenever a filter's file is saved, until it is interrupted.
    static func watch(_ request: RenderArguments) throws -> ExitCode {
        try requireOutput(request)
        let report = WatchReport(isQuiet: request.isQuiet, writesEvents: request.writesEvents)
        let session = try PreviewSession(request.options, at: request.previewTime)
        let files = session.filterFiles
        try session.requireFilters()
        let watcher = try FileWatcher(files)
        let interruption = Interruption { watcher.stop() }
        defer { interruption.stop() }
        let findings = WatchFindings(report)
        defer { findings.stop() }
        report.begin(request.options, session, files)
        try session.warmUp()
        var isFirst = true
        var changes: [FileWatcher.Change] = []
        repeat {
            let began = changes.compactMap(\.saved).max() ?? Date()
            do {
                let picture = try session.picture()
                try write(picture, to: request.options.output)
                report.picture(request.options.output, changes.map(\.path), since: began)
                // At first the author's own files, then what was changed.
                let changed = Set(isFirst ? request.options.filterPaths : changes.map(\.path))
                findings.examine(
                    picture.filters.filter { !changed.isDisjoint(with: [$0.path] + $0.includedPaths) }, since: began)
                watcher.watch(files + picture.filters.flatMap(\.includedPaths))
            } catch let error where !isFirst || error is SourceError {
                report.mistake(error, changes)
            }
            isFirst = false
            guard let next = watcher.next() else { return .interrupted }
            changes = next
        } while true
    }

    private static func requireOutput(_ request: RenderArguments) throws(CommandError) {
        let output = request.options.output
        guard output.lowercased().hasSuffix(".png") else {
            throw CommandError("--output", "'\(output)' is no name of a preview; end it with .png")
        }
        let own = URL(fileURLWithPath: output).resolvingSymlinksInPath().path
        var inputs = [request.options.input]
        for case .blend(let layer) in request.options.operations { inputs.append(layer.file) }
        if let same = inputs.first(where: { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path == own }) {
            throw CommandError("--output", "'\(output)' is the input '\(same)'; choose another name")
        }
        guard request.options.overwrites || !FileManager.default.fileExists(atPath: output) else {
            throw CommandError(
                output, "exists already; choose another name, or replace it with --overwrite", code: .inputOutput)
        }
    }

    /// Writes the picture beside its place, then renames it, so that viewers never see half of one.
    private static func write(_ picture: PreviewSession.Picture, to path: String) throws {
        let plane = picture.planes.planes[0]
        let file = try PNGEncoder.file(
            rows: plane.address.raw, bytesPerRow: plane.bytesPerRow, width: picture.width, height: picture.height,
            color: picture.color, effort: .quick)
        let place = URL(fileURLWithPath: path)
        let draft = place.deletingLastPathComponent()
            .appendingPathComponent(".\(place.lastPathComponent).\(getpid())").path
        do {
            try Data(file).write(to: URL(fileURLWithPath: draft))
            guard rename(draft, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            unlink(draft)
            throw CommandError(path, "cannot be written; check its folder and the disk", code: .inputOutput)
        }
    }
}

/// What is told while files are watched: sentences on standard error, or events on standard output.
struct WatchReport {
    let isQuiet: Bool
    let writesEvents: Bool

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

    /// Tells that a picture is there.
    func picture(_ output: String, _ changed: [String], since began: Date) {
        let milliseconds = Date().timeIntervalSince(began) * 1000
        event(
            "picture",
            [
                ("output", .string(output)), ("changed", .array(changed.map(JSON.string))),
                ("milliseconds", .number((milliseconds * 10).rounded() / 10)),
            ])
        let cause = changed.isEmpty ? "" : "\(changed.joined(separator: ", ")): "
        tell("\(cause)\(output) in \(fixed(milliseconds, 0)) ms")
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

    /// Writes an event for programs.
    func event(_ name: String, _ members: [(String, JSON)]) {
        if writesEvents { Console.print(JSON.object([("event", .string(name))] + members).line) }
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
