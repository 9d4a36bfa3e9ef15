import FilterGraph
import FilterLanguage
import Foundation

/// Filters that read neighbours: weights, borders, edges of alpha, half pixels.
extension Examination {
    mutating func examineSpace(_ probing: Probing, isInitial: Bool) throws {
        if probing.further == .white {
            if isInitial { try examinePrecision(probing) }
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
        // What brightens a whole shader's light and leaves alpha is no kernel.
        let isKernel = filter.kind == .area || (middle.w - share).magnitude < 1e-3
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

    /// One colour under a mask of alpha: what remains of it anywhere must be what the opaque colour gives.
    private mutating func examineMask(_ probing: Probing) throws {
        guard isOpen(.unpremultipliedEdges, probing) else { return }
        let (width, height) = (25, 9)
        func masked(_ x: Int) -> Double { x < 12 ? 1 : x == 12 ? 0.5 : 0 }
        let whole = try probing.render([ProbePicture(width: width, height: height) { _, _ in Self.color }])
        let source = ProbePicture(width: width, height: height) { x, _ in Self.color * masked(x) }
        let found = try probing.render([source])
        for place in 0..<(width * height) {
            let (x, y) = (place % width, place / width)
            let (opaque, output) = (whole[x, y], found[x, y])
            guard opaque.w > 0.01, output.w > 0.01, output.w <= 1.001 else { continue }
            let wanted = opaque.straight
            let straight = output.straight
            let slack = 0.01 * max(wanted.brightest, 0.01)
            guard (straight - wanted).brightest > slack else { continue }
            report(
                .unpremultipliedEdges, probing, input: [source.pixels[place]], output: output,
                wanted: SIMD4(wanted.x * output.w, wanted.y * output.w, wanted.z * output.w, output.w),
                "beside a soft edge the colour differs from what the opaque colour gives: edges get a fringe")
            return
        }
    }

    // MARK: Place

    /// A soft dot in the middle: does it come out half a pixel beside?
    private mutating func examinePlace(_ probing: Probing) throws {
        let side = 33
        let dot = ProbePicture(width: side, height: side) { x, y in
            let away = pow(Double(x) - 16, 2) + pow(Double(y) - 16, 2)
            return SIMD4(SIMD3(repeating: 2 * exp(-away / 12.5)), 1)
        }
        let picture = try probing.render([dot])
        var (sum, across, down) = (0.0, 0.0, 0.0)
        for place in 0..<(side * side) {
            let light = picture[place % side, place / side].y
            sum += light
            across += light * Double(place % side - 16)
            down += light * Double(place / side - 16)
        }
        guard sum > 1, sum.isFinite else { return }
        let moved = (x: across / sum, y: down / sum)
        func isHalf(_ distance: Double) -> Bool { (distance.magnitude - 0.5).magnitude < 0.06 }
        func isNothing(_ distance: Double) -> Bool { distance.magnitude < 0.06 }
        guard isHalf(moved.x) || isHalf(moved.y), isHalf(moved.x) || isNothing(moved.x),
            isHalf(moved.y) || isNothing(moved.y)
        else { return }
        let middle = SIMD4(SIMD3(repeating: 2.0), 1)
        report(
            .halfPixelOff, probing, input: [middle], output: picture[16, 16],
            "the picture moves by (\(Finding.shown(moved.x)), \(Finding.shown(moved.y))) pixels, which softens it and "
                + "shifts it against other layers")
    }

    // MARK: Reach

    private mutating func examineReach(_ probing: Probing) throws {
        let limit = 24.0
        guard isOpen(.readsOutsideReach, probing), let reach = probing.reach(width: 65, height: 65),
            reach.isFinite, reach <= limit
        else { return }
        let allowed = Int(max(reach, 0).rounded(.up))
        let side = 2 * (allowed + 8) + 1
        let middle = side / 2
        for x in [middle, 0, side - 1] {
            /// Noise, of which everything further from the pixel than `distance` is another.
            func picture(_ distance: Int) -> ProbePicture {
                var random = SeededRandom(seed: seed, for: "reach")
                return ProbePicture(width: side, height: side) { column, row in
                    let light = SIMD3(random.unit(), random.unit(), random.unit()) * 4
                    let isOutside = max(abs(column - x), abs(row - middle)) > distance
                    return SIMD4(isOutside ? SIMD3(repeating: 5) - light : light, 1)
                }
            }
            func result(_ distance: Int) throws -> SIMD4<Double> {
                try probing.render([picture(distance)])[x, middle]
            }
            let whole = try result(side)
            guard whole != (try result(allowed)) else { continue }
            var furthest = allowed + 1
            while furthest < side, try result(furthest) != whole { furthest += 1 }
            report(
                .readsOutsideReach, probing, input: [picture(side).pixels[middle * side + x]], output: whole,
                "at pixel (\(x), \(middle)) of \(side)x\(side) a pixel \(furthest) away has an effect, and 'reach' says "
                    + Finding.shown(reach))
            return
        }
    }
}
