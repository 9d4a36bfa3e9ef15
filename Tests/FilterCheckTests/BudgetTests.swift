import CPUReference
import FilterLanguage
import Foundation
import Synchronization
import Testing

@testable import FilterCheck

/// Trying a filter ends: when it takes too much, and when nobody wants it any more.
@Suite struct BudgetTests {
    private static func filter(turns: Int, kind: String = "point", _ more: String = "") throws -> Filter {
        let (parameter, start) = kind == "area" ? ("", "vec4 color = pixel(vec2(0.0));") : ("vec4 color", "")
        return try Filter(
            source: """
                //! filter trial: Takes its time.
                //! kind \(kind)
                \(kind == "area" ? "//! reach 1" : "")
                vec4 trial(\(parameter)) {
                    \(start)
                    for (int i = 0; i < \(turns); ++i) { color.rgb = color.rgb * 0.999 + 0.0001 * color.a; }
                    return \(more.isEmpty ? "color" : more);
                }
                """, path: "trial.glsl")
    }

    @Test(arguments: ["point", "area"]) func anExpensiveFilterIsTriedInPart(_ kind: String) throws {
        let filter = try Self.filter(turns: 300, kind: kind)
        let whole = HDRReadiness.examine(filter)
        #expect(whole.leftOut.isEmpty && whole.problem == nil)
        let work = Work()
        let part = HDRReadiness.examine(filter, budget: HDRReadiness.Budget(steps: 800_000), work: work)
        #expect(!part.leftOut.isEmpty && part.problem == nil)
        // Each of the first tries may take an eighth, and a little more until it is seen.
        #expect(work.steps < 4_000_000)
        let again = HDRReadiness.examine(filter, budget: HDRReadiness.Budget(steps: 800_000))
        #expect(again.leftOut == part.leftOut && again.findings.map(\.id) == part.findings.map(\.id))
    }

    @Test func whatIsFoundWithinTheBudgetIsTold() throws {
        let filter = try Self.filter(turns: 20, "vec4(1.0 - color.rgb + 0.0 * position.x, color.a)")
        // Enough for the first pixels, not for the search of the light above which they are wrong.
        let found = HDRReadiness.examine(filter, budget: HDRReadiness.Budget(steps: 20_000_000))
        #expect(found.findings.contains { $0.id == .goesNegative })
        #expect(!found.leftOut.isEmpty)
        let report = FilterCheck.check(
            filter, reference: CPURenderer(), candidate: CPURenderer(),
            options: CheckOptions(extent: .quick, only: "readiness"), readiness: found)
        #expect(report.leftOut == found.leftOut && !report.passed)
        #expect(CheckReport.table([report]).contains("left out: "))
        #expect(try report.json().contains("leftOut"))
    }

    @Test func aCancelledTryEndsSoon() throws {
        let filter = try Self.filter(turns: 30_000)
        let work = Work()
        Thread.detachNewThread {
            usleep(50_000)
            work.cancel()
        }
        let began = Date()
        _ = HDRReadiness.examine(filter, work: work)
        let report = FilterCheck.check(filter, reference: CPURenderer(work: work), candidate: CPURenderer())
        #expect(report.failures.isEmpty)
        // Otherwise it takes many seconds, and the comparison minutes.
        #expect(-began.timeIntervalSinceNow < 10)
    }

    @Test func progressIsTold() throws {
        let told = Mutex<[Int]>([])
        _ = HDRReadiness.examine(try Self.filter(turns: 1)) { done, count in
            told.withLock { $0.append(done) }
            #expect(done < count)
        }
        #expect(told.withLock { $0.first } == 0)
    }
}
