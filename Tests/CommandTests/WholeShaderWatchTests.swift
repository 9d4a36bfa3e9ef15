import Candela
import Foundation
import Testing

@testable import CandelaCLI

/// `--watch` tells of whole shaders what it tells of other filters: mistakes where they stand, and what spoils HDR.
@Suite(.serialized, .enabled(if: TestClip.canBeMade), .timeLimit(.minutes(10))) struct WholeShaderWatchTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func save(_ color: String, _ lines: String = "") throws {
        try folder.write(
            """
            //! filter look: A whole shader.
            //! kind raw
            \(lines)
            void main() {
                ivec2 p = ivec2(gl_GlobalInvocationID.xy);
                vec4 color = texel(p);
                setTexel(p, \(color));
            }

            """, to: "look.glsl")
    }

    private func saveTwin(_ color: String) throws {
        try folder.write(
            "//! filter plain: The same.\n//! kind point\nvec4 plain(vec4 color) { return \(color); }\n",
            to: "plain.glsl")
    }

    @Test func aCheckTellsMistakesAndFindings() throws {
        try save("colour")
        let program = try WatchingProgram(["check", "./look.glsl", "--watch"], in: folder.url)
        // A mistake that only the compiler sees, at first and later.
        try program.waitForText("look.glsl:7:17: 'colour' is declared nowhere; did you mean 'color'?")
        try program.waitForText("^")
        try save("min(color, 1.0)")
        try program.waitForText("finding clips-at-one")
        try save("color.rgb")
        try program.waitForText("look.glsl:7:5: 'setTexel' does not take these arguments")
        try save("color")
        try program.waitForText("ok  ")
        // With a twin, what is found of that; the twin's file is watched too.
        try saveTwin("color")
        try save("color", "//! twin plain.glsl")
        try program.waitForText("./look.glsl: HDR ready")
        try saveTwin("1.0 - color")
        try program.waitForText("./look.glsl: HDR goes-negative")
        #expect(try program.interrupt() == 130)
    }

    @Test func aPreviewTellsMistakesAndFindings() async throws {
        _ = try await TestClip.hlg(in: folder, frames: 2)
        try save("color")
        let program = try WatchingProgram(
            ["render", "clip.mov", "-o", "p.png", "--watch", "--filter", "./look.glsl"], in: folder.url)
        try program.waitForPicture(folder.path("p.png"))
        try program.waitForText("HDR: nothing found")
        try save("color +")
        try program.waitForText("look.glsl:7:24: this cannot be read as GLSL at ')'")
        try program.waitForText("^")
        try save("min(color, 1.0)")
        try program.waitForPicture(folder.path("p.png"))
        try program.waitForText("look: finding clips-at-one")
        try saveTwin("vec4(max(color.rgb, 0.25), color.a)")
        try save("vec4(max(color.rgb, 0.25), color.a)", "//! twin plain.glsl")
        try program.waitForText("look: finding ")
        #expect(try program.interrupt() == 130)
    }
}
