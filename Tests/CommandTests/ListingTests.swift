import Foundation
import Testing

/// `candela filters` keeps its list, and never shows one that is stale.
@Suite(.timeLimit(.minutes(10))) struct ListingTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func list() async throws -> BuiltProgram.Outcome {
        try await BuiltProgram.candela(
            ["filters", "--shaders", folder.path("shaders")], environment: ["XDG_CACHE_HOME": folder.path("cache")])
    }

    private func write(_ name: String, _ summary: String) throws {
        let text = "//! filter \(name): \(summary)\n//! kind point\nvec4 \(name)(vec4 color) { return color; }\n"
        try text.write(toFile: folder.path("shaders/filters/\(name).glsl"), atomically: false, encoding: .utf8)
    }

    private var kept: [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path("cache/candela"))) ?? []
        return files.filter { $0.hasPrefix("filters-") }
    }

    @Test func everyChangeShowsAtOnce() async throws {
        let filters = folder.path("shaders/filters")
        try FileManager.default.createDirectory(atPath: filters, withIntermediateDirectories: true)
        let began = Date()
        try write("one", "First.")
        try write("two", "Second.")
        #expect(try await list().output == "point:\n  one             First.\n  two             Second.\n")
        // What was just written is not kept: another change in the same instant would not show. (On a machine so busy
        // that a list takes seconds, it was not just written.)
        if Date().timeIntervalSince(began) < 2 { #expect(kept.isEmpty) }
        try await Task.sleep(for: .seconds(3.1))
        let cold = try await list()
        #expect(kept.count == 1)
        #expect(try await list().output == cold.output)

        // As many bytes, in place.
        try write("two", "Sekond.")
        #expect(try await list().output.contains("Sekond."))
        try await Task.sleep(for: .seconds(3.1))
        _ = try await list()
        try write("three", "Third.")
        #expect(try await list().output.contains("three"))
        try FileManager.default.removeItem(atPath: filters + "/one.glsl")
        #expect(try await !list().output.contains("one "))
        try "vec4".write(toFile: filters + "/four.glsl", atomically: false, encoding: .utf8)
        for _ in 0..<2 {
            let broken = try await list()
            #expect(broken.status == 65 && broken.errors.contains("four.glsl"))
        }
    }

    @Test func aDamagedListIsMadeAnew() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("shaders/filters"), withIntermediateDirectories: true)
        try write("one", "First.")
        try await Task.sleep(for: .seconds(3.1))
        let cold = try await list()
        let file = try folder.path("cache/candela/" + #require(kept.first))
        try Data("candela cache 1\nnonsense".utf8).write(to: URL(fileURLWithPath: file))
        #expect(try await list().output == cold.output)
    }

    /// What a filter includes is a part of it, in folders below as well.
    @Test func anIncludedFileCounts() async throws {
        let parts = folder.path("shaders/filters/parts")
        try FileManager.default.createDirectory(atPath: parts, withIntermediateDirectories: true)
        func part(_ text: String) throws {
            try text.write(toFile: parts + "/half.h", atomically: false, encoding: .utf8)
        }
        try part("float half_of(float x) { return 0.5 * x; }\n")
        try """
        //! filter dim: Halves light.
        //! kind point
        #include "parts/half.h"
        vec4 dim(vec4 color) { return vec4(vec3(half_of(1.0)) * color.rgb, color.a); }

        """.write(toFile: folder.path("shaders/filters/dim.glsl"), atomically: false, encoding: .utf8)
        try await Task.sleep(for: .seconds(3.1))
        let cold = try await list()
        #expect(cold.status == 0 && kept.count == 1)
        #expect(try await list().output == cold.output)
        try part("float half_of(float x) { return 0.5 * y; }\n")
        let broken = try await list()
        #expect(broken.status == 65 && broken.errors.contains("half.h"))
    }
}
