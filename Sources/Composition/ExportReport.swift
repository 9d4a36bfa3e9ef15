import FilterGraph
import Frames

/// How far an export is.
public struct ExportProgress: Sendable {
    /// Frames written.
    public var frames: Int
    /// Frames in all, when the source tells.
    public var totalFrames: Int?
    /// Time of the last frame written, from the output's start.
    public var time: MediaTime
    public var framesPerSecond: Double
    /// Seconds, when the total is known.
    public var secondsLeft: Double?
}

/// What an export did.
public struct ExportSummary: Sendable {
    public var output: String
    public var frames: Int
    public var byteCount: Int
    public var seconds: Double
    /// What it ran on.
    public var device: String
    /// One line each, for people.
    public var warnings: [String]
    /// Dispatches for each frame.
    public var dispatches: Int
    /// How the colour was handled, in one line: peaks, operator and gamut step.
    public var colorLine: String
    /// The HDR metadata that the output states, and what of the source's it does not.
    public var metadata: OutputMetadata
    /// Figures for `--stats`, by name.
    public var statistics: [(name: String, value: String)]
    /// What each `lightLevel` filter measured over all frames, in the order of the filters.
    public var lightLevels: [LightLevelSummary] = []
}

/// What raw filters measured of one frame.
public struct FrameMeasurement: Sendable {
    /// The frame's number, from 0.
    public var frame: Int
    /// The frame's time from the output's start.
    public var time: MediaTime
    /// What each raw filter wrote, in the order of the filters.
    public var records: [FrameRecord]

    /// What the `lightLevel` filters among them say.
    public var lightLevels: [LightLevel] { records.compactMap(LightLevel.init) }
}
