import CGlslang

/// A shader text that does not compile: where, and what the compiler said.
public struct ShaderError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The pass.
    public let label: String
    /// The line, from 1; 0 where the fault has no line.
    public let line: Int
    /// The text of that line.
    public let text: String
    /// The first message.
    public let problem: String
    /// Everything that the compiler said.
    public let log: String

    public var description: String {
        line > 0 ? "pass \(label), line \(line): \(problem)\n    \(text)" : "pass \(label): \(problem)"
    }
}

/// Translates GLSL to SPIR-V, by glslang; from several threads at once.
enum ShaderCompiler {
    /// Names everything besides the text that the translation depends on.
    static let version =
        "glslang \(GLSLANG_VERSION_MAJOR).\(GLSLANG_VERSION_MINOR).\(GLSLANG_VERSION_PATCH), Vulkan 1.2, SPIR-V 1.5"

    /// The SPIR-V of a compute shader. Throws `ShaderError`, or `VulkanError` where glslang itself fails.
    static func spirv(_ text: String, label: String) throws -> [UInt32] {
        #if DEBUG
            if FaultInjection.strikesNow() {
                throw VulkanError(call: "glslang_shader_create", subject: label, result: .injected)
            }
        #endif
        guard isReady else {
            throw VulkanError(call: "glslang_initialize_process", subject: label, result: .noAnswer)
        }
        return try text.withCString { try translate($0, text: text, label: label) }
    }

    /// Set up once and never torn down: other threads may be compiling until the process ends.
    private static let isReady = glslang_initialize_process() != 0

    private static func translate(_ code: UnsafePointer<CChar>, text: String, label: String) throws -> [UInt32] {
        var input = glslang_input_t()
        input.language = GLSLANG_SOURCE_GLSL
        input.stage = GLSLANG_STAGE_COMPUTE
        input.client = GLSLANG_CLIENT_VULKAN
        input.client_version = GLSLANG_TARGET_VULKAN_1_2
        input.target_language = GLSLANG_TARGET_SPV
        input.target_language_version = GLSLANG_TARGET_SPV_1_5
        input.code = code
        input.default_version = 460
        input.default_profile = GLSLANG_NO_PROFILE
        input.messages = GLSLANG_MSG_DEFAULT_BIT
        input.resource = glslang_default_resource()
        guard let shader = glslang_shader_create(&input) else {
            throw VulkanError(call: "glslang_shader_create", subject: label, result: .noAnswer)
        }
        defer { glslang_shader_delete(shader) }
        guard glslang_shader_preprocess(shader, &input) != 0, glslang_shader_parse(shader, &input) != 0 else {
            throw error(glslang_shader_get_info_log(shader), text: text, label: label)
        }
        guard let program = glslang_program_create() else {
            throw VulkanError(call: "glslang_program_create", subject: label, result: .noAnswer)
        }
        defer { glslang_program_delete(program) }
        glslang_program_add_shader(program, shader)
        let rules = Int32(GLSLANG_MSG_SPV_RULES_BIT.rawValue | GLSLANG_MSG_VULKAN_RULES_BIT.rawValue)
        guard glslang_program_link(program, rules) != 0 else {
            throw error(glslang_program_get_info_log(program), text: text, label: label)
        }
        glslang_program_SPIRV_generate(program, GLSLANG_STAGE_COMPUTE)
        let count = glslang_program_SPIRV_get_size(program)
        guard count > 0, let words = glslang_program_SPIRV_get_ptr(program) else {
            throw error(glslang_program_SPIRV_get_messages(program), text: text, label: label)
        }
        return Array(UnsafeBufferPointer(start: words, count: count))
    }

    /// Reads glslang's `ERROR: 0:12: 'name' : problem`.
    private static func error(_ log: UnsafePointer<CChar>?, text: String, label: String) -> ShaderError {
        let log = log.map { String(cString: $0) } ?? ""
        let lines = log.split(separator: "\n").map(String.init)
        let first = lines.first { $0.hasPrefix("ERROR: ") } ?? lines.first ?? "the compiler gave no reason"
        let message = first.hasPrefix("ERROR: ") ? String(first.dropFirst(7)) : first
        let parts = message.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, Int(parts[0]) != nil, let line = Int(parts[1]) else {
            return ShaderError(label: label, line: 0, text: "", problem: message, log: log)
        }
        let source = text.split(separator: "\n", omittingEmptySubsequences: false)
        return ShaderError(
            label: label, line: line, text: source.indices.contains(line - 1) ? String(source[line - 1]) : "",
            problem: parts[2].trimmingSpaces, log: log)
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
