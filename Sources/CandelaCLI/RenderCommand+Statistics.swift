import Candela
import Foundation

// What `--stats` prints.
extension RenderCommand {
    /// A figure and its name.
    typealias Figure = (name: String, value: String)

    /// What is told when an export has ended, well or not: the most memory that the process held, in MiB of 1,048,576
    /// bytes, and the Vulkan objects left behind, which are none.
    static var ending: [Figure] {
        // getrusage would count what the process was before it became this program.
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kibibytes = line.flatMap { Int($0.filter(\.isNumber)) }
        let memory: [Figure] = kibibytes.map { [("memory held at most", "\($0 / 1024) MiB")] } ?? []
        return memory + [("live Vulkan handles", String(VulkanReport.liveHandles))]
    }

    /// Prints figures, one a line.
    static func show(_ figures: [Figure], _ display: ProgressDisplay) {
        for (name, value) in figures { display.tell("\(column(name, 30))\(value)", isAskedFor: true) }
    }

    /// Figures as the members of an object.
    static func json(_ figures: [Figure]) -> JSON { .object(figures.map { ($0.name, .string($0.value)) }) }

    /// The error of the fast curves in the job at hand; the export is done, so what goes wrong here is only told.
    static func curveError(_ session: ExportSession, _ display: ProgressDisplay) -> CurveError? {
        do {
            return try session.curveError()
        } catch {
            let reason = CommandError(reporting: error, about: "--curves fast")
            display.warn("the error of the fast curves could not be measured: \(reason)")
            return nil
        }
    }

    /// The error of the fast curves in words: it is measured, so that it may exceed what they are meant for.
    static func figures(_ error: CurveError) -> [Figure] {
        let share = 100 * Double(error.colorsOverHalfCode) / Double(max(error.colors, 1))
        return [
            ("fast curves, largest error", "\(fixed(error.largestCodes, 3)) codes of \(error.bits) bits"),
            ("fast curves, mean error", "\(fixed(error.meanCodes, 4)) codes"),
            (
                "fast curves, over half a code",
                "\(error.colorsOverHalfCode) of \(error.colors) colours, \(fixed(share, 3)) %"
            ),
        ]
    }

    /// The same in numbers.
    static func json(_ error: CurveError) -> JSON {
        [
            "colors": .integer(error.colors), "largestCodes": .number(error.largestCodes),
            "meanCodes": .number(error.meanCodes), "colorsOverHalfCode": .integer(error.colorsOverHalfCode),
            "bits": .integer(error.bits),
        ]
    }
}
