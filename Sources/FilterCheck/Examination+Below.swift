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
                for place in responses[0].values.indices where responses.allSatisfy({ $0.isSure(at: place) }) {
                    let values = responses.map { $0.values[place] }
                    let (above, below) = (values[1...depths.count], values[(depths.count + 1)...])
                    let isLit = above.allSatisfy { ($0 - values[0]).brightest > 1e-4 }
                    let stands = below.allSatisfy { ($0 - below[below.startIndex]).brightest <= 1e-9 }
                    // What jumps at black is a choice.
                    let isSteady = (below[below.startIndex] - values[0]).brightest < 0.05
                    guard isLit else { continue }
                    let isEven = zip(above, below).allSatisfy { ($0 - $1).brightest <= 1e-6 * $0.brightest }
                    // Of two pictures, both negative, a product is positive.
                    if isEven, !stands, mirrored == nil, filter.kind != .blend {
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
                    "\(mirrored.way.name) comes out like light of the same size: colours outside the gamut change into "
                        + "others, and noise around black turns into light")
                return
            }
            guard let clipped, !goesOn else { continue }
            report(
                .clipsNegative, probing, input: clipped.way.input(lights[lights.count - 1]), output: clipped.output,
                "\(clipped.way.name) all becomes the same: colours outside the gamut lose what tells them apart, and "
                    + "noise around black turns into light")
            return
        }
    }
}
