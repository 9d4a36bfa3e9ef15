/// A filter as its author wrote it: what it is for, what can be set, and what it computes.
public struct Filter: Sendable {
    /// What a filter reads and returns; decides what it can be fused with.
    public enum Kind: String, Sendable, CaseIterable {
        /// `vec4 f(vec4 color)`: one pixel from the pixel at the same place.
        case point
        /// `vec4 f(vec4 below, vec4 above)`: one pixel from two.
        case blend
        /// `vec2 f(vec2 at)`: where to read the input.
        case warp
        /// `vec4 f()`, reading its input at any place within `reach`; several functions are several passes.
        case area
        /// `vec4 f()`, reading nothing: a picture made of numbers alone.
        case generate
        /// `void main()`, a whole compute shader: reductions and the like, which write results, or a picture, of their own.
        case raw

        /// Pictures that a filter of the kind reads beside those that it names.
        public var pictureCount: Int {
            switch self {
            case .generate: 0
            case .point, .warp, .area, .raw: 1
            case .blend: 2
            }
        }

        /// Whether it sees of each picture only the pixel at its own place.
        public var isLocal: Bool {
            switch self {
            case .point, .blend, .generate: true
            case .warp, .area, .raw: false
            }
        }
    }

    /// The light a filter is written for.
    public enum Light: String, Sendable {
        /// Linear BT.2020, premultiplied, 1.0 = reference white.
        case linear
        /// The composition's transfer-encoded values in its own primaries, premultiplied by alpha.
        case signal
    }

    public let name: String
    public let summary: String
    public let kind: Kind
    public let light: Light
    /// Further pictures that it reads, such as a mask; they follow the kind's own.
    public let inputs: [Input]
    public let parameters: [Parameter]
    public let phases: [Phase]
    public let laws: [Law]
    /// What the filter does on purpose, so that a check does not hold it against the author.
    public let intents: [Intent]
    public let examples: [Example]
    /// Settings that show what the filter does, for the picture in its documentation.
    public let shown: [String: [Double]]
    /// The functions to run in turn: one for every kind but `area`, which may have several.
    public let passes: [String]
    /// How far, in pixels, an area filter reads from its own pixel; an expression of parameters, `nil` is unbounded.
    public let reach: String?
    /// Whether the filter may change alpha.
    public let changesAlpha: Bool
    /// Whether a warp reads transparent black outside its input; else the edge repeats.
    public let outsideIsClear: Bool
    /// The file's path as the user named it, for messages.
    public let path: String
    /// The file's text, and behind it that of the files that it includes.
    public let source: String
    /// Files that the filter includes, as `path` names the filter.
    public var includedPaths: [String] { included.map(\.path) }
    let included: [SourceText.File]
    /// Every file that the filter was read from.
    public var files: [String] { [path] + includedPaths + twins.flatMap(\.files) }
    /// The twin, in a row that holds it apart.
    let twins: [Filter]
    /// The syntax tree of the code, checked: every name resolved, every expression typed; empty for kind `raw`.
    public let module: Module
    /// Turns of loops that one pixel of a pass takes at most.
    public var loopTurns: Double {
        module.functions.filter { passes.contains($0.name) }.map(\.loopTurns).max() ?? 0
    }
    /// The numbers that a raw filter writes about each picture, in order.
    public let results: [Quantity]
    /// The code of a raw filter; `nil` for every other kind.
    public let raw: RawCode?

    /// Whether the filter shows the picture that it reads and only writes results about it.
    public var onlyMeasures: Bool { raw.map { !$0.writesPicture } ?? false }

    /// Pictures that the filter reads in all: the kind's own, further ones, and those of its image parameters.
    public var pictureCount: Int { kind.pictureCount + inputs.count + images.count }

    /// The parameters that are stills.
    public var images: [Parameter] { parameters.filter { $0.kind == .image } }

    /// The names by which pictures are given beside the kind's own, in the order in which they are read.
    public var pictureNames: [String] { inputs.map(\.name) + images.map(\.name) }

    /// A further picture that lies pixel by pixel over the filter's own.
    public struct Input: Sendable {
        public let name: String
        public let summary: String

        init(name: String, summary: String) { (self.name, self.summary) = (name, summary) }
    }

    /// Something a user may set.
    public struct Parameter: Sendable {
        public enum Kind: Hashable, Sendable {
            case float
            case int
            case bool
            case vec2
            case vec3
            case vec4
            /// Red, green, blue, alpha: unpremultiplied linear light.
            case color
            /// A place in pixels; origin top-left.
            case point
            /// One of several names; GLSL sees an `int` and constants `<parameter>_<name>`.
            case choice([String])
            /// A smooth curve through 2...16 points, x and y of each in turn; GLSL sees a function `float name(float)`.
            case curve
            /// A still, sampled anywhere; GLSL sees functions `vec4 name(vec2)` and `vec2 name_size()`.
            case image
        }

        /// The value when the user sets none.
        public enum Initial: Hashable, Sendable {
            case numbers([Double])
            /// The middle of the picture (`point` only).
            case center
            /// The light, or signal, of the content's peak: a given name such as `contentHeadroom`.
            case given(String)
        }

        public let name: String
        public let kind: Kind
        public let initial: Initial
        public let range: ClosedRange<Double>
        public let unit: String?
        public let summary: String

        /// Numbers that the value has: 1 for float, int, bool and choice, 2...4 for vectors; 0 where it is no fixed count.
        public var width: Int {
            switch kind {
            case .float, .int, .bool, .choice: 1
            case .vec2, .point: 2
            case .vec3: 3
            case .vec4, .color: 4
            case .curve, .image: 0
            }
        }

        /// The GLSL type that the filter's code sees, or that the function of its name gives.
        public var glslType: String {
            switch kind {
            case .float: "float"
            case .int, .choice: "int"
            case .bool: "bool"
            case .vec2, .point: "vec2"
            case .vec3: "vec3"
            case .vec4, .color, .image: "vec4"
            case .curve: "float"
            }
        }

        init(name: String, kind: Kind, initial: Initial, range: ClosedRange<Double>, unit: String?, summary: String) {
            (self.name, self.kind, self.initial) = (name, kind, initial)
            (self.range, self.unit, self.summary) = (range, unit, summary)
        }
    }

    /// A periodic quantity: the code sees `name` in 0..<1, the fraction of `time * perSecond`, reduced exactly by the host.
    public struct Phase: Sendable {
        public let name: String
        /// Numerator and denominator of the rate, in 1/s.
        public let numerator: Int64
        public let denominator: Int64

        init(name: String, numerator: Int64, denominator: Int64) {
            (self.name, self.numerator, self.denominator) = (name, numerator, denominator)
        }
    }

    /// A property that every rendering must have, such as `identity when stops = 0`.
    public struct Law: Sendable {
        /// The laws that a file may declare.
        public static let names = ["identity", "involution", "monotone", "constantKept", "linear"]

        public let name: String
        public let settings: [String: [Double]]
        public let line: Int

        init(name: String, settings: [String: [Double]], line: Int) {
            (self.name, self.settings, self.line) = (name, settings, line)
        }
    }

    /// One hand-computed pixel: with `settings`, `inputs` give `output`.
    public struct Example: Sendable {
        public let settings: [String: [Double]]
        /// Four numbers for each picture read, a still being of one colour. A warp's first is the place it is asked about, two numbers, and its output
        /// the place that is read; a generate filter's first of two numbers, if it has any, is the place of its pixel.
        public let inputs: [[Double]]
        public let output: [Double]
        /// Of a raw filter, what its results are for a picture of that colour, in their units; it has no output.
        public let results: [String: Double]
        public let line: Int

        init(
            settings: [String: [Double]], inputs: [[Double]], output: [Double], results: [String: Double] = [:],
            line: Int
        ) {
            (self.settings, self.inputs, self.output, self.line) = (settings, inputs, output, line)
            self.results = results
        }
    }

    init(
        name: String, summary: String, kind: Kind, light: Light, inputs: [Input], parameters: [Parameter],
        phases: [Phase], laws: [Law], intents: [Intent], examples: [Example], shown: [String: [Double]],
        passes: [String], reach: String?, changesAlpha: Bool, outsideIsClear: Bool, path: String, source: String,
        module: Module, results: [Quantity] = [], raw: RawCode? = nil, included: [SourceText.File] = [],
        twin: Filter? = nil
    ) {
        (self.name, self.summary, self.kind, self.light) = (name, summary, kind, light)
        (self.inputs, self.parameters, self.phases) = (inputs, parameters, phases)
        (self.laws, self.intents, self.examples, self.shown) = (laws, intents, examples, shown)
        (self.passes, self.reach, self.changesAlpha) = (passes, reach, changesAlpha)
        self.outsideIsClear = outsideIsClear
        (self.path, self.source, self.module) = (path, source, module)
        (self.results, self.raw) = (results, raw)
        self.included = included
        twins = twin.map { [$0] } ?? []
    }
}
