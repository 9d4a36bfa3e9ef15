import Frames

/// Writes how a column walk reads one source: whole rows of a block where the layout allows it, else pixel by pixel.
struct WalkedSource {
    let text: SourceText
    let streams: [SourceStream]

    init(_ text: SourceText, readsTexels: Bool) {
        self.text = text
        streams = readsTexels ? text.streams() ?? [] : []
    }

    private var layout: PixelLayout { text.layout }
    private var index: Int { text.index }
    private var isHalfHigh: Bool { layout.log2ChromaHeight == 1 }
    private var carried: [SourceStream] { isHalfHigh ? streams.filter(\.isHalfWide) : [] }
    private var visible: PixelRect { text.picture.visible }

    private func chromaRow(_ pair: String) -> String {
        let top = visible.y / 2
        return "(\(top) + clamp(\(pair), 0, \((visible.y + visible.height - 1) / 2 - top)))"
    }

    // MARK: Rows

    /// Chroma rows before (p), of (c) and after (n) a pair of rows, where they are fewer than luma's; called before the walk.
    func start() -> String {
        carried.map { stream in
            ["p", "c", "n"].map { stream.declared($0) }.joined()
                + stream.loaded("c", row: chromaRow("j0 - 2")) + stream.loaded("n", row: chromaRow("j0 - 1"))
        }.joined()
    }

    /// Hands the chroma rows on to the pair of rows `j`.
    func nextPair() -> String {
        carried.map { stream in
            stream.moved(from: "c", to: "p") + stream.moved(from: "n", to: "c")
                + stream.loaded("n", row: chromaRow("j + 1"))
        }.joined()
    }

    /// Loads the pixel row `yy`; `here` and `left` hold the chroma of the pairs -1 and -2 then.
    func row() -> String {
        guard !streams.isEmpty else { return "" }
        var result = "int sy\(index) = \(visible.y) + min(yy, \(visible.height - 1));\n"
        for stream in streams where !(isHalfHigh && stream.isHalfWide) {
            result += stream.declared("c") + stream.loaded("c", row: "sy\(index)")
        }
        let taps = ChromaTaps(offset: text.picture.siting.verticalOffset)
        func role(_ step: Int) -> String { step < 0 ? "p" : step > 0 ? "n" : "c" }
        let (odd, even) = (taps.odd, taps.even)
        if mixesWords {
            let share = "((yy & 1) != 0 ? \(odd.quarters)u : \(even.quarters)u)"
            for stream in carried {
                result += stream.mixed("v", "(yy & 1) != 0", role(odd.step), role(even.step), quarters: share)
            }
        } else if !carried.isEmpty {
            for stream in carried {
                result += stream.chosen("q", "(yy & 1) != 0", role(odd.step), role(even.step))
            }
            result += "float share\(index) = (yy & 1) != 0 ? \(odd.weight) : \(even.weight);\n"
        }
        if hasHalfWideChroma {
            result += "vec2 here\(index) = \(chromaBefore(-1)); vec2 left\(index) = \(chromaBefore(-2));\n"
        }
        return result
    }

    /// Whether chroma rows are mixed before they are taken apart, two codes in a word at once.
    private var mixesWords: Bool { !carried.isEmpty && carried.allSatisfy { $0.mixedComponent != nil } }

    private var hasHalfWideChroma: Bool { layout.log2ChromaWidth == 1 }

    private func stream(of component: Int) -> SourceStream { streams[layout.components[component].plane] }

    private func chromaBefore(_ pair: Int) -> String {
        chromaMixed { number, component, role in stream(of: number).codeBefore(component, pair, role) }
    }

    /// Cb and Cr at the pixel row, of one place of a row; `code` gives a component's code there in the row of a role.
    private func chromaMixed(_ code: (Int, PixelLayout.Component, String) -> String) -> String {
        func codes(_ role: String) -> String {
            let each = (1...2).map { number in
                let mixed = role == "v" ? stream(of: number).mixedComponent : nil
                var component = layout.components[number]
                if let mixed { (component.depth, component.shift) = (mixed.depth, mixed.shift) }
                return code(number, component, role)
            }
            return "vec2(\(each.joined(separator: ", ")))"
        }
        if mixesWords { return "\(codes("v")) * 0.25" }
        return isHalfHigh ? "mix(\(codes("c")), \(codes("q")), share\(index))" : codes("c")
    }

    // MARK: Pixels

    /// Declares the codes of the four pixels from column x (at `at_0` to `at_3`) as `s<index>_0` to `_3`.
    func pixels() -> String {
        guard !streams.isEmpty else {
            return (0..<4).map { "vec4 s\(index)_\($0) = fetch\(index)(at_\($0));\n" }.joined()
        }
        var result = ""
        for stream in streams {
            let isCarried = isHalfHigh && stream.isHalfWide
            let roles = !isCarried ? ["c"] : mixesWords ? ["v"] : ["c", "q"]
            for role in roles {
                let type = stream.fillsTwoWords ? "uvec2" : "uint"
                result +=
                    "\(type) i\(index)_\(stream.plane)\(role) = pick(i, \(stream.items(role).joined(separator: ", ")));\n"
            }
        }
        let chroma = chroma()
        result += chroma.text
        for k in 0..<4 {
            let alpha = layout.hasAlpha ? full(layout.components.count - 1, k) : "0.0"
            let color =
                layout.model == .grey
                ? "vec3(\(full(0, k)))"
                : hasHalfWideChroma
                    ? "\(full(0, k)), \(chroma.of[k])" : (0..<3).map { full($0, k) }.joined(separator: ", ")
            result += "vec4 s\(index)_\(k) = vec4(\(color), \(alpha));\n"
        }
        return result + chroma.after
    }

    private func full(_ component: Int, _ k: Int) -> String {
        let c = layout.components[component]
        return stream(of: component).code(c, k, of: "i\(index)_\(c.plane)c")
    }

    /// The chroma of the four pixels, from the pairs before and the two new ones.
    private func chroma() -> (text: String, of: [String], after: String) {
        guard hasHalfWideChroma else { return ("", [], "") }
        let (here, left) = ("here\(index)", "left\(index)")
        let (first, second) = ("first\(index)", "second\(index)")
        var result = ""
        for (k, name) in [first, second].enumerated() {
            let value = chromaMixed { number, component, role in
                stream(of: number).code(component, k, of: "i\(index)_\(component.plane)\(role)")
            }
            result += "vec2 \(name) = \(value);\n"
        }
        let after = "\(here) = \(second); \(left) = \(first);\n"
        if text.picture.siting.horizontalOffset == 0 {
            return (
                result, [here, "mix(\(here), \(first), 0.5)", first, "mix(\(first), \(second), 0.5)"], after
            )
        }
        return (
            result,
            [
                "mix(\(here), \(left), 0.25)", "mix(\(here), \(first), 0.25)", "mix(\(first), \(here), 0.25)",
                "mix(\(first), \(second), 0.25)",
            ], after
        )
    }
}
