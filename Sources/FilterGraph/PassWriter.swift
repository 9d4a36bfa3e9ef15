import ColorScience
import FilterLanguage
import Frames

/// Writes one dispatch of a plan as GLSL: everything from reading to storing for each pixel.
///
/// The text has four parts: bindings and settings; functions that read; `shade`, which computes one pixel from the codes
/// of the sources at its place; and `main`, which walks over pairs of pixels (PassWriter+Main.swift).
struct PassWriter {
    let plan: Plan
    let pass: Plan.Pass
    let library: ColorLibrary
    /// The buffer that holds each stored picture while this pass runs.
    let buffers: [Plan.Picture: Int]

    var settings = SettingsBuilder()
    var bindings: [PassProgram.Resource] = [.settings]
    var writes: Set<PassProgram.Resource> = []
    var declarations = ""
    /// Functions, in the order in which they must stand.
    var functions = ""
    /// Statements of `shade` for one pixel, marked as `PixelLines` says, and the same with sources' light written out.
    var statements = ""
    var openStatements = ""
    var steps: ColorStepText
    /// Sources whose codes `shade` is handed, in order.
    var sources: [SourceText] = []
    var label: [String] = []
    private var computed: [Int: String] = [:]
    private var lights: [Int: PixelLines] = [:]
    private var declared: Set<String> = []
    var usedNames: Set<String> = []
    var codes: [PassProgram.FilterCode] = []

    var job: RenderJob { plan.job }

    init(plan: Plan, pass: Plan.Pass, library: ColorLibrary, buffers: [Plan.Picture: Int]) {
        (self.plan, self.pass, self.library, self.buffers) = (plan, pass, library, buffers)
        steps = ColorStepText(curves: plan.job.curves, available: library.names)
    }

    /// The finished dispatch.
    mutating func program() -> PassProgram {
        if let raw = pass.raw, let program = rawProgram(raw) { return program }
        let value = rootValue()
        let main: String
        let local: (x: Int, y: Int)
        let block: (x: Int, y: Int)
        let size: (x: Int, y: Int)
        if pass.picture == nil {
            let output = OutputText(
                output: job.output, color: job.color, hasFilters: job.graph.hasFilters,
                mayBeBrighter: job.graph.hasFilters || plan.resizing != nil
                    || job.sources.contains { !$0.hasSquarePixels })
            (main, local, block) = outputMain(output, value: value)
            size = (output.codedWidth, output.codedHeight)
        } else {
            (main, local, block) = storeMain(value: value)
            size = (pass.width, pass.height)
        }
        if usedNames.contains("time") { settings.add("time", .time, kind: .float) }
        let text = assembled(main: main, local: local)
        func groups(_ count: Int, _ each: Int) -> Int { (count + each - 1) / each }
        return PassProgram(
            label: label.joined(separator: ", "), text: text, bindings: bindings, writes: writes,
            settings: settings.layout, groupsX: groups(size.x, local.x * block.x),
            groupsY: groups(size.y, local.y * block.y), filters: codes)
    }

    // MARK: Values

    /// The GLSL expression of the pass's result, before encoding or storing.
    private mutating func rootValue() -> String {
        switch pass.picture {
        case nil:
            if let resizing = plan.resizing { return placedValue(resizing) }
            return value(of: job.graph.outputPicture)
        case .resized(let axis): return resizedValue(axis)
        case .node(let node): return computedValue(of: node)
        case .areaPass(let node, let number): return areaValue(node, number)
        case .unsampledSource(let node), .image(let node):
            guard case .source(let index) = job.graph.nodes[node] else { return "vec4(0.0)" }
            return directSource(index)
        }
    }

    /// A node's colour at this pixel: read when it is stored, else computed here, once.
    mutating func value(of node: Int) -> String {
        if let known = computed[node] { return known }
        let text: String
        if plan.storedNodes.contains(node), pass.picture != .node(node) {
            text = "\(texel(of: .node(node)))(at$)"
        } else {
            text = computedValue(of: node)
        }
        statements += "    vec4 v\(node)$ = \(text);\n"
        if case .source(let index) = job.graph.nodes[node], let light = lights[index], !plan.storedNodes.contains(node)
        {
            openStatements += light.assigned(to: "v\(node)$")
        } else {
            openStatements += "    position = vec2(at$) + 0.5; vec4 v\(node)$ = \(text);\n"
        }
        computed[node] = "v\(node)$"
        return "v\(node)$"
    }

    private mutating func computedValue(of node: Int) -> String {
        switch job.graph.nodes[node] {
        case .source(let index):
            return job.sources[index].hasSquarePixels ? directSource(index) : resampledSource(node, index)
        case .filter(let filter, _, _):
            let inputs = job.graph.pictures(ofNode: node)
            switch filter.kind {
            case .point, .blend, .generate:
                let arguments = inputs.map { input in
                    let name = value(of: input)
                    return filter.light == .signal ? "signalOf(\(name))" : name
                }
                note(filter)
                include(filter, node)
                let call = "f\(node)_\(filter.passes[0])(\(arguments.joined(separator: ", ")))"
                return filter.light == .signal ? "lightOf(\(call))" : call
            case .warp:
                note(filter)
                include(filter, node, reads: furtherReads(filter, inputs))
                let read = filter.outsideIsClear ? "atOrClear" : "at"
                let prefix = reading(inputs[0], [read])
                return "\(prefix)\(read)(f\(node)_\(filter.passes[0])(position))"
            case .area:
                return areaValue(node, filter.passes.count - 1)
            case .raw:
                // One that writes is a pass of its own; one that does not shows what it reads.
                return inputs.first.map { value(of: $0) } ?? "vec4(0.0)"
            }
        }
    }

    private mutating func areaValue(_ node: Int, _ number: Int) -> String {
        guard case .filter(let filter, _, _) = job.graph.nodes[node] else { return "vec4(0.0)" }
        let inputs = job.graph.pictures(ofNode: node)
        note(filter)
        let used = filter.usedNames.intersection(SamplingText.functions)
        let prefix =
            number == 0
            ? reading(inputs[0], used) : reading(stored: .areaPass(node: node, pass: number - 1), used)
        let own = SamplingText.functions.map { ($0, prefix + $0) }
        include(filter, node, reads: furtherReads(filter, inputs).merging(own) { $1 })
        return "f\(node)_\(filter.passes[number])()"
    }

    mutating func note(_ filter: Filter) {
        if label.last != filter.name { label.append(filter.name) }
    }

    // MARK: Filters

    /// Adds a filter's functions under names of its own, its parameters as settings, and what else it calls.
    private mutating func include(_ filter: Filter, _ node: Int, reads: [String: String] = [:]) {
        let prefix = "f\(node)_"
        guard declared.insert(prefix).inserted else { return }
        includeParameters(filter, node)
        usedNames.formUnion(filter.usedNames)
        if filter.light == .signal { usedNames.formUnion(["toSignal", "toLight"]) }
        var given = givenValues
        given.merge(reads) { $1 }
        for name in filter.usedNames where library.names.contains(name) {
            given[name] = steps.function(name)
        }
        functions += "\n// \(filter.name)\n" + filter.code(prefix: prefix, given: given)
        codes.append(PassProgram.FilterCode(filter: filter, prefix: prefix, given: given))
    }

    /// Adds a filter's parameters and phases as settings, and what its code sees of them as functions.
    mutating func includeParameters(_ filter: Filter, _ node: Int) {
        let prefix = "f\(node)_"
        for image in job.graph.images(ofNode: node) where filter.usedNames.contains(image.parameter.name) {
            includeImage("\(prefix)\(image.parameter.name)", image.node)
        }
        for image in job.graph.images(ofNode: node) where filter.usedNames.contains(image.parameter.name + "_size") {
            let stored = storedText(.image(node: image.node))
            functions += """
                vec2 \(prefix)\(image.parameter.name)_size() { return vec2(\(stored.width).0, \(stored.height).0); }

                """
        }
        for parameter in filter.parameters where parameter.kind != .image {
            if parameter.kind == .curve {
                includeCurve(parameter.name, node)
                continue
            }
            let kind: SettingsLayout.Kind =
                switch parameter.kind {
                case .int, .choice: .int
                case .bool: .uint
                default: .float
                }
            settings.add(
                prefix + parameter.name, .parameter(node: node, name: parameter.name), kind: kind,
                width: parameter.width)
        }
        for phase in filter.phases {
            settings.add(prefix + phase.name, .phase(node: node, name: phase.name), kind: .float)
        }
    }

    /// What filters are given that never changes, by name.
    var givenValues: [String: String] {
        [
            "size": "vec2(\(plan.width).0, \(plan.height).0)",
            "contentHeadroom": GLSLText.number(job.color.contentHeadroom),
            "referenceWhite": GLSLText.number(job.color.referenceWhiteNits),
            "compositionIsHDR": job.color.isHDR ? "true" : "false",
        ]
    }

    /// Adds the reads of a filter's further pictures and answers the GLSL name of each.
    private mutating func furtherReads(_ filter: Filter, _ inputs: [Int]) -> [String: String] {
        var names: [String: String] = [:]
        for (input, node) in zip(filter.inputs, inputs.dropFirst(filter.kind.pictureCount)) {
            let used = filter.functions.filter { $0.group == .input(input.name) && filter.usedNames.contains($0.name) }
            guard !used.isEmpty else { continue }
            let prefix = reading(node, Set(used.map(\.baseName)))
            for function in used { names[function.name] = prefix + function.baseName }
        }
        return names
    }

    /// Adds the given reads of a node's picture and answers their prefix.
    private mutating func reading(_ node: Int, _ used: Set<String>) -> String {
        if case .source(let index) = job.graph.nodes[node], !plan.storedNodes.contains(node) {
            let name = "whole\(index)"
            if declared.insert(name).inserted {
                bind(source: index)
                functions += SourceText(
                    index: index, picture: job.sources[index], width: plan.width, height: plan.height
                )
                .accessors()
                functions += """
                    vec4 \(name)(ivec2 p) {
                        p = clamp(p, ivec2(0), ivec2(\(plan.width - 1), \(plan.height - 1)));
                        return texel\(index)(p.x, p.y);
                    }

                    """
            }
            return sampling(texel: name, width: plan.width, height: plan.height, used)
        }
        return reading(stored: .node(node), used)
    }

    private mutating func reading(stored picture: Plan.Picture, _ used: Set<String>) -> String {
        sampling(texel: texel(of: picture), width: plan.width, height: plan.height, used)
    }

    mutating func sampling(texel: String, width: Int, height: Int, _ used: Set<String>) -> String {
        let prefix = texel + "_"
        let needed = used.contains("pixel") ? used.union(["texel"]) : used
        let missing = needed.filter { declared.insert(prefix + $0).inserted }
        functions += SamplingText(texel: texel, width: width, height: height).text(missing, prefix: prefix)
        return prefix
    }

    /// The GLSL function that reads a stored picture at whole coordinates.
    mutating func texel(of picture: Plan.Picture) -> String {
        let number = buffers[picture] ?? 0
        let name = "stored\(number)"
        guard declared.insert(name).inserted else { return name }
        let stored = storedText(picture)
        bind(.intermediate(number), "buf\(number)", element: stored.readElement, access: "readonly")
        if stored.format == .rgb10a2 { usedNames.insert("toLight") }
        functions += stored.texel(named: name, buffer: "buf\(number)")
        return name
    }

    func storedText(_ picture: Plan.Picture) -> StoredPictureText {
        let size =
            plan.passes.first { $0.picture == picture }.map { ($0.width, $0.height) } ?? (plan.width, plan.height)
        return StoredPictureText(width: size.0, height: size.1, format: plan.format(of: picture))
    }

    // MARK: Sources

    private mutating func directSource(_ index: Int) -> String {
        let text = SourceText(index: index, picture: job.sources[index], width: plan.width, height: plan.height)
        if declared.insert("light\(index)").inserted {
            bind(source: index)
            if declared.insert("whole\(index)").inserted { functions += text.accessors() }
            if index > 0 { settings.add("present\(index)", .sourcePresent(source: index), kind: .int) }
            functions += text.fetch()
            let light = text.light(edges(index).ingest, mayBeAbsent: index > 0, text: &steps)
            lights[index] = light
            functions += "vec4 light\(index)(vec4 s\(index), ivec2 at) {\n\(light.body)}\n"
            sources.append(text)
            if case .signal = job.sources[index].content { label.append("conform") }
        }
        return "light\(index)(s\(index)$, at$)"
    }

    /// The colour steps at a source's and the output's edge, as they stand in this pass.
    func edges(_ index: Int) -> (ingest: [ColorStep], encode: [ColorStep]) {
        let picture = job.sources[index]
        if pass.picture == nil, pass.raw == nil, case .source = job.graph.nodes[job.graph.outputPicture],
            picture.hasSquarePixels,
            plan.storedNodes.isEmpty
        {
            return ColorPlan.joined(picture, job.output, job.color)
        }
        return (ColorPlan.ingestSteps(picture, job.color), ColorPlan.encodeSteps(job.output, job.color))
    }

    private mutating func resampledSource(_ node: Int, _ index: Int) -> String {
        let picture = job.sources[index]
        let (from, to) = (picture.unsampledSize, picture.uprightSize)
        let texel = texel(of: .unsampledSource(node: node))
        let name = "resampled\(index)"
        functions += SamplingText(texel: texel, width: from.width, height: from.height).bicubic(named: name)
        label.append("square pixels")
        let scale =
            "vec2(\(GLSLText.number(Double(from.width) / Double(to.width))), \(GLSLText.number(Double(from.height) / Double(to.height))))"
        let read = "\(name)(position * \(scale))"
        guard to.width < plan.width || to.height < plan.height else { return read }
        return "(at$.x < \(to.width) && at$.y < \(to.height) ? \(read) : vec4(0.0))"
    }

    private mutating func bind(source index: Int) {
        let text = SourceText(index: index, picture: job.sources[index], width: plan.width, height: plan.height)
        for plane in 0..<text.layout.planeCount {
            settings.add("off_s\(index)_\(plane)", .sourceOffset(source: index, plane: plane), kind: .int)
            settings.add("row_s\(index)_\(plane)", .sourceRow(source: index, plane: plane), kind: .int)
            bind(
                .sourcePlane(source: index, plane: plane), "src\(index)_\(plane)",
                element: text.isWide ? "uvec4" : "uint", access: "readonly")
        }
        if let alias = text.pixelAlias, let number = bindings.firstIndex(of: .sourcePlane(source: index, plane: 0)),
            declared.insert(alias).inserted
        {
            declarations += """
                layout(std430, set = 0, binding = \(number)) readonly buffer B\(number)_pixels { uvec2 \(alias)[]; };

                """

        }
    }

    // MARK: Parts

    /// Adds a storage buffer at the next binding.
    mutating func bind(_ resource: PassProgram.Resource, _ name: String, element: String, access: String) {
        guard !bindings.contains(resource) else { return }
        let qualifier = access.isEmpty ? "" : access + " "
        declarations += """
            layout(std430, set = 0, binding = \(bindings.count)) \(qualifier)buffer B\(bindings.count) { \(element) \(name)[]; };

            """
        bindings.append(resource)
        if access != "readonly" { writes.insert(resource) }
    }

    /// Names of library and composition functions that something outside the filters calls.
    mutating func use(_ name: String) { usedNames.insert(name) }

    mutating func assembled(main: String, local: (x: Int, y: Int)) -> String {
        let composition = compositionFunctions()
        return """
            #version 460
            #extension GL_EXT_control_flow_attributes : enable
            layout(local_size_x = \(local.x), local_size_y = \(local.y)) in;
            \(settings.text)\(declarations)
            vec2 position;
            float brightest = 0.0;
            uint clipped = 0u;
            float clippedPeak = 0.0;

            \(library.text(for: steps.used))
            \(composition)
            \(functions)
            \(main)
            """
    }
}
