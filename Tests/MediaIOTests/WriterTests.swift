import ColorScience
import Foundation
import Frames
import MediaIO
import Testing

@Suite(.enabled(if: Tool.isPresent)) struct WriterTests {
    static let display = MasteringDisplay(
        red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: [0.3127, 0.329], minNits: 0.0001,
        maxNits: 1000)

    struct Case: Sendable, CustomTestStringConvertible {
        var ending: String
        var codec: VideoCodec
        var layout: String
        var color: ColorProperties
        var levels = Levels.narrow
        var testDescription: String { "\(codec) \(layout) \(color.primaries) in \(ending)" }
    }

    static let cases: [Case] =
        ["mov", "mp4", "mkv"].flatMap { ending in
            [
                Case(ending: ending, codec: .hevc, layout: "yuv420p10le", color: .pq),
                Case(ending: ending, codec: .hevc, layout: "yuv420p10le", color: .hlg),
                Case(ending: ending, codec: .hevc, layout: "yuv420p", color: .sdr),
                Case(ending: ending, codec: .hevc, layout: "yuv422p10le", color: .p3),
                Case(ending: ending, codec: .hevc, layout: "yuv444p12le", color: .pq, levels: .full),
                Case(ending: ending, codec: .h264, layout: "yuv420p", color: .sdr),
            ]
        } + [
            Case(ending: "mkv", codec: .ffv1, layout: "yuv422p10le", color: .hlg),
            Case(ending: "mov", codec: .prores, layout: "yuv422p10le", color: .hlg),
            Case(ending: "mov", codec: .prores, layout: "yuva444p10le", color: .pq),
            Case(ending: "mkv", codec: .prores, layout: "yuv422p10le", color: .sdr),
            Case(ending: "mp4", codec: .av1, layout: "yuv420p10le", color: .pq),
            Case(ending: "mkv", codec: .av1, layout: "yuv420p10le", color: .hlg),
            Case(ending: "webm", codec: .vp9, layout: "yuv420p10le", color: .hlg),
        ]

    /// Colour and levels are tagged so that ffprobe and we read what was asked for.
    @Test(arguments: cases) func tagsAreWhatWasAsked(_ each: Case) throws {
        try #require(EncoderLibrary.available.contains(each.codec))
        let scratch = try Scratch()
        let path = scratch.file("out." + each.ending)
        try write(path, each)
        let video = try Tool.video(path)
        // mov's colour box and ProRes have no place for levels: narrow is understood.
        let range = video["color_range"] as? String
        #expect(range == (each.levels == .full ? "pc" : "tv") || each.levels == .narrow && range == nil)
        #expect(video["color_primaries"] as? String == each.color.primaries.name)
        #expect(video["color_transfer"] as? String == each.color.transfer.name)
        #expect(video["color_space"] as? String == each.color.matrix.name)
        if each.codec == .hevc, each.ending != "mkv" { #expect(video["codec_tag_string"] as? String == "hvc1") }
        let reader = try MediaReader(path: path)
        #expect(reader.track.color == each.color)
        #expect(reader.track.levels == each.levels)
        #expect(!reader.warnings.contains { $0.name == .colorContradiction || $0.name == .colorAssumed })
        #expect(try reader.allFrames().count == 5)
    }

    /// Mastering display and light levels stand in the container and, for HEVC, in the stream.
    @Test(arguments: ["mov", "mp4", "mkv"]) func brightnessIsTold(_ ending: String) throws {
        let scratch = try Scratch()
        let path = scratch.file("out." + ending)
        try write(path, Case(ending: ending, codec: .hevc, layout: "yuv420p10le", color: .pq)) {
            $0.mastering = Self.display
            $0.contentLight = ContentLight(maxCLL: 940, maxFALL: 120)
        }
        let reader = try MediaReader(path: path)
        let mastering = try #require(reader.track.mastering)
        #expect(abs(mastering.red[0] - 0.68) < 1e-4 && abs(mastering.white[1] - 0.329) < 1e-4)
        #expect(mastering.maxNits == 1000 && abs(mastering.minNits - 0.0001) < 1e-6)
        #expect(reader.track.contentLight == ContentLight(maxCLL: 940, maxFALL: 120))
        #expect(reader.track.description.peakNits == 940)
        // By the first frame of the bare stream: the messages are in the bitstream too.
        let bare = scratch.file("bare.hevc")
        try Tool.ffmpeg("-i \(path) -c copy -f hevc \(bare)")
        let data = try Tool.probe(bare, "-show_frames", "-read_intervals", "%+#1")
        let frames = try #require(data["frames"] as? [[String: Any]])
        let kinds = (frames[0]["side_data_list"] as? [[String: Any]])?.compactMap { $0["side_data_type"] as? String }
        #expect(kinds?.contains("Mastering display metadata") == true)
        #expect(kinds?.contains("Content light level metadata") == true)
    }

    /// Odd and tiny pictures are padded by the caller, and the padding is said in a clean aperture.
    @Test(arguments: ["mov", "mp4"], [(37, 19), (9, 7), (64, 48)])
    func paddingIsCroppedAgain(_ ending: String, _ size: (width: Int, height: Int)) throws {
        let scratch = try Scratch()
        let path = scratch.file("out." + ending)
        let layout = try #require(PixelLayout(name: "yuv420p"))
        let stored = VideoCodec.hevc.storedSize(width: size.width, height: size.height, layout: layout)
        try write(path, Case(ending: ending, codec: .hevc, layout: "yuv420p", color: .sdr), size: stored) {
            $0.picture.visible = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        }
        let visible = try MediaReader(path: path).track.description.visible
        #expect(visible.width == size.width && visible.height == size.height && visible.x == 0 && visible.y == 0)
        // The changed file is still one that others read.
        #expect(try Tool.frames(path, "gray").count == 5 * stored.width * stored.height)
    }

    @Test func matroskaSaysThatItCannotCrop() throws {
        let scratch = try Scratch()
        let path = scratch.file("out.mkv")
        let warnings = try write(
            path, Case(ending: "mkv", codec: .hevc, layout: "yuv420p", color: .sdr), size: (38, 20)
        ) { $0.picture.visible = PixelRect(x: 0, y: 0, width: 37, height: 19) }
        #expect(warnings.map(\.name) == [.notCropped])
    }

    /// Times of 24000/1001 and irregular times come back exactly in mov and mp4.
    @Test(arguments: ["mov", "mp4"], [VideoCodec.hevc, .h264])
    func timesAreExact(_ ending: String, _ codec: VideoCodec) throws {
        let scratch = try Scratch()
        let path = scratch.file("out." + ending)
        let ticks: [Int64] = [0, 1001, 2002, 3500, 4004, 9009, 9010, 12012]
        let each = Case(ending: ending, codec: codec, layout: "yuv420p", color: .sdr)
        try write(path, each, ticks: ticks) { _ in }
        let times = try MediaReader(path: path).allFrames().map(\.time)
        #expect(times == ticks.map { MediaTime($0, 24000) })
        let regular = scratch.file("regular." + ending)
        try write(regular, each)
        #expect(try MediaReader(path: regular).track.duration == MediaTime(5005, 24000))
        #expect(try MediaReader(path: regular).allFrames().allSatisfy { $0.duration == MediaTime(1001, 24000) })
        let judged = try Tool.packets(path, "v:0").map(\.time)
        #expect(zip(judged, ticks).allSatisfy { abs($0 - Double($1) / 24000) < 1e-6 })
    }

    /// Pipes are written directly, without seeking, and what comes out can be read.
    @Test(arguments: [MediaContainer.matroska, .mp4, .y4m, .nut]) func pipesAreWritten(_ container: MediaContainer)
        throws
    {
        let scratch = try Scratch()
        let (pipe, copy) = (scratch.file("pipe"), scratch.file("copy"))
        try #require(mkfifo(pipe, 0o600) == 0)
        let drain = Thread {
            let data = FileHandle(forReadingAtPath: pipe)?.readDataToEndOfFile()
            try? data?.write(to: URL(fileURLWithPath: copy))
        }
        drain.start()
        let codec: VideoCodec = container == .y4m ? .raw : .hevc
        let each = Case(ending: "", codec: codec, layout: "yuv420p10le", color: .sdr)
        try write(pipe, each) { $0.container = container }
        while !drain.isFinished { usleep(1000) }
        #expect(try MediaReader(path: copy).allFrames().count == 5)
        #expect(try Tool.frames(copy, "gray10le").count == 5 * 64 * 64 * 2)
    }

    /// A reader that goes away is an error, not the end of the process.
    @Test func brokenPipesAreTold() throws {
        let scratch = try Scratch()
        let pipe = scratch.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let leaver = Thread { FileHandle(forReadingAtPath: pipe)?.closeFile() }
        leaver.start()
        let each = Case(ending: "", codec: .raw, layout: "yuv420p", color: .sdr)
        let error = #expect(throws: MediaError.self) {
            try write(pipe, each, size: (640, 480), ticks: Array(0..<20)) { $0.container = .y4m }
        }
        #expect(error?.kind == .system)
    }

    /// Settings that cannot be carried out are refused by name, and leave nothing behind.
    @Test func impossibleSettingsAreRefused() throws {
        let scratch = try Scratch()
        func refuse(
            _ ending: String, _ codec: VideoCodec, _ layout: String, _ levels: Levels = .narrow,
            size: (width: Int, height: Int) = (64, 48), options: [String: String] = [:]
        ) {
            let each = Case(ending: ending, codec: codec, layout: layout, color: .sdr, levels: levels)
            let error = #expect(throws: MediaError.self) {
                try write(scratch.file("out." + ending), each, size: size) { $0.codecOptions = options }
            }
            #expect(error?.kind == .usage, "\(error?.description ?? "")")
        }
        refuse("mov", .prores, "yuv422p10le", .full)
        refuse("mov", .hevc, "yuv420p16le")
        refuse("mp4", .hevc, "yuv420p", size: (63, 48))
        refuse("mp4", .prores, "yuv422p10le")
        refuse("webm", .hevc, "yuv420p")
        refuse("mkv", .hevc, "yuv420p", options: ["nonsense": "1"])
        refuse("nut", .raw, "p210le")
        #expect(scratch.names == [])
    }

    /// A frame's memory is released once the writer is done, and nothing of the library's frames stays.
    @Test func framesAreReleased() throws {
        let scratch = try Scratch()
        final class Owner: Sendable {}
        weak var owner: Owner?
        let layout = try #require(PixelLayout(name: "yuv420p"))
        let picture = PictureDescription(
            layout: layout, codedWidth: 64, codedHeight: 48, content: .signal(.sdr, .narrow))
        let writer = try MediaWriter(
            path: scratch.file("out.mkv"),
            settings: MediaWriterSettings(codec: .hevc, picture: picture, timeBase: MediaTime(1, 25)))
        do {
            var planes = HostPlanes(layout: layout, width: 64, height: 48)
            let kept = Owner()
            owner = kept
            planes.owner = kept
            try writer.write(planes, time: .zero)
        }
        _ = try writer.finish()
        #expect(owner == nil)
    }

    /// Writes black pictures of 64x64.
    @discardableResult
    func write(
        _ path: String, _ each: Case, size: (width: Int, height: Int) = (64, 64),
        ticks: [Int64] = [0, 1001, 2002, 3003, 4004], change: (inout MediaWriterSettings) -> Void = { _ in }
    ) throws -> [MediaWarning] {
        let layout = try #require(PixelLayout(name: each.layout))
        let picture = PictureDescription(
            layout: layout, codedWidth: size.width, codedHeight: size.height,
            content: .signal(each.color, each.levels))
        var settings = MediaWriterSettings(
            codec: each.codec, picture: picture, timeBase: MediaTime(1, 24000), frameRate: MediaTime(24000, 1001))
        settings.preset = each.codec == .hevc || each.codec == .h264 ? "ultrafast" : each.codec == .av1 ? "12" : nil
        change(&settings)
        let writer = try MediaWriter(path: path, settings: settings)
        let planes = HostPlanes(layout: layout, width: size.width, height: size.height)
        for tick in ticks {
            try writer.write(planes, time: MediaTime(tick, 24000), duration: MediaTime(1001, 24000))
        }
        _ = try writer.finish()
        return writer.warnings
    }
}
