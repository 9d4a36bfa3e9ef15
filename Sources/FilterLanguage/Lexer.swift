/// One word of a filter's code.
struct Token: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case name
        case int
        case uint
        case float
        /// What stands between quotes; only directives have it.
        case string
        case symbol
        case end
    }

    let kind: Kind
    let text: String
    let place: Place
    /// Whether it is the first of its line, continued lines counting as one.
    var startsLine = false
    /// Whether nothing stands between it and the token before.
    var isAttached = false
}

/// Splits a filter's code into tokens, leaving comments (and so annotations) out.
struct Lexer {
    private let source: SourceText
    private let file: Int
    private let bytes: [UInt8]
    private var next = 0
    private var line = 1
    private var column = 1
    private var found: [Token] = []
    private var isLineStart = true
    private var isInDirective = false
    private var lastEnd = -1

    /// More tokens than this in one file are refused: nothing that a person writes comes near.
    static let maxTokenCount = 200_000

    /// All tokens of one of the source's files, the last of kind `end`.
    static func tokens(of source: SourceText, file: Int = 0) throws(SourceError) -> [Token] {
        let text = source.files[file].text
        guard text.utf8.count <= SourceText.maxByteCount else {
            throw SourceError(
                file: source.files[file].path, line: 0,
                problem: "the file has \(text.utf8.count) bytes; a filter file has at most 1 MiB")
        }
        var lexer = Lexer(source, file)
        return try lexer.run()
    }

    private init(_ source: SourceText, _ file: Int) {
        (self.source, self.file) = (source, file)
        bytes = Array(source.files[file].text.utf8)
        // A byte order mark is no part of the text.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { next = 3 }
    }

    private var here: Place { Place(line: line, column: column, file: file) }

    private mutating func run() throws(SourceError) -> [Token] {
        while next < bytes.count {
            let byte = bytes[next]
            if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
                || byte == UInt8(ascii: "\n")
            {
                step()
            } else if byte == UInt8(ascii: "\\"), isLineContinuation {
                // The line goes on below.
                while bytes[next] != UInt8(ascii: "\n") { next += 1 }
                next += 1
                (line, column) = (line + 1, 1)
            } else if byte == UInt8(ascii: "\""), isInDirective {
                try quoted()
            } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "/") {
                while next < bytes.count, bytes[next] != UInt8(ascii: "\n") { step() }
            } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                try blockComment()
            } else if Self.isLetter(byte) {
                let start = here
                append(.name, take { Self.isLetter($0) || Self.isDigit($0) }, start)
            } else if Self.isDigit(byte) || (byte == UInt8(ascii: ".") && Self.isDigit(peek(1))) {
                try number()
            } else {
                try symbol()
            }
            guard found.count <= Self.maxTokenCount else {
                throw error("the file has more than \(Self.maxTokenCount) tokens; split it into several filters")
            }
        }
        isLineStart = true
        append(.end, "end of file", here)
        return found
    }

    private mutating func blockComment() throws(SourceError) {
        let start = here
        step()
        step()
        while next < bytes.count {
            if bytes[next] == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                step()
                step()
                return
            }
            step()
        }
        throw source.error("this comment has no end; add '*/'", at: start)
    }

    /// Reads `"..."` of a directive.
    private mutating func quoted() throws(SourceError) {
        let start = here
        step()
        let text = take { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\n") }
        guard peek(0) == UInt8(ascii: "\"") else {
            throw source.error("this name has no closing '\"'; add it on the same line", at: start)
        }
        step()
        append(.string, text, start)
    }

    private var isLineContinuation: Bool {
        peek(1) == UInt8(ascii: "\n") || (peek(1) == UInt8(ascii: "\r") && peek(2) == UInt8(ascii: "\n"))
    }

    private mutating func symbol() throws(SourceError) {
        let start = here
        for length in [3, 2] where next + length <= bytes.count {
            let text = String(decoding: bytes[next..<(next + length)], as: UTF8.self)
            guard Self.longSymbols.contains(text) else { continue }
            for _ in 0..<length { step() }
            append(.symbol, text, start)
            return
        }
        let byte = bytes[next]
        guard
            "+-*/%<>=!?:;,.(){}[]&|^~".utf8.contains(byte)
                || (byte == UInt8(ascii: "#") && (isLineStart || isInDirective))
        else {
            throw error("unexpected character \(Self.shown(bytes[next...])); remove it")
        }
        step()
        append(.symbol, String(UnicodeScalar(byte)), start)
    }

    /// A word as a message quotes it: cut where it is long.
    private static func short(_ text: String) -> String { text.count > 40 ? text.prefix(32) + "..." : text }

    private mutating func number() throws(SourceError) {
        let start = here
        var text = ""
        var isFloat = false
        if bytes[next] == UInt8(ascii: "0"), peek(1) | 0x20 == UInt8(ascii: "x") {
            text = take { Self.isDigit($0) || Self.isLetter($0) }
            let isUnsigned = text.last == "u" || text.last == "U"
            if isUnsigned { text.removeLast() }
            guard let value = Int64(text.dropFirst(2), radix: 16), value <= Int64(UInt32.max) else {
                throw source.error(
                    "'\(Self.short(text))' is not a hexadecimal number of 32 bits; write at most eight digits of 0 to 9 and a to f",
                    at: start)
            }
            append(
                isUnsigned ? .uint : .int, isUnsigned ? String(value) : String(Int32(truncatingIfNeeded: value)), start)
            return
        }
        text += take(while: Self.isDigit)
        if next < bytes.count, bytes[next] == UInt8(ascii: ".") {
            isFloat = true
            step()
            text += "." + take(while: Self.isDigit)
        }
        if next < bytes.count, bytes[next] | 0x20 == UInt8(ascii: "e") {
            let sign = peek(1) == UInt8(ascii: "-") || peek(1) == UInt8(ascii: "+")
            if Self.isDigit(peek(sign ? 2 : 1)) {
                isFloat = true
                step()
                text += "e"
                if sign {
                    text += String(UnicodeScalar(bytes[next]))
                    step()
                }
                text += take(while: Self.isDigit)
            }
        }
        let suffix = take { Self.isLetter($0) || Self.isDigit($0) }
        try finishNumber(text, isFloat: isFloat, suffix: suffix, start)
    }

    private mutating func finishNumber(_ text: String, isFloat: Bool, suffix: String, _ start: Place)
        throws(SourceError)
    {
        if isFloat {
            guard suffix.isEmpty || suffix == "f" || suffix == "F" else {
                throw source.error("a number cannot end in '\(suffix)'; write a plain float such as 1.0", at: start)
            }
            // Swift reads neither a leading nor a trailing point.
            let whole = (text.hasPrefix(".") ? "0" : "") + text.replacing(".e", with: ".0e")
            guard let value = Double(whole.hasSuffix(".") ? whole + "0" : whole), Float(value).isFinite else {
                throw source.error(
                    "'\(Self.short(text))' is outside the range of a float; write one of at most 3.4e38", at: start)
            }
            append(.float, String(value), start)
            return
        }
        let isUnsigned = suffix == "u" || suffix == "U"
        guard suffix.isEmpty || isUnsigned else {
            throw source.error("'\(Self.short(text + suffix))' is not a number; separate them", at: start)
        }
        guard text.count == 1 || !text.hasPrefix("0") else {
            throw source.error("'\(Self.short(text))' would be octal; remove the leading 0", at: start)
        }
        guard isUnsigned ? UInt32(text) != nil : Int32(text) != nil else {
            throw source.error(
                "'\(Self.short(text))' is outside the range of \(isUnsigned ? "a uint" : "an int"); write one of at most "
                    + "\(isUnsigned ? "4294967295" : "2147483647"), or a float",
                at: start)
        }
        append(isUnsigned ? .uint : .int, text, start)
    }

    // MARK: Bytes

    private mutating func step() {
        let byte = bytes[next]
        next += 1
        if byte == UInt8(ascii: "\n") {
            line += 1
            column = 1
            (isLineStart, isInDirective) = (true, false)
        } else if byte & 0xC0 != 0x80 {
            // Continuation bytes of UTF-8 are no columns of their own.
            column += 1
        }
    }

    private func peek(_ distance: Int) -> UInt8 { next + distance < bytes.count ? bytes[next + distance] : 0 }

    private mutating func take(while belongs: (UInt8) -> Bool) -> String {
        let start = next
        while next < bytes.count, belongs(bytes[next]) { step() }
        return String(decoding: bytes[start..<next], as: UTF8.self)
    }

    private mutating func append(_ kind: Token.Kind, _ text: String, _ place: Place) {
        let isAttached = lastEnd >= 0 && lastEnd == place.column && found.last?.place.line == place.line
        if isLineStart, text == "#" { isInDirective = true }
        found.append(Token(kind: kind, text: text, place: place, startsLine: isLineStart, isAttached: isAttached))
        (isLineStart, lastEnd) = (false, column)
    }

    private func error(_ problem: String) -> SourceError {
        source.error(problem, at: here)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    /// The first character of some bytes, safe to print.
    private static func shown(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes.prefix(8), as: UTF8.self)
        guard let scalar = text.unicodeScalars.first else { return "''" }
        return scalar.properties.isAlphabetic || (scalar.value > 32 && scalar.value < 127)
            ? "'\(scalar)'" : "U+" + String(scalar.value, radix: 16, uppercase: true)
    }

    private static let longSymbols: Set<String> = [
        "==", "!=", "<=", ">=", "&&", "||", "^^", "<<", ">>", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=",
        ">>=", "++", "--",
    ]
}
