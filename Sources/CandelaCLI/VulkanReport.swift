import Candela

/// What is to be said of Vulkan once a command has ended and everything should be gone.
enum VulkanReport {
    /// Vulkan objects of this process that are still there.
    static var liveHandles: Int { GPUCounters.ofProcess.liveHandles }

    /// How a command's end is told: as it was or, under CANDELA_VALIDATION, as our mistake where the validation layer had
    /// something to say or an object was left alive.
    static func judged(_ code: ExitCode) -> ExitCode {
        guard let log = ValidationLog.ofEnvironment else { return code }
        for message in log.messages { Console.note("candela: Vulkan validation: \(oneLine(message))") }
        if liveHandles != 0 {
            Console.note("candela: Vulkan: \(counted(liveHandles, "object")) left alive; this is a mistake of ours")
        }
        return log.count == 0 && liveHandles == 0 ? code : .internalError
    }
}
