import ColorScience
import Foundation
import Frames
import MediaIO
import Testing

@Suite(.enabled(if: Tool.isPresent), .serialized) struct FailureTests {
    private func error(_ path: String, _ options: MediaReaderOptions = MediaReaderOptions()) -> MediaError? {
        do throws(MediaError) {
            let reader = try MediaReader(path: path, options: options)
            while try reader.nextFrame() != nil {}
            return nil
        } catch { return error }
    }

    /// Every bad input has its kind, and its sentence names it.
    @Test func badInputsAreTold() throws {
        let scratch = try Scratch()
        func make(_ name: String, _ data: Data) throws -> String {
            try data.write(to: URL(fileURLWithPath: scratch.file(name)))
            return scratch.file(name)
        }
        let sound = scratch.file("sound.wav")
        try Tool.ffmpeg("-f lavfi -i sine=d=0.1 \(sound)")
        var generator = SystemRandomNumberGenerator()
        let noise = Data((0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        let cases: [(String, MediaError.Kind)] = [
            (scratch.file("absent.mov"), .system), (scratch.path, .system), (try make("empty.mov", Data()), .data),
            (try make("noise.mp4", noise), .data), (try make("noise.bin", noise), .data), (sound, .data),
            (try make("words.txt", Data("no video here".utf8)), .data), (try make("bare.yuv", noise), .usage),
        ]
        for (path, kind) in cases {
            let found = try #require(error(path), "\(path)")
            #expect(found.kind == kind, "\(found)")
            #expect(found.description.contains(path) && !found.description.contains("\n"))
        }
    }

    /// Files cut short are told wherever the container lets it be known, after their whole pictures.
    @Test(arguments: ["-movflags faststart out.mov", "out.mp4", "out.mkv", "-c:v rawvideo out.yuv"])
    func truncationIsTold(_ how: String) throws {
        let scratch = try Scratch()
        let path = scratch.file(how.split(separator: " ").last.map(String.init) ?? "")
        try Tool.ffmpeg(
            "-f lavfi -i testsrc2=s=64x48:r=25:d=2 -pix_fmt yuv420p -c:v libx264 -g 3 "
                + how.replacingOccurrences(of: "out.", with: scratch.path + "/out."))
        let raw = RawVideoFormat(
            width: 64, height: 48, layout: try #require(PixelLayout(name: "yuv420p")), frameRate: MediaTime(25, 1))
        let options = MediaReaderOptions(raw: path.hasSuffix("yuv") ? raw : nil)
        #expect(error(path, options) == nil)
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        try whole.prefix(whole.count * 6 / 10 + 1).write(to: URL(fileURLWithPath: path))
        let found = try #require(error(path, options))
        #expect(found.kind == .data, "\(found)")
        if how.contains("faststart") || how.contains("mkv") {
            let reader = try MediaReader(path: path)
            var count = 0
            while (try? reader.nextFrame()) ?? nil != nil { count += 1 }
            #expect(count > 10)
        }
    }

    /// Damage inside is survived, and told.
    @Test func damageIsTold() throws {
        let scratch = try Scratch()
        let path = scratch.file("out.mkv")
        try Tool.ffmpeg(
            "-f lavfi -i testsrc2=s=128x96:r=25:d=2 -pix_fmt yuv420p -c:v ffv1 -level 3 -slicecrc 1 \(path)")
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        for index in stride(from: data.count / 2, to: data.count / 2 + 4000, by: 7) { data[index] ^= 0x55 }
        try data.write(to: URL(fileURLWithPath: path))
        let reader = try MediaReader(path: path)
        var isTold = false
        do {
            while let frame = try reader.nextFrame() { isTold = isTold || frame.isCorrupt }
        } catch { isTold = true }
        #expect(isTold || reader.warnings.contains { $0.name == .corruptFrames })
    }

    /// Output appears whole or not at all.
    @Test func outputIsWholeOrAbsent() throws {
        let scratch = try Scratch()
        let path = scratch.file("out.mkv")
        let layout = try #require(PixelLayout(name: "yuv420p"))
        let planes = HostPlanes(layout: layout, width: 64, height: 48)
        var settings = MediaWriterSettings(
            codec: .ffv1,
            picture: PictureDescription(
                layout: layout, codedWidth: 64, codedHeight: 48, content: .signal(.sdr, .narrow)),
            timeBase: MediaTime(1, 25))
        do {
            let writer = try MediaWriter(path: path, settings: settings)
            try writer.write(planes, time: .zero)
            #expect(scratch.names.allSatisfy { $0.hasPrefix(".candela-") })
        }
        #expect(scratch.names == [])  // released unfinished
        let cancelled = try MediaWriter(path: path, settings: settings)
        try cancelled.write(planes, time: .zero)
        cancelled.cancel()
        #expect(scratch.names == [])

        let writer = try MediaWriter(path: path, settings: settings)
        try writer.write(planes, time: .zero)
        #expect(throws: MediaError.self) { try writer.write(planes, time: .zero) }
        _ = try writer.finish()
        #expect(scratch.names == ["out.mkv"])
        let before = try Data(contentsOf: URL(fileURLWithPath: path))

        let refused = #expect(throws: MediaError.self) { try MediaWriter(path: path, settings: settings) }
        #expect(refused?.kind == .system)
        settings.overwrites = true
        settings.inputs = [path]
        let same = #expect(throws: MediaError.self) { try MediaWriter(path: path, settings: settings) }
        #expect(same?.kind == .usage)
        settings.inputs = []
        do { _ = try MediaWriter(path: path, settings: settings) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        let second = try MediaWriter(path: path, settings: settings)
        for index in 0..<5 { try second.write(planes, time: MediaTime(Int64(index), 25)) }
        _ = try second.finish()
        #expect(scratch.names == ["out.mkv"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count > before.count)

        let absent = #expect(throws: MediaError.self) {
            try MediaWriter(path: scratch.file("no/such/folder/out.mkv"), settings: settings)
        }
        #expect(absent?.kind == .system)
    }

    /// A full device is an error, not a short file.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"))) func fullDevicesAreTold() throws {
        let layout = try #require(PixelLayout(name: "yuv420p"))
        var settings = MediaWriterSettings(
            container: .raw, codec: .raw,
            picture: PictureDescription(
                layout: layout, codedWidth: 640, codedHeight: 480, content: .signal(.sdr, .narrow)),
            timeBase: MediaTime(1, 25))
        settings.overwrites = true
        let found = #expect(throws: MediaError.self) {
            let writer = try MediaWriter(path: "/dev/full", settings: settings)
            let planes = HostPlanes(layout: layout, width: 640, height: 480)
            for index in 0..<4 { try writer.write(planes, time: MediaTime(Int64(index), 25)) }
            _ = try writer.finish()
        }
        #expect(found?.kind == .system && found?.problem.contains("space") == true, "\(found?.description ?? "")")
    }

    @Test func nullCountsFrames() throws {
        let layout = try #require(PixelLayout(name: "yuv420p"))
        let picture = PictureDescription(
            layout: layout, codedWidth: 64, codedHeight: 48, content: .signal(.sdr, .narrow))
        let planes = HostPlanes(layout: layout, width: 64, height: 48)
        for codec in [nil, VideoCodec.hevc] {
            let writer = try MediaWriter(
                path: "-",
                settings: MediaWriterSettings(
                    container: .null, codec: codec, picture: picture, timeBase: MediaTime(1, 25)))
            for index in 0..<3 { try writer.write(planes, time: MediaTime(Int64(index), 25)) }
            #expect(try writer.finish().frameCount == 3)
        }
    }

    #if DEBUG
        /// Whichever library call fails, reading and writing throw, leave no file, and keep no frame.
        @Test func everyCallMayFail() throws {
            let scratch = try Scratch()
            let input = scratch.file("in.mov")
            try Tool.ffmpeg(
                "-f lavfi -i testsrc2=s=64x64:r=25:d=0.08 -f lavfi -i sine=d=0.08 -pix_fmt yuv420p -c:v libx264 "
                    + "-c:a aac \(input)")
            let before = LiveFrames.count
            var hasFinished = false
            for number in 0..<400 where !hasFinished {
                let plan = FaultInjection.Plan(failingCall: number)
                let output = scratch.file("out.mov")
                do {
                    try FaultInjection.$plan.withValue(plan) { try copy(input, output) }
                    // Without a name is not the only way to write a file, and a warning is enough for some failures.
                    hasFinished = plan.callCount <= number
                    try FileManager.default.removeItem(atPath: output)
                } catch {
                    #expect(error is MediaError, "call \(number): \(error)")
                }
                #expect(scratch.names == ["in.mov"], "call \(number)")
                #expect(LiveFrames.count == before, "call \(number)")
                if scratch.names != ["in.mov"] { return }
            }
            #expect(hasFinished)
        }
    #endif

    private func copy(_ input: String, _ output: String) throws {
        let reader = try MediaReader(path: input, options: MediaReaderOptions(threadCount: 1))
        var settings = MediaWriterSettings(
            codec: .hevc, picture: reader.track.description, timeBase: reader.track.timeBase)
        settings.preset = "ultrafast"
        settings.copiedStreams = reader.copiedStreams
        settings.threadCount = 1
        let writer = try MediaWriter(path: output, settings: settings)
        while let frame = try reader.nextFrame() {
            try writer.write(frame.planes, time: frame.time, duration: frame.duration)
            for packet in reader.takePackets() { try writer.copy(packet) }
        }
        _ = try writer.finish()
    }
}
