import CVulkan
import FilterGraph
import Synchronization

/// A compiled compute pass.
final class ComputePipeline: Sendable {
    let handle: Handle
    let layout: PassLayout
    private let core: DeviceCore

    init(
        _ words: [UInt32], layout: PassLayout, cache: Handle, label: String, core: DeviceCore,
        capturesStatistics: Bool = false
    ) throws(VulkanError) {
        let device = core.handle.raw
        handle = try Scratch.use { scratch throws(VulkanError) in
            var code = VkShaderModuleCreateInfo()
            code.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO
            code.codeSize = words.count * 4
            code.pCode = UnsafePointer(scratch.copy(words))
            let module = try make("vkCreateShaderModule", for: label) {
                vkCreateShaderModule(device, &code, nil, &$0)
            }
            // Pipelines keep what they need of a module.
            defer { vkDestroyShaderModule(device, module.raw, nil) }
            var info = VkComputePipelineCreateInfo()
            info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO
            if capturesStatistics {
                info.flags = VkPipelineCreateFlags(VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR.rawValue)
            }
            info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO
            info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT
            info.stage.module = module.raw
            info.stage.pName = UnsafePointer(scratch.copy(Array("main".utf8CString)))
            info.layout = layout.pipelineLayout.raw
            return try make("vkCreateComputePipelines", for: label) {
                vkCreateComputePipelines(device, cache.raw, 1, &info, nil, &$0)
            }
        }
        core.counters.handleCreated()
        core.counters.pipelineCompiled()
        self.layout = layout
        self.core = core
    }

    deinit {
        vkDestroyPipeline(core.handle.raw, handle.raw, nil)
        core.counters.handleDestroyed()
    }
}

/// The layout of passes that bind so many resources of such kinds in descriptor set 0.
final class PassLayout: Sendable {
    let setLayout: Handle
    let pipelineLayout: Handle
    private let core: DeviceCore

    init(_ types: [VkDescriptorType], core: DeviceCore) throws(VulkanError) {
        let device = core.handle.raw
        let subject = "\(types.count) bindings"
        let set = try Scratch.use { scratch throws(VulkanError) in
            let bindings = types.enumerated().map { index, type in
                var binding = VkDescriptorSetLayoutBinding()
                binding.binding = UInt32(index)
                binding.descriptorType = type
                binding.descriptorCount = 1
                binding.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT.rawValue
                return binding
            }
            var info = VkDescriptorSetLayoutCreateInfo()
            info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO
            info.bindingCount = UInt32(bindings.count)
            info.pBindings = UnsafePointer(scratch.copy(bindings))
            return try make("vkCreateDescriptorSetLayout", for: subject) {
                vkCreateDescriptorSetLayout(device, &info, nil, &$0)
            }
        }
        do {
            pipelineLayout = try Scratch.use { scratch throws(VulkanError) in
                var info = VkPipelineLayoutCreateInfo()
                info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO
                info.setLayoutCount = 1
                info.pSetLayouts = UnsafePointer(scratch.copy(Optional(set.raw)))
                return try make("vkCreatePipelineLayout", for: subject) {
                    vkCreatePipelineLayout(device, &info, nil, &$0)
                }
            }
        } catch {
            vkDestroyDescriptorSetLayout(device, set.raw, nil)
            throw error
        }
        setLayout = set
        self.core = core
        core.counters.handleCreated(2)
    }

    deinit {
        vkDestroyPipelineLayout(core.handle.raw, pipelineLayout.raw, nil)
        vkDestroyDescriptorSetLayout(core.handle.raw, setLayout.raw, nil)
        core.counters.handleDestroyed(2)
    }
}

/// A device's compiled passes, found again by their text; their SPIR-V and the driver's cache are kept on disk.
final class PipelineStore: Sendable {
    private struct Key: Hashable {
        var text: String
        var types: [Int]

        init(_ text: String, _ types: [VkDescriptorType]) {
            (self.text, self.types) = (text, types.map { Int($0.rawValue) })
        }

        init(_ pass: PassProgram) { self.init(pass.text, pass.descriptorTypes) }
    }

    private struct Content {
        var pipelines: [Key: ComputePipeline] = [:]
        var layouts: [[Int]: PassLayout] = [:]
        var isUnsaved = false
    }

    /// Pipelines kept at once; programs in use hold theirs regardless.
    private static let capacity = 512

    private let core: DeviceCore
    private let folder: CacheFolder?
    private let cache: Handle
    private let content = Mutex(Content())

    init(core: DeviceCore, folder: CacheFolder?) throws(VulkanError) {
        let saved = folder?.read(Self.cacheName(core)) ?? []
        var info = VkPipelineCacheCreateInfo()
        info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO
        cache = try Scratch.use { scratch throws(VulkanError) in
            info.initialDataSize = saved.count
            info.pInitialData = saved.isEmpty ? nil : UnsafeRawPointer(scratch.copy(saved))
            return try make("vkCreatePipelineCache", for: core.info.name) {
                vkCreatePipelineCache(core.handle.raw, &info, nil, &$0)
            }
        }
        core.counters.handleCreated()
        self.core = core
        self.folder = folder
    }

    deinit {
        save()
        vkDestroyPipelineCache(core.handle.raw, cache.raw, nil)
        core.counters.handleDestroyed()
    }

    /// The pipeline of a text whose bindings are all storage buffers.
    func pipeline(for pass: PassProgram) throws -> ComputePipeline {
        try pipeline(
            pass.text, label: pass.label, types: pass.descriptorTypes
        ) { words in
            if pass.raw != nil { try requireMemory(of: pass, words) }
        }
    }

    /// What a pass binds: storage buffers alone.
    /// Whether the pipeline of a pass is at hand.
    func holds(_ pass: PassProgram) -> Bool {
        let key = Key(pass)
        return content.withLock { $0.pipelines[key] != nil }
    }

    /// The folder that keeps what is compiled; `nil` where nothing is kept.
    var folderPath: String? { folder?.path }

    /// Throws where a raw filter's variables are more than the device has room for.
    private func requireMemory(of pass: PassProgram, _ words: [UInt32]) throws {
        let memory = ShaderMemory(words)
        let offered = core.info.limits.sharedByteCount
        var problem: String?
        if memory.shared > offered {
            problem =
                "the variables that threads share take \(memory.shared) bytes, this device has \(offered); use fewer"
        } else if memory.own > ShaderMemory.maxOwn {
            problem =
                "the variables of a thread take \(memory.own) bytes, more than \(ShaderMemory.maxOwn); use smaller arrays"
        }
        if let problem, let mistake = pass.mistake(problem: problem) { throw mistake }
    }

    /// The pipeline of a text with bindings of the given types; `inspect` sees its SPIR-V before the driver does.
    func pipeline(
        _ text: String, label: String, types: [VkDescriptorType], inspect: ([UInt32]) throws -> Void = { _ in }
    ) throws -> ComputePipeline {
        let key = Key(text, types)
        if let found = content.withLock({ $0.pipelines[key] }) { return found }
        let layout = try layout(types)
        let words = try spirv(text, label: label)
        try inspect(words)
        let pipeline = try ComputePipeline(
            words, layout: layout, cache: cache, label: label, core: core)
        content.withLock { content in
            if content.pipelines.count >= Self.capacity, let old = content.pipelines.keys.first {
                content.pipelines[old] = nil
            }
            content.pipelines[key] = pipeline
            content.isUnsaved = true
        }
        return pipeline
    }

    /// A pipeline that the driver tells statistics of, compiled anew and not kept.
    func capturingPipeline(for pass: PassProgram) throws -> ComputePipeline {
        try ComputePipeline(
            spirv(pass.text, label: pass.label), layout: layout(pass.descriptorTypes), cache: cache, label: pass.label,
            core: core,
            capturesStatistics: true)
    }

    /// Writes the driver's cache to disk where it has grown.
    func save() {
        guard let folder, content.withLock({ $0.isUnsaved }) else { return }
        var count = 0
        guard vkGetPipelineCacheData(core.handle.raw, cache.raw, &count, nil) == VK_SUCCESS, count > 0 else { return }
        var data = [UInt8](repeating: 0, count: count)
        guard vkGetPipelineCacheData(core.handle.raw, cache.raw, &count, &data) == VK_SUCCESS else { return }
        folder.write(Array(data.prefix(count)), as: Self.cacheName(core))
        content.withLock { $0.isUnsaved = false }
    }

    private func layout(_ types: [VkDescriptorType]) throws(VulkanError) -> PassLayout {
        let key = types.map { Int($0.rawValue) }
        if let found = content.withLock({ $0.layouts[key] }) { return found }
        let layout = try PassLayout(types, core: core)
        return content.withLock { content in
            let kept = content.layouts[key] ?? layout
            content.layouts[key] = kept
            return kept
        }
    }

    private func spirv(_ text: String, label: String) throws -> [UInt32] {
        let name = SHA256.hex(ShaderCompiler.version + "\0" + text) + ".spv"
        if let bytes = folder?.read(name), bytes.count % 4 == 0 {
            return stride(from: 0, to: bytes.count, by: 4).map { start in
                (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * UInt32($1)) }
            }
        }
        let words = try ShaderCompiler.spirv(text, label: label)
        core.counters.shaderTranslated()
        folder?.write(
            words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }, as: name)
        return words
    }

    private static func cacheName(_ core: DeviceCore) -> String {
        let info = core.info
        // The driver's words on itself too: some drivers keep their UUID from build to build.
        let facts =
            "\(info.vendorID) \(info.deviceID) \(info.driverVersion) \(info.driverInfo) "
            + core.physical.pipelineCacheUUID.map { String($0) }.joined(separator: ",")
        return SHA256.hex(facts) + ".pipelines"
    }
}
