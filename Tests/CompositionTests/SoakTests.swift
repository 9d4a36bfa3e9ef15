import Candela
import Foundation
import Synchronization
import Testing

/// Long renders cost what short ones do: no allocation and no compile after warm-up.
@Suite struct SoakTests {
    private func render(frames: Int, folder: TestFolder) async throws
        -> [String: String]
    {
        let file = RawFile(bits: 10, matrix: .bt2020, width: 64, height: 36, log2Width: 1, log2Height: 1)
        let one = folder.path("one.yuv")
        try file.write(to: one)
        let picture = try Data(contentsOf: URL(fileURLWithPath: one))
        var all = Data(capacity: picture.count * frames)
        for _ in 0..<frames { all.append(picture) }
        try all.write(to: URL(fileURLWithPath: folder.path("in.yuv")))
        var options = RenderOptions(input: folder.path("in.yuv"), output: folder.path("out.mkv"))
        options.raw = file.format
        options.assumedColor = try ColorName("pq")
        options.codec = "null"
        options.shadersFolder = IdentityTests.shaders
        options.operations = [
            .filter(name: "gaussianBlur", settings: [("sigma", "2")]), .filter(name: "stripes", settings: []),
            .filter(name: "exposure", settings: [("stops", "0@0 -2@60~ease 1@0:01:20")]),
        ]
        let summary = try await ExportSession(options).run()
        #expect(summary.frames == frames)
        return Dictionary(uniqueKeysWithValues: summary.statistics.map { ($0.name, $0.value) })
    }

    @Test func twoThousandFramesMakeNothingNew() async throws {
        let folder = try TestFolder()
        let short = try await render(frames: 60, folder: folder)
        let long = try await render(frames: 2000, folder: folder)
        #expect(long["allocations"] == short["allocations"])
        #expect(long["pipelines compiled"] == short["pipelines compiled"])
    }

    @Test func aCancelledExportLeavesNoFile() async throws {
        let folder = try TestFolder()
        let file = RawFile(bits: 10, matrix: .bt2020, width: 64, height: 36, log2Width: 1, log2Height: 1)
        try file.write(to: folder.path("one.yuv"))
        let picture = try Data(contentsOf: URL(fileURLWithPath: folder.path("one.yuv")))
        var all = Data()
        for _ in 0..<5000 { all.append(picture) }
        try all.write(to: URL(fileURLWithPath: folder.path("in.yuv")))
        var options = RenderOptions(input: folder.path("in.yuv"), output: folder.path("out.mkv"))
        options.raw = file.format
        options.assumedColor = try ColorName("pq")
        options.codec = "ffv1"
        options.shadersFolder = IdentityTests.shaders
        let session = try ExportSession(options)
        let error = await #expect(throws: CompositionError.self) {
            try await session.run { if $0.frames == 5 { session.cancel() } }
        }
        #expect(error?.kind == .cancelled)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(Set(left) == ["one.yuv", "in.yuv"])
    }
}
