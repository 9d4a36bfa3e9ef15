import Frames

/// `main` of a column walk.
extension PassWriter {
    /// The output's planes by a column walk; `encode` gives codes of the light called `value`.
    mutating func walkMain(_ walk: ColumnWalk, value: String, encode: PixelLines) -> Main {
        let walked = sources.map { WalkedSource($0, readsTexels: plan.readsTexels) }
        for source in walked {
            for stream in source.streams { bindTexels(of: stream) }
        }
        functions += walk.functions()
        let text = """
            \(shadeInTurns(walk, value: value, encode: encode))
            void main() {
                int x0 = int(gl_WorkGroupID.x) * \(ColumnWalk.columns);
                int y0 = int(gl_WorkGroupID.y * \(ColumnWalk.lanes)u + gl_LocalInvocationID.x) * \(walk.bandRows);
                if (y0 >= \(walk.output.codedHeight)) return;
                int y1 = min(y0 + \(walk.bandRows), \(walk.output.codedHeight));
                int j0 = y0 / 2;
                int last = \(walk.isHalfHigh ? "(y1 + 1) / 2 * 2 - 1 + \(walk.rim.bottom)" : "y1 - 1");
            \(walked.map { $0.start() }.joined())\(walk.isHalfHigh ? slots("above") + slots("own") : "")\
            for (int j = j0 - 1; j <= (y1 - 1) / 2 + 1; j++) {
            \(walked.map { $0.nextPair() }.joined())\(walk.isHalfHigh ? slots("even") : "")\(slots("row"))\
            for (int y = max(2 * j, y0 - \(walk.rim.top)); y <= min(2 * j + 1, last); y++) {
            \(row(walk, walked))}
            \(walk.isHalfHigh ? pairEnd(walk) : "")}
            \(report(walk.output))}

            """
        return (text, (ColumnWalk.lanes, 1), (ColumnWalk.columns / ColumnWalk.lanes, ColumnWalk.lanes * walk.bandRows))
    }

    /// A second view of a source plane, in 16-byte words. A software device reads a texel of four words faster than four
    /// words of a storage buffer, whose bounds it tests one by one and lane by lane.
    private mutating func bindTexels(of stream: SourceStream) {
        let resource = PassProgram.Resource.sourceTexels(source: stream.source, plane: stream.plane)
        guard !bindings.contains(resource) else { return }
        declarations += """
            layout(set = 0, binding = \(bindings.count)) uniform usamplerBuffer wide\(stream.source)_\(stream.plane);

            """
        bindings.append(resource)
    }

    private func slots(_ name: String) -> String {
        "vec4 \((0..<ColumnWalk.turns - 1).map { "\(name)\($0) = vec4(0.0)" }.joined(separator: ", "));\n"
    }

    /// The function that shades four pixels, line by line in turns.
    private func shadeInTurns(_ walk: ColumnWalk, value: String, encode: PixelLines) -> String {
        func each(_ text: String) -> String {
            (0..<ColumnWalk.turn).map { text.replacing("$", with: "_\($0)") }.joined(separator: ", ")
        }
        let inputs = ["ivec2 at$"] + sources.map { "vec4 s\($0.index)$" } + ["out vec4 e$", "out float brightest$"]
        let lines =
            openStatements + "    vec4 v$ = \(value);\n" + encode.lines + "    e$ = \(encode.result);\n"
        return """
            void shadeFour(\(inputs.map(each).joined(separator: ", "))) {
            \(PixelLines.turns(lines, count: ColumnWalk.turn))}

            """
    }

    // MARK: A row

    private func row(_ walk: ColumnWalk, _ walked: [WalkedSource]) -> String {
        let layout = walk.output.layout
        let lumaSlots = ColumnWalk.turns - 1
        let isWide = layout.wordBytes == 2
        let type = isWide ? "uvec2" : "uint"
        let perStore = isWide ? 2 : 4
        let words = stride(from: 0, to: lumaSlots, by: perStore).map { first in
            "uvec4(\((first..<first + perStore).map { "luma\($0)" }.joined(separator: ", ")))"
        }
        return """
            int yy = clamp(y, 0, \(walk.limit.y));
            bool isOwn = y >= y0 && y < y1;
            int rank = ditherRow(y);
            \(walked.map { $0.row() }.joined())\
            vec2 d_0 = vec2(0.0), d_1 = vec2(0.0), d_2 = vec2(0.0), d_3 = vec2(0.0);
            vec4 edge = vec4(0.0);
            uint half_ = 0u;
            \(type) \((0..<lumaSlots).map { "luma\($0) = \(type)(0u)" }.joined(separator: ", "));
            // One long unrolled row would not fit the processor's cache of decoded instructions.
            [[dont_unroll]] for (int i = 0; i < \(ColumnWalk.turns); i++) {
            \(turn(walk, walked, isWide: isWide))}
            if (isOwn) \(walk.store(words, plane: 0, column: "x0", row: "y"))\
            \(walk.isHalfHigh ? keptEvenRow() : "if (isOwn) {\n\(chroma(walk, "row", row: "y"))}\n")
            """
    }

    private func turn(_ walk: ColumnWalk, _ walked: [WalkedSource], isWide: Bool) -> String {
        let n = ColumnWalk.turn
        let places = (0..<n).map { "ivec2 at_\($0) = ivec2(clamp(x + \($0), 0, \(walk.limit.x)), yy);\n" }.joined()
        func list(_ prefix: String) -> String { (0..<n).map { "\(prefix)_\($0)" }.joined(separator: ", ") }
        let arguments = (["at"] + sources.map { "s\($0.index)" } + ["e", "light"]).map(list).joined(separator: ", ")
        let bits = (6..<6 + n).map { $0 % 8 }
        let codes = (0..<n).map { walk.rounded("e_\($0).x", 0, threshold: "t_\($0)") }
        // The first two pixels end the word that the turn before began.
        let word =
            isWide
            ? "uvec2 word = uvec2(half_, \(codes[0]) | (\(codes[1]) << 16)); half_ = \(codes[2]) | (\(codes[3]) << 16);\n"
            : """
            uint word = half_ | (\(codes[0]) << 16) | (\(codes[1]) << 24); half_ = \(codes[2]) | (\(codes[3]) << 8);

            """
        let kept = (0..<ColumnWalk.turns - 1).map { "if (i == \($0 + 1)) { row\($0) = pairs; luma\($0) = word; }\n" }
            .joined()
        return """
            int x = x0 - 2 + 4 * i;
            \(places)\(walked.map { $0.pixels() }.joined())\
            vec4 \(list("e"));
            float \(list("light"));
            shadeFour(\(arguments));
            \(counts(walk))\(walk.repeatedEnds())\(walk.pairs())\
            int ranks = (i & 1) == 0 ? rank : rank ^ \(ColumnWalk.bits(column: 4));
            \(walk.thresholds(bits, row: "ranks"))\(word)\(kept)
            """
    }

    /// Counts clipped pixels of the block itself, in the picture; `cut` holds the bits of a clipped pixel's brightest
    /// light and -1 for any other.
    private func counts(_ walk: ColumnWalk) -> String {
        let top = Double((1 << walk.output.layout.depth) - 1)
        let middle = GLSLText.number(top / 2)
        let reach = GLSLText.number(top / 2 + 0.5)
        let beyondHeight = walk.output.codedHeight > walk.height
        let bits = (0..<ColumnWalk.turn).map { k in
            let away = ["x", "y", "z"].map { "abs(e_\(k).\($0) - \(middle))" }
            let inPicture = walk.width % ColumnWalk.columns == 0 ? "" : "x + \(k) < \(walk.width) && "
            return
                "\(inPicture)max(max(\(away[0]), \(away[1])), \(away[2])) > \(reach) ? max(floatBitsToInt(light_\(k)), 0) : -1"
        }
        return """
            bool counts = isOwn\(beyondHeight ? " && y < \(walk.height)" : "");
            ivec4 cut = ivec4(
                \(bits.joined(separator: ",\n    ")));
            cut.xy = counts && i > 0 ? cut.xy : ivec2(-1);
            cut.zw = counts && i < \(ColumnWalk.turns - 1) ? cut.zw : ivec2(-1);
            clipped += uint(4 + (cut.x >> 31) + (cut.y >> 31) + (cut.z >> 31) + (cut.w >> 31));
            clippedPeak = max(clippedPeak, intBitsToFloat(max(max(max(cut.x, cut.y), max(cut.z, cut.w)), 0)));

            """
    }

    // MARK: Chroma

    /// Keeps the chroma of the even row of a pair of rows; that of the odd one stays where it is.
    private func keptEvenRow() -> String {
        "if ((y & 1) == 0) { \((0..<ColumnWalk.turns - 1).map { "even\($0) = row\($0);" }.joined(separator: " ")) }\n"
    }

    /// Adds a pair of rows to the three chroma rows that it weighs in, stores the one before, which is complete now, and
    /// hands the others on. Of rows at a band's rim that were not shaded, none has a weight in the band's own chroma.
    private func pairEnd(_ walk: ColumnWalk) -> String {
        func weighed(_ pair: Int, _ k: Int) -> String {
            let (even, odd) = walk.weights(pair: pair)
            guard even != 0, even == odd else {
                return [(even, "even"), (odd, "row")].filter { $0.0 != 0 }.map {
                    "\(GLSLText.number($0)) * \($1)\(k)"
                }.joined(separator: " + ")
            }
            return "\(GLSLText.number(even)) * (even\(k) + row\(k))"
        }
        func each(_ text: (Int) -> String) -> String { (0..<ColumnWalk.turns - 1).map(text).joined() }
        func sum(_ name: String, _ pair: Int, of start: String) -> String {
            each { k in
                let parts = [start.isEmpty ? "" : "\(start)\(k)", weighed(pair, k)].filter { !$0.isEmpty }
                return "\(name)\(k) = \(parts.isEmpty ? "vec4(0.0)" : parts.joined(separator: " + "));\n"
            }
        }
        return """
            \(sum("above", -1, of: "above"))\
            if (j > j0) {
            \(chroma(walk, "above", row: "(j - 1)"))}
            \(sum("above", 0, of: "own"))\(sum("own", 1, of: ""))
            """
    }

    /// Rounds and stores a row of chroma pairs: two in each of the vectors called `name` and a number.
    private func chroma(_ walk: ColumnWalk, _ name: String, row: String) -> String {
        let layout = walk.output.layout
        var text = "{ int rank = ditherRow(\(row));\n" + walk.thresholds(Array(0..<8), row: "rank")
        for plane in 0..<layout.planeCount where layout.isChroma(plane: plane) {
            let inside = layout.components.enumerated().filter { $1.plane == plane }
            let step = inside[0].element.step
            var words: [String] = []
            for word in 0..<ColumnWalk.columns / 2 * step / 4 {
                var fields: [String] = []
                for byte in stride(from: word * 4, to: word * 4 + 4, by: min(step, 4)) {
                    let pair = byte / step
                    for (number, component) in inside {
                        let part = (pair % 2 == 0 ? ["x", "y"] : ["z", "w"])[number - 1]
                        let code = walk.rounded("\(name)\(pair / 2).\(part)", number, threshold: "t_\(pair % 8)")
                        let bit = (byte - word * 4 + component.offset) * 8
                        fields.append(bit == 0 ? code : "(\(code) << \(bit))")
                    }
                }
                words.append(fields.joined(separator: " | "))
            }
            let wide = stride(from: 0, to: words.count, by: 4).map {
                "uvec4(\(words[$0..<$0 + 4].joined(separator: ",\n")))"
            }
            text += walk.store(wide, plane: plane, column: "(x0 / 2)", row: row)
        }
        return text + "}\n"
    }
}
