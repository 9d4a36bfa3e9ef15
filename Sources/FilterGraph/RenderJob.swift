import ColorScience
import Frames

/// The colour that a composition is made in, and what it means by white and by bright.
public struct CompositionColor: Hashable, Sendable {
    public var properties: ColorProperties
    /// cd/m² of working light 1.0.
    public var referenceWhiteNits: Double
    /// Brightest light of the content, in cd/m²: the encoding's for HLG (1000) and SDR (reference white), the sources' for PQ.
    public var peakNits: Double
    /// A gamut narrower than the encoding's that light is brought into at ingest (Display P3 for `pq-p3`).
    public var gamutLimit: Primaries?

    public init(
        properties: ColorProperties, referenceWhiteNits: Double = 203, peakNits: Double, gamutLimit: Primaries? = nil
    ) {
        self.properties = properties
        self.referenceWhiteNits = referenceWhiteNits
        self.peakNits = peakNits
        self.gamutLimit = gamutLimit
    }

    public var isHDR: Bool { properties.transfer.isHDR }

    /// The content's peak in multiples of reference white; 1 for SDR.
    public var contentHeadroom: Double { isHDR ? peakNits / referenceWhiteNits : 1 }
}

/// What stored intermediate pictures are made of.
public enum WorkingFormat: String, Sendable, CaseIterable {
    /// Linear light as halves.
    case rgba16f
    /// The composition's signal in ten bits.
    case rgb10a2
}

/// Which implementation of transfer curves the GPU runs.
public enum Curves: String, Sendable, CaseIterable {
    /// Within 1e-5 relative of the standard's formulas.
    case exact
    /// Polynomials for 8-bit results: greys within 0.05 of an 8-bit code, saturated darks less (docs/color.md).
    case fast
}

/// What is added before rounding to codes.
public enum Dither: String, Sendable, CaseIterable {
    /// A static 8x8 pattern of amplitude just under half a code.
    case ordered
    case none
}

/// Where the result goes and how it is encoded.
public struct OutputDescription: Hashable, Sendable {
    /// Layout, stored size, the visible part (top-left; the rest repeats the edge), levels, siting, and what brings it
    /// upright: the composition is turned back before it is written.
    public var picture: PictureDescription
    public var dither: Dither
    /// Whether light above what the codes carry is rolled off by a shoulder instead of clipped.
    public var rollsOff: Bool
    /// The colour that the finished composition is converted to, when it is not the composition's own.
    public var delivery: CompositionColor?
    /// The size that the finished composition is brought to, which is the upright visible part's; `nil` keeps the composition's.
    public var resize: Resize?

    public init(
        picture: PictureDescription, dither: Dither = .ordered, rollsOff: Bool = false,
        delivery: CompositionColor? = nil, resize: Resize? = nil
    ) {
        self.picture = picture
        self.dither = dither
        self.rollsOff = rollsOff
        self.delivery = delivery
        self.resize = resize
    }
}

/// Everything about a rendering that stays the same from frame to frame.
public struct RenderJob: Sendable {
    public var graph: Graph
    /// One for each source index of the graph.
    public var sources: [PictureDescription]
    public var output: OutputDescription
    public var color: CompositionColor
    public var working: WorkingFormat
    public var curves: Curves
    /// Whether what filters make is stored before a dispatch of its own encodes it: that one then stays the same, and
    /// compiled, whatever the filters become.
    public var encodesApart: Bool
    /// For checks: a word that fills stored pictures before anything is rendered, by which it shows what a raw filter
    /// leaves unwritten. What is no number, or infinite, then stays so in what it writes.
    public var poison: UInt32?

    public init(
        graph: Graph, sources: [PictureDescription], output: OutputDescription, color: CompositionColor,
        working: WorkingFormat = .rgba16f, curves: Curves = .exact, encodesApart: Bool = false
    ) {
        self.encodesApart = encodesApart
        self.graph = graph
        self.sources = sources
        self.output = output
        self.color = color
        self.working = working
        self.curves = curves
    }
}

/// Runs render jobs, one picture at a time; a GPU and the CPU reference each are one.
public protocol Renderer: Sendable {
    /// What it runs on, for people.
    var name: String { get }

    /// Renders one moment of a job: reads `sources` and fills `target`, both in the job's layouts.
    ///
    /// `nil` for a source is transparent black. `time` is what filters see as `time`.
    @discardableResult
    func render(
        _ job: RenderJob, sources: [HostPlanes?], at time: MediaTime, into target: HostPlanes
    ) throws -> FrameStatistics
}

/// What a rendering noticed about one frame.
public struct FrameStatistics: Hashable, Sendable {
    /// Pixels whose codes could not carry their light.
    public var clippedPixels = 0
    /// The brightest channel among them, in multiples of reference white.
    public var clippedPeak = 0.0
    /// Whether filters made pixels that are infinite or no number, which were encoded as black.
    public var hasNoNumbers = false
    /// What raw filters wrote, in the order of their nodes.
    public var records: [FrameRecord] = []

    public init(
        clippedPixels: Int = 0, clippedPeak: Double = 0, hasNoNumbers: Bool = false, records: [FrameRecord] = []
    ) {
        self.clippedPixels = clippedPixels
        self.clippedPeak = clippedPeak
        self.hasNoNumbers = hasNoNumbers
        self.records = records
    }
}
