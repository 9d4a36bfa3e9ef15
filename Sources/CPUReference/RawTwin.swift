import ColorScience
import FilterGraph
import FilterLanguage
import Frames

/// What the shader of a raw filter computes, written in Swift from the same definition.
protocol RawTwin: Sendable {
    /// The results that the filter must declare, by name and type: another filter of the name is another filter.
    var results: [(name: String, kind: Filter.Quantity.Kind, count: Int?)] { get }

    /// Every number of the results, in order, for a picture.
    func measure(_ picture: LightPicture, _ context: FilterContext, _ work: Work?) -> MeasuredNumbers
}

/// Numbers that a raw filter's twin computed, and between which a device's may lie.
struct MeasuredNumbers {
    var values: [Double]
    var low: [Double]
    var high: [Double]
}

/// The twins of shipped raw filters.
enum RawTwins {
    private static let all: [String: any RawTwin] = ["lightLevel": LightLevelTwin()]

    /// The twin of a filter; `nil` for one that has none.
    static func twin(of filter: Filter) -> (any RawTwin)? {
        guard filter.onlyMeasures, let twin = all[filter.name] else { return nil }
        let declared = filter.results.map { "\($0.name) \($0.kind) \($0.count ?? 0)" }
        return declared == twin.results.map { "\($0.name) \($0.kind) \($0.count ?? 0)" } ? twin : nil
    }

    /// Why the reference cannot run a filter.
    static func missing(_ filter: Filter) -> GraphError {
        GraphError(
            node: "filter '\(filter.name)'",
            problem: filter.onlyMeasures
                ? "is of kind raw without a twin in Swift, which the CPU reference needs; render it on a device"
                : "is of kind raw without a twin, which the CPU reference needs; name one in its file by "
                    + "'//! twin FILE.glsl', or render it on a device")
    }
}

extension CPURenderer {
    /// Whether it can run a filter: a raw one needs a twin, in Swift where it only measures, else the one that it names.
    public static func canRun(_ filter: Filter) -> Bool {
        filter.kind != .raw || filter.twin != nil || RawTwins.twin(of: filter) != nil
    }
}

/// How far a whole shader may be from the filter that it does the same as.
extension LightPicture {
    /// What another order of the same steps may be off by: as much as these may, and a rest where these are exact.
    func allowAnotherOrder() {
        guard hasBounds else { return }
        for index in 0..<(4 * storedWidth * storedHeight) {
            bounds[index] = 2 * bounds[index] + abs(values[index]) * 0x1p-18 + 1e-7
        }
    }

    /// What a step between may be off by where a shader may store it as a half, and may not.
    func allowHalves() {
        guard hasBounds else { return }
        for index in 0..<(4 * storedWidth * storedHeight) {
            bounds[index] += max(abs(values[index]) * 0x1p-11, 0x1p-25)
        }
    }
}

/// What a raw filter's results are, and how far a device that keeps its promises may be from them.
public struct ReferenceRecord: Sendable {
    public let record: FrameRecord
    /// The least and the greatest that each number may be.
    public let low: [Double]
    public let high: [Double]
}
