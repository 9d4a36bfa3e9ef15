import Candela
import Testing

@testable import Composition

/// Settings as text: values, and values at times.
@Suite struct SettingTextTests {
    private let filter: Filter
    private let texts = SettingTexts(frameRate: MediaTime(30_000, 1001), size: (width: 192, height: 108))

    init() throws {
        filter = try Filter(
            source: """
                //! filter trial: A trial.
                //! kind   point
                //! param  amount float = 0.5 in 0...1: An amount.
                //! param  tint color = 1/1/1/1 in 0...64: A tint.
                //! param  mode choice = auto of auto signal linear: A mode.
                //! param  middle point = center: A place.
                vec4 trial(vec4 color) { return color * amount; }
                """, path: "trial.glsl")
    }

    private func keys(_ name: String, _ text: String) throws -> [Keyframes.Key] {
        try texts.values(of: filter, [(name, text)]).keyframes[name]?.keys ?? []
    }

    @Test func textsBecomeKeys() throws {
        let found = try keys("amount", "0@0 1@1:02.5~ease  0.25@1.25~hold")
        #expect(
            found == [
                Keyframes.Key(at: .zero, 0), Keyframes.Key(at: MediaTime(5, 4), 0.25, then: .hold),
                Keyframes.Key(at: MediaTime(125, 2), 1, then: .ease),
            ])
        #expect(try keys("tint", "0/0/0/1@0 64/2/1/0@2").map(\.value) == [[0, 0, 0, 1], [64, 2, 1, 0]])
        #expect(try keys("middle", "center@0 0/0@1").map(\.value) == [[96, 54], [0, 0]])
        #expect(try texts.values(of: filter, [("amount", "0.25")]).settings == ["amount": [0.25]])
    }

    @Test func framesAreExactTimes() throws {
        #expect(try keys("amount", "0@0f 1@120f").map(\.time) == [.zero, MediaTime(120 * 1001, 30_000)])
    }

    @Test func aValueThatJumpsAtAFrameDoesNotWaitForTheNext() throws {
        // Matroska rounds frame 1's time, 33.37 ms, to 33 ms.
        let track = Keyframes(try keys("mode", "auto@0 linear@1f"))
        #expect(track.value(at: MediaTime(33, 1000)) == [2])
        #expect(track.value(at: MediaTime(16, 1000)) == [0])
        let held = Keyframes(try keys("amount", "0@0~hold 1@1f 0@3f"))
        #expect(held.value(at: MediaTime(33, 1000)) == [1])
    }

    @Test(arguments: [
        ("amount", "0@0 2@1", "trial:amount: the key '2@1': 2 is outside 0...1"),
        ("amount", "0@0 1", "trial:amount: '1' is not a value at a time; write VALUE@TIME, such as 0@0 1@2.5~ease"),
        ("amount", "0@0 1@later", "'later' is not a time"),
        ("amount", "0@0 1@0.0", "two keys at 0 s"),
        ("amount", "0@0~liner 1@1", "did you mean 'linear'?"),
        ("amount", "0@0~ease~ease 1@1", "is not a time"),
        ("amount", "x@0", "'x' is not a number"),
        ("amount", "@0", "is not a value at a time"),
        ("amout", "0@0", "did you mean 'amount'?"),
        ("mode", "auto@0 signl@1", "did you mean 'signal'?"),
        ("mode", "auto@0~linear signal@1", "leave out '~linear'"),
        ("tint", "1/2@0", "needs 4 numbers, has 2"),
    ])
    func wrongKeysAreNamed(_ name: String, _ text: String, _ problem: String) throws {
        let error = #expect(throws: SettingError.self) { try texts.values(of: filter, [(name, text)]) }
        #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
    }

    @Test func framesNeedARate() throws {
        let still = SettingTexts(frameRate: nil, size: (width: 1, height: 1))
        let error = #expect(throws: SettingError.self) { try still.values(of: filter, [("amount", "0@0 1@2f")]) }
        #expect(error?.description.contains("states no frame rate") == true)
    }

    @Test func aParameterIsSetOnce() throws {
        #expect(throws: SettingError.self) { try texts.values(of: filter, [("amount", "0@0 1@1"), ("amount", "1")]) }
        #expect(throws: SettingError.self) { try texts.values(of: filter, [("amount", "0@0"), ("amount", "1@1")]) }
    }
}
