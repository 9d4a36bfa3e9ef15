/// The display that a named colour is mastered for, where the name says so.
public struct MasteringHint: Hashable, Sendable {
    public var primaries: Primaries
    public var minNits: Double
    public var maxNits: Double

    public init(primaries: Primaries, minNits: Double, maxNits: Double) {
        self.primaries = primaries
        self.minNits = minNits
        self.maxNits = maxNits
    }
}

/// A colour as users name it: `sdr`, `p3`, `hlg`, `pq`, `pq-p3`, or PRIMARIES:TRANSFER:MATRIX.
public struct ColorName: Hashable, Sendable, CustomStringConvertible {
    public var properties: ColorProperties
    /// A gamut narrower than the primaries that light is to stay in.
    public var gamutLimit: Primaries?
    public var mastering: MasteringHint?
    /// The name as it was given.
    public let description: String

    /// Reads a name. Each of the three parts may be a code point of ITU-T H.273 or ffmpeg's name; matrices are those that
    /// turn into R'G'B' and back, which constant luminance and ICtCp are not.
    public init(_ text: String) throws(ColorNameError) {
        description = text
        if let known = Self.known.first(where: { $0.name == text.lowercased() }) {
            properties = known.properties
            if known.name == "pq-p3" {
                gamutLimit = .displayP3
                mastering = MasteringHint(primaries: .displayP3, minNits: 0.0001, maxNits: 1000)
            }
            return
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3 else {
            throw ColorNameError(
                "no colour is called '\(text)'; "
                    + "use \(Self.names.joined(separator: ", ")) or PRIMARIES:TRANSFER:MATRIX such as 9:16:9")
        }
        properties = ColorProperties(
            primaries: try read(parts[0], as: "primaries are"),
            transfer: try read(parts[1], as: "transfer is"),
            matrix: try read(parts[2], as: "matrix is", offering: ColorMatrix.allCases.filter { $0.toRGB != nil }))
        let (matrix, other) = (properties.matrix, ColorMatrix.bt2020)
        guard matrix.toRGB != nil else {
            throw ColorNameError(
                "the matrix \(matrix.name) (\(matrix.rawValue)) is not supported; use \(other.name) (\(other.rawValue))"
            )
        }
    }

    /// The short names, in the order they are listed.
    public static var names: [String] { known.map(\.name) }

    private static let known: [(name: String, properties: ColorProperties)] = [
        ("sdr", .sdr), ("p3", .p3), ("hlg", .hlg), ("pq", .pq), ("pq-p3", .pq),
    ]
}

/// A colour name that is not known, with the names that are.
public struct ColorNameError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Reads one part; `offered` are the codes that a wrong one is told to use, all of them by default.
private func read<Code: ColorCode>(
    _ text: String, as part: String, offering offered: [Code] = Array(Code.allCases)
) throws(ColorNameError) -> Code {
    if let number = Int(text), let code = Code(rawValue: number) { return code }
    if let code = Code.allCases.first(where: { $0.names.contains(text.lowercased()) }) { return code }
    let valid = offered.map { "\($0.name) (\($0.rawValue))" }.joined(separator: ", ")
    throw ColorNameError("no \(part) called '\(text)'; use one of \(valid)")
}
