import Candela
import Foundation
import Testing

@testable import CandelaCLI

/// Everything that a preview is made of is followed: there from the start, or not yet, or with a mistake.
@Suite(.serialized, .enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct WatchedFilesTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func brightness() throws -> Double {
        let picture = try GalleryTests.decoded(folder.path("preview.png"))
        return picture.bytes.reduce(0.0) { $0 + Double($1) } / Double(picture.bytes.count)
    }

    private func watch(_ words: String...) throws -> WatchingProgram {
        try WatchingProgram(["render", "clip.mov", "-o", "preview.png", "--watch"] + words, in: folder.url)
    }

    /// Makes a file of frames of one colour.
    private func paint(_ name: String, _ color: String, _ size: String = "192x108", frames: Int = 1) async throws {
        let made = try await BuiltProgram.tool(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "color=\(color):s=\(size):r=25", "-frames:v",
                "\(frames)", folder.path(name),
            ])
        try #require(made.status == 0, "\(made.errors)")
    }

    private func look(_ includes: String...) -> String {
        "//! filter look: Scales light.\n//! kind point\n"
            + includes.map { "#include \"\($0)\"\n" }.joined()
            + "vec4 look(vec4 color) { return vec4(color.rgb * factor(), color.a); }\n"
    }

    /// An included file that is not there at first, that lies deeper, or that has a mistake at first.
    @Test(arguments: [
        (["shared.h"], "'shared.h' is not there"), (["part/deep.h"], "'part/deep.h' is not there"),
        (["outer.h"], "'shared.h' is not there"), (["wrong.h"], "wrong.h:1"),
    ])
    func includedFilesMayComeLater(includes: [String], mistake: String) async throws {
        _ = try await TestClip.hlg(in: folder, frames: 2)
        try folder.write("#include \"shared.h\"\n", to: "outer.h")
        try folder.write("float factor() { return 1.0 }\n", to: "wrong.h")
        try folder.write(look(includes[0]), to: "look.glsl")
        let late = includes[0] == "outer.h" ? "shared.h" : includes[0]
        let whole = "float factor() { return 0.0; }\n"
        let program = try watch("--filter", "./look.glsl")
        let check = try WatchingProgram(["check", "./look.glsl", "--watch", "--readiness"], in: folder.url)
        try program.waitForText(mistake)
        try check.waitForText(mistake)
        try FileManager.default.createDirectory(atPath: folder.path("part"), withIntermediateDirectories: true)
        try folder.write(whole, to: late)
        try program.waitForPicture(folder.path("preview.png"))
        #expect(try brightness() < 1)
        try check.waitForText("./look.glsl: HDR ")
        // Away, and back.
        try FileManager.default.removeItem(atPath: folder.path(late))
        try program.waitForText("is gone")
        try check.waitForText("is gone")
        try folder.write(whole.replacingOccurrences(of: "0.0", with: "1.0"), to: late)
        try program.waitForPicture(folder.path("preview.png"))
        #expect(try brightness() > 1)
        try check.waitForText("./look.glsl: HDR ready")
        #expect(try program.interrupt() == 130)
        #expect(try check.interrupt() == 130)
    }

    /// Masks, stills and clips that are laid over may come later, change, go, and come back.
    @Test(arguments: [
        ("look", ["--filter", "./matte.glsl:mask=late.png"]), ("look", ["--filter", "./paper.glsl:picture=late.png"]),
        ("clip", ["--blend", "late.png"]), ("clip", ["--blend", "late.png:mode=mixByMask,mask=white.png"]),
    ])
    func picturesMayComeLater(kind: String, words: [String]) async throws {
        _ = try await TestClip.hlg(in: folder, frames: 2)
        try folder.write(
            "//! filter matte: Scales.\n//! kind point\n//! input mask: A mask.\n"
                + "vec4 matte(vec4 color, vec4 mask) { return color * mask.r; }\n", to: "matte.glsl")
        try folder.write(
            "//! filter paper: Covers.\n//! kind point\n//! param picture image: A still.\n"
                + "vec4 paper(vec4 color) { return color * picture(vec2(0.5)).r; }\n", to: "paper.glsl")
        try await paint("white.png", "white")
        let picture = folder.path("preview.png")
        let program = try WatchingProgram(
            ["render", "clip.mov", "-o", "preview.png", "--watch"] + words, in: folder.url)
        try program.waitForText("late.png: there is no such file")
        #expect(!FileManager.default.fileExists(atPath: picture))
        try await paint("late.png", "black")
        try program.waitForPicture(picture)
        #expect(try brightness() < 1)
        try await paint("draft.png", "white")
        #expect(rename(folder.path("draft.png"), folder.path("late.png")) == 0)
        try program.waitForPicture(picture)
        #expect(try brightness() > 1)
        try FileManager.default.removeItem(atPath: folder.path("late.png"))
        try program.waitForText("late.png: is gone")
        try await paint("draft.png", "black")
        #expect(rename(folder.path("draft.png"), folder.path("late.png")) == 0)
        try program.waitForPicture(picture)
        #expect(try brightness() < 1)
        #expect(try program.interrupt() == 130)
    }

    /// The input may be made anew, in another size.
    @Test func theInputIsFollowed() async throws {
        try await paint("clip.mov", "white", frames: 2)
        let program = try watch("--assume", "sdr")
        try program.waitForPicture(folder.path("preview.png"))
        #expect(try brightness() > 200)
        try await paint("other.mov", "black", "64x48", frames: 2)
        #expect(rename(folder.path("other.mov"), folder.path("clip.mov")) == 0)
        try program.waitForPicture(folder.path("preview.png"))
        #expect(try brightness() < 40)
        let picture = try GalleryTests.decoded(folder.path("preview.png"))
        #expect(picture.width == 64 && picture.height == 48)
        #expect(try program.interrupt() == 130)
    }

    /// A whole shader that does not compile is told as that, and nothing is said of HDR, which it was not tried for.
    @Test func aWrongShaderIsNotPraised() async throws {
        _ = try await TestClip.hlg(in: folder, frames: 2)
        func raw(_ line: String) -> String {
            "//! filter look: Darkens.\n//! kind raw\n"
                + "void main() { ivec2 p = ivec2(gl_GlobalInvocationID.xy); \(line) setTexel(p, texel(p) * 0.5); }\n"
        }
        try folder.write(raw("float x = nothing;"), to: "look.glsl")
        let program = try watch("--filter", "./look.glsl")
        let check = try WatchingProgram(["check", "./look.glsl", "--watch"], in: folder.url)
        try program.waitForText("look.glsl:3")
        try check.waitForText("nothing")
        try folder.write(raw(""), to: "look.glsl")
        try program.waitForPicture(folder.path("preview.png"))
        try check.waitForText("ok  ")
        #expect(try program.interrupt() == 130)
        #expect(try check.interrupt() == 130)
        #expect(!program.text.contains("HDR") && !check.text.contains("HDR ready"), "\(program.text)\(check.text)")
    }
}
