import FilterLanguage
import Foundation
import Testing

/// Every filter file of the tree.
private let files: [URL] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Shaders/filters")
    let all = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (all ?? []).filter { $0.pathExtension == "glsl" }.sorted { $0.path < $1.path }
}()

@Suite struct ShippedFilterTests {
    @Test(arguments: files)
    func isRead(_ file: URL) throws {
        let source = try String(contentsOf: file, encoding: .utf8)
        let filter = try Filter(source: source, path: file.path)
        #expect(filter.name + ".glsl" == file.lastPathComponent)
        let code = filter.raw.map(\.text) ?? filter.code(prefix: "f0_", given: [:])
        #expect(!code.isEmpty)
    }
}
