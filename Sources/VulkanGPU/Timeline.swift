import CVulkan
import Synchronization

/// A timeline semaphore: a number that queues raise and others wait for.
final class Timeline: Sendable {
    let handle: Handle
    private let core: DeviceCore
    private let last = Atomic<UInt64>(0)

    /// How long a wait lasts before it is given up: a program takes milliseconds, a lost GPU for ever.
    private static let patienceNanoseconds: UInt64 = 300_000_000_000

    init(core: DeviceCore) throws(VulkanError) {
        handle = try Scratch.use { scratch throws(VulkanError) in
            var type = VkSemaphoreTypeCreateInfo()
            type.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO
            type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE
            var info = VkSemaphoreCreateInfo()
            info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO
            info.pNext = UnsafeRawPointer(scratch.copy(type))
            return try make("vkCreateSemaphore", for: "a timeline") {
                vkCreateSemaphore(core.handle.raw, &info, nil, &$0)
            }
        }
        core.counters.handleCreated()
        self.core = core
    }

    deinit {
        waitUnchecked()
        vkDestroySemaphore(core.handle.raw, handle.raw, nil)
        core.counters.handleDestroyed()
    }

    /// The value that everything submitted so far raises it to.
    var submitted: UInt64 { last.load(ordering: .acquiring) }

    /// Hands a command buffer to a queue, to run once everything submitted before has passed, and raise the value by 1.
    func submit(_ buffer: Handle, to queue: GPUQueue, named name: String) throws(VulkanError) {
        let previous = submitted
        try Scratch.use { scratch throws(VulkanError) in
            var values = VkTimelineSemaphoreSubmitInfo()
            values.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO
            values.waitSemaphoreValueCount = 1
            values.pWaitSemaphoreValues = UnsafePointer(scratch.copy(previous))
            values.signalSemaphoreValueCount = 1
            values.pSignalSemaphoreValues = UnsafePointer(scratch.copy(previous + 1))
            var info = VkSubmitInfo()
            info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO
            info.pNext = UnsafeRawPointer(scratch.copy(values))
            info.commandBufferCount = 1
            info.pCommandBuffers = UnsafePointer(scratch.copy(Optional(buffer.raw)))
            info.waitSemaphoreCount = 1
            info.pWaitSemaphores = UnsafePointer(scratch.copy(Optional(handle.raw)))
            info.pWaitDstStageMask = UnsafePointer(
                scratch.copy(VkPipelineStageFlags(VK_PIPELINE_STAGE_ALL_COMMANDS_BIT.rawValue)))
            info.signalSemaphoreCount = 1
            info.pSignalSemaphores = UnsafePointer(scratch.copy(Optional(handle.raw)))
            try queue.submit(info, named: name)
        }
        last.store(previous + 1, ordering: .releasing)
        core.counters.batchSubmitted()
    }

    /// Waits until everything submitted has passed.
    func wait(named name: String) throws(VulkanError) {
        try check("vkWaitSemaphores", for: name) { wait(for: Self.patienceNanoseconds) }
    }

    /// Waits for what may still run before its objects are destroyed; there is nobody left to tell of an error.
    func waitUnchecked() { _ = wait(for: Self.patienceNanoseconds) }

    private func wait(for nanoseconds: UInt64) -> VkResult {
        var semaphore: VkSemaphore? = handle.raw
        var value = submitted
        return withUnsafePointer(to: &semaphore) { semaphore in
            withUnsafePointer(to: &value) { value in
                var info = VkSemaphoreWaitInfo()
                info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO
                info.semaphoreCount = 1
                info.pSemaphores = semaphore
                info.pValues = value
                return vkWaitSemaphores(core.handle.raw, &info, nanoseconds)
            }
        }
    }
}
