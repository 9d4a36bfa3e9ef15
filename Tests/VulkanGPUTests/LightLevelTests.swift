import CPUReference
import ColorScience
import FilterGraph
import FilterLanguage
import Foundation
import Frames
import Testing

@testable import VulkanGPU

/// What `lightLevel` says of a picture, computed again by plain loops over Doubles.
struct PlainLevels {
    var pixels = 0.0
    var maxLevel = 0.0
    var levelSum = 0.0
    var minLuminance = Double.infinity
    var maxLuminance = 0.0
    var luminanceSum = 0.0
    var histogram = [Double](repeating: 0, count: 256)

    /// The PQ signal by ST 2084's formula.
    static func signal(_ nits: Double) -> Double {
        let (m1, m2) = (0.1593017578125, 78.84375)
        let y = pow(nits / 10_000, m1)
        return pow((0.8359375 + 18.8515625 * y) / (1 + 18.6875 * y), m2)
    }

    init(_ pixels: [SIMD4<Double>], white: Double = 203) {
        for pixel in pixels {
            let light = (0..<3).map { pixel[$0].isNaN ? 0 : min(max(pixel[$0], -65504), 65504) }
            let level = min(max(light[0], light[1], light[2], 0) * white, 10_000)
            let sum = 0.2627 * light[0] + 0.6780 * light[1] + 0.0593 * light[2]
            let luminance = min(max(sum, 0) * white, 10_000)
            self.pixels += 1
            maxLevel = max(maxLevel, level)
            levelSum += level
            minLuminance = min(minLuminance, luminance)
            maxLuminance = max(maxLuminance, luminance)
            luminanceSum += luminance
            histogram[min(Int(Self.signal(level) * 256), 255)] += 1
        }
    }

    /// Whether a record says the same: counts exactly, light to the step that it is counted in.
    func agrees(with record: FrameRecord, scale: Double = 1e-6) -> Bool {
        func isNear(_ name: String, _ value: Double, _ steps: Double) -> Bool {
            guard let found = record[name] else { return false }
            return abs(found - value) <= steps / 1024 + value * scale
        }
        return record["pixels"] == pixels && record.values("histogram") == histogram
            && isNear("maxLevel", maxLevel, 1) && isNear("levelSum", levelSum, 0.75 * pixels)
            && isNear("minLuminance", minLuminance, 1) && isNear("maxLuminance", maxLuminance, 1)
            && isNear("luminanceSum", luminanceSum, 0.75 * pixels)
    }
}

/// Pictures of working light for these tests.
struct LightNoise {
    var width: Int
    var height: Int
    var pixels: [SIMD4<Double>]

    /// Light of every magnitude from 2^-14 to 64, negative and black among it, no level near a bin's border, also when
    /// it is twice or half as bright.
    init(width: Int, height: Int, seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func unit() -> Double {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Double(state >> 11) * 0x1p-53
        }
        func channel() -> Double {
            let way = unit()
            if way < 0.05 { return 0 }
            return Double(Float16((way < 0.1 ? -1 : 1) * exp2(unit() * 20 - 14)))
        }
        (self.width, self.height) = (width, height)
        pixels = (0..<(width * height)).map { _ in
            while true {
                let pixel: SIMD4<Double> = [channel(), channel(), channel(), 1]
                let level = max(pixel.x, pixel.y, pixel.z, 0) * 203
                let isClear = [0.5, 1, 2].allSatisfy { scale in
                    let place = PlainLevels.signal(min(level * scale, 10_000)) * 256
                    return level == 0 || level * scale > 10_050 || abs(place - place.rounded()) > 1e-3
                }
                if isClear { return pixel }
            }
        }
    }

    var description: PictureDescription {
        PictureDescription(
            layout: .rgba16f, codedWidth: width, codedHeight: height, content: .light, isPremultiplied: true)
    }

    var planes: HostPlanes {
        let planes = HostPlanes(layout: .rgba16f, width: width, height: height)
        let plane = planes.planes[0]
        for (index, pixel) in pixels.enumerated() {
            (plane.address.raw + index / width * plane.bytesPerRow).storeBytes(
                of: SIMD4<Float16>(pixel), toByteOffset: index % width * 8, as: SIMD4<Float16>.self)
        }
        return planes
    }

    /// What a composition of a working format reads: light, or opaque codes of ten bits.
    func planes(for working: WorkingFormat) -> HostPlanes {
        guard working == .rgb10a2 else { return planes }
        let planes = HostPlanes(layout: .rgb10a2, width: width, height: height)
        let plane = planes.planes[0]
        for (index, pixel) in pixels.enumerated() {
            let codes = (0..<3).map { UInt32(min(max(pixel[$0] * 64, 0), 700)) }
            (plane.address.raw + index / width * plane.bytesPerRow).storeBytes(
                of: codes[0] | codes[1] << 10 | codes[2] << 20 | 3 << 30, toByteOffset: index % width * 4,
                as: UInt32.self)
        }
        return planes
    }

    /// A job of a graph over this picture and others of its size, to light.
    func job(_ graph: Graph, working: WorkingFormat = .rgba16f) -> RenderJob {
        let codes = PictureDescription(
            layout: .rgb10a2, codedWidth: width, codedHeight: height, content: .signal(.pq, .full))
        return RenderJob(
            graph: graph,
            sources: Array(repeating: working == .rgb10a2 ? codes : description, count: graph.sourceCount),
            output: OutputDescription(picture: description, dither: .none),
            color: CompositionColor(properties: .pq, peakNits: 1000), working: working)
    }
}

@Suite(.enabled(if: TestDevice.isPresent, "no Vulkan device")) struct LightLevelTests {
    static let sizes = [(1, 1), (2, 2), (17, 15), (255, 3), (4096, 3), (131, 67)]

    private func chain(_ steps: [(name: String, settings: Settings)]) throws -> Graph {
        var graph = Graph()
        for step in steps {
            try graph.add(PixelRun.filter(step.name), settings: step.settings, inputs: [graph.output])
        }
        return graph
    }

    /// What a renderer's filters that only measure say, and the picture's bytes.
    private func run(
        _ job: RenderJob, _ sources: [HostPlanes?], _ renderer: any Renderer
    ) throws -> (records: [FrameRecord], bytes: [UInt8]) {
        let picture = job.output.picture
        let target = HostPlanes(layout: picture.layout, width: picture.codedWidth, height: picture.codedHeight)
        let records = try renderer.render(job, sources: sources, at: .zero, into: target).records
        let all = target.planes.indices.flatMap { plane -> [UInt8] in
            let size = picture.layout.size(ofPlane: plane, width: picture.codedWidth, height: picture.codedHeight)
            let row = picture.layout.bytesPerRow(ofPlane: plane, width: picture.codedWidth)
            return bytes(target, plane: plane, width: row, height: size.height)
        }
        return (records, all)
    }

    @Test(arguments: sizes)
    func itSaysWhatPlainLoopsSay(_ size: (Int, Int)) throws {
        let noise = LightNoise(width: size.0, height: size.1, seed: 7)
        let plain = PlainLevels(noise.pixels)
        let job = noise.job(try chain([("lightLevel", [:])]))
        try TestDevice.use { device in
            let gpu = GPURenderer(device: device, library: try TestRenderer.library())
            for renderer in [gpu as any Renderer, CPURenderer()] {
                let (records, _) = try run(job, [noise.planes], renderer)
                let record = try #require(records.first)
                #expect(records.count == 1 && record.filter == "lightLevel" && record.node == 1)
                #expect(plain.agrees(with: record), "\(renderer.name) \(record)")
                let level = try #require(LightLevel(record))
                #expect(level.pixels == size.0 * size.1)
                #expect(abs(level.meanNits - plain.levelSum / plain.pixels) < 0.001 + level.meanNits * 1e-6)
                #expect(abs(level.meanLuminance - plain.luminanceSum / plain.pixels) < 0.001 + level.maxNits * 1e-6)
                #expect(LightLevel.nits(ofBin: 255).upperBound == 10_000)
                #expect(level.nits(atShare: 1).contains(min(plain.maxLevel, 10_000)))
            }
        }
    }

    /// However frames lie in memory and follow one another, each leaves its own numbers, the same every time.
    @Test(arguments: MemoryStrategy.allCases)
    func framesInFlightKeepTheirNumbers(_ strategy: MemoryStrategy) throws {
        let pictures = (0..<4).map { LightNoise(width: 129, height: 65, seed: UInt64($0)) }
        let job = pictures[0].job(try chain([("lightLevel", [:])]))
        try TestDevice.use(strategy: strategy) { device in
            let plan = try Plan(job, limits: device.info.planLimits)
            let program = Program(plan, library: try TestRenderer.library())
            for splits in [false, true] {
                let renderer = try GPUFrameRenderer(
                    device: device, job: job, program: program,
                    outputMap: PlaneMap(layout: .rgba16f, width: 129, height: 65), slotCount: 3, splitsBatches: splits)
                let settings = Program.settings(for: plan, graph: job.graph, at: .zero)
                let sources = pictures.map(\.planes)
                var found: [[FrameRecord]] = []
                var before: (Int, Int, Int) = (0, 0, 0)
                let counters = device.counters
                for round in 0..<4 {
                    if round == 2 {
                        before = (counters.allocations, counters.pipelinesCompiled, counters.shadersTranslated)
                    }
                    let frames = try sources[0..<3].map {
                        try renderer.begin(sources: [$0], time: .zero, settings: settings)
                    }
                    found.append(try frames.flatMap { try $0.wait().1.records })
                    for frame in frames { frame.release() }
                }
                #expect(
                    (counters.allocations, counters.pipelinesCompiled, counters.shadersTranslated) == before)
                #expect(found.allSatisfy { $0 == found[0] } && found[0].count == 3)
                for (record, picture) in zip(found[0], pictures) {
                    #expect(PlainLevels(picture.pixels).agrees(with: record))
                }
            }
        }
    }

    @Test func whatIsNoNumberFollowsTheRule() throws {
        var noise = LightNoise(width: 40, height: 9, seed: 3)
        for index in noise.pixels.indices where index % 3 == 0 {
            noise.pixels[index][index / 3 % 4] = [.nan, .infinity, -.infinity, -3, 0][index % 5]
        }
        let plain = PlainLevels(noise.pixels)
        let job = noise.job(try chain([("lightLevel", [:])]))
        for renderer in [try TestRenderer.shared() as any Renderer, CPURenderer()] {
            let record = try #require(try run(job, [noise.planes], renderer).records.first)
            #expect(plain.agrees(with: record), "\(renderer.name) \(record)")
            #expect(record["maxLevel"] == 10_000)
        }
    }

    @Test func nothingMeasuredIsNothing() throws {
        let noise = LightNoise(width: 40, height: 9, seed: 3)
        let job = noise.job(try chain([("lightLevel", ["area": [50, 0, 10, 10]])]))
        for renderer in [try TestRenderer.shared() as any Renderer, CPURenderer()] {
            let level = try #require(try run(job, [noise.planes], renderer).records.first.flatMap(LightLevel.init))
            #expect(level.pixels == 0 && level.meanNits == 0 && level.minLuminance == 0 && level.maxLuminance == 0)
            #expect(level.histogram.allSatisfy { $0 == 0 })
        }
    }

    @Test func anAreaIsMeasuredAloneAndCompilesNothing() throws {
        let noise = LightNoise(width: 200, height: 90, seed: 5)
        try TestDevice.use { device in
            let gpu = GPURenderer(device: device, library: try TestRenderer.library())
            for area in [[0, 0, 200, 90], [3, 7, 100, 50], [199, 89, 1, 1], [0.5, 0.5, 2, 2]] as [[Double]] {
                let job = noise.job(try chain([("lightLevel", ["area": area])]))
                let inside = noise.pixels.enumerated().filter { index, _ in
                    let (x, y) = (Double(index % 200) + 0.5, Double(index / 200) + 0.5)
                    return x >= area[0] && x < area[0] + area[2] && y >= area[1] && y < area[1] + area[3]
                }.map(\.element)
                let plain = PlainLevels(inside)
                for renderer in [gpu as any Renderer, CPURenderer()] {
                    let record = try #require(try run(job, [noise.planes], renderer).records.first)
                    #expect(plain.agrees(with: record), "\(renderer.name) \(area) \(record)")
                }
            }
            #expect(device.counters.pipelinesCompiled == 2)
        }
    }

    @Test func picturesOnTheDeviceAreMeasuredToo() throws {
        let noise = LightNoise(width: 64, height: 36, seed: 3)
        let job = noise.job(try chain([("lightLevel", [:])]))
        try TestDevice.use { device in
            let gpu = GPURenderer(device: device, library: try TestRenderer.library())
            let image = try GPUImage(device: device, format: .rgba16f, width: 64, height: 36)
            try image.upload(noise.planes)
            for _ in 0..<2 {
                let record = try #require(try gpu.render(job, images: [image], into: image).records.first)
                #expect(PlainLevels(noise.pixels).agrees(with: record))
            }
        }
    }

    /// Before and after fused filters, twice, beside filters that read neighbours: it measures what is there, and the
    /// picture is to the bit what it is without it, unless a blur is kept for it.
    @Test(arguments: WorkingFormat.allCases)
    func chainsGoOnAsIfItWereNotThere(_ working: WorkingFormat) throws {
        typealias Step = (name: String, settings: Settings)
        let (level, up, down) = (
            ("lightLevel", [:]) as Step, ("exposure", ["stops": [1]]) as Step, ("exposure", ["stops": [-1]]) as Step
        )
        let blur = ("gaussianBlur", ["sigma": [1.5]]) as Step
        let noise = LightNoise(width: 67, height: 33, seed: 11)
        let doubled = PlainLevels(noise.pixels.map { SIMD4(2 * $0.x, 2 * $0.y, 2 * $0.z, 1) })
        let plain = PlainLevels(noise.pixels)
        let chains: [([Step], [PlainLevels?])] = [
            ([level, up], [plain]), ([up, level], [doubled]), ([up, level, down, level], [doubled, plain]),
            ([level, level], [plain, plain]), ([level, blur, level], [plain, nil]),
            ([up, level, blur, up], [nil]), ([blur, up, level, level, down], [nil, nil]),
        ]
        try TestDevice.use { device in
            let gpu = GPURenderer(device: device, library: try TestRenderer.library())
            for (steps, expected) in chains {
                let job = noise.job(try chain(steps), working: working)
                let without = noise.job(try chain(steps.filter { $0.name != "lightLevel" }), working: working)
                for renderer in [gpu as any Renderer, CPURenderer()] {
                    let (records, bytes) = try run(job, [noise.planes(for: working)], renderer)
                    #expect(records.map(\.filter) == expected.map { _ in "lightLevel" })
                    for (record, levels) in zip(records, expected) {
                        guard let levels, working == .rgba16f else { continue }
                        #expect(levels.agrees(with: record, scale: 1e-5), "\(steps.map(\.name)) \(record)")
                    }
                    let unmeasured = try run(without, [noise.planes(for: working)], renderer).bytes
                    let keepsMore = try Plan(job).storedNodes.count > Plan(without).storedNodes.count
                    #expect(bytes == unmeasured || (keepsMore && working == .rgb10a2), "\(steps.map(\.name))")
                    #expect(keepsMore == steps.drop { $0.name != "gaussianBlur" }.contains { $0.name == "lightLevel" })
                }
                let reference = try CPURenderer().reference(job, sources: [noise.planes(for: working)], at: .zero)
                    .records
                for (twin, record) in zip(reference, try run(job, [noise.planes(for: working)], gpu).records) {
                    for index in record.numbers.indices {
                        #expect(
                            (twin.low[index]...twin.high[index]).contains(record.numbers[index]),
                            "\(steps.map(\.name)) number \(index)")
                    }
                }
            }
        }
    }

    /// It adds one dispatch that reads the sources, and nothing is stored for it.
    @Test func measuringStoresNothing() throws {
        let noise = LightNoise(width: 67, height: 33, seed: 11)
        let steps: [(String, Settings)] = [("exposure", ["stops": [1]]), ("lightLevel", [:]), ("saturation", [:])]
        let job = noise.job(try chain(steps))
        let program = Program(try Plan(job), library: try TestRenderer.library())
        #expect(program.passes.count == 2 && program.intermediateByteCounts.isEmpty)
        #expect(program.passes[0].label == "exposure, lightLevel" && program.passes[0].writes == [.record(0)])
        #expect(program.passes[1].label == "exposure, saturation")
        // What is dear to compute again is kept.
        let blurred = noise.job(try chain([("gaussianBlur", ["sigma": [2]]), ("lightLevel", [:])]))
        let plan = try Plan(blurred)
        #expect(plan.storedNodes == [1])
    }

    /// Over Y'CbCr planes with a smaller layer, a layer that is absent now, and codes out: chroma, alpha and edges.
    @Test func severalSourcesAreMeasuredTogether() throws {
        let layout = PixelLayout.planarYCbCr("yuv420p10le", depth: 10, log2Width: 1, log2Height: 1)
        func picture(_ width: Int, _ height: Int) -> PictureDescription {
            PictureDescription(
                layout: layout, codedWidth: width, codedHeight: height, content: .signal(.pq, .narrow))
        }
        func planes(_ width: Int, _ height: Int, _ seed: UInt64) -> HostPlanes {
            let planes = HostPlanes(layout: layout, width: width, height: height)
            for (index, plane) in planes.planes.enumerated() {
                let codes = LightNoise(width: plane.byteCount / 2, height: 1, seed: seed + UInt64(index)).pixels
                for (place, code) in codes.enumerated() {
                    let value = UInt16(index == 0 ? 64 + min(max(code.x, 0), 63) * 13 : 480 + min(max(code.y, 0), 63))
                    plane.address.raw.storeBytes(of: value, toByteOffset: 2 * place, as: UInt16.self)
                }
            }
            return planes
        }
        var graph = Graph()
        let layer = graph.add(source: 1)
        let faded = try graph.add(try PixelRun.filter("opacity"), settings: ["amount": [0.5]], inputs: [layer])
        let mixed = try graph.add(try PixelRun.filter("over"), inputs: [0, faded])
        try graph.add(try PixelRun.filter("lightLevel"), inputs: [mixed])
        let job = RenderJob(
            graph: graph, sources: [picture(66, 35), picture(40, 20)],
            output: OutputDescription(picture: picture(66, 35)),
            color: CompositionColor(properties: .pq, peakNits: 1000))
        var without = job
        without.graph = graph.ending(at: mixed)
        try TestDevice.use { device in
            let gpu = GPURenderer(device: device, library: try TestRenderer.library())
            for above in [planes(40, 20, 9), nil] {
                let sources = [planes(66, 35, 4), above]
                let (records, bytes) = try run(job, sources, gpu)
                let unmeasured = try run(without, sources, gpu).bytes
                #expect(records.count == 1 && bytes == unmeasured)
                let twin = try #require(try CPURenderer().reference(job, sources: sources, at: .zero).records.first)
                for (index, number) in records[0].numbers.enumerated() {
                    #expect((twin.low[index]...twin.high[index]).contains(number), "number \(index)")
                }
                #expect(records[0]["pixels"] == 2310.0)
            }
        }
    }

    @Test func dearWordsCarryInto64Bits() throws {
        // 4096 x 2304 pixels of 10 000 cd/m²: 9.7e13 steps.
        var graph = Graph()
        let white = try graph.add(try PixelRun.filter("solid"), settings: ["level": [64]], inputs: [])
        try graph.add(try PixelRun.filter("lightLevel"), inputs: [white])
        let noise = LightNoise(width: 1, height: 1, seed: 1)
        var job = noise.job(graph)
        let source = PictureDescription(layout: .rgba16f, codedWidth: 4096, codedHeight: 2304, content: .light)
        (job.sources, job.output.picture) = ([source], source)
        let record = try #require(try run(job, [nil], TestRenderer.shared()).records.first)
        let sum = 10_000.0 * 4096 * 2304
        #expect(record["levelSum"] == sum && record["pixels"] == 9_437_184)
        #expect(record.values("histogram")?.last == 9_437_184)
    }
}
