import Candela
import Foundation

/// A number as people write it: without a fraction when it has none.
func plain(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
}

/// A number with a fixed count of decimals.
func fixed(_ number: Double, _ places: Int) -> String { String(format: "%.\(places)f", number) }

/// How many there are of something, with an s unless there is one.
func counted(_ count: Int, _ thing: String) -> String { count == 1 ? "1 \(thing)" : "\(count) \(thing)s" }

/// Text with line ends, tabs and everything else that a terminal does not show written out, so that a name with such in
/// it takes one line.
func oneLine(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return Terminal.shown(result)
}

/// Text filled up with blanks on the right, with one at least.
func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 1))
}

/// A number right-aligned in `width` columns, with `places` decimals.
func number(_ value: Double, _ width: Int, _ places: Int) -> String {
    let text = value.isInfinite ? "inf" : fixed(value, places)
    return String(repeating: " ", count: max(width - text.count, 0)) + text
}
