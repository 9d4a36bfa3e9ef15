import Candela
import Foundation
import Testing

/// Filters with loops in the dispatch that writes planes: a software device gives up loops that go round too often.
@Suite struct LoopTests {
    /// A box of as many pixels across and down, in a loop within a loop, and a picture of several bands.
    @Test(arguments: [5, 33])
    func longLoopsEndInPlanesToo(size: Int) async throws {
        try await expectEqual(width: 96, height: 128, filters: [Self.box(size)])
    }

    /// Loops that are too long for the dispatch that writes planes, and for one pass together.
    @Test(arguments: [["box"], ["sum"], ["sum", "sum", "box"]])
    func theLongestLoopsEnd(names: [String]) async throws {
        let filters = ["box": Self.box(71), "sum": Self.sum]
        try await expectEqual(width: 24, height: 16, filters: names.compactMap { filters[$0] })
    }

    /// A mean of 20,000 equal numbers.
    private static let sum = """
        //! filter sum: What comes, divided and added up again.
        //! kind point
        vec4 sum(vec4 color) {
            float mean = 0.0;
            for (int i = 0; i < 20000; ++i) mean += color.r / 20000.0;
            return vec4(mean, color.gba);
        }

        """

    private static func box(_ size: Int) -> String {
        """
        //! filter box: A plain box.
        //! kind area
        //! reach \(size / 2)
        vec4 box() {
            vec4 sum = vec4(0.0);
            for (int y = -\(size / 2); y <= \(size / 2); ++y)
                for (int x = -\(size / 2); x <= \(size / 2); ++x) sum += texel(position + vec2(x, y));
            return sum / \(Double(size * size));
        }

        """
    }

    private func expectEqual(width: Int, height: Int, filters: [String]) async throws {
        let folder = try TestFolder()
        let file = RawFile(bits: 10, matrix: .bt2020, width: width, height: height, log2Width: 1, log2Height: 1)
        try file.write(to: folder.path("in.yuv"))
        for (index, text) in filters.enumerated() {
            try text.write(toFile: folder.path("\(index).glsl"), atomically: true, encoding: .utf8)
        }
        func render(_ name: String, byReference: Bool) async throws -> [UInt16] {
            var options = RenderOptions(input: folder.path("in.yuv"), output: folder.path(name))
            options.raw = file.format
            options.assumedColor = try ColorName("pq")
            options.shadersFolder = IdentityTests.shaders
            options.dither = Dither.none
            options.usesCPUReference = byReference
            options.operations = filters.indices.map { .filter(name: folder.path("\($0).glsl"), settings: []) }
            _ = try await ExportSession(options).run()
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path(name))))
            return stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
        }
        let made = try await render("made.yuv", byReference: false)
        let exact = try await render("exact.yuv", byReference: true)
        #expect(made.count == exact.count && !made.isEmpty)
        #expect(zip(made, exact).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }
}
