import Foundation
import Frames
import MediaIO
import Testing

/// A folder that goes away with the value.
final class Scratch {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/media-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    /// What stands in the folder.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}

/// The outside judges: ffmpeg and ffprobe as commands.
enum Tool {
    struct Failure: Error { var words: String }

    static let isPresent = ["ffmpeg", "ffprobe"].allSatisfy { name in
        FileManager.default.isExecutableFile(atPath: "/usr/bin/" + name)
    }

    @discardableResult
    static func run(_ name: String, _ arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/" + name)
        process.arguments = arguments
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError, process.standardInput) = (output, errors, FileHandle.nullDevice)
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        let words = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(words: String(decoding: words, as: UTF8.self)) }
        return data
    }

    @discardableResult
    static func ffmpeg(_ arguments: String...) throws -> Data {
        try run(
            "ffmpeg",
            ["-v", "error", "-y", "-nostdin"] + arguments.flatMap { $0.split(separator: " ").map(String.init) })
    }

    /// ffprobe's answer as JSON.
    static func probe(_ path: String, _ sections: String...) throws -> [String: Any] {
        let data = try run("ffprobe", ["-v", "error", "-of", "json"] + sections + [path])
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// Facts of the first video stream.
    static func video(_ path: String) throws -> [String: Any] {
        let streams = try probe(path, "-show_streams", "-select_streams", "v:0")["streams"] as? [[String: Any]]
        return try #require(streams?.first)
    }

    /// Time stamps of a stream's packets in its own time base, sorted, with their sizes.
    static func packets(_ path: String, _ stream: String) throws -> [(time: Double, size: String)] {
        let packets = try probe(path, "-show_packets", "-select_streams", stream)["packets"] as? [[String: Any]]
        return try #require(packets).map {
            (Double($0["pts_time"] as? String ?? "") ?? .nan, $0["size"] as? String ?? "")
        }.sorted { $0.time < $1.time }
    }

    /// The first video's frames as raw bytes in a pixel format.
    static func frames(_ path: String, _ format: String) throws -> Data {
        try ffmpeg("-i \(path) -map 0:v:0 -pix_fmt \(format) -fps_mode passthrough -f rawvideo -")
    }
}

/// The sample clips beside the project, where they are.
enum Samples {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("../shared/samples").standardizedFileURL.path
    static let arePresent = FileManager.default.fileExists(atPath: folder + "/INDEX.md")

    static func path(_ name: String) -> String { folder + "/" + name }
}

extension HostPlanes {
    /// The samples without padding, plane after plane.
    func bytes(_ layout: PixelLayout, width: Int, height: Int) -> Data {
        var data = Data()
        for (index, plane) in planes.enumerated() {
            let count = layout.bytesPerRow(ofPlane: index, width: width)
            for row in 0..<layout.size(ofPlane: index, width: width, height: height).height {
                data.append(Data(bytes: plane.address.raw + row * plane.bytesPerRow, count: count))
            }
        }
        return data
    }
}

extension MediaReader {
    /// Every frame from here on.
    func allFrames() throws -> [DecodedFrame] {
        var frames: [DecodedFrame] = []
        while let frame = try nextFrame() { frames.append(frame) }
        return frames
    }

    /// Every frame's samples, one after the other.
    func allBytes() throws -> Data {
        var data = Data()
        let picture = track.description
        while let frame = try nextFrame() {
            data.append(frame.planes.bytes(picture.layout, width: picture.codedWidth, height: picture.codedHeight))
        }
        return data
    }
}

/// Whether two buffers are equal; a plain `==` in an expectation would compute their difference when they are not.
func same(_ a: Data, _ b: Data) -> Bool { a == b }
