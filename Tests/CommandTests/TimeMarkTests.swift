import Candela
import Testing

@testable import CandelaCLI

@Suite struct TimeMarkTests {
    @Test(arguments: [
        ("0", MediaTime(0, 1)), ("12.5", MediaTime(25, 2)), ("1:02:03.5", MediaTime(7447, 2)),
        ("2:03", MediaTime(123, 1)), ("90:00", MediaTime(5400, 1)),
        ("0.041666667", MediaTime(41_666_667, 1_000_000_000)),
        ("100.10", MediaTime(1001, 10)),
    ])
    func timesAreExact(text: String, time: MediaTime) throws {
        #expect(try TimeMark(text, for: "--from") == .time(time))
    }

    @Test func framesAreCounted() throws {
        #expect(try TimeMark("120f", for: "--from") == .frame(120))
        #expect(try TimeMark("0f", for: "--from") == .frame(0))
    }

    @Test(arguments: [
        "", "f", "-1", "1.", ".5", "1.5f", "1:60", "1:60:00", "1:2:3:4", "nan", "1e3", "+1", "1,5", "٣", "1::2",
        "99999999999999999999", "1.0000000001", "0x10",
    ])
    func anythingElseIsRefused(text: String) {
        #expect(throws: CommandError.self) { try TimeMark(text, for: "--from") }
    }
}
