import FilterGraph
import Frames

extension GPUBenchmark {
    /// Two programs timed in turns, so that whatever else the machine does meets both.
    public struct Pair: Sendable {
        public var first: Measurement
        public var second: Measurement
        /// For each round, the median time of the first by that of the second, smallest first.
        public var ratios: [Double]

        /// The middle one of the rounds' ratios.
        public var ratio: Double { ratios.isEmpty ? 0 : ratios[ratios.count / 2] }
        /// Between which the middle four fifths of the rounds' ratios lie.
        public var spread: ClosedRange<Double> {
            guard let last = ratios.last else { return 0...0 }
            let low = ratios[ratios.count / 10]
            return low...max(low, ratios.count < 10 ? last : ratios[ratios.count - 1 - ratios.count / 10])
        }
    }

    /// Times two jobs in turns: `runCount` runs of each, in at most `rounds` rounds of a few; the one that begins changes
    /// from round to round.
    public func pair(
        _ first: (name: String, job: RenderJob), _ second: (name: String, job: RenderJob), library: ColorLibrary,
        rounds: Int = 16
    ) throws -> Pair {
        let subjects = try [first, second].map { try Subject($0.name, $0.job, library, benchmark: self) }
        let clock = try GPUClock(queue: device.core.compute, core: device.core)
        defer { withExtendedLifetime(subjects) {} }
        for subject in subjects {
            try warmUp(clock, subject.name, ring: subject.ring, subject.record)
            subject.compiled.hasRun()
        }
        let count = max(runCount, 1)
        let rounds = max(min(rounds, count), 1)
        var start = 0
        var times: [[Double]] = [[], []]
        var ratios: [Double] = []
        for round in 0..<rounds {
            // The first rounds take what does not divide.
            let end = start + count / rounds + (round < count % rounds ? 1 : 0)
            var medians = [0.0, 0.0]
            for index in round % 2 == 0 ? [0, 1] : [1, 0] {
                let subject = subjects[index]
                let found = try clock.time(runs: start..<end, named: subject.name, subject.record)
                medians[index] = found.sorted()[found.count / 2]
                times[index] += found
            }
            start = end
            if medians[1] > 0 { ratios.append(medians[0] / medians[1]) }
        }
        func measurement(_ index: Int) -> Measurement {
            Measurement(
                name: subjects[index].name, nanoseconds: times[index].sorted(), byteCount: subjects[index].byteCount,
                isByTimestamp: clock.hasTimestamps, ringCount: subjects[index].ring)
        }
        return Pair(first: measurement(0), second: measurement(1), ratios: ratios.sorted())
    }

    /// A compiled program with its ring of buffers.
    private struct Subject {
        let name: String
        let ring: Int
        let byteCount: Int
        let compiled: GPUProgram
        private let sets: [ProgramBuffers]

        init(_ name: String, _ job: RenderJob, _ library: ColorLibrary, benchmark: GPUBenchmark) throws {
            let plan = try Plan(job, limits: benchmark.device.info.planLimits)
            let compiled = try GPUProgram(device: benchmark.device, program: Program.timed(plan, library: library))
            let maps = (job.sources + [job.output.picture]).map {
                PlaneMap(layout: $0.layout, width: $0.codedWidth, height: $0.codedHeight)
            }
            let stored = compiled.program.intermediateByteCounts.reduce(0, +)
            let shown = compiled.program.writesOutput ? maps : Array(maps.dropLast())
            let bytes = shown.reduce(0) { $0 + $1.byteCount }
            let ring = benchmark.ringCount(bytesASet: bytes + stored)
            let settings = Program.settings(for: plan, graph: job.graph, at: .zero)
            sets = try (0..<ring).map { _ in
                try ProgramBuffers(
                    compiled, job: job, sourceMaps: Array(maps.dropLast()), outputMap: maps[maps.count - 1],
                    settings: settings, device: benchmark.device)
            }
            self.compiled = compiled
            (self.name, self.ring, byteCount) = (name, ring, bytes + 2 * stored)
        }

        func record(_ recorder: CommandRecorder, _ run: Int) { sets[run % ring].record(recorder) }
    }
}
