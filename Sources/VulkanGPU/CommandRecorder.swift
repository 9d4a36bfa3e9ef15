import CVulkan

/// A command buffer that is being recorded, with the few commands that programs need.
struct CommandRecorder {
    /// Who touches memory before and after a barrier.
    struct Access: OptionSet {
        let rawValue: Int
        static let copies = Access(rawValue: 1)
        static let shaders = Access(rawValue: 2)
        static let host = Access(rawValue: 4)

        fileprivate var stages: VkPipelineStageFlags {
            (contains(.copies) ? VK_PIPELINE_STAGE_TRANSFER_BIT.rawValue : 0)
                | (contains(.shaders) ? VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT.rawValue : 0)
                | (contains(.host) ? VK_PIPELINE_STAGE_HOST_BIT.rawValue : 0)
        }
        fileprivate var writes: VkAccessFlags {
            (contains(.copies) ? VK_ACCESS_TRANSFER_WRITE_BIT.rawValue : 0)
                | (contains(.shaders) ? VK_ACCESS_SHADER_WRITE_BIT.rawValue : 0)
        }
        fileprivate var all: VkAccessFlags {
            writes | (contains(.copies) ? VK_ACCESS_TRANSFER_READ_BIT.rawValue : 0)
                | (contains(.shaders) ? VK_ACCESS_SHADER_READ_BIT.rawValue : 0)
                | (contains(.host) ? VK_ACCESS_HOST_READ_BIT.rawValue : 0)
        }
    }

    let buffer: Handle

    /// Records a command buffer, which may be submitted again and again.
    static func record(
        _ buffer: Handle, named name: String, core: DeviceCore, _ body: (CommandRecorder) throws(VulkanError) -> Void
    ) throws(VulkanError) {
        var info = VkCommandBufferBeginInfo()
        info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO
        try check("vkBeginCommandBuffer", for: name) { vkBeginCommandBuffer(buffer.raw, &info) }
        try body(CommandRecorder(buffer: buffer))
        try check("vkEndCommandBuffer", for: name) { vkEndCommandBuffer(buffer.raw) }
        core.counters.commandsRecorded()
    }

    /// Makes what was written before visible to what comes after.
    func barrier(from before: Access, to after: Access) {
        var barrier = VkMemoryBarrier()
        barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER
        barrier.srcAccessMask = before.writes
        barrier.dstAccessMask = after.all
        vkCmdPipelineBarrier(buffer.raw, before.stages, after.stages, 0, 1, &barrier, 0, nil, 0, nil)
    }

    func copy(_ source: GPUBuffer, at sourceOffset: Int, to target: GPUBuffer, at targetOffset: Int, byteCount: Int) {
        guard byteCount > 0 else { return }
        var region = VkBufferCopy(
            srcOffset: VkDeviceSize(sourceOffset), dstOffset: VkDeviceSize(targetOffset), size: VkDeviceSize(byteCount))
        vkCmdCopyBuffer(buffer.raw, source.handle.raw, target.handle.raw, 1, &region)
    }

    /// Fills bytes, a multiple of 4, with one word.
    func fill(_ target: GPUBuffer, at offset: Int, byteCount: Int, with word: UInt32 = 0) {
        vkCmdFillBuffer(buffer.raw, target.handle.raw, VkDeviceSize(offset), VkDeviceSize(byteCount), word)
    }

    func copy(_ image: ImageHandle, to target: GPUBuffer, at offset: Int, bytesPerRow: Int) {
        var region = image.region(offset: offset, bytesPerRow: bytesPerRow)
        vkCmdCopyImageToBuffer(
            buffer.raw, image.handle.raw, VK_IMAGE_LAYOUT_GENERAL, target.handle.raw, 1, &region)
    }

    func copy(_ source: GPUBuffer, at offset: Int, bytesPerRow: Int, to image: ImageHandle) {
        var region = image.region(offset: offset, bytesPerRow: bytesPerRow)
        vkCmdCopyBufferToImage(
            buffer.raw, source.handle.raw, image.handle.raw, VK_IMAGE_LAYOUT_GENERAL, 1, &region)
    }

    func dispatch(_ pipeline: ComputePipeline, set: Handle, x: Int, y: Int) {
        vkCmdBindPipeline(buffer.raw, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.handle.raw)
        var set: VkDescriptorSet? = set.raw
        vkCmdBindDescriptorSets(
            buffer.raw, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.layout.pipelineLayout.raw, 0, 1, &set, 0, nil)
        vkCmdDispatch(buffer.raw, UInt32(x), UInt32(y), 1)
    }
}

/// A pool with its command buffers, for one queue family and one thread at a time.
final class CommandPool: Sendable {
    let buffers: [Handle]
    private let pool: Handle
    private let core: DeviceCore

    init(count: Int, family: UInt32, core: DeviceCore) throws(VulkanError) {
        var info = VkCommandPoolCreateInfo()
        info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO
        info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT.rawValue
        info.queueFamilyIndex = family
        let pool = try make("vkCreateCommandPool", for: "queue family \(family)") {
            vkCreateCommandPool(core.handle.raw, &info, nil, &$0)
        }
        var raw = [VkCommandBuffer?](repeating: nil, count: count)
        do {
            var info = VkCommandBufferAllocateInfo()
            info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO
            info.commandPool = pool.raw
            info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY
            info.commandBufferCount = UInt32(count)
            try check("vkAllocateCommandBuffers", for: "queue family \(family)") {
                vkAllocateCommandBuffers(core.handle.raw, &info, &raw)
            }
        } catch {
            vkDestroyCommandPool(core.handle.raw, pool.raw, nil)
            throw error
        }
        buffers = raw.compactMap { $0.map(Handle.init) }
        self.pool = pool
        self.core = core
        core.counters.handleCreated()
    }

    deinit {
        vkDestroyCommandPool(core.handle.raw, pool.raw, nil)
        core.counters.handleDestroyed()
    }
}
