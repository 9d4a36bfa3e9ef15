import Candela
import Foundation
import Testing

/// Compositions made in Swift.
@Suite struct HandlerTests {
    private func asset(_ folder: TestFolder) async throws -> (Asset, RawFile) {
        let file = RawFile(bits: 10, matrix: .bt2020, width: 64, height: 36, log2Width: 1, log2Height: 1)
        try file.write(to: folder.path("in.yuv"))
        let movie = folder.path("in.mkv")
        var options = RenderOptions(input: folder.path("in.yuv"), output: movie)
        options.raw = file.format
        options.assumedColor = try ColorName("pq")
        options.codec = "ffv1"
        options.shadersFolder = IdentityTests.shaders
        let session = try ExportSession(options)
        _ = try await session.run()
        return (try Asset(movie), file)
    }

    @Test func aHandlerThatReturnsItsSourceChangesNothing() async throws {
        let folder = try TestFolder()
        let (asset, file) = try await asset(folder)
        let composition = VideoComposition(asset: asset) { $0.finish(with: $0.sourceImage) }
        let session = try ExportSession(composition, to: folder.path("out.yuv")) {
            $0.shadersFolder = IdentityTests.shaders
        }
        let summary = try await session.run()
        #expect(summary.frames == 1)
        #expect(try file.differences(in: folder.path("out.yuv")).count == 0)
    }

    @Test func aHandlerWithoutAnAnswerIsAnError() async throws {
        let folder = try TestFolder()
        let (asset, _) = try await asset(folder)
        let composition = VideoComposition(asset: asset) { _ in }
        let session = try ExportSession(composition, to: folder.path("out.yuv")) {
            $0.shadersFolder = IdentityTests.shaders
        }
        await #expect(throws: CompositionError.self) { try await session.run() }
        #expect(!FileManager.default.fileExists(atPath: folder.path("out.yuv")))
    }

    @Test func unknownFiltersAndValuesThrowInTheHandler() async throws {
        let folder = try TestFolder()
        let (asset, _) = try await asset(folder)
        let composition = VideoComposition(asset: asset) { request in
            #expect(throws: (any Error).self) { try request.sourceImage.applying("zoomBlurr", ["amount": 0.1]) }
            #expect(throws: (any Error).self) { try request.sourceImage.applying("zoomBlur", ["amount": 7.0]) }
            let blurred = try request.sourceImage.applying("zoomBlur", ["amount": 0.1])
            request.finish(with: try blurred.applying("invert", [String: Double]()))
        }
        let session = try ExportSession(composition, to: folder.path("out.yuv")) {
            $0.shadersFolder = IdentityTests.shaders
        }
        #expect(try await session.run().frames == 1)
    }

    @Test func picturesAreGeneratedAndFurtherAssetsRead() async throws {
        let folder = try TestFolder()
        let (asset, _) = try await asset(folder)
        var composition = VideoComposition(asset: asset) { request in
            #expect(throws: (any Error).self) { try request.sourceImage(named: "other") }
            #expect(throws: (any Error).self) { try request.sourceImage.applying("matte") }
            let mask = try request.sourceImage(named: "mask")
            #expect(throws: (any Error).self) {
                try request.sourceImage.applying("matte", inputs: ["matte": mask, "mate": mask])
            }
            let grey = try request.generatedImage("solid", ["level": [2]])
            let fade = Keyframes([.init(at: .zero, [1, 1, 1, 1])])
            let keyed = try request.generatedImage("solid", ["level": [2]], keyframes: ["color": fade])
            let mixed = try keyed.blended(over: grey, mode: "mixByMask", inputs: ["mask": mask])
            request.finish(with: mixed)
        }
        composition.furtherAssets = ["mask": asset]
        let session = try ExportSession(composition, to: folder.path("out.yuv")) {
            $0.shadersFolder = IdentityTests.shaders
        }
        #expect(try await session.run().frames == 1)
        // White at twice the reference, wherever the mask: 406 cd/m² is 0.6543 in PQ, code 637 of 64...940.
        let data = try Data(contentsOf: URL(fileURLWithPath: folder.path("out.yuv")))
        for place in [0, 63, 64 * 36 - 1] { #expect(Int(data[2 * place]) + 256 * Int(data[2 * place + 1]) == 637) }
    }
}
