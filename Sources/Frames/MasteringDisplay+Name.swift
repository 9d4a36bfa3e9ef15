import ColorScience

extension MasteringDisplay {
    /// A display by name: PRIMARIES-MAXIMUM or PRIMARIES-MAXIMUM-MINIMUM, such as `P3-1000` or `BT2020-4000-0.005`, in cd/m².
    ///
    /// Primaries are P3, BT2020 or BT709, all with white at D65. The minimum is 0.0001 where none is named, and 0.005 for
    /// the usual display of 4000. `nil` for what names no display that the metadata can hold.
    public init?(named name: String) {
        let parts = name.uppercased().split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard (2...3).contains(parts.count), let primaries = Self.primaries[parts[0]], let most = Double(parts[1]),
            (1...10_000).contains(most)
        else { return nil }
        let least = parts.count == 3 ? Double(parts[2]) : most == 4000 ? 0.005 : 0.0001
        guard let least, least >= 0, least < most else { return nil }
        self.init(primaries, minNits: least, maxNits: most)
    }

    /// A display of known primaries and their white.
    public init(_ primaries: Primaries, minNits: Double, maxNits: Double) {
        func pair(_ place: Chromaticity) -> [Double] { [place.x, place.y] }
        let corners = primaries.chromaticities
        self.init(
            red: pair(corners.red), green: pair(corners.green), blue: pair(corners.blue),
            white: pair(primaries.whitePoint), minNits: minNits, maxNits: maxNits)
    }

    private static let primaries: [String: Primaries] = ["P3": .displayP3, "BT2020": .bt2020, "BT709": .bt709]

    /// Whether every colour between `others` can be shown, to half a hundredth of the gamut: P3's red lies that little
    /// outside BT.2020, and metadata is rounded.
    public func covers(_ others: [Chromaticity]) -> Bool {
        let own = corners
        // On the same side of each edge as the corner across from it.
        return others.allSatisfy { corner in
            (0..<3).allSatisfy { index in
                let (from, to, across) = (own[index], own[(index + 1) % 3], own[(index + 2) % 3])
                func side(_ point: Chromaticity) -> Double {
                    (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)
                }
                let whole = side(across)
                return whole != 0 && side(corner) / whole > -0.005
            }
        }
    }

    /// Red, green and blue.
    public var corners: [Chromaticity] { [red, green, blue].map { Chromaticity($0[0], $0[1]) } }
}
