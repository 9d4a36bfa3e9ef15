import ColorScience
import Foundation
import Frames
import MediaIO
import Testing

@Suite(.enabled(if: Tool.isPresent)) struct ReaderTests {
    /// What each sample clip is, by its own documentation.
    @Test(.enabled(if: Samples.arePresent)) func samplesAreRecognised() throws {
        let hlg = try MediaReader(path: Samples.path("media3_hlg10-color-test_nogps.mp4"))
        #expect(hlg.track.color == .hlg && hlg.track.description.layout.name == "yuv420p10le")
        #expect(hlg.track.description.visible.width == 1920 && hlg.track.description.visible.height == 1080)
        #expect(hlg.track.description.peakNits == 1000 && hlg.track.levels == .narrow)
        #expect(try hlg.allFrames().count == 9)

        let phone = try MediaReader(path: Samples.path("media3_iphone14_dv84_hlg_nogps.mov"))
        #expect(phone.track.dolbyVision?.name == "8.4" && phone.track.color == .hlg)
        #expect(phone.track.description.orientation.quarterTurns % 2 == 1)
        #expect(phone.track.description.uprightSize == (720, 1280))
        // Its edit list leaves the last of five pictures out.
        #expect(try phone.allFrames().count == 4)

        let plus = try MediaReader(path: Samples.path("hdr10plus_regular.mkv"))
        #expect(plus.track.hasHDR10Plus && plus.track.color == .pq)
        #expect(plus.track.contentLight == ContentLight(maxCLL: 1000, maxFALL: 400))
        #expect(plus.track.mastering != nil && plus.track.description.peakNits == 1000)

        let vision = try MediaReader(path: Samples.path("dovitool_p81_regular.mkv"))
        #expect(vision.track.color == .pq && vision.track.mastering?.maxNits == 1000)
        #expect(try vision.allFrames().count == 259)
    }

    /// Our frames of a sample are ffmpeg's.
    @Test(
        .enabled(if: Samples.arePresent),
        arguments: [
            "media3_hlg10-color-test_nogps.mp4", "media3_iphone14_dv84_hlg_nogps.mov", "mp4ff_stereo_spatial.mp4",
        ]) func sampleFramesAreFFmpegs(_ name: String) throws
    {
        let reader = try MediaReader(path: Samples.path(name))
        let picture = reader.track.description
        var found = Data()
        while let frame = try reader.nextFrame() { found.append(frame.planes.visibleBytes(picture)) }
        let expected = try Tool.ffmpeg(
            "-noautorotate -i \(Samples.path(name)) -map 0:v:0 -pix_fmt \(picture.layout.name) -fps_mode passthrough "
                + "-f rawvideo -")
        #expect(same(found, expected))
    }

    /// Unspecified colour is BT.709 with a warning; the user's word wins over everything.
    @Test func colorFollowsTheRules() throws {
        let scratch = try Scratch()
        let bare = scratch.file("bare.mkv")
        try Tool.ffmpeg("-f lavfi -i testsrc2=s=64x48:d=0.1 -pix_fmt yuv420p -c:v libx264 \(bare)")
        let reader = try MediaReader(path: bare)
        #expect(reader.track.color == .sdr && reader.warnings.map(\.name) == [.colorAssumed])
        let assumed = try MediaReader(
            path: bare, options: MediaReaderOptions(color: .hlg, levels: .full, siting: .topLeft))
        #expect(assumed.track.color == .hlg && assumed.track.levels == .full && assumed.warnings == [])
        #expect(assumed.track.description.siting == .topLeft)

        // A container that contradicts the bitstream is believed, and it is said.
        let contrary = scratch.file("contrary.mov")
        try Tool.ffmpeg(
            "-f lavfi -i testsrc2=s=64x48:d=0.1 -pix_fmt yuv420p -c:v libx264 "
                + "-x264-params colorprim=bt709:transfer=bt709:colormatrix=bt709 \(scratch.file("a.mov"))")
        try Tool.ffmpeg(
            "-i \(scratch.file("a.mov")) -c copy -color_primaries bt2020 -color_trc arib-std-b67 -colorspace bt2020nc "
                + contrary)
        let both = try MediaReader(path: contrary)
        #expect(both.track.containerColor.codes == "9/18/9" && both.track.bitstreamColor.codes == "1/1/1")
        #expect(both.track.color == .hlg && both.warnings.contains { $0.name == .colorContradiction })
    }

    @Test func turnsAndAspectsAreRead() throws {
        let scratch = try Scratch()
        let plain = scratch.file("plain.mp4")
        try Tool.ffmpeg("-f lavfi -i testsrc2=s=64x48:d=0.1 -pix_fmt yuv420p -vf setsar=4/3 -c:v libx264 \(plain)")
        #expect(try MediaReader(path: plain).track.description.pixelAspect == MediaTime(4, 3))
        // Judged by the picture: ffmpeg turns it upright by itself.
        let upright = ["null", "transpose=clock", "hflip,vflip", "transpose=cclock"]
        for degrees in [90, 180, 270] {
            let turned = scratch.file("turned\(degrees).mp4")
            try Tool.ffmpeg("-i \(plain) -c copy -metadata:s:v:0 rotate=\(degrees) \(turned)")
            let orientation = try MediaReader(path: turned).track.description.orientation
            let expected = try Tool.ffmpeg("-i \(turned) -pix_fmt gray -f rawvideo -")
            let ours = try Tool.ffmpeg(
                "-i \(plain) -vf \(upright[orientation.quarterTurns]) -pix_fmt gray -f rawvideo -")
            #expect(same(ours, expected) && !orientation.isMirrored, "\(degrees)")
        }
    }

    /// A mirror is told from a turn.
    @Test func mirrorsAreRead() {
        let one: Int32 = 65536
        let mirrored = Orientation(displayMatrix: [-one, 0, 0, 0, one, 0, 0, 0, 1 << 30])
        #expect(mirrored == Orientation(quarterTurns: 0, isMirrored: true))
        let flipped = Orientation(displayMatrix: [one, 0, 0, 0, -one, 0, 0, 0, 1 << 30])
        #expect(flipped == Orientation(quarterTurns: 2, isMirrored: true))
        let turned = Orientation(displayMatrix: [0, one, 0, -one, 0, 0, 0, 0, 1 << 30])
        #expect(turned == Orientation(quarterTurns: 1))
    }

    /// Seeking finds the very frame, whatever key frames there are.
    @Test(arguments: [
        "mp4 -c:v libx264 -g 12 -bf 3", "mkv -c:v libx264 -g 250", "mov -c:v prores_ks",
        "mp4 -c:v libx265 -x265-params log-level=none:keyint=10",
    ])
    func seekingIsExact(_ how: String) throws {
        let scratch = try Scratch()
        let (ending, options) = (how.prefix(3), how.dropFirst(4))
        let path = scratch.file("out.\(ending)")
        try Tool.ffmpeg("-f lavfi -i testsrc2=s=64x48:r=25:d=2 -pix_fmt yuv422p10le \(options) \(path)")
        let picture = try MediaReader(path: path).track.description
        let all = try MediaReader(path: path).allFrames().map { ($0.time, $0.planes.visibleBytes(picture)) }
        try #require(all.count == 50)
        let reader = try MediaReader(path: path)
        for index in [0, 1, 11, 12, 13, 29, 30, 49, 5] {
            try reader.seek(to: all[index].0)
            let frame = try #require(try reader.nextFrame())
            #expect(frame.time == all[index].0)
            #expect(same(frame.planes.visibleBytes(picture), all[index].1), "\(index)")
            if index + 1 < all.count { #expect(try reader.nextFrame()?.time == all[index + 1].0) }
        }
        try reader.seek(to: MediaTime(10, 1))
        #expect(try reader.nextFrame() == nil)
    }

    /// Frames held by the user keep their memory; released, it is used again.
    @Test func memoryIsUsedAgain() throws {
        let scratch = try Scratch()
        let path = scratch.file("out.mp4")
        try Tool.ffmpeg("-f lavfi -i testsrc2=s=64x48:r=25:d=4 -pix_fmt yuv420p -c:v libx264 \(path)")
        let reader = try MediaReader(path: path, options: MediaReaderOptions(threadCount: 2))
        var addresses: Set<UnsafeMutableRawPointer> = []
        while let frame = try reader.nextFrame() {
            addresses.insert(try #require(frame.planes.block).address.raw)
        }
        #expect(addresses.count < 30)
        let second = try MediaReader(path: path)
        let held = try second.allFrames()
        #expect(Set(held.map { $0.planes.block!.address.raw }).count == 100)
    }

    /// Sizes that codecs store padded are cropped by description, not by the decoder.
    @Test func croppingIsOurs() throws {
        let scratch = try Scratch()
        let path = scratch.file("out.mp4")
        try Tool.ffmpeg("-f lavfi -i testsrc2=s=70x50:r=25:d=0.1 -pix_fmt yuv420p -c:v libx264 \(path)")
        let picture = try MediaReader(path: path).track.description
        #expect(picture.codedWidth == 80 && picture.codedHeight == 64)
        #expect(picture.visible == PixelRect(x: 0, y: 0, width: 70, height: 50))
    }

    @Test func informationIsComplete() throws {
        let scratch = try Scratch()
        let path = scratch.file("out.mov")
        try Tool.ffmpeg(
            "-f lavfi -i testsrc2=s=64x48:r=30000/1001:d=1 -f lavfi -i sine=d=1 -pix_fmt yuv420p -c:v libx264 -c:a aac "
                + "-metadata title=Test \(path)")
        let info = try MediaReader(path: path).info
        #expect(info.video.frameRate == "30000/1001" && info.video.frameCount == 30 && info.metadata["title"] == "Test")
        #expect(info.streams.map(\.codec) == ["aac"] && info.streams[0].channelLayout == "mono")
        let copy = try JSONDecoder().decode(MediaInfo.self, from: JSONEncoder().encode(info))
        #expect(copy == info)
    }
}
