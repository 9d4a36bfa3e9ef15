import CVulkan

/// A device of an instance, not yet opened, with what it answers about itself.
struct PhysicalDevice: Sendable {
    let handle: Handle
    let info: DeviceInfo
    let extensions: Set<String>
    /// For each memory type, its VkMemoryPropertyFlags.
    let memoryFlags: [VkMemoryPropertyFlags]
    let pipelineCacheUUID: [UInt8]

    static let hostMemoryExtension = "VK_EXT_external_memory_host"
    static let executablesExtension = "VK_KHR_pipeline_executable_properties"

    init(_ handle: Handle, index: Int) throws(VulkanError) {
        self.handle = handle
        var plain = VkPhysicalDeviceProperties()
        vkGetPhysicalDeviceProperties(handle.raw, &plain)
        let name = string(plain.deviceName)
        extensions = try Self.extensions(of: handle, named: name)
        var memory = VkPhysicalDeviceMemoryProperties()
        vkGetPhysicalDeviceMemoryProperties(handle.raw, &memory)
        let types = withUnsafeBytes(of: memory.memoryTypes) {
            Array($0.bindMemory(to: VkMemoryType.self).prefix(Int(memory.memoryTypeCount)))
        }
        memoryFlags = types.map(\.propertyFlags)
        pipelineCacheUUID = withUnsafeBytes(of: plain.pipelineCacheUUID) { Array($0) }
        let families = Self.queueFamilies(of: handle)
        let heaps = withUnsafeBytes(of: memory.memoryHeaps) {
            Array($0.bindMemory(to: VkMemoryHeap.self).prefix(Int(memory.memoryHeapCount)))
        }
        let kind = Self.kind(plain.deviceType)
        let details = Self.details(
            of: handle, plain: plain, canImport: extensions.contains(Self.hostMemoryExtension))
        let shared = memoryFlags.contains { $0 & MemoryUse.inPlace.wanted == MemoryUse.inPlace.wanted }
        info = DeviceInfo(
            name: name, index: index, uuid: details.uuid, kind: kind, vendorID: Int(plain.vendorID),
            deviceID: Int(plain.deviceID), driverName: details.driverName, driverInfo: details.driverInfo,
            driverVersion: Int(plain.driverVersion),
            apiVersion: VulkanVersion(rawValue: plain.apiVersion).description, limits: details.limits,
            queueFamilies: families,
            localByteCount: heaps.filter { $0.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT.rawValue != 0 }
                .reduce(0) { $0 + Int(clamping: $1.size) },
            sharesHostMemory: shared && kind != .discrete,
            tellsExecutableStatistics: extensions.contains(Self.executablesExtension)
                && Self.tellsExecutables(handle),
            missing: Self.firstMissing(in: handle, version: plain.apiVersion, families: families))
    }

    private struct Details {
        var uuid: String
        var driverName: String
        var driverInfo: String
        var limits: DeviceInfo.Limits
    }

    private static func details(of handle: Handle, plain: VkPhysicalDeviceProperties, canImport: Bool) -> Details {
        Scratch.use { scratch in
            var external = VkPhysicalDeviceExternalMemoryHostPropertiesEXT()
            external.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT
            let externalPointer = scratch.copy(external)
            var driver = VkPhysicalDeviceDriverProperties()
            driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES
            driver.pNext = canImport ? UnsafeMutableRawPointer(externalPointer) : nil
            let driverPointer = scratch.copy(driver)
            var identity = VkPhysicalDeviceIDProperties()
            identity.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES
            identity.pNext = UnsafeMutableRawPointer(driverPointer)
            let identityPointer = scratch.copy(identity)
            var all = VkPhysicalDeviceProperties2()
            all.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2
            all.pNext = UnsafeMutableRawPointer(identityPointer)
            vkGetPhysicalDeviceProperties2(handle.raw, &all)
            let limits = plain.limits
            return Details(
                uuid: withUnsafeBytes(of: identityPointer.pointee.deviceUUID) { uuidText(Array($0)) },
                driverName: string(driverPointer.pointee.driverName),
                driverInfo: string(driverPointer.pointee.driverInfo),
                limits: DeviceInfo.Limits(
                    storageBuffersPerStage: Int(limits.maxPerStageDescriptorStorageBuffers),
                    storageBufferByteCount: Int(limits.maxStorageBufferRange),
                    texelBufferElements: Int(limits.maxTexelBufferElements),
                    storageBufferAlignment: max(
                        Int(limits.minStorageBufferOffsetAlignment), Int(limits.minTexelBufferOffsetAlignment), 16),
                    workgroupInvocations: Int(limits.maxComputeWorkGroupInvocations),
                    workgroupsX: Int(limits.maxComputeWorkGroupCount.0),
                    workgroupsY: Int(limits.maxComputeWorkGroupCount.1),
                    sharedByteCount: Int(limits.maxComputeSharedMemorySize),
                    imageSide: Int(limits.maxImageDimension2D),
                    timestampNanoseconds: Double(limits.timestampPeriod),
                    hostImportAlignment: canImport
                        ? Int(externalPointer.pointee.minImportedHostPointerAlignment) : nil))
        }
    }

    private static func firstMissing(
        in handle: Handle, version: UInt32, families: [DeviceInfo.QueueFamily]
    ) -> String? {
        guard VulkanVersion(rawValue: version) >= .needed else { return "Vulkan \(VulkanVersion.needed)" }
        guard families.contains(where: \.hasCompute) else { return "a compute queue" }
        var timeline = VkPhysicalDeviceVulkan12Features()
        timeline.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES
        guard features(of: handle, timeline).timelineSemaphore != 0 else { return "the feature timelineSemaphore" }
        for format in [GPUImage.Format.rgba16f, .rgb10a2] {
            var properties = VkFormatProperties()
            vkGetPhysicalDeviceFormatProperties(handle.raw, format.vulkan, &properties)
            let wanted =
                VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT.rawValue | VK_FORMAT_FEATURE_TRANSFER_SRC_BIT.rawValue
                | VK_FORMAT_FEATURE_TRANSFER_DST_BIT.rawValue
            guard properties.optimalTilingFeatures & wanted == wanted else { return "images of \(format.name)" }
        }
        return nil
    }

    private static func tellsExecutables(_ handle: Handle) -> Bool {
        var statistics = VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR()
        statistics.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR
        return features(of: handle, statistics).pipelineExecutableInfo != 0
    }

    /// A structure of features as the device fills it in; its `sType` says which.
    private static func features<Features>(of handle: Handle, _ asked: Features) -> Features {
        Scratch.use { scratch in
            let pointer = scratch.copy(asked)
            var all = VkPhysicalDeviceFeatures2()
            all.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2
            all.pNext = UnsafeMutableRawPointer(pointer)
            vkGetPhysicalDeviceFeatures2(handle.raw, &all)
            return pointer.pointee
        }
    }

    private static func queueFamilies(of handle: Handle) -> [DeviceInfo.QueueFamily] {
        var count: UInt32 = 0
        vkGetPhysicalDeviceQueueFamilyProperties(handle.raw, &count, nil)
        var families = [VkQueueFamilyProperties](repeating: VkQueueFamilyProperties(), count: Int(count))
        vkGetPhysicalDeviceQueueFamilyProperties(handle.raw, &count, &families)
        return families.map { family in
            func has(_ bit: VkQueueFlagBits) -> Bool { family.queueFlags & bit.rawValue != 0 }
            let isGeneral = has(VK_QUEUE_COMPUTE_BIT) || has(VK_QUEUE_GRAPHICS_BIT)
            return DeviceInfo.QueueFamily(
                queueCount: Int(family.queueCount), hasGraphics: has(VK_QUEUE_GRAPHICS_BIT),
                hasCompute: has(VK_QUEUE_COMPUTE_BIT), hasTransfer: has(VK_QUEUE_TRANSFER_BIT) || isGeneral,
                timestampBits: Int(family.timestampValidBits))
        }
    }

    private static func extensions(of handle: Handle, named name: String) throws(VulkanError) -> Set<String> {
        var count: UInt32 = 0
        try check("vkEnumerateDeviceExtensionProperties", for: name) {
            vkEnumerateDeviceExtensionProperties(handle.raw, nil, &count, nil)
        }
        var found = [VkExtensionProperties](repeating: VkExtensionProperties(), count: Int(count))
        try check("vkEnumerateDeviceExtensionProperties", for: name) {
            vkEnumerateDeviceExtensionProperties(handle.raw, nil, &count, &found)
        }
        return Set(found.map { string($0.extensionName) })
    }

    private static func kind(_ type: VkPhysicalDeviceType) -> DeviceInfo.Kind {
        switch type {
        case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: .discrete
        case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: .integrated
        case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: .virtual
        case VK_PHYSICAL_DEVICE_TYPE_CPU: .software
        default: .other
        }
    }

    private static func uuidText(_ bytes: [UInt8]) -> String {
        let digits = bytes.map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }
        return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
    }
}
