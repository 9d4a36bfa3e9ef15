import FilterGraph
import Foundation
import Frames
import MediaIO
import Synchronization

/// Counts an export's frames and what was noticed about them.
final class ExportTally: Sendable {
    private struct State {
        var frames = 0
        var clippedFrames = 0
        var clippedPixels = 0
        var clippedPeak = 0.0
        var framesOfNoNumbers = 0
        var lightLevels: [LightLevelSummary] = []
    }

    private let state = Mutex(State())
    private let plan: LockedBox<ExportPlan>
    /// The source's time that is 0 in the output.
    private let origin: MediaTime
    private let begun = ContinuousClock.now
    private let progress: @Sendable (ExportProgress) -> Void
    private let measured: @Sendable (FrameMeasurement) -> Void

    init(
        plan: ExportPlan, origin: MediaTime, progress: @escaping @Sendable (ExportProgress) -> Void,
        measured: @escaping @Sendable (FrameMeasurement) -> Void
    ) {
        self.plan = LockedBox(plan)
        self.origin = origin
        (self.progress, self.measured) = (progress, measured)
    }

    var frames: Int { state.withLock { $0.frames } }

    /// Adds a frame that was written, reports what was measured of it, and progress.
    func count(_ statistics: FrameStatistics, time: MediaTime) {
        let time = time - origin
        let levels = statistics.records.compactMap(LightLevel.init)
        let frames = state.withLock { state in
            for (index, level) in levels.enumerated() {
                if index == state.lightLevels.count { state.lightLevels.append(LightLevelSummary()) }
                state.lightLevels[index].add(level, frame: state.frames)
            }
            state.frames += 1
            if statistics.hasNoNumbers { state.framesOfNoNumbers += 1 }
            if statistics.clippedPixels > 0 {
                state.clippedFrames += 1
                state.clippedPixels += statistics.clippedPixels
                state.clippedPeak = max(state.clippedPeak, statistics.clippedPeak)
            }
            return state.frames
        }
        if !statistics.records.isEmpty {
            measured(FrameMeasurement(frame: frames - 1, time: time, records: statistics.records))
        }
        let rate = Double(frames) / max(seconds, 1e-6)
        // What a file says of its length may be of its first part alone.
        let total = totalFrames.flatMap { frames <= $0 ? $0 : nil }
        progress(
            ExportProgress(
                frames: frames, totalFrames: total, time: time, framesPerSecond: rate,
                secondsLeft: total.map { Double(max($0 - frames, 0)) / rate }))
    }

    /// What the finished export did.
    func summary(_ written: WrittenMedia, maker: FrameMaker, warnings: [String]) -> ExportSummary {
        let state = state.withLock { $0 }
        let plan = plan.value
        var warnings = warnings + plan.idleOptions
        if state.framesOfNoNumbers > 0 {
            warnings.append(
                "a filter made pixels that are infinite or no number (frames: \(state.framesOfNoNumbers)); they are written black; "
                    + "candela check FILTER finds where")
        }
        if state.clippedPixels > 0 {
            warnings.append(plan.clipLine(state.clippedPixels, state.clippedFrames, peak: state.clippedPeak))
        }
        return ExportSummary(
            output: plan.options.output, frames: state.frames, byteCount: written.byteCount, seconds: seconds,
            device: maker.name, warnings: warnings, dispatches: maker.program.passes.count,
            colorLine: plan.colorLine, metadata: plan.metadata, statistics: statistics(maker),
            lightLevels: state.lightLevels)
    }

    private var seconds: Double {
        let span = begun.duration(to: .now).components
        return Double(span.seconds) + Double(span.attoseconds) * 1e-18
    }

    private var totalFrames: Int? {
        let plan = plan.value
        let track = plan.main.track
        if let steady = plan.options.frameRate {
            let ends = [plan.to, track.duration.map { track.start + $0 }].compactMap { $0 }
            return ends.min().map {
                max(1, Int(clamping: ConstantRate(steady, from: plan.from ?? track.start).place(of: $0)))
            }
        }
        guard let rate = track.frameRate else { return plan.from == nil && plan.to == nil ? track.frameCount : nil }
        if plan.from == nil, plan.to == nil {
            // An edit list may hide some of the pictures that the container counts.
            let shown = track.duration.map { Int(($0.seconds * rate.seconds - 1e-3).rounded(.up)) }
            return track.frameCount.map { min($0, max(shown ?? $0, 1)) }
        }
        let ends = [plan.to, track.duration.map { track.start + $0 }].compactMap { $0 }
        guard let end = ends.min() else { return nil }
        return Int(((end - (plan.from ?? track.start)).seconds * rate.seconds).rounded(.up))
    }

    private func statistics(_ maker: FrameMaker) -> [(name: String, value: String)] {
        var all: [(name: String, value: String)] = [
            ("curves", plan.value.curves.rawValue), ("dispatches", String(maker.program.passes.count)),
        ]
        if let counters = maker.device?.counters {
            all += [
                ("allocations", String(counters.allocations)),
                ("pipelines compiled", String(counters.pipelinesCompiled)),
                ("shaders translated", String(counters.shadersTranslated)),
                ("bytes copied by the host", String(counters.bytesCopiedByHost)),
                ("submissions", String(counters.submissions)),
            ]
        }
        return all
    }
}
