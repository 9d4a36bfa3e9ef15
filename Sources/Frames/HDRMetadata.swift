/// The display that a picture was graded on (SMPTE ST 2086).
public struct MasteringDisplay: Hashable, Sendable {
    /// CIE 1931 x and y of red, green, blue and white.
    public var red: [Double]
    public var green: [Double]
    public var blue: [Double]
    public var white: [Double]
    public var minNits: Double
    public var maxNits: Double

    public init(
        red: [Double], green: [Double], blue: [Double], white: [Double], minNits: Double, maxNits: Double
    ) {
        (self.red, self.green, self.blue, self.white) = (red, green, blue, white)
        (self.minNits, self.maxNits) = (minNits, maxNits)
    }
}

/// How bright the content is (CTA-861.3), in cd/m²; 0 is unknown.
public struct ContentLight: Hashable, Sendable {
    public var maxCLL: Int
    public var maxFALL: Int

    public init(maxCLL: Int, maxFALL: Int) {
        (self.maxCLL, self.maxFALL) = (maxCLL, maxFALL)
    }
}

/// The light of the room that a picture was made to be seen in (ITU-T H.265, D.3.39).
public struct AmbientViewing: Hashable, Sendable {
    /// Illuminance in lux.
    public var lux: Double
    /// CIE 1931 x and y of the room's light.
    public var white: [Double]

    public init(lux: Double, white: [Double]) {
        (self.lux, self.white) = (lux, white)
    }
}

/// Where a piece of an output's HDR metadata comes from.
public enum MetadataChoice<Value: Hashable & Sendable>: Hashable, Sendable {
    /// From the source, as long as it is true of the output.
    case automatic
    /// From the source, whatever is done to its pictures.
    case source
    /// From nowhere: the output does not state it.
    case none
    /// From the user.
    case stated(Value)
}
