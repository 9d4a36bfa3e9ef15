import Foundation
import Testing

/// Programs of other people that read what we wrote.
enum OutsideJudge {
    /// Whether a program stands where Debian puts it.
    static func isPresent(_ name: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)")
    }

    /// A newer FFmpeg than the one that we are built with, which `tools/judges` installs; `nil` where it could not be had.
    static let newerFFmpeg: String? = {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent(".build/judges/ffmpeg").path
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    /// What the newer FFmpeg says of the first picture: a line for each piece of side data.
    static func newerSideData(_ path: String) throws -> [String] {
        let program = try #require(newerFFmpeg)
        let text = try output(
            [
                "sh", "-c", "\"$0\" -nostdin -hide_banner -i \"$1\" -map 0:v:0 -vf showinfo -frames:v 1 -f null - 2>&1",
                program, path,
            ])
        // It shows the second picture too.
        let first = text.components(separatedBy: " n:   1 ")[0]
        return first.split(separator: "\n").compactMap { line in
            line.range(of: "side data - ").map { String(line[$0.upperBound...]) }
        }
    }

    /// What a program prints.
    static func output(_ words: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(words.joined(separator: " "))")
        return text
    }

    /// What ffprobe says of a file's first stream of a kind (`v` or `a`), by entry.
    static func ffprobe(_ path: String, stream: String = "v", _ entries: String) throws -> [String: String] {
        var found: [String: String] = [:]
        for line in try ffprobeLines(path, stream: stream, entries, format: "default=nw=1") {
            let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2 { found[parts[0]] = parts[1] }
        }
        return found
    }

    /// The same for what comes many times, such as packets: a line each.
    static func ffprobeLines(
        _ path: String, stream: String, _ entries: String, format: String = "csv=p=0"
    ) throws -> [String] {
        try output(
            [
                "ffprobe", "-v", "error", "-select_streams", "\(stream):0", "-show_data_hash", "md5", "-show_entries",
                entries, "-of", format, path,
            ]
        ).split(separator: "\n").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: ",")) }
            .filter { !$0.isEmpty }
    }

    /// What MediaInfo says of a file's first track of a type (`General`, `Video`, `Audio`), by field.
    static func mediaInfo(_ path: String, _ type: String) throws -> [String: String] {
        let text = try output(["mediainfo", "--Output=JSON", path])
        let page = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let tracks = (page?["media"] as? [String: Any])?["track"] as? [[String: Any]] ?? []
        let track = try #require(tracks.first { $0["@type"] as? String == type }, "\(path) has no \(type)")
        return track.compactMapValues { $0 as? String }
    }
}
