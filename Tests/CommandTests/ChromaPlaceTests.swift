import Foundation
import Testing

/// Where chroma lies: what is written is stated, brought to where readers look for it, or told.
@Suite struct ChromaPlaceTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private static let places = ["left", "center", "topleft", "top", "bottomleft", "bottom"]

    private func candela(_ words: String...) async throws -> BuiltProgram.Outcome {
        try await BuiltProgram.candela(words, in: folder.url)
    }

    /// A ramp of Cb from left to right and of Cr from top to bottom, whose chroma lies at a place.
    private func clip(_ place: String, _ format: String) async throws {
        let number = try #require(Self.places.firstIndex(of: place))
        let ramp = "geq=lum='500':cb='400+2*X':cr='400+2*Y'"
        let made = try await BuiltProgram.tool(
            "ffmpeg",
            [
                "-v", "error", "-y", "-f", "lavfi", "-i", "nullsrc=s=64x48:r=25,format=\(format),\(ramp)", "-frames:v",
                "1",
                "-c:v", "libx265", "-x265-params", "lossless=1:log-level=none:chromaloc=\(number)", "-color_primaries",
                "bt2020", "-color_trc", "arib-std-b67", "-colorspace", "bt2020nc", "clip.mov",
            ], in: folder.url)
        #expect(made.status == 0, "\(made.errors)")
    }

    /// A picture that is read back from what was written is that of the source, or a line says why not.
    @Test(
        arguments: [
            "prores out.mov", "hevc out.mov", "hevc out.mkv", "ffv1 out.mkv", "raw out.mkv", "vp9 out.mp4",
            "vp9 out.mkv",
            "ffv1 out.nut", "raw out.nut",
        ])
    func whatIsReadBackLiesThere(_ how: String) async throws {
        let (codec, output) = (String(how.split(separator: " ")[0]), String(how.split(separator: " ")[1]))
        for place in Self.places {
            try await clip(place, "yuv420p10le")
            let quality = codec == "hevc" || codec == "vp9" ? ["--crf", codec == "vp9" ? "1" : "2"] : []
            let words = ["render", "clip.mov", "-o", output, "--codec", codec, "--overwrite"] + quality
            let render = try await BuiltProgram.candela(words, in: folder.url)
            #expect(render.status == 0, "\(render.errors)")
            if render.errors.contains("cannot say that") { continue }
            for (input, full) in [("clip.mov", "a.mkv"), (output, "b.mkv")] {
                let whole = try await candela(
                    "render", input, "-o", full, "--codec", "ffv1", "--pixel-format", "yuv444p10le", "--dither", "none",
                    "--overwrite", "--quiet")
                #expect(whole.status == 0, "\(whole.errors)")
            }
            let compared = try await candela("compare", "a.mkv", "b.mkv", "--json")
            let found = try JSONSerialization.jsonObject(with: Data(compared.output.utf8)) as? [String: Any]
            let codes = try #require(found?["codes"] as? [[String: Any]])
            // Half a pixel moves these ramps by a code on the average.
            for channel in codes.dropFirst() {
                let mean = try #require(channel["mean"] as? Double)
                #expect(mean < 0.5, "\(place) by \(how): \(compared.output)")
            }
        }
    }

    /// Equal codes that lie elsewhere are other pictures.
    @Test func comparingNoticesWhereChromaLies() async throws {
        try await clip("left", "yuv420p10le")
        try FileManager.default.moveItem(
            at: folder.url.appendingPathComponent("clip.mov"), to: folder.url.appendingPathComponent("left.mov"))
        try await clip("bottom", "yuv420p10le")
        let found = try await candela("compare", "left.mov", "clip.mov")
        #expect(found.status == 1 && found.output.contains("chroma differs in where it lies: left, bottom"))
        #expect(try await candela("compare", "left.mov", "left.mov").status == 0)
    }
}
