import CVulkan
import Dispatch

/// Takes the time that commands take on a queue, by the GPU's timestamps where it has them.
final class GPUClock: Sendable {
    let hasTimestamps: Bool
    private let queue: GPUQueue
    private let core: DeviceCore
    private let pool: CommandPool
    private let timeline: Timeline
    private let queries: Handle?
    private let stepNanoseconds: Double
    private let mask: UInt64

    /// Runs that one batch may hold: enough that a GPU does not slow its clocks between batches.
    static let batchCount = 128

    init(queue: GPUQueue, core: DeviceCore) throws(VulkanError) {
        let bits = core.info.queueFamilies[Int(queue.family)].timestampBits
        let step = core.info.limits.timestampNanoseconds
        hasTimestamps = bits > 0 && step > 0 && core.resetsQueriesFromHost
        stepNanoseconds = step
        mask = bits >= 64 ? .max : (1 << UInt64(max(bits, 0))) - 1
        self.queue = queue
        self.core = core
        pool = try CommandPool(count: 1, family: queue.family, core: core)
        timeline = try Timeline(core: core)
        guard hasTimestamps else {
            queries = nil
            return
        }
        var info = VkQueryPoolCreateInfo()
        info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO
        info.queryType = VK_QUERY_TYPE_TIMESTAMP
        info.queryCount = UInt32(2 * Self.batchCount)
        queries = try make("vkCreateQueryPool", for: "a clock") {
            vkCreateQueryPool(core.handle.raw, &info, nil, &$0)
        }
        core.counters.handleCreated()
    }

    deinit {
        // A batch whose wait failed may still write its time stamps.
        timeline.waitUnchecked()
        guard let queries else { return }
        vkDestroyQueryPool(core.handle.raw, queries.raw, nil)
        core.counters.handleDestroyed()
    }

    /// Runs some numbered commands one after another, at most `batchCount` in a batch; answers nanoseconds of each.
    func time(
        runs: Range<Int>, named name: String, _ body: (CommandRecorder, Int) -> Void
    ) throws(VulkanError) -> [Double] {
        // Without timestamps the host's clock must see each run alone.
        let size = hasTimestamps ? Self.batchCount : 1
        var times: [Double] = []
        for first in stride(from: runs.lowerBound, to: runs.upperBound, by: size) {
            times += try batch(first..<min(first + size, runs.upperBound), name, body)
        }
        return times
    }

    private func batch(
        _ runs: Range<Int>, _ name: String, _ body: (CommandRecorder, Int) -> Void
    ) throws(VulkanError) -> [Double] {
        if let queries { vkResetQueryPool(core.handle.raw, queries.raw, 0, UInt32(2 * runs.count)) }
        let canCompute = core.info.queueFamilies[Int(queue.family)].hasCompute
        let all: CommandRecorder.Access = canCompute ? [.copies, .shaders] : .copies
        try CommandRecorder.record(pool.buffers[0], named: name, core: core) { recorder in
            for (place, run) in runs.enumerated() {
                stamp(recorder, 2 * place)
                body(recorder, run)
                stamp(recorder, 2 * place + 1)
                recorder.barrier(from: all, to: all)
            }
        }
        let start = DispatchTime.now().uptimeNanoseconds
        try timeline.submit(pool.buffers[0], to: queue, named: name)
        try timeline.wait(named: name)
        let elapsed = Double(DispatchTime.now().uptimeNanoseconds - start)
        guard let queries else { return [elapsed] }
        var stamps = [UInt64](repeating: 0, count: 2 * runs.count)
        let flags = VK_QUERY_RESULT_64_BIT.rawValue | VK_QUERY_RESULT_WAIT_BIT.rawValue
        try check("vkGetQueryPoolResults", for: name) {
            vkGetQueryPoolResults(
                core.handle.raw, queries.raw, 0, UInt32(stamps.count), stamps.count * 8, &stamps, 8, flags)
        }
        return (0..<runs.count).map { Double((stamps[2 * $0 + 1] &- stamps[2 * $0]) & mask) * stepNanoseconds }
    }

    private func stamp(_ recorder: CommandRecorder, _ index: Int) {
        guard let queries else { return }
        vkCmdWriteTimestamp(
            recorder.buffer.raw, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, queries.raw, UInt32(index))
    }
}
