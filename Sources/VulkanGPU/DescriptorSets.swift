import CVulkan
import FilterGraph

/// A part of a buffer that a pass binds.
struct BufferRange {
    let buffer: GPUBuffer
    var offset: Int
    var byteCount: Int

    /// Equal for equal ranges of one buffer, and never again once it is gone.
    var key: [Int] { [buffer.id, offset, byteCount] }
}

/// One descriptor set for each of some passes, from a pool of exactly their size.
final class DescriptorSets: Sendable {
    let sets: [Handle]
    private let types: [[VkDescriptorType]]
    private let pool: Handle
    let core: DeviceCore

    /// Sets for layouts whose bindings are of the given types.
    init(
        _ layouts: [(layout: PassLayout, types: [VkDescriptorType])], core: DeviceCore
    ) throws(VulkanError) {
        let device = core.handle.raw
        let subject = "\(layouts.count) passes"
        var counts: [UInt32: UInt32] = [:]
        for type in layouts.flatMap(\.types) { counts[type.rawValue, default: 0] += 1 }
        let pool = try Scratch.use { scratch throws(VulkanError) in
            let sizes = counts.sorted { $0.key < $1.key }.map { type, count in
                VkDescriptorPoolSize(type: VkDescriptorType(rawValue: type), descriptorCount: count)
            }
            var info = VkDescriptorPoolCreateInfo()
            info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO
            info.maxSets = UInt32(max(layouts.count, 1))
            info.poolSizeCount = UInt32(sizes.count)
            info.pPoolSizes = UnsafePointer(scratch.copy(sizes))
            return try make("vkCreateDescriptorPool", for: subject) {
                vkCreateDescriptorPool(device, &info, nil, &$0)
            }
        }
        do {
            sets = try Scratch.use { scratch throws(VulkanError) in
                var info = VkDescriptorSetAllocateInfo()
                info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO
                info.descriptorPool = pool.raw
                info.descriptorSetCount = UInt32(layouts.count)
                info.pSetLayouts = UnsafePointer(scratch.copy(layouts.map { Optional($0.layout.setLayout.raw) }))
                var raw = [VkDescriptorSet?](repeating: nil, count: layouts.count)
                try check("vkAllocateDescriptorSets", for: subject) { vkAllocateDescriptorSets(device, &info, &raw) }
                return raw.compactMap { $0.map(Handle.init) }
            }
        } catch {
            vkDestroyDescriptorPool(device, pool.raw, nil)
            throw error
        }
        self.pool = pool
        types = layouts.map(\.types)
        self.core = core
        core.counters.handleCreated()
    }

    deinit {
        vkDestroyDescriptorPool(core.handle.raw, pool.raw, nil)
        core.counters.handleDestroyed()
    }

    /// Points the bindings of one set at buffers; the GPU must not be using it.
    func bind(_ ranges: [BufferRange], inSet index: Int) throws(VulkanError) {
        try Scratch.use { scratch throws(VulkanError) in
            var writes: [VkWriteDescriptorSet] = []
            for (binding, range) in ranges.enumerated() {
                var write = VkWriteDescriptorSet()
                write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET
                write.dstSet = sets[index].raw
                write.dstBinding = UInt32(binding)
                write.descriptorCount = 1
                write.descriptorType = types[index][binding]
                if write.descriptorType == VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER {
                    let view = try range.buffer.texels(at: range.offset, byteCount: range.byteCount)
                    write.pTexelBufferView = UnsafePointer(scratch.copy(Optional(view.raw)))
                } else {
                    write.pBufferInfo = UnsafePointer(
                        scratch.copy(
                            VkDescriptorBufferInfo(
                                buffer: range.buffer.handle.raw, offset: VkDeviceSize(range.offset),
                                range: VkDeviceSize(range.byteCount))))
                }
                writes.append(write)
            }
            vkUpdateDescriptorSets(core.handle.raw, UInt32(writes.count), scratch.copy(writes), 0, nil)
        }
    }
}

extension PassProgram {
    /// What each binding is to a descriptor set.
    var descriptorTypes: [VkDescriptorType] {
        bindings.map { resource in
            if case .sourceTexels = resource {
                VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER
            } else {
                VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
            }
        }
    }
}
