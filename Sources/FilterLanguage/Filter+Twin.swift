/// An ordinary filter that makes the same picture as a whole shader: what the shader is held to, and stands in for it
/// where there is no device.
extension Filter {
    /// Finds a filter by a name alone, as a library does: its text, and its path for messages.
    public typealias Lookup = @Sendable (_ name: String) throws -> (source: String, path: String)

    /// The filter that a raw one names by `//! twin`; `nil` where it names none, or one of a library that was not asked.
    public var twin: Filter? { twins.first }

    /// Reads the twin that a raw filter's file names.
    static func twin(
        of annotations: Annotations, _ code: RawCode, _ source: SourceText, lookup: Lookup?
    ) throws(SourceError) -> Filter? {
        if !code.writesPicture, let intent = annotations.intents.first {
            throw source.error(
                "a filter that only measures is not tried for HDR; remove this line",
                at: Place(line: intent.line, column: 1))
        }
        guard let (name, place) = annotations.twin else { return nil }
        guard code.writesPicture else {
            throw source.error(
                "a twin makes a picture, and this filter only measures; remove this line, or write one by "
                    + "\(RawCode.writer)", at: place)
        }
        if let intent = annotations.intents.first {
            throw source.error(
                "what is meant stands in the twin's file, which is tried for HDR in this one's place; move this line there",
                at: Place(line: intent.line, column: 1))
        }
        guard let (text, path) = try text(ofTwin: name, at: place, source, lookup) else { return nil }
        let twin = try Filter(reading: text, path: path, lookup: nil, isTwin: true)
        if let objection = annotations.objection(to: twin) { throw source.error(objection, at: place) }
        return twin
    }

    private static func text(
        ofTwin name: String, at place: Place, _ source: SourceText, _ lookup: Lookup?
    ) throws(SourceError) -> (source: String, path: String)? {
        if name.hasSuffix(".glsl") {
            do {
                let file = try IncludeReader(offersColors: false).read(name, from: source.path, main: source.path)
                return (file.text, file.path)
            } catch {
                throw source.error("the twin \(error.problem)", at: place)
            }
        }
        guard let lookup else { return nil }
        do {
            return try lookup(name)
        } catch {
            throw source.error("the twin cannot be read: \(error); a file beside this one ends in .glsl", at: place)
        }
    }
}

extension Annotations {
    /// Why a filter cannot be the twin of this raw one; `nil` where it can.
    fileprivate func objection(to twin: Filter) -> String? {
        let name = "'\(twin.name)'"
        guard ![.raw, .blend].contains(twin.kind), twin.inputs.isEmpty else {
            return
                "\(name) reads more than one picture, or is of kind raw; a twin is a filter of kind point, warp, area or "
                + "generate"
        }
        guard twin.changesAlpha == changesAlpha else {
            return "\(twin.changesAlpha ? "\(name)" : "this file") says '//! alpha changes' and "
                + "\(twin.changesAlpha ? "this file" : "\(name)") does not; write it in both or in neither"
        }
        for parameter in parameters {
            guard let other = twin.parameters.first(where: { $0.name == parameter.name }) else {
                return "\(name) has no parameter '\(parameter.name)'; give both files the same '//! param' lines"
            }
            guard parameter.kind == other.kind, parameter.initial == other.initial, parameter.range == other.range
            else {
                return
                    "the parameter '\(parameter.name)' of \(name) has another type, initial value or range; give both "
                    + "files the same '//! param' lines"
            }
        }
        let more = twin.parameters.first { other in !parameters.contains { $0.name == other.name } }
        return more.map {
            "\(name) has a parameter '\($0.name)' that this file has not; give both files the same '//! param' lines"
        }
    }
}
