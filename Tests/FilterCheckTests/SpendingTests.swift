import CPUReference
import FilterLanguage
import Foundation
import Testing

@testable import FilterCheck

/// The comparison with a device ends for every filter: what takes too many steps is left out, larger pictures first.
@Suite struct SpendingTests {
    private static func heavy(turns: Int) throws -> Filter {
        try Filter(
            source: """
                //! filter heavy: Takes its time.
                //! kind area
                //! param a float = 0.5 in 0...1: A.
                //! reach 1

                vec4 heavy() {
                    vec4 sum = pixel(ivec2(0));
                    for (int i = 0; i < \(turns); ++i) { sum.rgb += 0.000001 * a * sum.a; }
                    return sum;
                }
                """, path: "heavy.glsl")
    }

    private static func check(_ filter: Filter, steps: Int, only: String? = nil) -> CheckReport {
        var options = CheckOptions(extent: .quick, only: only)
        options.stepLimit = steps
        options.examinesReadiness = false
        return FilterCheck.check(filter, reference: CPURenderer(), candidate: CPURenderer(), options: options)
    }

    @Test func largerPicturesAreLeftOutFirst() throws {
        let filter = try Self.heavy(turns: 300)
        let whole = Self.check(filter, steps: CheckOptions.usualStepLimit)
        #expect(whole.passed && whole.leftOut.isEmpty)
        let part = Self.check(filter, steps: 40_000_000)
        #expect(part.passed && part.caseCount < whole.caseCount && part.caseCount > 10, "\(part.leftOut)")
        #expect(
            part.leftOut.first?.hasSuffix(" pictures of 64x64") == true || part.leftOut.count > 1, "\(part.leftOut)")
        #expect(part.leftOut.contains { $0.hasSuffix(" pictures of 64x64") })
        #expect(!part.leftOut.contains { $0.hasSuffix(" of 1x1") || $0.hasSuffix(" of 2x2") }, "\(part.leftOut)")
        // Counted and not timed: the same again.
        let again = Self.check(filter, steps: 40_000_000)
        #expect(again.leftOut == part.leftOut && again.caseCount == part.caseCount)
    }

    @Test func theSmallestPictureIsAlwaysCompared() throws {
        let report = Self.check(try Self.heavy(turns: 3000), steps: 1)
        #expect(report.passed && report.parts["pictures"] == 1 && report.pixelCount == 1, "\(report.parts)")
        #expect(report.leftOut.contains { $0.hasSuffix(" pictures of 1x1") })
        #expect(report.leftOut.contains { $0.hasSuffix(" pictures for laws") })
    }

    /// Where a picture takes far more than the smallest let foresee, it is given up.
    @Test func whatCannotBeForeseenEndsToo() throws {
        let filter = try Filter(
            source: """
                //! filter late: Takes its time to the right.
                //! kind point

                vec4 late(vec4 color) {
                    int turns = position.x > 1.0 ? 20000 : 1;
                    for (int i = 0; i < min(turns, 20000); ++i) { color.rgb += 0.0000001 * color.a; }
                    return color;
                }
                """, path: "late.glsl")
        let began = Date()
        let report = Self.check(filter, steps: 20_000_000)
        #expect(report.leftOut.contains { $0.hasSuffix(" pictures of 64x64") }, "\(report.leftOut)")
        #expect(report.failures.isEmpty, "\(CheckReport.table([report]))")
        #expect(-began.timeIntervalSinceNow < 60)
    }

    @Test func theOneCaseThatIsWantedIsRun() throws {
        let name = "64x64/initial/noise/rgba32f/hlg"
        let report = Self.check(try Self.heavy(turns: 30), steps: 1, only: name)
        #expect(report.parts["pictures"] == 1 && report.pixelCount == 4096 && report.leftOut.isEmpty)
    }

    @Test func whatIsLeftOutIsTold() throws {
        let report = Self.check(try Self.heavy(turns: 3000), steps: 1)
        #expect(
            CheckReport.table([report]).contains("heavy: tried in part, since each pixel takes so much; left out: "))
        #expect(try report.json().contains(" pictures of 64x64\""))
        let xml = CheckReport.junit([report])
        #expect(xml.contains("name=\"left out\"") && xml.contains("<skipped message=\"tried in part"))
        #expect(xml.contains("skipped=\"1\""))
    }

    /// No filter that comes along is too expensive for any part of its check, by far.
    @Test(arguments: Shipped.names) func shippedFiltersLoseNothing(_ name: String) throws {
        let filter = try Shipped.filter(name)
        guard CPURenderer.canRun(filter) else { return }
        let options = CheckOptions()
        let checker = Checker(filter: filter, reference: CPURenderer(), candidate: CPURenderer(), options: options)
        var spending = Spending(limit: options.stepLimit)
        let tests = CheckCase.plan(for: filter, options: options)
        var seen: Set<String> = []
        for test in tests where test.width == 1 && seen.insert(test.choice.label).inserted {
            let outcome = checker.outcome(of: test)
            #expect(!outcome.isGivenUp)
            spending.note(outcome.steps, test.choice.label, test.width, test.height)
        }
        let all = tests.reduce(0) { $0 + spending.foreseen($1.choice.label, $1.width, $1.height) }
        #expect(2 * all < spending.limitOfCases, "\(all) steps")
    }
}
