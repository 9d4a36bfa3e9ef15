import ColorScience
import Frames
import Testing

/// Displays by name, and which colours they show.
@Suite struct MasteringDisplayTests {
    @Test(
        arguments: [
            ("P3-1000", Primaries.displayP3, 0.0001, 1000), ("p3-4000", .displayP3, 0.005, 4000),
            ("BT2020-1000", .bt2020, 0.0001, 1000), ("BT2020-4000-0.01", .bt2020, 0.01, 4000),
            ("bt709-100-0.05", .bt709, 0.05, 100), ("P3-108.5-0", .displayP3, 0, 108.5),
        ] as [(String, Primaries, Double, Double)])
    func namesAreRead(_ name: String, _ primaries: Primaries, _ least: Double, _ most: Double) {
        #expect(MasteringDisplay(named: name) == MasteringDisplay(primaries, minNits: least, maxNits: most))
    }

    @Test(arguments: [
        "", "P3", "P3-", "-1000", "P3-0", "P3-20000", "P3-nan", "P3-inf", "P3-1000-", "P3-1000-2000", "P3-1000-1000",
        "P3-1000--1", "P3-1000-0.1-0.2", "XYZ-1000", "P3 1000",
    ]) func othersAreNot(_ name: String) { #expect(MasteringDisplay(named: name) == nil) }

    @Test func gamutsCoverOneAnother() {
        func display(_ primaries: Primaries) -> MasteringDisplay {
            MasteringDisplay(primaries, minNits: 0, maxNits: 1000)
        }
        let order: [Primaries] = [.bt709, .displayP3, .bt2020]
        for (index, inner) in order.enumerated() {
            for (other, outer) in order.enumerated() {
                #expect(display(outer).covers(display(inner).corners) == (index <= other), "\(inner) in \(outer)")
            }
        }
        // Metadata is rounded to 0.00002.
        var rounded = display(.displayP3)
        rounded.green = [0.26502, 0.68998]
        #expect(rounded.covers(display(.displayP3).corners) && display(.displayP3).covers(rounded.corners))
        let empty = MasteringDisplay(
            red: [0, 0], green: [0, 0], blue: [0, 0], white: [0, 0], minNits: 0, maxNits: 1)
        #expect(!empty.covers(display(.bt709).corners))
    }
}
