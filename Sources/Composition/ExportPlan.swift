import ColorScience
import FilterGraph
import FilterLanguage
import Foundation
import Frames
import MediaIO

/// Everything an export decides before its first frame: readers, graph, colour, output and the cut into dispatches.
struct ExportPlan {
    let options: RenderOptions
    let catalog: FilterCatalog
    let main: MediaReader
    let operations: [PlannedOperation]
    /// The files that are read beside the input; source 1 is the first.
    let files: [OperationReader.File]
    /// The sources of the readers that were handed over.
    let furtherSources: [Int]
    let sources: [PictureDescription]
    let color: CompositionColor
    let choice: OutputChoice
    let output: OutputDescription
    /// The HDR metadata that the output states.
    let metadata: OutputMetadata
    let curves: Curves
    let from: MediaTime?
    let to: MediaTime?

    /// Opens the sources and decides; `graph` makes the graph once the sources are known.
    ///
    /// Where `further` is given, the caller makes each picture, and its readers' pictures can be sources too.
    init(_ options: RenderOptions, further: [MediaReader]? = nil) throws {
        self.options = options
        catalog = try FilterCatalog(folder: options.shadersFolder)
        let main = try Self.open(options.input, options.assumedColor, options.raw, options.deinterlacing)
        self.main = main
        var reader = OperationReader(catalog: catalog, input: options.input, deinterlacing: options.deinterlacing)
        operations = try options.operations.map { try reader.read($0) }
        furtherSources = (further ?? []).map { reader.add($0, isShown: false) }
        files = reader.files
        let layers = files.map(\.reader)
        let sources = try ([main] + layers).enumerated().map { index, reader in
            var picture = reader.track.description
            if case .signal(let properties, _) = picture.content {
                try ColorPolicy.requireKnownMatrix(properties, in: reader.path)
                if let peak = options.sourcePeakNits, properties.transfer == .pq, index == 0 { picture.peakNits = peak }
            }
            return picture
        }
        self.sources = sources
        // What is only read, such as a mask, has no say in the composition's colour.
        let shown = [sources[0]] + zip(sources.dropFirst(), files).filter { $1.isShown }.map(\.0)
        color = ColorPolicy.color(options.color, sources: shown, referenceWhiteNits: options.referenceWhiteNits)
        let delivery = options.deliveryColor.map {
            ColorPolicy.color($0, sources: shown, referenceWhiteNits: options.referenceWhiteNits)
        }
        let written = (delivery ?? color).properties
        try ColorPolicy.requireKnownMatrix(written, in: options.output)
        if let resize = options.size?.resize(from: sources[0].uprightSize), resize.width * resize.height > 1 << 28 {
            throw CompositionError(
                .usage, "--size", "no encoder takes pictures of \(resize.width)x\(resize.height); ask for smaller ones")
        }
        let choice = try OutputChoice(options, track: main.track, color: written)
        self.choice = choice
        if options.keepsRotation, sources[0].orientation != .upright, !choice.container.isMovie,
            choice.container != .null
        {
            throw CompositionError(
                .usage, "--keep-rotation",
                "\(choice.container.rawValue) cannot say how pictures are turned; write mov or mp4, or leave it out to "
                    + "write them upright")
        }
        if written.transfer.isHDR, choice.layout.depth < 10, !choice.layout.isFloat, !options.allowsEightBitHDR {
            throw CompositionError(
                .usage, "--pixel-format",
                "\(choice.layout.name) has \(choice.layout.depth) bits, too few for HDR; use a format of 10 bits or more, "
                    + "or force it by --allow-8-bit"
            )
        }
        output = Self.output(options, choice, source: sources[0], written, delivery)
        if choice.container != .null {
            try MediaWriter.check(
                path: options.output, overwrites: options.overwrites,
                inputs: Self.filesRead(main, files.map(\.reader), operations))
        }
        metadata = try OutputMetadata(
            options, track: main.track,
            layers: (files.filter(\.isShown).map(\.reader) + (further ?? [])).map(\.track),
            operations: further == nil ? operations : nil, composed: color, written: output.delivery ?? color)
        // Codes that only pass through come back as they were.
        var changesColor = !operations.isEmpty || options.size?.changes(sources[0].uprightSize) == true
        if case .signal(written, _) = sources[0].content {} else { changesColor = true }
        let isExact = written.transfer.isHDR || choice.layout.depth > 8 || !changesColor
        curves = options.curves ?? (isExact ? .exact : .fast)
        from = try options.from.map { try Self.moment($0, main.track) }
        to = try options.to.map { try Self.moment($0, main.track) }
        // Tried before the work, which takes its time.
        if let folder = options.shaderDumpFolder { try OutputFolder.prepare(folder) }
    }

    var layers: [MediaReader] { files.map(\.reader) }

    /// The files that it reads: the sources' and the filters'.
    var filesRead: [String] { Self.filesRead(main, files.map(\.reader), operations) }

    private static func filesRead(_ main: MediaReader, _ layers: [MediaReader], _ operations: [PlannedOperation])
        -> [String]
    {
        ([main] + layers).map(\.path) + operations.flatMap { $0.filter.files }
    }

    /// The graph that the options' operations make.
    func graph() throws -> Graph { try graph(of: operations) }

    /// The same of the filters' files as they are now; `nil` when one names other pictures, or cannot stand where it
    /// stands, so that everything is to be planned anew.
    func freshGraph() throws -> Graph? {
        var fresh: [PlannedOperation] = []
        for (operation, written) in zip(operations, options.operations) {
            guard let again = try operation.again(written, from: catalog) else { return nil }
            fresh.append(again)
        }
        return try graph(of: fresh)
    }

    private func graph(of operations: [PlannedOperation]) throws -> Graph {
        var graph = Graph()
        let texts = SettingTexts(frameRate: main.track.frameRate, size: sources[0].uprightSize)
        for operation in operations {
            var inputs = operation.filter.kind == .generate ? [] : [graph.output]
            if let (options, layer) = operation.blend { inputs.append(try add(layer, options, texts, to: &graph)) }
            for source in operation.further { inputs.append(graph.add(source: source)) }
            let values = try texts.values(of: operation.filter, operation.settings)
            try graph.add(
                operation.filter, settings: values.settings, keyframes: values.keyframes, inputs: inputs)
        }
        return graph
    }

    /// Adds what is laid over, at its opacity, and answers its node.
    private func add(
        _ layer: PlannedOperation.Layer, _ options: BlendedLayer, _ texts: SettingTexts, to graph: inout Graph
    ) throws -> Int {
        var node: Int
        switch layer {
        case .source(let index): node = graph.add(source: index)
        case .generated(let filter, let settings, let further):
            let values = try texts.values(of: filter, settings)
            let inputs = further.map { graph.add(source: $0) }
            node = try graph.add(filter, settings: values.settings, keyframes: values.keyframes, inputs: inputs)
        }
        if options.opacity != 1 || options.opacityKeys != nil {
            let opacity = try catalog.filter(named: "opacity")
            let values = try Self.opacity(of: options, opacity, texts)
            node = try graph.add(opacity, settings: values.settings, keyframes: values.keyframes, inputs: [node])
        }
        return node
    }

    private static func opacity(
        of layer: BlendedLayer, _ filter: Filter, _ texts: SettingTexts
    ) throws(SettingError) -> SettingTexts.Values {
        guard let keys = layer.opacityKeys else { return SettingTexts.Values(settings: ["amount": [layer.opacity]]) }
        do {
            return try texts.values(of: filter, [("amount", keys)])
        } catch {
            throw SettingError(filter: layer.file, parameter: "opacity", problem: error.problem)
        }
    }

    /// The job of rendering `graph` with what was decided.
    func job(_ graph: Graph) -> RenderJob {
        RenderJob(
            graph: graph, sources: sources, output: output, color: color, working: options.working, curves: curves)
    }

    /// How colour is handled, in one line.
    var colorLine: String {
        let shown = [sources[0]] + zip(sources.dropFirst(), files).filter { $1.isShown }.map(\.0)
        let names = shown.map { source -> String in
            guard case .signal(let properties, _) = source.content else { return "light" }
            return Self.name(properties.transfer)
                + (properties.transfer.isHDR ? " \(Self.nits(source.peakNits))" : "")
        }
        let steps = sources.flatMap { ColorPlan.ingestSteps($0, color) } + ColorPlan.encodeSteps(output, color)
        let toned = steps.compactMap { step -> String? in
            guard case .toneMap(let from, let to, _) = step else { return nil }
            return "tone-mapped by BT.2390 on max RGB, \(Self.nits(from)) to \(Self.nits(to))"
        }
        let fitted = steps.compactMap { step -> String? in
            guard case .fitGamut(let primaries) = step else { return nil }
            return "desaturated into \(primaries.name)"
        }
        let written = output.delivery ?? color
        return
            ([
                "\(names.joined(separator: " + ")) in \(Self.name(color.properties.transfer)) \(color.properties.primaries.name)"
                    + ", reference white \(Self.nits(color.referenceWhiteNits))"
            ] + toned + fitted
            + ["written as \(Self.name(written.properties.transfer))" + metadata.words]).joined(separator: "; ")
    }

    /// A transfer as people write it on the command line: sdr, hlg, pq, else its last name.
    private static func name(_ transfer: Transfer) -> String {
        transfer == .bt709 ? "sdr" : transfer.names.last ?? transfer.name
    }

    static func nits(_ value: Double) -> String { String(format: "%g cd/m²", value) }

    // MARK: Parts

    static func open(
        _ path: String, _ assumed: ColorName?, _ raw: RawVideoFormat?, _ deinterlacing: Deinterlacing?,
        keepsOtherStreams: Bool = true
    ) throws -> MediaReader {
        try MediaReader(
            path: path,
            options: MediaReaderOptions(
                color: assumed?.properties, raw: raw, keepsOtherStreams: keepsOtherStreams,
                interlaced: Deinterlacing.reading(deinterlacing)))
    }

    private static func output(
        _ options: RenderOptions, _ choice: OutputChoice, source: PictureDescription, _ properties: ColorProperties,
        _ delivery: CompositionColor?
    ) -> OutputDescription {
        let resize = options.size?.resize(from: source.uprightSize)
        let upright: (width: Int, height: Int) = resize.map { ($0.width, $0.height) } ?? source.uprightSize
        let orientation = options.keepsRotation ? source.orientation : .upright
        let size: (width: Int, height: Int) =
            orientation.quarterTurns % 2 == 0 ? upright : (upright.height, upright.width)
        let stored = choice.codec?.storedSize(width: size.width, height: size.height, layout: choice.layout) ?? size
        var properties = properties
        if choice.layout.model == .rgb { properties.matrix = .rgb }
        let isSubsampled = choice.layout.log2ChromaWidth + choice.layout.log2ChromaHeight > 0
        let isAlike =
            source.layout.log2ChromaHeight == 1
            || source.layout.log2ChromaWidth == 1 && choice.layout.log2ChromaHeight == 0
        var siting: ChromaSiting =
            isAlike && source.orientation == orientation
            ? source.siting : properties.transfer.isHDR && choice.layout.log2ChromaHeight == 1 ? .topLeft : .left
        if let codec = choice.codec,
            !ColorCarriage(codec: codec, container: choice.container).takes(siting, of: choice.layout)
        {
            siting = .left
        }
        let picture = PictureDescription(
            layout: choice.layout, codedWidth: stored.width, codedHeight: stored.height,
            visible: PixelRect(x: 0, y: 0, width: size.width, height: size.height),
            orientation: orientation, content: .signal(properties, choice.levels), siting: isSubsampled ? siting : .left
        )
        return OutputDescription(
            picture: picture, dither: options.dither, rollsOff: options.rollsOff, delivery: delivery, resize: resize)
    }
}
