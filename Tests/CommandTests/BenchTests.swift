import Candela
import Foundation
import Testing

@testable import CandelaCLI

/// `candela bench FILTER`.
@Suite(.serialized, .timeLimit(.minutes(10))) struct BenchTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func bench(_ words: String...) async throws -> BuiltProgram.Outcome {
        try await BuiltProgram.candela(
            ["bench"] + words + ["--size", "64x48", "--runs", "4", "--warmup", "0"], in: folder.url)
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func everyParametersEndsAndMiddleAreTimed() async throws {
        let outcome = try await bench("gaussianBlur", "--json", "--csv", "t.csv", "--plot", "t.svg")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let root = try object(outcome.output)
        let filter = try #require((root["filters"] as? [[String: Any]])?.first)
        let cases = try #require(filter["cases"] as? [[String: Any]])
        #expect(cases.map { $0["case"] as? String } == ["64x48", "64x48 sigma=0", "64x48 sigma=32", "64x48 sigma=64"])
        for entry in cases {
            #expect((entry["medianMicroseconds"] as? Double ?? 0) > 0)
            // A software device tells no clocks and no power, and nothing is invented for it.
            let device = try #require(root["device"] as? [String: Any])
            if device["software"] as? Bool == true { #expect(entry["watts"] is NSNull) }
        }
        let table = try String(contentsOfFile: folder.path("t.csv"), encoding: .utf8)
        #expect(table.split(separator: "\n").count == 5 && table.hasPrefix("filter,width,height,parameter,value,"))
        let plot = try Data(contentsOf: URL(fileURLWithPath: folder.path("t.svg")))
        let text = String(decoding: plot, as: UTF8.self)
        // Every element that is opened is closed.
        let opened = text.matches(of: /<(?:svg|g|text)[ >]/).count
        #expect(opened > 10 && opened == text.matches(of: /<\/(?:svg|g|text)>/).count)
        for words in ["megapixels", "sigma [pixels]"] { #expect(text.contains(words)) }
        #expect(text.contains("time [us]") || text.contains("time [ms]"))
        #expect(!text.contains("href") && !text.contains("<image"))
    }

    @Test func aFilterAgainstItselfIsEven() async throws {
        let outcome = try await bench("exposure", "--against", "exposure", "--json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let filter = try #require((try object(outcome.output)["filters"] as? [[String: Any]])?.first)
        let pair = try #require((filter["against"] as? [[String: Any]])?.first)
        let low = try #require(pair["lowRatio"] as? Double)
        let high = try #require(pair["highRatio"] as? Double)
        // Times on a busy machine leap; the middle four fifths of the rounds still lie around 1.
        #expect(low <= 1.1 && high >= 0.9 && low <= high)
        #expect((pair["meaning"] as? String)?.hasSuffix("times as long as the other exposure") == true)
    }

    /// Both are run as often as is asked for, however that divides into rounds.
    @Test func aPairRunsAsOftenAsIsAsked() async throws {
        for (runs, rounds) in [(1, 1), (5, 5), (16, 16), (37, 16)] {
            let outcome = try await BuiltProgram.candela(
                ["bench", "exposure", "--against", "invert", "--size", "64x48", "--warmup", "0", "--runs", "\(runs)"],
                in: folder.url)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let line = try #require(
                outcome.output.split(separator: "\n").first { $0.contains("times as long as invert") })
            #expect(line.contains("us: exposure takes "), "\(line)")
            #expect(
                line.hasSuffix("of \(rounds) round\(rounds == 1 ? "" : "s"), \(runs) run\(runs == 1 ? "" : "s") each)"),
                "\(line)")
        }
    }

    @Test func aSlowerFilterIsNamed() async throws {
        let before = try await bench("exposure", "--json")
        try folder.write(before.output, to: "before.json")
        let same = try await bench("exposure", "--baseline", "before.json", "--fail-over", "10000%")
        #expect(same.status == 0, "\(same.errors)")
        // A baseline in which everything was a thousand times faster.
        let root = try object(before.output)
        let scaled = try Self.scaled(root)
        try JSONSerialization.data(withJSONObject: scaled).write(to: folder.url.appendingPathComponent("fast.json"))
        let slower = try await bench("exposure", "--baseline", "fast.json", "--fail-over", "5%")
        #expect(slower.status == 1)
        #expect(slower.errors.contains("exposure 64x48 stops=0: "), "\(slower.errors)")
        // Nothing that can be held against it is no pass.
        let other = try await bench("invert", "--baseline", "before.json", "--fail-over", "5%")
        #expect(other.status == 65 && other.errors.contains("has nothing of 'invert'"), "\(other.errors)")
        try folder.write(before.output.replacingOccurrences(of: "64x48", with: "80x60"), to: "sizes.json")
        let sizes = try await bench("exposure", "--baseline", "sizes.json", "--fail-over", "5%")
        #expect(sizes.status == 65 && sizes.errors.contains("other cases of 'exposure'"), "\(sizes.errors)")
    }

    private static func scaled(_ value: Any) throws -> Any {
        if let list = value as? [Any] { return try list.map(scaled) }
        guard var object = value as? [String: Any] else { return value }
        for (key, member) in object {
            object[key] = key.hasSuffix("Microseconds") ? (member as? Double ?? 0) / 1000 : try scaled(member)
        }
        return object
    }

    @Test(arguments: [
        (["exposure", "--baseline", "none.json"], "none.json"), (["exposure", "--fail-over", "5%"], "--baseline"),
        (["--csv", "t.csv"], "--csv"),
        (["exposure", "--fail-over", "five", "--baseline", "b.json"], "five"), (["nosuch"], "nosuch"),
        (["exposure", "--against", "expsure"], "exposure"), (["--against", "exposure"], "--against"),
        (["exposure", "--against", "over"], "kind"),
    ])
    func wrongWordsAreNamed(words: [String], way: String) async throws {
        try folder.write("{\"device\": {\"name\": \"x\"}, \"filters\": []}", to: "b.json")
        let outcome = try await BuiltProgram.candela(["bench"] + words, in: folder.url)
        #expect([64, 65, 74].contains(outcome.status), "\(outcome.errors)")
        #expect(outcome.errorLines.count == 1 && outcome.errors.contains(way), "\(outcome.errors)")
    }

    @Test func theMiddleOfReadingsIsTaken() throws {
        let device = try #require(try GPUDevice.all().first { $0.isSoftware })
        let (answer, reading) = DeviceSensors(device).during { 7 }
        #expect(answer == 7 && reading.clock == nil && reading.watts == nil)
    }
}
