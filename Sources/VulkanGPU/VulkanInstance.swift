import CVulkan
import Foundation
import Synchronization

/// The messages of Vulkan's validation layer; correct use gives none.
public final class ValidationLog: Sendable {
    private let stored = Mutex<(count: Int, messages: [String])>((0, []))

    /// Where every device writes that is opened without a log of its own while the environment's CANDELA_VALIDATION is
    /// set to anything but 0; else nil, and those devices run without validation.
    public static let ofEnvironment: ValidationLog? =
        ["", "0"].contains(ProcessInfo.processInfo.environment["CANDELA_VALIDATION"] ?? "") ? nil : ValidationLog()

    public init() {}

    /// How many messages came.
    public var count: Int { stored.withLock { $0.count } }
    /// The first hundred messages.
    public var messages: [String] { stored.withLock { $0.messages } }

    func add(_ message: String) {
        stored.withLock {
            $0.count += 1
            if $0.messages.count < 100 { $0.messages.append(message) }
        }
    }
}

/// A connection to the Vulkan loader, with or without validation.
final class VulkanInstance: Sendable {
    let handle: Handle
    let counters: GPUCounters
    /// Where validation messages go; nil without validation.
    let log: ValidationLog?
    private let messenger: Handle?

    init(log: ValidationLog?, counters: GPUCounters) throws {
        if log != nil, !(try Self.layers().contains(Self.validationLayer)) { throw DeviceError.noValidationLayer }
        let handle = try Self.create(validates: log != nil)
        counters.handleCreated()
        do {
            messenger = try log.map { try Self.listen(to: handle, log: $0) }
        } catch {
            vkDestroyInstance(handle.raw, nil)
            counters.handleDestroyed()
            throw error
        }
        if messenger != nil { counters.handleCreated() }
        self.handle = handle
        self.counters = counters
        self.log = log
    }

    deinit {
        if let messenger {
            let destroy: PFN_vkDestroyDebugUtilsMessengerEXT? = Self.function(
                "vkDestroyDebugUtilsMessengerEXT", of: handle)
            destroy?(handle.raw, messenger.raw, nil)
            counters.handleDestroyed()
        }
        vkDestroyInstance(handle.raw, nil)
        counters.handleDestroyed()
    }

    /// The devices in the loader's order.
    func physicalDevices() throws(VulkanError) -> [Handle] {
        var count: UInt32 = 0
        try check("vkEnumeratePhysicalDevices", for: "the instance") {
            vkEnumeratePhysicalDevices(handle.raw, &count, nil)
        }
        guard count > 0 else { return [] }
        var devices = [VkPhysicalDevice?](repeating: nil, count: Int(count))
        try check("vkEnumeratePhysicalDevices", for: "the instance") {
            vkEnumeratePhysicalDevices(handle.raw, &count, &devices)
        }
        return devices.prefix(Int(count)).compactMap { $0.map(Handle.init) }
    }

    private static let validationLayer = "VK_LAYER_KHRONOS_validation"

    private static func layers() throws(VulkanError) -> [String] {
        var count: UInt32 = 0
        try check("vkEnumerateInstanceLayerProperties", for: "the loader") {
            vkEnumerateInstanceLayerProperties(&count, nil)
        }
        var layers = [VkLayerProperties](repeating: VkLayerProperties(), count: Int(count))
        try check("vkEnumerateInstanceLayerProperties", for: "the loader") {
            vkEnumerateInstanceLayerProperties(&count, &layers)
        }
        return layers.map { string($0.layerName) }
    }

    private static func create(validates: Bool) throws -> Handle {
        do {
            return try Scratch.use { scratch throws(VulkanError) in
                var application = VkApplicationInfo()
                application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO
                application.pApplicationName = UnsafePointer(scratch.copy(Array("candela".utf8CString)))
                application.apiVersion = VulkanVersion.needed.rawValue
                var info = VkInstanceCreateInfo()
                info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO
                info.pApplicationInfo = UnsafePointer(scratch.copy(application))
                if validates {
                    var features = VkValidationFeaturesEXT()
                    features.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT
                    features.enabledValidationFeatureCount = 1
                    features.pEnabledValidationFeatures = UnsafePointer(
                        scratch.copy(VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT))
                    info.pNext = UnsafeRawPointer(scratch.copy(features))
                    info.enabledLayerCount = 1
                    info.ppEnabledLayerNames = UnsafePointer(scratch.strings([validationLayer]))
                    info.enabledExtensionCount = 2
                    info.ppEnabledExtensionNames = UnsafePointer(
                        scratch.strings(["VK_EXT_debug_utils", "VK_EXT_validation_features"]))
                }
                let before = LoadedLibraries()
                defer { before.keepNewer() }
                return try make("vkCreateInstance", for: "the loader") { vkCreateInstance(&info, nil, &$0) }
            }
        } catch {
            throw error.result == .incompatibleDriver ? DeviceError.noDevice : error
        }
    }

    private static func listen(to instance: Handle, log: ValidationLog) throws(VulkanError) -> Handle {
        var info = VkDebugUtilsMessengerCreateInfoEXT()
        info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT
        info.messageSeverity =
            VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT.rawValue
            | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT.rawValue
        // Advice on performance is left out: images stay in the general layout on purpose.
        info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT.rawValue
        // The instance keeps the log alive and outlives the messenger.
        info.pUserData = Unmanaged.passUnretained(log).toOpaque()
        info.pfnUserCallback = { _, _, data, user in
            guard let data, let user else { return VkBool32(VK_FALSE) }
            let text = data.pointee.pMessage.map { String(cString: $0) } ?? "a message without text"
            Unmanaged<ValidationLog>.fromOpaque(user).takeUnretainedValue().add(text)
            return VkBool32(VK_FALSE)
        }
        let create: PFN_vkCreateDebugUtilsMessengerEXT? = function("vkCreateDebugUtilsMessengerEXT", of: instance)
        return try make("vkCreateDebugUtilsMessengerEXT", for: "the validation log") {
            create?(instance.raw, &info, nil, &$0) ?? VK_ERROR_EXTENSION_NOT_PRESENT
        }
    }

    private static func function<F>(_ name: String, of instance: Handle) -> F? {
        vkGetInstanceProcAddr(instance.raw, name).map { unsafeBitCast($0, to: F.self) }
    }
}

/// A Vulkan version, as Vulkan packs it.
struct VulkanVersion: RawRepresentable, Comparable, CustomStringConvertible {
    let rawValue: UInt32

    /// The version that programs are written for.
    static let needed = VulkanVersion(major: 1, minor: 2)

    init(rawValue: UInt32) { self.rawValue = rawValue }
    init(major: UInt32, minor: UInt32) { rawValue = major << 22 | minor << 12 }

    var description: String { "\(rawValue >> 22 & 0x7f).\(rawValue >> 12 & 0x3ff).\(rawValue & 0xfff)" }

    static func < (a: VulkanVersion, b: VulkanVersion) -> Bool { a.rawValue < b.rawValue }
}
