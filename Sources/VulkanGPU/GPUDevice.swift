import CVulkan
import FilterGraph
import Frames
import Synchronization

/// How sources reach programs and results leave them.
public enum MemoryStrategy: String, Sendable, CaseIterable {
    /// Programs read imported host memory and write mapped memory: right where the device shares the host's memory.
    case inPlace
    /// Copies to and from memory of the device's own: right where it is a bus away.
    case staged
}

/// An open Vulkan device, with what its programs share: compiled shaders, pipelines and imported memory.
public final class GPUDevice: Sendable {
    /// How a device is asked for.
    public enum Selection: Hashable, Sendable {
        /// Whatever is found in the name, letter case aside.
        case name(String)
        case index(Int)
        case uuid(String)

        /// Reads what a person writes: a number is an index, 32 hexadecimal digits are a UUID, else a name.
        public init(_ text: String) {
            let digits = text.filter { $0 != "-" }
            if let index = Int(text), text.count < 4 {
                self = .index(index)
            } else if digits.count == 32, digits.allSatisfy(\.isHexDigit) {
                self = .uuid(text)
            } else {
                self = .name(text)
            }
        }
    }

    /// Every device that the loader knows, the unusable ones too, in its order.
    public static func all() throws -> [DeviceInfo] {
        let instance = try VulkanInstance(log: nil, counters: GPUCounters())
        // Devices are handles, which do not keep it.
        defer { withExtendedLifetime(instance) {} }
        return try instance.physicalDevices().enumerated().map { index, handle in
            try PhysicalDevice(handle, index: index).info
        }
    }

    /// Live objects, allocations and compiles.
    public let counters: GPUCounters
    public let strategy: MemoryStrategy
    /// Who is told of programs that take long to compile.
    public let compileNotice: CompileNotice?
    public var info: DeviceInfo { core.info }
    /// Messages of the validation layer; nil where validation is off.
    public var validation: ValidationLog? { core.validation }

    let core: DeviceCore
    let pipelines: PipelineStore
    let imports: ImportCache

    /// Opens a device: the one selected, or the best usable one: discrete before integrated before software.
    ///
    /// `validation` turns the Khronos validation layer on, with synchronisation validation; without it, the
    /// environment's CANDELA_VALIDATION=1 does. Throws `DeviceError` where there is no such device or it lacks something.
    public convenience init(
        selecting selection: Selection? = nil, validation: ValidationLog? = nil, strategy: MemoryStrategy? = nil,
        compileNotice: CompileNotice? = nil
    ) throws {
        try self.init(
            selecting: selection, validation: validation, strategy: strategy, counters: GPUCounters(),
            cacheFolder: CacheFolder.standard, compileNotice: compileNotice)
    }

    /// The same, with the counters and the folder for caches (nil for none) given by a test.
    package init(
        selecting selection: Selection?, validation: ValidationLog?, strategy: MemoryStrategy?,
        counters: GPUCounters, cacheFolder: CacheFolder?, compileNotice: CompileNotice? = nil
    ) throws {
        let log = validation ?? ValidationLog.ofEnvironment
        let instance = try VulkanInstance(log: log, counters: counters)
        let present = try instance.physicalDevices().enumerated().map { index, handle in
            try PhysicalDevice(handle, index: index)
        }
        let chosen = try Self.choose(selection, among: present)
        if let missing = chosen.info.missing {
            throw DeviceError.missingFeature(device: chosen.info.name, feature: missing)
        }
        core = try DeviceCore(chosen, instance: instance)
        self.counters = counters
        self.compileNotice = compileNotice
        self.strategy = strategy ?? (chosen.info.sharesHostMemory ? .inPlace : .staged)
        pipelines = try PipelineStore(core: core, folder: cacheFolder)
        imports = ImportCache(core: core)
    }

    private static func choose(_ selection: Selection?, among present: [PhysicalDevice]) throws -> PhysicalDevice {
        guard !present.isEmpty else { throw DeviceError.noDevice }
        let found: PhysicalDevice?
        let wanted: String
        switch selection {
        case nil:
            let ranks = DeviceInfo.Kind.allCases
            // A stable order: the loader's own among equals.
            let ranked = present.sorted {
                let a = ranks.firstIndex(of: $0.info.kind) ?? 0
                let b = ranks.firstIndex(of: $1.info.kind) ?? 0
                return (a, $0.info.index) < (b, $1.info.index)
            }
            return ranked.first { $0.info.missing == nil } ?? ranked[0]
        case .name(let name):
            wanted = name
            found = present.first { $0.info.name.lowercased().contains(name.lowercased()) }
        case .index(let index):
            wanted = String(index)
            found = present.indices.contains(index) ? present[index] : nil
        case .uuid(let uuid):
            wanted = uuid
            let digits = uuid.lowercased().filter { $0 != "-" }
            found = present.first { $0.info.uuid.filter { $0 != "-" } == digits }
        }
        guard let found else {
            throw DeviceError.noSuchDevice(
                wanted: wanted, present: present.map { "\($0.info.index) (\($0.info.name))" })
        }
        return found
    }
}
