import CPUReference
import ColorScience
import FilterGraph
import FilterLanguage
import Foundation
import Frames
import VulkanGPU

/// One generated program, and what it came from.
struct Program {
    let seed: UInt64
    let kind: Generator.Kind
    let node: Node

    init(seed: UInt64, kind: Generator.Kind) {
        var generator = Generator(kind: kind, seed: seed)
        (self.seed, self.kind, node) = (seed, kind, generator.program())
    }

    init(_ program: Program, node: Node) { (seed, kind, self.node) = (program.seed, program.kind, node) }

    /// The program as a filter file of its own.
    var source: String { Batch.source([self]) }
}

/// Many programs of a kind in one filter, each for a row of the picture, and what came of running them.
struct Batch {
    /// A pixel that a device gave otherwise than the evaluator allows.
    struct Disagreement {
        let program: Int
        let column: Int
        let channel: Int
        let exact: Double
        let bound: Double
        let found: Float
        let inputs: [[Float]]
    }

    /// Counts of channels.
    struct Outcome {
        var judged = 0
        var undecided = 0
        var unpromised = 0
        var disagreements: [Disagreement] = []
        /// Why the device could not be asked.
        var refusal: String?
    }

    static let columns = 40

    let programs: [Program]

    /// The text of a filter that runs program k on row k.
    static func source(_ programs: [Program]) -> String {
        let kind = programs[0].kind
        var text = """
            //! filter batch: Random programs.
            //! kind \(kind == .signal ? "point" : kind.rawValue)
            //! param amount float = 0.3 in -1...4: A number.
            //! param count int = 3 in 0...5: A whole number.
            //! param tint vec3 = 0.2/0.7/1.1 in -2...2: A colour.

            """
        if kind == .signal { text += "//! light signal\n" }
        for (index, program) in programs.enumerated() { text += program.node.text(prefix: "p\(index)") }
        let (head, call) =
            switch kind {
            case .blend: ("vec4 batch(vec4 c, vec4 d)", "(c, d)")
            // Far outside its range the signal's curve means nothing.
            case .signal: ("vec4 batch(vec4 c)", "(clamp(c, -2.0, 2.0))")
            case .area: ("vec4 batch()", "()")
            case .warp: ("vec2 batch(vec2 c)", "(c)")
            }
        text += head + " {\nint row = int(position.y);\n"
        func result(_ index: Int) -> String {
            let value = "p\(index)main\(call)"
            return "return \(kind == .signal ? "clamp(\(value), -2.0, 2.0)" : value);\n"
        }
        for index in programs.indices.dropLast() { text += "if (row == \(index)) \(result(index))" }
        return text + result(programs.count - 1) + "}\n"
    }

    /// Runs all programs on a device and in the evaluator.
    func run(on renderer: GPURenderer) throws -> Outcome {
        let filter = try Filter(source: Self.source(programs), path: "batch.glsl")
        let (width, height) = (Self.columns, programs.count)
        let picture = PictureDescription(
            layout: .rgba32f, codedWidth: width, codedHeight: height, content: .light, isPremultiplied: true)
        let count = programs[0].kind == .blend ? 2 : 1
        let sources = (0..<count).map { input($0) }
        var graph = Graph()
        if count == 2 { _ = graph.add(source: 1) }
        try graph.add(filter, inputs: Array(0..<count))
        let job = RenderJob(
            graph: graph, sources: Array(repeating: picture, count: count),
            output: OutputDescription(picture: picture, dither: .none),
            color: CompositionColor(properties: .hlg, peakNits: 1000))
        let exact = try CPURenderer().reference(job, sources: sources, at: MediaTime(7, 5))
        let target = HostPlanes(layout: .rgba32f, width: width, height: height)
        var outcome = Outcome()
        do {
            try renderer.render(job, sources: sources, at: MediaTime(7, 5), into: target)
        } catch {
            outcome.refusal = "\(error)"
            return outcome
        }
        compare(exact, target, sources, &outcome)
        return outcome
    }

    private func compare(
        _ exact: ReferencePicture, _ target: HostPlanes, _ sources: [HostPlanes], _ outcome: inout Outcome
    ) {
        for row in programs.indices {
            var isReported = false
            for column in 0..<Self.columns {
                let pixel = row * Self.columns + column
                for channel in 0..<4 {
                    let (value, bound) = (exact.values[4 * pixel + channel], exact.bounds[4 * pixel + channel])
                    // What a float cannot hold is the device's to show.
                    guard bound.isFinite, abs(value) + bound < 3.4e38 else {
                        outcome.unpromised += 1
                        continue
                    }
                    // Where rounding decides, the bound holds what either side gives, or nothing.
                    if exact.undecided[pixel] { outcome.undecided += 1 } else { outcome.judged += 1 }
                    let found = Self.pixel(target, column, row)[channel]
                    if abs(Double(found) - value) <= bound || isReported { continue }
                    isReported = true
                    outcome.disagreements.append(
                        Disagreement(
                            program: row, column: column, channel: channel, exact: value, bound: bound, found: found,
                            inputs: sources.map { Self.pixel($0, column, row) }))
                }
            }
        }
    }

    static func pixel(_ planes: HostPlanes, _ x: Int, _ y: Int) -> [Float] {
        let start = planes.planes[0].address.raw + y * planes.planes[0].bytesPerRow + 16 * x
        return (0..<4).map { start.load(fromByteOffset: 4 * $0, as: Float.self) }
    }

    /// Numbers where programs go wrong: round ones and their neighbours, tiny, large, negative.
    private func input(_ number: Int) -> HostPlanes {
        let planes = HostPlanes(layout: .rgba32f, width: Self.columns, height: programs.count)
        for (row, program) in programs.enumerated() {
            var dice = Dice(program.seed &+ UInt64(1000 + number))
            for column in 0..<Self.columns {
                for channel in 0..<4 {
                    let value = Self.number(&dice)
                    (planes.planes[0].address.raw + row * planes.planes[0].bytesPerRow).storeBytes(
                        of: value, toByteOffset: 16 * column + 4 * channel, as: Float.self)
                }
            }
        }
        return planes
    }

    // 0 first: its neighbours are below the normal range, where devices differ in what they keep.
    private static let hard: [Float] = [
        0, 1, -1, 0.5, 2, 3, -0.5, 1.5, 2.5, 1e-3, 1e-7, 1e-20, -1e-7, 100, 1000, 65504, 1e6, 1e9, -3, 0.1, 4.9261084,
        16,
        0.25, 0.75,
    ]

    private static func number(_ dice: inout Dice) -> Float {
        switch dice.roll(6) {
        case 0: return dice.pick(hard)
        case 1: return hard[1 + dice.roll(hard.count - 1)].nextUp
        case 2: return Float.random(in: -8...64, using: &dice)
        default: return Float.random(in: -0.5...2, using: &dice)
        }
    }
}
