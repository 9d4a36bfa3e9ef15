import Frames

/// `shade` and `main`: the walk over pairs of pixels, and chroma made from neighbours.
extension PassWriter {
    typealias Main = (text: String, local: (x: Int, y: Int), block: (x: Int, y: Int))

    /// `shade` and a `main` that stores working light in an intermediate.
    mutating func storeMain(value: String) -> Main {
        let format = pass.picture.map(plan.format) ?? job.working
        let stored = StoredPictureText(width: pass.width, height: pass.height, format: format)
        let number = pass.picture.flatMap { buffers[$0] } ?? 0
        bind(.intermediate(number), "buf\(number)", element: stored.element, access: "writeonly")
        functions += StoredPictureText.storeFunctions(format)
        if format == .rgb10a2 { use("toSignal") }
        let text = """
            \(shade("return \(value);"))
            void main() {
                ivec2 block = ivec2(gl_GlobalInvocationID.xy) * ivec2(2, 1);
                if (block.x >= \(pass.width) || block.y >= \(pass.height)) return;
                int x = block.x;
            \(pairStarts(rows: 1))\(pairReads(rows: 1))\(pairShades(rows: 1, limit: (pass.width - 1, pass.height - 1)))
            \(stored.store("e00", "e01", to: "buf\(number)", y: "block.y"))}

            """
        return (text, (64, 4), (2, 1))
    }

    /// `shade` and a `main` that encodes into the output's planes.
    mutating func outputMain(_ output: OutputText, value: String) -> Main {
        let encode = output.encode(edges(0).encode, text: &steps)
        var walk: ColumnWalk?
        if plan.isForSoftware, output.hasSubsampledChroma {
            walk = ColumnWalk(output: output, width: pass.width, height: pass.height)
            if let most = walk?.mostTurns, loopTurns > most { walk = nil }
        }
        for plane in 0..<output.layout.planeCount {
            settings.add("off_o\(plane)", .outputOffset(plane: plane), kind: .int)
            settings.add("row_o\(plane)", .outputRow(plane: plane), kind: .int)
            bind(
                .outputPlane(plane), "out_\(plane)", element: output.isWide || walk != nil ? "uvec4" : "uint",
                access: "writeonly")
        }
        if !output.layout.isFloat || output.settlesNumbers {
            bind(.statistics, "statistics", element: "uint", access: "")
        }
        if case .signal = job.output.picture.content { label.append("encode") }
        functions += output.settlingFunction()
        if let walk { return walkMain(walk, value: value, encode: encode) }
        if output.layout == .rgba16f { functions += StoredPictureText.storeFunctions(.rgba16f) }
        functions += "vec4 encode(vec4 v) {\n\(encode.body)}\n" + output.storeFunctions()
        let shade = shade("return encode(\(value));")
        if output.hasSubsampledChroma {
            let tile = ChromaTile(output: output, threads: (8, 8))
            return (shade + sharedMain(output, tile), tile.threads, (ChromaTile.columns, output.rowsPerThread))
        }
        let columns = output.isWide ? 2 : output.layout.wordBytes == 4 ? 4 : 8
        return (shade + plainMain(output, columns: columns), columns == 8 ? (16, 8) : (64, 4), (columns, 1))
    }

    /// Turns of the graph's loops for one pixel, at most.
    private var loopTurns: Double {
        job.graph.nodes.reduce(plan.resizing?.outputTurns ?? 0) { sum, node in
            if case .filter(let filter, _, _) = node { sum + filter.loopTurns } else { sum }
        }
    }

    // MARK: Shade

    func shade(_ result: String) -> String {
        let parameters = sources.map { ", vec4 s\($0.index)" }.joined()
        return """
            vec4 shade(ivec2 at\(parameters)) {
                position = vec2(at) + 0.5;
            \(PixelLines.one(statements + "    " + result))
            }

            """
    }

    private func pairStarts(rows: Int) -> String {
        sources.map { source in
            (0..<rows).map { source.pairStart(row: $0, y: "(block.y + \($0))") }.joined()
        }.joined()
    }

    private func pairReads(rows: Int) -> String {
        sources.map { source in
            (0..<rows).map { source.pair(row: $0, y: "(block.y + \($0))") }.joined()
        }.joined()
    }

    /// Reads the codes of pixels beyond `limit` anew: they repeat the composition's last one, whatever a source has there.
    private func repeatedEnds(_ tile: ChromaTile, rows: Int, limit: (x: Int, y: Int)) -> String {
        guard tile.slack.x > 0 || tile.slack.y > 0 else { return "" }
        return sources.map { source in
            (0..<rows).map { row in
                // Reading a pair repeats the source's own last row.
                let isTaller = source.picture.uprightSize.height > limit.y + 1
                var conditions = tile.slack.x > 0 ? ["x > \(limit.x)"] : []
                if tile.slack.y > 0, isTaller { conditions.append("block.y + \(row) > \(limit.y)") }
                guard !conditions.isEmpty else { return "" }
                func pixel(_ column: Int) -> String {
                    "s\(source.index)_\(row)\(column) = fetch\(source.index)(min(ivec2(x + \(column), block.y + \(row)), "
                        + "ivec2(\(limit.x), \(limit.y))));"
                }
                return "if (\(conditions.joined(separator: " || "))) { \(pixel(0)) \(pixel(1)) }\n"
            }.joined()
        }.joined()
    }

    /// Shades the pair's pixels into `e<row>0` and `e<row>1`; places beyond `limit` repeat it.
    private func pairShades(rows: Int, limit: (x: Int, y: Int)) -> String {
        (0..<rows).map { row in
            (0..<2).map { column in
                let codes = sources.map { ", s\($0.index)_\(row)\(column)" }.joined()
                let at = "min(ivec2(x\(column == 0 ? "" : " + 1"), block.y + \(row)), ivec2(\(limit.x), \(limit.y)))"
                return "vec4 e\(row)\(column) = shade(\(at)\(codes));\n"
            }.joined()
        }.joined()
    }

    // MARK: Planes of one resolution

    private func plainMain(_ output: OutputText, columns: Int) -> String {
        let carries = output.carries(chroma: false)
        return """
            void main() {
                ivec2 block = ivec2(gl_GlobalInvocationID.xy) * ivec2(\(columns), 1);
                if (block.x >= \(output.codedWidth) || block.y >= \(output.codedHeight)) return;
                int pairs = 0;
            \(carries.map { "uint c\($0)_0 = 0u;\n" }.joined())\(pairStarts(rows: 1))
                for (int x = block.x; x < min(block.x + \(columns), \(output.codedWidth)); x += 2) {
            \(pairReads(rows: 1))\(pairShades(rows: 1, limit: (pass.width - 1, pass.height - 1)))
            \(count(output, rows: 1))\(output.storePair(row: 0, y: "block.y"))
                    pairs++;
                }
            \(carries.map { output.flush(plane: $0, carry: "c\($0)_0", x: "block.x", y: "block.y", done: "pairs") }.joined())\
            \(report(output))}

            """
    }

    private func count(_ output: OutputText, rows: Int) -> String {
        guard !output.layout.isFloat else { return "" }
        return (0..<rows).map { row in
            """
            if (block.y + \(row) < \(pass.height)) { countClipped(e\(row)0); if (x + 1 < \(pass.width)) countClipped(e\(row)1); }

            """
        }.joined()
    }

    func report(_ output: OutputText) -> String {
        let noNumbers = output.settlesNumbers ? "if (madeNoNumbers) atomicOr(statistics[2], 1u);\n" : ""
        guard !output.layout.isFloat else { return noNumbers }
        return noNumbers + """
            if (clipped != 0u) {
                atomicAdd(statistics[0], clipped);
                atomicMax(statistics[1], floatBitsToUint(max(clippedPeak, 0.0)));
            }

            """
    }

    // MARK: Chroma from neighbours

    /// A workgroup shades its tile into planes of luma and, with a rim of neighbours, chroma codes into shared memory;
    /// then each thread filters the chroma samples of its own pixels.
    private func sharedMain(_ output: OutputText, _ tile: ChromaTile) -> String {
        let rows = output.rowsPerThread
        let limit = tile.limit(width: pass.width, height: pass.height)
        let lumaCarries = (0..<rows).flatMap { row in output.carries(chroma: false).map { (plane: $0, row: row) } }
        let fetches = sources.map { ", fetch\($0.index)(p)" }.joined()
        let keep = (0..<rows).map { row in
            """
            shared_chroma[line + \(row * tile.width)] = e\(row)0.yz;
            shared_chroma[line + \(row * tile.width) + 1] = e\(row)1.yz;

            """
        }.joined()
        let stores = (0..<rows).map { row in
            "if (block.y + \(row) < \(output.codedHeight)) {\n\(output.storePair(row: row, y: "(block.y + \(row))"))}\n"
        }.joined()
        return """
            shared vec2 shared_chroma[\(tile.width * tile.height)];
            \(tile.filter())
            void main() {
                ivec2 block = ivec2(gl_GlobalInvocationID.xy) * ivec2(\(ChromaTile.columns), \(rows));
                ivec2 corner = ivec2(gl_WorkGroupID.xy) * ivec2(\(tile.pixelColumns), \(tile.pixelRows));
                int pairs = 0;
            \(lumaCarries.map { "uint c\($0.plane)_\($0.row) = 0u;\n" }.joined())
                if (block.x < \(output.codedWidth + tile.slack.x) && block.y < \(output.codedHeight + tile.slack.y)) {
            \(pairStarts(rows: rows))
                    int line = (block.y - corner.y + \(tile.rim.top)) * \(tile.width) + block.x - corner.x + \(tile.rim.left);
                    for (int x = block.x; x < min(block.x + \(ChromaTile.columns), \(output.codedWidth + tile.slack.x)); x += 2) {
            \(pairReads(rows: rows))\(repeatedEnds(tile, rows: rows, limit: limit))\(pairShades(rows: rows, limit: limit))
            \(keep)        line += 2;
                        if (x >= \(output.codedWidth)) continue;
            \(count(output, rows: rows))\(stores)            pairs++;
                    }
            \(lumaCarries.map { output.flush(plane: $0.plane, carry: "c\($0.plane)_\($0.row)", x: "block.x", y: "(block.y + \($0.row))", done: "pairs") }.joined())
                }
                for (int i = int(gl_LocalInvocationIndex); i < \(tile.rimPixels); i += \(tile.threads.x * tile.threads.y)) {
            \(tile.rimPlace())
                    ivec2 p = clamp(corner + ivec2(column - \(tile.rim.left), row - \(tile.rim.top)), ivec2(0), ivec2(\(limit.x), \(limit.y)));
                    shared_chroma[row * \(tile.width) + column] = shade(p\(fetches)).yz;
                }
            \(report(output))    barrier();
            \(chromaStores(output, tile))}

            """
    }

    private func chromaStores(_ output: OutputText, _ tile: ChromaTile) -> String {
        let layout = output.layout
        let planes = (0..<layout.planeCount).first { layout.isChroma(plane: $0) } ?? 1
        let size = layout.size(ofPlane: planes, width: output.codedWidth, height: output.codedHeight)
        let carries = output.carries(chroma: true)
        let y = layout.log2ChromaHeight == 1 ? "(block.y / 2)" : "block.y"
        return """
            if (block.x / 2 >= \(size.width) || \(y) >= \(size.height)) return;
            int done = 0;
            \(carries.map { "uint c\($0) = 0u;\n" }.joined())int start = (block.y - corner.y + \(tile.rim.top)) * \(tile.width) + block.x - corner.x + \(tile.rim.left);
            for (int cx = block.x / 2; cx < min(block.x / 2 + \(ChromaTile.columns / 2), \(size.width)); cx += 2) {
            vec2 q0 = chromaSample(start), q1 = chromaSample(start + 2);
            start += 4;
            \(output.storeChromaPair(y: y))done++;
            }
            \(carries.map { output.flush(plane: $0, carry: "c\($0)", x: "(block.x / 2)", y: y, done: "done") }.joined())
            """
    }
}
