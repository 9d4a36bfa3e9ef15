import FilterLanguage
import Frames

/// The pass of a raw filter: the author's shader, behind functions that read the picture and write what comes of it.
extension PassWriter {
    /// The dispatch that runs a raw filter's `main`.
    mutating func rawProgram(_ node: Int) -> PassProgram? {
        guard case .filter(let filter, _, _) = job.graph.nodes[node], let code = filter.raw,
            let input = job.graph.pictures(ofNode: node).first
        else { return nil }
        let value = value(of: input)
        note(filter)
        includeParameters(filter, node)
        usedNames.formUnion(filter.usedNames)
        // What is measured is the same whichever curves the output is made with.
        for name in filter.usedNames where library.names.contains(name) { steps.exactFunction(name) }
        functions += texelFunction(value)
        functions += recordFunctions(filter, node)
        if code.writesPicture { functions += writeFunction(node) }
        functions += plainNames(filter, node)
        if usedNames.contains("time") { settings.add("time", .time, kind: .float) }
        let ours = assembled(main: "", local: (code.threads.columns, code.threads.rows))
        let head = ShaderNames.setApart(ours, keeping: offeredNames(filter))
        var program = PassProgram(
            label: label.joined(separator: ", "), text: head + code.text, bindings: bindings, writes: writes,
            settings: settings.layout, groupsX: (plan.width + code.tile.columns - 1) / code.tile.columns,
            groupsY: (plan.height + code.tile.rows - 1) / code.tile.rows, filters: codes)
        program.raw = (filter, head.reduce(into: 1) { $0 += $1 == "\n" ? 1 : 0 })
        return program
    }

    // MARK: Reading and writing

    private func texelFunction(_ value: String) -> String {
        let fetches = sources.map { ", fetch\($0.index)(p)" }.joined()
        return """
            \(shade("return \(value);"))
            vec4 texel(ivec2 p) {
                p = clamp(p, ivec2(0), ivec2(\(plan.width - 1), \(plan.height - 1)));
                return shade(p\(fetches));
            }

            """
    }

    private mutating func writeFunction(_ node: Int) -> String {
        let stored = storedText(.node(node))
        let buffer = "made\(node)"
        bind(
            .intermediate(buffers[.node(node)] ?? 0), buffer, element: stored.readElement, access: "writeonly")
        if stored.format == .rgb10a2 { use("toSignal") }
        let kept = job.poison == nil ? "" : " v = mix(v, color, isnan(color)); v = mix(v, color, isinf(color));"
        let pixel =
            stored.format == .rgba16f
            ? "vec4 v = storable(color);\(kept) \(buffer)[i] = uvec2(packHalf2x16(v.xy), packHalf2x16(v.zw));"
            : "\(buffer)[i] = tenBits(color);"
        return StoredPictureText.storeFunctions(stored.format) + """
            void \(RawCode.writer)(ivec2 p, vec4 color) {
                if (p.x < 0 || p.y < 0 || p.x >= \(plan.width) || p.y >= \(plan.height)) return;
                int i = p.y * \(stored.pixelsPerRow) + p.x;
                \(pixel)
            }

            """
    }

    // MARK: Results

    /// Functions that write results, those that the code calls; none reaches beyond its own numbers.
    private mutating func recordFunctions(_ filter: Filter, _ node: Int) -> String {
        guard !filter.results.isEmpty, let number = plan.records.firstIndex(where: { $0.node == node }) else {
            return ""
        }
        bind(.record(number), "record", element: "uint", access: "")
        var text = ""
        var start = 0
        for quantity in filter.results {
            for (name, body) in Self.functions(of: quantity, at: start)
            where filter.raw?.names.contains(name) ?? false { text += body }
            start += quantity.wordCount
        }
        return text
    }

    /// The functions of one quantity by name; its words begin at `start`.
    private static func functions(of quantity: Filter.Quantity, at start: Int) -> [(name: String, text: String)] {
        let name = quantity.name
        let (index, bound) = quantity.count.map { ("uint i, ", "if (i >= \($0)u) return") } ?? ("", "")
        func place(_ step: Int) -> String {
            quantity.count == nil ? "\(start)" : step == 1 ? "\(start)u + i" : "\(start)u + \(step)u * i"
        }
        switch quantity.kind {
        case .uint:
            let guarded = bound.isEmpty ? "" : "\(bound) 0u; "
            let atomics = [("add", "atomicAdd"), ("max", "atomicMax"), ("min", "atomicMin"), ("set", "atomicExchange")]
            return atomics.map { verb, function in
                (
                    "\(name)_\(verb)",
                    "uint \(name)_\(verb)(\(index)uint v) { \(guarded)return \(function)(record[\(place(1))], v); }\n"
                )
            }
        case .uint64:
            let at = quantity.count == nil ? "" : "i, "
            let guarded = bound.isEmpty ? "" : "\(bound); "
            return [
                (
                    "\(name)_add",
                    """
                    void \(name)_add(\(index)uvec2 v) {
                        \(guarded)uint before = atomicAdd(record[\(place(2))], v.x);
                        uint carry = v.y + (before + v.x < before ? 1u : 0u);
                        if (carry != 0u) atomicAdd(record[\(place(2)) + 1], carry);
                    }
                    void \(name)_add(\(index)uint v) { \(name)_add(\(at)uvec2(v, 0u)); }

                    """
                )
            ]
        case .float:
            let guarded = bound.isEmpty ? "" : "\(bound); "
            return [
                (
                    "\(name)_set",
                    "void \(name)_set(\(index)float v) { \(guarded)record[\(place(1))] = floatBitsToUint(v); }\n"
                )
            ]
        }
    }

    // MARK: Names

    /// Parameters, phases and given values under the names that the code knows.
    private func plainNames(_ filter: Filter, _ node: Int) -> String {
        let prefix = "f\(node)_"
        var text = ""
        for parameter in filter.parameters {
            let (name, own) = (parameter.name, prefix + parameter.name)
            switch parameter.kind {
            case .bool: text += "bool \(name) = \(own) != 0u;\n"
            case .curve: text += "float \(name)(float x) { return \(own)(x); }\n"
            case .image:
                if filter.raw?.names.contains(name) ?? false {
                    text += "vec4 \(name)(vec2 uv) { return \(own)(uv); }\n"
                }
                if filter.raw?.names.contains(name + "_size") ?? false {
                    text += "vec2 \(name)_size() { return \(own)_size(); }\n"
                }
            case .choice(let names):
                text += "int \(name) = \(own);\n"
                for (index, choice) in names.enumerated() { text += "const int \(name)_\(choice) = \(index);\n" }
            default: text += "\(parameter.glslType) \(name) = \(own);\n"
            }
        }
        for phase in filter.phases { text += "float \(phase.name) = \(prefix)\(phase.name);\n" }
        let types = ["size": "vec2", "compositionIsHDR": "bool"]
        for (name, value) in givenValues.sorted(by: { $0.key < $1.key }) where filter.usedNames.contains(name) {
            text += "const \(types[name] ?? "float") \(name) = \(value);\n"
        }
        return text
    }

    /// Every name that the author's code may mean by what stands before it.
    private func offeredNames(_ filter: Filter) -> Set<String> {
        var names: Set<String> = ["texel", RawCode.writer]
        names.formUnion(filter.usedNames.subtracting(["position"]))
        names.formUnion(filter.phases.map(\.name))
        for parameter in filter.parameters {
            names.formUnion([parameter.name, parameter.name + "_size"])
            if case .choice(let all) = parameter.kind { names.formUnion(all.map { "\(parameter.name)_\($0)" }) }
        }
        names.formUnion(filter.results.flatMap(\.functionNames))
        return names
    }
}
