import FilterLanguage
import Frames

/// The numbers set for a filter's parameters, by name; a bool is 0 or 1, a choice the index of its name.
public typealias Settings = [String: [Double]]

/// What is to be done to pictures: sources, and filters that read them.
///
/// Nodes stand in an order in which each reads only earlier ones.
public struct Graph: Sendable {
    public enum Node: Sendable {
        /// The picture given as the `index`-th source, upright, in working light.
        ///
        /// Where the picture does not reach, it is transparent black.
        case source(index: Int)
        /// A filter over the nodes in `inputs`; settings that are missing take their initial values.
        case filter(Filter, settings: Settings, inputs: [Int])
    }

    public private(set) var nodes: [Node] = []
    /// Of each node, the parameters whose values change with time; they are not among the node's settings.
    public private(set) var keyframes: [Int: [String: Keyframes]] = [:]
    /// The node whose picture is the result.
    public var output: Int { nodes.count - 1 }

    /// The graph that only shows source 0.
    public init() { nodes = [.source(index: 0)] }

    /// Adds a source picture and answers its node.
    public mutating func add(source index: Int) -> Int {
        nodes.append(.source(index: index))
        return nodes.count - 1
    }

    /// Adds a filter and answers its node.
    ///
    /// Parameters are set once and for all in `settings`, or for each moment in `keyframes`. Throws `GraphError` when the
    /// inputs' count is not what the filter reads, a setting's name is unknown, or a value is outside its range or not a
    /// number.
    @discardableResult
    public mutating func add(
        _ filter: Filter, settings: Settings = [:], keyframes: [String: Keyframes] = [:], inputs: [Int]
    ) throws(GraphError) -> Int {
        try Self.validate(filter, settings: settings, inputCount: inputs.count)
        try Self.validate(filter, keyframes: keyframes, beside: settings)
        precondition(inputs.allSatisfy { nodes.indices.contains($0) }, "a filter reads nodes that exist")
        for (parameter, node) in zip(filter.images, inputs.suffix(filter.images.count)) {
            guard case .source = nodes[node] else {
                throw GraphError(
                    node: "\(filter.name):\(parameter.name)",
                    problem: "is a still; give it a source, not a filter's result")
            }
        }
        nodes.append(.filter(filter, settings: settings, inputs: inputs))
        if !keyframes.isEmpty { self.keyframes[nodes.count - 1] = keyframes }
        return nodes.count - 1
    }

    /// What is set for a node's filter at a moment.
    public func settings(ofNode node: Int, at time: MediaTime) -> Settings {
        guard case .filter(let filter, var settings, _) = nodes[node] else { return [:] }
        guard let keyframes = keyframes[node] else { return settings }
        for parameter in filter.parameters {
            guard let track = keyframes[parameter.name] else { continue }
            settings[parameter.name] = track.value(at: time, of: parameter.kind)
        }
        return settings
    }

    /// The graph whose result is the given node; what the node does not need is left out.
    public func ending(at node: Int) -> Graph {
        var needed: Set<Int> = [node]
        for index in nodes.indices.reversed() where needed.contains(index) {
            if case .filter(_, _, let inputs) = nodes[index] { needed.formUnion(inputs) }
        }
        var result = Graph()
        result.nodes = []
        var moved: [Int: Int] = [:]
        for index in needed.sorted() {
            moved[index] = result.nodes.count
            result.keyframes[result.nodes.count] = keyframes[index]
            switch nodes[index] {
            case .source: result.nodes.append(nodes[index])
            case .filter(let filter, let settings, let inputs):
                result.nodes.append(.filter(filter, settings: settings, inputs: inputs.compactMap { moved[$0] }))
            }
        }
        return result
    }

    /// The inputs of a node that lie pixel by pixel over its result, as the nodes whose own pictures they are.
    public func pictures(ofNode node: Int) -> [Int] {
        guard case .filter(let filter, _, let inputs) = nodes[node] else { return [] }
        return inputs.dropLast(filter.images.count).map(picture(ofNode:))
    }

    /// The node whose own picture a node shows: a filter that only measures shows what it reads.
    public func picture(ofNode node: Int) -> Int {
        var shown = node
        while case .filter(let filter, _, let inputs) = nodes[shown], filter.onlyMeasures, let input = inputs.first {
            shown = input
        }
        return shown
    }

    /// The node whose own picture is the result.
    public var outputPicture: Int { picture(ofNode: output) }

    /// The filters that only measure, on the way to the result, in order.
    public var measuringNodes: [Int] {
        var needed: Set<Int> = [output]
        for index in nodes.indices.reversed() where needed.contains(index) {
            if case .filter(_, _, let inputs) = nodes[index] { needed.formUnion(inputs) }
        }
        return nodes.indices.filter { index in
            guard needed.contains(index), case .filter(let filter, _, _) = nodes[index] else { return false }
            return filter.onlyMeasures
        }
    }

    /// The inputs of a node that are stills, sampled anywhere, with the parameters that they are given for.
    public func images(ofNode node: Int) -> [(parameter: Filter.Parameter, node: Int)] {
        guard case .filter(let filter, _, let inputs) = nodes[node] else { return [] }
        return zip(filter.images, inputs.suffix(filter.images.count)).map { ($0, $1) }
    }

    /// How many source pictures it reads: one more than the largest index.
    public var sourceCount: Int {
        1
            + (nodes.compactMap {
                if case .source(let index) = $0 { index } else { nil }
            }.max() ?? -1)
    }
}

/// A graph that cannot be run: which node, and why.
public struct GraphError: Error, Equatable, Sendable, CustomStringConvertible {
    public let node: String
    public let problem: String
    /// Whether nothing is wrong with the graph: the device is too small for it.
    public let exceedsDevice: Bool

    public init(node: String, problem: String, exceedsDevice: Bool = false) {
        self.node = node
        self.problem = problem
        self.exceedsDevice = exceedsDevice
    }

    public var description: String { "\(node): \(problem)" }
}
