import Candela
import Foundation
import Testing

/// Codes through whole files: decoded to light, encoded again, nothing bypassed.
@Suite struct IdentityTests {
    static let shaders = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Shaders").path

    static let colors: [(name: String, matrix: ColorMatrix)] = [
        ("pq", .bt2020), ("hlg", .bt2020), ("sdr", .bt709), ("p3", .bt709),
    ]

    private func render(
        _ file: RawFile, color: String, configure: (inout RenderOptions) -> Void
    ) async throws -> (count: Int, largest: Int) {
        let folder = try TestFolder()
        try file.write(to: folder.path("in.yuv"))
        var options = RenderOptions(input: folder.path("in.yuv"), output: folder.path("out.yuv"))
        options.raw = file.format
        options.assumedColor = try ColorName(color)
        options.shadersFolder = Self.shaders
        options.curves = .exact
        configure(&options)
        _ = try await ExportSession(options).run()
        return try file.differences(in: folder.path("out.yuv"))
    }

    @Test(arguments: [8, 10, 12, 16], [0, 1, 2, 3])
    func fullResolutionCodesComeBack(bits: Int, color: Int) async throws {
        let (name, matrix) = Self.colors[color]
        if bits == 8, color < 2 { return }
        let file = RawFile(bits: bits, matrix: matrix, width: 257, height: 63)
        let found = try await render(file, color: name) { $0.dither = .none }
        #expect(found.count == 0, "\(bits) bits \(name): \(found)")
        if bits == 10 {
            let dithered = try await render(file, color: name) { _ in }
            #expect(dithered.count == 0, "dithered \(name): \(dithered)")
        }
    }

    @Test(arguments: [0, 1, 2], [(64, 36), (65, 37), (2, 2), (1, 1), (255, 3)])
    func subsampledCodesComeBack(color: Int, size: (Int, Int)) async throws {
        let (name, matrix) = Self.colors[color]
        for vertical in 0...1 {
            let file = RawFile(
                bits: 10, matrix: matrix, width: size.0, height: size.1, log2Width: 1, log2Height: vertical)
            for dither in Dither.allCases {
                let found = try await render(file, color: name) { $0.dither = dither }
                #expect(found.count == 0, "\(name) \(size) 4:2:\(vertical == 1 ? 0 : 2) \(dither): \(found)")
            }
        }
    }

    @Test(arguments: ["pq", "hlg"], [(10, 0), (12, 2)])
    func codesSurviveAStoredPicture(color: String, depth: (bits: Int, allowed: Int)) async throws {
        let file = RawFile(bits: depth.bits, matrix: .bt2020, width: 257, height: 63)
        let found = try await render(file, color: color) {
            $0.dither = .none
            $0.operations = [.filter(name: "transform", settings: [])]
        }
        #expect(found.largest <= depth.allowed, "\(color) \(depth.bits) bits: \(found)")
    }

    /// Negative channels that cancel most of the luminance: what HLG's gain would magnify.
    @Test func codesWithoutLuminanceSurviveAStoredPicture() async throws {
        let file = RawFile(cancelling: .bt2020, bits: 10, width: 320, height: 180)
        let found = try await render(file, color: "hlg") {
            $0.dither = .none
            $0.operations = [.filter(name: "transform", settings: [])]
        }
        #expect(found.count == 0, "\(found)")
    }

    @Test func theReferenceAgreesWithItself() async throws {
        let file = RawFile(bits: 10, matrix: .bt2020, width: 33, height: 17, log2Width: 1, log2Height: 1)
        for color in ["pq", "hlg"] {
            let found = try await render(file, color: color) { $0.usesCPUReference = true }
            #expect(found.count == 0, "\(color): \(found)")
        }
    }
}
