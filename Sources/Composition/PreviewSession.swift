import CPUReference
import ColorScience
import FilterGraph
import FilterLanguage
import Frames
import MediaIO
import VulkanGPU

/// One moment of a composition, shown again and again while its filters are being written.
///
/// Frames are decoded, and turned into light, once; the device stays open. A new picture compiles the filters alone: the
/// dispatch that makes an SDR picture of their light never changes. Used by one thread.
public final class PreviewSession {
    /// A finished picture: red, green and blue bytes in sRGB, HDR tone-mapped by BT.2390 to reference white.
    public struct Picture: Sendable {
        public var planes: HostPlanes
        public var width: Int
        public var height: Int
        /// What the picture's codes mean.
        public var color: ColorProperties
        /// The filters that made it, in the order of the options; blend modes among them.
        public var filters: [Filter]
    }

    /// What it renders on.
    public let deviceName: String
    /// Seconds from the source's start.
    public let time: MediaTime
    public let width: Int
    public let height: Int
    private let options: RenderOptions
    private let renderer: any Renderer
    private let shown: HostPlanes
    /// What the preview's bytes are: red, green, blue.
    private let layout: PixelLayout
    private var plan: ExportPlan
    /// Whether the plan knows every operation: what a filter reads is not known while its file has a mistake.
    private var isWhole: Bool
    private var light: [HostPlanes?] = []
    private var descriptions: [PictureDescription] = []

    /// Opens the sources, decodes the frames shown at `mark` (the first ones unless given), and opens the device.
    ///
    /// What `options` says of the output is not looked at. Throws as `ExportSession` does.
    public init(_ options: RenderOptions, at mark: TimeMark? = nil) throws {
        var options = options
        options.codec = "null"
        (options.from, options.to, options.deliveryColor) = (mark, nil, nil)
        (options.pixelFormat, options.levels) = (nil, nil)
        self.options = options
        let plan: ExportPlan
        do {
            plan = try ExportPlan(options)
            isWhole = true
        } catch is SourceError {
            var bare = options
            bare.operations = []
            plan = try ExportPlan(bare)
            isWhole = false
        }
        self.plan = plan
        let frame = try plan.firstFrame()
        time = frame.time - plan.main.track.start
        let renderer: any Renderer
        if options.usesCPUReference {
            renderer = CPURenderer()
        } else {
            let device = try GPUDevice(
                selecting: options.device.map(GPUDevice.Selection.init), compileNotice: options.compileNotice)
            renderer = GPURenderer(device: device, library: plan.catalog.colors)
        }
        self.renderer = renderer
        deviceName = options.usesCPUReference ? "CPU reference" : renderer.name
        (width, height) = plan.sources[0].uprightSize
        guard let layout = PixelLayout(name: "rgb24") else {
            throw CompositionError(.unavailable, "rgb24", "the media library knows no such pixels; install ffmpeg's")
        }
        self.layout = layout
        shown = HostPlanes(layout: layout, width: width, height: height)
        try open(frame.planes)
    }

    /// Turns the plan's sources into light, the input's frame first.
    private func open(_ frame: HostPlanes) throws {
        var planes: [HostPlanes?] = [frame]
        for layer in plan.layers { planes.append(try LayerReader(layer).planes(at: time)) }
        descriptions = plan.sources.map { Self.light($0.uprightSize) }
        light = try planes.indices.map { index in
            try planes[index].map { planes in
                let description = descriptions[index]
                let target = HostPlanes(
                    layout: .rgba16f, width: description.codedWidth, height: description.codedHeight)
                let job = RenderJob(
                    graph: Graph(), sources: [plan.sources[index]],
                    output: OutputDescription(picture: description, dither: .none), color: plan.color)
                try renderer.render(job, sources: [planes], at: time, into: target)
                return target
            }
        }
    }

    /// What a screen of SDR shows.
    private var screen: OutputDescription {
        let properties = ColorProperties(primaries: .bt709, transfer: .srgb, matrix: .rgb)
        let white = plan.color.referenceWhiteNits
        return OutputDescription(
            picture: PictureDescription(
                layout: layout, codedWidth: width, codedHeight: height, content: .signal(properties, .full)),
            delivery: CompositionColor(properties: properties, referenceWhiteNits: white, peakNits: white))
    }

    /// The files that the filters stand in, as they are named in messages: those that a picture follows from.
    public var filterFiles: [String] {
        var names: [String] = []
        for operation in options.operations {
            switch operation {
            case .filter(let name, _): names.append(name)
            case .blend(let layer): names.append(layer.mode)
            }
        }
        let known = Dictionary(
            plan.catalog.library.filterFiles().map { ($0.deletingPathExtension().lastPathComponent, $0.path) },
            uniquingKeysWith: { first, _ in first })
        var seen: Set<String> = []
        return names.compactMap { $0.hasSuffix(".glsl") ? $0 : known[$0] }.filter { seen.insert($0).inserted }
    }

    /// Every file that the picture is made of: the clips', stills' and filters'.
    public var filesRead: [String] { plan.filesRead }

    /// Throws what is wrong with the options: filters that do not exist, settings that do not fit. Mistakes in the files
    /// are not among it: an author is about to mend them.
    public func requireFilters() throws {
        _ = try plan.graph()
    }

    /// Reads the filters' files and renders; the planes are valid until the next call.
    ///
    /// `read` is told the filters once they are read, before they are compiled. Throws what the files give reason to, and
    /// may be called again after they are mended.
    public func picture(_ read: ([Filter]) -> Void = { _ in }) throws -> Picture {
        if isWhole, let graph = try plan.freshGraph() { return try show(graph, read) }
        let whole = try ExportPlan(options)
        let graph = try whole.graph()
        let frame = try whole.firstFrame()
        // Until all of it is there, what stood before stays.
        let before = (plan, light, descriptions, isWhole)
        do {
            (plan, isWhole) = (whole, true)
            try open(frame.planes)
        } catch {
            (plan, light, descriptions, isWhole) = before
            throw error
        }
        return try show(graph, read)
    }

    private func show(_ graph: Graph, _ read: ([Filter]) -> Void) throws -> Picture {
        var filters: [Filter] = []
        for case .filter(let filter, _, _) in graph.nodes { filters.append(filter) }
        read(filters)
        let job = RenderJob(
            graph: graph, sources: descriptions, output: screen, color: plan.color, working: plan.options.working,
            curves: plan.options.curves ?? .fast, encodesApart: true)
        try renderer.render(job, sources: light, at: time, into: shown)
        return Picture(
            planes: shown, width: width, height: height, color: screen.delivery?.properties ?? .sdr, filters: filters)
    }

    private static func light(_ size: (width: Int, height: Int)) -> PictureDescription {
        PictureDescription(
            layout: .rgba16f, codedWidth: size.width, codedHeight: size.height, content: .light,
            isPremultiplied: true)
    }
}
