import ColorScience
import Foundation
import Frames
import MediaIO
import Testing

@Suite(.enabled(if: Tool.isPresent)) struct RoundTripTests {
    static let layouts = [
        "yuv420p", "yuv422p", "yuv444p", "yuv440p", "yuv420p10le", "yuv422p10le", "yuv444p10le", "yuv420p12le",
        "yuv444p16le", "yuva420p", "yuva444p10le", "gbrp10le", "gbrap10le", "gbrp16le", "gray", "gray10le",
        "gray16le",
    ]

    /// Samples written by us as ffv1 are those that ffmpeg reads, and those that we read.
    @Test(arguments: layouts, [(64, 48), (37, 19)])
    func losslessFramesComeBackExactly(_ name: String, _ size: (width: Int, height: Int)) throws {
        let scratch = try Scratch()
        let layout = try #require(PixelLayout(name: name))
        let picture = PictureDescription(
            layout: layout, codedWidth: size.width, codedHeight: size.height, content: .signal(.sdr, .narrow))
        let settings = MediaWriterSettings(
            codec: .ffv1, picture: picture, timeBase: MediaTime(1, 24), frameRate: MediaTime(24, 1))
        let path = scratch.file("out.mkv")
        let writer = try MediaWriter(path: path, settings: settings)
        var expected = Data()
        for index in 0..<3 {
            let planes = noise(layout, size, seed: UInt64(index))
            expected.append(planes.bytes(layout, width: size.width, height: size.height))
            try writer.write(planes, time: MediaTime(Int64(index), 24), duration: MediaTime(1, 24))
        }
        let written = try writer.finish()
        #expect(written.frameCount == 3)
        #expect(same(try Tool.frames(path, name), expected))
        let reader = try MediaReader(path: path)
        #expect(reader.track.description.layout == layout)
        #expect(same(try reader.allBytes(), expected))
    }

    /// Every size is lossless, however small or long.
    @Test(
        arguments: ["yuv420p", "yuv422p10le", "yuv444p", "yuva444p10le", "gbrp10le", "gbrap10le", "gray16le"],
        [
            (1, 1), (2, 2), (3, 3), (1, 100), (100, 1), (100, 3), (5, 7), (31, 33), (63, 65), (65, 63), (2, 1000),
            (1000, 2), (32, 11200), (22000, 32), (129, 127),
        ])
    func smallPicturesComeBackExactly(_ name: String, _ size: (width: Int, height: Int)) throws {
        try losslessFramesComeBackExactly(name, size)
    }

    /// Raw video in NUT carries the formats that ffv1 lacks.
    @Test(arguments: ["nv12", "rgb24", "bgra", "rgb48le", "rgba64le", "yuv420p10le"])
    func rawFramesComeBackExactly(_ name: String) throws {
        let scratch = try Scratch()
        let layout = try #require(PixelLayout(name: name))
        let picture = PictureDescription(
            layout: layout, codedWidth: 38, codedHeight: 22, content: .signal(.sdr, .full))
        let path = scratch.file("out.nut")
        let writer = try MediaWriter(
            path: path, settings: MediaWriterSettings(codec: .raw, picture: picture, timeBase: MediaTime(1, 25)))
        let planes = noise(layout, (38, 22), seed: 7)
        try writer.write(planes, time: .zero, duration: MediaTime(1, 25))
        _ = try writer.finish()
        let expected = planes.bytes(layout, width: 38, height: 22)
        #expect(same(try Tool.frames(path, name), expected))
        let reader = try MediaReader(path: path)
        #expect(reader.track.description.layout == layout)
        #expect(same(try reader.allBytes(), expected))
    }

    /// Formats without a code in any container travel as samples alone.
    @Test(arguments: [
        "nv16", "nv24", "p010le", "p210le", "p410le", "p016le", "x2rgb10le", "gbrpf32le", "gbrp", "grayf32le",
    ])
    func samplesAloneComeBackExactly(_ name: String) throws {
        let scratch = try Scratch()
        let layout = try #require(PixelLayout(name: name))
        let picture = PictureDescription(
            layout: layout, codedWidth: 38, codedHeight: 22, content: .signal(.sdr, .full))
        let path = scratch.file("out.yuv")
        let writer = try MediaWriter(
            path: path, settings: MediaWriterSettings(codec: .raw, picture: picture, timeBase: MediaTime(1, 25)))
        let planes = noise(layout, (38, 22), seed: 7)
        try writer.write(planes, time: .zero, duration: MediaTime(1, 25))
        _ = try writer.finish()
        let expected = planes.bytes(layout, width: 38, height: 22)
        #expect(same(try Data(contentsOf: URL(fileURLWithPath: path)), expected))
        let raw = RawVideoFormat(width: 38, height: 22, layout: layout, frameRate: MediaTime(25, 1))
        let reader = try MediaReader(path: path, options: MediaReaderOptions(raw: raw))
        #expect(reader.track.description.layout == layout)
        #expect(same(try reader.allBytes(), expected))
    }

    /// What ffmpeg decodes of usual codecs is what we hand out, in memory that obeys our rules.
    @Test(arguments: [
        "-pix_fmt yuv420p -c:v libx264 -preset ultrafast /out.mp4",
        "-pix_fmt yuv420p10le -c:v libx265 -preset ultrafast -x265-params log-level=none /out.mp4",
        "-pix_fmt yuv422p10le -c:v prores_ks /out.mov", "-pix_fmt yuva444p10le -c:v prores_ks /out.mov",
        "-pix_fmt yuvj420p -c:v mjpeg /out.mkv", "-pix_fmt yuv420p -c:v mpeg2video /out.mpg",
        "-pix_fmt yuv420p -c:v libvpx-vp9 -cpu-used 8 /out.webm", "-pix_fmt yuv420p -c:v mpeg4 /out.mp4",
        "-pix_fmt yuv420p10le -f yuv4mpegpipe -strict -1 /out.y4m", "-pix_fmt rgb24 -c:v png /out.mov",
    ])
    func decodedFramesAreFFmpegs(_ how: String) throws {
        let scratch = try Scratch()
        let arguments = how.replacingOccurrences(of: "/out", with: scratch.path + "/out")
        try Tool.ffmpeg("-f lavfi -i testsrc2=s=202x146:r=25:d=0.4 \(arguments)")
        let path = scratch.file(scratch.names[0])
        let reader = try MediaReader(path: path)
        let picture = reader.track.description
        let expected = try Tool.frames(path, reader.track.storedFormat)
        var found = Data()
        while let frame = try reader.nextFrame() {
            #expect(frame.planes.block != nil)
            for plane in frame.planes.planes {
                let offset = plane.address.raw - (try #require(frame.planes.block)).address.raw
                #expect(plane.bytesPerRow % 64 == 0 && offset % 256 == 0)
            }
            found.append(frame.planes.visibleBytes(picture))
        }
        #expect(same(found, expected), "\(found.count) of \(expected.count) bytes")
    }

    /// Formats that are not read in place are converted, and it is said.
    @Test(arguments: ["rgb565le", "yuyv422", "yuv422p10be", "pal8", "ya8", "yuv411p", "monob"])
    func unusualFormatsAreConverted(_ name: String) throws {
        let scratch = try Scratch()
        let path = scratch.file("out.nut")
        try Tool.ffmpeg("-f lavfi -i testsrc2=s=64x48:r=25:d=0.1 -pix_fmt \(name) -c:v rawvideo \(path)")
        let reader = try MediaReader(path: path)
        #expect(reader.warnings.contains { $0.name == .pixelsConverted })
        let frames = try reader.allFrames()
        #expect(frames.count == 2 || frames.count == 3)
    }

    private func noise(_ layout: PixelLayout, _ size: (width: Int, height: Int), seed: UInt64) -> HostPlanes {
        let planes = HostPlanes(layout: layout, width: size.width, height: size.height)
        var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
        for plane in planes.planes {
            let words = plane.byteCount / layout.wordBytes
            for index in 0..<words {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let bits = UInt32(truncatingIfNeeded: state >> 32)
                switch layout.wordBytes {
                case 1:
                    plane.address.raw.storeBytes(
                        of: UInt8(truncatingIfNeeded: bits), toByteOffset: index, as: UInt8.self)
                case 2:
                    let component = layout.components[0]
                    let word = (bits & (1 << UInt32(component.depth) - 1)) << UInt32(component.shift)
                    plane.address.raw.storeBytes(
                        of: UInt16(truncatingIfNeeded: word), toByteOffset: 2 * index, as: UInt16.self)
                default:
                    let word = layout.isFloat ? Float(bits).bitPattern : bits & 0x3FFF_FFFF
                    plane.address.raw.storeBytes(of: word, toByteOffset: 4 * index, as: UInt32.self)
                }
            }
        }
        return planes
    }
}

extension HostPlanes {
    /// The samples of the visible part without padding, for layouts of which whole samples are cropped.
    func visibleBytes(_ picture: PictureDescription) -> Data {
        var data = Data()
        let (layout, visible) = (picture.layout, picture.visible)
        for (index, plane) in planes.enumerated() {
            let chroma = layout.isChroma(plane: index)
            let (wide, tall) = chroma ? (layout.log2ChromaWidth, layout.log2ChromaHeight) : (0, 0)
            let count = layout.bytesPerRow(ofPlane: index, width: visible.width)
            let step = layout.bytesPerRow(ofPlane: index, width: 1 << wide)
            let rows = layout.size(ofPlane: index, width: visible.width, height: visible.height).height
            for row in 0..<rows {
                let start = (row + visible.y >> tall) * plane.bytesPerRow + (visible.x >> wide) * step
                data.append(Data(bytes: plane.address.raw + start, count: count))
            }
        }
        return data
    }
}
