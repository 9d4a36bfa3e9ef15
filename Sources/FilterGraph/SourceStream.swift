import Frames

/// One plane of a source as a column walk reads it: a row of a block as 16-byte words, with one more on either side.
///
/// An element is a sample, or a Cb-Cr pair where a plane holds both. Variables of a row carry a role (such as the chroma
/// row above), so that rows can be handed on: `w0_1n` is the row `n` of plane 1 of source 0.
struct SourceStream {
    let source: Int
    let plane: Int
    /// Bytes of an element.
    let step: Int
    /// Whether it has an element for every two columns.
    let isHalfWide: Bool
    /// The first visible element of a row, and the last one counted from there.
    let first: Int
    let last: Int
    /// Whether the composition goes on to the right where the source ends.
    let endsBeforeComposition: Bool
    /// Bits of a sample in memory, of its code, and below the code.
    let elementBits: Int
    let depth: Int
    let shift: Int

    /// Elements of a block.
    var count: Int { isHalfWide ? ColumnWalk.columns / 2 : ColumnWalk.columns }
    private var wideCount: Int { count * step / 16 }
    private var perWord: Int { 4 / step }

    private func name(_ role: String) -> String { "w\(source)_\(plane)\(role)" }

    /// The 32-bit word `k` of a row, from the block's first; words of the neighbours run from -4 and to 3 beyond.
    private func word(_ k: Int, _ role: String) -> String {
        let part = k < 0 ? "l" : k < 4 * wideCount ? "m\(k / 4)" : "r"
        return "\(name(role))\(part).\(["x", "y", "z", "w"][(k + 4) % 4])"
    }

    private var parts: [String] { ["l"] + (0..<wideCount).map { "m\($0)" } + ["r"] }

    func declared(_ role: String) -> String {
        "uvec4 \(parts.map { name(role) + $0 }.joined(separator: ", "));\n"
    }

    func moved(from role: String, to other: String) -> String {
        parts.map { "\(name(other))\($0) = \(name(role))\($0);" }.joined(separator: " ") + "\n"
    }

    func chosen(_ role: String, _ condition: String, _ yes: String, _ no: String) -> String {
        parts.map { "uvec4 \(name(role))\($0) = \(condition) ? \(name(yes))\($0) : \(name(no))\($0);" }
            .joined(separator: "\n") + "\n"
    }

    /// What a row holds after `mixed`: four times a code; `nil` where two of them do not fit a word beside each other.
    var mixedComponent: (depth: Int, shift: Int)? { depth <= 14 && elementBits == 16 ? (depth + 2, 0) : nil }

    /// Declares the row `role` as four times the mixture of the row `c` and another one, by quarters of that: exact, and two
    /// codes at once, because no sum leaves its 16 bits.
    func mixed(_ role: String, _ condition: String, _ yes: String, _ no: String, quarters: String) -> String {
        let code = (1 << depth) - 1
        func codes(_ row: String) -> String { "((\(row) >> \(shift)) & \(code | code << 16)u)" }
        return parts.map { part in
            let other = "(\(condition) ? \(name(yes))\(part) : \(name(no))\(part))"
            let own = codes("\(name("c"))\(part)")
            return "uvec4 \(name(role))\(part) = (\(own) << 2) + (\(codes(other)) - \(own)) * \(quarters);\n"
        }.joined()
    }

    /// Statements that load a row, number `row` in the plane, and repeat the first and last visible element outside.
    func loaded(_ role: String, row: String) -> String {
        let n = name(role)
        let x = isHalfWide ? "x0 / 2" : "x0"
        let wide = "wide\(source)_\(plane)"
        var text =
            "{ int b = (off_s\(source)_\(plane) + \(row) * row_s\(source)_\(plane) + (\(first) + \(x)) * \(step)) >> 4;\n"
        text += "\(n)l = texelFetch(\(wide), max(b - 1, 0)); \(n)r = texelFetch(\(wide), b + \(wideCount));\n"
        text += (0..<wideCount).map { "\(n)m\($0) = texelFetch(\(wide), b + \($0));" }.joined(separator: " ") + "\n"
        if isHalfWide { text += "if (x0 == 0) \(n)l = uvec4(\(spread(0, role)));\n" }
        return text + repeatedEnd(role) + repeatedBefore(role) + "}\n"
    }

    /// Where the source fills its last block, the first pixel of the next one still mixes the chroma of its last pair with
    /// a pair that there is not.
    private func repeatedBefore(_ role: String) -> String {
        guard isHalfWide, endsBeforeComposition, (last + 1) % count == 0 else { return "" }
        let w = word(-1, role)
        let end = step == 1 ? "(\(w) >> 24) * 0x01010101u" : step == 2 ? "(\(w) >> 16) * 0x00010001u" : w
        return "if (x0 == \((last + 1) / count * ColumnWalk.columns)) \(word(0, role)) = \(end);\n"
    }

    /// An element in every place of a word.
    private func spread(_ element: Int, _ role: String) -> String {
        let w = word(element * step / 4, role)
        switch step {
        case 1: return "((\(w) >> \(element % 4 * 8)) & 255u) * 0x01010101u"
        case 2: return "((\(w) >> \(element % 2 * 16)) & 65535u) * 0x00010001u"
        default: return w
        }
    }

    private func repeatedEnd(_ role: String) -> String {
        let end = last % count
        var text = "if (x0 == \(last / count * ColumnWalk.columns)) { uint d = \(spread(end, role));\n"
        let kept = (end + 1) % max(perWord, 1)
        if perWord > 1, kept > 0 {
            let w = word(end / perWord, role)
            let mask = (1 << (kept * step * 8)) - 1
            text += "\(w) = (\(w) & \(mask)u) | (d & \(~mask & 0xffff_ffff)u);\n"
        }
        for k in ((end + 1) * step + 3) / 4..<4 * wideCount + 4 { text += "\(word(k, role)) = d; " }
        return text + "}\n"
    }

    /// Whether the elements of one step of a block's walk fill two words.
    var fillsTwoWords: Bool { step == (isHalfWide ? 4 : 2) }

    /// The bits of each step i of a block's walk, one or two words: for full columns pixels -2...1 from column 4i, for
    /// half columns the pairs 2i and 2i + 1.
    func items(_ role: String) -> [String] {
        let steps = 0...ColumnWalk.columns / 4
        switch (isHalfWide, step) {
        case (false, 1): return steps.map { "(\(word($0 - 1, role)) >> 16) | (\(word($0, role)) << 16)" }
        case (false, _), (true, 4):
            let from = isHalfWide ? 0 : -1
            return steps.map { "uvec2(\(word(2 * $0 + from, role)), \(word(2 * $0 + from + 1, role)))" }
        case (true, 1): return steps.map { $0 % 2 == 0 ? word($0 / 2, role) : "(\(word($0 / 2, role)) >> 16)" }
        default: return steps.map { word($0, role) }
        }
    }

    /// The code of a component, as a float, of the element `k` of an item.
    func code(_ component: PixelLayout.Component, _ k: Int, of item: String) -> String {
        let bit = (k * step + component.offset) * 8 + component.shift
        let w = fillsTwoWords ? "\(item).\(bit < 32 ? "x" : "y")" : item
        return Self.code(component, word: w, bit: bit % 32)
    }

    /// The code of a component of the pair -1 or -2.
    func codeBefore(_ component: PixelLayout.Component, _ pair: Int, _ role: String) -> String {
        let byte = pair * step + component.offset
        let k = (byte + 16) / 4 - 4
        return Self.code(component, word: word(k, role), bit: (byte - 4 * k) * 8 + component.shift)
    }

    private static func code(_ component: PixelLayout.Component, word: String, bit: Int) -> String {
        let shifted = bit == 0 ? word : "(\(word) >> \(bit))"
        // Codes have at most 16 bits; a signed conversion is one instruction where an unsigned one is many.
        return "float(int(\(shifted) & \((1 << component.depth) - 1)u))"
    }
}

extension SourceText {
    /// The planes as streams, when the source's rows can be read that way for a composition of the given height.
    func streams() -> [SourceStream]? {
        let visible = picture.visible
        let hasFullChroma = layout.log2ChromaWidth + layout.log2ChromaHeight == 0
        guard picture.orientation == .upright, picture.hasSquarePixels, !layout.isFloat, layout.wordBytes <= 2,
            visible.x % 32 == 0, visible.y % 2 == 0, visible.height <= height,
            layout.log2ChromaWidth <= 1, hasFullChroma || layout.log2ChromaWidth == 1
        else { return nil }
        var found: [SourceStream] = []
        for plane in 0..<layout.planeCount {
            let inside = layout.components.filter { $0.plane == plane }
            let isChroma = layout.isChroma(plane: plane)
            let isHalfWide = isChroma && layout.log2ChromaWidth == 1
            let step = inside.map(\.step).max() ?? 0
            guard step == inside.count * layout.wordBytes, inside.count == 1 || (isHalfWide && inside.count == 2)
            else { return nil }
            let shift = isHalfWide ? 1 : 0
            found.append(
                SourceStream(
                    source: index, plane: plane, step: step, isHalfWide: isHalfWide, first: visible.x >> shift,
                    last: (visible.width - 1) >> shift, endsBeforeComposition: visible.width < width,
                    elementBits: 8 * layout.wordBytes,
                    depth: inside.map(\.depth).max() ?? 0, shift: inside.map(\.shift).max() ?? 0))
        }
        return found
    }
}
