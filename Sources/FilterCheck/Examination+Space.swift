import CPUReference
import FilterGraph
import FilterLanguage
import Foundation

/// Filters that read neighbours: weights and borders.
extension Examination {
    mutating func examineSpace(_ probing: Probing, isInitial: Bool) throws {
        if probing.further == .white {
            if isInitial { try examinePrecision(probing) }
            try examineLinear(probing)
            try examineSize(probing)
        }
        guard probing.isSpatial else { return }
        try examineNeighbours(probing)
        if filter.kind == .area || filter.kind == .raw { try examineReach(probing) }
        if isInitial, probing.further == .white {
            try examinePlace(probing)
            if filter.kind != .raw { try examineCentre(probing) }
        }
    }

    /// What pixels beside one another make of one another, at any setting.
    mutating func examineNeighbours(_ probing: Probing) throws {
        try examineEdges(probing)
        guard filter.kind == .area || filter.kind == .raw else { return }
        try examineUniform(probing)
        try examineFringes(probing)
    }

    /// A colour that is bright in one channel, and none alike.
    static let color = SIMD4(4.0, 1, 0.25, 1)

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
            scales.allSatisfy({ ($0 / share - 1).magnitude < 1e-3 }), try !isAdded(share, probing)
        {
            report(
                .weightsOff, probing, input: [Self.color], output: middle, wanted: Self.color,
                "a uniform picture comes out \(Finding.shown(share)) times as bright")
        }
        if reportKept(probing, Self.color, (0..<(side * side)).map { picture[$0 % side, $0 / side] }) { return }
        try examineRim(probing, picture)
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

    /// Looks for light that is less at the border, and there alone, as where samples outside are left out of a sum that is
    /// divided by all of the weights.
    private mutating func examineRim(_ probing: Probing, _ picture: ReferencePicture) throws {
        let (width, height) = (picture.width, picture.height)
        guard isOpen(.weightsOff, probing), filter.kind == .area, !filter.outsideIsClear, probing.further == .white,
            let reach = probing.reach(width: width, height: height), reach >= 1, reach <= Double(width / 2 - 2)
        else { return }
        var rim: [(place: Int, share: Double)] = []
        for place in 0..<(width * height) {
            let (x, y) = (place % width, place / width)
            let pixel = picture[x, y]
            let share = pixel.x / Self.color.x
            if (share - 1).magnitude < 2e-3 { continue }
            let away = min(x, y, width - 1 - x, height - 1 - y)
            let isScaled = (0..<3).allSatisfy { (pixel[$0] - Self.color[$0] * share).magnitude < 1e-3 }
            guard isScaled, away < Int(reach.rounded(.up)), 0.2..<1 ~= share, (pixel.w - 1).magnitude < 1e-3 else {
                return
            }
            rim.append((place, share))
        }
        // A frame that is drawn has one shade, and sees no neighbours.
        guard let darkest = rim.min(by: { $0.share < $1.share }), let brightest = rim.max(by: { $0.share < $1.share }),
            brightest.share - darkest.share > 2e-3 || reach < 2, try seesNeighbours(probing)
        else { return }
        report(
            .weightsOff, probing, input: [Self.color],
            output: picture[darkest.place % width, darkest.place / width], wanted: Self.color,
            "at the border a uniform picture comes out \(Finding.shown(darkest.share)) times as bright, a dark rim: the "
                + "weights that are left there do not sum to one")
    }

    /// Whether the light that a uniform picture gains is what a parameter adds, or multiplies by, in stops too: half of the
    /// one is half of the other.
    ///
    /// A glow brightens by as much as it is asked to; weights that do not sum to one follow no parameter so.
    private func isAdded(_ share: Double, _ probing: Probing) throws -> Bool {
        let complete = filter.complete(
            probing.settings, size: (33, 33), contentHeadroom: probing.composition.color.contentHeadroom)
        for parameter in filter.parameters where parameter.kind == .float {
            guard let number = complete[parameter.name]?.first, number != 0, parameter.range.contains(number / 2) else {
                continue
            }
            let other = probing.setting([parameter.name: [number / 2]])
            let light = try other.render([ProbePicture(width: 33, height: 33) { _, _ in Self.color }])[16, 16].x
            let half = light / Self.color.x
            if share > 1, ((half - 1) / (share - 1) - 0.5).magnitude < 0.01 { return true }
            // Weights that forget a width grow with it as well.
            let isWidth = parameter.unit?.lowercased().contains("pixel") ?? false
            let isGain = (half / share - 0.5).magnitude < 0.005 || (half / share.squareRoot() - 1).magnitude < 0.0005
            if !isWidth, isGain, (share - 1).magnitude > 0.05 { return true }
        }
        return false
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
}
