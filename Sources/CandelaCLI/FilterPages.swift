import Candela
import Foundation

/// docs/filters.md and its gallery, made from the filter files alone.
struct FilterPages {
    let filters: [Filter]
    private let gallery: Gallery

    init(_ catalog: FilterCatalog) throws {
        filters = try catalog.names.map { try catalog.filter(named: $0) }
        gallery = Gallery(catalog: catalog)
    }

    /// Writes `filters.md` and `gallery/*.png` into a folder, and takes pictures of filters that are gone away.
    func write(into folder: String) throws {
        let gallery = folder + "/gallery"
        try OutputFolder.prepare(gallery)
        let page = try OutputFile(path: folder + "/filters.md", overwrites: true)
        let all = try pictures()
        for (name, picture) in all {
            let file = try OutputFile(path: "\(gallery)/\(name)", overwrites: true)
            try file.write(picture.png(.thorough))
            try file.commit()
        }
        let known = Set(all.map(\.name))
        for file in (try? FileManager.default.contentsOfDirectory(atPath: gallery)) ?? []
        where file.hasSuffix(".png") && !known.contains(file) {
            let path = "\(gallery)/\(file)"
            guard unlink(path) == 0 else { throw MediaError(system: errno, call: "unlink", subject: path) }
        }
        try page.write(Array(self.page.utf8))
        try page.commit()
    }

    /// The gallery's pictures by file name.
    func pictures() throws -> [(name: String, picture: RGBPicture)] {
        var all = [(name: "scene.png", picture: try gallery.scene()), ("below.png", try gallery.below())]
        all.append(("layer.png", try gallery.layer()))
        for filter in filters { all.append((Self.file(filter), try gallery.picture(of: filter))) }
        return all
    }

    private static func file(_ filter: Filter) -> String { "filter-\(filter.name).png" }

    // MARK: The page

    /// The page's text.
    var page: String {
        let members = Filter.Kind.allCases
            .map { kind in (kind, filters.filter { $0.kind == kind }) }.filter { !$0.1.isEmpty }
        let contents = members.map { kind, filters in
            "* \(kind.rawValue): " + filters.map { "[\($0.name)](#\($0.name.lowercased()))" }.joined(separator: ", ")
        }
        let head = """
            # Filters

            Made by `candela filters --write-docs docs` from the files in `Shaders/filters`; change those, not this page.
            Pictures are what the CPU reference makes of the first of these three (a sun of 1000 cd/m², greys up to twice
            white), in an HLG composition, tone-mapped to SDR; blends lay the third over the second, which is every mask and
            every still too. Grey squares show through what is transparent. A filter that only measures shows its longest row of
            numbers as bars, their square roots.

            ![the scene](gallery/scene.png) ![below blends](gallery/below.png) ![the layer](gallery/layer.png)

            \(contents.joined(separator: "\n"))
            """
        let parts = members.flatMap { _, filters in filters.map(Self.section) }
        return ([head] + parts).joined(separator: "\n\n") + "\n"
    }

    private static func section(_ filter: Filter) -> String {
        var parts = [
            "## \(filter.name)", filter.summary, "![\(filter.name)](gallery/\(file(filter)))",
            "`\(call(filter))`",
        ]
        for input in filter.inputs { parts.append("Further picture `\(input.name)`: \(input.summary)") }
        if !filter.parameters.isEmpty {
            let rows = filter.parameters.map { parameter in
                let cells = [
                    "`\(parameter.name)`", FilterText.values(parameter), parameter.unit ?? "",
                    FilterText.initial(parameter), parameter.summary,
                ]
                return "| " + cells.map(cell).joined(separator: " | ") + " |"
            }
            parts.append(
                "| parameter | values | unit | unless set | what it does |\n|---|---|---|---|---|\n"
                    + rows.joined(separator: "\n"))
        }
        if !filter.results.isEmpty {
            let rows = filter.results.map { result in
                let cells = [
                    "`\(result.name)`", FilterText.type(result), result.unit ?? "", "\(result.initial)", result.summary,
                ]
                return "| " + cells.map(cell).joined(separator: " | ") + " |"
            }
            parts.append(
                "| result | type | unit | begins with | what it says |\n|---|---|---|---|---|\n"
                    + rows.joined(separator: "\n"))
        }
        let source = "* source: [\(filter.name).glsl](../Shaders/filters/\(filter.name).glsl)"
        let facts = facts(filter).map { "* \($0)" } + [source]
        parts.append(facts.joined(separator: "\n"))
        return parts.joined(separator: "\n\n")
    }

    /// How the picture's settings are written on a command line.
    private static func call(_ filter: Filter) -> String {
        let shown = filter.parameters.compactMap { parameter -> String? in
            guard let numbers = filter.shown[parameter.name] else { return nil }
            return "\(parameter.name)=\(FilterText.value(numbers, parameter.kind))"
        }
        let settings = FilterText.files(filter) + shown
        if filter.kind == .blend { return (["--blend FILE:mode=\(filter.name)"] + settings).joined(separator: ",") }
        let call = filter.name + (settings.isEmpty ? "" : ":" + settings.joined(separator: ","))
        return FilterText.option(filter.kind == .generate ? "--blend" : "--filter", call)
    }

    private static func facts(_ filter: Filter) -> [String] {
        var facts = ["kind `\(filter.kind.rawValue)`, in \(filter.light == .signal ? "signal" : "linear light")"]
        if filter.passes.count > 1 { facts[0] += ", \(filter.passes.count) passes" }
        if filter.onlyMeasures { facts[0] += ", passes the picture on as it is" }
        if let twin = filter.twin { facts[0] += ", held to its twin `\(twin.name)`" }
        if filter.changesAlpha { facts[0] += ", may change alpha" }
        if filter.outsideIsClear { facts[0] += ", transparent outside the picture" }
        if let reach = filter.reach { facts.append("reads \(code(reach)) pixels away from its own") }
        for phase in filter.phases {
            facts.append("`\(phase.name)` moves by itself, \(FilterText.rate(phase)) a second")
        }
        for law in filter.laws {
            let when = law.settings.isEmpty ? "" : " when " + code(settings(law.settings, filter))
            facts.append("law: \(law.name)\(when)")
        }
        for intent in filter.intents {
            let set = intent.settings.isEmpty ? [] : [settings(intent.settings, filter)]
            let conditions = set + intent.bounds.map(\.description)
            let when = conditions.isEmpty ? "" : " when " + code(conditions.joined(separator: ", "))
            facts.append("on purpose: \(intent.finding)\(when): \(intent.reason)")
        }
        for example in filter.examples {
            let inputs = example.inputs.map(FilterText.pixel).joined(separator: ", ")
            let with = example.settings.isEmpty ? "" : settings(example.settings, filter) + ": "
            let output =
                filter.kind == .raw ? FilterText.results(example, filter) : FilterText.pixel(example.output)
            facts.append("expected: " + code("\(with)\(inputs) -> \(output)"))
        }
        return facts
    }

    private static func settings(_ settings: [String: [Double]], _ filter: Filter) -> String {
        filter.parameters.compactMap { parameter in
            settings[parameter.name].map { "\(parameter.name) = \(FilterText.value($0, parameter.kind))" }
        }.joined(separator: ", ")
    }

    private static func code(_ text: String) -> String { "`\(text)`" }

    private static func cell(_ text: String) -> String { text.replacingOccurrences(of: "|", with: "\\|") }
}
