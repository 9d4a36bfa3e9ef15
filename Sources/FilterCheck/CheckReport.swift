import Foundation

/// What a check found out about one filter on one device.
public struct CheckReport: Codable, Sendable {
    /// The filter's name.
    public let filter: String
    /// What the candidate runs on.
    public let candidate: String
    public let seed: UInt64
    public let extent: CheckOptions.Extent
    /// Renderings compared, those of laws and examples included.
    public internal(set) var caseCount = 0
    /// Pixels compared.
    public internal(set) var pixelCount = 0
    /// Pixels in which a comparison of the filter lay within its operands' error; they were held to what either side gives.
    public internal(set) var undecidedCount = 0
    /// Pixels left out because nothing is promised of them: a loop's end or a way out of it hangs on rounding, or a number
    /// on the way leaves what a float holds.
    public internal(set) var unpromisedCount = 0
    /// Pixels left out because their own input was no number, or the format could not tell.
    public internal(set) var unjudgedCount = 0
    /// The largest deviation, in parts of what was allowed; at most 1 when all is well.
    public internal(set) var largestShare = 0.0
    /// The pixel of that deviation, and its case.
    public internal(set) var worst: CheckFailure.Pixel?
    public internal(set) var worstCase: String?
    /// Renderings of each part of the check.
    public internal(set) var parts: [String: Int] = [:]
    /// The laws that were tried, as the file names them.
    public internal(set) var laws: [String] = []
    /// How many hand-computed examples were tried.
    public internal(set) var exampleCount = 0
    /// Why nothing is proved though nothing failed; `nil` where agreement is.
    public internal(set) var unproven: String?
    /// How long the check took.
    public internal(set) var seconds = 0.0
    /// Why nothing was tried: the file is no filter, or cannot be read; `nil` where it was.
    public let mistake: String?
    public internal(set) var failures: [CheckFailure] = []
    /// What would spoil HDR pictures; only faults among them fail the check.
    public internal(set) var findings: [Finding] = []
    /// What was not tried, because the filter is too expensive for it.
    public internal(set) var leftOut: [String] = []

    /// Whether reference and candidate agree, and the filter keeps its promises and has no HDR fault.
    public var passed: Bool { mistake == nil && failures.isEmpty && !findings.contains(where: \.isFault) }

    /// The stable names of everything that was found, notes included.
    public var names: Set<String> { Set(failures.map(\.name) + findings.map(\.id.rawValue)) }

    init(filter: String, candidate: String, seed: UInt64, extent: CheckOptions.Extent) {
        (self.filter, self.candidate, self.seed, self.extent, mistake) = (filter, candidate, seed, extent, nil)
    }

    /// The report on a file that is no filter, or cannot be read; `name` is what the user calls it.
    public init(unread name: String, candidate: String, problem: String) {
        (filter, self.candidate, mistake) = (name, candidate, problem)
        (seed, extent) = (CheckOptions().seed, CheckOptions().extent)
    }

    /// Counts a rendering in.
    mutating func count(_ testCase: String) {
        caseCount += 1
        parts[CheckPart(ofCase: testCase).rawValue, default: 0] += 1
    }

    /// The report as one line of JSON, with infinite numbers and NaN as words.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

/// One way in which a filter failed its check, and how to see it again.
public struct CheckFailure: Codable, Sendable, CustomStringConvertible {
    /// What kind of promise was broken.
    public enum Kind: String, Codable, Sendable {
        /// The candidate's pixel is not the reference's.
        case difference
        /// Memory after the picture was written to.
        case guardRows
        /// A declared law, or one that every filter must keep.
        case law
        /// A hand-computed pixel.
        case example
        /// Too many pixels hang on comparisons that rounding decides.
        case undecided
        /// A renderer threw, or the check was asked for what there is not.
        case error

        /// The stable name of a failure of this kind that has none of its own.
        var name: String {
            switch self {
            case .difference: "differs"
            case .guardRows: "writes-outside"
            case .law: "law-broken"
            case .example: "example-broken"
            case .undecided: "hangs-on-rounding"
            case .error: "error"
            }
        }
    }

    public var kind: Kind
    /// The failure's stable name: a finding's, where it is one, else one of the kind.
    public var name: String
    public var filter: String
    /// The case's name, as `--case` takes it.
    public var testCase: String
    public var seed: UInt64
    /// The values that were set; all others were the initial ones.
    public var settings: [String: [Double]]
    /// What went wrong, in words.
    public var problem: String
    /// The worst pixel, its channel (0...3 for red, green, blue, alpha), and what it should be and is.
    public var pixel: Pixel?
    /// The command that shows it again.
    public var command: String
    /// A picture of the pixels that were wrong in the case in which it was noticed: `x` wrong, `.` right, `?` left out.
    public var map: [String]?
    public var mapCase: String?

    /// A pixel that is not what it should be; light, or codes of ten-bit formats.
    public struct Pixel: Codable, Sendable {
        public var x: Int
        public var y: Int
        public var channel: Int
        public var expected: Double
        public var found: Double
        public var allowance: Double
    }

    /// One paragraph: what, where, how to repeat it.
    public var description: String {
        var text = "\(filter): \(problem)\n  case \(testCase), seed \(seed)"
        if !settings.isEmpty {
            let values = settings.sorted { $0.key < $1.key }.map { name, numbers in
                "\(name)=" + numbers.map { "\($0)" }.joined(separator: "/")
            }
            text += ", " + values.joined(separator: ",")
        }
        if let pixel {
            let channel = ["red", "green", "blue", "alpha"][min(max(pixel.channel, 0), 3)]
            func shown(_ number: Double) -> String { Finding.shown(number, digits: 8) }
            text += "\n  pixel (\(pixel.x), \(pixel.y)) \(channel): expected \(shown(pixel.expected)), found "
            text += "\(shown(pixel.found)), allowed \(shown(pixel.allowance))"
            let isCode = CheckFormat.allCases.contains { !$0.isLight && testCase.contains("/\($0.rawValue)/") }
            if isCode { text += pixel.channel == 3 ? " (codes of 0 to 3)" : " (codes of 0 to 1023)" }
        }
        if let map, map.contains(where: { $0.contains(".") }) {
            text += "\n  wrong pixels (x) of \(mapCase ?? testCase):" + map.map { "\n    \($0)" }.joined()
        }
        return text + "\n  repeat: \(command)"
    }
}
