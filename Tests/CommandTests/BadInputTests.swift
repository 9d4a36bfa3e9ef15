import Candela
import Foundation
import Testing

/// Whatever is wrong, the program says so in one line, ends with the right code and leaves no output.
@Suite(.serialized, .timeLimit(.minutes(10))) struct BadInputTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// Expects a render to fail with `status` and one line that holds all of `words`.
    private func expectFailure(
        _ status: Int32, _ words: [String], input: String, _ options: [String] = [], output: String = "out.mov",
        environment: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        let outcome = try await BuiltProgram.candela(
            ["render", input, "-o", output, "--quiet"] + options, in: folder.url, environment: environment)
        #expect(outcome.status == status, "\(outcome.errors)", sourceLocation: sourceLocation)
        let first = outcome.errorLines.first ?? ""
        #expect(first.hasPrefix("candela: "), "\(outcome.errors)", sourceLocation: sourceLocation)
        // A mistake in a filter file is shown with its line and a caret; nothing else takes more than one line.
        let isIllustrated = outcome.errors.contains("^")
        #expect(
            outcome.errorLines.count == (isIllustrated ? 3 : 1), "\(outcome.errors)", sourceLocation: sourceLocation)
        for word in words {
            #expect(outcome.errors.contains(word), "\(outcome.errors)", sourceLocation: sourceLocation)
        }
        let after = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        #expect(before == after, "nothing new may be left", sourceLocation: sourceLocation)
    }

    @Test func aMissingFile() async throws {
        try await expectFailure(74, ["absent.mov"], input: "absent.mov")
    }

    @Test func aFolder() async throws {
        try FileManager.default.createDirectory(atPath: folder.path("d"), withIntermediateDirectories: true)
        try await expectFailure(74, ["d"], input: "d")
    }

    @Test func anEmptyFile() async throws {
        try folder.write("", to: "empty.mov")
        try await expectFailure(65, ["empty.mov"], input: "empty.mov")
    }

    @Test func randomBytes() async throws {
        var state: UInt64 = 7
        let bytes = (0..<100_000).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
        try Data(bytes).write(to: folder.url.appendingPathComponent("noise.mov"))
        try await expectFailure(65, ["noise.mov"], input: "noise.mov")
    }

    @Test(.enabled(if: TestClip.canBeMade)) func aTruncatedClip() async throws {
        let whole = try Data(contentsOf: URL(fileURLWithPath: try await TestClip.pq(in: folder, named: "whole.mov")))
        try whole.prefix(whole.count / 2).write(to: folder.url.appendingPathComponent("half.mov"))
        try await expectFailure(65, ["half.mov"], input: "half.mov")
    }

    @Test(.enabled(if: TestClip.canBeMade)) func soundAlone() async throws {
        let made = try await BuiltProgram.tool(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=d=0.2", folder.path("sound.wav")])
        try #require(made.status == 0)
        try await expectFailure(65, ["sound.wav"], input: "sound.wav")
    }

    @Test(.enabled(if: TestClip.canBeMade)) func noFrameInTheRange() async throws {
        _ = try await TestClip.hlg(in: folder, frames: 2)
        try await expectFailure(65, ["frames"], input: "clip.mov", ["--from", "100"])
    }

    @Test(.enabled(if: TestClip.canBeMade)) func anOutputThatCannotBeWritten() async throws {
        _ = try await TestClip.hlg(in: folder, frames: 2)
        try await expectFailure(74, ["absent"], input: "clip.mov", output: "absent/out.mov")
        try folder.write("kept", to: "old.mov")
        try await expectFailure(74, ["old.mov", "--overwrite"], input: "clip.mov", output: "old.mov")
        #expect(try String(contentsOfFile: folder.path("old.mov"), encoding: .utf8) == "kept")
    }

    @Test(.enabled(if: TestClip.canBeMade)) func theInputAsOutput() async throws {
        let clip = try await TestClip.hlg(in: folder, frames: 2)
        let before = try Data(contentsOf: URL(fileURLWithPath: clip))
        try await expectFailure(64, ["clip.mov"], input: "clip.mov", ["--overwrite"], output: "clip.mov")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link.mov"), withDestinationPath: clip)
        try await expectFailure(64, ["input"], input: "clip.mov", ["--overwrite"], output: "link.mov")
        #expect(try Data(contentsOf: URL(fileURLWithPath: clip)) == before)
    }

    @Test(.enabled(if: TestClip.canBeMade)) func wrongSettings() async throws {
        _ = try await TestClip.hlg(in: folder, frames: 2)
        let clip = "clip.mov"
        try await expectFailure(64, ["'amount'"], input: clip, ["--filter", "zoomBlur:amuont=0.2"])
        try await expectFailure(64, ["zoomBlur"], input: clip, ["--filter", "zoomblur"])
        try await expectFailure(64, ["0.95"], input: clip, ["--filter", "zoomBlur:amount=7"])
        try await expectFailure(64, ["'nan'", "0.95"], input: clip, ["--filter", "zoomBlur:amount=nan"])
        try await expectFailure(64, ["screen"], input: clip, ["--blend", "clip.mov:mode=screne"])
        try await expectFailure(64, ["--codec"], input: clip, ["--codec", "hevx"])
        try await expectFailure(64, ["--pixel-format"], input: clip, ["--pixel-format", "yuv420p11le"])
        try await expectFailure(64, ["--filter"], input: clip, ["--fliter", "stripes"])
        try await expectFailure(64, ["--device", "no such card"], input: clip, ["--device", "no such card"])
    }

    @Test(.enabled(if: TestClip.canBeMade)) func aFilterFileWithAMistake() async throws {
        _ = try await TestClip.hlg(in: folder, frames: 2)
        let text = "//! filter bad: Does nothing.\n//! kind point\n\nvec4 bad(vec4 color) {\n    return colour;\n}\n"
        try folder.write(text, to: "bad.glsl")
        try await expectFailure(
            65, ["bad.glsl:5:12", "return colour;", "^"], input: "clip.mov", ["--filter", "./bad.glsl"])
        try await expectFailure(74, ["absent.glsl"], input: "clip.mov", ["--filter", "./absent.glsl"])
    }

    @Test(.enabled(if: TestClip.canBeMade)) func noVulkanDevice() async throws {
        _ = try await TestClip.hlg(in: folder, frames: 2)
        let none = ["VK_DRIVER_FILES": folder.path("none.json"), "VK_ICD_FILENAMES": folder.path("none.json")]
        try await expectFailure(69, ["Vulkan"], input: "clip.mov", environment: none)
        let doctor = try await BuiltProgram.candela(["doctor"], environment: none)
        #expect(doctor.status == 69)
        #expect(doctor.output.contains("MISSING"))
    }

    /// Bytes of a buffer that the device shows a shader, where a test's picture can pass them.
    private static let bufferLimit: Int? = {
        let usable = ((try? GPUDevice.all()) ?? []).filter { $0.missing == nil }
        guard let device = usable.first, usable.count == 1, device.limits.storageBufferByteCount <= 1 << 28 else {
            return nil
        }
        return device.limits.storageBufferByteCount
    }()

    @Test(.enabled(if: bufferLimit != nil, "the only device's limit is beyond a test's reach"))
    func widerThanTheDeviceTakes() async throws {
        let limit = try #require(Self.bufferLimit)
        let width = 65_536
        // Between two passes a pixel has eight bytes, in a plane one.
        for (rows, options) in [(limit / 8 / width + 1, ["--filter", "gaussianBlur"]), (limit / width + 1, [])] {
            try folder.write("", to: "wide.raw")
            let file = try FileHandle(forWritingTo: folder.url.appendingPathComponent("wide.raw"))
            // Sparse: nothing of it is on the disk.
            try file.truncate(atOffset: UInt64(width * rows))
            try file.close()
            try await expectFailure(
                69, ["65536x\(rows)", "\(limit)", "use smaller pictures"], input: "wide.raw",
                ["--raw", "\(width)x\(rows):gray:25", "--assume", "sdr", "--codec", "ffv1"] + options,
                output: "out.mkv")
        }
        // Encoders have limits of their own.
        let file = try FileHandle(forWritingTo: folder.url.appendingPathComponent("wide.raw"))
        try file.truncate(atOffset: UInt64(width))
        try file.close()
        try await expectFailure(
            64, ["65536x"], input: "wide.raw", ["--raw", "\(width)x1:gray:25", "--assume", "sdr"], output: "out.mov")
    }

    @Test(.enabled(if: TestClip.canBeMade)) func noFilters() async throws {
        _ = try await TestClip.hlg(in: folder, frames: 2)
        try await expectFailure(69, ["filters"], input: "clip.mov", ["--shaders", "absent"])
    }
}
