import CPUReference
import FilterLanguage
import Foundation
import Testing

@testable import FilterCheck

/// Filters that are wrong in a known way get exactly the findings for it, and right ones none.
@Suite struct ReadinessTests {
    private static func report(_ filter: Filter) -> CheckReport {
        FilterCheck.check(
            filter, reference: CPURenderer(), candidate: CPURenderer(),
            options: CheckOptions(extent: .quick, formats: [.rgba16f], failureLimit: 20))
    }

    @Test(arguments: ShaderFolder.names("Wrong"))
    func wrongShadersGetTheirFindings(_ name: String) throws {
        let (filter, source) = try ShaderFolder.filter(name, in: "Wrong")
        let line = try #require(source.split(separator: "\n").first)
        let expected = Set(line.split(separator: " ").dropFirst(2).map(String.init))
        #expect(line.hasPrefix("// finds ") && !expected.isEmpty)
        let report = Self.report(filter)
        #expect(report.names == expected, "\(CheckReport.table([report]))")
        #expect(report.passed == expected.isSubset(of: ["depends-on-size", "raw-time", "needless-intent"]))
    }

    @Test(arguments: ShaderFolder.names("Right"))
    func rightShadersGetNone(_ name: String) throws {
        let report = Self.report(try ShaderFolder.filter(name, in: "Right").filter)
        #expect(report.names.isEmpty && report.passed, "\(CheckReport.table([report]))")
    }

    @Test func thereAreEnoughOfBoth() {
        #expect(ShaderFolder.names("Wrong").count >= 30)
        #expect(Set(ShaderFolder.names("Right") + Shipped.names).count >= 30)
    }
}

/// Filter files beside the tests.
enum ShaderFolder {
    /// The source tree.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func folder(_ name: String) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(name)
    }

    static func names(_ name: String) -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder(name).path)) ?? []
        return files.filter { $0.hasSuffix(".glsl") }.map { String($0.dropLast(5)) }.sorted()
    }

    static func filter(_ name: String, in place: String) throws -> (filter: Filter, source: String) {
        let source = try String(
            contentsOf: folder(place).appendingPathComponent("\(name).glsl"), encoding: .utf8)
        return (try Filter(source: source, path: "\(name).glsl"), source)
    }
}
