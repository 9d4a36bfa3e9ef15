import FilterLanguage
import Frames

/// What a device can bind and dispatch; a plan stays within it.
public struct DeviceLimits: Hashable, Sendable {
    /// Storage buffers that one shader may read or write.
    public var storageBuffers: Int
    /// Bytes that one storage buffer may show to a shader.
    public var storageBufferBytes: Int
    /// Workgroups in one dimension of a dispatch.
    public var workgroups: Int
    /// Whether shaders run on a CPU, where each memory instruction and each wait in a workgroup is dear.
    public var isSoftware: Bool
    /// Bytes that one texel buffer of 16-byte texels may show to a shader.
    public var texelBufferBytes: Int

    public init(
        storageBuffers: Int, storageBufferBytes: Int, workgroups: Int, isSoftware: Bool = false,
        texelBufferBytes: Int = 1 << 20
    ) {
        self.storageBuffers = storageBuffers
        self.storageBufferBytes = storageBufferBytes
        self.workgroups = workgroups
        self.isSoftware = isSoftware
        self.texelBufferBytes = texelBufferBytes
    }

    /// What Vulkan guarantees of software devices of today, and every GPU passes.
    public static let common = DeviceLimits(storageBuffers: 32, storageBufferBytes: 1 << 27, workgroups: 65535)
}

/// How a graph is cut into dispatches.
///
/// A cut stands only where a filter reads neighbours, a picture has readers in several dispatches, pixels are resampled,
/// or a device limit would be passed.
public struct Plan: Sendable {
    /// A picture that is kept between dispatches.
    public enum Picture: Hashable, Sendable {
        /// The result of a node.
        case node(Int)
        /// The result of one pass, not the last, of an area filter.
        case areaPass(node: Int, pass: Int)
        /// A source with oblong pixels, upright but not resampled yet.
        case unsampledSource(node: Int)
        /// A source that filters sample anywhere, upright, at its own size, always as halves.
        case image(node: Int)
        /// The finished composition, resampled along an axis and those before it.
        case resized(Axis)

        public enum Axis: String, Hashable, Sendable {
            case across
            case down
        }
    }

    public struct Pass: Sendable {
        /// What it computes; `nil` is the job's output, or no picture at all where `raw` is not.
        public let picture: Picture?
        /// The filter of kind raw whose `main` it runs.
        public let raw: Int?
        /// Columns and rows it computes.
        public let width: Int
        public let height: Int
    }

    public let job: RenderJob
    /// In the order in which they run.
    public let passes: [Pass]
    /// Nodes whose result is rounded to the working format before others read it.
    public let storedNodes: Set<Int>
    /// Columns and rows of the composition: source 0, upright, in square pixels.
    public let width: Int
    public let height: Int
    /// How the finished composition is brought to another size.
    let resizing: Resizing?
    /// Whether the device is a CPU.
    let isForSoftware: Bool
    /// Whether any plane that a storage buffer shows can be read as texels too.
    let readsTexels: Bool

    /// Cuts a job's graph.
    ///
    /// Throws `GraphError` when the job asks for what cannot be: sources missing, alpha in a ten-bit composition, or
    /// pictures larger than the device takes.
    public init(_ job: RenderJob, limits: DeviceLimits = .common) throws(GraphError) {
        guard job.sources.count >= job.graph.sourceCount, let first = job.sources.first else {
            throw GraphError(
                node: "graph",
                problem: "reads \(job.graph.sourceCount) sources, but \(job.sources.count) are described; describe each"
            )
        }
        self.job = job
        isForSoftware = limits.isSoftware
        readsTexels = limits.texelBufferBytes >= limits.storageBufferBytes
        (width, height) = first.uprightSize
        resizing = Resizing(job.output, from: (width, height), pixelsOfThread: Self.outputPixels)
        try Self.checkShrinking(resizing, from: (width, height))
        try Self.checkAlpha(job, width: width, height: height)
        var stored = Self.nodesThatMustBeStored(job, width: width, height: height)
        if job.encodesApart, case .filter = job.graph.nodes[job.graph.outputPicture] {
            stored.insert(job.graph.outputPicture)
        }
        if resizing != nil { stored.insert(job.graph.outputPicture) }
        Self.storeSharedNodes(job.graph, &stored)
        Self.storeLongLoops(job.graph, &stored)
        try Self.respectBindings(job, limits, &stored)
        storedNodes = stored
        passes = Self.order(job, stored: stored, resizing, width: width, height: height)
        try Self.checkSizes(self, limits)
    }

    /// Whether an area filter can read a source's own buffer: working light as halves, upright and whole.
    static func isReadInPlace(_ source: PictureDescription, width: Int, height: Int) -> Bool {
        source.content == .light && source.layout == .rgba16f && source.orientation == .upright
            && source.hasSquarePixels
            && source.visible == PixelRect(x: 0, y: 0, width: source.codedWidth, height: source.codedHeight)
            && source.codedWidth == width && source.codedHeight == height
    }

    /// What a kept picture is made of.
    func format(of picture: Picture) -> WorkingFormat {
        if case .image = picture { .rgba16f } else { job.working }
    }

    // MARK: Cuts

    private static func nodesThatMustBeStored(_ job: RenderJob, width: Int, height: Int) -> Set<Int> {
        var stored: Set<Int> = []
        for case (let node, .filter(let filter, _, _)) in job.graph.nodes.enumerated() where !filter.kind.isLocal {
            // What only measures reads each pixel about once, so that what is before it is computed as it reads.
            if filter.onlyMeasures { continue }
            if filter.kind == .raw { stored.insert(node) }
            for input in job.graph.pictures(ofNode: node) {
                if case .source(let index) = job.graph.nodes[input],
                    isReadInPlace(job.sources[index], width: width, height: height)
                {
                    continue
                }
                stored.insert(input)
            }
        }
        return stored
    }

    /// Stores filters whose result several dispatches would otherwise compute again; reading a source again is cheaper
    /// than storing it, and so is computing again what looks at no neighbours for a filter that only measures.
    private static func storeSharedNodes(_ graph: Graph, _ stored: inout Set<Int>) {
        while true {
            var roots: [Set<Int>] = Array(repeating: [], count: graph.nodes.count)
            roots[graph.outputPicture].insert(graph.outputPicture)
            for node in graph.measuringNodes {
                for input in graph.pictures(ofNode: node) { roots[input].insert(-1 - node) }
            }
            var shared: Int?
            for node in graph.nodes.indices.reversed() {
                if stored.contains(node) { roots[node] = [node] }
                if case .filter(let filter, _, _) = graph.nodes[node] {
                    let readers = filter.kind.isLocal ? roots[node].filter { $0 >= 0 } : roots[node]
                    if readers.count > 1 { shared = shared ?? node }
                }
                for input in graph.pictures(ofNode: node) where !stored.contains(input) {
                    roots[input].formUnion(roots[node])
                }
            }
            guard let shared else { return }
            stored.insert(shared)
        }
    }

    /// Stores what filters read, from the bottom up, until no dispatch binds more buffers than the device allows.
    private static func respectBindings(
        _ job: RenderJob, _ limits: DeviceLimits, _ stored: inout Set<Int>
    ) throws(GraphError) {
        let graph = job.graph
        func bindings(of root: Int, _ stored: Set<Int>) -> Int {
            var sources: Set<Int> = []
            var pictures: Set<Int> = []
            var images: Set<Int> = []
            var pending = [root]
            while let node = pending.popLast() {
                if node != root, stored.contains(node) {
                    pictures.insert(node)
                    continue
                }
                switch graph.nodes[node] {
                case .source(let index): sources.insert(index)
                case .filter:
                    pending += graph.pictures(ofNode: node)
                    images.formUnion(graph.images(ofNode: node).map(\.node))
                }
            }
            let planes = sources.reduce(0) { $0 + job.sources[$1].layout.planeCount }
            // Settings, statistics and the output's planes stand beside what is read.
            return planes + pictures.count + images.count + 2 + max(1, job.output.picture.layout.planeCount)
        }
        for node in graph.nodes.indices where bindings(of: node, stored) > limits.storageBuffers {
            for input in graph.pictures(ofNode: node) where bindings(of: node, stored) > limits.storageBuffers {
                stored.insert(input)
            }
            if bindings(of: node, stored) > limits.storageBuffers {
                throw GraphError(
                    node: "graph", problem: "needs more than the \(limits.storageBuffers) buffers this device binds",
                    exceedsDevice: true)
            }
        }
    }

    // MARK: Order

    private static func order(
        _ job: RenderJob, stored: Set<Int>, _ resizing: Resizing?, width: Int, height: Int
    ) -> [Pass] {
        let graph = job.graph
        var passes: [Pass] = []
        var done: Set<Picture> = []

        func emit(_ picture: Picture?, _ size: (width: Int, height: Int)) {
            var raw: Int?
            if let picture {
                done.insert(picture)
                if case .node(let node) = picture, case .filter(let filter, _, _) = graph.nodes[node],
                    filter.kind == .raw
                {
                    raw = node
                }
            }
            passes.append(Pass(picture: picture, raw: raw, width: size.width, height: size.height))
        }
        /// Emits whatever the inline value of a node reads from memory.
        func prepare(_ node: Int) {
            switch graph.nodes[node] {
            case .source(let index):
                let source = job.sources[index]
                guard !source.hasSquarePixels, !done.contains(.unsampledSource(node: node)) else { return }
                emit(.unsampledSource(node: node), source.unsampledSize)
            case .filter(let filter, _, _):
                for image in graph.images(ofNode: node).map(\.node) where !done.contains(.image(node: image)) {
                    guard case .source(let index) = graph.nodes[image] else { continue }
                    emit(.image(node: image), job.sources[index].unsampledSize)
                }
                for input in graph.pictures(ofNode: node) { store(input) }
                guard filter.kind == .area else { return }
                for pass in filter.passes.indices.dropLast() where !done.contains(.areaPass(node: node, pass: pass)) {
                    emit(.areaPass(node: node, pass: pass), (width, height))
                }
            }
        }
        func store(_ node: Int) {
            guard !done.contains(.node(node)) else { return }
            prepare(node)
            if stored.contains(node) { emit(.node(node), (width, height)) }
        }
        for node in graph.measuringNodes {
            prepare(node)
            passes.append(Pass(picture: nil, raw: node, width: width, height: height))
        }
        store(graph.outputPicture)
        guard let resizing else {
            emit(nil, (width, height))
            return passes
        }
        for count in 0..<resizing.storedCount {
            emit(.resized(resizing.steps[count].axis), resizing.size(after: count + 1))
        }
        emit(nil, resizing.writtenSize)
        return passes
    }

    // MARK: Checks

    private static func checkShrinking(_ resizing: Resizing?, from size: (width: Int, height: Int)) throws(GraphError) {
        guard let resizing,
            resizing.steps.contains(where: { axis, _ in
                (axis == .across ? resizing.across : resizing.down).ratio > Resizing.mostShrinking
            })
        else { return }
        throw GraphError(
            node: "size",
            problem:
                "a picture of \(size.width)x\(size.height) cannot be shrunk to \(resizing.width)x\(resizing.height), "
                + "which is more than \(Int(Resizing.mostShrinking)) times; ask for a larger one")
    }

    private static func checkAlpha(_ job: RenderJob, width: Int, height: Int) throws(GraphError) {
        guard job.working == .rgb10a2 else { return }
        let images = Set(job.graph.nodes.indices.flatMap { job.graph.images(ofNode: $0).map(\.node) })
        for case (let node, .source(let index)) in job.graph.nodes.enumerated() where !images.contains(node) {
            let source = job.sources[index]
            let size = source.uprightSize
            let isTenBit = source.layout == .rgb10a2 || source.layout == .bgr10a2
            if source.layout.hasAlpha && !source.isOpaque && !isTenBit || size.width < width || size.height < height {
                throw GraphError(
                    node: "source \(index)",
                    problem: "has alpha below 1, which rgb10a2 cannot hold; use the working format rgba16f")
            }
        }
        for case .filter(let filter, _, _) in job.graph.nodes where filter.changesAlpha {
            throw GraphError(
                node: "filter '\(filter.name)'",
                problem: "changes alpha, which rgb10a2 cannot hold; use the working format rgba16f")
        }
    }

    private static func checkSizes(_ plan: Plan, _ limits: DeviceLimits) throws(GraphError) {
        let written = plan.job.output.picture.layout
        guard written.log2ChromaWidth <= 1, written.log2ChromaHeight <= written.log2ChromaWidth else {
            throw GraphError(
                node: "output", problem: "\(written.name) can be read but not written; use 4:2:0, 4:2:2 or 4:4:4")
        }
        for pass in plan.passes {
            guard let picture = pass.picture else { continue }
            let bytes = plan.format(of: picture) == .rgba16f ? 8 : 4
            let smaller = bytes == 8 ? "smaller pictures, --working rgb10a2" : "smaller pictures"
            let count = (pass.width + 3) / 4 * 4 * pass.height * bytes
            if count > limits.storageBufferBytes {
                if case .image(let node) = picture, let subject = plan.setting(ofSource: node) {
                    let side = Int(Double(limits.storageBufferBytes / bytes).squareRoot()) / 4 * 4
                    throw tooLarge(
                        subject, "a picture of \(pass.width)x\(pass.height) takes \(count) bytes", limits,
                        wayOut: "a smaller one, of as many pixels as \(side)x\(side) at most,")
                }
                throw tooLarge(
                    "a picture of \(pass.width)x\(pass.height)", "is kept between two passes in \(count) bytes",
                    limits, wayOut: smaller)
            }
        }
        for (index, source) in (plan.job.sources + [plan.job.output.picture]).enumerated() {
            let map = PlaneMap(layout: source.layout, width: source.codedWidth, height: source.codedHeight)
            if let count = map.byteCounts.max(), count > limits.storageBufferBytes {
                let picture = "a picture of \(source.codedWidth)x\(source.codedHeight) \(source.layout.name)"
                let nodes = plan.job.graph.nodes.indices.filter { node in
                    if case .source(index) = plan.job.graph.nodes[node] { true } else { false }
                }
                if let subject = nodes.compactMap({ plan.setting(ofSource: $0) }).first {
                    throw tooLarge(
                        subject, "\(picture) has a plane of \(count) bytes", limits, wayOut: "a smaller one")
                }
                throw tooLarge(picture, "has a plane of \(count) bytes", limits, wayOut: "smaller pictures")
            }
        }
    }

    /// The setting, `filter:name`, that names the picture of a source's node; `nil` for those that are shown.
    private func setting(ofSource source: Int) -> String? {
        for node in job.graph.nodes.indices {
            guard case .filter(let filter, _, let inputs) = job.graph.nodes[node] else { continue }
            for (name, input) in zip(filter.pictureNames, inputs.dropFirst(filter.kind.pictureCount))
            where input == source {
                return "\(filter.name):\(name)"
            }
        }
        return nil
    }

    private static func tooLarge(
        _ subject: String, _ size: String, _ limits: DeviceLimits, wayOut: String
    ) -> GraphError {
        GraphError(
            node: subject,
            problem:
                "\(size), and a shader is shown at most \(limits.storageBufferBytes) here; use \(wayOut) or another device",
            exceedsDevice: true)
    }
}

extension PictureDescription {
    /// Columns and rows of the upright picture before its pixels are made square.
    public var unsampledSize: (width: Int, height: Int) {
        orientation.quarterTurns % 2 == 0 ? (visible.width, visible.height) : (visible.height, visible.width)
    }
}
