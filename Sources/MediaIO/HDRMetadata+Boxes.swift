import Bitstreams
import Frames

// The numbers of the standards for what is known in cd/m², lux and coordinates: containers, messages and encoders are all
// told these, so that all say the same.

extension MasteringDisplayBox {
    /// In steps of 0.00002 and of 0.0001 cd/m²; what the fields cannot hold becomes what is nearest.
    init(_ display: MasteringDisplay) {
        func point(_ pair: [Double]) -> Point { Point(coordinate(pair[0]), coordinate(pair[1])) }
        self.init(
            green: point(display.green), blue: point(display.blue), red: point(display.red),
            white: point(display.white), maximum: steps(display.maxNits * 10_000),
            minimum: steps(display.minNits * 10_000))
    }
}

extension LightLevelBox {
    /// In cd/m²; what the fields cannot hold becomes what is nearest.
    init(_ light: ContentLight) {
        self.init(maxCLL: UInt16(clamping: light.maxCLL), maxFALL: UInt16(clamping: light.maxFALL))
    }
}

extension AmbientViewingBox {
    /// In steps of 0.0001 lx and of 0.00002; what the fields cannot hold becomes what is nearest.
    init(_ room: AmbientViewing) {
        self.init(
            illuminance: steps(room.lux * 10_000), x: coordinate(room.white[0]), y: coordinate(room.white[1]))
    }
}

extension AmbientViewing {
    /// What a box or message says; `nil` for a room without light, which the standard forbids.
    init?(_ box: AmbientViewingBox) {
        guard box.illuminance > 0 else { return nil }
        self.init(
            lux: Double(box.illuminance) / 10_000, white: [Double(box.x) / 50_000, Double(box.y) / 50_000])
    }
}

private func coordinate(_ value: Double) -> UInt16 { UInt16(clamping: steps(value * 50_000)) }

private func steps(_ value: Double) -> UInt32 {
    // What is no number compares with nothing.
    guard value > 0 else { return 0 }
    return value < Double(UInt32.max) ? UInt32(value.rounded()) : .max
}
