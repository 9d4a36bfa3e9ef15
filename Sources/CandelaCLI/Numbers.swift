import Foundation

/// A number as people write it: without a fraction when it has none.
func plain(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
}

/// A number with a fixed count of decimals.
func fixed(_ number: Double, _ places: Int) -> String { String(format: "%.\(places)f", number) }

/// Text filled up with blanks on the right, with one at least.
func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 1))
}

/// A number right-aligned in `width` columns, with `places` decimals.
func number(_ value: Double, _ width: Int, _ places: Int) -> String {
    let text = value.isInfinite ? "inf" : fixed(value, places)
    return String(repeating: " ", count: max(width - text.count, 0)) + text
}
