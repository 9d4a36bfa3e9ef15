import Candela
import Foundation
import Testing

@testable import CandelaCLI

/// What README and docs promise is run.
@Suite struct DocumentationTests {
    private static let pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"] + docs

    private static var docs: [String] {
        let folder = BuiltProgram.root.appendingPathComponent("docs")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
    }

    private static func text(_ page: String) throws -> String {
        try String(contentsOf: BuiltProgram.root.appendingPathComponent(page), encoding: .utf8)
    }

    /// The bodies of code blocks whose opening line, after its three backquotes, is `info`.
    private static func blocks(_ info: String, in page: String) throws -> [String] {
        var blocks: [String] = []
        var current: [Substring]?
        var isInOther = false
        for line in try text(page).split(separator: "\n", omittingEmptySubsequences: false) {
            if let body = current {
                if line == "```" {
                    blocks.append(body.joined(separator: "\n"))
                    current = nil
                } else {
                    current?.append(line)
                }
            } else if isInOther {
                isInOther = line != "```"
            } else if line == "```\(info)" {
                current = []
            } else {
                isInOther = line.hasPrefix("```")
            }
        }
        return blocks
    }

    /// Blocks that open with "sh runnable" run, in order, in one folder that holds a phone-like `clip.mov`.
    @Test(
        .enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10)), arguments: ["README.md", "docs/delivery.md"])
    func runnableBlocksRun(page: String) async throws {
        let folder = try ScratchFolder()
        _ = try await TestClip.hlg(in: folder)
        let blocks = try Self.blocks("sh runnable", in: page)
        #expect(!blocks.isEmpty)
        for block in blocks {
            let outcome = try await BuiltProgram.shell(block, in: folder.url)
            #expect(outcome.status == 0, "\(block)\n\(outcome.errors)")
        }
    }

    @Test(.enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10)))
    func theFilterOfTheGuideWorks() async throws {
        let folder = try ScratchFolder()
        _ = try await TestClip.hlg(in: folder, frames: 2)
        let page = "docs/writing-a-filter.md"
        for filter in try Self.blocks("glsl", in: page) {
            guard let name = filter.firstMatch(of: /\/\/! filter (\w+):/)?.1 else { continue }
            try folder.write(filter, to: "\(name).glsl")
            let read = try await BuiltProgram.candela(["filters", "./\(name).glsl"], in: folder.url)
            #expect(read.status == 0, "\(read.errors)")
        }
        let mask = try await BuiltProgram.tool(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=192x108", "-frames:v", "1", "mask.png"],
            in: folder.url)
        try #require(mask.status == 0, "\(mask.errors)")
        let blocks = try Self.blocks("sh", in: page)
        #expect(blocks.count > 1)
        for block in blocks {
            let outcome = try await BuiltProgram.shell(block, in: folder.url)
            #expect(outcome.status == 0, "\(block)\n\(outcome.errors)")
        }
    }

    /// Every filter that a page shows is read by the checker and compiled for the device.
    @Test(
        .enabled(if: ((try? GPUDevice.all()) ?? []).contains { $0.missing == nil }, "no Vulkan device"),
        arguments: pages)
    func filtersOfPagesCompile(page: String) throws {
        // A page may show how not to do it, and says so behind the language.
        let (blocks, wrong) = (try Self.blocks("glsl", in: page), try Self.blocks("glsl wrong", in: page))
        guard !(blocks + wrong).isEmpty else { return }
        let catalog = try FilterCatalog()
        let renderer = GPURenderer(device: try GPUDevice(selecting: nil), library: catalog.colors)
        // One may name another of the page as its twin.
        let folder = try ScratchFolder()
        func file(_ block: String) -> String {
            (block.firstMatch(of: /\/\/! filter (\w+):/).map { String($0.1) } ?? "unnamed") + ".glsl"
        }
        for block in blocks { try folder.write(block, to: file(block)) }
        for block in blocks + wrong {
            let filter = try Filter(source: block, path: folder.url.appendingPathComponent(file(block)).path)
            let report = FilterCheck.check(
                filter, reference: CPURenderer(), candidate: renderer, options: CheckOptions(seed: 1, extent: .quick))
            #expect(report.passed == !wrong.contains(block), "\(page): \(CheckReport.table([report]))")
        }
    }

    /// The README's Swift is the example's, so that building the example proves it.
    @Test func theReadmesSwiftIsTheExamples() throws {
        let shown = try #require(try Self.blocks("swift", in: "README.md").first)
        let example = try Self.text("Examples/zoom-blur/main.swift")
        // Names of files aside, every line stands in the program.
        for line in shown.split(separator: "\n") where !line.contains("\"clip.mov\"") && !line.contains("\"out.mov\"") {
            #expect(example.contains(line), "\(line)")
        }
    }

    @Test(arguments: pages)
    func linksLeadSomewhere(page: String) throws {
        let folder = BuiltProgram.root.appendingPathComponent(page).deletingLastPathComponent()
        for match in try Self.text(page).matches(of: /\]\(([^)#:]+)\)/) {
            let target = folder.appendingPathComponent(String(match.1)).path
            #expect(FileManager.default.fileExists(atPath: target), "\(page): \(match.1)")
        }
    }

    @Test func theChangelogKnowsThisVersion() throws {
        #expect(try Self.text("CHANGELOG.md").contains("## \(CommandLineTool.version)"))
    }

    @Test(arguments: [
        "README.md", "docs/delivery.md", "docs/writing-a-filter.md", "docs/check.md", "docs/performance.md",
        "docs/proof.md",
    ])
    func optionsThatPagesNameExist(page: String) throws {
        let known = Set(CommandLineTool.commands.flatMap(\.allOptions).map(\.name)).union(["--help", "--version"])
        for block in try Self.blocks("sh runnable", in: page) + Self.blocks("sh", in: page) {
            for match in block.matches(of: /(?:^|\s)(--[a-z-]+)/) {
                #expect(known.contains(String(match.1)), "\(page): \(match.1)")
            }
        }
    }
}
