import Testing

@testable import CandelaCLI

@Suite struct HelpTests {
    @Test(arguments: CommandLineTool.commands.map(\.name))
    func helpFitsAScreenAndNamesEveryOption(name: String) throws {
        let command = try #require(CommandLineTool.commands.first { $0.name == name })
        let text = Help.command(command)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 40)
        #expect(lines.allSatisfy { $0.count <= 84 })
        for option in command.allOptions { #expect(text.contains(option.usage)) }
        #expect(Set(command.allOptions.map(\.name)).count == command.allOptions.count)
    }

    @Test func theProgramsHelpFitsASmallScreen() {
        let lines = Help.program(CommandLineTool.commands).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 24)
        #expect(lines.allSatisfy { $0.count <= 84 })
    }
}

@Suite struct PaceTests {
    @Test func aLineSaysHowFarHowFastAndHowLong() {
        #expect(
            Pace(done: 120, total: 300, framesPerSecond: 24, secondsLeft: 7.5).line
                == "120 of 300 frames, 24.0 fps, 0:08 left")
        #expect(Pace(done: 7, framesPerSecond: 0).line == "7 frames, 0.0 fps")
        #expect(Pace.clock(3725) == "1:02:05")
    }

    @Test(arguments: [10, 40, 80, 200])
    func aBarFitsItsTerminal(columns: Int) {
        let bar = Pace(done: 50, total: 100, framesPerSecond: 10, secondsLeft: 5).bar(columns: columns)
        #expect(bar.count <= columns)
    }

    @Test func moreFramesThanExpectedDoNotBreakTheBar() {
        #expect(Pace(done: 150, total: 100, framesPerSecond: 1, secondsLeft: 0).bar(columns: 80).contains("0:00 left"))
    }
}

@Suite struct JSONTests {
    @Test func textIsEscapedAndOrderKept() {
        let value: JSON = ["b": "a\"\\\n\u{1}é", "a": [1, 2.5, true, nil], "c": JSON(Double.nan)]
        #expect(value.line == #"{"b": "a\"\\\n\u0001é", "a": [1, 2.5, true, null], "c": null}"#)
    }
}
