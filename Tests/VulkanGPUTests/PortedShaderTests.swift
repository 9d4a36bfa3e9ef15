import CPUReference
import FilterCheck
import FilterGraph
import FilterLanguage
import Foundation
import Testing
import VulkanGPU

/// Shaders as people write them (Tests/Shaders): read, compiled, and the same on the device as in the evaluator.
@Suite(.enabled(if: TestDevice.isPresent, "no Vulkan device"))
struct PortedShaderTests {
    static let files: [URL] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Shaders")
        let all = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (all ?? []).filter { $0.pathExtension == "glsl" }.sorted { $0.path < $1.path }
    }()

    @Test func thereAreADozen() { #expect(Self.files.count >= 12) }

    @Test(arguments: files)
    func deviceAndEvaluatorAgree(_ file: URL) throws {
        let filter = try Filter(source: String(contentsOf: file, encoding: .utf8), path: file.path)
        let report = FilterCheck.check(
            filter, reference: CPURenderer(), candidate: try TestRenderer.shared(),
            options: CheckOptions(seed: 1, extent: .quick))
        // What such a filter does to light is its author's affair; that both compute the same is ours.
        let judged: [CheckFailure.Kind] = [.difference, .guardRows, .error]
        let disagreements = report.failures.filter { judged.contains($0.kind) }
        #expect(disagreements.isEmpty, "\(CheckReport.table([report]))")
        #expect(report.caseCount > 0)
    }
}
