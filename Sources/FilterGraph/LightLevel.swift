import ColorScience

/// How bright one picture is, as the filter `lightLevel` measured it.
///
/// A pixel's level is max(R, G, B) in cd/m² of BT.2020 light, as CTA-861.3 defines MaxCLL and MaxFALL by it.
public struct LightLevel: Hashable, Sendable {
    /// The filter that measures it.
    public static let filterName = "lightLevel"
    /// Bins of the histogram.
    public static let binCount = 256

    /// Pixels that were measured.
    public let pixels: Int
    /// The greatest and the mean level, in cd/m²; 0 where no pixel was measured.
    public let maxNits: Double
    public let meanNits: Double
    /// The least, the mean and the greatest luminance, in cd/m²; 0 where no pixel was measured.
    public let minLuminance: Double
    public let meanLuminance: Double
    public let maxLuminance: Double
    /// How many pixels have a level in each of 256 equal steps of PQ signal.
    public let histogram: [Int]

    /// Reads what the filter wrote; `nil` for what another one wrote.
    public init?(_ record: FrameRecord) {
        guard record.filter == Self.filterName, let pixels = record["pixels"], let maxNits = record["maxLevel"],
            let levelSum = record["levelSum"], let least = record["minLuminance"],
            let greatest = record["maxLuminance"], let luminanceSum = record["luminanceSum"],
            let histogram = record.values("histogram"), histogram.count == Self.binCount
        else { return nil }
        self.pixels = Int(pixels)
        self.maxNits = maxNits
        meanNits = pixels > 0 ? levelSum / pixels : 0
        minLuminance = pixels > 0 ? least : 0
        meanLuminance = pixels > 0 ? luminanceSum / pixels : 0
        maxLuminance = greatest
        self.histogram = histogram.map { Int($0) }
    }

    /// The levels, in cd/m², between which a share of the measured pixels, 0...1 from the darkest on, ends: as close as
    /// the histogram tells.
    public func nits(atShare share: Double) -> ClosedRange<Double> {
        let wanted = min(max(share, 0), 1) * Double(pixels)
        var count = 0.0
        for (bin, pixels) in histogram.enumerated() where pixels > 0 {
            count += Double(pixels)
            if count >= wanted { return Self.nits(ofBin: bin) }
        }
        return 0...0
    }

    /// The levels, in cd/m², that a bin of the histogram stands for.
    public static func nits(ofBin bin: Int) -> ClosedRange<Double> {
        let size = Double(binCount)
        return PQ.nits(signal: Double(bin) / size)...PQ.nits(signal: Double(bin + 1) / size)
    }
}
