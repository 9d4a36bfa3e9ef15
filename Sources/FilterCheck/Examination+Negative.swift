import ColorScience
import FilterGraph
import FilterLanguage
import Frames

/// Light that becomes negative though none came in: single pixels, and what neighbours make of one another.
extension Examination {
    /// Grey light, from black to the brightest content.
    private static let greys: [Double] = [0, 0.01, 0.18, 0.5, 1, 1.5, 2, 4.5, 16, 48]

    mutating func examineNegative(_ probing: Probing) throws {
        guard isOpen(.goesNegative, probing), probing.further != .negative else { return }
        let inputs = opaqueInputs(probing)
        let responses = try probing.responses(to: inputs)
        for (input, response) in zip(inputs, responses) {
            guard let place = response.values.indices.first(where: { response.isNegative(at: $0, input) }) else {
                continue
            }
            let output = response.values[place]
            guard input.allSatisfy(\.isGrey) else {
                report(
                    .goesNegative, probing, input: input, output: output,
                    "a colour that pictures have gets negative \(output.darkestChannel), which no display shows and "
                        + "which turns later filters around")
                return
            }
            var limit: Double?
            if filter.kind != .blend {
                // Where the budget is not enough, it stays unknown.
                limit = (try? negativeLimit(probing, input[0].x, place)) ?? nil
            }
            let start = limit.map { $0 > 0 ? "light above \(Finding.shown($0))" : "light" } ?? "light"
            report(
                .goesNegative, probing, input: input, output: output, limit: limit,
                "\(start) becomes negative, which no display shows and which turns later filters around")
            return
        }
    }

    /// Opaque light that is not negative, in BT.2020 as in the composition's own primaries.
    func opaqueInputs(_ probing: Probing) -> [[SIMD4<Double>]] {
        // Colours of the composition: those beyond its primaries have negative signal to begin with.
        let own = probing.composition.color.properties.primaries.conversion(to: .bt2020)
        let colors: [RGB] = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [4, 2, 0]]
        let opaque = Self.greys.map { SIMD4($0, $0, $0, 1) } + colors.map { SIMD4(own * $0, 1) }
        return filter.kind == .blend ? opaque.flatMap { below in opaque.map { [below, $0] } } : opaque.map { [$0] }
    }

    /// The grey light above which the result is negative.
    private func negativeLimit(_ probing: Probing, _ light: Double, _ place: Int) throws -> Double? {
        func isNegative(_ light: Double) throws -> Bool {
            let input = [SIMD4(light, light, light, 1)]
            return try probing.responses(to: [input])[0].isNegative(at: place, input)
        }
        guard light > 0, try !isNegative(0) else { return 0 }
        var (low, high) = (0.0, light)
        for _ in 0..<30 {
            let middle = (low + high) / 2
            if try isNegative(middle) { high = middle } else { low = middle }
        }
        return low
    }

    // MARK: Neighbours

    /// Edges, dots, holes and colours beside one another, none of them negative: six fields of 16 x 16.
    private static let edges = ProbePicture(width: 48, height: 32) { x, y in
        let (u, v) = (x % 16, y % 16)
        func grey(_ light: Double) -> SIMD4<Double> { [light, light, light, 1] }
        switch (x / 16, y / 16) {
        case (0, 0): return grey(u < 8 ? 0 : 4)
        case (1, 0): return grey(v < 8 ? 2 : 0)
        case (2, 0): return grey((u, v) == (8, 8) ? 8 : 0.03125)
        case (0, 1): return grey((u, v) == (8, 8) ? 0 : 4)
        case (1, 1): return u < 8 ? [1, 0, 0, 1] : [0, 0.25, 2, 1]
        default: return grey((u + v) % 2 == 0 ? 0 : 2)
        }
    }

    /// Looks beside edges for light that the kernel's negative weights, or what it subtracts, drive below 0.
    mutating func examineEdges(_ probing: Probing) throws {
        guard isOpen(.goesNegative, probing) else { return }
        let picture = try probing.render([Self.edges])
        var darkest: (light: Double, place: Int)?
        for place in Self.edges.pixels.indices {
            let response = picture.response(at: [place])
            guard response.isSure(at: 0), response.isNegative(at: 0, [[8, 0, 0, 1]]) else { continue }
            let light = response.values[0].darkest
            if light < darkest?.light ?? 0 { darkest = (light, place) }
        }
        guard let place = darkest?.place else { return }
        let (x, y) = (place % Self.edges.width, place / Self.edges.width)
        report(
            .goesNegative, probing, input: [Self.edges.pixels[place]], output: picture[x, y],
            "beside an edge, where nothing was negative, light becomes negative, which no display shows and which turns "
                + "later filters around")
    }
}

extension Response {
    /// Whether light that is not negative has clearly become so in a channel.
    func isNegative(at place: Int, _ input: [SIMD4<Double>]) -> Bool {
        let (value, bound) = (values[place], bounds[place])
        guard value.isFinite, bound.isFinite else { return false }
        // Conversions between primaries leave a trace of colours at the gamut's edge; greys have none.
        let share = input.allSatisfy(\.isGrey) ? 1e-6 : 1e-4
        let slack = share * max(1, input.map(\.brightest).max() ?? 0)
        return (0..<3).contains { value[$0] < -slack - bound[$0] }
    }
}

extension SIMD4<Double> {
    /// The least of red, green and blue.
    fileprivate var darkest: Double { Swift.min(x, y, z) }

    fileprivate var darkestChannel: String { darkest == x ? "red" : darkest == y ? "green" : "blue" }
}
