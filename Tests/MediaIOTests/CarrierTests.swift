import ColorScience
import Foundation
import Frames
import MediaIO
import Testing

/// What containers can and cannot say of the pictures they carry.
@Suite(.enabled(if: Tool.isPresent)) struct CarrierTests {
    private func write(
        _ path: String, codec: VideoCodec = .raw, color: ColorProperties = .sdr, times: [MediaTime],
        duration: MediaTime? = nil, rate: MediaTime? = nil, base: MediaTime = MediaTime(1, 1000),
        size: (width: Int, height: Int) = (64, 48), quality: Double? = nil,
        preset: String = "ultrafast"
    ) throws -> [MediaWarning] {
        let layout = try #require(PixelLayout(name: "yuv420p"))
        var settings = MediaWriterSettings(
            codec: codec,
            picture: PictureDescription(
                layout: layout, codedWidth: size.width, codedHeight: size.height, content: .signal(color, .narrow)),
            timeBase: base, frameRate: rate)
        settings.quality = quality
        settings.preset = codec == .raw ? nil : preset
        let writer = try MediaWriter(path: path, settings: settings)
        let planes = HostPlanes(layout: layout, width: size.width, height: size.height)
        for time in times { try writer.write(planes, time: time, duration: duration) }
        _ = try writer.finish()
        return writer.warnings
    }

    private static let rounded = [0, 42, 83, 125, 167, 208].map { MediaTime($0, 1000) }

    /// Y4m states the rate of its pictures, not their time base.
    @Test(arguments: [MediaTime(24, 1), MediaTime(24000, 1001), nil]) func y4mStatesTheRate(_ rate: MediaTime?) throws {
        let scratch = try Scratch()
        let path = scratch.file("out.y4m")
        let warnings = try write(path, times: Self.rounded, duration: MediaTime(1, 24), rate: rate)
        #expect(warnings == [])
        let expected = rate ?? MediaTime(24, 1)
        #expect(try Tool.video(path)["r_frame_rate"] as? String == "\(expected.value)/\(expected.scale)")
        let reader = try MediaReader(path: path)
        #expect(reader.track.frameRate == expected)
        #expect(try reader.allFrames().map(\.time) == (0..<6).map { MediaTime($0 * expected.scale, expected.value) })
    }

    @Test func y4mCannotBeIrregular() throws {
        let scratch = try Scratch()
        let times = [0, 42, 83, 160, 200].map { MediaTime($0, 1000) }
        let warnings = try write(scratch.file("out.y4m"), times: times, rate: MediaTime(24, 1))
        #expect(warnings.map(\.name) == [.timeRounded])
        #expect(try MediaReader(path: scratch.file("out.y4m")).allFrames().count == 5)
    }

    /// Colour that raw video would lose is told, with what carries it.
    @Test(arguments: ["nut", "y4m", "yuv"], [ColorProperties.hlg, .pq, .p3, .sdr])
    func lostColorIsTold(_ ending: String, _ color: ColorProperties) throws {
        let scratch = try Scratch()
        let warnings = try write(
            scratch.file("out." + ending), color: color, times: Self.rounded, rate: MediaTime(24, 1))
        #expect(warnings.map(\.name) == (color == .sdr ? [] : [.notTagged]))
        #expect(warnings.allSatisfy { $0.sentence.contains("Matroska") })
    }

    @Test(arguments: [ColorProperties.hlg, .pq]) func rawMatroskaKeepsColor(_ color: ColorProperties) throws {
        let scratch = try Scratch()
        let path = scratch.file("out.mkv")
        #expect(try write(path, color: color, times: Self.rounded, rate: MediaTime(24, 1)) == [])
        #expect(try MediaReader(path: path).track.color == color)
    }

    /// Long pictures are padded to what x265 takes.
    @Test(arguments: [
        (5000, 16), (16, 5000), (4098, 16), (4096, 16), (16, 4096), (16, 2808),
    ]) func longPicturesAreTaken(
        _ size: (width: Int, height: Int)
    ) throws {
        let scratch = try Scratch()
        let layout = try #require(PixelLayout(name: "yuv420p"))
        let stored = VideoCodec.hevc.storedSize(width: size.width, height: size.height, layout: layout)
        let path = scratch.file("out.mkv")
        _ = try write(path, codec: .hevc, times: [.zero], size: stored)
        #expect(try MediaReader(path: path).allFrames().count == 1)
    }

    /// Streams shorter than an encoder's reordering have decoding times all the same, whatever stood in the memory.
    @Test(arguments: ["out.mov", "out.mkv"], 1...4) func shortStreamsHaveTimes(_ name: String, _ count: Int) throws {
        // Memory that was freed and is given out again then holds anything but zeros.
        let symbol = try #require(dlsym(nil, "mallopt"))
        let setOption = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
        let perturb: Int32 = -6  // M_PERTURB of malloc.h, which the module of the C library leaves out
        #expect(setOption(perturb, 0x5A) == 1)
        defer { _ = setOption(perturb, 0) }
        let scratch = try Scratch()
        for preset in ["ultrafast", "medium"] {
            let path = scratch.file(preset + name)
            let times = (0..<count).map { MediaTime(Int64($0) * 40, 1000) }
            #expect(try write(path, codec: .hevc, times: times, duration: MediaTime(40, 1000), preset: preset) == [])
            let found = try Tool.probe(path, "-show_packets")["packets"] as? [[String: Any]]
            func seconds(_ packet: [String: Any], _ key: String) -> Double {
                Double(packet[key] as? String ?? "") ?? .nan
            }
            let packets = try #require(found)
            #expect(packets.map { seconds($0, "pts_time") }.sorted() == times.map(\.seconds))
            // Matroska keeps none.
            if name.hasSuffix("mov") {
                for packet in packets {
                    let decoded = seconds(packet, "dts_time")
                    #expect(decoded <= seconds(packet, "pts_time") && decoded > -1)
                }
            }
            #expect(try MediaReader(path: path).allFrames().count == count)
        }
    }

    /// Sizes and qualities that an encoder would refuse in riddles are refused with its limits.
    @Test(arguments: [VideoCodec.hevc, .h264, .vp9, .av1]) func limitsAreTold(_ codec: VideoCodec) throws {
        let scratch = try Scratch()
        for (size, quality) in [((20000, 64), nil), ((64, 20000), nil), ((64, 64), 70), ((64, 64), -1)]
            as [((Int, Int), Double?)]
        {
            let found = #expect(throws: MediaError.self) {
                try write(scratch.file("out.mkv"), codec: codec, times: [.zero], size: size, quality: quality)
            }
            #expect(found?.kind == .usage)
            #expect(found?.problem.hasPrefix(codec.rawValue) == true, "\(found.debugDescription)")
        }
        #expect(scratch.names == [])
    }
}
