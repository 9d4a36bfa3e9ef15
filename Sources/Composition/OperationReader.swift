import ColorScience
import FilterGraph
import FilterLanguage
import Foundation
import MediaIO

/// One operation of an export, its filter read and its files opened.
struct PlannedOperation {
    /// What is laid over what stands below.
    enum Layer {
        /// A file, by its source's index.
        case source(Int)
        /// A picture made of numbers alone.
        case generated(Filter, settings: [(name: String, text: String)], further: [Int])
    }

    /// The filter, or a blend's mode.
    var filter: Filter
    /// Its settings; what names its further pictures is taken out.
    var settings: [(name: String, text: String)]
    /// The sources of its further pictures and stills, in order.
    var further: [Int]
    var blend: (options: BlendedLayer, layer: Layer)?

    /// The operation with its filters' files read again; `nil` when what the user wrote is to be read anew: one of
    /// them names other pictures, or cannot stand where it stands.
    func again(_ operation: RenderOperation, from catalog: FilterCatalog) throws -> PlannedOperation? {
        var fresh = self
        switch operation {
        case .filter(let name, _):
            fresh.filter = try catalog.filter(named: name)
            guard fresh.filter.kind != .blend else { return nil }
        case .blend(let layer):
            fresh.filter = try catalog.filter(named: layer.mode)
            guard fresh.filter.kind == .blend else { return nil }
            if case .generated(let generator, let settings, let further) = blend?.layer {
                let now = try catalog.filter(named: layer.file)
                // Both take their settings from one list, each by its own names.
                func names(_ filters: Filter...) -> [[String]] { filters.map { $0.parameters.map(\.name) } }
                guard now.kind == .generate, now.pictureNames == generator.pictureNames,
                    names(now, fresh.filter) == names(generator, filter)
                else { return nil }
                fresh.blend?.layer = .generated(now, settings: settings, further: further)
            }
        }
        return fresh.filter.pictureNames == filter.pictureNames ? fresh : nil
    }
}

/// Reads operations in turn and gathers the files that they name, which follow the input as sources.
struct OperationReader {
    /// A file that is read beside the input.
    struct File {
        let reader: MediaReader
        /// Whether it is shown, and so has a say in the composition's colour; a mask is not.
        let isShown: Bool
    }

    let catalog: FilterCatalog
    private(set) var files: [File] = []
    /// Whether somebody reads standard input already.
    private var readsStandardInput: Bool

    private let deinterlacing: Deinterlacing?

    /// Reads for an export of the file `input`.
    init(catalog: FilterCatalog, input: String, deinterlacing: Deinterlacing?) {
        (self.catalog, readsStandardInput, self.deinterlacing) = (catalog, input == "-", deinterlacing)
    }

    /// Opens what `subject` names; standard input only for the first who asks.
    private mutating func open(
        _ file: String, _ assumed: ColorName?, _ raw: RawVideoFormat?, for subject: String
    ) throws -> MediaReader {
        if file == "-" {
            guard !readsStandardInput else {
                throw CompositionError(
                    .usage, subject, "standard input can be read only once; name a file in place of one '-'")
            }
            readsStandardInput = true
        }
        return try ExportPlan.open(file, assumed, raw, deinterlacing, keepsOtherStreams: false)
    }

    /// Adds a file and answers its source's index; source 0 is the input.
    mutating func add(_ reader: MediaReader, isShown: Bool) -> Int {
        files.append(File(reader: reader, isShown: isShown))
        return files.count
    }

    /// Reads one operation.
    mutating func read(_ operation: RenderOperation) throws -> PlannedOperation {
        switch operation {
        case .filter(let name, let settings):
            let filter = try catalog.filter(named: name)
            guard filter.kind != .blend else {
                let all = [("mode", name)] + settings.map { ($0.name, $0.text) }
                throw CompositionError(
                    .usage, "--filter",
                    "'\(name)' is a blend mode, which lays one picture over another; write --blend LAYER:"
                        + all.map { "\($0)=\(Self.quoted($1))" }.joined(separator: ","))
            }
            let (rest, further) = try openFurther(of: filter, settings)
            return PlannedOperation(filter: filter, settings: rest, further: further)
        case .blend(let blended):
            let mode = try catalog.filter(named: blended.mode)
            guard mode.kind == .blend else {
                throw CompositionError(
                    .usage, "--blend",
                    "'\(blended.mode)' is a filter of kind \(mode.kind.rawValue), not a blend mode; write --filter "
                        + "\(blended.mode), or name a mode such as over")
            }
            let (layer, settings) = try layer(of: blended, mode)
            try requireSettings(settings, of: blended, mode, layer)
            let (rest, further) = try openFurther(of: mode, settings)
            return PlannedOperation(filter: mode, settings: rest, further: further, blend: (blended, layer))
        }
    }

    /// A setting's value as it is written on a command line.
    private static func quoted(_ value: String) -> String {
        guard value.contains(where: { $0 == "," || $0 == "\"" }) else { return value }
        return "\"" + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    /// Throws for a setting that neither the mode has nor every layer.
    private func requireSettings(
        _ settings: [(name: String, text: String)], of blended: BlendedLayer, _ mode: Filter,
        _ layer: PlannedOperation.Layer
    ) throws {
        let own = mode.parameters.map(\.name) + mode.pictureNames
        guard let unknown = settings.first(where: { !own.contains($0.name) }) else { return }
        var known = own + Self.layerSettings
        if case .generated(let generator, _, _) = layer { known += generator.parameters.map(\.name) }
        let near = Suggestion.ending(for: unknown.name, among: known)
        throw CompositionError(
            .usage, "--blend",
            "'\(unknown.name)' is no setting of '\(blended.file)' laid over by '\(mode.name)'"
                + (near.isEmpty ? "; known are \(known.joined(separator: ", "))" : near))
    }

    /// What every blended layer can be given beside its mode's settings.
    private static let layerSettings = ["mode", "opacity", "assume", "raw"]

    // MARK: Layers

    private mutating func layer(
        of blended: BlendedLayer, _ mode: Filter
    ) throws -> (PlannedOperation.Layer, modeSettings: [(name: String, text: String)]) {
        guard let generator = try generator(named: blended.file) else {
            try requireLayer(blended.file)
            let reader = try open(blended.file, blended.assumed, blended.raw, for: "--blend")
            return (.source(add(reader, isShown: true)), blended.settings)
        }
        if blended.assumed != nil || blended.raw != nil {
            throw CompositionError(
                .usage, blended.file, "is a filter, not a file; leave out \(blended.raw == nil ? "assume" : "raw")")
        }
        // Both have settings in one list: each takes its own, the layer first.
        let own = Set(generator.parameters.map(\.name))
        let others = Set(mode.parameters.map(\.name) + mode.pictureNames)
        func belongsToMode(_ name: String) -> Bool {
            if own.contains(name) || others.contains(name) { return !own.contains(name) }
            return Suggestion.nearest(to: name, among: own) == nil && Suggestion.nearest(to: name, among: others) != nil
        }
        let (rest, further) = try openFurther(of: generator, blended.settings.filter { !belongsToMode($0.name) })
        return (
            .generated(generator, settings: rest, further: further),
            blended.settings.filter { belongsToMode($0.name) }
        )
    }

    /// Throws for a bare name that is neither a file's nor a filter's, but near a filter's.
    private func requireLayer(_ name: String) throws {
        var info = stat()
        guard !name.contains("/"), !name.contains("."), name != "-", stat(name, &info) != 0, errno == ENOENT,
            let near = Suggestion.nearest(to: name, among: catalog.names)
        else { return }
        throw CompositionError(
            .usage, "--blend", "'\(name)' is neither a file nor a filter of kind generate; did you mean \(near)?")
    }

    /// The filter that a layer's name stands for: a `.glsl` path, or a bare name of the library; `nil` for files.
    private func generator(named name: String) throws -> Filter? {
        let isBareName = !name.contains("/") && !name.contains(".")
        guard name.hasSuffix(".glsl") || (isBareName && catalog.names.contains(name)) else { return nil }
        let filter = try catalog.filter(named: name)
        guard filter.kind == .generate else {
            throw CompositionError(
                .usage, "--blend",
                "'\(name)' is a filter of kind \(filter.kind.rawValue); lay over a file\(isBareName ? " (./\(name))" : ""), "
                    + "or a filter of kind generate such as solid")
        }
        return filter
    }

    // MARK: Further pictures

    private mutating func openFurther(
        of filter: Filter, _ settings: [(name: String, text: String)]
    ) throws -> (rest: [(name: String, text: String)], further: [Int]) {
        var further: [Int] = []
        for name in filter.pictureNames {
            let files = settings.filter { $0.name == name }
            if files.isEmpty, let wrong = Self.misspelt(name, of: filter, settings) {
                throw CompositionError(
                    .usage, "\(filter.name):\(wrong)", "the filter has no such picture; did you mean '\(name)'?")
            }
            guard files.count == 1 else {
                throw CompositionError(
                    .usage, "\(filter.name):\(name)",
                    files.isEmpty
                        ? "no picture is named; write \(filter.kind == .blend ? "mode=\(filter.name),\(name)" : "\(filter.name):\(name)")=FILE"
                        : "is set twice; set it once")
            }
            let file = files[0].text
            let reader = try openPicture(file, for: "\(filter.name):\(name)")
            if filter.images.contains(where: { $0.name == name }), try Self.isClip(reader) {
                throw CompositionError(
                    .usage, "\(filter.name):\(name)",
                    "'\(file)' is a clip, and this is a still of one picture; make one by "
                        + "ffmpeg -i \(file) -frames:v 1 still.png, or lay the clip over by --blend")
            }
            further.append(add(reader, isShown: false))
        }
        return (settings.filter { !filter.pictureNames.contains($0.name) }, further)
    }

    /// Opens a picture; what is wrong with what it holds is told of the setting that names it.
    private mutating func openPicture(_ file: String, for setting: String) throws -> MediaReader {
        do {
            return try open(file, nil, nil, for: setting)
        } catch var error as MediaError where error.kind == .data {
            (error.subject, error.problem) = (setting, "'\(file)': \(error.problem)")
            throw error
        }
    }

    /// The setting that none of a filter's parameters has, and that was most likely meant for the picture `name`.
    private static func misspelt(
        _ name: String, of filter: Filter, _ settings: [(name: String, text: String)]
    ) -> String? {
        let known = filter.parameters.map(\.name) + filter.pictureNames
        return settings.map(\.name).first { setting in
            !known.contains(setting) && Suggestion.nearest(to: setting, among: known) == name
        }
    }

    /// Whether a file has more pictures than one.
    private static func isClip(_ reader: MediaReader) throws -> Bool {
        if let count = reader.track.frameCount { return count > 1 }
        // Files of one picture each are read by demuxers of their own, and take long to decode.
        if reader.info.container.hasSuffix("_pipe") || reader.info.container == "image2" { return false }
        // Read apart: what the reader hands out it does not hand out again.
        let again = try ExportPlan.open(reader.path, nil, nil, .frame, keepsOtherStreams: false)
        _ = try again.nextFrame()
        return try again.nextFrame() != nil
    }
}
