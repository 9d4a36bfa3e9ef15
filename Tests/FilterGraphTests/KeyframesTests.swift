import FilterLanguage
import Frames
import Testing

@testable import FilterGraph

/// Values that change with time.
@Suite struct KeyframesTests {
    private typealias Key = Keyframes.Key

    private static let gain = Sample.gain
    private static let all = """
        //! filter every: Every kind of value.
        //! kind   point
        //! param  by float = 1 in 0...8: Factor.
        //! param  count int = 2 in 0...9: Whole numbers.
        //! param  flag bool = false: A flag.
        //! param  mode choice = one of one two three: A name.
        //! param  tint color = 1/1/1/1 in 0...64: A tint.
        vec4 every(vec4 color) { return color * by; }
        """

    /// Values worked out by hand: the way is 8 long, from 2 to 10.
    @Test(arguments: [
        (Keyframes.Easing.linear, MediaTime(1, 4), 3.0), (.linear, MediaTime(1, 1), 6), (.linear, MediaTime(3, 2), 8),
        // 3/16 - 2/64 = 5/32 of the way, then half of it, then 27/32.
        (.ease, MediaTime(1, 2), 3.25), (.ease, MediaTime(1, 1), 6), (.ease, MediaTime(3, 2), 8.75),
        (.hold, MediaTime(1, 2), 2), (.hold, MediaTime(1_999_999, 1_000_000), 2),
    ])
    func valuesBetweenKeys(_ easing: Keyframes.Easing, _ time: MediaTime, _ value: Double) {
        let keys = Keyframes([Key(at: MediaTime(2, 1), 10), Key(at: .zero, 2, then: easing)])
        #expect(keys.value(at: time) == [value])
    }

    @Test(arguments: Keyframes.Easing.allCases)
    func theValueStandsOutsideTheKeysAndAtThem(_ easing: Keyframes.Easing) {
        let keys = Keyframes((0..<5).map { Key(at: MediaTime($0, 3), Double($0 * $0), then: easing) })
        for index in 0..<5 { #expect(keys.value(at: MediaTime(Int64(index), 3)) == [Double(index * index)]) }
        #expect(keys.value(at: MediaTime(-5, 1)) == [0])
        #expect(keys.value(at: MediaTime(500, 1)) == [16])
    }

    @Test func easingIsMonotoneAndSymmetric() {
        var before = 0.0
        for step in 0...64 {
            let s = Double(step) / 64
            let share = Keyframes.Easing.ease.share(s)
            #expect(share >= before)
            #expect(abs(share + Keyframes.Easing.ease.share(1 - s) - 1) < 1e-15)
            before = share
        }
        // It sets off gently: less than a thousandth of the way in a sixty-fourth of the time.
        #expect(Keyframes.Easing.ease.share(1 / 64.0) < 1e-3)
    }

    @Test func timesAreExact() {
        // A third of the way through 1001/30000 s, hours into the film, where seconds in Double have lost digits.
        let start = MediaTime(1_080_000 * 1001, 30_000)
        let keys = Keyframes([Key(at: start, 0), Key(at: start + MediaTime(1001, 30_000), 3)])
        #expect(keys.value(at: start + MediaTime(1001, 90_000)) == [1])
    }

    @Test func eachKindChangesInItsOwnWay() throws {
        let filter = try Sample.filter(Self.all)
        func track(_ from: [Double], _ to: [Double]) -> Keyframes {
            Keyframes([Key(at: .zero, from), Key(at: MediaTime(4, 1), to)])
        }
        var graph = Graph()
        let node = try graph.add(
            filter,
            keyframes: [
                "by": track([0], [8]), "count": track([0], [9]), "flag": track([0], [1]), "mode": track([0], [2]),
                "tint": track([0, 1, 2, 1], [4, 1, 0, 0]),
            ], inputs: [0])
        let values = graph.settings(ofNode: node, at: MediaTime(3, 1))
        #expect(values["by"] == [6])
        #expect(values["count"] == [7], "6.75 is rounded")
        #expect(values["flag"] == [0] && values["mode"] == [0], "names and bools are held")
        #expect(values["tint"] == [3, 1, 0.5, 0.25])
        #expect(graph.settings(ofNode: node, at: MediaTime(4, 1))["mode"] == [2])
    }

    @Test func onlyNumbersChange() throws {
        let filter = try Sample.filter(Self.gain)
        var graph = Graph()
        let spare = try graph.add(filter, inputs: [0])
        try graph.add(
            filter, keyframes: ["by": Keyframes([Key(at: .zero, 0), Key(at: MediaTime(1, 1), 8)])], inputs: [0])
        let kept = graph.ending(at: graph.output)
        #expect(kept.nodes.count == 2 && spare == 1)
        let plan = try Plan(Sample.job(kept))
        let texts = Program(plan, library: ColorLibrary(text: "")).passes.map(\.text)
        for (time, by) in [(MediaTime.zero, 0.0), (MediaTime(1, 8), 1), (MediaTime(1, 1), 8)] {
            #expect(Program.settings(for: plan, graph: kept, at: time)[.parameter(node: 1, name: "by")] == [by])
            #expect(Program(try Plan(Sample.job(kept)), library: ColorLibrary(text: "")).passes.map(\.text) == texts)
        }
    }

    @Test func wrongKeysAreNamed() throws {
        let filter = try Sample.filter(Self.gain)
        func problem(_ keyframes: [String: Keyframes], settings: Settings = [:]) -> String {
            var graph = Graph()
            do {
                try graph.add(filter, settings: settings, keyframes: keyframes, inputs: [0])
                return "accepted"
            } catch {
                return error.description
            }
        }
        let good = Keyframes([Key(at: .zero, 1)])
        #expect(problem(["by": good]) == "accepted")
        #expect(problem(["by": Keyframes([])]).contains("has no keys"))
        #expect(problem(["bye": good]).contains("did you mean 'by'?"))
        #expect(problem(["by": good], settings: ["by": [1]]).contains("is set twice"))
        let twice = Keyframes([Key(at: MediaTime(1, 2), 1), Key(at: MediaTime(2, 4), 2)])
        #expect(problem(["by": twice]).contains("two keys at 1/2 s"))
        let outside = Keyframes([Key(at: .zero, 1), Key(at: MediaTime(1, 1), 9)])
        #expect(problem(["by": outside]) == "gain:by: the key at 1 s: 9 is outside 0...8; choose one in it")
        #expect(problem(["by": Keyframes([Key(at: .zero, [1, 2]), Key(at: MediaTime(1, 1), 2)])]).contains("has 2"))
    }
}
