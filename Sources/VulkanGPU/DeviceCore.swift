import CVulkan
import Synchronization

/// A queue, used by one thread at a time.
final class GPUQueue: Sendable {
    let handle: Handle
    let family: UInt32
    private let turn = Mutex<Void>(())

    init(handle: Handle, family: UInt32) {
        self.handle = handle
        self.family = family
    }

    func submit(_ info: VkSubmitInfo, named name: String) throws(VulkanError) {
        var info = info
        // The lock's own closure cannot carry a typed error.
        let result = turn.withLock { _ in
            Result { () throws(VulkanError) in
                try check("vkQueueSubmit", for: name) { vkQueueSubmit(handle.raw, 1, &info, nil) }
            }
        }
        try result.get()
    }
}

/// An open device: what every other object holds on to, so that it goes last.
final class DeviceCore: Sendable {
    let handle: Handle
    let physical: PhysicalDevice
    let counters: GPUCounters
    /// Runs programs.
    let compute: GPUQueue
    /// Brings sources to the device; the compute queue where there is no other.
    let upload: GPUQueue
    /// Brings results to the host; the compute queue where there is no other.
    let download: GPUQueue
    /// Families that buffers are shared between; one entry when all queues are of one family.
    let families: [UInt32]
    /// Whether the feature hostQueryReset is there and on.
    let resetsQueriesFromHost: Bool
    let hostPointerProperties: PFN_vkGetMemoryHostPointerPropertiesEXT?
    private let instance: VulkanInstance

    var info: DeviceInfo { physical.info }
    var hasOwnTransferQueues: Bool { upload !== compute }

    init(_ physical: PhysicalDevice, instance: VulkanInstance) throws(VulkanError) {
        let roles = Self.roles(in: physical.info.queueFamilies)
        handle = try Self.create(physical, roles: roles)
        instance.counters.handleCreated()
        self.physical = physical
        self.instance = instance
        counters = instance.counters
        resetsQueriesFromHost = Scratch.use { scratch in
            let offered = scratch.copy(Self.features12())
            let all = scratch.copy(Self.features2(next: scratch.copy(Self.features11(next: offered))))
            vkGetPhysicalDeviceFeatures2(physical.handle.raw, all)
            return offered.pointee.hostQueryReset != 0
        }
        let device = handle
        var queues: [Role: GPUQueue] = [:]
        for role in [roles.compute, roles.upload, roles.download] where queues[role] == nil {
            var queue: VkQueue?
            vkGetDeviceQueue(device.raw, role.family, role.index, &queue)
            guard let queue else {
                vkDestroyDevice(device.raw, nil)
                instance.counters.handleDestroyed()
                throw VulkanError(call: "vkGetDeviceQueue", subject: physical.info.name, result: .noAnswer)
            }
            queues[role] = GPUQueue(handle: Handle(raw: queue), family: role.family)
        }
        let computeQueue = queues[roles.compute]
        guard let computeQueue else {
            preconditionFailure("the compute queue was just made")
        }
        compute = computeQueue
        upload = queues[roles.upload] ?? computeQueue
        download = queues[roles.download] ?? computeQueue
        families = Array(Set([roles.compute, roles.upload, roles.download].map(\.family))).sorted()
        hostPointerProperties = vkGetDeviceProcAddr(device.raw, "vkGetMemoryHostPointerPropertiesEXT").map {
            unsafeBitCast($0, to: PFN_vkGetMemoryHostPointerPropertiesEXT.self)
        }
    }

    deinit {
        vkDeviceWaitIdle(handle.raw)
        vkDestroyDevice(handle.raw, nil)
        counters.handleDestroyed()
    }

    /// Messages of the validation layer so far; nil without validation.
    var validation: ValidationLog? { instance.log }

    // MARK: - Opening

    private struct Role: Hashable {
        var family: UInt32
        var index: UInt32
    }

    /// Which queues do what: one that computes (with graphics where there is such a one, since drivers give that the
    /// whole device), and queues of a family that only transfers, which copy beside it.
    private static func roles(in families: [DeviceInfo.QueueFamily]) -> (compute: Role, upload: Role, download: Role) {
        let compute =
            families.firstIndex { $0.hasCompute && $0.hasGraphics } ?? families.firstIndex(where: \.hasCompute) ?? 0
        let computeRole = Role(family: UInt32(compute), index: 0)
        let transfer = families.firstIndex { $0.hasTransfer && !$0.hasCompute && !$0.hasGraphics && $0.queueCount > 0 }
        guard let transfer else { return (computeRole, computeRole, computeRole) }
        let second = UInt32(min(families[transfer].queueCount, 2) - 1)
        return (computeRole, Role(family: UInt32(transfer), index: 0), Role(family: UInt32(transfer), index: second))
    }

    private static func create(
        _ physical: PhysicalDevice, roles: (compute: Role, upload: Role, download: Role)
    ) throws(VulkanError) -> Handle {
        try Scratch.use { scratch throws(VulkanError) in
            let wanted = Set([roles.compute, roles.upload, roles.download])
            let queues = Set(wanted.map(\.family)).sorted().map { family in
                let count = wanted.filter { $0.family == family }.count
                var info = VkDeviceQueueCreateInfo()
                info.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO
                info.queueFamilyIndex = family
                info.queueCount = UInt32(count)
                info.pQueuePriorities = UnsafePointer(scratch.copy([Float](repeating: 1, count: count)))
                return info
            }
            var info = VkDeviceCreateInfo()
            info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO
            info.queueCreateInfoCount = UInt32(queues.count)
            info.pQueueCreateInfos = UnsafePointer(scratch.copy(queues))
            let features = features(of: physical.handle, scratch: scratch)
            info.pNext = UnsafeRawPointer(features)
            var extensions: [String] = []
            if physical.info.limits.hostImportAlignment != nil { extensions.append(PhysicalDevice.hostMemoryExtension) }
            if physical.info.tellsExecutableStatistics {
                extensions.append(PhysicalDevice.executablesExtension)
                var executables = VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR()
                executables.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR
                executables.pipelineExecutableInfo = 1
                executables.pNext = features.pointee.pNext
                features.pointee.pNext = UnsafeMutableRawPointer(scratch.copy(executables))
            }
            info.enabledExtensionCount = UInt32(extensions.count)
            info.ppEnabledExtensionNames = UnsafePointer(scratch.strings(extensions))
            return try make("vkCreateDevice", for: physical.info.name) {
                vkCreateDevice(physical.handle.raw, &info, nil, &$0)
            }
        }
    }

    /// The features that shaders may use, as far as the device has them, and timeline semaphores.
    private static func features(
        of handle: Handle, scratch: Scratch
    ) -> UnsafeMutablePointer<VkPhysicalDeviceFeatures2> {
        let offered12 = scratch.copy(features12())
        let offered11 = scratch.copy(features11(next: offered12))
        let offered = scratch.copy(features2(next: offered11))
        vkGetPhysicalDeviceFeatures2(handle.raw, offered)
        let used12 = scratch.copy(features12())
        used12.pointee.timelineSemaphore = 1
        used12.pointee.shaderFloat16 = offered12.pointee.shaderFloat16
        used12.pointee.hostQueryReset = offered12.pointee.hostQueryReset
        used12.pointee.shaderInt8 = offered12.pointee.shaderInt8
        used12.pointee.storageBuffer8BitAccess = offered12.pointee.storageBuffer8BitAccess
        let used11 = scratch.copy(features11(next: used12))
        used11.pointee.storageBuffer16BitAccess = offered11.pointee.storageBuffer16BitAccess
        let used = scratch.copy(features2(next: used11))
        used.pointee.features.shaderInt16 = offered.pointee.features.shaderInt16
        used.pointee.features.shaderStorageImageExtendedFormats =
            offered.pointee.features.shaderStorageImageExtendedFormats
        return used
    }

    private static func features12() -> VkPhysicalDeviceVulkan12Features {
        var features = VkPhysicalDeviceVulkan12Features()
        features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES
        return features
    }

    private static func features11(
        next: UnsafeMutablePointer<VkPhysicalDeviceVulkan12Features>
    ) -> VkPhysicalDeviceVulkan11Features {
        var features = VkPhysicalDeviceVulkan11Features()
        features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES
        features.pNext = UnsafeMutableRawPointer(next)
        return features
    }

    private static func features2(
        next: UnsafeMutablePointer<VkPhysicalDeviceVulkan11Features>
    ) -> VkPhysicalDeviceFeatures2 {
        var features = VkPhysicalDeviceFeatures2()
        features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2
        features.pNext = UnsafeMutableRawPointer(next)
        return features
    }
}
