import Candela
import Foundation
import Synchronization
import Testing

/// Real clips through every shipped filter; skipped where the clips are not beside the project.
///
/// One at a time: each export is at work on several threads already, and holds pictures of its own.
@Suite(.serialized) struct SampleTests {
    static let samples = URL(fileURLWithPath: IdentityTests.shaders).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("shared/samples")
    /// A picture that the tree holds.
    static let still = URL(fileURLWithPath: IdentityTests.shaders).deletingLastPathComponent()
        .appendingPathComponent("docs/gallery/below.png").path
    static let arePresent = FileManager.default.fileExists(atPath: samples.path)
    /// Every filter with one clip, so that each clip meets a third of them: most of the time goes into compiling shaders,
    /// which differ with the clip.
    static let filters = Array(((try? FilterCatalog(folder: IdentityTests.shaders))?.names ?? []).enumerated()).map {
        ($0.element, clips[$0.offset % clips.count])
    }

    /// A real clip and what is known of it.
    struct Clip: Sendable, CustomTestStringConvertible {
        let name: String
        /// The transfer's names, by ffprobe and by MediaInfo.
        let transfer: (ffprobe: String, mediaInfo: String)
        /// Frames that each filter is tried on.
        var tried = 1
        /// The ending of what it is rendered to as a whole.
        var ending = "mov"

        var testDescription: String { name }
        var path: String { SampleTests.samples.appendingPathComponent(name).path }
    }

    static let clips = [
        Clip(name: "hdr10plus_regular.mkv", transfer: ("smpte2084", "PQ"), tried: 3, ending: "mkv"),
        Clip(name: "media3_iphone14_dv84_hlg_nogps.mov", transfer: ("arib-std-b67", "HLG")),
        Clip(name: "media3_hlg10-color-test_nogps.mp4", transfer: ("arib-std-b67", "HLG"), ending: "mp4"),
    ]

    static func render(
        _ name: String, to output: String, configure: (inout RenderOptions) -> Void = { _ in },
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
    ) async throws -> ExportSummary {
        var options = RenderOptions(input: samples.appendingPathComponent(name).path, output: output)
        options.shadersFolder = IdentityTests.shaders
        options.preset = "ultrafast"
        configure(&options)
        return try await ExportSession(options).run(progress: progress)
    }

    @Test(.enabled(if: arePresent, "../shared/samples is absent"), arguments: filters)
    func everyFilterRendersAClip(_ filter: String, _ clip: Clip) async throws {
        let folder = try TestFolder()
        let output = folder.path("out.mov")
        _ = try await Self.render(clip.name, to: output) { options in
            options.to = .frame(clip.tried)
            let known = try? FilterCatalog(folder: IdentityTests.shaders).filter(named: filter)
            // A filter's further pictures are the clip itself; its stills, which do not move, one of the gallery.
            let pictures =
                (known?.inputs ?? []).map { (name: $0.name, text: options.input) }
                + (known?.images ?? []).map { (name: $0.name, text: Self.still) }
            if known?.kind == .blend {
                var layer = BlendedLayer(file: options.input)
                layer.mode = filter
                layer.settings = pictures
                options.operations = [.blend(layer)]
            } else {
                options.operations = [.filter(name: filter, settings: pictures)]
            }
        }
        let found = try OutsideJudge.ffprobe(
            output, "stream=codec_tag_string,color_range,color_space,color_transfer,color_primaries,nb_frames,pix_fmt")
        #expect(found["codec_tag_string"] == "hvc1")
        #expect(found["color_transfer"] == clip.transfer.ffprobe)
        #expect(found["color_primaries"] == "bt2020")
        #expect(found["color_space"] == "bt2020nc")
        #expect(found["color_range"] == "tv")
        #expect(found["pix_fmt"] == "yuv420p10le")
        #expect(found["nb_frames"] == "\(clip.tried)")
    }

    @Test(.enabled(if: arePresent, "../shared/samples is absent"))
    func thePhoneClipStandsUprightWithItsSound() async throws {
        let folder = try TestFolder()
        let output = folder.path("out.mov")
        let totals = Mutex<Set<Int?>>([])
        let summary = try await Self.render(
            "media3_iphone14_dv84_hlg_nogps.mov", to: output,
            configure: { $0.operations = [.filter(name: "highlight", settings: [])] },
            progress: { of in totals.withLock { _ = $0.insert(of.totalFrames) } })
        // The fifth is hidden by the edit list.
        #expect(summary.frames == 4 && totals.withLock { $0 } == [4])
        #expect(summary.warnings.contains { $0.contains("Dolby Vision 8.4") })
        let found = try OutsideJudge.ffprobe(output, "stream=width,height,color_transfer,nb_frames")
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
        let summary = try await Self.render("media3_hlg10-color-test_nogps.mp4", to: output) {
            $0.color = try? ColorName("sdr")
            $0.to = .frame(1)
        }
        #expect(summary.colorLine.contains("BT.2390"))
        let found = try OutsideJudge.ffprobe(output, "stream=color_transfer,color_primaries,color_space")
        #expect(found == ["color_transfer": "bt709", "color_primaries": "bt709", "color_space": "bt709"])
    }
}
