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
        try render { graph in
            var inputs: [Int] = []
            switch filter.kind {
            case .generate: break
            case .blend: inputs = [graph.add(source: 2), graph.add(source: 1)]
            case .point, .warp, .area: inputs = [0]
            }
            // The layer is every mask and every still.
            for _ in filter.pictureNames { inputs.append(graph.add(source: 1)) }
            return try graph.add(filter, settings: filter.shown, inputs: inputs)
        }
    }

    /// Renders what `build` adds over grey squares, in an HLG composition of 1000 cd/m², as sRGB.
    private func render(_ build: (inout Graph) throws -> Int) throws -> RGBPicture {
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
        try renderer.render(job, sources: sources, at: .zero, into: target)
        return RGBPicture(target, width: width, height: height)
    }
}
