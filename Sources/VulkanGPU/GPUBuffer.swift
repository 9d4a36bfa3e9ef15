import CVulkan
import Frames
import Synchronization

/// What memory is for, as the properties it should and must have.
struct MemoryUse {
    var wanted: VkMemoryPropertyFlags
    var needed: VkMemoryPropertyFlags
    /// Properties that are better absent.
    var unwanted: VkMemoryPropertyFlags = 0

    private static let local = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT.rawValue
    private static let mapped =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT.rawValue | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT.rawValue
    private static let cached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT.rawValue

    /// The device's own memory.
    static let device = MemoryUse(wanted: local, needed: 0)
    /// Memory that the device and the processor both reach at full speed.
    static let inPlace = MemoryUse(wanted: local | mapped | cached, needed: mapped)
    /// Written by the processor, copied by the device.
    static let upload = MemoryUse(wanted: mapped, needed: mapped, unwanted: local)
    /// Written by the device, read by the processor.
    static let download = MemoryUse(wanted: mapped | cached, needed: mapped, unwanted: local)
    /// A few numbers written by the processor and read by every thread.
    static let settings = MemoryUse(wanted: local | mapped, needed: mapped)

    /// The best memory type among those allowed; nil where none will do.
    func type(allowed: UInt32, flags: [VkMemoryPropertyFlags]) -> UInt32? {
        let candidates = flags.indices.filter { allowed >> UInt32($0) & 1 == 1 && flags[$0] & needed == needed }
        func score(_ index: Int) -> Int {
            4 * (flags[index] & wanted).nonzeroBitCount - (flags[index] & unwanted).nonzeroBitCount
        }
        // Ties go to the first, which drivers list as the faster.
        let best = candidates.max { (score($0), -$0) < (score($1), -$1) }
        return best.map(UInt32.init)
    }
}

/// A buffer with memory of its own, both released when the last holder lets go.
final class GPUBuffer: Sendable {
    /// Tells buffers apart for good; handles are used again.
    let id: Int
    let handle: Handle
    let byteCount: Int
    /// Where the processor sees it; nil where it does not.
    let mapped: HostAddress?
    private let memory: Handle
    private let core: DeviceCore
    /// Views of parts as texels, by offset and byte count; a frame's planes lie where the frames' before lay.
    private let views = Mutex<[[Int]: Handle]>([:])

    private static let nextID = Atomic<Int>(0)

    /// Allocates a buffer of at least 256 bytes, zeroed nowhere.
    init(_ byteCount: Int, use: MemoryUse, named name: String, core: DeviceCore) throws(VulkanError) {
        let byteCount = max((byteCount + 255) / 256 * 256, 256)
        let buffer = try Self.createBuffer(byteCount, isImported: false, named: name, core: core)
        do throws(VulkanError) {
            var needs = VkMemoryRequirements()
            vkGetBufferMemoryRequirements(core.handle.raw, buffer.raw, &needs)
            guard let type = use.type(allowed: needs.memoryTypeBits, flags: core.physical.memoryFlags) else {
                throw VulkanError(call: "vkAllocateMemory", subject: name, result: .outOfDeviceMemory)
            }
            var info = VkMemoryAllocateInfo()
            info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO
            info.allocationSize = needs.size
            info.memoryTypeIndex = type
            let wantsMapping = use.needed & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT.rawValue != 0
            (memory, mapped) = try Self.allocate(
                info, for: buffer, mapping: wantsMapping, named: name, byteCount: byteCount, core: core)
        } catch {
            Self.destroyBuffer(buffer, core: core)
            throw error
        }
        handle = buffer
        self.byteCount = byteCount
        self.core = core
        id = Self.nextID.add(1, ordering: .relaxed).newValue
    }

    /// Imports page-aligned host memory, which must outlive the buffer's use; nil where the device cannot.
    init?(importing block: MemoryBlock, core: DeviceCore) throws(VulkanError) {
        guard let alignment = core.info.limits.hostImportAlignment, let properties = core.hostPointerProperties,
            Int(bitPattern: block.address.raw) % alignment == 0, block.byteCount % alignment == 0
        else { return nil }
        let name = "a source's host memory of \(block.byteCount) bytes"
        let kind = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT
        var pointer = VkMemoryHostPointerPropertiesEXT()
        pointer.sType = VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT
        try check("vkGetMemoryHostPointerPropertiesEXT", for: name) {
            properties(core.handle.raw, kind, block.address.raw, &pointer)
        }
        let buffer = try Self.createBuffer(block.byteCount, isImported: true, named: name, core: core)
        do throws(VulkanError) {
            var needs = VkMemoryRequirements()
            vkGetBufferMemoryRequirements(core.handle.raw, buffer.raw, &needs)
            let use = MemoryUse.inPlace
            let type = use.type(
                allowed: needs.memoryTypeBits & pointer.memoryTypeBits, flags: core.physical.memoryFlags)
            guard let type, Int(clamping: needs.size) <= block.byteCount else {
                Self.destroyBuffer(buffer, core: core)
                return nil
            }
            memory = try Scratch.use { scratch throws(VulkanError) in
                var hostMemory = VkImportMemoryHostPointerInfoEXT()
                hostMemory.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT
                hostMemory.handleType = kind
                hostMemory.pHostPointer = block.address.raw
                var info = VkMemoryAllocateInfo()
                info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO
                info.pNext = UnsafeRawPointer(scratch.copy(hostMemory))
                info.allocationSize = VkDeviceSize(block.byteCount)
                info.memoryTypeIndex = type
                return try Self.allocate(
                    info, for: buffer, mapping: false, named: name, byteCount: block.byteCount, core: core
                ).memory
            }
        } catch {
            Self.destroyBuffer(buffer, core: core)
            throw error
        }
        handle = buffer
        byteCount = block.byteCount
        mapped = nil
        self.core = core
        id = Self.nextID.add(1, ordering: .relaxed).newValue
    }

    /// A part as texels of 16 bytes, `rgba32ui`; the last one may reach beyond the part, not beyond the buffer.
    func texels(at offset: Int, byteCount: Int) throws(VulkanError) -> Handle {
        let count = min((byteCount + 15) / 16 * 16, (self.byteCount - offset) / 16 * 16)
        let result: Result<Handle, VulkanError> = views.withLock { views in
            if let found = views[[offset, count]] { return .success(found) }
            do throws(VulkanError) {
                var info = VkBufferViewCreateInfo()
                info.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO
                info.buffer = handle.raw
                info.format = VK_FORMAT_R32G32B32A32_UINT
                info.offset = VkDeviceSize(offset)
                info.range = VkDeviceSize(count)
                let view = try make("vkCreateBufferView", for: "\(count) bytes of a buffer") {
                    vkCreateBufferView(core.handle.raw, &info, nil, &$0)
                }
                core.counters.handleCreated()
                views[[offset, count]] = view
                return .success(view)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    deinit {
        for view in views.withLock({ $0.values }) {
            vkDestroyBufferView(core.handle.raw, view.raw, nil)
            core.counters.handleDestroyed()
        }
        Self.destroyBuffer(handle, core: core)
        vkFreeMemory(core.handle.raw, memory.raw, nil)
        core.counters.handleDestroyed()
        core.counters.memoryFreed(byteCount)
    }

    // MARK: - Parts

    private static func createBuffer(
        _ byteCount: Int, isImported: Bool, named name: String, core: DeviceCore
    ) throws(VulkanError) -> Handle {
        let buffer = try Scratch.use { scratch throws(VulkanError) in
            var info = VkBufferCreateInfo()
            info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO
            info.size = VkDeviceSize(byteCount)
            info.usage =
                VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.rawValue | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT.rawValue
                | VK_BUFFER_USAGE_TRANSFER_SRC_BIT.rawValue | VK_BUFFER_USAGE_TRANSFER_DST_BIT.rawValue
            if core.families.count > 1 {
                info.sharingMode = VK_SHARING_MODE_CONCURRENT
                info.queueFamilyIndexCount = UInt32(core.families.count)
                info.pQueueFamilyIndices = UnsafePointer(scratch.copy(core.families))
            }
            if isImported {
                var external = VkExternalMemoryBufferCreateInfo()
                external.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO
                external.handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT.rawValue
                info.pNext = UnsafeRawPointer(scratch.copy(external))
            }
            return try make("vkCreateBuffer", for: name) { vkCreateBuffer(core.handle.raw, &info, nil, &$0) }
        }
        core.counters.handleCreated()
        return buffer
    }

    private static func destroyBuffer(_ buffer: Handle, core: DeviceCore) {
        vkDestroyBuffer(core.handle.raw, buffer.raw, nil)
        core.counters.handleDestroyed()
    }

    private static func allocate(
        _ info: VkMemoryAllocateInfo, for buffer: Handle, mapping: Bool, named name: String, byteCount: Int,
        core: DeviceCore
    ) throws(VulkanError) -> (memory: Handle, mapped: HostAddress?) {
        var info = info
        let device = core.handle.raw
        let memory = try make("vkAllocateMemory", for: name) { vkAllocateMemory(device, &info, nil, &$0) }
        do {
            try check("vkBindBufferMemory", for: name) { vkBindBufferMemory(device, buffer.raw, memory.raw, 0) }
            var address: UnsafeMutableRawPointer?
            if mapping {
                try check("vkMapMemory", for: name) {
                    vkMapMemory(device, memory.raw, 0, VkDeviceSize.max, 0, &address)
                }
            }
            core.counters.handleCreated()
            core.counters.memoryAllocated(byteCount)
            return (memory, address.map(HostAddress.init))
        } catch {
            vkFreeMemory(device, memory.raw, nil)
            throw error
        }
    }
}
