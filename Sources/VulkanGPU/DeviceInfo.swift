/// What a Vulkan device is and offers.
public struct DeviceInfo: Hashable, Sendable {
    /// What sort of device it is, best first.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case discrete
        case integrated
        case virtual
        case other
        /// A driver that computes on the processor, such as lavapipe.
        case software
    }

    /// A family of queues that take the same work.
    public struct QueueFamily: Hashable, Sendable {
        public var queueCount: Int
        public var hasGraphics: Bool
        public var hasCompute: Bool
        public var hasTransfer: Bool
        /// Bits of a timestamp that count; 0 where there are no timestamps.
        public var timestampBits: Int
    }

    /// The limits that programs meet.
    public struct Limits: Hashable, Sendable {
        /// Storage buffers that one pass may bind.
        public var storageBuffersPerStage: Int
        /// Bytes that one binding may span.
        public var storageBufferByteCount: Int
        /// Texels that one texel buffer may show.
        public var texelBufferElements: Int
        /// Bytes that a binding's start must be a multiple of.
        public var storageBufferAlignment: Int
        public var workgroupInvocations: Int
        public var workgroupsX: Int
        public var workgroupsY: Int
        /// Bytes of memory that a workgroup shares.
        public var sharedByteCount: Int
        /// Columns or rows of an image.
        public var imageSide: Int
        /// Nanoseconds of one step of a timestamp.
        public var timestampNanoseconds: Double
        /// Bytes that imported host memory must be a multiple of; nil where none can be imported.
        public var hostImportAlignment: Int?
    }

    public var name: String
    /// Its place in the loader's list.
    public var index: Int
    /// 32 hexadecimal digits in groups, as vulkaninfo writes them.
    public var uuid: String
    public var kind: Kind
    public var vendorID: Int
    public var deviceID: Int
    public var driverName: String
    /// The driver's own words on its version.
    public var driverInfo: String
    public var driverVersion: Int
    public var apiVersion: String
    public var limits: Limits
    public var queueFamilies: [QueueFamily]
    /// Bytes of memory of its own (of the host's, where it shares that).
    public var localByteCount: Int
    /// Whether programs read host memory and write mapped memory in place, with no copy.
    public var sharesHostMemory: Bool
    /// Whether the driver tells instructions, registers and the like of compiled passes.
    public var tellsExecutableStatistics: Bool
    /// The first thing that every program needs and this device lacks, by name; nil on a usable device.
    public var missing: String?

    public var isSoftware: Bool { kind == .software }
}
