import Bitstreams
import ColorScience
import Foundation
import Frames
import MediaIO
import Testing

@Suite(.enabled(if: Tool.isPresent)) struct CopyTests {
    /// Sound is carried over packet by packet, at its exact times, beside re-encoded pictures.
    @Test(arguments: ["mov", "mp4", "mkv"], ["aac", "pcm_s16le", "ac3"])
    func soundIsKept(_ ending: String, _ codec: String) throws {
        guard !(ending == "mp4" && codec.hasPrefix("pcm")) else { return }
        let scratch = try Scratch()
        let input = scratch.file("in." + ending)
        try Tool.ffmpeg(
            "-f lavfi -i testsrc2=s=64x48:r=24000/1001:d=1.5 -f lavfi -i sine=r=48000:d=1.5 -pix_fmt yuv420p "
                + "-c:v libx264 -c:a \(codec) -metadata creation_time=2024-05-06T07:08:09Z "
                + "-metadata:s:a:0 language=deu \(input)")
        let output = scratch.file("out." + ending)
        let writer = try transcode(input, output)
        #expect(writer.warnings == [])
        let (before, after) = (try Tool.packets(input, "a:0"), try Tool.packets(output, "a:0"))
        try #require(before.count == after.count)
        #expect(before.map(\.size) == after.map(\.size))
        // Matroska rounds to a millisecond, and moves everything where sound would begin before 0.
        let shift = ending == "mkv" ? after[0].time - before[0].time : 0
        #expect(zip(before, after).allSatisfy { abs($0.time + shift - $1.time) < (ending == "mkv" ? 0.0011 : 1e-6) })
        let (video, judged) = (try Tool.packets(input, "v:0"), try Tool.packets(output, "v:0"))
        #expect(zip(video, judged).allSatisfy { abs($0.time + shift - $1.time) < (ending == "mkv" ? 0.0011 : 1e-6) })
        let info = try MediaReader(path: output).info
        #expect(info.metadata["creation_time"]?.hasPrefix("2024-05-06T07:08:09") == true)
        #expect(
            try info.streams.first?.metadata["language"]
                == MediaReader(path: input).info.streams[0].metadata["language"])
        let hash = "-map 0:a -c copy -f md5 -"
        #expect(try Tool.ffmpeg("-i \(input) \(hash)") == Tool.ffmpeg("-i \(output) \(hash)"))
    }

    /// A span begins at 0, and sound is cut to it.
    @Test func spansBeginAtZero() throws {
        let scratch = try Scratch()
        let input = scratch.file("in.mov")
        try Tool.ffmpeg(
            "-f lavfi -i testsrc2=s=64x48:r=25:d=4 -f lavfi -i sine=r=48000:d=4 -pix_fmt yuv420p -c:v libx264 "
                + "-c:a pcm_s16le \(input)")
        let output = scratch.file("out.mov")
        try transcode(input, output, from: MediaTime(1, 1), to: MediaTime(2, 1))
        let video = try Tool.packets(output, "v:0")
        #expect(video.count == 25 && video[0].time == 0 && abs(video[24].time - 0.96) < 1e-6)
        let audio = try Tool.packets(output, "a:0")
        #expect(try #require(audio.first).time < 0.025 && #require(audio.last).time < 1)
    }

    /// Streams that the container cannot hold are left out by name.
    @Test func impossibleStreamsAreNamed() throws {
        let scratch = try Scratch()
        let input = scratch.file("in.mkv")
        let words = scratch.file("in.srt")
        try "1\n00:00:00,000 --> 00:00:01,000\nHello\n".write(toFile: words, atomically: true, encoding: .utf8)
        try Tool.ffmpeg(
            "-f lavfi -i testsrc2=s=64x48:d=1 -i \(words) -f lavfi -i sine=d=1 -map 0 -map 1 -map 2 -pix_fmt yuv420p "
                + "-c:v libx264 -c:a pcm_s16le -c:s srt \(input)")
        let writer = try transcode(input, scratch.file("out.mp4"))
        #expect(writer.warnings.map(\.name) == [.streamDropped])
        #expect(writer.warnings.allSatisfy { $0.sentence.hasSuffix("the output has no sound; mov and mkv can") })
        #expect(try Tool.packets(scratch.file("out.mp4"), "s:0").contains { abs($0.time) < 1e-6 })
        #expect(try transcode(input, scratch.file("out.mkv")).warnings == [])
        #expect(try Tool.packets(scratch.file("out.mkv"), "s:0").count == 1)
    }

    /// Sound that only the header's writer knows to be impossible does not stop the pictures.
    @Test(arguments: [
        ("libopus", "mov", false), ("flac -strict -2", "mov", false), ("truehd -strict -2", "mp4", false),
        ("pcm_s16le", "mp4", false), ("libopus", "mp4", true), ("libopus", "mkv", true), ("libopus", "webm", true),
        ("aac", "webm", false), ("libvorbis", "mov", false),
    ]) func refusedSoundIsLeftOut(_ codec: String, _ ending: String, _ isKept: Bool) throws {
        let scratch = try Scratch()
        let (input, output) = (scratch.file("in.mkv"), scratch.file("out." + ending))
        try Tool.ffmpeg(
            "-f lavfi -i testsrc2=s=64x64:d=1 -f lavfi -i sine=r=48000:d=1 -pix_fmt yuv420p -c:v libx264 "
                + "-c:a \(codec) \(input)")
        let warnings = try transcode(input, output, codec: ending == "webm" ? .vp9 : .hevc).warnings
        #expect(warnings.map(\.name) == (isKept ? [] : [.streamDropped]))
        #expect(warnings.allSatisfy { $0.sentence.contains("no sound") && $0.sentence.hasSuffix(" can") })
        let info = try MediaReader(path: output).info
        #expect(info.streams.contains { $0.type == "audio" } == isKept)
    }

    /// A time code goes from tag to stream again, and is not called lost.
    @Test(arguments: ["mov", "mp4", "mkv"]) func timeCodesAreCarried(_ ending: String) throws {
        let scratch = try Scratch()
        let (input, output) = (scratch.file("in.mov"), scratch.file("out." + ending))
        try Tool.ffmpeg(
            "-f lavfi -i testsrc2=s=64x64:r=25:d=1 -pix_fmt yuv420p -c:v libx264 -timecode 01:02:03:04 \(input)")
        #expect(try transcode(input, output).warnings == [])
        let data = try Tool.run("ffprobe", ["-v", "error", "-show_entries", "format_tags:stream_tags", output])
        #expect(String(decoding: data, as: UTF8.self).contains("01:02:03:04"))
    }

    /// Chapters are carried over, cut to the span.
    @Test(arguments: ["mov", "mp4", "mkv"]) func chaptersAreKept(_ ending: String) throws {
        let scratch = try Scratch()
        let words = scratch.file("chapters.txt")
        try """
        ;FFMETADATA1
        [CHAPTER]
        TIMEBASE=1/1000
        START=0
        END=1500
        title=First
        [CHAPTER]
        TIMEBASE=1/1000
        START=1500
        END=3000
        title=Second
        """.write(toFile: words, atomically: true, encoding: .utf8)
        let input = scratch.file("in." + ending)
        try Tool.ffmpeg(
            "-f lavfi -i testsrc2=s=64x48:r=25:d=3 -i \(words) -map 0 -map_chapters 1 -pix_fmt yuv420p -c:v libx264 "
                + input)
        let output = scratch.file("out." + ending)
        try transcode(input, output, from: MediaTime(1, 1))
        let chapters = try MediaReader(path: output).chapters
        #expect(chapters.map { $0.metadata["title"] } == ["First", "Second"])
        #expect(chapters.map(\.start) == [.zero, MediaTime(1, 2)] && chapters.last?.end == MediaTime(2, 1))
    }

    /// The phone clip keeps its sound, its tags and where it was made, and its tracks of data to the byte; the place goes
    /// where that is asked for.
    @Test(.enabled(if: Samples.arePresent), arguments: ["mov", "mp4"], [false, true])
    func phoneClipIsCarriedOver(_ ending: String, _ strips: Bool) throws {
        let scratch = try Scratch()
        let (input, output) = (scratch.file("in.mov"), scratch.file("out." + ending))
        try addPlace(to: Samples.path("media3_iphone14_dv84_hlg_nogps.mov"), writing: input)
        let writer = try transcode(input, output, strips: strips)
        #expect(writer.warnings == [])
        let (before, after) = (try MediaReader(path: input), try MediaReader(path: output))
        #expect(before.copiedStreams.map(\.type) == after.copiedStreams.map(\.type))
        #expect(try before.allFrames().map(\.time) == after.allFrames().map(\.time))
        for index in before.copiedStreams.indices {
            let stream = String(before.copiedStreams[index].index)
            let (source, copy) = (try Tool.packets(input, stream), try Tool.packets(output, String(index + 1)))
            #expect(source.map(\.time) == copy.map(\.time) && source.map(\.size) == copy.map(\.size), "\(stream)")
        }
        let names = ["make", "model", "software", "creationdate", "location.ISO6709"].map {
            "com.apple.quicktime." + $0
        }
        for name in names {
            let wanted = strips && name.contains("location") ? nil : before.info.metadata[name]
            #expect(after.info.metadata[name] == wanted, "\(name)")
        }
        #expect(before.info.metadata["com.apple.quicktime.location.ISO6709"] == "+48.1234+011.5678+500.000/")
        #expect(after.info.metadata["creation_time"] == before.info.metadata["creation_time"])
        // Another reader sees what the tracks of data are, and whose.
        let said = String(decoding: try Tool.run("exiftool", ["-a", "-G1", "-s", output]), as: UTF8.self)
        let formats = said.split(separator: "\n").filter { $0.contains("MetaFormat") && $0.contains("mebx") }
        #expect(formats.count == 3)
        #expect(said.split(separator: "\n").count { $0.contains("ContentDescribes") && $0.contains("Track 1") } == 3)
        #expect(said.contains("48 deg 7' 24.24\"") == !strips)
    }

    /// A track of data that states places goes with them, by name; the others stay.
    @Test(.enabled(if: Samples.arePresent), arguments: [false, true]) func tracksOfPlacesAreStripped(_ strips: Bool)
        throws
    {
        let scratch = try Scratch()
        let (input, output) = (scratch.file("in.mov"), scratch.file("out.mov"))
        var bytes = try Data(
            contentsOf: URL(fileURLWithPath: Samples.path("media3_iphone14_dv84_hlg_nogps.mov")))
        // The same length, so that nothing moves.
        let key = try #require(bytes.firstRange(of: Data("video-orientation".utf8)))
        bytes.replaceSubrange(key, with: Data("location.ISO6709X".utf8))
        try bytes.write(to: URL(fileURLWithPath: input))
        let writer = try transcode(input, output, strips: strips)
        let told = "stream 2 of the input (data, mebx) states places; it is left out"
        #expect(writer.warnings.map(\.sentence) == (strips ? [told] : []))
        #expect(try MediaReader(path: output).copiedStreams.count { $0.type == "data" } == (strips ? 2 : 3))
        let written = try Data(contentsOf: URL(fileURLWithPath: output))
        #expect((written.firstRange(of: Data("location".utf8)) == nil) == strips)
    }

    /// The clip with the place that phones write, which this one lacks. The movie box goes behind all others, so that the
    /// samples stay where they are.
    private func addPlace(to path: String, writing output: String) throws {
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        var place = 0
        while let header = Box.Header(bytes[place...]), header.type != "moov" { place += header.byteCount }
        var movie = try Box(bytes[place...].prefix(#require(Box.Header(bytes[place...])).byteCount))
        bytes.replaceSubrange(place + 4..<place + 8, with: Array("free".utf8))
        var tags = try #require(movie["meta"].flatMap(KeyedTags.init))
        tags.items.append(.init(name: "com.apple.quicktime.location.ISO6709", text: "+48.1234+011.5678+500.000/"))
        movie.replace("meta", by: [tags.box(isQuickTime: true)])
        try Data(bytes + movie.bytes).write(to: URL(fileURLWithPath: output))
    }

    @discardableResult
    private func transcode(
        _ input: String, _ output: String, from: MediaTime? = nil, to: MediaTime? = nil, codec: VideoCodec = .hevc,
        strips: Bool = false
    ) throws -> MediaWriter {
        let reader = try MediaReader(path: input)
        let track = reader.track
        var picture = track.description
        picture.orientation = .upright
        var settings = MediaWriterSettings(
            codec: codec, picture: picture, timeBase: track.timeBase, frameRate: track.frameRate)
        settings.preset = codec == .hevc ? "ultrafast" : nil
        settings.carry(from: reader)
        settings.stripsLocation = strips
        (settings.origin, settings.end, settings.inputs) = (from, to, [input])
        let writer = try MediaWriter(path: output, settings: settings)
        if let from { try reader.seek(to: from) }
        while let frame = try reader.nextFrame() {
            if let to, frame.time >= to { break }
            try writer.write(frame.planes, time: frame.time, duration: frame.duration)
            for packet in reader.takePackets() { try writer.copy(packet) }
        }
        if let to { try reader.readPackets(upTo: to) }
        for packet in reader.takePackets() { try writer.copy(packet) }
        _ = try writer.finish()
        return writer
    }
}
