import CVulkan

/// A Vulkan call that failed: which call, on what, and why.
public struct VulkanError: Error, Equatable, Sendable, CustomStringConvertible {
    public let call: String
    public let subject: String
    public let result: VulkanResult

    public init(call: String, subject: String, result: VulkanResult) {
        self.call = call
        self.subject = subject
        self.result = result
    }

    public var description: String { "\(call) failed for \(subject): \(result)" }
}

/// What a Vulkan call answered, by VkResult's values.
public struct VulkanResult: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let success = VulkanResult(rawValue: 0)
    public static let timeout = VulkanResult(rawValue: 2)
    public static let outOfHostMemory = VulkanResult(rawValue: -1)
    public static let outOfDeviceMemory = VulkanResult(rawValue: -2)
    public static let initializationFailed = VulkanResult(rawValue: -3)
    public static let deviceLost = VulkanResult(rawValue: -4)
    public static let layerNotPresent = VulkanResult(rawValue: -6)
    public static let incompatibleDriver = VulkanResult(rawValue: -9)
    /// Not one of Vulkan's: the call failed because a test asked for it.
    public static let injected = VulkanResult(rawValue: -900_000_001)
    /// Not one of Vulkan's: a call that answers no VkResult answered nothing.
    public static let noAnswer = VulkanResult(rawValue: -900_000_002)

    public var description: String { Self.names[rawValue] ?? "VkResult \(rawValue)" }

    private static let names: [Int32: String] = [
        0: "success", 1: "not ready", 2: "the GPU did not finish in time", 5: "incomplete",
        -1: "out of host memory", -2: "out of GPU memory; use a smaller picture or fewer jobs at once",
        -3: "initialisation failed", -4: "the GPU was lost; run again, and see the system's log if it recurs",
        -5: "memory could not be mapped", -6: "layer not installed", -7: "extension not present",
        -8: "feature not present", -9: "no compatible driver", -10: "too many objects", -11: "format not supported",
        -1_000_072_003: "host memory could not be imported", -1_000_069_000: "out of descriptor memory",
        -900_000_001: "failed on a test's request", -900_000_002: "no answer",
    ]
}

/// A device that cannot be had or used: what is wrong, and the way out.
public enum DeviceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The Vulkan loader found no driver, or the drivers no device.
    case noDevice
    /// Nothing matches the name, index or UUID asked for.
    case noSuchDevice(wanted: String, present: [String])
    /// The device lacks something that every program needs.
    case missingFeature(device: String, feature: String)
    /// The validation layer was asked for and is not installed.
    case noValidationLayer
    /// A program asks for more than the device offers.
    case limit(device: String, what: String, wanted: Int, offered: Int)

    public var description: String {
        switch self {
        case .noDevice:
            "no Vulkan device: install the GPU's Vulkan driver, or Mesa's software driver (mesa-vulkan-drivers)"
        case .noSuchDevice(let wanted, let present):
            "no Vulkan device `\(wanted)`: choose one of \(present.joined(separator: ", "))"
        case .missingFeature(let device, let feature):
            "\(device) lacks \(feature): update its driver, or choose another device"
        case .noValidationLayer:
            "the Vulkan validation layer is not installed: install vulkan-validationlayers, "
                + "or unset CANDELA_VALIDATION"
        case .limit(let device, let what, let wanted, let offered):
            "\(device) offers \(offered) \(what), \(wanted) are needed: use a smaller picture or fewer layers"
        }
    }
}

/// Pictures that do not fit what they were said to be.
public struct FrameError: Error, Equatable, Sendable, CustomStringConvertible {
    public let subject: String
    public let problem: String

    public init(subject: String, problem: String) {
        self.subject = subject
        self.problem = problem
    }

    public var description: String { "\(subject): \(problem)" }
}

/// The one door to Vulkan: runs a call and throws unless it succeeded; a call that a test makes fail is never run.
func check(
    _ call: String, for subject: @autoclosure () -> String, _ body: () -> VkResult
) throws(VulkanError) {
    #if DEBUG
        if FaultInjection.strikesNow() {
            throw VulkanError(call: call, subject: subject(), result: .injected)
        }
    #endif
    let result = VulkanResult(rawValue: body().rawValue)
    guard result == .success else { throw VulkanError(call: call, subject: subject(), result: result) }
}

/// The same door for calls that create something: answers the handle.
func make(
    _ call: String, for subject: @autoclosure () -> String, _ body: (inout OpaquePointer?) -> VkResult
) throws(VulkanError) -> Handle {
    var raw: OpaquePointer?
    try check(call, for: subject()) { body(&raw) }
    guard let raw else { throw VulkanError(call: call, subject: subject(), result: .noAnswer) }
    return Handle(raw: raw)
}

/// A handle that may cross threads; whoever owns it keeps Vulkan's rules on who may use it when.
struct Handle: @unchecked Sendable, Hashable {
    let raw: OpaquePointer
}
