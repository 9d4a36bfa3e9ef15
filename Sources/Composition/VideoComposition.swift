import ColorScience
import FilterGraph
import FilterLanguage
import Frames
import Synchronization

/// What is shown at each moment: an asset's frames, as a handler filters them.
///
/// The asset's colour, or the one set in `color`, is the composition's; the handler works on linear light in any case,
/// with highlights above 1.
public struct VideoComposition: Sendable {
    public let asset: Asset
    /// Further files that the handler reads by name, such as masks; they have no say in the composition's colour.
    public var furtherAssets: [String: Asset] = [:]
    /// The composition's colour; `nil` is the asset's own.
    public var color: ColorName?
    /// cd/m² of working light 1.0.
    public var referenceWhiteNits = 203.0
    let handler: @Sendable (FilteringRequest) throws -> Void

    /// Filters every frame of an asset's first enabled video track; the handler ends with `request.finish(with:)`.
    public init(asset: Asset, applyingFilters handler: @escaping @Sendable (FilteringRequest) throws -> Void) {
        self.asset = asset
        self.handler = handler
    }
}

/// One frame that a filter handler is asked for.
public final class FilteringRequest: Sendable {
    /// The frame, upright, in linear light.
    public let sourceImage: SourceImage
    /// Seconds from the composition's start.
    public let compositionTime: MediaTime
    /// Columns and rows of the composition, in pixels.
    public let renderSize: (width: Int, height: Int)
    /// The content's peak in multiples of reference white.
    public let contentHeadroom: Double
    private let further: [String: Int]
    private let result = Mutex<SourceImage?>(nil)

    init(
        image: SourceImage, further: [String: Int], time: MediaTime, size: (width: Int, height: Int), headroom: Double
    ) {
        (sourceImage, compositionTime, renderSize, contentHeadroom) = (image, time, size, headroom)
        self.further = further
    }

    /// The picture that one of the composition's further assets shows now: a clip's frame at or before this moment,
    /// transparent after its end; a still always.
    public func sourceImage(named name: String) throws -> SourceImage {
        guard let index = further[name] else {
            let ending = Suggestion.ending(for: name, among: further.keys)
            throw CompositionError(.usage, name, "no further asset has this name\(ending)")
        }
        return SourceImage(recipe: sourceImage.recipe, node: sourceImage.recipe.add(source: index))
    }

    /// A picture made by a filter of kind generate, of numbers and, where it has any, of the stills in `inputs`.
    public func generatedImage(
        _ filter: String, _ settings: [String: [Double]] = [:], keyframes: [String: Keyframes] = [:],
        inputs: [String: SourceImage] = [:]
    ) throws -> SourceImage {
        let recipe = sourceImage.recipe
        let node = try recipe.add(filter, settings, keyframes, pictures: [], named: inputs.mapValues(\.node))
        return SourceImage(recipe: recipe, node: node)
    }

    /// Answers the request with a picture made of `sourceImage`.
    public func finish(with image: SourceImage) { result.withLock { $0 = image } }

    /// The answer; throws when the handler gave none.
    func answer() throws -> SourceImage {
        guard let image = result.withLock({ $0 }) else {
            throw CompositionError(
                .usage, "filter handler", "ended without an answer; end it with request.finish(with:)")
        }
        return image
    }
}

extension ExportSession {
    /// Renders a composition into a file; `configure` may change what the file is to be.
    public convenience init(
        _ composition: VideoComposition, to output: String, configure: (inout RenderOptions) -> Void = { _ in }
    ) throws {
        var options = RenderOptions(input: composition.asset.path, output: output)
        options.assumedColor = composition.asset.assumedColor
        options.color = composition.color
        options.referenceWhiteNits = composition.referenceWhiteNits
        configure(&options)
        let names = composition.furtherAssets.keys.sorted()
        let readers = try names.compactMap { composition.furtherAssets[$0] }.map {
            try ExportPlan.open($0.path, $0.assumedColor, nil, options.deinterlacing, keepsOtherStreams: false)
        }
        let plan = try ExportPlan(options, further: readers)
        let further = Dictionary(uniqueKeysWithValues: zip(names, plan.furtherSources))
        let (catalog, color) = (plan.catalog, plan.color)
        let size = plan.sources[0].uprightSize
        let shelf = FilterShelf()
        let handler = composition.handler
        self.init(plan: plan) { time in
            let recipe = GraphRecipe(catalog: catalog, shelf: shelf)
            let request = FilteringRequest(
                image: SourceImage(recipe: recipe, node: 0), further: further, time: time, size: size,
                headroom: color.contentHeadroom)
            try handler(request)
            return recipe.finished(at: try request.answer().node)
        }
    }
}
