import FilterGraph
import FilterLanguage
import Synchronization

/// A picture in the making: a source, or what filters make of pictures. Cheap to pass around; nothing is computed before
/// the composition renders.
public struct SourceImage: Sendable {
    let recipe: GraphRecipe
    let node: Int

    /// The picture with a filter of the shader library, or of a `.glsl` file, applied.
    ///
    /// `settings` are numbers by parameter name, `keyframes` values that change with the composition's time; what is
    /// missing keeps its initial value. `inputs` are the filter's further pictures, such as masks, and its stills, by name. Throws for a
    /// filter that does not exist, an unknown parameter, a value outside its range, and an input that is missing.
    public func applying(
        _ filter: String, _ settings: [String: [Double]] = [:], keyframes: [String: Keyframes] = [:],
        inputs: [String: SourceImage] = [:]
    ) throws -> SourceImage {
        let node = try recipe.add(filter, settings, keyframes, pictures: [node], named: inputs.mapValues(\.node))
        return SourceImage(recipe: recipe, node: node)
    }

    /// The picture with a filter applied, each parameter one number.
    public func applying(_ filter: String, _ settings: [String: Double]) throws -> SourceImage {
        try applying(filter, settings.mapValues { [$0] })
    }

    /// The picture laid over another by a blend filter, `over` unless named.
    public func blended(
        over below: SourceImage, mode: String = "over", _ settings: [String: [Double]] = [:],
        keyframes: [String: Keyframes] = [:], inputs: [String: SourceImage] = [:]
    ) throws -> SourceImage {
        let node = try recipe.add(
            mode, settings, keyframes, pictures: [below.node, node], named: inputs.mapValues(\.node))
        return SourceImage(recipe: recipe, node: node)
    }
}

/// A graph that grows while a handler runs.
final class GraphRecipe: Sendable {
    private let catalog: FilterCatalog
    private let graph = Mutex(Graph())
    private let known: FilterShelf

    init(catalog: FilterCatalog, shelf: FilterShelf) {
        self.catalog = catalog
        known = shelf
    }

    /// Adds a filter over pictures, the kind's own and those that the filter names.
    func add(
        _ name: String, _ settings: Settings, _ keyframes: [String: Keyframes], pictures: [Int], named: [String: Int]
    ) throws -> Int {
        let filter = try known.filter(named: name, from: catalog)
        var inputs = pictures
        for picture in filter.pictureNames {
            guard let node = named[picture] else {
                let unknown = named.keys.sorted().first { !filter.pictureNames.contains($0) }
                if let unknown, Suggestion.nearest(to: unknown, among: filter.pictureNames) == picture {
                    throw CompositionError(
                        .usage, "\(name):\(unknown)", "the filter has no such input; did you mean '\(picture)'?")
                }
                throw CompositionError(
                    .usage, "\(name):\(picture)", "no picture is given; give it one by `inputs`")
            }
            inputs.append(node)
        }
        for given in named.keys.sorted() where !filter.pictureNames.contains(given) {
            let ending = Suggestion.ending(for: given, among: filter.pictureNames)
            throw CompositionError(.usage, "\(name):\(given)", "the filter has no such input\(ending)")
        }
        return try graph.withLock {
            try $0.add(filter, settings: settings, keyframes: keyframes, inputs: inputs)
        }
    }

    /// Adds a source and answers its node.
    func add(source index: Int) -> Int { graph.withLock { $0.add(source: index) } }

    /// The graph whose result is the given node.
    func finished(at node: Int) -> Graph { graph.withLock { $0.ending(at: node) } }
}

/// Filters that were read once, so that a handler that runs for every frame reads no file again.
final class FilterShelf: Sendable {
    private let filters = Mutex<[String: Filter]>([:])

    func filter(named name: String, from catalog: FilterCatalog) throws -> Filter {
        if let known = filters.withLock({ $0[name] }) { return known }
        let filter = try catalog.filter(named: name)
        filters.withLock { $0[name] = filter }
        return filter
    }
}
