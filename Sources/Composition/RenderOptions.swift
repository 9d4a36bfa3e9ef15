import ColorScience
import FilterGraph
import Frames
import MediaIO
import VulkanGPU

/// One thing that makes pixels; operations apply in order, each to the result of those before.
public enum RenderOperation: Sendable {
    /// A filter by its name or path, with settings as text: a value, or values at times such as `0@0 1@2.5~ease`.
    case filter(name: String, settings: [(name: String, text: String)])
    /// A file laid over, by a blend filter's name or path.
    case blend(BlendedLayer)
}

/// A file that is laid over what stands below, top-left, one pixel to one pixel.
public struct BlendedLayer: Sendable {
    public var file: String
    public var mode = "over"
    /// The mode's own settings, as text.
    public var settings: [(name: String, text: String)] = []
    public var opacity = 1.0
    /// The opacity at times, such as `0@0 1@2.5`, instead of one for all.
    public var opacityKeys: String?
    /// What its colour is, whatever the file says.
    public var assumed: ColorName?
    public var raw: RawVideoFormat?

    public init(file: String) { self.file = file }
}

/// What interlaced pictures become.
public enum Deinterlacing: String, Sendable, CaseIterable {
    /// Each one a picture without combs.
    case frame
    /// Each one two pictures, at the times of its fields.
    case field

    /// How a file is read for it; without a wish, interlaced ones are refused.
    static func reading(_ wish: Deinterlacing?) -> InterlacedPictures {
        switch wish {
        case nil: .refused
        case .frame: .onePicture
        case .field: .twoPictures
        }
    }
}

/// What an export is asked to do.
public struct RenderOptions: Sendable {
    public var input: String
    /// A path, a device, or `-` for standard output.
    public var output: String
    public var operations: [RenderOperation] = []
    /// The composition's colour; `nil` follows the sources: HLG over PQ over SDR.
    public var color: ColorName?
    /// The colour that the finished composition is converted to.
    public var deliveryColor: ColorName?
    /// What the input's colour is, whatever the file says.
    public var assumedColor: ColorName?
    /// Size, layout and rate of an input without a header.
    public var raw: RawVideoFormat?
    public var referenceWhiteNits = 203.0
    public var sourcePeakNits: Double?
    /// A `VideoCodec`'s name, or `null` to render and write nothing.
    public var codec: String?
    /// ffmpeg's name of the output's layout.
    public var pixelFormat: String?
    public var quality: Double?
    public var preset: String?
    /// A libavcodec encoder by its name, such as `hevc_nvenc`, instead of the codec's usual one.
    public var encoder: String?
    /// Further options of the encoder, by its own names.
    public var encoderOptions: [String: String] = [:]
    /// Bits a second to aim at, instead of a quality.
    public var bitRate: Int?
    /// The most pictures from one key picture to the next.
    public var keyInterval: Int?
    /// The encoder's profile by its own name.
    public var profile: String?
    /// Four characters that name the codec in a mov or mp4 file.
    public var tag: String?
    /// Whether PQ and HLG may be written with fewer than 10 bits.
    public var allowsEightBitHDR = false
    /// The size that the finished composition is brought to, by Lanczos's kernel in linear light; `nil` keeps its own.
    public var size: OutputSize?
    /// A constant rate of the output, in frames a second; `nil` keeps the source's times.
    public var frameRate: MediaTime?
    /// Whether pictures are stored turned and mirrored as the input's are, with its display matrix; else upright.
    public var keepsRotation = false
    /// What interlaced files become, the input and those beside it; `nil` refuses them.
    public var deinterlacing: Deinterlacing?
    public var from: TimeMark?
    public var to: TimeMark?
    public var working = WorkingFormat.rgba16f
    public var curves: Curves?
    public var dither = Dither.ordered
    public var levels: Levels?
    public var rollsOff = false
    /// The display that the output was mastered on; SDR states none.
    public var mastering = MetadataChoice<MasteringDisplay>.automatic
    /// MaxCLL and MaxFALL of the output; SDR states none.
    public var contentLight = MetadataChoice<ContentLight>.automatic
    /// Whether everything that says where the input was recorded is left out.
    public var stripsLocation = false
    public var device: String?
    public var shadersFolder: String?
    public var usesCPUReference = false
    public var overwrites = false
    public var shaderDumpFolder: String?
    /// Who is told of shaders that take long to compile.
    public var compileNotice: CompileNotice?

    public init(input: String, output: String) {
        self.input = input
        self.output = output
    }
}
