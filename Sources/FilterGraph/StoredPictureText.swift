/// Writes the GLSL that keeps a picture between dispatches and reads it back, whole or between pixels.
struct StoredPictureText {
    /// The picture's columns and rows.
    let width: Int
    let height: Int
    let format: WorkingFormat

    /// Pixels in one row of the buffer: whole 16-byte words.
    var pixelsPerRow: Int { (width + 3) / 4 * 4 }
    var byteCount: Int { pixelsPerRow * height * (format == .rgba16f ? 8 : 4) }
    /// The element type of the buffer's array where it is written: two pixels of halves at once.
    var element: String { format == .rgba16f ? "uvec4" : "uint" }
    /// The element type where it is read, a pixel at a time.
    var readElement: String { format == .rgba16f ? "uvec2" : "uint" }

    /// Statements that store the pixels `a` and `b` at an even `x` and the next.
    func store(_ a: String, _ b: String, to buffer: String, y: String) -> String {
        let place = "\(y) * \(pixelsPerRow) + x"
        switch format {
        case .rgba16f:
            return """
                { vec4 p = storable(\(a)), q = storable(\(b));
                \(buffer)[(\(place)) / 2] = uvec4(packHalf2x16(p.xy), packHalf2x16(p.zw), packHalf2x16(q.xy), packHalf2x16(q.zw)); }

                """
        case .rgb10a2:
            return """
                \(buffer)[\(place)] = tenBits(\(a));
                \(buffer)[\(place) + 1] = tenBits(\(b));

                """
        }
    }

    /// Functions that `store` calls.
    static func storeFunctions(_ format: WorkingFormat) -> String {
        switch format {
        case .rgba16f:
            return """
                vec4 storable(vec4 v) {
                    v = mix(v, vec4(0.0), isnan(v));
                    return clamp(v, vec4(-65504.0), vec4(65504.0));
                }

                """
        case .rgb10a2:
            return """
                uint tenBits(vec4 v) {
                    vec3 c = clamp(mix(v.rgb, vec3(0.0), isnan(v.rgb)), vec3(-65504.0), vec3(65504.0));
                    uvec3 q = uvec3(clamp(floor(toSignal(c) * 1023.0 + 0.5), vec3(0.0), vec3(1023.0)));
                    return q.x | (q.y << 10) | (q.z << 20) | (3u << 30);
                }

                """
        }
    }

    /// The function `vec4 <name>(ivec2 p)`: the pixel at whole coordinates, the edge repeated outside.
    func texel(named name: String, buffer: String) -> String {
        let clamped = "p = clamp(p, ivec2(0), ivec2(\(width - 1), \(height - 1)));"
        switch format {
        case .rgba16f:
            return """
                vec4 \(name)(ivec2 p) {
                    \(clamped)
                    uvec2 h = \(buffer)[p.y * \(pixelsPerRow) + p.x];
                    return vec4(unpackHalf2x16(h.x), unpackHalf2x16(h.y));
                }

                """
        case .rgb10a2:
            return """
                vec4 \(name)(ivec2 p) {
                    \(clamped)
                    uint w = \(buffer)[p.y * \(pixelsPerRow) + p.x];
                    vec3 signal = vec3(w & 1023u, (w >> 10) & 1023u, (w >> 20) & 1023u) * \(GLSLText.number(1.0 / 1023));
                    return vec4(toLight(signal), 1.0);
                }

                """
        }
    }
}

/// Writes reads between pixels, over any function that gives the pixel at whole coordinates.
struct SamplingText {
    /// The function `vec4 texel(ivec2)` that repeats the edge.
    let texel: String
    let width: Int
    let height: Int

    /// The forms of reading that a filter may use, and the GLSL name each gets under `prefix`.
    static let functions = ["at", "atOrClear", "texel", "texelOrClear", "pixel"]

    /// The functions named in `needed`, each called `prefix` + its name; `pixel` calls `texel`, which stands before it.
    func text(_ needed: Set<String>, prefix: String) -> String {
        var text = ""
        // A place that is no number reads the first pixel; comparisons are written so that it fails them.
        if needed.contains("texel") {
            text += """
                vec4 \(prefix)texel(vec2 p) { return \(texel)(ivec2(floor(clamp(p, vec2(0.0), \(limit))))); }

                """
        }
        if needed.contains("texelOrClear") {
            text += """
                vec4 \(prefix)texelOrClear(vec2 p) {
                    bool inside = p.x >= 0.0 && p.y >= 0.0 && p.x < \(width).0 && p.y < \(height).0;
                    return inside ? \(texel)(ivec2(floor(p))) : vec4(0.0);
                }

                """
        }
        if needed.contains("pixel") {
            text += "vec4 \(prefix)pixel(vec2 offset) { return \(prefix)texel(position + offset); }\n"
        }
        if needed.contains("at") { text += bilinear("\(prefix)at", clear: false) }
        if needed.contains("atOrClear") { text += bilinear("\(prefix)atOrClear", clear: true) }
        return text
    }

    /// The function `vec4 <name>(vec2 p)`: Catmull-Rom over 4x4 pixels, edge repeated.
    func bicubic(named name: String) -> String {
        """
        vec4 \(name)Weights(float t) {
            float t2 = t * t, t3 = t2 * t;
            return vec4(-0.5 * t3 + t2 - 0.5 * t, 1.5 * t3 - 2.5 * t2 + 1.0, -1.5 * t3 + 2.0 * t2 + 0.5 * t, 0.5 * t3 - 0.5 * t2);
        }
        vec4 \(name)(vec2 p) {
            vec2 q = p - 0.5;
            ivec2 i = ivec2(floor(q));
            vec2 f = q - vec2(i);
            vec4 wx = \(name)Weights(f.x), wy = \(name)Weights(f.y);
            vec4 sum = vec4(0.0);
            for (int j = 0; j < 4; ++j) {
                vec4 row = vec4(0.0);
                for (int k = 0; k < 4; ++k) row += wx[k] * \(texel)(i + ivec2(k - 1, j - 1));
                sum += wy[j] * row;
            }
            return sum;
        }

        """
    }

    private var limit: String { "vec2(\(width - 1).0, \(height - 1).0)" }

    private func bilinear(_ name: String, clear: Bool) -> String {
        func read(_ x: Int, _ y: Int) -> String {
            let place = "i + ivec2(\(x), \(y))"
            guard clear else { return "\(texel)(\(place))" }
            return """
                (uint(i.x + \(x)) < \(width)u && uint(i.y + \(y)) < \(height)u ? \(texel)(\(place)) : vec4(0.0))
                """
        }
        // Far outside, every place reads alike; the clamp also keeps the whole coordinates within an int.
        return """
            vec4 \(name)(vec2 p) {
                vec2 q = clamp(p - 0.5, vec2(-2.0), vec2(\(width + 1).0, \(height + 1).0));
                ivec2 i = ivec2(floor(q));
                vec2 f = q - vec2(i);
                return mix(mix(\(read(0, 0)), \(read(1, 0)), f.x), mix(\(read(0, 1)), \(read(1, 1)), f.x), f.y);
            }

            """
    }
}
