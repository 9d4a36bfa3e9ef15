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

    /// One state of the files: what was decided of them, and the light of their frames.
    private struct Scene {
        var plan: ExportPlan
        /// Whether the plan knows every operation: what a filter reads is not known while its file has a mistake.
        var isWhole: Bool
        /// Seconds from the source's start.
        var time: MediaTime
        /// The light of each source, the input's first, and what its pixels are.
        var light: [HostPlanes?]
        var descriptions: [PictureDescription]
        /// What the preview is written into.
        var shown: HostPlanes

        var size: (width: Int, height: Int) { plan.sources[0].uprightSize }
    }

    /// What it renders on.
    public let deviceName: String
    private let options: RenderOptions
    private let renderer: any Renderer
    /// What the CPU reference computes for it.
    private let work: Work
    /// What the preview's bytes are: red, green, blue.
    private let layout: PixelLayout
    private var scene: Scene

    /// Opens the sources, decodes the frames shown at `mark` (the first ones unless given), and opens the device.
    ///
    /// What `options` says of the output is not looked at. Throws as `ExportSession` does; mistakes in the filters' files,
    /// and in clips and stills beside the input, are told by `picture` instead, since they are about to be mended.
    public init(_ options: RenderOptions, at mark: TimeMark? = nil) throws {
        var options = options
        options.codec = "null"
        (options.from, options.to, options.deliveryColor) = (mark, nil, nil)
        (options.pixelFormat, options.levels) = (nil, nil)
        self.options = options
        let (plan, isWhole) = try Self.plan(options)
        let frame = try plan.firstFrame(askedBy: "--at")
        let work = Work()
        let renderer: any Renderer
        var examiner: (any Renderer)?
        if options.usesCPUReference {
            renderer = CPURenderer(work: work)
        } else {
            let device = try GPUDevice(
                selecting: options.device.map(GPUDevice.Selection.init), compileNotice: options.compileNotice)
            renderer = GPURenderer(device: device, library: plan.catalog.colors)
            examiner = GPURenderer(device: device, library: plan.catalog.colors)
        }
        self.examiner = examiner
        (self.renderer, self.work) = (renderer, work)
        deviceName = options.usesCPUReference ? "CPU reference" : renderer.name
        guard let layout = PixelLayout(name: "rgb24") else {
            throw CompositionError(.unavailable, "rgb24", "the media library knows no such pixels; install ffmpeg's")
        }
        self.layout = layout
        scene = try Self.scene(plan, isWhole: isWhole, frame, renderer, layout)
    }

    /// Seconds from the source's start.
    public var time: MediaTime { scene.time }
    public var width: Int { scene.size.width }
    public var height: Int { scene.size.height }
    /// Whether everything that the options name was there and without a mistake when it was last looked at.
    public var isWhole: Bool { scene.isWhole }

    /// A renderer of its own on the same device, for whole shaders that are tried for HDR meanwhile, from any thread; `nil`
    /// where the CPU reference makes the picture.
    public let examiner: (any Renderer)?

    /// Gives up the picture under way, where the CPU reference makes it, and every later one; may be called from any thread.
    public var cancel: @Sendable () -> Void { { [work] in work.cancel() } }

    /// The plan of everything, or of the input alone where something else has a mistake.
    private static func plan(_ options: RenderOptions) throws -> (ExportPlan, isWhole: Bool) {
        var bare = options
        bare.operations = []
        do {
            return (try ExportPlan(options), true)
        } catch is SourceError {
            return (try ExportPlan(bare), false)
        } catch let error as MediaError where error.subject != options.input {
            return (try ExportPlan(bare), false)
        }
    }

    /// Turns the plan's sources into light, the input's frame first.
    private static func scene(
        _ plan: ExportPlan, isWhole: Bool, _ frame: DecodedFrame, _ renderer: any Renderer, _ layout: PixelLayout
    ) throws -> Scene {
        let time = frame.time - plan.main.track.start
        var planes: [HostPlanes?] = [frame.planes]
        for layer in plan.layers { planes.append(try LayerReader(layer).planes(at: time)) }
        let descriptions = plan.sources.map { light($0.uprightSize, isOpaque: !$0.layout.hasAlpha || $0.isOpaque) }
        let lit: [HostPlanes?] = try planes.indices.map { index in
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
        let size = plan.sources[0].uprightSize
        return Scene(
            plan: plan, isWhole: isWhole, time: time, light: lit, descriptions: descriptions,
            shown: HostPlanes(layout: layout, width: size.width, height: size.height))
    }

    /// What a screen of SDR shows.
    private var screen: OutputDescription {
        let properties = ColorProperties(primaries: .bt709, transfer: .srgb, matrix: .rgb)
        let white = scene.plan.color.referenceWhiteNits
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
            scene.plan.catalog.library.filterFiles().map { ($0.deletingPathExtension().lastPathComponent, $0.path) },
            uniquingKeysWith: { first, _ in first })
        var seen: Set<String> = []
        return names.compactMap { $0.hasSuffix(".glsl") ? $0 : known[$0] }.filter { seen.insert($0).inserted }
    }

    /// The files of pictures that the options name, the input's first, whether they are there or not.
    public var pictureFiles: [String] {
        let catalog = scene.plan.catalog
        func named(_ name: String, _ settings: [(name: String, text: String)]) -> [String] {
            guard let filter = try? catalog.filter(named: name) else { return [] }
            return settings.filter { filter.pictureNames.contains($0.name) }.map(\.text)
        }
        var files = [options.input]
        for operation in options.operations {
            switch operation {
            case .filter(let name, let settings): files += named(name, settings.map { ($0.name, $0.text) })
            case .blend(let layer):
                let settings = layer.settings.map { ($0.name, $0.text) }
                files += [layer.file] + named(layer.mode, settings) + named(layer.file, settings)
            }
        }
        var seen: Set<String> = ["-"]
        return files.filter { seen.insert($0).inserted }
    }

    /// Every file that the picture is made of: the clips', stills' and filters'.
    public var filesRead: [String] { scene.plan.filesRead }

    /// Throws what is wrong with the options: filters that do not exist, settings that do not fit. Mistakes in the files
    /// are not among it: an author is about to mend them.
    public func requireFilters() throws {
        _ = try scene.plan.graph()
    }

    /// Reads the filters' files and renders; the planes are valid until the next call.
    ///
    /// Clips and stills are read again where `reopens` says so, or something of them had a mistake. `read` is told the
    /// filters once they are read, before they are compiled. Throws what the files give reason to, and may be called again
    /// after they are mended; `Work.Ending` once it was cancelled.
    public func picture(reopens: Bool = false, _ read: ([Filter]) -> Void = { _ in }) throws -> Picture {
        if reopens { scene.isWhole = false }
        if scene.isWhole, let graph = try scene.plan.freshGraph() { return try show(graph, read) }
        let whole = try ExportPlan(options)
        let graph = try whole.graph()
        // Until all of it is there, what stood before stays.
        scene = try Self.scene(whole, isWhole: true, whole.firstFrame(askedBy: "--at"), renderer, layout)
        return try show(graph, read)
    }

    private func show(_ graph: Graph, _ read: ([Filter]) -> Void) throws -> Picture {
        var filters: [Filter] = []
        for case .filter(let filter, _, _) in graph.nodes { filters.append(filter) }
        read(filters)
        let plan = scene.plan
        let job = RenderJob(
            graph: graph, sources: scene.descriptions, output: screen, color: plan.color, working: plan.options.working,
            curves: plan.options.curves ?? .fast, encodesApart: true)
        try renderer.render(job, sources: scene.light, at: time, into: scene.shown)
        return Picture(
            planes: scene.shown, width: width, height: height, color: screen.delivery?.properties ?? .sdr,
            filters: filters)
    }

    private static func light(_ size: (width: Int, height: Int), isOpaque: Bool) -> PictureDescription {
        var description = PictureDescription(
            layout: .rgba16f, codedWidth: size.width, codedHeight: size.height, content: .light,
            isPremultiplied: true)
        description.isOpaque = isOpaque
        return description
    }
}
