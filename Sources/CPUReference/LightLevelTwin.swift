import ColorScience
import FilterLanguage

/// The twin of `lightLevel`, from CTA-861.3's definition of light levels and ST 2084's curve.
struct LightLevelTwin: RawTwin {
    let results: [(name: String, kind: Filter.Quantity.Kind, count: Int?)] = [
        ("pixels", .uint, nil), ("maxLevel", .uint, nil), ("levelSum", .uint64, nil), ("minLuminance", .uint, nil),
        ("maxLuminance", .uint, nil), ("luminanceSum", .uint64, nil), ("histogram", .uint, 256),
    ]

    /// Steps of a cd/m² in which light is counted: a float of 10 000 has no finer ones.
    private static let steps = 1024.0
    /// Where each bin of the histogram begins, in cd/m², as the float that the shader holds.
    private static let limits = (0..<256).map { Double(Float(PQ.nits(signal: Double($0) / 256))) }
    /// What two multiplications, a constant and an addition of floats may be off, as a share.
    private static let rounding = 0x1p-21

    /// Between what a number lies, and what it is.
    private struct Span {
        var low: Double
        var value: Double
        var high: Double

        func map(_ body: (Double) -> Double) -> Span { Span(low: body(low), value: body(value), high: body(high)) }

        /// The span with a share more on either side.
        func widened(_ share: Double) -> Span {
            Span(low: low * (1 - share), value: value, high: high * (1 + share))
        }
    }

    /// One statistic of all pixels: the sum, the least and the greatest of whole numbers.
    private struct Tally {
        var sum = Span(low: 0, value: 0, high: 0)
        var least = Span(low: 4_294_967_295, value: 4_294_967_295, high: 4_294_967_295)
        var greatest = Span(low: 0, value: 0, high: 0)

        mutating func add(_ span: Span) {
            sum = Span(low: sum.low + span.low, value: sum.value + span.value, high: sum.high + span.high)
            least = Span(
                low: min(least.low, span.low), value: min(least.value, span.value), high: min(least.high, span.high))
            greatest = Span(
                low: max(greatest.low, span.low), value: max(greatest.value, span.value),
                high: max(greatest.high, span.high))
        }
    }

    func measure(_ picture: LightPicture, _ context: FilterContext, _ work: Work?) -> MeasuredNumbers {
        let area = (context.settings["area"] ?? [0, 0, 65536, 65536]).map { Float($0) }
        let (right, bottom) = (area[0] + area[2], area[1] + area[3])
        let white = Double(Float(context.color.referenceWhiteNits))
        var (pixels, levels, luminances) = (0.0, Tally(), Tally())
        var bins = (low: [Double](repeating: 0, count: 256), value: [Double](repeating: 0, count: 256))
        var high = bins.value
        for y in 0..<picture.height where Float(y) + 0.5 >= area[1] && Float(y) + 0.5 < bottom {
            // What is said then is asked for by nobody.
            if work?.isCancelled ?? false { break }
            for x in 0..<picture.width where Float(x) + 0.5 >= area[0] && Float(x) + 0.5 < right {
                pixels += 1
                let channels = (0..<3).map { channel(picture, x, y, $0) }
                let level = Self.nits(
                    Span(
                        low: channels.map(\.low).max() ?? 0, value: channels.map(\.value).max() ?? 0,
                        high: channels.map(\.high).max() ?? 0), white)
                levels.add(Self.counted(level))
                luminances.add(Self.counted(Self.nits(Self.luminance(channels), white)))
                let (first, last) = (Self.bin(level.low), Self.bin(level.high))
                bins.value[Self.bin(level.value)] += 1
                if first == last { bins.low[first] += 1 }
                for bin in first...last { high[bin] += 1 }
            }
        }
        let spans = [
            Span(low: pixels, value: pixels, high: pixels), levels.greatest, levels.sum, luminances.least,
            luminances.greatest, luminances.sum,
        ]
        return MeasuredNumbers(
            values: spans.map(\.value) + bins.value, low: spans.map(\.low) + bins.low, high: spans.map(\.high) + high)
    }

    /// A channel as it counts: what is no number is 0, what is beyond the largest half is that.
    private func channel(_ picture: LightPicture, _ x: Int, _ y: Int, _ number: Int) -> Span {
        let place = y * picture.storedWidth + x
        let value = picture.values[4 * place + number]
        let bound = picture.hasBounds ? picture.bounds[4 * place + number] : 0
        func cleaned(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, -65504), 65504) }
        if picture.undecided[place] || !bound.isFinite || (value.isNaN && bound > 0) {
            return Span(low: -65504, value: cleaned(value), high: 65504)
        }
        return Span(low: cleaned(value - bound), value: cleaned(value), high: cleaned(value + bound))
    }

    /// Luminance by BT.2020's weights, with what a device's sum of products may be off.
    private static func luminance(_ channels: [Span]) -> Span {
        let weights = [0.2627, 0.6780, 0.0593]
        func sum(_ part: KeyPath<Span, Double>) -> Double {
            zip(weights, channels).reduce(0) { $0 + $1.0 * $1.1[keyPath: part] }
        }
        let size = zip(weights, channels).reduce(0) { $0 + $1.0 * max(abs($1.1.low), abs($1.1.high)) }
        let slack = size * rounding
        return Span(low: sum(\.low) - slack, value: sum(\.value), high: sum(\.high) + slack)
    }

    /// Light in cd/m², from black to the most that PQ holds.
    private static func nits(_ light: Span, _ white: Double) -> Span {
        light.map { max($0, 0) * white }.widened(rounding).map { min($0, PQ.peakNits) }
    }

    /// Light in steps, rounded as the shader rounds.
    private static func counted(_ nits: Span) -> Span {
        nits.map { $0 * steps }.widened(rounding).map { ($0 + 0.5).rounded(.down) }
    }

    /// The bin of the histogram that a luminance belongs to.
    private static func bin(_ nits: Double) -> Int {
        var (first, last) = (0, 255)
        while first < last {
            let middle = (first + last + 1) / 2
            if nits >= limits[middle] { first = middle } else { last = middle - 1 }
        }
        return first
    }
}
