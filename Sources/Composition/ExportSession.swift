import CPUReference
import FilterGraph
import Foundation
import Frames
import MediaIO
import Synchronization

/// Renders a composition into a file.
///
/// One thread decodes and starts pictures, one waits for them and encodes; the GPU works between the two, and the slots
/// of its renderer bound what is under way.
public final class ExportSession: Sendable {
    /// Makes the graph of the moment `time` after the source's start.
    typealias GraphMaker = @Sendable (_ time: MediaTime) throws -> Graph

    let plan: LockedBox<ExportPlan>
    private let graphAt: GraphMaker
    /// What the CPU reference computes for it; cancelled with the export.
    private let work = Work()
    private let handOff = HandOff<PictureToWrite>(capacity: 2)

    /// One picture on its way to the encoder, with what else the source held up to it.
    struct PictureToWrite: Sendable {
        var picture: PictureUnderWay
        var time: MediaTime
        var duration: MediaTime?
        var packets: [CopiedPacket]
    }

    /// Opens the sources and checks what was asked, so that mistakes show before any work.
    ///
    /// Throws `CompositionError`, `MediaError`, `SourceError`, `SettingError` or `GraphError`.
    public convenience init(_ options: RenderOptions) throws {
        let plan = try ExportPlan(options)
        let graph = try plan.graph()
        self.init(plan: plan) { _ in graph }
    }

    init(plan: ExportPlan, graphAt: @escaping GraphMaker) {
        self.plan = LockedBox(plan)
        self.graphAt = graphAt
    }

    /// Asks the export to stop; `run` then throws `CompositionError` of kind `cancelled` and leaves no file.
    public func cancel() {
        work.cancel()
        handOff.abandon()
    }

    /// How colour will be handled, in one line.
    public var colorLine: String { plan.value.colorLine }

    /// The HDR metadata that the output will state, and what of the source's it will not.
    public var metadata: OutputMetadata { plan.value.metadata }

    /// What the sources gave reason to tell.
    public var sourceWarnings: [String] {
        let plan = plan.value
        let told = ([plan.main] + plan.layers).flatMap { reader in
            reader.warnings.map { "\(reader.path): \($0.sentence)" }
        }
        return told + plan.droppedParts
    }

    /// The dispatches of the first frame and their shaders.
    public func program() throws -> Program {
        let plan = plan.value
        return Program(try Plan(plan.job(try graphAt(.zero))), library: plan.catalog.colors)
    }

    /// Exports; both are called from a thread of the export's own after each frame, `measured` first, with what raw
    /// filters such as `lightLevel` wrote about it.
    public func run(
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in },
        measured: @escaping @Sendable (FrameMeasurement) -> Void = { _ in }
    ) async throws -> ExportSummary {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                Self.thread("export") { continuation.resume(with: Result { try self.export(progress, measured) }) }
            }
        } onCancel: {
            cancel()
        }
    }

    // MARK: Stages

    private func export(
        _ progress: @escaping @Sendable (ExportProgress) -> Void,
        _ measured: @escaping @Sendable (FrameMeasurement) -> Void
    ) throws -> ExportSummary {
        let plan = plan.value
        let first = try plan.firstFrame()
        let steady = plan.constantRate(from: first)
        var writerSettings = plan.writerSettings(steady)
        var times = plan.exactTimes
        let began = times?.exact(first.time) ?? first.time
        if plan.from != nil { writerSettings.origin = began }
        let writer = try MediaWriter(path: plan.options.output, settings: writerSettings)
        do {
            // What the encoder may hold back, and one picture each being decoded into, rendered and encoded.
            let maker = try FrameMaker(
                plan, graph: try graphAt(.zero), slotCount: writerSettings.threadCount + 4,
                work: work)
            if let folder = plan.options.shaderDumpFolder { try Self.dump(maker.program, into: folder) }
            let tally = ExportTally(
                plan: plan, origin: plan.from == nil ? plan.main.track.start : began, progress: progress,
                measured: measured)
            let failure = Mutex<(any Error)?>(nil)
            let finished = DispatchSemaphore(value: 0)
            let handOff = handOff
            Self.thread("encode") {
                do {
                    while let next = handOff.next() {
                        let (planes, statistics) = try next.picture()
                        for packet in next.packets { try writer.copy(packet) }
                        try writer.write(planes, time: next.time, duration: next.duration)
                        tally.count(statistics, time: next.time)
                    }
                } catch {
                    failure.withLock { $0 = $0 ?? error }
                    handOff.abandon()
                }
                finished.signal()
            }
            do {
                try decode(plan, maker, from: first)
            } catch {
                failure.withLock { $0 = $0 ?? error }
            }
            handOff.close()
            finished.wait()
            let told = writer.isStreaming ? "what was written has no end" : "nothing was written"
            if work.isCancelled {
                throw CompositionError(.cancelled, plan.options.output, "was interrupted; \(told)")
            }
            if let error = failure.withLock({ $0 }) { throw error }
            if let to = plan.to { try plan.main.readPackets(upTo: to) }
            for packet in plan.main.takePackets() { try writer.copy(packet) }
            let written = try writer.finish()
            return tally.summary(
                written, maker: maker,
                warnings: sourceWarnings + writer.warnings.map { "\(writer.path): \($0.sentence)" })
        } catch {
            writer.cancel()
            throw error
        }
    }

    private func decode(_ plan: ExportPlan, _ maker: FrameMaker, from first: DecodedFrame) throws {
        var pictures = PictureMaker(plan, maker, graphAt)
        var times = plan.exactTimes
        var steady = plan.constantRate(from: first)
        var following: DecodedFrame? = first
        while !work.isCancelled, let frame = following {
            if let to = plan.to, frame.time >= to { break }
            // Filters see the time that the source states, as they do in a preview.
            let shown = times?.exact(frame.time) ?? frame.time
            let length = plan.shownDuration(of: frame)
            if steady == nil {
                let next = try pictures.picture(
                    of: frame, at: frame.time, shown: shown, duration: times?.exactDuration(length) ?? length)
                guard handOff.send(next) else { return }
                following = try plan.nextFrame(after: frame)
                continue
            }
            following = try plan.nextFrame(after: frame)
            let next = following.map { [times] in
                var times = times
                return times?.exact($0.time) ?? $0.time
            }
            let end = min(next ?? shown + (length ?? plan.usualDuration), plan.to ?? MediaTime(.max, 1))
            while let time = steady?.next(before: end) ?? (next == nil ? steady?.only() : nil) {
                let next = try pictures.picture(of: frame, at: time, shown: time, duration: steady?.duration)
                guard !work.isCancelled, handOff.send(next) else { return }
            }
        }
    }

    private static func thread(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.name = name
        // Shader compilers and decoders take deep stacks.
        thread.stackSize = 16 << 20
        thread.start()
    }

    private static func dump(_ program: Program, into folder: String) throws {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for (index, pass) in program.passes.enumerated() {
                try pass.text.write(toFile: "\(folder)/pass\(index).comp", atomically: true, encoding: .utf8)
            }
        } catch {
            throw CompositionError(
                .inputOutput, folder, "cannot be written to; choose another folder for --dump-shader")
        }
    }
}

/// A value that only one thread uses at a time, handed between threads by whoever holds it.
struct LockedBox<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
