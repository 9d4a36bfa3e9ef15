import FilterLanguage

/// One dispatch: shader text, what it binds, and how many workgroups it takes.
public struct PassProgram: Sendable {
    /// What a binding of descriptor set 0 holds; the binding's number is its index in `bindings`.
    public enum Resource: Hashable, Sendable {
        /// The pass's settings, std430, rewritten for each frame.
        case settings
        /// One plane of a source picture, as a storage buffer of 32-bit words; `bytesPerRow` stands in the settings.
        case sourcePlane(source: Int, plane: Int)
        /// The same bytes, as a uniform texel buffer of 16-byte texels, `rgba32ui`.
        case sourceTexels(source: Int, plane: Int)
        /// One plane of the output.
        case outputPlane(Int)
        /// Three words, zeroed before each frame: how many pixels clipped at encode, the bits of the brightest float
        /// channel value (working light) among them, and 1 where filters made pixels that are infinite or no
        /// number.
        case statistics
        /// A stored intermediate, as a storage buffer.
        case intermediate(Int)
        /// The numbers that a raw filter writes, as 32-bit words that hold their first values before each frame.
        case record(Int)
    }

    /// What the pass does, for people: `"conform, exposure, over, encode"`.
    public var label: String
    /// A whole GLSL 4.60 compute shader.
    public var text: String
    public var bindings: [Resource]
    public var writes: Set<Resource>
    public var settings: SettingsLayout
    public var groupsX: Int
    public var groupsY: Int
    /// The filters whose code stands in the text.
    public var filters: [FilterCode] = []
    /// The raw filter whose code ends the text, and the text's line, from 1, on which it begins.
    public var raw: (filter: Filter, firstLine: Int)?

    /// A filter's code under the names that it has in a pass.
    public struct FilterCode: Sendable {
        let filter: Filter
        let prefix: String
        let given: [String: String]
    }

    /// The raw filter's word that stands on a line of the text, by its number in `RawCode.words`; behind the last one, that;
    /// `nil` for lines that no author wrote.
    public func word(onLine line: Int) -> Int? {
        guard let (filter, firstLine) = raw, let code = filter.raw, line >= firstLine, !code.words.isEmpty else {
            return nil
        }
        return min(line - firstLine, code.words.count - 1)
    }

    /// What is wrong with a raw filter as its author's mistake, at one of its words, or, without one, at `main`; `nil` for
    /// other passes.
    public func mistake(atWord word: Int? = nil, problem: String) -> SourceError? {
        guard let filter = raw?.filter, let code = filter.raw else { return nil }
        return filter.mistake(problem, at: word.map { code.words[$0].place } ?? code.mainPlace)
    }

    /// The place in an author's file that a line of the text comes from, as the mistake that a compiler's refusal of it
    /// would be; `nil` for lines that no author wrote.
    ///
    /// What the checker takes, every compiler must take: a refusal is never the author's fault.
    public func refusal(ofLine line: String) -> SourceError? {
        for code in filters {
            guard let place = code.filter.place(ofLine: line, prefix: code.prefix, given: code.given) else { continue }
            return code.filter.mistake(
                "the device's compiler refuses this, which is a fault of Candela and not of the filter; "
                    + "write it in another way, and report it", at: place)
        }
        return nil
    }
}

/// Where each frame's numbers stand in a pass's settings block.
public struct SettingsLayout: Sendable {
    /// What a member's value is taken from when a frame is prepared.
    public enum Value: Hashable, Sendable {
        case parameter(node: Int, name: String)
        case phase(node: Int, name: String)
        /// Where the pieces of a curve begin, and the four powers of each.
        case curveStarts(node: Int, name: String)
        case curveCoefficients(node: Int, name: String)
        case time
        /// The first pixel that each pixel of a period reads where the result is resampled along an axis, and the weights.
        case resizeFirsts(Plan.Picture.Axis)
        case resizeWeights(Plan.Picture.Axis)
        /// Bytes of a row of a source's, or the output's, plane.
        case sourceRow(source: Int, plane: Int)
        case outputRow(plane: Int)
        /// Bytes from the bound buffer's start to the plane's first sample.
        case sourceOffset(source: Int, plane: Int)
        case outputOffset(plane: Int)
        /// 1 when the source has a frame now, else 0.
        case sourcePresent(source: Int)
    }

    public enum Kind: Hashable, Sendable {
        case float
        case int
        case uint
    }

    public struct Member: Sendable {
        public var value: Value
        public var kind: Kind
        /// Bytes from the block's start.
        public var offset: Int
        /// Scalars, one after another: 1...4, or all those of an array.
        public var width: Int
    }

    public var members: [Member] = []
    public var byteCount = 0
}

/// A plan written out as shaders: what a device needs to run a job, and nothing it needs to understand.
public struct Program: Sendable {
    public var passes: [PassProgram]
    /// Bytes of each stored intermediate.
    public var intermediateByteCounts: [Int]
    /// What raw filters write about each frame, in the order of their nodes.
    public var records: [RecordLayout] = []

    /// Whether any pass writes the output.
    public var writesOutput: Bool {
        passes.contains { pass in
            pass.writes.contains { if case .outputPlane = $0 { true } else { false } }
        }
    }
}
