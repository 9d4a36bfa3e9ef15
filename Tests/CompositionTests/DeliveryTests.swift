import Bitstreams
import Candela
import Foundation
import Testing

/// HDR metadata of real clips in what is delivered, by everybody's reading; skipped where clips are absent.
@Suite(.serialized, .enabled(if: SampleTests.arePresent, "../shared/samples is absent")) struct DeliveryTests {
    static let endings = ["mov", "mp4", "mkv"]

    private func rendered(
        _ ending: String, _ folder: TestFolder, of clip: String = "hdr10plus_regular.mkv",
        _ change: (inout RenderOptions) -> Void = { _ in }
    ) async throws -> String {
        let output = folder.path("out.\(ending)")
        let summary = try await SampleTests.render(clip, to: output) {
            $0.to = .frame(2)
            change(&$0)
        }
        #expect(summary.metadata.dropped.contains { $0.kind == .hdr10Plus })
        #expect(summary.warnings.filter { $0.contains("HDR10+") }.count == 1)
        return output
    }

    /// What ffprobe says that stands beside the first stream, or its first picture: the kinds, with their fields.
    private func sideData(_ path: String, _ place: String) throws -> [[String: String]] {
        let text = try OutsideJudge.output(
            ["ffprobe", "-v", "error", "-of", "json", "-show_streams", "-show_frames", "-read_intervals", "%+#1", path])
        let page = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let first = (page?[place] as? [[String: Any]])?.first { ($0["width"] as? Int ?? 0) > 0 }
        let list = try #require(first)["side_data_list"] as? [[String: Any]] ?? []
        return list.map { $0.mapValues { "\($0)" } }
    }

    @Test(.enabled(if: OutsideJudge.isPresent("ffprobe"), "ffprobe is not installed"), arguments: endings)
    func ffprobeFindsLightOnce(_ ending: String) async throws {
        let folder = try TestFolder()
        let output = try await rendered(ending, folder)
        for place in ["streams", "frames"] {
            let list = try sideData(output, place)
            #expect(
                Set(list.map { $0["side_data_type"] }) == [
                    "Mastering display metadata", "Content light level metadata",
                ] && list.count == 2, "\(place): \(list)")
            let light = try #require(list.first { $0["max_content"] != nil })
            #expect(light["max_content"] == "1000" && light["max_average"] == "400")
        }
        #expect(
            try sideData(output, "frames").contains {
                $0["green_y"] == "39850/50000" && $0["min_luminance"] == "1/10000"
            })
    }

    @Test(.enabled(if: OutsideJudge.isPresent("mediainfo"), "MediaInfo is not installed"), arguments: endings)
    func mediaInfoFindsLight(_ ending: String) async throws {
        let folder = try TestFolder()
        let found = try OutsideJudge.mediaInfo(try await rendered(ending, folder), "Video")
        #expect(found["MasteringDisplay_ColorPrimaries"] == "BT.2020")
        #expect(found["MasteringDisplay_Luminance"] == "min: 0.0001 cd/m2, max: 1000 cd/m2")
        #expect(found["MaxCLL"]?.hasPrefix("1000") == true && found["MaxFALL"]?.hasPrefix("400") == true)
        #expect(found["HDR_Format"] == "SMPTE ST 2086" && found["HDR_Format_Compatibility"] == "HDR10")
        if ending != "mkv" { #expect(found["CodecID"] == "hvc1") }
    }

    @Test(.enabled(if: OutsideJudge.isPresent("exiftool"), "ExifTool is not installed"), arguments: ["mov", "mp4"])
    func exifToolFindsBoxesOnce(_ ending: String) async throws {
        let folder = try TestFolder()
        let text = try OutsideJudge.output(["exiftool", "-v2", try await rendered(ending, folder)])
        for type in ["colr", "mdcv", "clli", "hvcC"] {
            #expect(text.components(separatedBy: "Tag '\(type)'").count == 2, "\(type)")
        }
    }

    @Test(
        .enabled(if: OutsideJudge.newerFFmpeg != nil, "no newer FFmpeg; tools/judges installs one"), arguments: endings,
        ["hevc", "h264", "av1"])
    func aNewerFFmpegFindsLightOnce(_ ending: String, _ codec: String) async throws {
        guard codec != "av1" || ending != "mov" else { return }
        let folder = try TestFolder()
        let output = try await rendered(ending, folder) {
            $0.codec = codec
            if codec == "av1" { $0.preset = "12" }
        }
        let lines = try OutsideJudge.newerSideData(output).filter { !$0.contains("Unregistered") }
        #expect(lines.count == 2, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("Content light level metadata: MaxCLL=1000, MaxFALL=400") }, "\(lines)")
        let display = try #require(lines.first { $0.hasPrefix("Mastering display metadata") })
        #expect(display.contains("r(0.7080,0.2920)") && display.contains("max_luminance=1000.000000"), "\(display)")
    }

    /// The phone's room goes on, in the box and before the first picture.
    @Test func theRoomGoesOn() async throws {
        let folder = try TestFolder()
        let output = folder.path("out.mov")
        let summary = try await SampleTests.render("media3_iphone14_dv84_hlg_nogps.mov", to: output) {
            $0.operations = [.filter(name: "highlight", settings: [])]
        }
        #expect(summary.metadata.ambientViewing == AmbientViewing(lux: 314, white: [0.3127, 0.329]))
        #expect(summary.metadata.dropped.map(\.kind) == [.dolbyVision])
        #expect(try Asset(output).track.ambientViewing == summary.metadata.ambientViewing)
        guard OutsideJudge.newerFFmpeg != nil else { return }
        let lines = try OutsideJudge.newerSideData(output)
        #expect(lines.count == 1 && lines[0].contains("ambient_illuminance=314.000000"), "\(lines)")
    }

    /// A PQ file that becomes SDR has not one byte of HDR left.
    @Test(
        .enabled(if: OutsideJudge.isPresent("ffprobe") && OutsideJudge.isPresent("mediainfo"), "a judge is absent"),
        arguments: endings, [false, true])
    func nothingOfHDRIsLeftInSDR(_ ending: String, _ delivers: Bool) async throws {
        let folder = try TestFolder()
        let output = try await rendered(ending, folder) {
            if delivers { $0.deliveryColor = try? ColorName("sdr") } else { $0.color = try? ColorName("sdr") }
        }
        #expect(try sideData(output, "streams").isEmpty && sideData(output, "frames").isEmpty)
        let found = try OutsideJudge.mediaInfo(output, "Video")
        #expect(!found.keys.contains { $0.hasPrefix("HDR") || $0.hasPrefix("Mastering") || $0.hasPrefix("Max") })
        #expect(found["transfer_characteristics"] == "BT.709" && found["colour_primaries"] == "BT.709")
        let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: output)))
        for type in ["mdcv", "clli", "amve", "dvcC", "dvvC", "SmDm", "CoLL"] {
            #expect(Data(file).range(of: Data(type.utf8)) == nil, "\(type)")
        }
        let bare = folder.path("bare.hevc")
        _ = try OutsideJudge.output([
            "ffmpeg", "-v", "error", "-nostdin", "-i", output, "-c", "copy", "-f", "hevc", bare,
        ])
        let units = NALUnit.annexB([UInt8](try Data(contentsOf: URL(fileURLWithPath: bare))))
        #expect(units.contains { $0.type < 32 } && !units.contains { $0.type == 39 || $0.type == 40 || $0.type == 62 })
        let set = try SequenceParameterSet(try #require(units.first { $0.type == 33 }))
        #expect(set.color == ColorBox(primaries: 1, transfer: 1, matrix: 1, isFullRange: false))
    }
}
