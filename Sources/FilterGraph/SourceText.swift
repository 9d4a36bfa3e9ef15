import ColorScience
import Frames

/// Writes the GLSL that reads one source picture's planes: codes, upsampled chroma, upright coordinates, light.
///
/// Functions carry the source's index: `code0_1` reads a code, `chroma0` a pair of chroma codes at a column and a pixel
/// row, `fetch0` everything of one upright pixel, `light0` turns codes into working light.
struct SourceText {
    let index: Int
    let picture: PictureDescription
    /// Columns and rows of the composition.
    let width: Int
    let height: Int

    var layout: PixelLayout { picture.layout }
    private var visible: PixelRect { picture.visible }
    private var last: (x: Int, y: Int) { (visible.x + visible.width - 1, visible.y + visible.height - 1) }
    private var hasSubsampledChroma: Bool { layout.log2ChromaWidth + layout.log2ChromaHeight > 0 }

    /// Whether its buffer is declared as 16-byte words: two halves pixels, or one of floats.
    var isWide: Bool { layout == .rgba16f || layout == .rgba32f }

    /// The buffer's other name, for single pixels: a software device loads every word that a read names.
    var pixelAlias: String? { layout == .rgba16f ? "src\(index)_0_pixels" : nil }

    /// Whether two pixels side by side can be read together, straight from stored coordinates.
    var readsPairs: Bool {
        picture.orientation == .upright && picture.hasSquarePixels && visible.x % 2 == 0
            && layout.log2ChromaWidth <= 1 && !(layout.log2ChromaWidth == 0 && layout.log2ChromaHeight == 1)
    }

    /// Whether it covers the whole composition.
    var coversComposition: Bool {
        let size = picture.uprightSize
        return size.width >= width && size.height >= height
    }

    // MARK: Codes

    /// Functions that read stored codes.
    func accessors() -> String {
        var text = ""
        if layout == .rgba16f {
            text += """
                vec4 texel\(index)(int x, int y) {
                    uvec2 h = src\(index)_0_pixels[\(byte(0, "0", step: 0)) / 8 + x];
                    return vec4(unpackHalf2x16(h.x), unpackHalf2x16(h.y));
                }

                """
        } else if layout == .rgba32f {
            text += """
                vec4 texel\(index)(int x, int y) {
                    return uintBitsToFloat(src\(index)_0[\(byte(0, "0", step: 0)) / 16 + x]);
                }

                """
        } else {
            for component in layout.components.indices { text += codeFunction(component) }
        }
        if hasSubsampledChroma { text += chromaFunction() }
        return text
    }

    /// The byte of a column in a row of a plane, as GLSL; `y` is in scope.
    private func byte(_ plane: Int, _ x: String, step: Int, offset: Int = 0) -> String {
        let column = step == 0 ? "" : " + \(x) * \(step)"
        let start = offset == 0 ? "" : " + \(offset)"
        return "(off_s\(index)_\(plane) + y * row_s\(index)_\(plane)\(column)\(start))"
    }

    private func codeFunction(_ number: Int) -> String {
        let component = layout.components[number]
        let address = byte(component.plane, "x", step: component.step, offset: component.offset)
        let word = "src\(index)_\(component.plane)[b >> 2]"
        let value: String
        if layout.isFloat {
            value = layout.wordBytes == 4 ? "uintBitsToFloat(\(word))" : "unpackHalf2x16(\(word) >> ((b & 3) * 8)).x"
        } else {
            let mask = component.depth >= 32 ? "0xffffffffu" : "\((1 << component.depth) - 1)u"
            let shift =
                layout.wordBytes == 4
                ? "\(component.shift)" : "((b & 3) * 8\(component.shift == 0 ? "" : " + \(component.shift)"))"
            value = "float((\(word) >> \(shift)) & \(mask))"
        }
        return "float code\(index)_\(number)(int x, int y) { int b = \(address); return \(value); }\n"
    }

    /// A pair of chroma codes at a chroma column, at the height of a pixel row: exact inverses of the way down.
    private func chromaFunction() -> String {
        let column = "clamp(c, \(visible.x >> layout.log2ChromaWidth), \(last.x >> layout.log2ChromaWidth))"
        guard layout.log2ChromaHeight == 1 else {
            return """
                vec2 chroma\(index)(int c, int y) {
                    c = \(column);
                    y = clamp(y, \(visible.y), \(last.y));
                    return vec2(code\(index)_1(c, y), code\(index)_2(c, y));
                }

                """
        }
        let taps = ChromaTaps(offset: picture.siting.verticalOffset)
        let rows = "\(visible.y >> 1), \(last.y >> 1)"
        return """
            vec2 chroma\(index)(int c, int y) {
                c = \(column);
                bool odd = (y & 1) != 0;
                int r = clamp(y >> 1, \(rows));
                int q = clamp((y >> 1) + (odd ? \(taps.odd.step) : \(taps.even.step)), \(rows));
                float w = odd ? \(taps.odd.weight) : \(taps.even.weight);
                return mix(vec2(code\(index)_1(c, r), code\(index)_2(c, r)),
                    vec2(code\(index)_1(c, q), code\(index)_2(c, q)), w);
            }

            """
    }

    // MARK: One pixel anywhere

    /// The function that reads all codes of one upright pixel of the composition.
    func fetch() -> String {
        let size = picture.unsampledSize
        let (w, h) = (size.width, size.height)
        let (right, bottom) = (visible.width - 1, visible.height - 1)
        let turned: (x: String, y: String) =
            switch picture.orientation.quarterTurns {
            case 1: ("p.y", "\(bottom) - p.x")
            case 2: ("\(right) - p.x", "\(bottom) - p.y")
            case 3: ("\(right) - p.y", "p.x")
            default: ("p.x", "p.y")
            }
        let column = picture.orientation.isMirrored ? "\(right) - (\(turned.x))" : turned.x
        // A pixel that only completes the last chroma pair repeats luma, but takes its own place's chroma.
        let slackX = w % 2
        let slackY = h % 2
        return """
            vec4 fetch\(index)(ivec2 p) {
                p = clamp(p, ivec2(0), ivec2(\(w - 1 + slackX), \(h - 1 + slackY)));
                int x = \(visible.x) + \(column);
                int y = \(visible.y) + \(turned.y);
                int cx = clamp(x, \(visible.x), \(last.x));
                int cy = clamp(y, \(visible.y), \(last.y));
                return \(fetched());
            }

            """
    }

    private func fetched() -> String {
        if isWide { return "texel\(index)(cx, cy)" }
        func code(_ number: Int) -> String { "code\(index)_\(number)(cx, cy)" }
        let alpha = layout.hasAlpha ? code(layout.components.count - 1) : "0.0"
        if layout.model == .grey { return "vec4(vec3(\(code(0))), \(alpha))" }
        guard hasSubsampledChroma else { return "vec4(\(code(0)), \(code(1)), \(code(2)), \(alpha))" }
        let pair: String
        if layout.log2ChromaWidth == 1 {
            let taps = ChromaTaps(offset: picture.siting.horizontalOffset)
            pair = """
                mix(chroma\(index)(x >> 1, y), chroma\(index)((x >> 1) + ((x & 1) != 0 ? \(taps.odd.step) : \
                \(taps.even.step)), y), (x & 1) != 0 ? \(taps.odd.weight) : \(taps.even.weight))
                """
        } else {
            pair = "chroma\(index)(x, y)"
        }
        return "vec4(\(code(0)), \(pair), \(alpha))"
    }

    // MARK: Two pixels side by side

    /// Declarations before a thread's loop over pairs: chroma columns that one step hands to the next.
    func pairStart(row: Int, y: String) -> String {
        guard readsPairs, hasSubsampledChroma else { return "" }
        let stored = "\(visible.y) + \(y)"
        let column = "\(visible.x / 2) + block.x / 2"
        var text = "vec2 here\(index)_\(row) = chroma\(index)(\(column), \(stored));\n"
        if picture.siting.horizontalOffset != 0 {
            text += "vec2 left\(index)_\(row) = chroma\(index)(\(column) - 1, \(stored));\n"
        }
        return text
    }

    /// Reads the codes of the pixels at `x` (even) and `x + 1` in a row into `s<index>_<row>0` and `..1`.
    func pair(row: Int, y: String) -> String {
        let (a, b) = ("s\(index)_\(row)0", "s\(index)_\(row)1")
        guard readsPairs else {
            return "vec4 \(a) = fetch\(index)(ivec2(x, \(y))); vec4 \(b) = fetch\(index)(ivec2(x + 1, \(y)));\n"
        }
        let firstOfLastPair = visible.x + (visible.width - 1) / 2 * 2
        var text = "vec4 \(a), \(b);\n{\n"
        text += "int px = min(\(visible.x) + x, \(firstOfLastPair));\n"
        text += "int py = min(\(visible.y) + \(y), \(last.y));\n"
        if isWide {
            text += widePair(a, b)
        } else {
            text += codePair(row: row, y: y, a, b)
        }
        if visible.width % 2 == 1 {
            let channels = hasSubsampledChroma ? ".xw" : ""
            text += "if (px == \(last.x)) \(b)\(channels) = \(a)\(channels);\n"
        }
        return text + "}\n"
    }

    private func widePair(_ a: String, _ b: String) -> String {
        guard layout == .rgba16f else {
            return "\(a) = texel\(index)(px, py); \(b) = texel\(index)(px + 1, py);\n"
        }
        return """
            uvec4 w = src\(index)_0[(off_s\(index)_0 + py * row_s\(index)_0) / 16 + px / 2];
            \(a) = vec4(unpackHalf2x16(w.x), unpackHalf2x16(w.y));
            \(b) = vec4(unpackHalf2x16(w.z), unpackHalf2x16(w.w));

            """
    }

    private func codePair(row: Int, y: String, _ a: String, _ b: String) -> String {
        var text = codes(of: 0, into: "\(a).x", "\(b).x")
        if layout.model == .grey {
            text += "\(a).yz = \(a).xx; \(b).yz = \(b).xx;\n"
        } else if hasSubsampledChroma {
            text += """
                vec2 next = chroma\(index)((\(visible.x) + x) / 2 + 1, \(visible.y) + \(y));
                vec2 here = here\(index)_\(row);

                """
            if picture.siting.horizontalOffset == 0 {
                text += "\(a).yz = here; \(b).yz = mix(here, next, 0.5);\n"
            } else {
                text += "\(a).yz = mix(here, left\(index)_\(row), 0.25); \(b).yz = mix(here, next, 0.25);\n"
                text += "left\(index)_\(row) = here;\n"
            }
            text += "here\(index)_\(row) = next;\n"
        } else {
            text += codes(of: 1, into: "\(a).y", "\(b).y") + codes(of: 2, into: "\(a).z", "\(b).z")
        }
        if layout.hasAlpha {
            text += codes(of: layout.components.count - 1, into: "\(a).w", "\(b).w")
        } else {
            text += "\(a).w = 0.0; \(b).w = 0.0;\n"
        }
        return text
    }

    /// Two neighbouring codes from one word, where they share it.
    private func codes(of number: Int, into a: String, _ b: String) -> String {
        let c = layout.components[number]
        guard !layout.isFloat, layout.wordBytes <= 2, c.step == layout.wordBytes else {
            return "\(a) = code\(index)_\(number)(px, py); \(b) = code\(index)_\(number)(px + 1, py);\n"
        }
        let mask = "\((1 << c.depth) - 1)u"
        let address = "(off_s\(index)_\(c.plane) + py * row_s\(index)_\(c.plane) + px * \(c.step))"
        let shift = c.shift == 0 ? "" : " >> \(c.shift)"
        let word =
            c.step == 1
            ? "src\(index)_\(c.plane)[\(address) >> 2] >> ((px & 2) * 8)" : "src\(index)_\(c.plane)[\(address) >> 2]"
        let bits = 8 * c.step
        return """
            { uint w = \(word); \(a) = float((w\(shift)) & \(mask)); \(b) = float((w >> \(bits + c.shift)) & \(mask)); }

            """
    }
}

/// Which chroma sample is mixed in, and by how much, for the even and the odd pixel of a pair, along one axis.
struct ChromaTaps {
    /// Samples from the pair's own, for its first and second row or column.
    let even: Tap
    let odd: Tap

    struct Tap {
        let step: Int
        /// What the sample weighs, beside the pair's own, in quarters.
        let quarters: Int
        var weight: String { GLSLText.number(Double(quarters) / 4) }
    }

    /// The taps for chroma that lies `offset` pixels (0, 1/2 or 1) after a pair's first pixel.
    init(offset: Double) {
        switch offset {
        case 0: (even, odd) = (Tap(step: 0, quarters: 0), Tap(step: 1, quarters: 2))
        case 1: (even, odd) = (Tap(step: -1, quarters: 2), Tap(step: 0, quarters: 0))
        default: (even, odd) = (Tap(step: -1, quarters: 1), Tap(step: 1, quarters: 1))
        }
    }
}
