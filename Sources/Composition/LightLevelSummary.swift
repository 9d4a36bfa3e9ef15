import FilterGraph
import Frames

/// The light of a whole job at one place of its chain, from what `lightLevel` measured of each frame.
public struct LightLevelSummary: Hashable, Sendable {
    /// A value, in cd/m², and the number of the first frame that has it.
    public struct Peak: Hashable, Sendable {
        public var nits: Double
        public var frame: Int
    }

    /// Frames that were measured.
    public private(set) var frames = 0
    /// The greatest max(R, G, B) of any pixel: MaxCLL of CTA-861.3.
    public private(set) var maxCLL = Peak(nits: 0, frame: 0)
    /// The greatest mean of max(R, G, B) of any frame: MaxFALL.
    public private(set) var maxFALL = Peak(nits: 0, frame: 0)
    /// The greatest and the least luminance of any pixel; 0 and infinity where no frame was measured.
    public private(set) var maxLuminance = Peak(nits: 0, frame: 0)
    public private(set) var minLuminance = Peak(nits: .infinity, frame: 0)
    /// Pixels of all frames by level, in 256 equal steps of PQ signal.
    public private(set) var histogram = [Int](repeating: 0, count: LightLevel.binCount)

    public init() {}

    /// Counts a frame in; frames without measured pixels say nothing.
    public mutating func add(_ level: LightLevel, frame: Int) {
        guard level.pixels > 0 else { return }
        func raise(_ peak: inout Peak, to nits: Double) {
            if nits > peak.nits || frames == 0 { peak = Peak(nits: nits, frame: frame) }
        }
        raise(&maxCLL, to: level.maxNits)
        raise(&maxFALL, to: level.meanNits)
        raise(&maxLuminance, to: level.maxLuminance)
        if level.minLuminance < minLuminance.nits { minLuminance = Peak(nits: level.minLuminance, frame: frame) }
        for (bin, pixels) in level.histogram.enumerated() { histogram[bin] += pixels }
        frames += 1
    }

    /// MaxCLL and MaxFALL as metadata hold them: whole cd/m², rounded up, so that no pixel and no frame is above.
    public var contentLight: ContentLight {
        ContentLight(maxCLL: Int(maxCLL.nits.rounded(.up)), maxFALL: Int(maxFALL.nits.rounded(.up)))
    }
}
