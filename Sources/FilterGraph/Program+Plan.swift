import FilterLanguage
import Frames

extension Program {
    /// Writes a plan's dispatches as shaders, and gives its stored pictures buffers that are used again once nobody reads
    /// them any more.
    public init(_ plan: Plan, library: ColorLibrary) {
        let (buffers, counts) = Self.assignBuffers(plan)
        passes = plan.passes.map { pass in
            var writer = PassWriter(plan: plan, pass: pass, library: library, buffers: buffers)
            return writer.program()
        }
        intermediateByteCounts = counts
        records = plan.records
    }

    /// A plan's dispatches for timing: where a filter that only measures comes last, the pass that shows the picture as it
    /// was is none of its cost, and is left out.
    public static func timed(_ plan: Plan, library: ColorLibrary) -> Program {
        var program = Program(plan, library: library)
        if plan.job.graph.outputPicture != plan.job.graph.output { program.passes.removeLast() }
        return program
    }

    /// The numbers of one moment: parameters (initial values where none are set), phases and time.
    ///
    /// `graph` has the plan's structure and may have other settings and keyframes.
    public static func settings(
        for plan: Plan, graph: Graph, at time: MediaTime
    ) -> [SettingsLayout.Value: [Double]] {
        var values: [SettingsLayout.Value: [Double]] = [.time: [time.seconds]]
        for (axis, taps) in plan.resizing?.steps ?? [] {
            values[.resizeFirsts(axis)] = taps.firsts
            values[.resizeWeights(axis)] = taps.weights
        }
        for case (let node, .filter(let filter, _, _)) in graph.nodes.enumerated() {
            let complete = filter.complete(
                graph.settings(ofNode: node, at: time), size: (plan.width, plan.height),
                contentHeadroom: plan.job.color.contentHeadroom)
            for parameter in filter.parameters {
                guard let numbers = complete[parameter.name] else { continue }
                guard parameter.kind == .curve else {
                    values[.parameter(node: node, name: parameter.name)] = numbers
                    continue
                }
                let pieces = MonotoneCurve(points: numbers).pieces()
                values[.curveStarts(node: node, name: parameter.name)] = pieces.starts
                values[.curveCoefficients(node: node, name: parameter.name)] = pieces.coefficients
            }
            for phase in filter.phases {
                let rate = MediaTime(phase.numerator, phase.denominator)
                values[.phase(node: node, name: phase.name)] = [time.phase(perSecond: rate)]
            }
        }
        return values
    }

    // MARK: Buffers

    private static func assignBuffers(_ plan: Plan) -> ([Plan.Picture: Int], [Int]) {
        var lastUse: [Plan.Picture: Int] = [:]
        for (index, pass) in plan.passes.enumerated() {
            for picture in reads(of: pass, plan) { lastUse[picture] = index }
        }
        var assigned: [Plan.Picture: Int] = [:]
        var counts: [Int] = []
        var free: [Int] = []
        for (index, pass) in plan.passes.enumerated() {
            if let picture = pass.picture {
                let bytes = StoredPictureText(
                    width: pass.width, height: pass.height, format: plan.format(of: picture)
                ).byteCount
                if let reused = free.popLast() {
                    counts[reused] = max(counts[reused], bytes)
                    assigned[picture] = reused
                } else {
                    assigned[picture] = counts.count
                    counts.append(bytes)
                }
            }
            for (picture, last) in lastUse where last == index {
                if let number = assigned[picture] { free.append(number) }
            }
            free.sort()
        }
        return (assigned, counts)
    }

    /// The stored pictures that a pass reads.
    private static func reads(of pass: Plan.Pass, _ plan: Plan) -> Set<Plan.Picture> {
        let graph = plan.job.graph
        var found: Set<Plan.Picture> = []
        func visit(_ node: Int) {
            if plan.storedNodes.contains(node), pass.picture != .node(node) {
                found.insert(.node(node))
                return
            }
            switch graph.nodes[node] {
            case .source(let index):
                if !plan.job.sources[index].hasSquarePixels { found.insert(.unsampledSource(node: node)) }
            case .filter(let filter, _, _):
                let inputs = graph.pictures(ofNode: node)
                found.formUnion(graph.images(ofNode: node).map { .image(node: $0.node) })
                if filter.kind == .area, filter.passes.count > 1 {
                    found.insert(.areaPass(node: node, pass: filter.passes.count - 2))
                    inputs.dropFirst().forEach(visit)
                } else {
                    inputs.forEach(visit)
                }
            }
        }
        if let raw = pass.raw {
            found.formUnion(graph.images(ofNode: raw).map { .image(node: $0.node) })
            graph.pictures(ofNode: raw).forEach(visit)
            return found
        }
        switch pass.picture {
        case nil:
            if let resizing = plan.resizing {
                found.insert(plan.resizedPicture(after: resizing.storedCount))
            } else {
                visit(graph.outputPicture)
            }
        case .node(let node): visit(node)
        case .areaPass(let node, let number):
            if number > 0 { found.insert(.areaPass(node: node, pass: number - 1)) }
            found.formUnion(graph.images(ofNode: node).map { .image(node: $0.node) })
            graph.pictures(ofNode: node).dropFirst(number > 0 ? 1 : 0).forEach(visit)
        case .resized(let axis):
            let step = plan.resizing?.steps.firstIndex { $0.axis == axis } ?? 0
            found.insert(plan.resizedPicture(after: step))
        case .unsampledSource, .image: break
        }
        return found
    }
}
