import CPUReference
import FilterLanguage
import Foundation
import Testing

@testable import FilterCheck

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct ReportTests {
    private func report(_ name: String) throws -> CheckReport {
        FilterCheck.check(
            try ShaderFolder.filter(name, in: "Wrong").filter, reference: CPURenderer(), candidate: CPURenderer(),
            options: CheckOptions(extent: .quick, formats: [.rgba16f]))
    }

    /// Reads XML and answers every element's name with its attributes.
    private final class Reader: NSObject, XMLParserDelegate {
        var elements: [(name: String, attributes: [String: String])] = []
        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) { elements.append((name, attributes)) }
    }

    @Test func junitIsXMLAndCountsWhatFailed() throws {
        let reports = try ["talkInverter", "wrongExample", "rawTime"].map(report)
        let reader = Reader()
        let parser = XMLParser(data: Data(CheckReport.junit(reports).utf8))
        parser.delegate = reader
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        let suites = reader.elements.filter { $0.name == "testsuite" }
        #expect(suites.map { $0.attributes["failures"] } == ["1", "1", "0"])
        let cases = reader.elements.filter { $0.name == "testcase" }
        #expect(reader.elements.first?.attributes["tests"] == "\(cases.count)")
        #expect(reader.elements.first?.attributes["failures"] == "2")
        let failures = reader.elements.filter { $0.name == "failure" }
        #expect(failures.map { $0.attributes["type"] } == ["goes-negative", "example-broken"])
        #expect(cases.allSatisfy { $0.attributes["classname"] != nil && $0.attributes["name"] != nil })
    }

    @Test func textThatXMLCannotHoldIsKeptOut() throws {
        var report = try report("wrongExample")
        report.failures[0].problem = "a < b & \"c\" \u{1b}[31m\u{0}"
        #expect(XMLParser(data: Data(CheckReport.junit([report]).utf8)).parse())
    }

    @Test func findingsAreInTheJSON() throws {
        let report = try report("talkInverter")
        let object = try JSONSerialization.jsonObject(with: Data(report.json().utf8)) as? [String: Any]
        let findings = try #require(object?["findings"] as? [[String: Any]])
        let negative = try #require(findings.first { $0["id"] as? String == "goes-negative" })
        #expect(
            negative["isFault"] as? Bool == true && (negative["limit"] as? Double).map { abs($0 - 1) < 1e-4 } == true)
        #expect(negative["input"] as? [[Double]] == [[1.5, 1.5, 1.5, 1]])
        #expect(negative["output"] as? [Double] == [-0.5, -0.5, -0.5, 1])
        #expect(["reason", "mend", "composition"].allSatisfy { (negative[$0] as? String)?.isEmpty == false })
    }

    @Test(arguments: [("breaksAboveFour", 4.0), ("breaksAboveHundred", 100), ("polynomialContrast", 1)])
    func theLimitIsFound(_ name: String, _ limit: Double) throws {
        let finding = try #require(
            HDRReadiness.findings(for: try ShaderFolder.filter(name, in: "Wrong").filter).first {
                $0.id == .breaksAbove
            })
        #expect(abs(try #require(finding.limit) - limit) < 0.002 * limit)
    }

    /// The page of findings is the code's own list.
    @Test func thePageKnowsEveryFinding() throws {
        let page = try String(contentsOf: ShaderFolder.root.appendingPathComponent("docs/check.md"), encoding: .utf8)
        for id in Finding.ID.allCases { #expect(page.contains("| `\(id.rawValue)` | \(id.meaning) |"), "\(id)") }
        let block = try #require(
            page.components(separatedBy: "```glsl wrong\n").dropFirst().first?.components(separatedBy: "```")[0])
        let found = HDRReadiness.findings(for: try Filter(source: block, path: "classicInverter.glsl"))
        #expect(
            found.map(\.id.rawValue).sorted()
                == ["fills-transparent", "goes-negative", "loses-alpha", "unpremultiplied-edges"])
        let shown = try #require(found.first { $0.id == .goesNegative })
        #expect(page.contains(shown.description))
    }

    @Test func theProofReadsBack() throws {
        let report = FilterCheck.check(
            try Shipped.filter("exposure"), reference: CPURenderer(), candidate: CPURenderer(),
            options: CheckOptions(extent: .quick))
        let row = try #require(ProofRow(report))
        let text = ProofPage.text([row])
        #expect(ProofPage.rows(of: text) == [row] && ProofPage.text(ProofPage.rows(of: text)) == text)
        #expect(ProofPage.merged([row], [row]) == [row])
        #expect(ProofRow(try self.report("wrongExample")) == nil)
        let json = try JSONSerialization.jsonObject(with: Data(ProofPage.json([row]).utf8)) as? [[String: String]]
        #expect(json?.first?["device"] == CPURenderer().name && json?.first?["name"] == "exposure")
    }

    /// The committed page is what the command writes, with a row a device for every shipped filter and every table.
    @Test func theProofIsWhole() throws {
        let page = try String(contentsOf: ShaderFolder.root.appendingPathComponent("docs/proof.md"), encoding: .utf8)
        let rows = ProofPage.rows(of: page)
        #expect(ProofPage.text(rows) == page)
        let devices = Set(rows.filter { $0.kind == .filter }.map(\.device))
        #expect(!devices.isEmpty)
        for device in devices {
            let mine = rows.filter { $0.device == device }
            #expect(Set(mine.filter { $0.kind == .filter }.map(\.name)) == Set(Shipped.names), "\(device)")
            #expect(Set(mine.filter { $0.kind == .table }.map(\.name)) == Set(GoldenTables.names), "\(device)")
            // Of hardly a pixel, less is asked than that it is the reference's.
            for row in mine where row.kind == .filter {
                for share in row.cells[2...3] { #expect(Double(share.dropLast(2)).map { $0 <= 1 } == true, "\(row)") }
            }
        }
    }

    @Test(arguments: GoldenTables.names)
    func tablesHoldOnTheReference(_ name: String) throws {
        let folder = ShaderFolder.root.appendingPathComponent("Tests/Golden")
        let result = try GoldenTables.hold(CPURenderer(), to: name, in: folder) { try Shipped.filter($0) }
        #expect(result.share <= 1 && result.count > 8, "\(result)")
    }

    @Test func tablesThatAreNotThereAreNamed() {
        let folder = ShaderFolder.root.appendingPathComponent("Tests/Nowhere")
        #expect(throws: GoldenTables.TableError.self) {
            try GoldenTables.hold(CPURenderer(), to: "transfer", in: folder) { try Shipped.filter($0) }
        }
    }
}
