import FilterLanguage

/// Light that is negative and meant to be: colours outside the gamut, and what is below black, must survive as highlights
/// do.
extension Examination {
    /// Colours that differ in how far below 0, or above, a light is.
    private struct Way {
        /// How the light that is tried is told.
        let name: String
        let input: @Sendable (Double) -> [SIMD4<Double>]
    }

    /// How far below 0, and above, is tried: light that wide gamuts, cameras and noise have.
    private static let depths: [Double] = [0.02, 0.05, 0.1, 0.25]

    private static func grey(_ light: Double) -> SIMD4<Double> { [light, light, light, 1] }

    /// Ways along which light goes below 0, those together of which none may go on where light is clipped: a threshold
    /// that happens to lie at 0 on one of them lies elsewhere on another, and a blend may choose between its pictures.
    private var groups: [[Way]] {
        let names = ["negative red", "negative green", "negative blue"]
        let greys = [Way(name: "grey below black") { [Self.grey($0)] }]
        let colors = names.indices.map { channel in
            [0.5, 1.5].map { rest in
                Way(name: names[channel]) { light in
                    // No two channels alike: what keeps a colour's direction alone would keep it for every light.
                    var pixel = Self.grey(rest)
                    (pixel[channel], pixel[(channel + 1) % 3]) = (light, rest * 0.625)
                    return [pixel]
                }
            }
        }
        let own = [greys] + colors
        guard filter.kind == .blend else { return own }
        let lower = own.map { ways in
            ways.flatMap { way in
                [0.375, 1].map { above in
                    Way(name: way.name + " in the lower picture") { way.input($0) + [Self.grey(above)] }
                }
            }
        }
        let both = own.map { ways in
            ways.map { way in Way(name: way.name + " in both pictures") { way.input($0) + way.input($0) } }
        }
        // Alone in one of the pictures, the other being clear, light has nothing to be chosen from.
        let alone = own.flatMap { ways in
            [
                ways.map { way in Way(name: way.name + " under a clear picture") { way.input($0) + [.zero] } },
                ways.map { way in Way(name: way.name + " over a clear picture") { [.zero] + way.input($0) } },
            ]
        }
        return lower + both + alone
    }

    /// Whether light grows with its distance from black on both sides of it, less below it than above, but in earnest.
    private static func isTurned(_ values: [SIMD4<Double>], _ count: Int) -> Bool {
        let sums = values.map { $0.x + $0.y + $0.z }
        func rises(_ side: ArraySlice<Double>) -> Bool {
            zip([sums[0]] + side, side).allSatisfy { $1 - $0 > 1e-4 }
        }
        let (above, below) = (sums[1...count], sums[(count + 1)...])
        guard rises(above), rises(below), let bright = above.last, let dark = below.last else { return false }
        return dark - sums[0] > 0.25 * (bright - sums[0])
    }

    /// Whether a setting names black as the light below which all is the same: with another value it is that light.
    private func isNamed(_ way: Way, _ output: SIMD4<Double>, _ probing: Probing) throws -> Bool {
        let depth = Self.depths[0]
        let complete = filter.complete(
            probing.settings, size: (33, 33), contentHeadroom: probing.composition.color.contentHeadroom)
        return try filter.parameters.contains { parameter in
            guard [.float, .vec2, .vec3, .vec4].contains(parameter.kind), parameter.range.contains(2 * depth),
                complete[parameter.name]?.allSatisfy({ $0 == 0 }) ?? false
            else { return false }
            let other = probing.setting([parameter.name: Array(repeating: 2 * depth, count: parameter.width)])
            return try other.responses(to: [way.input(probing.given(depth)), way.input(probing.given(-depth))])
                .allSatisfy { $0.values.contains { ($0 - output).brightest <= 1e-9 } }
        }
    }

    /// Whether a gain of 0 takes the light below black away: with a little more it goes on, and nothing bends at black, for
    /// what is just above vanishes as well.
    private func isScaledAway(_ way: Way, _ probing: Probing) throws -> Bool {
        let complete = filter.complete(
            probing.settings, size: (33, 33), contentHeadroom: probing.composition.color.contentHeadroom)
        let (small, smaller) = (1.0 / 1024, 1.0 / 16384)
        let near = try probing.responses(to: [0, smaller, small].map { way.input($0) })
        let bends = near[0].values.indices.contains { place in
            func rise(_ number: Int) -> Double { (near[number].values[place] - near[0].values[place]).brightest }
            return rise(1) / smaller > 0.25 * rise(2) / small && rise(2) > 1e-7
        }
        if bends { return false }
        return try filter.parameters.contains { parameter in
            guard [.float, .vec2, .vec3, .vec4, .color].contains(parameter.kind),
                let numbers = complete[parameter.name],
                numbers.contains(0), parameter.range.contains(0.0625)
            else { return false }
            let other = probing.setting([parameter.name: numbers.map { $0 == 0 ? 0.0625 : $0 }])
            let found = try other.responses(to: Self.depths.prefix(2).map { way.input(probing.given(-$0)) })
            return found[0].values.indices.contains {
                (found[0].values[$0] - found[1].values[$0]).brightest > 1e-6
            }
        }
    }

    /// Follows light below 0, and above it: what moves above and stands still below is clipped.
    mutating func examineBelow(_ probing: Probing) throws {
        guard isOpen(.clipsNegative, probing), filter.kind != .warp else { return }
        let depths = Self.depths.map(probing.given)
        let lights = [0] + depths + depths.map(-)
        let groups = groups
        try probing.prepare(groups.joined().flatMap { way in lights.map(way.input) })
        for ways in groups {
            var clipped: (way: Way, output: SIMD4<Double>)?
            var mirrored: (way: Way, output: SIMD4<Double>)?
            var goesOn = false
            for way in ways {
                let responses = try probing.responses(to: lights.map(way.input))
                for place in responses[0].values.indices
                where responses.dropFirst().allSatisfy({ $0.isSure(at: place) }) {
                    var values = responses.map { $0.values[place] }
                    let (above, below) = (values[1...depths.count], values[(depths.count + 1)...])
                    let deepest = below[below.startIndex]
                    // Black itself may hang on rounding, where steps of codes begin.
                    let isSure = responses[0].isSure(at: place)
                    // Of two pictures, a mean of light and none may be black by right.
                    if !isSure, filter.kind == .blend { continue }
                    if !isSure { values[0] = deepest }
                    let isLit = above.allSatisfy { ($0 - values[0]).brightest > 1e-4 }
                    let stands = below.allSatisfy { ($0 - deepest).brightest <= 1e-9 }
                    // What jumps at black is a choice.
                    let isSteady = (deepest - (isSure ? values[0] : values[1])).brightest < 0.05
                    guard isLit else { continue }
                    // Rounding on the way through a signal shows more than that of light.
                    let isEven = zip(above, below).allSatisfy { ($0 - $1).brightest <= 1e-4 * $0.brightest }
                    let isGrey = way.input(0.5).allSatisfy(\.isGrey)
                    let isTurned = isEven || isGrey && Self.isTurned(values, depths.count)
                    // Of two pictures, both negative, a product is positive.
                    if isTurned, !stands, mirrored == nil, filter.kind != .blend {
                        mirrored = (way, below[below.endIndex - 1])
                    }
                    if !stands { goesOn = true }
                    if stands, isSteady, clipped == nil { clipped = (way, below[below.endIndex - 1]) }
                }
            }
            if let mirrored {
                report(
                    .clipsNegative, probing, input: mirrored.way.input(lights[lights.count - 1]),
                    output: mirrored.output,
                    "\(mirrored.way.name) comes out like light above it: colours outside the gamut change into "
                        + "others, and noise around black turns into light")
                return
            }
            guard let clipped, !goesOn, try !isNamed(clipped.way, clipped.output, probing),
                try !isScaledAway(clipped.way, probing)
            else { continue }
            report(
                .clipsNegative, probing, input: clipped.way.input(lights[lights.count - 1]), output: clipped.output,
                "\(clipped.way.name) all becomes the same: colours outside the gamut lose what tells them apart, and "
                    + "noise around black turns into light")
            return
        }
    }
}
