import CPUReference
import FilterGraph
import FilterLanguage
import Testing

@testable import FilterCheck

@Suite struct ShippedFilterTests {
    /// With the reference on both sides this holds examples, laws and the promises of every filter; and none has a
    /// finding, not even a note.
    @Test(arguments: Shipped.names)
    func filtersKeepTheirPromises(_ name: String) throws {
        let report = FilterCheck.check(
            try Shipped.filter(name), reference: CPURenderer(), candidate: CPURenderer(),
            options: CheckOptions(extent: .quick))
        #expect(report.passed && report.names.isEmpty, "\(CheckReport.table([report]))")
    }

    @Test(arguments: Shipped.names)
    func filesAreNamedForTheirFilter(_ name: String) throws {
        let filter = try Shipped.filter(name)
        #expect(filter.name == name)
        #expect(filter.kind == .area || filter.kind == .warp || filter.examples.count >= 2)
        #expect(filter.summary.hasSuffix("."))
        #expect(filter.parameters.allSatisfy { $0.summary.hasSuffix(".") })
    }
}
