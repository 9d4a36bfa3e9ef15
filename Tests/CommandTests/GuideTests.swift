import Foundation
import Testing

/// docs/first-filter.md, done as a reader would do it.
@Suite(.enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct GuideTests {
    /// A code block: what stands behind the three backquotes, and its lines.
    private struct Block {
        var info: String
        var body: String
    }

    private static func blocks(_ page: String) throws -> [Block] {
        let text = try String(contentsOf: BuiltProgram.root.appendingPathComponent(page), encoding: .utf8)
        var blocks: [Block] = []
        var open: (info: String, lines: [Substring])?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let (info, lines) = open {
                if line == "```" {
                    blocks.append(Block(info: info, body: lines.joined(separator: "\n")))
                    open = nil
                } else {
                    open?.lines.append(line)
                }
            } else if line.hasPrefix("```") {
                open = (String(line.dropFirst(3)), [])
            }
        }
        return blocks
    }

    @Test func everyStepOfTheFirstFilterWorks() async throws {
        let folder = try ScratchFolder()
        _ = try await TestClip.hlg(in: folder)
        var watching: WatchingProgram?
        var kinds: [String] = []
        for block in try Self.blocks("docs/first-filter.md") {
            let words = block.info.split(separator: " ").map(String.init)
            kinds.append(block.info)
            switch words {
            case ["sh", "runnable"]:
                let outcome = try await BuiltProgram.shell(block.body, in: folder.url)
                #expect(outcome.status == 0, "\(block.body)\n\(outcome.output)\(outcome.errors)")
            case ["sh", "watching"]:
                let command = block.body.split(separator: " ").dropFirst().map(String.init)
                watching = try WatchingProgram(command, in: folder.url)
                try watching?.waitForPicture(folder.path("preview.png"))
            case _ where words.first == "glsl" && words.count == 2:
                try folder.write(block.body, to: words[1])
                try watching?.waitForPicture(folder.path("preview.png"))
                // What section 4 asks for.
                try folder.write(block.body.replacingOccurrences(of: "= amount *", with: "= amuont *"), to: words[1])
                try watching?.waitForText("did you mean 'amount'?")
                let naive = "return vec4(1.0 - color.rgb, color.a);"
                try folder.write(
                    block.body.replacingOccurrences(of: "return premultiplied(straight);", with: naive), to: words[1])
                try watching?.waitForText("ember: finding ")
                try folder.write(block.body, to: words[1])
                try watching?.waitForPicture(folder.path("preview.png"))
            default:
                Issue.record("a block that nothing runs: \(block.info)")
            }
        }
        #expect(kinds.contains("sh watching") && kinds.contains("glsl ember.glsl"))
        #expect(try watching?.interrupt() == 130)
    }
}
