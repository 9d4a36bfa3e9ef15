import CVulkan

/// The shaders that measure a device's ceilings.
enum BenchmarkKernels {
    static let twoBuffers = [VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER]
    static let twoImages = [VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE]

    /// Copies 16 bytes a thread.
    static let copyBuffer = """
        #version 460
        layout(local_size_x = 256) in;
        layout(std430, set = 0, binding = 0) readonly buffer From { uvec4 words[]; } from;
        layout(std430, set = 0, binding = 1) writeonly buffer To { uvec4 words[]; } to;
        void main() {
            uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
            uint i = group * 256u + gl_LocalInvocationID.x;
            if (i < uint(from.words.length())) to.words[i] = from.words[i];
        }
        """

    /// Copies a pixel a thread.
    static func copyImage(_ format: GPUImage.Format) -> String {
        """
        #version 460
        layout(local_size_x = 16, local_size_y = 16) in;
        layout(set = 0, binding = 0, \(format == .rgba16f ? "rgba16f" : "rgb10_a2")) uniform readonly image2D from;
        layout(set = 0, binding = 1, \(format == .rgba16f ? "rgba16f" : "rgb10_a2")) uniform writeonly image2D to;
        void main() {
            ivec2 p = ivec2(gl_GlobalInvocationID.xy);
            if (all(lessThan(p, imageSize(to)))) imageStore(to, p, imageLoad(from, p));
        }
        """
    }

    /// Does nothing.
    static let empty = """
        #version 460
        layout(local_size_x = 1) in;
        layout(std430, set = 0, binding = 0) readonly buffer Nothing { uint words[]; };
        void main() {}
        """
}

/// An image with a view, as shaders load and store.
final class StorageImage: Sendable {
    let image: ImageHandle
    let view: Handle
    private let core: DeviceCore

    init(format: GPUImage.Format, width: Int, height: Int, core: DeviceCore) throws(VulkanError) {
        let image = try ImageHandle(format: format, width: width, height: height, isStorage: true, core: core)
        var info = VkImageViewCreateInfo()
        info.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO
        info.image = image.handle.raw
        info.viewType = VK_IMAGE_VIEW_TYPE_2D
        info.format = format.vulkan
        info.subresourceRange.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT.rawValue
        info.subresourceRange.levelCount = 1
        info.subresourceRange.layerCount = 1
        view = try make("vkCreateImageView", for: "an image of \(width)x\(height)") {
            vkCreateImageView(core.handle.raw, &info, nil, &$0)
        }
        core.counters.handleCreated()
        self.image = image
        self.core = core
    }

    deinit {
        vkDestroyImageView(core.handle.raw, view.raw, nil)
        core.counters.handleDestroyed()
    }
}

extension DescriptorSets {
    /// Points the bindings of one set at images; the GPU must not be using it.
    func bind(_ images: [StorageImage], inSet index: Int) {
        Scratch.use { scratch in
            let writes = images.enumerated().map { binding, image in
                var write = VkWriteDescriptorSet()
                write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET
                write.dstSet = sets[index].raw
                write.dstBinding = UInt32(binding)
                write.descriptorCount = 1
                write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE
                var info = VkDescriptorImageInfo()
                info.imageView = image.view.raw
                info.imageLayout = VK_IMAGE_LAYOUT_GENERAL
                write.pImageInfo = UnsafePointer(scratch.copy(info))
                return write
            }
            vkUpdateDescriptorSets(core.handle.raw, UInt32(writes.count), scratch.copy(writes), 0, nil)
        }
    }
}
