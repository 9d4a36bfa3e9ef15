import CVulkan
import FilterGraph

/// What a driver tells of one compiled pass.
public struct PassStatistics: Sendable {
    /// One number of the driver's own choosing, such as a count of registers.
    public struct Entry: Sendable {
        public var name: String
        public var value: Double
    }

    /// The pass.
    public var label: String
    public var entries: [Entry]
}

extension GPUDevice {
    /// What the driver tells of a program's passes: instructions, registers and the like, by its own names.
    ///
    /// `nil` where the device does not offer VK_KHR_pipeline_executable_properties. The passes are compiled anew for it.
    /// Throws `ShaderError` or `VulkanError`.
    public func statistics(of program: Program) throws -> [PassStatistics]? {
        guard info.tellsExecutableStatistics,
            let properties: PFN_vkGetPipelineExecutablePropertiesKHR = procedure(
                "vkGetPipelineExecutablePropertiesKHR"),
            let statistics: PFN_vkGetPipelineExecutableStatisticsKHR = procedure(
                "vkGetPipelineExecutableStatisticsKHR")
        else { return nil }
        return try program.passes.map { pass in
            let pipeline = try pipelines.capturingPipeline(for: pass)
            var entries: [PassStatistics.Entry] = []
            for index in 0..<(try executableCount(pipeline, pass.label, properties)) {
                var info = VkPipelineExecutableInfoKHR()
                info.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR
                info.pipeline = pipeline.handle.raw
                info.executableIndex = index
                var count: UInt32 = 0
                try check("vkGetPipelineExecutableStatisticsKHR", for: pass.label) {
                    statistics(core.handle.raw, &info, &count, nil)
                }
                var empty = VkPipelineExecutableStatisticKHR()
                empty.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR
                var found = [VkPipelineExecutableStatisticKHR](repeating: empty, count: Int(count))
                try check("vkGetPipelineExecutableStatisticsKHR", for: pass.label) {
                    statistics(core.handle.raw, &info, &count, &found)
                }
                entries += found.prefix(Int(count)).map {
                    PassStatistics.Entry(name: string($0.name), value: Self.value($0))
                }
            }
            withExtendedLifetime(pipeline) {}
            return PassStatistics(label: pass.label, entries: entries)
        }
    }

    private func executableCount(
        _ pipeline: ComputePipeline, _ label: String, _ properties: PFN_vkGetPipelineExecutablePropertiesKHR
    ) throws(VulkanError) -> UInt32 {
        var info = VkPipelineInfoKHR()
        info.sType = VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR
        info.pipeline = pipeline.handle.raw
        var count: UInt32 = 0
        try check("vkGetPipelineExecutablePropertiesKHR", for: label) {
            properties(core.handle.raw, &info, &count, nil)
        }
        return count
    }

    private static func value(_ statistic: VkPipelineExecutableStatisticKHR) -> Double {
        switch statistic.format {
        case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR: statistic.value.b32 == 0 ? 0 : 1
        case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR: Double(statistic.value.i64)
        case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR: Double(statistic.value.u64)
        default: statistic.value.f64
        }
    }

    private func procedure<Function>(_ name: String) -> Function? {
        vkGetDeviceProcAddr(core.handle.raw, name).map { unsafeBitCast($0, to: Function.self) }
    }
}
