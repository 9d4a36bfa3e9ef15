import Candela
import Foundation

// `check --watch`: a check that follows filter files.
extension CheckCommand {
    /// Checks filters, and each again whenever its file is saved, until it is interrupted.
    ///
    /// What is found about HDR is named at once; the comparison with the devices, the quick one, follows.
    static func watch(_ arguments: Arguments) throws -> ExitCode {
        let names = arguments.operands
        guard !names.isEmpty, names != ["all"] else {
            throw CommandError("--watch", "name the filters to watch: candela check FILE.glsl --watch")
        }
        let catalog = try FilterCatalog(folder: arguments.text("--shaders"))
        // Files that are not there are a mistake now; later they may come back.
        for name in names {
            do { _ = try catalog.filter(named: name) } catch let error as CompositionError { throw error } catch {}
        }
        let renderers = try candidates(arguments, catalog)
        func file(_ name: String) -> String {
            name.hasSuffix(".glsl") ? name : catalog.library.filterFile(named: name)?.path ?? name
        }
        if !arguments.has("--json") { for renderer in renderers { try Console.print(renderer.name) } }
        let files = names.map(file)
        // What each file includes, as it was when it was last whole.
        var included: [String: [String]] = [:]
        let watcher = try FileWatcher(files)
        // Nothing is written, so that there is nothing to finish.
        let interruption = Interruption { _exit(ExitCode.interrupted.rawValue) }
        defer { interruption.stop() }
        var changed = names
        while true {
            for name in changed {
                included[name] = try checkOnce(name, catalog, renderers, arguments)?.includedPaths ?? included[name]
            }
            watcher.watch(files + included.values.joined())
            guard let changes = watcher.next() else { return .interrupted }
            for change in changes where change.isGone {
                Console.note("candela: \(oneLine(change.path)): is gone; it is checked once it is back")
            }
            let there = Set(changes.filter { !$0.isGone }.map(\.path))
            changed = names.filter { !there.isDisjoint(with: [file($0)] + (included[$0] ?? [])) }
        }
    }

    /// Checks one filter and answers it; `nil` when its file has a mistake, which is told.
    ///
    /// Throws where what was found cannot be written.
    private static func checkOnce(
        _ name: String, _ catalog: FilterCatalog, _ renderers: [any Renderer], _ arguments: Arguments
    ) throws -> Filter? {
        let isJSON = arguments.has("--json")
        do {
            let filter = try catalog.filter(named: name)
            let seed = arguments.integer("--seed").map { UInt64($0) } ?? 1
            let findings = HDRReadiness.findings(for: filter, seed: seed).map(\.id.rawValue)
            if !isJSON {
                try Console.print("\(name): HDR " + (findings.isEmpty ? "ready" : findings.joined(separator: ", ")))
            }
            var reports: [CheckReport] = []
            for renderer in renderers {
                var options = CheckOptions(
                    seed: seed, extent: .quick, only: arguments.text("--case"), filterArgument: name)
                if arguments.has("--readiness") { options.only = "readiness" }
                let report = FilterCheck.check(
                    filter, reference: CPURenderer(), candidate: renderer, options: options)
                if isJSON { try Console.print(report.json()) } else { reports.append(report) }
            }
            if !isJSON { try Console.print(CheckReport.table(reports)) }
            return filter
        } catch let error as Console.OutputError {
            throw error
        } catch {
            Console.report(CommandError(reporting: error, about: name))
            return nil
        }
    }
}
