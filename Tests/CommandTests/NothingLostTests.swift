import Foundation
import Testing

/// Everything that a file has beside its pictures comes through a render, or is named.
@Suite(.enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct NothingLostTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// Two languages of sound and of text, chapters, tags, a cover and a font.
    private func makeSource(_ name: String) async throws {
        try folder.write(
            "1\n00:00:00,200 --> 00:00:01,000\nHello <i>there</i>\n\n2\n00:00:01,500 --> 00:00:02,700\nAgain\n",
            to: "a.srt")
        try folder.write("1\n00:00:00,300 --> 00:00:01,200\nHallo\n", to: "b.srt")
        try folder.write(
            ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1500\ntitle=First\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=1500\n"
                + "END=3000\ntitle=Second\n", to: "chapters.txt")
        let isMovie = !name.hasSuffix("mkv")
        let made = try await BuiltProgram.shell(
            """
            ffmpeg -nostdin -v error -y -f lavfi -i testsrc=s=32x32 -frames:v 1 cover.png
            ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x64:r=25:d=3 -f lavfi -i sine=440:r=48000:d=3 \
            -f lavfi -i sine=880:r=44100:d=3 -i a.srt -i b.srt -i chapters.txt -map 0 -map 1 -map 2 -map 3 -map 4 \
            -map_chapters 5 -pix_fmt yuv420p -c:v libx264 -bf 2 -c:a aac -c:s \(isMovie ? "mov_text" : "srt") \
            -metadata title=Film -metadata creation_time=2024-05-06T07:08:09Z -metadata location=+48.1234+011.5678/ \
            -metadata com.example.key=value -metadata:s:a:0 language=deu -metadata:s:a:1 language=eng \
            -metadata:s:a:1 title=Commentary -metadata:s:s:0 language=fra -metadata:s:s:1 language=jpn \
            -disposition:a:0 0 -disposition:a:1 default+comment -disposition:s:0 0 -disposition:s:1 forced \
            \(isMovie ? "-movflags use_metadata_tags" : "-attach cover.png -metadata:s:t:0 mimetype=image/png "
                + "-metadata:s:t:0 filename=cover.png -attach a.srt -metadata:s:t:1 "
                + "mimetype=application/x-truetype-font -metadata:s:t:1 filename=font.ttf") \(name)
            """, in: folder.url)
        try #require(made.status == 0, "\(made.errors)")
    }

    private func render(_ input: String, _ output: String, _ options: String...) async throws -> [String] {
        let outcome = try await BuiltProgram.candela(
            ["render", input, "-o", output, "--codec", output.hasSuffix("webm") ? "vp9" : "h264", "--overwrite"]
                + options, in: folder.url)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return outcome.errorLines.map(String.init).filter { $0.hasPrefix("candela: \(output)") }
    }

    private struct Probe: Decodable {
        struct Stream: Decodable {
            var codecType: String
            var codecName: String?
            var codecTagString: String
            var disposition: [String: Int]
            var tags: [String: String]?
        }
        struct Chapter: Decodable {
            var startTime: String
            var endTime: String
            var tags: [String: String]?
        }
        struct Format: Decodable { var tags: [String: String]? }
        struct Packet: Decodable {
            var ptsTime: String?
            var durationTime: String?
            var size: String
        }
        var streams: [Stream]?
        var chapters: [Chapter]?
        var format: Format?
        var packets: [Packet]?
    }

    private func probe(_ name: String, _ words: String...) async throws -> Probe {
        let said = try await BuiltProgram.tool(
            "ffprobe", ["-v", "quiet", "-of", "json"] + words + [name], in: folder.url)
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Probe.self, from: Data(said.output.utf8))
    }

    /// The PCM that a stream of sound decodes to.
    private func sound(_ name: String, _ stream: Int) async throws -> [Int16] {
        let made = try await BuiltProgram.shell(
            "ffmpeg -nostdin -v error -y -i \(name) -map 0:a:\(stream) -f s16le -c:a pcm_s16le sound.raw",
            in: folder.url)
        try #require(made.status == 0, "\(made.errors)")
        return try Data(contentsOf: folder.url.appendingPathComponent("sound.raw")).withUnsafeBytes {
            Array($0.bindMemory(to: Int16.self))
        }
    }

    /// Every track keeps its language, its part and its title, in whichever container.
    @Test(arguments: ["in.mkv", "in.mp4"], ["mov", "mp4", "mkv", "nut"])
    func tracksAreKept(input: String, ending: String) async throws {
        try await makeSource(input)
        let told = try await render(input, "out." + ending)
        let found = try await probe("out." + ending, "-show_streams", "-show_chapters", "-show_format")
        let streams = try #require(found.streams)
        let (audio, text) = (
            streams.filter { $0.codecType == "audio" }, streams.filter { $0.codecType == "subtitle" }
        )
        #expect(audio.map { $0.tags?["language"] } == ["deu", "eng"])
        #expect(audio.map { $0.disposition["default"] } == [0, 1])
        #expect(audio.last?.disposition["comment"] == 1)
        #expect(text.map { $0.tags?["language"] } == ["fra", "jpn"])
        // A movie that ffmpeg makes has a track of text enabled.
        let source = try await probe(input, "-show_streams").streams?.filter { $0.codecType == "subtitle" } ?? []
        #expect(text.map { $0.disposition["default"] } == source.map { $0.disposition["default"] })
        let isForcedKept = text.last?.disposition["forced"] == 1
        #expect(isForcedKept || told.contains { $0.contains("is forced; mkv can") })
        #expect(isForcedKept == (ending != "nut"))
        let words = ["mov": "mov_text", "mp4": "mov_text", "mkv": "subrip", "nut": "ass"][ending]
        #expect(text.allSatisfy { $0.codecName == words })
        #expect(found.chapters?.map { $0.tags?["title"] } == ["First", "Second"])
        let tags = Dictionary(uniqueKeysWithValues: (found.format?.tags ?? [:]).map { ($0.key.lowercased(), $0.value) })
        #expect(tags["title"] == "Film" && tags["com.example.key"] == "value")
        #expect(tags["creation_time"]?.hasPrefix("2024-05-06T07:08:09") == true)
        #expect(tags["location"]?.hasPrefix("+48.1234+011.5678") == true, "\(tags)")
        // What ffprobe does not read of mov and mp4, ours does.
        let info = try await BuiltProgram.candela(
            ["render", "out." + ending, "-o", "again.mkv", "--overwrite", "--quiet"], in: folder.url)
        #expect(info.status == 0)
        let again = try await probe("again.mkv", "-show_streams")
        #expect(again.streams?.filter { $0.codecType == "audio" }.last?.tags?["title"] == "Commentary")
    }

    /// Text keeps its words and its times when it is written in another way.
    @Test(arguments: ["mov", "mp4", "mkv", "webm"]) func textIsConverted(ending: String) async throws {
        try await makeSource("in.mp4")
        try await makeSource("in.mkv")
        for input in ["in.mp4", "in.mkv"] {
            guard ending != "webm" || input == "in.mkv" else { continue }
            _ = try await render(input, "out." + ending)
            let before = try await BuiltProgram.shell(
                "ffmpeg -nostdin -v error -copyts -i \(input) -map 0:s:0 -f srt -", in: folder.url)
            let after = try await BuiltProgram.shell(
                "ffmpeg -nostdin -v error -copyts -i out.\(ending) -map 0:s:0 -f srt -", in: folder.url)
            #expect(after.output == before.output && after.output.contains("Hello <i>there</i>"), "\(after)")
        }
    }

    /// Covers and fonts go where there is a place, and are named where there is none.
    @Test(arguments: [("mkv", true, true), ("mov", true, false), ("mp4", true, false), ("webm", false, false)])
    func attachmentsAreKeptOrNamed(ending: String, hasCover: Bool, hasFont: Bool) async throws {
        try await makeSource("in.mkv")
        let told = try await render("in.mkv", "out." + ending)
        let streams = try #require(try await probe("out." + ending, "-show_streams").streams)
        #expect(streams.contains { $0.disposition["attached_pic"] == 1 } == hasCover)
        #expect(streams.contains { $0.codecType == "attachment" } == hasFont)
        #expect(told.contains { $0.contains("cannot hold cover.png (cover picture)") } == !hasCover)
        #expect(told.contains { $0.contains("cannot hold font.ttf (attached file)") } == !hasFont)
        guard hasCover else { return }
        let picture = try await BuiltProgram.shell(
            "ffmpeg -nostdin -v error -y -i out.\(ending) -map 0:v:1 -c copy -f image2 -update 1 back.png; cmp back.png cover.png",
            in: folder.url)
        #expect(picture.status == 0, "\(picture)")
    }

    /// Nothing says where it was recorded any more, in whichever container; without the option, all of it does.
    @Test(arguments: ["mov", "mp4", "mkv", "nut"]) func placesAreStripped(ending: String) async throws {
        try await makeSource("in.mp4")
        _ = try await render("in.mp4", "out." + ending)
        let kept = try Data(contentsOf: folder.url.appendingPathComponent("out." + ending))
        #expect(kept.firstRange(of: Data("+48.1234+011.5678".utf8)) != nil)
        _ = try await render("in.mp4", "out." + ending, "--strip-location")
        let bytes = try Data(contentsOf: folder.url.appendingPathComponent("out." + ending))
        for word in ["+48.12", "48.1234", "011.5678", "loci", "ISO6709"] {
            #expect(bytes.firstRange(of: Data(word.utf8)) == nil, "\(word)")
        }
        let title = try await probe("out." + ending, "-show_format").format?.tags?["title"]
        #expect(title == "Film")
    }

    /// A cut keeps every track in step: sound to the sample, text and chapters to the tick.
    @Test(arguments: ["mov", "mp4"]) func cutsAreExact(ending: String) async throws {
        try await makeSource("in.mp4")
        _ = try await render("in.mp4", "out." + ending, "--from", "0.52", "--to", "2.04")
        let found = try await probe("out." + ending, "-show_chapters")
        #expect(found.chapters?.map(\.startTime) == ["0.000000", "0.980000"])
        #expect(found.chapters?.last?.endTime == "1.520000")
        let text = try await BuiltProgram.shell(
            "ffmpeg -nostdin -v error -copyts -i out.\(ending) -map 0:s:0 -f srt -", in: folder.url)
        #expect(text.output.contains("00:00:00,000 --> 00:00:00,480\nHello"), "\(text)")
        #expect(text.output.contains("00:00:00,980 --> 00:00:01,520\nAgain"), "\(text)")
        for (stream, rate) in [(0, 48000), (1, 44100)] {
            let (whole, part) = (try await sound("in.mp4", stream), try await sound("out." + ending, stream))
            let start = Int(0.52 * Double(rate) + 0.5)
            let count = Int(1.5 * Double(rate))
            try #require(part.count >= count)
            // Between floats and codes, a decoder may round the other way where it began elsewhere.
            let most = zip(part[..<count], whole[start...]).map { abs(Int($0) - Int($1)) }.max()
            #expect(most == 0 || most == 1, "stream \(stream)")
        }
    }

    /// Sound without compression is cut to the sample in every container.
    @Test(arguments: ["mov", "mkv", "nut"]) func plainSoundIsCutToTheSample(ending: String) async throws {
        let made = try await BuiltProgram.shell(
            "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x64:r=25:d=3 -f lavfi -i sine=440:r=48000:d=3 "
                + "-pix_fmt yuv420p -c:v libx264 -c:a pcm_s16le in.mov", in: folder.url)
        try #require(made.status == 0)
        _ = try await render("in.mov", "out." + ending, "--from", "0.52", "--to", "2.04")
        let (whole, part) = (try await sound("in.mov", 0), try await sound("out." + ending, 0))
        #expect(part == Array(whole[24960..<97920]))
    }

    /// Times of a variable rate, late sound and a late start are the same to the tick.
    @Test(arguments: ["mov", "mp4"]) func timesAreKept(ending: String) async throws {
        let made = try await BuiltProgram.shell(
            "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x64:r=25:d=3 -itsoffset 0.5 -f lavfi -i sine=440:r=48000:d=2 "
                + "-vf \"select='not(mod(n,3))+eq(n,1)',setpts=PTS+1.234/TB\" -fps_mode vfr -map 0 -map 1 -pix_fmt yuv420p "
                + "-c:v libx264 -bf 3 -c:a aac -video_track_timescale 90000 in.mov", in: folder.url)
        try #require(made.status == 0, "\(made)")
        _ = try await render("in.mov", "out." + ending)
        for stream in ["v:0", "a:0"] {
            let before = try await probe("in.mov", "-show_packets", "-select_streams", stream).packets ?? []
            let after = try await probe("out." + ending, "-show_packets", "-select_streams", stream).packets ?? []
            #expect(before.count == after.count && !before.isEmpty)
            #expect(before.compactMap(\.ptsTime).sorted() == after.compactMap(\.ptsTime).sorted(), "\(stream)")
        }
    }

    /// A time code goes on from the cut.
    @Test func timeCodesFollowTheCut() async throws {
        let made = try await BuiltProgram.shell(
            "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x64:r=25:d=3 -pix_fmt yuv420p -c:v libx264 -timecode 01:00:00:20 "
                + "in.mov", in: folder.url)
        try #require(made.status == 0)
        _ = try await render("in.mov", "out.mov", "--from", "1.2")
        let streams = try await probe("out.mov", "-show_streams").streams ?? []
        #expect(streams.contains { $0.codecTagString == "tmcd" && $0.tags?["timecode"] == "01:00:02:00" })
    }

    /// What a container cannot hold is named, each with where it can go.
    @Test func lossesAreNamed() async throws {
        try await makeSource("in.mkv")
        let told = try await BuiltProgram.candela(
            ["render", "in.mkv", "-o", "out.y4m", "--json"], in: folder.url)
        let lines = told.output.split(separator: "\n").filter { $0.contains("\"warning\"") }
        for words in [
            "cannot hold stream 1 of the input (audio, aac); it is left out, and the output has no sound; mov, mp4 and mkv can",
            "cannot hold stream 3 of the input (subtitle, subrip)", "cannot hold chapters", "cannot hold tags; ",
            "cannot hold cover.png", "cannot hold font.ttf",
        ] { #expect(lines.contains { $0.contains(words) }, "\(words): \(told)") }
    }

    /// A pipe, which cannot be gone back in, is cut like a file.
    @Test func pipesAreCut() async throws {
        try await makeSource("in.mkv")
        let outcome = try await BuiltProgram.shell(
            "candela render in.mkv -o file.mkv --codec ffv1 --from 1 --to 2; "
                + "cat in.mkv | candela render - -o pipe.mkv --codec ffv1 --from 1 --to 2; "
                + "for f in file pipe; do ffmpeg -nostdin -v error -i $f.mkv -map 0:v:0 -map 0:a -map 0:s -c copy -f framemd5 $f.md5; done; "
                + "cmp file.md5 pipe.md5", in: folder.url)
        #expect(outcome.status == 0, "\(outcome)")
    }
}
