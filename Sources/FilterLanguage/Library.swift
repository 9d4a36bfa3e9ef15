/// A function that filters may call without defining it, beside GLSL's own.
public struct LibraryFunction: Hashable, Sendable {
    /// What the function belongs to, and so what a shader must hold for it.
    public enum Group: Hashable, Sendable {
        /// The colour library.
        case color
        /// The composition's own curve and primaries.
        case composition
        /// Reads of an area filter's input.
        case reading
        /// Reads of a further picture, by its name.
        case input(String)
        /// A curve parameter, by its name.
        case curve(String)
        /// Reads of an image parameter, and its size, by its name.
        case image(String)
        case imageSize(String)
    }

    public let name: String
    public let result: ValueType
    public let parameters: [ValueType]
    public let group: Group

    /// The function's name without that of the picture it reads.
    public var baseName: String {
        if case .input(let input) = group { String(name.dropFirst(input.count + 1)) } else { name }
    }

    init(_ result: ValueType, _ name: String, _ parameters: ValueType..., group: Group = .color) {
        (self.name, self.result, self.parameters, self.group) = (name, result, parameters, group)
    }
}

extension Filter {
    /// Every function of the colour library, of the composition, and for reading, overloads apart.
    public static let libraryFunctions: [LibraryFunction] = [
        LibraryFunction(.vec3, "pqToNits", .vec3), LibraryFunction(.float, "pqToNits", .float),
        LibraryFunction(.vec3, "nitsToPQ", .vec3), LibraryFunction(.float, "nitsToPQ", .float),
        LibraryFunction(.vec3, "hlgToNits", .vec3),
        LibraryFunction(.vec3, "nitsToHLG", .vec3),
        LibraryFunction(.vec3, "bt1886ToLight", .vec3),
        LibraryFunction(.vec3, "lightToBT1886", .vec3),
        LibraryFunction(.vec3, "srgbToLight", .vec3),
        LibraryFunction(.vec3, "lightToSRGB", .vec3),
        LibraryFunction(.vec3, "gammaToLight", .vec3, .float),
        LibraryFunction(.vec3, "lightToGamma", .vec3, .float),
        LibraryFunction(.float, "luminance", .vec3),
        LibraryFunction(.vec3, "bt709ToBT2020", .vec3),
        LibraryFunction(.vec3, "bt2020ToBT709", .vec3),
        LibraryFunction(.vec3, "displayP3ToBT2020", .vec3),
        LibraryFunction(.vec3, "bt2020ToDisplayP3", .vec3),
        LibraryFunction(.vec4, "unpremultiplied", .vec4),
        LibraryFunction(.vec4, "premultiplied", .vec4),
        LibraryFunction(.float, "bt2390", .float, .float, .float),
        LibraryFunction(.vec3, "toSignal", .vec3, group: .composition),
        LibraryFunction(.vec3, "toLight", .vec3, group: .composition),
        LibraryFunction(.vec3, "toCompositionPrimaries", .vec3, group: .composition),
        LibraryFunction(.vec3, "fromCompositionPrimaries", .vec3, group: .composition),
        LibraryFunction(.vec4, "at", .vec2, group: .reading),
        LibraryFunction(.vec4, "atOrClear", .vec2, group: .reading),
        LibraryFunction(.vec4, "texel", .vec2, group: .reading),
        LibraryFunction(.vec4, "texelOrClear", .vec2, group: .reading),
        LibraryFunction(.vec4, "pixel", .vec2, group: .reading),
    ]

    /// What an include calls the colour library, which every filter has without one.
    static let colorLibraryFile = "color.glsl"

    /// Names of given values and library functions, whatever the kind.
    /// The names of GLSL's own functions that filters may call.
    public static var builtinFunctions: Set<String> { Builtins.names }

    static let everyGivenName = Set(givenValues.keys).union(libraryFunctions.map(\.name))

    /// The values that every filter is given, by name.
    public static let givenValues: [String: ValueType] = [
        "position": .vec2, "size": .vec2, "time": .float, "contentHeadroom": .float, "referenceWhite": .float,
        "compositionIsHDR": .bool,
    ]

    /// The library functions that this filter sees, and those that its annotations bring.
    public var functions: [LibraryFunction] { Self.functions(kind, inputs, parameters) }

    /// The same, of a filter that is still being read.
    static func functions(_ kind: Kind, _ inputs: [Input], _ parameters: [Parameter]) -> [LibraryFunction] {
        var known = libraryFunctions.filter { $0.group != .reading || kind == .area }
        for parameter in parameters {
            let name = parameter.name
            switch parameter.kind {
            case .curve: known.append(LibraryFunction(.float, name, .float, group: .curve(name)))
            case .image:
                known.append(LibraryFunction(.vec4, name, .vec2, group: .image(name)))
                known.append(LibraryFunction(.vec2, name + "_size", group: .imageSize(name)))
            default: break
            }
        }
        // Where a filter sees one pixel of each picture, it is handed those of further pictures too.
        guard !kind.isLocal else { return known }
        let reads = libraryFunctions.filter { $0.group == .reading }
        return known
            + inputs.flatMap { input in
                reads.map { LibraryFunction($0.result, "\(input.name)_\($0.name)", .vec2, group: .input(input.name)) }
            }
    }

    /// Names of given values and functions that the filter sees.
    var givenNames: Set<String> { Set(Self.givenValues.keys).union(functions.map(\.name)) }
}
