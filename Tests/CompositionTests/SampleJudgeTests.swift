import Candela
import Foundation
import Testing

/// Whole real clips, rendered, and what ffprobe and MediaInfo say of source and result; skipped where clips are absent.
@Suite(.serialized, .enabled(if: SampleTests.arePresent, "../shared/samples is absent")) struct SampleJudgeTests {
    /// Renders a whole clip, with its highlights painted.
    private func rendered(_ clip: SampleTests.Clip, _ folder: TestFolder) async throws -> String {
        let output = folder.path("out.\(clip.ending)")
        _ = try await SampleTests.render(clip.name, to: output) {
            $0.operations = [.filter(name: "highlight", settings: [])]
        }
        return output
    }

    @Test(.enabled(if: OutsideJudge.isPresent("ffprobe"), "ffprobe is not installed"), arguments: SampleTests.clips)
    func ffprobeFindsWhatTheSourceHas(_ clip: SampleTests.Clip) async throws {
        let folder = try TestFolder()
        let output = try await rendered(clip, folder)
        let tags = "stream=codec_name,pix_fmt,color_range,color_space,color_transfer,color_primaries,avg_frame_rate"
        let found = try OutsideJudge.ffprobe(output, tags)
        #expect(try found == OutsideJudge.ffprobe(clip.path, tags))
        #expect(found["color_transfer"] == clip.transfer.ffprobe && found["codec_name"] == "hevc")
        // Decoded, so that what an edit list hides is no frame: their number, and the time stamp of each.
        let times = try OutsideJudge.ffprobeLines(output, stream: "v", "frame=pts_time")
        let expected = try OutsideJudge.ffprobeLines(clip.path, stream: "v", "frame=pts_time")
        #expect(times.count > 3 && times == expected)
        for (entry, kind) in [("stream=duration", "v"), ("stream=duration", "a"), ("format=duration", "v")] {
            func duration(_ path: String) throws -> Double? {
                try OutsideJudge.ffprobe(path, stream: kind, entry)["duration"].flatMap(Double.init)
            }
            let (mine, its) = (try duration(output), try duration(clip.path))
            #expect((mine == nil) == (its == nil), "\(entry) \(kind)")
            // Containers count in milliseconds, or in samples of sound.
            if let mine, let its { #expect(abs(mine - its) < 0.0015, "\(entry) \(kind): \(mine) for \(its)") }
        }
        let packets = "packet=pts_time,size,data_hash"
        let sound = try OutsideJudge.ffprobeLines(output, stream: "a", packets)
        #expect(try sound == OutsideJudge.ffprobeLines(clip.path, stream: "a", packets))
        #expect(sound.isEmpty == (clip.ending == "mkv"))
    }

    @Test(
        .enabled(if: OutsideJudge.isPresent("mediainfo"), "MediaInfo is not installed"), arguments: SampleTests.clips)
    func mediaInfoFindsWhatTheSourceHas(_ clip: SampleTests.Clip) async throws {
        let folder = try TestFolder()
        let output = try await rendered(clip, folder)
        let (found, source) = (
            try OutsideJudge.mediaInfo(output, "Video"), try OutsideJudge.mediaInfo(clip.path, "Video")
        )
        for field in [
            "Format", "CodecID", "BitDepth", "ChromaSubsampling", "colour_range", "colour_primaries",
            "transfer_characteristics", "matrix_coefficients", "FrameRate",
        ] {
            #expect(found[field] != nil && found[field] == source[field], "\(field)")
        }
        #expect(found["transfer_characteristics"] == clip.transfer.mediaInfo)
        // Dynamic metadata spoke of the source's pixels.
        #expect(found["HDR_Format"]?.contains("Dolby") != true && found["HDR_Format"]?.contains("2094") != true)
        func number(_ fields: [String: String], _ name: String) -> Double { Double(fields[name] ?? "") ?? .nan }
        #expect(abs(number(found, "Duration") - number(source, "Duration")) < 0.0015)
        #expect(abs(number(found, "FrameCount") - number(source, "FrameCount")) <= 1)
        guard clip.ending != "mkv" else { return }
        let (sound, itsSound) = (
            try OutsideJudge.mediaInfo(output, "Audio"), try OutsideJudge.mediaInfo(clip.path, "Audio")
        )
        for field in ["Format", "SamplingRate", "Channels", "FrameCount"] {
            #expect(sound[field] != nil && sound[field] == itsSound[field], "\(field)")
        }
    }
}
