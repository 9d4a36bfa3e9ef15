import Candela
import Foundation

/// An earlier run of `candela bench FILTER --json`, to hold a new one against.
struct BenchBaseline {
    /// The device it ran on.
    let device: String
    let driver: String
    /// What was measured of a case, in microseconds.
    private struct Times {
        var median: Double
        var fastest: Double
    }

    /// By filter and case.
    private let times: [String: Times]

    /// Reads the file of an earlier run; throws a `CommandError` when it is none.
    init(_ path: String) throws(CommandError) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandError(
                path, "is no file that can be read; name the output of candela bench FILTER --json", code: .inputOutput)
        }
        guard let root = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any],
            let device = root["device"] as? [String: Any], let name = device["name"] as? String,
            let filters = root["filters"] as? [[String: Any]]
        else {
            throw CommandError(
                path, "is no result of an earlier run; write one with candela bench FILTER --json", code: .badData)
        }
        var times: [String: Times] = [:]
        for filter in filters {
            guard let filterName = filter["filter"] as? String, let cases = filter["cases"] as? [[String: Any]] else {
                continue
            }
            for entry in cases {
                guard let test = entry["case"] as? String, let median = entry["medianMicroseconds"] as? Double,
                    let fastest = entry["fastestMicroseconds"] as? Double, fastest > 0, median > 0
                else { continue }
                times[Self.key(filterName, test)] = Times(median: median, fastest: fastest)
            }
        }
        self.device = name
        driver = device["driverInfo"] as? String ?? ""
        self.times = times
    }

    /// Throws where the earlier run has nothing to hold one of the filters against.
    func require(_ filters: [(name: String, cases: [String])], from path: String) throws(CommandError) {
        for (name, cases) in filters where !cases.contains(where: { times[Self.key(name, $0)] != nil }) {
            let known = Set(times.keys.compactMap { $0.split(separator: "\n").first.map(String.init) })
            throw CommandError(
                "--baseline",
                "'\(path)' has "
                    + (known.contains(name) ? "other cases of '\(name)', at other sizes" : "nothing of '\(name)'")
                    + "; write one with the same filters and sizes by candela bench FILTER --json", code: .badData)
        }
    }

    /// How many times as long a case takes now; `nil` where the earlier run has no such case.
    ///
    /// The smaller of what the medians and what the fastest runs say: a neighbour's work moves the one or the other, a
    /// filter that is slower is so in both.
    func ratio(_ row: BenchStudy.Row) -> Double? {
        guard let before = times[Self.key(row.test.filter, row.test.name)] else { return nil }
        let now = row.measurement
        return min(now.median / 1000 / before.median, now.percentile(0) / 1000 / before.fastest)
    }

    private static func key(_ filter: String, _ test: String) -> String { filter + "\n" + test }
}
