/// Collects the members of a pass's settings block and lays them out by std430's rules.
struct SettingsBuilder {
    private(set) var layout = SettingsLayout()
    private(set) var declarations = ""
    private var names: Set<String> = []

    /// Adds a member, once; the GLSL name stays plain, since the block has no instance name.
    mutating func add(_ name: String, _ value: SettingsLayout.Value, kind: SettingsLayout.Kind, width: Int = 1) {
        guard names.insert(name).inserted else { return }
        let alignment = [4, 8, 16, 16][width - 1]
        let offset = (layout.byteCount + alignment - 1) / alignment * alignment
        layout.members.append(SettingsLayout.Member(value: value, kind: kind, offset: offset, width: width))
        layout.byteCount = offset + 4 * width
        let scalar =
            switch kind {
            case .float: "float"
            case .int: "int"
            case .uint: "uint"
            }
        declarations += "    \(width == 1 ? scalar : "vec\(width)") \(name);\n"
    }

    /// Adds an array of floats (`width` 1) or of vec4s (4), once.
    mutating func add(array name: String, _ value: SettingsLayout.Value, count: Int, width: Int) {
        guard names.insert(name).inserted else { return }
        let alignment = 4 * width
        let offset = (layout.byteCount + alignment - 1) / alignment * alignment
        layout.members.append(
            SettingsLayout.Member(value: value, kind: .float, offset: offset, width: width * count))
        layout.byteCount = offset + 4 * width * count
        declarations += "    \(width == 1 ? "float" : "vec4") \(name)[\(count)];\n"
    }

    /// The block's GLSL, at binding 0.
    var text: String {
        let members = declarations.isEmpty ? "    float unused;\n" : declarations
        return "layout(std430, set = 0, binding = 0) readonly buffer Settings {\n\(members)};\n"
    }
}
