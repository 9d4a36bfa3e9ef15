import Foundation
import Frames
import MediaIO
import Testing

/// What is said of inputs that are damaged, or that come in a way that does not suit them.
@Suite(.enabled(if: Tool.isPresent)) struct DamageTests {
    private func error(_ path: String) -> MediaError? {
        do throws(MediaError) {
            let reader = try MediaReader(path: path)
            while try reader.nextFrame() != nil {}
            return nil
        } catch { return error }
    }

    private func clip(_ path: String, _ how: String) throws {
        try Tool.ffmpeg("-f lavfi -i testsrc2=s=128x96:r=25:d=2 -pix_fmt yuv420p \(how) \(path)")
    }

    private func change(_ path: String, _ body: (inout Data) -> Void) throws {
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        body(&data)
        try data.write(to: URL(fileURLWithPath: path))
    }

    /// A codec that cannot be told is bad data, not a library that lacks something.
    @Test(arguments: ["mov", "mp4", "mkv"], [0, 1, 2, 3]) func unknownCodecsAreBadData(
        _ ending: String, _ place: Int
    ) throws {
        let scratch = try Scratch()
        let path = scratch.file("in." + ending)
        try clip(path, "-c:v libx264")
        let name = ending == "mkv" ? "V_MPEG4/ISO/AVC" : "avc1"
        try change(path) { data in
            // The file's brands may hold the same four letters first.
            guard let found = data.range(of: Data(name.utf8), options: .backwards) else { return }
            data[found.lowerBound + place] = 0x21
        }
        let found = try #require(error(path))
        #expect(found.kind == .data, "\(found)")
    }

    /// A file that ends in its header is damaged, though the library tells a failed disk; so is one whose sizes are absurd.
    @Test(arguments: ["mov", "mp4", "mkv", "webm", "nut", "ts"], [0.02, 0.2, 0.6]) func shortFilesAreBadData(
        _ ending: String, _ share: Double
    ) throws {
        let scratch = try Scratch()
        let path = scratch.file("in." + ending)
        try clip(path, ending == "webm" ? "-c:v libvpx-vp9 -cpu-used 8" : "-c:v libx264")
        try change(path) { $0 = $0.prefix(max(Int(Double($0.count) * share), 60)) }
        guard let found = error(path) else { return }
        #expect(found.kind == .data && !found.problem.contains("input/output"), "\(found)")
    }

    /// Pictures that never come are counted.
    @Test(arguments: ["mov", "mp4"]) func lostPicturesAreCounted(_ ending: String) throws {
        let scratch = try Scratch()
        let path = scratch.file("in." + ending)
        try clip(path, "-c:v libx264 -g 10 -bf 2")
        #expect(try MediaReader(path: path).allFrames().count == 50)
        let data = try Tool.probe(path, "-show_packets", "-select_streams", "v:0")
        let packets = try #require(data["packets"] as? [[String: Any]])
        let key = try #require(packets.dropFirst(20).first { ($0["flags"] as? String)?.hasPrefix("K") == true })
        let place = try #require(Int(key["pos"] as? String ?? ""))
        let size = try #require(Int(key["size"] as? String ?? ""))
        try change(path) { data in
            for index in place..<place + size { data[index] = 0xFF }
        }
        let reader = try MediaReader(path: path)
        let count = try reader.allFrames().count
        let told = reader.warnings.filter { $0.name == .corruptFrames }
        #expect(told.count == 1)
        if count < 50 { #expect(told.first?.sentence.hasPrefix("\(50 - count) of 50 pictures") == true, "\(told)") }
    }

    /// What codecs do by themselves is not taken for loss.
    @Test(arguments: [
        "-c:v libx264 -g 10 -bf 2 /in.mov", "-c:v libvpx-vp9 -cpu-used 8 -auto-alt-ref 1 /in.webm",
        "-c:v libx264 -flags +ildct+ilme /in.mov", "-c:v mpeg2video -bf 2 /in.mpg", "-c:v libsvtav1 -preset 12 /in.mp4",
    ]) func wholeFilesLoseNothing(_ how: String) throws {
        let scratch = try Scratch()
        let path = scratch.file(String(how[try #require(how.lastIndex(of: "/"))...].dropFirst()))
        try clip(path, String(how[..<(try #require(how.lastIndex(of: "/")))]))
        let reader = try MediaReader(path: path)
        #expect(try reader.allFrames().count == 50)
        #expect(!reader.warnings.contains { $0.name == .corruptFrames })
    }

    /// A movie whose index comes last cannot be read from a pipe, which is no fault of the movie's.
    @Test(arguments: [false, true]) func lateIndexesInPipesAreExplained(_ isFast: Bool) throws {
        let scratch = try Scratch()
        let (path, pipe) = (scratch.file("in.mov"), scratch.file("pipe"))

        try clip(path, "-c:v mpeg4 -q:v 1 -g 1" + (isFast ? " -movflags faststart" : ""))
        try #require(mkfifo(pipe, 0o600) == 0)
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        signal(SIGPIPE, SIG_IGN)
        let feeder = Thread { try? FileHandle(forWritingAtPath: pipe)?.write(contentsOf: data) }
        feeder.start()
        let found = error(pipe)
        #expect((found == nil) == isFast, "\(found.debugDescription)")
        if let found { #expect(found.kind == .data && found.problem.contains("pipe") && found.wayOut != "") }
    }

    /// HEIC and AVIF stills are called by their name.
    @Test(arguments: ["heic", "mif1", "avif"]) func stillPicturesAreNamed(_ brand: String) throws {
        let scratch = try Scratch()
        let path = scratch.file("in.heic")
        let boxes = Data([0, 0, 0, 20]) + Data("ftyp\(brand)".utf8) + Data(count: 4) + Data("mif1".utf8)
        try (boxes + Data([0, 0, 0, 16]) + Data("meta".utf8) + Data(count: 8)).write(to: URL(fileURLWithPath: path))
        let found = try #require(error(path))
        #expect(found.kind == .data && found.problem.contains("HEIC"), "\(found)")
    }

    /// Whoever shows a warning names the file.
    @Test func warningsDoNotRepeatThePath() throws {
        let scratch = try Scratch()
        let path = scratch.file("in.mkv")
        try Tool.ffmpeg(
            "-f lavfi -i testsrc2=s=64x48:r=25:d=0.1 -pix_fmt rgb565le -c:v rawvideo \(scratch.file("in.nut"))")
        try clip(path, "-c:v ffv1")
        for path in [path, scratch.file("in.nut")] {
            let warnings = try MediaReader(path: path).warnings
            #expect(!warnings.isEmpty && warnings.allSatisfy { !$0.sentence.contains(scratch.path) })
        }
    }
}
