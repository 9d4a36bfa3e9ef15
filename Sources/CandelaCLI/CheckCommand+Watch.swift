import Candela
import Foundation

// `check --watch`: a check that follows filter files.
extension CheckCommand {
    /// Checks filters, and each again whenever its file is saved, until it is interrupted.
    ///
    /// What is found about HDR is named at once; the comparison with the devices, the quick one, follows, and is given up
    /// when a file is saved meanwhile.
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
        let watcher = try FileWatcher(files + files.flatMap(FilterFile.includes))
        let checks = WatchedChecks(renderers, arguments)
        var changed = names
        var noticed: ContinuousClock.Instant?
        var gone: Set<String> = []
        while true {
            // What a file includes may have changed, and need not be there. Before it is read: what comes later is told.
            let included = Dictionary(names.map { ($0, FilterFile.includes(of: file($0))) }, uniquingKeysWith: { $1 })
            watcher.watch(files + included.values.joined())
            // What was under way when a file was saved is begun again with it.
            let unfinished = checks.giveUp()
            var filters: [(name: String, filter: Filter)] = []
            for name in names
            where changed.contains(name) || unfinished.contains(name) && !gone.contains(file(name)) {
                do {
                    filters.append((name, try filter(named: name, catalog)))
                } catch {
                    Console.report(CommandError(reporting: error, about: name))
                }
            }
            checks.begin(filters, noticed: noticed)
            guard let changes = watcher.next() else { return .interrupted }
            noticed = changes.map(\.noticed).max()
            gone = Set(changes.filter(\.isGone).map(\.path))
            for change in changes where change.isGone {
                Console.note("candela: \(oneLine(change.path)): is gone; it is checked once it is back")
            }
            let there = Set(changes.filter { !$0.isGone }.map(\.path))
            changed = names.filter { !there.isDisjoint(with: [file($0)] + (included[$0] ?? [])) }
        }
    }
}
