import Candela
import Foundation
import Testing

/// Real clips through every shipped filter; skipped where the clips are not beside the project.
@Suite struct SampleTests {
    static let samples = URL(fileURLWithPath: IdentityTests.shaders).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("shared/samples")
    static let arePresent = FileManager.default.fileExists(atPath: samples.path)
    static let filters = ((try? FilterCatalog(folder: IdentityTests.shaders))?.names ?? [])

    private func probe(_ path: String, _ entries: String) throws -> [String: String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", entries, "-of", "default=nw=1", path,
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let text = String(data: pipe.fileHandleForReading.readDataToEndOfFile(), encoding: .utf8) ?? ""
        process.waitUntilExit()
        var found: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2 { found[parts[0]] = parts[1] }
        }
        return found
    }

    private func render(
        _ name: String, to output: String, configure: (inout RenderOptions) -> Void = { _ in }
    ) async throws -> ExportSummary {
        var options = RenderOptions(input: Self.samples.appendingPathComponent(name).path, output: output)
        options.shadersFolder = IdentityTests.shaders
        options.preset = "ultrafast"
        configure(&options)
        return try await ExportSession(options).run()
    }

    @Test(.enabled(if: arePresent, "../shared/samples is absent"), arguments: filters)
    func everyFilterRendersAnHDR10Clip(_ filter: String) async throws {
        let folder = try TestFolder()
        let output = folder.path("out.mov")
        let source = "hdr10plus_regular.mkv"
        _ = try await render(source, to: output) { options in
            options.to = .frame(3)
            let kind = try? FilterCatalog(folder: IdentityTests.shaders).filter(named: filter).kind
            if kind == .blend {
                var layer = BlendedLayer(file: options.input)
                layer.mode = filter
                options.operations = [.blend(layer)]
            } else {
                options.operations = [.filter(name: filter, settings: [])]
            }
        }
        let found = try probe(
            output, "stream=codec_tag_string,color_range,color_space,color_transfer,color_primaries,nb_frames,pix_fmt")
        #expect(found["codec_tag_string"] == "hvc1")
        #expect(found["color_transfer"] == "smpte2084")
        #expect(found["color_primaries"] == "bt2020")
        #expect(found["color_space"] == "bt2020nc")
        #expect(found["color_range"] == "tv")
        #expect(found["pix_fmt"] == "yuv420p10le")
        #expect(found["nb_frames"] == "3")
    }

    @Test(.enabled(if: arePresent, "../shared/samples is absent"))
    func thePhoneClipStandsUprightWithItsSound() async throws {
        let folder = try TestFolder()
        let output = folder.path("out.mov")
        let summary = try await render("media3_iphone14_dv84_hlg_nogps.mov", to: output) {
            $0.operations = [.filter(name: "highlight", settings: [])]
        }
        #expect(summary.frames == 4)
        #expect(summary.warnings.contains { $0.contains("Dolby Vision 8.4") })
        let found = try probe(output, "stream=width,height,color_transfer,nb_frames")
        #expect(found["width"] == "720")
        #expect(found["height"] == "1280")
        #expect(found["color_transfer"] == "arib-std-b67")
        let asset = try Asset(output)
        #expect(asset.track.description.orientation == .upright)
    }

    @Test(.enabled(if: arePresent, "../shared/samples is absent"))
    func anHLGClipBecomesSDRWithoutHDRTags() async throws {
        let folder = try TestFolder()
        let output = folder.path("out.mp4")
        let summary = try await render("media3_hlg10-color-test_nogps.mp4", to: output) {
            $0.color = try? ColorName("sdr")
            $0.to = .frame(1)
        }
        #expect(summary.colorLine.contains("BT.2390"))
        let found = try probe(output, "stream=color_transfer,color_primaries,color_space")
        #expect(found == ["color_transfer": "bt709", "color_primaries": "bt709", "color_space": "bt709"])
    }
}
