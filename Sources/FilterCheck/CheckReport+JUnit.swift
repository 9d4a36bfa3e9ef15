import Foundation

extension CheckReport {
    /// Reports as JUnit's XML, which build servers read: a suite a device and filter, a case a part of the check.
    public static func junit(_ reports: [CheckReport]) -> String {
        let suites = reports.map(\.suite)
        let (tests, failures) = suites.reduce((0, 0)) { ($0.0 + $1.tests, $0.1 + $1.failures) }
        let errors = reports.count { $0.mistake != nil }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="candela check" tests="\(tests)" failures="\(failures)" errors="\(errors)">
            \(suites.map(\.text).joined(separator: "\n"))
            </testsuites>

            """
    }

    private var suite: (text: String, tests: Int, failures: Int) {
        var cases: [String] = []
        var failed = 0
        if let mistake {
            // JUnit tells what could not be run from what failed.
            cases.append(
                """
                    <testcase classname=\(Self.quoted(filter)) name="reading">
                      <error type="mistake" message=\(Self.quoted(mistake))>\(Self.escaped(mistake))</error>
                    </testcase>
                """)
        }
        for part in CheckPart.allCases {
            let wrong = failures.filter { CheckPart(ofCase: $0.testCase) == part }
            let faults = part == .readiness ? findings.filter(\.isFault) : []
            guard parts[part.rawValue] != nil || !wrong.isEmpty else { continue }
            let name = "classname=\(Self.quoted(filter)) name=\(Self.quoted(part.rawValue))"
            guard !wrong.isEmpty || !faults.isEmpty else {
                cases.append("    <testcase \(name)/>")
                continue
            }
            failed += 1
            // JUnit's schema has one failure a case: what came first gives its name, all stand in the text.
            let first = faults.first.map { (name: $0.id.rawValue, problem: $0.reason) }
            let head = first ?? wrong.first.map { ($0.name, $0.problem) } ?? ("", "")
            let text = (faults.map(\.description) + wrong.map(\.description)).joined(separator: "\n\n")
            cases.append(
                """
                    <testcase \(name)>
                      <failure type=\(Self.quoted(head.name)) message=\(Self.quoted(head.problem))>\(Self.escaped(text))</failure>
                    </testcase>
                """)
        }
        // What was not tried neither passed nor failed.
        if !leftOut.isEmpty {
            cases.append(
                """
                    <testcase classname=\(Self.quoted(filter)) name="left out">
                      <skipped message=\(Self.quoted(Self.told(leftOut)))/>
                    </testcase>
                """)
        }
        let time = String(format: "%.3f", seconds)
        let name = "name=\(Self.quoted("\(filter) on \(candidate)"))"
        return (
            """
              <testsuite \(name) tests="\(cases.count)" failures="\(failed)" errors="\(mistake == nil ? 0 : 1)" skipped="\(leftOut.isEmpty ? 0 : 1)" time="\(time)">
            \(cases.joined(separator: "\n"))
              </testsuite>
            """, cases.count, failed
        )
    }

    private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// Text with XML's own characters written out, and without those that XML cannot hold.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            case let other where other.value < 0x20 || other.value == 0xfffe || other.value == 0xffff: result += "?"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
