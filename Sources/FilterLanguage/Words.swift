/// Words that GLSL keeps for itself.
enum Words {
    /// Why a word cannot be used in a filter's code, and what to do instead; `nil` for words that can.
    static func objection(to word: String) -> String? {
        if let known = advice[word] { return known }
        if word.hasPrefix("gl_") { return "'\(word)' is the shader's own; use position, size or time" }
        if word.contains("__") { return "names with two underscores belong to GLSL; use one" }
        if types.contains(word) {
            return "the type '\(word)' is not supported; use float, int, uint, bool, vectors or matrices of them"
        }
        return nil
    }

    /// Why a word cannot be a name of the author's choosing; `nil` when it can.
    static func objection(toName word: String) -> String? {
        if keywords.contains(word) || reserved.contains(word) {
            return
                "'\(word)' is a reserved word of GLSL and cannot be a name; choose another, such as '\(better(word))'"
        }
        if ValueType.named(word) != nil || types.contains(word) {
            return "'\(word)' is a type and cannot be a name; choose another"
        }
        if word == "main" { return "'main' is the shader's own; name the function as the filter" }
        return objection(to: word)
    }

    private static func better(_ word: String) -> String { alternatives[word] ?? word + "Value" }

    private static let alternatives = [
        "sample": "tap", "input": "color", "output": "result", "filter": "kernelAt", "half": "middle",
        "fixed": "constant", "common": "shared_", "active": "isOn", "smooth": "softness", "flat": "even",
        "patch": "area", "shared": "both", "in": "source", "out": "result", "image": "picture", "texture": "picture",
    ]

    /// Words whose use, not only as a name, is answered with a way out.
    private static let advice: [String: String] = [
        "discard": "a filter always gives a pixel, so 'discard' is refused; return vec4(0.0) for a transparent one",
        "layout": "'layout' is refused: bindings are written for you; declare parameters with '//! param'",
        "uniform": "'uniform' is refused; declare a parameter: '//! param name float = 1 in 0...2: What it does.'",
        "buffer": "'buffer' is refused: bindings are written for you; declare parameters with '//! param'",
        "goto": "'goto' is not part of GLSL; use a loop, or return",
        "precision": "'precision' lines are not needed; remove it",
        "highp": "precision words are not needed; remove it",
        "mediump": "precision words are not needed; remove it",
        "lowp": "precision words are not needed; remove it",
        "varying": "'varying' is refused; a filter sees only its pixel, its parameters and given names",
        "attribute": "'attribute' is refused; a filter sees only its pixel, its parameters and given names",
        "double": "the type 'double' is not supported; use float",
        "floatBitsToInt": "'floatBitsToInt' is refused: bits of a float differ from device to device",
        "floatBitsToUint": "'floatBitsToUint' is refused: bits of a float differ from device to device",
        "intBitsToFloat": "'intBitsToFloat' is refused: bits of a float differ from device to device",
        "uintBitsToFloat": "'uintBitsToFloat' is refused: bits of a float differ from device to device",
        "frexp": "'frexp' is refused: bits of a float differ from device to device; use floor(log2(abs(x)))",
        "packHalf2x16": "packing is refused: bits of a float differ from device to device",
        "unpackHalf2x16": "packing is refused: bits of a float differ from device to device",
        "packUnorm4x8": "packing is refused: bits of a float differ from device to device",
        "unpackUnorm4x8": "packing is refused: bits of a float differ from device to device",
        "texture2D": "'texture2D' is refused; an area filter reads its input by at(p), texel(p) or pixel(offset)",
        "mainImage": "'mainImage' is another host's; name the function as the filter: vec4 NAME(vec4 color)",
        "iTime": "'iTime' is another host's name; use time",
        "iResolution": "'iResolution' is another host's name; use size",
        "fragCoord": "'fragCoord' is another host's name; use position",
        "texture": "'texture' is refused; an area filter reads its input by at(p), texel(p) or pixel(offset)",
        "texelFetch": "'texelFetch' is refused; an area filter reads its input by at(p), texel(p) or pixel(offset)",
        "imageLoad": "'imageLoad' is refused; an area filter reads its input by at(p), texel(p) or pixel(offset)",
        "imageStore": "'imageStore' is refused; a filter returns its pixel",
        "dFdx": "derivatives are refused; an area filter reads its neighbours by pixel(offset)",
        "dFdy": "derivatives are refused; an area filter reads its neighbours by pixel(offset)",
        "fwidth": "derivatives are refused; an area filter reads its neighbours by pixel(offset)",
    ]

    /// What GLSL calls things that other languages name so; an author may give these names to things of the file.
    private static let elsewhere = [
        "float2": "vec2", "float3": "vec3", "float4": "vec4", "half2": "vec2", "half3": "vec3", "half4": "vec4",
        "int2": "ivec2", "int3": "ivec3", "int4": "ivec4", "uint2": "uvec2", "uint3": "uvec3", "uint4": "uvec4",
        "bool2": "bvec2", "bool3": "bvec3", "bool4": "bvec4", "float2x2": "mat2", "float3x3": "mat3",
        "float4x4": "mat4",
        "lerp": "mix", "saturate": "clamp(x, 0.0, 1.0)", "frac": "fract", "atan2": "atan(y, x)", "fmod": "mod",
        "rsqrt": "inversesqrt", "rcp": "1.0 / x", "mul": "a * b", "fabs": "abs", "fmin": "min", "fmax": "max",
        "powf": "pow", "sqrtf": "sqrt", "luma": "luminance", "log10": "log(x) / log(10.0)", "sincos": "sin and cos",
    ]

    /// The end of a message about a name that is not known: what GLSL calls it, or what it is near to.
    static func ending(for wrong: String, among known: some Sequence<String>) -> String {
        elsewhere[wrong].map { "; GLSL has \($0)" } ?? Suggestion.ending(for: wrong, among: known)
    }

    private static let keywords: Set<String> = Set(
        """
        const in out inout if else for while do return break continue switch case default discard true false struct
        void attribute uniform varying buffer shared coherent volatile restrict readonly writeonly layout centroid
        flat smooth noperspective patch sample invariant precise subroutine lowp mediump highp precision
        """.split { $0 == " " || $0 == "\n" }.map(String.init))

    private static let reserved: Set<String> = Set(
        """
        common partition active asm class union enum typedef template this resource goto inline noinline public
        static extern external interface long short half fixed unsigned superp input output hvec2 hvec3 hvec4 fvec2
        fvec3 fvec4 filter sizeof cast namespace using sampler3DRect texture image atomic_uint row_major
        """.split { $0 == " " || $0 == "\n" }.map(String.init)
    ).subtracting(["texture", "image", "row_major"])

    private static let types: Set<String> = {
        var all: Set<String> = ["double", "atomic_uint", "sampler", "samplerShadow"]
        for count in 2...4 {
            all.formUnion(["dvec\(count)", "dmat\(count)"])
            for other in 2...4 { all.insert("dmat\(count)x\(other)") }
        }
        for prefix in ["", "i", "u"] {
            for shape in [
                "1D", "2D", "3D", "Cube", "2DRect", "1DArray", "2DArray", "CubeArray", "Buffer", "2DMS", "2DMSArray",
            ] {
                all.formUnion(["\(prefix)sampler\(shape)", "\(prefix)image\(shape)", "\(prefix)texture\(shape)"])
            }
        }
        return all
    }()
}
