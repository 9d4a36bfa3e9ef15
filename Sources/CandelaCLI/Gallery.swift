import Candela

/// Pictures of what filters do, by the CPU reference, so that every machine makes the same.
struct Gallery {
    let catalog: FilterCatalog
    private let renderer = CPURenderer()
    private let sources = [TestScene.scene(), TestScene.layer(), TestScene.below(), TestScene.checks()]

    init(catalog: FilterCatalog) { self.catalog = catalog }

    /// The scene that filters are shown on.
    func scene() throws -> RGBPicture { try render { _ in 0 } }

    /// The layer that blends lay over the scene, over grey squares.
    func layer() throws -> RGBPicture { try render { $0.add(source: 1) } }

    /// The scene without its left side, which blends lay the layer over.
    func below() throws -> RGBPicture { try render { $0.add(source: 2) } }

    /// What a filter makes of the scene, or of its part below the layer where it is a blend, with the settings that its
    /// file shows.
    func picture(of filter: Filter) throws -> RGBPicture {
        if filter.onlyMeasures { return try drawing(of: filter) }
        return try render { graph in
            var inputs: [Int] = []
            switch filter.kind {
            case .generate: break
            case .blend: inputs = [graph.add(source: 2), graph.add(source: 1)]
            case .point, .warp, .area, .raw: inputs = [0]
            }
            // The layer is every mask and every still.
            for _ in filter.pictureNames { inputs.append(graph.add(source: 1)) }
            return try graph.add(filter, settings: filter.shown, inputs: inputs)
        }
    }

    /// Renders what `build` adds over grey squares, in an HLG composition of 1000 cd/m², as sRGB.
    private func render(_ build: (inout Graph) throws -> Int) throws -> RGBPicture { try renderMeasured(build).picture }

    /// The same, with what filters measured.
    private func renderMeasured(
        _ build: (inout Graph) throws -> Int
    ) throws -> (picture: RGBPicture, records: [FrameRecord]) {
        var graph = Graph()
        let result = try build(&graph)
        let checks = graph.add(source: 3)
        try graph.add(catalog.filter(named: "over"), inputs: [checks, result])
        let (width, height) = (TestScene.width, TestScene.height)
        let color = CompositionColor(properties: .hlg, peakNits: 1000)
        // Without dither, flat parts stay flat and files small.
        let output = try RGBPicture.output(
            width: width, height: height, referenceWhiteNits: color.referenceWhiteNits, dither: .none)
        let job = RenderJob(
            graph: graph, sources: Array(repeating: TestScene.description, count: sources.count), output: output,
            color: color)
        let target = HostPlanes(layout: output.picture.layout, width: width, height: height)
        let records = try renderer.render(job, sources: sources, at: .zero, into: target).records
        return (RGBPicture(target, width: width, height: height), records)
    }

    /// What a filter that only measures says of the scene: its longest row of numbers as bars over the darkened scene,
    /// square roots, so that few pixels show too.
    private func drawing(of filter: Filter) throws -> RGBPicture {
        let (scene, records) = try renderMeasured { try $0.add(filter, settings: filter.shown, inputs: [0]) }
        let rows = records.flatMap { record in record.quantities.compactMap { record.values($0.name) } }
        let numbers = rows.max { $0.count < $1.count } ?? []
        let most = max(numbers.max() ?? 0, 1)
        var bytes = scene.bytes.map { $0 / 4 }
        for x in 0..<scene.width where !numbers.isEmpty {
            let first = x * numbers.count / scene.width
            let end = max((x + 1) * numbers.count / scene.width, first + 1)
            let share = (numbers[first..<end].max() ?? 0) / most
            let height = Int((share.squareRoot() * Double(scene.height)).rounded(.up))
            for y in (scene.height - height)..<scene.height {
                for channel in 0..<3 { bytes[3 * (y * scene.width + x) + channel] = 224 }
            }
        }
        return RGBPicture(width: scene.width, height: scene.height, bytes: bytes)
    }
}
