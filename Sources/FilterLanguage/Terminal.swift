/// What a terminal makes of characters that come from somebody's file, or from the words of a command.
public enum Terminal {
    /// Whether a terminal shows a character; others it carries out, or they change how the text around them shows: control
    /// characters, line separators, and those that turn the direction of text or take no room.
    public static func shows(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
        // The joiners are letters' own, in Persian and in many an emoji.
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
        default: true
        }
    }

    /// The text with what a terminal does not show written out as JSON does, `\u202e`, line ends and tabs aside: so it stays
    /// the same text where it is JSON.
    public static func shown(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { !isPlain($0) }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isPlain(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                // JSON writes units of UTF-16, two of them for what is rare.
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return result
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F || scalar == "\n" || scalar == "\t" }
        return shows(scalar)
    }

    /// Columns that a character takes: none for marks on the one before, two for those of East Asia and for pictures.
    static func columns(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        case .format: return shows(scalar) ? 0 : 1
        default: return wide.contains { $0.contains(scalar.value) } ? 2 : 1
        }
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
    ]
}
