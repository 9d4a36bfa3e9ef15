import CPUReference
import FilterGraph
import FilterLanguage
import Foundation

/// Filters that read neighbours: weights, borders, edges of alpha, half pixels.
extension Examination {
    mutating func examineSpace(_ probing: Probing, isInitial: Bool) throws {
        if probing.further == .white {
            if isInitial { try examinePrecision(probing) }
            try examineLinear(probing)
            try examineSize(probing)
        }
        guard probing.isSpatial else { return }
        try examineEdges(probing)
        if filter.kind == .area || filter.kind == .raw {
            try examineUniform(probing)
            try examineMask(probing)
            try examineReach(probing)
        }
        if isInitial, probing.further == .white { try examinePlace(probing) }
    }

    private static let color = SIMD4(4.0, 1, 0.25, 1)

    // MARK: Uniform pictures

    private mutating func examineUniform(_ probing: Probing) throws {
        let side = 33
        let picture = try probing.render([ProbePicture(width: side, height: side) { _, _ in Self.color }])
        let middle = picture[side / 2, side / 2]
        // Weights that are off scale every channel and every light alike; a filter that means to is another thing.
        let half = try probing.render([ProbePicture(width: side, height: side) { _, _ in [0.5, 0.5, 0.5, 1] }])
        let share = middle.x / Self.color.x
        let scales = [middle.y / Self.color.y, middle.z / Self.color.z, half[side / 2, side / 2].y / 0.5]
        // What brightens a whole shader's light and leaves alpha is no kernel, unless it looks at neighbours.
        let isKernel = try filter.kind == .area || (middle.w - share).magnitude < 1e-3 || seesNeighbours(probing)
        // What a mask makes of it is no matter of weights.
        if probing.further == .white, isKernel, 0.4...2.5 ~= share, (share - 1).magnitude > 2e-3,
            scales.allSatisfy({ ($0 / share - 1).magnitude < 1e-3 })
        {
            report(
                .weightsOff, probing, input: [Self.color], output: middle, wanted: Self.color,
                "a uniform picture comes out \(Finding.shown(share)) times as bright")
        }
        guard !filter.changesAlpha, (middle.w - 1).magnitude < 1e-3 else { return }
        for place in 0..<(side * side) {
            let pixel = picture[place % side, place / side]
            guard pixel.w < 1 - 2e-3 else { continue }
            report(
                .clearEdges, probing, input: [Self.color], output: pixel, wanted: middle,
                "near the border an opaque picture gets alpha \(Finding.shown(pixel.w)): a dark rim")
            return
        }
    }

    /// Whether a pixel beside another has an effect on it.
    private func seesNeighbours(_ probing: Probing) throws -> Bool {
        let side = 17
        func result(_ light: Double) throws -> SIMD4<Double> {
            try probing.render([
                ProbePicture(width: side, height: side) { x, y in
                    let isBeside = (x, y) != (side / 2, side / 2)
                    return isBeside ? [light, light, light, 1] : [1, 1, 1, 1]
                }
            ])[side / 2, side / 2]
        }
        return try result(0.5) != result(2)
    }

    /// One colour under a mask of alpha: what remains of it anywhere must be what the opaque colour gives.
    private mutating func examineMask(_ probing: Probing) throws {
        guard isOpen(.unpremultipliedEdges, probing) else { return }
        let (width, height) = (25, 9)
        func masked(_ x: Int) -> Double { x < 12 ? 1 : x == 12 ? 0.5 : 0 }
        let whole = try probing.render([ProbePicture(width: width, height: height) { _, _ in Self.color }])
        let source = ProbePicture(width: width, height: height) { x, _ in Self.color * masked(x) }
        let found = try probing.render([source])
        var laid: Laid?
        for place in 0..<(width * height) {
            let (x, y) = (place % width, place / width)
            let (opaque, output) = (whole[x, y], found[x, y])
            guard opaque.w > 0.01, output.w > 0.01, output.w <= 1.001 else { continue }
            let wanted = opaque.straight
            let straight = output.straight
            let slack = 0.01 * max(wanted.brightest, 0.01)
            guard (straight - wanted).brightest > slack else { continue }
            if filter.changesAlpha {
                // What is laid below or above it, a shadow or a glow, has a colour of its own.
                let known = try laid ?? Laid(probing, whole: whole, found: found, source: source)
                laid = known
                if known.isKept(x, y, slack: 0.01 * Self.color.brightest) { continue }
            }
            report(
                .unpremultipliedEdges, probing, input: [source.pixels[place]], output: output,
                wanted: SIMD4(wanted.x * output.w, wanted.y * output.w, wanted.z * output.w, output.w),
                "beside a soft edge the colour differs from what the opaque colour gives: edges get a fringe")
            return
        }
    }

    /// What becomes of a masked colour, told apart from what the filter lays beside it: the difference that the colour
    /// makes to what it makes of black.
    private struct Laid {
        private let source: ProbePicture
        private let whole: Difference
        private let found: Difference
        private let dark: Difference

        /// Two pictures, one of which is of the same alpha without colour.
        private struct Difference {
            let color: ReferencePicture
            let black: ReferencePicture

            subscript(x: Int, y: Int) -> SIMD4<Double> { color[x, y] - black[x, y] }
        }

        init(_ probing: Probing, whole: ReferencePicture, found: ReferencePicture, source: ProbePicture) throws {
            self.source = source
            func made(_ pixel: (SIMD4<Double>) -> SIMD4<Double>) throws -> ReferencePicture {
                var picture = source
                for place in picture.pixels.indices { picture.pixels[place] = pixel(source.pixels[place]) }
                return try probing.render([picture])
            }
            let black = try made { _ in [0, 0, 0, 1] }
            self.whole = Difference(color: whole, black: black)
            self.found = Difference(color: found, black: try made { [0, 0, 0, $0.w] })
            dark = Difference(color: try made { [$0.x, $0.y, $0.z, 1] }, black: black)
        }

        /// Whether the colour's own part is what premultiplied light gives, or its cover's share of the opaque colour's.
        func isKept(_ x: Int, _ y: Int, slack: Double) -> Bool {
            let cover = source.pixels[y * source.width + x].w
            return (found[x, y] - dark[x, y]).brightest <= slack
                || (found[x, y] - whole[x, y] * cover).brightest <= slack
        }
    }

    // MARK: Place

    /// Soft dots in several places: do they all come out half a pixel beside?
    private mutating func examinePlace(_ probing: Probing) throws {
        func isHalf(_ distance: Double) -> Bool { (distance.magnitude - 0.5).magnitude < 0.06 }
        func isNothing(_ distance: Double) -> Bool { distance.magnitude < 0.06 }
        guard let middle = try shift(ofDotAt: (16, 16), probing), isHalf(middle.x) || isHalf(middle.y),
            isHalf(middle.x) || isNothing(middle.x), isHalf(middle.y) || isNothing(middle.y)
        else { return }
        // What bends a picture moves its parts by different ways.
        for place in [(11, 20), (21, 13)] {
            guard let other = try shift(ofDotAt: place, probing), (other.x - middle.x).magnitude < 0.02,
                (other.y - middle.y).magnitude < 0.02
            else { return }
        }
        report(
            .halfPixelOff, probing, input: [SIMD4(SIMD3(repeating: 2.0), 1)], output: middle.output,
            "the picture moves by (\(Finding.shown(middle.x)), \(Finding.shown(middle.y))) pixels, which softens it and "
                + "shifts it against other layers")
    }

    /// How many pixels a soft dot is moved, and what is where it was; `nil` where nothing is left of it.
    private func shift(
        ofDotAt place: (x: Int, y: Int), _ probing: Probing
    ) throws -> (x: Double, y: Double, output: SIMD4<Double>)? {
        let side = 33
        let dot = ProbePicture(width: side, height: side) { x, y in
            let away = pow(Double(x - place.x), 2) + pow(Double(y - place.y), 2)
            return SIMD4(SIMD3(repeating: 2 * exp(-away / 12.5)), 1)
        }
        let picture = try probing.render([dot])
        var (sum, across, down) = (0.0, 0.0, 0.0)
        for number in 0..<(side * side) {
            let light = picture[number % side, number / side].y
            sum += light
            across += light * Double(number % side - place.x)
            down += light * Double(number / side - place.y)
        }
        guard sum > 1, sum.isFinite else { return nil }
        return (across / sum, down / sum, picture[place.x, place.y])
    }
}
