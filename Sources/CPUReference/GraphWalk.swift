import ColorScience
import Dispatch
import FilterGraph
import FilterLanguage
import Frames

/// Computes every picture of a graph in turn, whole, in Double.
///
/// Of the GPU's plan it takes only which results are rounded to the working format before others read them.
struct GraphWalk: Sendable {
    let job: RenderJob
    let plan: Plan
    let sources: [SourceReader?]
    let time: MediaTime
    let arithmetic: Arithmetic
    let work: Work?

    /// Pixels that are computed together.
    static let runLength = 256
    static let threadCount = 2

    init(
        _ job: RenderJob, sources planes: [HostPlanes?], at time: MediaTime, arithmetic: Arithmetic, work: Work?
    ) throws {
        (self.job, self.time, self.arithmetic, self.work) = (job, time, arithmetic, work)
        plan = try Plan(job)
        var readers: [SourceReader?] = []
        for (index, picture) in job.sources.enumerated() {
            let given = index < planes.count ? planes[index] : nil
            readers.append(try given.map { try SourceReader($0, picture, color: job.color) })
        }
        sources = readers
    }

    private var tracksBounds: Bool { arithmetic.tracksBounds }

    /// The picture of the graph's output, and what filters that only measure make of theirs.
    ///
    /// Filters without a twin are an error, or left out. Throws `Work.Ending` when the work is over before it is done.
    func run(leavingOutTwinless: Bool = false) throws -> (picture: LightPicture, records: [ReferenceRecord]) {
        let nodes = job.graph.nodes
        let measuring = try job.graph.measuringNodes.filter { node in
            guard case .filter(let filter, _, _) = nodes[node], RawTwins.twin(of: filter) == nil else { return true }
            if leavingOutTwinless { return false }
            throw RawTwins.missing(filter)
        }
        let needed = needed(by: [job.graph.outputPicture] + measuring)
        var lastUse = Array(nodes.indices)
        for index in needed.sorted() {
            for input in job.graph.pictures(ofNode: index) { lastUse[input] = max(lastUse[input], index) }
        }
        lastUse[job.graph.outputPicture] = nodes.count
        var pictures: [LightPicture?] = Array(repeating: nil, count: nodes.count)
        var records: [ReferenceRecord] = []
        for (index, node) in nodes.enumerated() where needed.contains(index) {
            switch node {
            case .source(let number): pictures[index] = source(number)
            case .filter(let filter, _, _):
                let inputs = job.graph.pictures(ofNode: index).compactMap { pictures[$0] }
                if measuring.contains(index) {
                    records += measured(filter, index, inputs)
                } else {
                    guard CPURenderer.canRun(filter) else { throw RawTwins.missing(filter) }
                    pictures[index] = self.filter(
                        context(filter.twin ?? filter, index), inputs, isTwin: filter.twin != nil)
                }
            }
            if let ending = work?.ending { throw ending }
            if let picture = pictures[index], plan.storedNodes.contains(index) { store(picture) }
            for earlier in 0..<index where lastUse[earlier] == index { pictures[earlier] = nil }
        }
        guard let output = pictures[job.graph.outputPicture] else {
            throw ReferenceError(problem: "the graph has no output")
        }
        return (resized(output), records)
    }

    private func measured(_ filter: Filter, _ node: Int, _ inputs: [LightPicture]) -> [ReferenceRecord] {
        guard let twin = RawTwins.twin(of: filter), let picture = inputs.first else { return [] }
        let found = twin.measure(picture, context(filter, node), work)
        let record = FrameRecord(
            node: node, filter: filter.name, quantities: filter.results, numbers: found.values)
        return [ReferenceRecord(record: record, low: found.low, high: found.high)]
    }

    private func needed(by nodes: [Int]) -> Set<Int> {
        var needed: Set<Int> = []
        var pending = nodes
        while let node = pending.popLast() {
            guard needed.insert(node).inserted else { continue }
            pending += job.graph.pictures(ofNode: node)
        }
        return needed
    }

    private func emptyPicture() -> LightPicture {
        LightPicture(
            width: plan.width, height: plan.height, slackX: plan.width % 2, slackY: plan.height % 2,
            hasBounds: tracksBounds)
    }

    // MARK: Runs

    /// Computes a picture run by run on a few threads; `compute` answers four lanes for the pixels from (x, y) on, which
    /// lie in one row.
    func fillRows(
        _ picture: LightPicture, makeWorker: @Sendable (Machine) -> (_ x: Int, _ y: Int, Machine) -> Lanes
    ) {
        let width = picture.storedWidth
        let runs = (width + Self.runLength - 1) / Self.runLength
        fill(picture, runs: runs * picture.storedHeight) { run in
            let x = run % runs * Self.runLength
            return run / runs * width + x..<run / runs * width + min(x + Self.runLength, width)
        } makeWorker: { machine in
            let compute = makeWorker(machine)
            return { start, machine in compute(start % width, start / width, machine) }
        }
    }

    /// Computes a picture run by run; `compute` answers four lanes for the pixels from the `start`-th on, in as many rows
    /// as they fill: what a run takes beside its pixels is much for narrow pictures.
    private func fill(_ picture: LightPicture, makeWorker: @Sendable (Machine) -> (_ start: Int, Machine) -> Lanes) {
        let count = picture.storedWidth * picture.storedHeight
        fill(picture, runs: (count + Self.runLength - 1) / Self.runLength) { run in
            run * Self.runLength..<min((run + 1) * Self.runLength, count)
        } makeWorker: {
            makeWorker($0)
        }
    }

    private func fill(
        _ picture: LightPicture, runs: Int, pixels: @Sendable (_ run: Int) -> Range<Int>,
        makeWorker: @Sendable (Machine) -> (_ start: Int, Machine) -> Lanes
    ) {
        let threads = min(Self.threadCount, runs)
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            let machine = Machine(capacity: Self.runLength, arithmetic: arithmetic, work: work)
            let compute = makeWorker(machine)
            for run in stride(from: thread, to: runs, by: threads) {
                let pixels = pixels(run)
                machine.start(pixels.count)
                put(compute(pixels.lowerBound, machine), into: picture, pixels.lowerBound, machine)
                if machine.isOver() { return }
            }
        }
    }

    private func put(_ lanes: Lanes, into picture: LightPicture, _ start: Int, _ machine: Machine) {
        for (channel, lane) in lanes.enumerated() {
            let column = machine.column(of: lane)
            let to = picture.values + 4 * start + channel
            for p in 0..<machine.count { to[4 * p] = column.values[p] }
            guard tracksBounds else { continue }
            let bounds = picture.bounds + 4 * start + channel
            for p in 0..<machine.count {
                let bound = column.bounds[p]
                bounds[4 * p] = bound.isNaN || machine.open.flags[p] || machine.fragile.flags[p] ? .infinity : bound
            }
        }
        for p in 0..<machine.count where machine.undecided.flags[p] { picture.undecided[start + p] = true }
        for p in 0..<machine.count where machine.fragile.flags[p] { picture.fragile[start + p] = true }
    }

    /// The four lanes of a picture's pixels from the `start`-th on; pixels that are undecided stay so.
    private func lanes(of picture: LightPicture, _ start: Int, _ machine: Machine) -> Lanes {
        for p in 0..<machine.count where picture.undecided[start + p] { machine.undecided.flags[p] = true }
        for p in 0..<machine.count where picture.fragile[start + p] { machine.fragile.flags[p] = true }
        return (0..<4).map { channel in
            let column = machine.pool.column()
            let values = picture.values + 4 * start + channel
            for p in 0..<machine.count { column.values[p] = values[4 * p] }
            if tracksBounds {
                let bounds = picture.bounds + 4 * start + channel
                for p in 0..<machine.count { column.bounds[p] = bounds[4 * p] }
            }
            return .varying(column)
        }
    }

    /// The places of a picture's pixels from the `start`-th on.
    private func position(in picture: LightPicture, _ start: Int, _ machine: Machine) -> Lanes {
        let width = picture.storedWidth
        return [
            machine.make { (Double((start + $0) % width) + 0.5, 0) },
            machine.make { (Double((start + $0) / width) + 0.5, 0) },
        ]
    }

    // MARK: Sources

    private func source(_ number: Int) -> LightPicture {
        let picture = emptyPicture()
        guard let reader = sources[number] else { return picture }
        let size = reader.picture.uprightSize
        if reader.picture.hasSquarePixels {
            fillRows(picture) { _ in
                { x, y, machine in
                    outside(reader.light(x: x, y: y, machine), x, y, size, machine)
                }
            }
            return picture
        }
        let oblong = LightPicture(width: reader.width, height: reader.height, hasBounds: tracksBounds)
        fillRows(oblong) { _ in { x, y, machine in reader.light(x: x, y: y, machine) } }
        store(oblong)
        let bicubic = BicubicReader(picture: oblong, size: size)
        fillRows(picture) { _ in
            { x, y, machine in outside(bicubic.lanes(x: x, y: y, machine), x, y, size, machine) }
        }
        return picture
    }

    /// A source that filters sample anywhere: upright, at its own size, as halves.
    private func image(_ number: Int) -> LightPicture {
        let size = job.sources[number].unsampledSize
        let picture = LightPicture(width: size.width, height: size.height, hasBounds: tracksBounds)
        guard let reader = sources[number] else { return picture }
        fillRows(picture) { _ in { x, y, machine in reader.light(x: x, y: y, machine) } }
        roundToHalves(picture)
        return picture
    }

    /// Transparent black where the source does not reach.
    private func outside(_ lanes: Lanes, _ x: Int, _ y: Int, _ size: (width: Int, height: Int), _ machine: Machine)
        -> Lanes
    {
        // A pixel that only completes a chroma pair belongs to a source of the composition's size.
        let right = size.width >= plan.width ? Int.max : size.width
        let bottom = size.height >= plan.height ? Int.max : size.height
        if y < bottom, x + machine.count <= right { return lanes }
        return lanes.map { lane in
            machine.make { p in y < bottom && x + p < right ? (lane.value(p), lane.bound(p)) : (0, 0) }
        }
    }

    // MARK: Filters

    private func filter(_ context: FilterContext, _ inputs: [LightPicture], isTwin: Bool) -> LightPicture {
        guard isTwin else { return filter(context, inputs) }
        // A whole shader reads a picture, though its twin may make one of numbers alone.
        let picture =
            context.filter.kind == .area
            ? area(context, inputs, isTwin: true)
            : filter(context, context.filter.kind == .generate ? [] : inputs)
        picture.allowAnotherOrder()
        return picture
    }

    private func filter(_ context: FilterContext, _ inputs: [LightPicture]) -> LightPicture {
        let filter = context.filter
        switch filter.kind {
        case .point, .blend, .generate:
            let picture = emptyPicture()
            fill(picture) { machine in
                let evaluator = Evaluator(context, machine: machine)
                return { start, machine in
                    var arguments: [Lanes] = []
                    for input in inputs {
                        let color = lanes(of: input, start, machine)
                        arguments.append(filter.light == .signal ? evaluator.signal(of: color) : color)
                    }
                    let result = evaluator.run(pass: 0, arguments, position: position(in: picture, start, machine))
                    return filter.light == .signal ? evaluator.light(of: result) : result
                }
            }
            return picture
        case .warp:
            let picture = emptyPicture()
            fill(picture) { machine in
                let evaluator = Evaluator(context, machine: machine)
                evaluator.reader = inputs.first.map { PictureReader(picture: $0) }
                evaluator.furtherReaders = furtherReaders(filter, inputs)
                return { start, machine in
                    let place = position(in: picture, start, machine)
                    let target = evaluator.run(pass: 0, [place], position: place)
                    return evaluator.read(filter.outsideIsClear ? "atOrClear" : "at", target)
                }
            }
            return picture
        case .area: return area(context, inputs)
        // What only measures is never asked for its picture, and no twin makes one.
        case .raw: return inputs.first ?? emptyPicture()
        }
    }

    private func area(_ context: FilterContext, _ inputs: [LightPicture], isTwin: Bool = false) -> LightPicture {
        var input = inputs.first ?? emptyPicture()
        for pass in context.filter.passes.indices {
            let picture = emptyPicture()
            let from = input
            fill(picture) { machine in
                let evaluator = Evaluator(context, machine: machine)
                evaluator.reader = PictureReader(picture: from)
                evaluator.furtherReaders = furtherReaders(context.filter, inputs)
                return { start, machine in
                    evaluator.run(pass: pass, [], position: position(in: picture, start, machine))
                }
            }
            if pass < context.filter.passes.count - 1 { if isTwin { picture.allowHalves() } else { store(picture) } }
            input = picture
        }
        return input
    }

    private func furtherReaders(_ filter: Filter, _ inputs: [LightPicture]) -> [String: PictureReader] {
        let further = inputs.dropFirst(filter.kind.pictureCount)
        return Dictionary(
            uniqueKeysWithValues: zip(filter.inputs, further).map { ($0.name, PictureReader(picture: $1)) })
    }

    private func context(_ filter: Filter, _ node: Int) -> FilterContext {
        let settings = job.graph.settings(ofNode: node, at: time)
        var images: [String: LightPicture] = [:]
        for (parameter, source) in job.graph.images(ofNode: node) {
            if case .source(let number) = job.graph.nodes[source] { images[parameter.name] = image(number) }
        }
        var phases: [String: Double] = [:]
        for phase in filter.phases {
            phases[phase.name] = time.phase(perSecond: MediaTime(phase.numerator, phase.denominator))
        }
        return FilterContext(
            filter: filter,
            settings: filter.complete(
                settings, size: (plan.width, plan.height), contentHeadroom: job.color.contentHeadroom),
            phases: phases, time: time.seconds, width: plan.width, height: plan.height, color: job.color,
            images: images)
    }

    // MARK: Storing

    /// Rounds a picture as its working format does.
    func store(_ picture: LightPicture) {
        switch job.working {
        case .rgba16f: roundToHalves(picture)
        case .rgb10a2: roundToTenBits(picture)
        }
    }

    private func roundToHalves(_ picture: LightPicture) {
        let count = 4 * picture.storedWidth * picture.storedHeight
        for index in 0..<count {
            if index & 0xffff == 0, work?.isCancelled ?? false { return }
            let exact = picture.values[index]
            let kept = StoredValue.half(exact)
            picture.values[index] = kept
            guard tracksBounds else { continue }
            picture.bounds[index] = Self.spread(exact, picture.bounds[index], kept, StoredValue.half)
        }
    }

    /// How far a rounded value may lie from `kept` when what is rounded lies within a bound.
    private static func spread(_ exact: Double, _ bound: Double, _ kept: Double, _ round: (Double) -> Double) -> Double
    {
        if bound == 0 { return 0 }
        // Of what may be any number, rounding makes no certain one.
        guard (exact + bound).isFinite, (exact - bound).isFinite else { return .infinity }
        return max(abs(round(exact + bound) - kept), abs(round(exact - bound) - kept))
    }

    private func roundToTenBits(_ picture: LightPicture) {
        let copy = LightPicture(
            width: picture.width, height: picture.height, slackX: picture.storedWidth - picture.width,
            slackY: picture.storedHeight - picture.height, hasBounds: tracksBounds)
        fill(copy) { _ in
            { start, machine in
                let color = lanes(of: picture, start, machine)
                let codes = machine.toSignal(Array(color[..<3]), job.color).map { lane in
                    machine.map(
                        lane, { StoredValue.tenBits($0) },
                        bound: { x, y, b in
                            Self.spread(x, b + 2 * Machine.rounding(x, b), y, StoredValue.tenBits)
                                + Machine.exactRounding(y)
                        })
                }
                return machine.toLight(codes, job.color) + [.uniform(1, 0)]
            }
        }
        let count = copy.storedWidth * copy.storedHeight
        picture.values.update(from: copy.values, count: 4 * count)
        if tracksBounds { picture.bounds.update(from: copy.bounds, count: 4 * count) }
    }
}
