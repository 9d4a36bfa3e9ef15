import Candela
import Foundation
import Testing

@testable import CandelaCLI

/// `render --watch` and `check --watch` follow what an author does to a file.
@Suite(.serialized, .enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct WatchTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func source(_ factor: Double) -> String {
        "//! filter look: Scales light.\n//! kind point\nvec4 look(vec4 color) { return vec4(color.rgb * \(factor), color.a); }\n"
    }

    private func brightness() throws -> Double {
        let picture = try GalleryTests.decoded(folder.path("preview.png"))
        return picture.bytes.reduce(0.0) { $0 + Double($1) } / Double(picture.bytes.count)
    }

    @Test func everyWayToSaveIsSeen() async throws {
        _ = try await TestClip.hlg(in: folder, frames: 3)
        let (path, picture) = (folder.path("look.glsl"), folder.path("preview.png"))
        try folder.write(source(1), to: "look.glsl")
        let program = try WatchingProgram(
            ["render", "clip.mov", "-o", "preview.png", "--watch", "--filter", "./look.glsl"], in: folder.url)
        try program.waitForPicture(picture)
        let plain = try brightness()

        // Into the file itself.
        try source(0.5).write(toFile: path, atomically: false, encoding: .utf8)
        try program.waitForPicture(picture)
        #expect(try brightness() < plain - 5)

        // Beside it, and over it.
        try folder.write(source(0), to: "draft")
        #expect(rename(folder.path("draft"), path) == 0)
        try program.waitForPicture(picture)
        #expect(try brightness() < 1)

        // Away, and back.
        try FileManager.default.removeItem(atPath: path)
        try program.waitForText("./look.glsl: is gone")
        #expect(try brightness() < 1)
        try folder.write(source(1), to: "look.glsl")
        try program.waitForPicture(picture)
        #expect(try abs(brightness() - plain) < 0.5)

        // Empty for a moment, as copies begin.
        try "".write(toFile: path, atomically: false, encoding: .utf8)
        try source(0.5).write(toFile: path, atomically: false, encoding: .utf8)
        try program.waitForPicture(picture)
        #expect(try brightness() < plain - 5)
        #expect(!program.text.contains("says nowhere"))
        try folder.write(source(1), to: "look.glsl")
        try program.waitForPicture(picture)

        // With a mistake, which leaves the picture.
        try folder.write(source(1).replacingOccurrences(of: "color.rgb", with: "colour.rgb"), to: "look.glsl")
        try program.waitForText("did you mean 'color'?")
        try program.waitForText("^")
        #expect(try abs(brightness() - plain) < 0.5)
        try folder.write(source(0.5), to: "look.glsl")
        try program.waitForPicture(picture)

        // With a mistake that only HDR shows.
        try folder.write(
            source(1).replacingOccurrences(of: "color.rgb * 1.0", with: "1.0 - color.rgb"), to: "look.glsl")
        try program.waitForPicture(picture)
        try program.waitForText("look: finding ")
        try program.waitForText("mend: ")
        #expect(try program.interrupt() == 130)
        // No draft of a picture is left.
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(Set(left) == ["clip.mov", "look.glsl", "preview.png"])
    }

    @Test func eventsTellOfPicturesAndMistakes() async throws {
        _ = try await TestClip.hlg(in: folder, frames: 2)
        try folder.write(source(1) + "}", to: "look.glsl")
        let program = try WatchingProgram(
            ["render", "clip.mov", "-o", "p.png", "--watch", "--json", "--filter", "./look.glsl"], in: folder.url)
        // A file that begins with a mistake is waited for.
        try program.waitForText("\"event\": \"error\"")
        try folder.write(source(1), to: "look.glsl")
        try program.waitForText("\"event\": \"picture\"")
        #expect(try program.interrupt() == 130)
        for line in program.text.split(separator: "\n") {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        }
    }

    @Test(arguments: [
        (["-o", "out.mov"], "end it with .png", 64), (["-o", "p.png", "--codec", "hevc"], "--codec", 64),
        (["-o", "there.png"], "--overwrite", 74), (["-o", "p.png", "--filter", "nosuch"], "no filter", 64),
        (["-o", "p.png", "--at", "99"], "no frames", 65),
        (["-o", "p.png", "--filter", "./no.glsl"], "there is no such file", 74),
    ])
    func whatCannotBeWatchedIsRefused(words: [String], way: String, status: Int) async throws {
        _ = try await TestClip.hlg(in: folder, frames: 2)
        try folder.write("", to: "there.png")
        let outcome = try await BuiltProgram.candela(["render", "clip.mov", "--watch"] + words, in: folder.url)
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect(outcome.errorLines.count == 1 && outcome.errors.contains(way), "\(outcome.errors)")
    }

    /// A file that a filter includes is a part of it.
    @Test func includedFilesAreFollowed() async throws {
        _ = try await TestClip.hlg(in: folder, frames: 2)
        try folder.write("float factor() { return 1.0; }\n", to: "shared.h")
        try folder.write(
            "//! filter look: Scales light.\n//! kind point\n#include \"shared.h\"\n"
                + "vec4 look(vec4 color) { return vec4(color.rgb * factor(), color.a); }\n", to: "look.glsl")
        let program = try WatchingProgram(
            ["render", "clip.mov", "-o", "preview.png", "--watch", "--filter", "./look.glsl"], in: folder.url)
        try program.waitForPicture(folder.path("preview.png"))
        let plain = try brightness()
        try await Task.sleep(for: .seconds(1))
        try folder.write("float factor() { return 0.0; }\n", to: "shared.h")
        try program.waitForPicture(folder.path("preview.png"))
        #expect(try brightness() < min(plain, 1))
        #expect(try program.interrupt() == 130)

        let check = try WatchingProgram(["check", "./look.glsl", "--watch", "--readiness"], in: folder.url)
        try check.waitForText("ok  ")
        #expect(check.text.contains("CPU reference"))
        try await Task.sleep(for: .seconds(1))
        try folder.write("float factor() { return 1.0 }\n", to: "shared.h")
        try check.waitForText("shared.h:1")
        #expect(try check.interrupt() == 130)
    }

    /// A filter may become one of another kind; what cannot stand where it stands is told as it is.
    @Test func everyKindIsFollowed() async throws {
        _ = try await TestClip.hlg(in: folder, frames: 2)
        let picture = folder.path("preview.png")
        func save(_ kind: String, _ code: String, _ more: String = "") throws {
            try folder.write("//! filter look: A trial.\n//! kind \(kind)\n\(more)\(code)\n", to: "look.glsl")
        }
        try folder.write(source(1), to: "look.glsl")
        let program = try WatchingProgram(
            ["render", "clip.mov", "-o", "preview.png", "--watch", "--filter", "./look.glsl"], in: folder.url)
        try program.waitForPicture(picture)
        let plain = try brightness()
        try save("generate", "vec4 look() { return vec4(0.0, 0.0, 0.0, 1.0); }")
        try program.waitForPicture(picture)
        #expect(try brightness() < 1)
        try save("warp", "vec2 look(vec2 at) { return at; }")
        try program.waitForPicture(picture)
        #expect(try abs(brightness() - plain) < 0.5)
        try save("area", "vec4 look() { return pixel(vec2(0.0)) * 0.25; }", "//! reach 0\n//! alpha changes\n")
        try program.waitForPicture(picture)
        #expect(try brightness() < plain - 5)
        try save("blend", "vec4 look(vec4 below, vec4 above) { return below; }")
        try program.waitForText("is a blend mode, which lays one picture over another")
        try save("point", "vec4 look(vec4 color, vec4 mask) { return color * mask.r; }", "//! input mask: A mask.\n")
        try program.waitForText("look:mask: no picture is named")
        #expect(try brightness() < plain - 5)
        try folder.write(source(1), to: "look.glsl")
        try program.waitForPicture(picture)
        #expect(try abs(brightness() - plain) < 0.5)
        #expect(try program.interrupt() == 130)
    }

    /// A file may be moved into place with a date of long ago; time counts from when that was noticed.
    @Test func aFilesDateDoesNotCount() async throws {
        _ = try await TestClip.hlg(in: folder, frames: 2)
        try folder.write(source(1), to: "look.glsl")
        let program = try WatchingProgram(
            ["render", "clip.mov", "-o", "p.png", "--watch", "--filter", "./look.glsl"], in: folder.url)
        try program.waitForPicture(folder.path("p.png"))
        try folder.write(source(0.5), to: "old.glsl")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: folder.path("old.glsl"))
        #expect(rename(folder.path("old.glsl"), folder.path("look.glsl")) == 0)
        try program.waitForText(" ms after the change was noticed")
        let told = try #require(program.text.split(separator: "\n").last { $0.contains("after the change") })
        let number = told.split(separator: " ").dropLast(6).last.flatMap { Double($0) }
        #expect(try #require(number, "\(told)") < 60_000)
        #expect(try program.interrupt() == 130)
    }

    /// A save ends the comparison with the devices, and what it had found is not told.
    @Test func aSaveGivesUpTheCheck() throws {
        let body =
            "for (int i = 0; i < 3000; ++i) { color.rgb = color.rgb * 0.9999 + 0.00001 * color.a; } return color;"
        func save(_ last: String) throws {
            try folder.write(
                "//! filter look: Slow.\n//! kind point\nvec4 look(vec4 color) { \(last) \(body) }\n", to: "look.glsl")
        }
        try save("")
        let program = try WatchingProgram(["check", "./look.glsl", "--watch"], in: folder.url)
        try program.waitForText("./look.glsl: HDR ")
        for turn in 0..<3 {
            try save("color.rgb *= \(turn + 2).0;")
            try program.waitForText("./look.glsl: HDR ")
            try program.waitForText("ms after the change was noticed")
        }
        try folder.write(source(0.5), to: "look.glsl")
        try program.waitForText("ok  ")
        #expect(program.text.split(separator: "\n").count { $0.hasPrefix("ok  ") || $0.hasPrefix("FAILED") } == 1)
        #expect(try program.interrupt() == 130)
    }

    @Test func atAloneIsRefused() async throws {
        let outcome = try await BuiltProgram.candela(
            ["render", "clip.mov", "-o", "out.mov", "--at", "1"], in: folder.url)
        #expect(outcome.status == 64 && outcome.errors.contains("--watch"), "\(outcome.errors)")
    }

    @Test func aCheckFollowsItsFile() async throws {
        try folder.write(source(0.5), to: "look.glsl")
        let program = try WatchingProgram(["check", "./look.glsl", "--watch"], in: folder.url)
        try program.waitForText("./look.glsl: HDR ready")
        try program.waitForText("ok  ")
        try folder.write(source(0.5) + "?", to: "look.glsl")
        try program.waitForText("^")
        try FileManager.default.removeItem(atPath: folder.path("look.glsl"))
        try program.waitForText("is gone")
        try folder.write(
            source(0.5).replacingOccurrences(of: "color.rgb * 0.5", with: "1.0 - color.rgb"), to: "look.glsl")
        try program.waitForText("./look.glsl: HDR goes-negative")
        #expect(try program.interrupt() == 130)
        let refused = try await BuiltProgram.candela(["check", "--watch"], in: folder.url)
        #expect(refused.status == 64 && refused.errors.contains("--watch"))
    }

    /// A clip without alpha has a preview in ten bits too, which hold none.
    @Test func aPreviewMayBeInTenBits() async throws {
        _ = try await TestClip.pq(in: folder, frames: 2)
        var options = RenderOptions(input: folder.path("pq.mkv"), output: "p.png")
        options.working = .rgb10a2
        options.operations = [.filter(name: "gaussianBlur", settings: [])]
        let picture = try PreviewSession(options).picture()
        #expect(picture.width > 0)
        options.usesCPUReference = true
        #expect(try PreviewSession(options).picture().width == picture.width)
    }

    /// The preview is the export's frame, tone-mapped: half of it by another way.
    @Test func thePreviewIsWhatAnSDRExportShows() async throws {
        _ = try await TestClip.pq(in: folder, frames: 2)
        let session = try PreviewSession(RenderOptions(input: folder.path("pq.mkv"), output: "p.png"))
        let picture = try session.picture()
        let shown = RGBPicture(picture.planes, width: picture.width, height: picture.height)
        // The CPU reference makes the same of the frame, in one step.
        let reader = try MediaReader(path: folder.path("pq.mkv"))
        let frame = try #require(try reader.nextFrame())
        let description = reader.track.description
        let output = try RGBPicture.output(
            width: picture.width, height: picture.height, referenceWhiteNits: 203, dither: .ordered)
        let target = HostPlanes(layout: output.picture.layout, width: picture.width, height: picture.height)
        let job = RenderJob(
            graph: Graph(), sources: [description], output: output,
            color: ColorPolicy.color(nil, sources: [description], referenceWhiteNits: 203))
        try CPURenderer().render(job, sources: [frame.planes], at: .zero, into: target)
        let exact = RGBPicture(target, width: picture.width, height: picture.height)
        let far = zip(shown.bytes, exact.bytes).count { abs(Int($0) - Int($1)) > 1 }
        #expect(far * 500 < exact.bytes.count)
    }
}
