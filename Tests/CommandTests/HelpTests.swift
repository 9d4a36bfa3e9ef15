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
        for option in command.allOptions {
            #expect(text.contains(option.topic == nil ? option.usage : option.name))
        }
        #expect(Set(command.allOptions.map(\.name)).count == command.allOptions.count)
    }

    /// What a command's own page only names, the pages of its topics tell.
    @Test func topicsLeadOn() async throws {
        for command in CommandLineTool.commands {
            for topic in command.topics {
                let text = Help.topic(topic, of: command)
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                #expect(lines.count <= 24 && lines.allSatisfy { $0.count <= 100 })
                for option in command.options where option.topic == topic { #expect(text.contains(option.usage)) }
            }
        }
        #expect(RenderCommand.command.topics == ["light", "geometry", "encoding", "shaders"])
        let page = try await BuiltProgram.candela(["help", "render", "encoding"])
        #expect(page.status == 0 && page.output == Help.topic("encoding", of: RenderCommand.command) + "\n")
        for (words, problem) in [
            (["render", "nonsense"], "its topics are light, geometry, encoding, shaders"),
            (["info", "light"], "tells all"),
            (["render", "light", "more"], "one operand too many"),
        ] {
            let refused = try await BuiltProgram.candela(["help"] + words)
            #expect(refused.status == 64 && refused.errors.contains(problem), "\(refused.errors)")
        }
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
