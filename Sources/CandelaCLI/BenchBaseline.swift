import Candela
import Foundation

/// An earlier run of `candela bench FILTER --json`, to hold a new one against.
struct BenchBaseline {
    /// The device it ran on.
    let device: String
    let driver: String
    /// The median of each case, in microseconds, by filter and case.
    private let medians: [String: Double]

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
        var medians: [String: Double] = [:]
        for filter in filters {
            guard let filterName = filter["filter"] as? String, let cases = filter["cases"] as? [[String: Any]] else {
                continue
            }
            for entry in cases {
                guard let test = entry["case"] as? String, let median = entry["medianMicroseconds"] as? Double else {
                    continue
                }
                medians[Self.key(filterName, test)] = median
            }
        }
        self.device = name
        driver = device["driverInfo"] as? String ?? ""
        self.medians = medians
    }

    /// Throws where the earlier run has nothing to hold one of the filters against.
    func require(_ filters: [(name: String, cases: [String])], from path: String) throws(CommandError) {
        for (name, cases) in filters where !cases.contains(where: { medians[Self.key(name, $0)] != nil }) {
            let known = Set(medians.keys.compactMap { $0.split(separator: "\n").first.map(String.init) })
            throw CommandError(
                "--baseline",
                "'\(path)' has "
                    + (known.contains(name) ? "other cases of '\(name)', at other sizes" : "nothing of '\(name)'")
                    + "; write one with the same filters and sizes by candela bench FILTER --json", code: .badData)
        }
    }

    /// How many times as long a case takes now; `nil` where the earlier run has no such case.
    func ratio(_ row: BenchStudy.Row) -> Double? {
        guard let before = medians[Self.key(row.test.filter, row.test.name)], before > 0 else { return nil }
        return row.measurement.median / 1000 / before
    }

    private static func key(_ filter: String, _ test: String) -> String { filter + "\n" + test }
}
