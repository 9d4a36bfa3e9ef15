import Foundation

/// Something about a filter that makes HDR pictures wrong, with what shows it and what usually mends it.
public struct Finding: Codable, Sendable, CustomStringConvertible {
    public let id: ID
    /// Whether a check fails for it; a note is only shown.
    public let isFault: Bool
    /// The filter's name.
    public let filter: String
    /// The settings that show it; all others are the initial ones.
    public let settings: [String: [Double]]
    /// The composition that shows it, such as `hlg` or `pq, content of 10000 cd/m2`.
    public let composition: String
    /// What the filter's further pictures show, such as a mask; `nil` where it has none, or where they are white.
    public let furtherPictures: String?
    /// The pixel, of each picture that the filter reads, that shows it: premultiplied working light.
    public let input: [[Double]]
    /// What the filter makes of it.
    public let output: [Double]
    /// What it should make of it, where that can be said.
    public let wanted: [Double]?
    /// The light above which it shows, in multiples of reference white, where there is such a limit.
    public let limit: Double?
    /// What is wrong, in a sentence.
    public let reason: String
    /// What usually mends it.
    public let mend: String

    init(
        _ id: ID, filter: String, settings: [String: [Double]] = [:], composition: String = "",
        furtherPictures: String? = nil, input: [SIMD4<Double>] = [], output: SIMD4<Double>? = nil,
        wanted: SIMD4<Double>? = nil, limit: Double? = nil,
        reason: String
    ) {
        (self.id, self.filter, self.settings, self.composition) = (id, filter, settings, composition)
        self.furtherPictures = furtherPictures
        (self.limit, self.reason, mend, isFault) = (limit, reason, id.mend, id.isFault)
        self.input = input.map(\.numbers)
        self.output = output?.numbers ?? []
        self.wanted = wanted?.numbers
    }

    /// A few lines: name and reason, what shows it, the mend.
    public var description: String {
        var text = "\(filter): \(isFault ? "finding" : "note") \(id.rawValue): \(reason)"
        if !input.isEmpty {
            text += "\n  in " + input.map(Self.shown).joined(separator: " and ") + ", out " + Self.shown(output)
        } else if !output.isEmpty {
            text += "\n  out " + Self.shown(output)
        }
        if !output.isEmpty, let wanted { text += ", wanted " + Self.shown(wanted) }
        var place: [String] = []
        if !settings.isEmpty {
            place.append(
                settings.sorted { $0.key < $1.key }.map { name, numbers in
                    "\(name)=" + numbers.map(Self.shown).joined(separator: "/")
                }.joined(separator: ","))
        }
        if let furtherPictures { place.append("further pictures \(furtherPictures)") }
        if !composition.isEmpty { place.append("composition \(composition)") }
        if !place.isEmpty { text += "\n  with " + place.joined(separator: "; ") }
        return text + "\n  mend: \(mend)"
    }

    static func shown(_ pixel: [Double]) -> String { "(" + pixel.map(shown).joined(separator: ", ") + ")" }

    /// A number with five digits and no needless ones.
    static func shown(_ number: Double) -> String { shown(number, digits: 5) }

    /// A number without needless digits; what is no number, or infinite, in words.
    static func shown(_ number: Double, digits: Int) -> String {
        if number.isNaN { return "NaN" }
        guard number.isFinite else { return number < 0 ? "-infinity" : "infinity" }
        // Of two zeros, one will do.
        return String(format: "%.*g", digits, number == 0 ? 0 : number)
    }
}

extension SIMD4<Double> {
    /// Red, green, blue, alpha.
    var numbers: [Double] { [x, y, z, w] }
}
