import Foundation
import Testing

/// Small clips that ffmpeg makes for these tests.
enum TestClip {
    /// Whether ffmpeg, which makes them, is there.
    static let canBeMade = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")

    /// A 10-bit HLG clip in a mov with stereo sound: `frames` frames of 192 by 108 at 25 a second.
    static func hlg(in folder: ScratchFolder, named name: String = "clip.mov", frames: Int = 8) async throws -> String {
        try await make(
            folder.path(name), frames: frames, "color_primaries=bt2020:color_trc=arib-std-b67:colorspace=bt2020nc",
            [
                "-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-x265-params",
                "log-level=none:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc:range=limited",
                "-c:a", "aac", "-ac", "2",
            ])
    }

    /// A 10-bit PQ clip without loss, in a mkv, with sound.
    static func pq(in folder: ScratchFolder, named name: String = "pq.mkv", frames: Int = 8) async throws -> String {
        try await make(
            folder.path(name), frames: frames, "color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc",
            ["-c:v", "ffv1", "-c:a", "pcm_s16le"])
    }

    // Muted, because the full colours of a test pattern are no colours at all in the larger gamut.
    private static func make(_ path: String, frames: Int, _ tags: String, _ coding: [String]) async throws -> String {
        let made = try await BuiltProgram.tool(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=192x108:r=25", "-f", "lavfi", "-i",
                "sine=frequency=440", "-frames:v", "\(frames)", "-t", "\(Double(frames) / 25)", "-vf",
                "format=yuv420p10le,hue=s=0.4,setparams=\(tags):range=tv",
            ] + coding + [path])
        try #require(made.status == 0, "\(made.errors)")
        return path
    }
}
