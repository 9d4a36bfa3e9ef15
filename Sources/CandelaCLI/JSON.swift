import Foundation

/// A JSON value whose objects keep the order in which they were written.
enum JSON: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([(String, JSON)])

    init(nilLiteral: ()) { self = .null }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(stringLiteral value: String) { self = .string(value) }
    init(arrayLiteral elements: JSON...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements) }

    /// The text, or null for none.
    init(_ text: String?) { self = text.map(JSON.string) ?? .null }
    /// The whole number, or null for none.
    init(_ number: Int?) { self = number.map(JSON.integer) ?? .null }
    /// The number, or null for none and for what JSON cannot write: infinities and NaN.
    init(_ number: Double?) { self = number.flatMap { $0.isFinite ? JSON.number($0) : nil } ?? .null }

    /// The value on one line.
    var line: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .number(let value): value.isFinite ? plain(value) : "null"
        case .string(let value): Self.quoted(value)
        case .array(let values): "[" + values.map(\.line).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { "\(Self.quoted($0.0)): \($0.1.line)" }.joined(separator: ", ") + "}"
        }
    }

    /// The value with one member or element a line, for people who read it.
    var page: String { page(indent: "") }

    private func page(indent: String) -> String {
        let inner = indent + "  "
        switch self {
        case .array(let values) where values.contains(where: \.hasParts):
            let parts = values.map { inner + $0.page(indent: inner) }
            return "[\n" + parts.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members) where !members.isEmpty:
            let parts = members.map { "\(inner)\(Self.quoted($0.0)): \($0.1.page(indent: inner))" }
            return "{\n" + parts.joined(separator: ",\n") + "\n\(indent)}"
        default:
            return line
        }
    }

    private var hasParts: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
