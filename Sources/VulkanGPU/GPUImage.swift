import CVulkan
import Frames
import Synchronization

/// A picture in a device's image, for pictures that are sampled, kept, or shared with other users of the device.
public final class GPUImage: Sendable {
    /// What its pixels are.
    public enum Format: String, Sendable, CaseIterable {
        /// Red, green, blue, alpha as halves.
        case rgba16f
        /// Ten bits each, red lowest, two bits of alpha: Vulkan's A2B10G10R10.
        case rgb10a2
        /// Ten bits each, blue lowest, two bits of alpha: Vulkan's A2R10G10B10.
        case bgr10a2

        /// The layout that its pixels have in host memory and in buffers.
        public var layout: PixelLayout {
            switch self {
            case .rgba16f: .rgba16f
            case .rgb10a2: .rgb10a2
            case .bgr10a2: .bgr10a2
            }
        }

        /// Its name, for people.
        public var name: String { layout.name }
        public var bytesPerPixel: Int { self == .rgba16f ? 8 : 4 }

        var vulkan: VkFormat {
            switch self {
            case .rgba16f: VK_FORMAT_R16G16B16A16_SFLOAT
            case .rgb10a2: VK_FORMAT_A2B10G10R10_UNORM_PACK32
            case .bgr10a2: VK_FORMAT_A2R10G10B10_UNORM_PACK32
            }
        }
    }

    public let format: Format
    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int
    let handle: ImageHandle
    private let device: GPUDevice

    /// Makes an image of transparent black.
    public init(device: GPUDevice, format: Format, width: Int, height: Int) throws {
        let side = device.info.limits.imageSide
        for wanted in [width, height] where wanted > side || wanted < 1 {
            throw DeviceError.limit(
                device: device.info.name, what: "columns or rows an image", wanted: wanted, offered: side)
        }
        self.format = format
        self.width = width
        self.height = height
        self.device = device
        handle = try ImageHandle(format: format, width: width, height: height, isStorage: false, core: device.core)
    }

    /// Replaces its pixels by a picture in its format's layout; returns when the device has them.
    public func upload(_ planes: HostPlanes) throws {
        let map = PlaneMap(layout: format.layout, width: width, height: height)
        guard let plane = planes.planes.first, planes.planes.count == 1,
            plane.bytesPerRow >= width * format.bytesPerPixel,
            plane.byteCount >= plane.bytesPerRow * (height - 1) + width * format.bytesPerPixel
        else {
            throw FrameError(
                subject: "an image", problem: "the picture given is not \(width)x\(height) \(format.name)")
        }
        let staging = try GPUBuffer(map.byteCount, use: .upload, named: "an image's pixels", core: device.core)
        // Commands and bare addresses do not keep it.
        defer { withExtendedLifetime(staging) {} }
        guard let base = staging.mapped?.raw else { return }
        plane.copyRows(
            to: map.planes(at: base)[0], byteCount: width * format.bytesPerPixel, rowCount: height)
        try OneShot.run(device.core, named: "an image's upload") { recorder in
            recorder.barrier(from: .copies, to: .copies)
            recorder.copy(staging, at: 0, bytesPerRow: map.bytesPerRow[0], to: handle)
        }
    }

    /// Its pixels in its format's layout.
    public func download() throws -> HostPlanes {
        let planes = HostPlanes(layout: format.layout, width: width, height: height)
        let map = PlaneMap(layout: format.layout, width: width, height: height)
        let staging = try GPUBuffer(map.byteCount, use: .download, named: "an image's pixels", core: device.core)
        // Commands and bare addresses do not keep it.
        defer { withExtendedLifetime(staging) {} }
        guard let base = staging.mapped?.raw else { return planes }
        try OneShot.run(device.core, named: "an image's download") { recorder in
            recorder.barrier(from: .copies, to: .copies)
            recorder.copy(handle, to: staging, at: 0, bytesPerRow: map.bytesPerRow[0])
            recorder.barrier(from: .copies, to: .host)
        }
        map.planes(at: base)[0].copyRows(
            to: planes.planes[0], byteCount: width * format.bytesPerPixel, rowCount: height)
        return planes
    }

    /// Throws unless it can stand for a picture of the given description.
    func requireFit(_ picture: PictureDescription, named name: String) throws(FrameError) {
        guard format.layout == picture.layout, width == picture.codedWidth, height == picture.codedHeight else {
            throw FrameError(
                subject: name,
                problem: "an image of \(width)x\(height) \(format.name) was given, the job wants "
                    + "\(picture.codedWidth)x\(picture.codedHeight) \(picture.layout.name)")
        }
    }
}

/// An image with memory of its own, always in the general layout, used on the compute queue only.
final class ImageHandle: Sendable {
    /// Tells images apart for good; never 0.
    let id: Int
    let handle: Handle
    let width: Int
    let height: Int
    let bytesPerPixel: Int
    let byteCount: Int
    private let memory: Handle
    private let core: DeviceCore

    private static let nextID = Atomic<Int>(0)

    init(
        format: GPUImage.Format, width: Int, height: Int, isStorage: Bool, core: DeviceCore
    ) throws(VulkanError) {
        let device = core.handle.raw
        let name = "an image of \(width)x\(height)"
        var info = VkImageCreateInfo()
        info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO
        info.imageType = VK_IMAGE_TYPE_2D
        info.format = format.vulkan
        info.extent = VkExtent3D(width: UInt32(width), height: UInt32(height), depth: 1)
        info.mipLevels = 1
        info.arrayLayers = 1
        info.samples = VK_SAMPLE_COUNT_1_BIT
        info.tiling = VK_IMAGE_TILING_OPTIMAL
        info.usage =
            VK_IMAGE_USAGE_TRANSFER_SRC_BIT.rawValue | VK_IMAGE_USAGE_TRANSFER_DST_BIT.rawValue
            | VK_IMAGE_USAGE_SAMPLED_BIT.rawValue | (isStorage ? VK_IMAGE_USAGE_STORAGE_BIT.rawValue : 0)
        let image = try make("vkCreateImage", for: name) { vkCreateImage(device, &info, nil, &$0) }
        var needs = VkMemoryRequirements()
        vkGetImageMemoryRequirements(device, image.raw, &needs)
        do throws(VulkanError) {
            guard let type = MemoryUse.device.type(allowed: needs.memoryTypeBits, flags: core.physical.memoryFlags)
            else { throw VulkanError(call: "vkAllocateMemory", subject: name, result: .outOfDeviceMemory) }
            var info = VkMemoryAllocateInfo()
            info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO
            info.allocationSize = needs.size
            info.memoryTypeIndex = type
            let memory = try make("vkAllocateMemory", for: name) { vkAllocateMemory(device, &info, nil, &$0) }
            do {
                try check("vkBindImageMemory", for: name) { vkBindImageMemory(device, image.raw, memory.raw, 0) }
            } catch {
                vkFreeMemory(device, memory.raw, nil)
                throw error
            }
            self.memory = memory
        } catch {
            vkDestroyImage(device, image.raw, nil)
            throw error
        }
        handle = image
        self.width = width
        self.height = height
        bytesPerPixel = format.bytesPerPixel
        byteCount = Int(clamping: needs.size)
        self.core = core
        id = Self.nextID.add(1, ordering: .relaxed).newValue
        core.counters.handleCreated(2)
        core.counters.memoryAllocated(byteCount)
        try clear()
    }

    deinit {
        vkDestroyImage(core.handle.raw, handle.raw, nil)
        vkFreeMemory(core.handle.raw, memory.raw, nil)
        core.counters.handleDestroyed(2)
        core.counters.memoryFreed(byteCount)
    }

    /// The whole image as a copy's region, with rows so many bytes apart in the buffer.
    func region(offset: Int, bytesPerRow: Int) -> VkBufferImageCopy {
        var region = VkBufferImageCopy()
        region.bufferOffset = VkDeviceSize(offset)
        region.bufferRowLength = UInt32(bytesPerRow / bytesPerPixel)
        region.imageSubresource.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT.rawValue
        region.imageSubresource.layerCount = 1
        region.imageExtent = VkExtent3D(width: UInt32(width), height: UInt32(height), depth: 1)
        return region
    }

    /// Brings it from no layout to the general one, and to zeroes.
    private func clear() throws(VulkanError) {
        try OneShot.run(core, named: "an image's clearing") { recorder in
            var range = VkImageSubresourceRange()
            range.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT.rawValue
            range.levelCount = 1
            range.layerCount = 1
            var barrier = VkImageMemoryBarrier()
            barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER
            barrier.dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT.rawValue
            barrier.oldLayout = VK_IMAGE_LAYOUT_UNDEFINED
            barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL
            // VK_QUEUE_FAMILY_IGNORED, a macro that Swift does not see.
            barrier.srcQueueFamilyIndex = UInt32.max
            barrier.dstQueueFamilyIndex = UInt32.max
            barrier.image = handle.raw
            barrier.subresourceRange = range
            let copies = VK_PIPELINE_STAGE_TRANSFER_BIT.rawValue
            vkCmdPipelineBarrier(
                recorder.buffer.raw, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT.rawValue, copies, 0, 0, nil, 0, nil, 1, &barrier)
            var color = VkClearColorValue()
            vkCmdClearColorImage(recorder.buffer.raw, handle.raw, VK_IMAGE_LAYOUT_GENERAL, &color, 1, &range)
        }
    }
}

/// Commands that are recorded, run once on the compute queue and waited for.
enum OneShot {
    static func run(
        _ core: DeviceCore, named name: String, _ body: (CommandRecorder) throws(VulkanError) -> Void
    ) throws(VulkanError) {
        let pool = try CommandPool(count: 1, family: core.compute.family, core: core)
        let timeline = try Timeline(core: core)
        try CommandRecorder.record(pool.buffers[0], named: name, core: core, body)
        try timeline.submit(pool.buffers[0], to: core.compute, named: name)
        // When this throws, the timeline's end still waits, before the pool and what the body captured go.
        defer { withExtendedLifetime(pool) { timeline.waitUnchecked() } }
        try timeline.wait(named: name)
    }
}
