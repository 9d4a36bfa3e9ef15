import ColorScience
import FilterGraph
import FilterLanguage

extension Examination {
    /// Light that is unusual but real: far above white, out of gamut, negative.
    private static let extremes: [SIMD3<Double>] = [
        [0, 0, 0], [1, 1, 1], [65504, 65504, 65504], [1000, 0, 0], [0, 100, 0], [0, 0, 64], [64, -0.25, 0.01],
        [-0.5, -0.5, -0.5], [-8, -8, -8], [-0.001, 0.5, 4], [2, 0, -0.05],
    ]

    /// Tries single pixels: light that must not become negative or no number, and alpha.
    mutating func examinePixels(_ probing: Probing) throws {
        let covers = filter.kind == .blend ? [] : Cover.all(probing)
        try probing.prepare(opaqueInputs(probing) + finiteInputs + covers.flatMap(\.inputs))
        try examineNegative(probing)
        try examineFinite(probing)
        if filter.kind == .blend { try examineCoverage(probing) } else { try examineAlpha(probing, covers) }
        try examineKept(probing)
        try examineClear(probing)
    }

    // MARK: No number

    private mutating func examineFinite(_ probing: Probing) throws {
        guard isOpen(.notFinite, probing) else { return }
        // A composition's signal ends at 10000 cd/m2; what its curves make of far more is no filter's doing.
        let inputs = finiteInputs.filter { pixels in
            filter.light != .signal || pixels.allSatisfy { $0.brightest <= 64 }
        }
        // What no bound vouches for is looked at closely: a guard that keeps a division from nothing may stand before it.
        let responses = try probing.responses(to: inputs)
        let open = zip(inputs, responses).filter { _, response in !response.isSafe }
        guard let found = try probing.notFinite(among: open.map(\.0)) else {
            guard let number = responses.firstIndex(where: { $0.fragile.contains(true) }),
                let place = responses[number].fragile.firstIndex(of: true)
            else { return }
            report(
                .notFinite, probing, input: inputs[number], output: responses[number].values[place],
                "on some devices this becomes no number (NaN): rounding takes the argument of a root, a power, a logarithm or "
                    + "an arc to where it has none")
            return
        }
        report(
            .notFinite, probing, input: found.input, output: found.output,
            "finite light becomes \(found.output.brokenName)")
    }

    /// Finite light of every kind.
    private var finiteInputs: [[SIMD4<Double>]] {
        var pixels: [SIMD4<Double>] = []
        for light in Self.extremes { pixels += [SIMD4(light, 1), SIMD4(light * 0.5, alpha: 0.5)] }
        pixels += [[0, 0, 0, 0], [0.5, 0.25, 0, 0], [1e-4, 0, 0, 1 / 1024], [-0.01, 0, 0.01, 1 / 255]]
        guard filter.kind == .blend else { return pixels.map { [$0] } }
        return pixels.flatMap { below in
            [pixels[0], pixels[2], pixels[15], pixels[22]].flatMap { [[below, $0], [$0, below]] }
        }
    }

    // MARK: Alpha

    private mutating func examineAlpha(_ probing: Probing, _ covers: [Cover]) throws {
        for cover in covers {
            let responses = try probing.responses(to: cover.inputs)
            let opaque = responses[0]
            for (number, response) in responses.enumerated() {
                let input = cover.inputs[number][0]
                for (place, output) in response.values.enumerated() where response.isSure(at: place) {
                    let (whole, bound) = (opaque.values[place], response.bounds[place])
                    try examineAlpha(probing, input, output, bound, opaque: whole)
                    // Below this, what keeps a division by alpha from nothing may show.
                    guard cover.isOfEdges, opaque.isSure(at: place), 0.0625..<1 ~= input.w else { continue }
                    if filter.kind == .area || filter.kind == .raw { examineEvenCover(probing, input, output, whole) }
                    guard filter.kind == .point else { continue }
                    // What is laid below it, as paper is, has a colour of its own.
                    if filter.changesAlpha, try isShare(input, output, of: whole, probing, place) { continue }
                    examineEdge(probing, input, output, bound, whole, opaque.bounds[place])
                }
            }
        }
    }

    /// An area filter in a picture of one colour that covers in part: between that colour and what the opaque one becomes.
    ///
    /// A glow that grows with the light that there is, and no further, is none of alpha's faults.
    private mutating func examineEvenCover(
        _ probing: Probing, _ input: SIMD4<Double>, _ output: SIMD4<Double>, _ opaque: SIMD4<Double>
    ) {
        guard !filter.changesAlpha, probing.further == .white, (output.w - input.w).magnitude < 1e-3 else { return }
        let (own, straight) = (input.straight, output.straight)
        let slack = 0.01 * max(opaque.brightest, own.brightest, 0.01)
        guard
            let channel = (0..<3).first(where: { channel in
                straight[channel] < min(own[channel], opaque[channel]) - slack
                    || straight[channel] > max(own[channel], opaque[channel]) + slack
            }), isOpen(.unpremultipliedEdges, probing)
        else { return }
        report(
            .unpremultipliedEdges, probing, input: [input], output: output,
            wanted: SIMD4(SIMD3(opaque.x, opaque.y, opaque.z), alpha: input.w),
            "\(["red", "green", "blue"][channel]) of a colour that covers \(Finding.shown(input.w)) is neither that share of "
                + "it nor of what the opaque colour becomes: edges get a fringe")
    }

    private mutating func examineAlpha(
        _ probing: Probing, _ input: SIMD4<Double>, _ output: SIMD4<Double>, _ bound: SIMD4<Double>,
        opaque: SIMD4<Double>
    ) throws {
        let slack = bound.w + 1e-6
        // A kernel whose weights are off scales alpha with the colour: one fault, not two.
        let share = output.w / input.w
        let isScaled = filter.kind != .point && (0..<3).allSatisfy { (output[$0] - input[$0] * share).magnitude < 1e-3 }
        if isScaled, 0.4...2.5 ~= share { return }
        if output.w < -slack || output.w > 1 + slack {
            report(.losesAlpha, probing, input: [input], output: output, "alpha leaves 0...1")
        }
        guard !filter.changesAlpha, (output.w - input.w).magnitude > slack else { return }
        report(
            .losesAlpha, probing, input: [input], output: output, wanted: SIMD4(output.x, output.y, output.z, input.w),
            output.w == 1
                ? "every pixel becomes opaque" : "alpha \(Finding.shown(input.w)) becomes \(Finding.shown(output.w))")
    }

    /// Whether a colour makes the same difference to black at partial alpha as where it is opaque, by that share.
    private func isShare(
        _ input: SIMD4<Double>, _ output: SIMD4<Double>, of opaque: SIMD4<Double>, _ probing: Probing, _ place: Int
    ) throws -> Bool {
        let black = try probing.responses(to: [[[0, 0, 0, input.w]], [[0, 0, 0, 1]]]).map { $0.values[place] }
        let wanted = (opaque - black[1]) * input.w
        return (output - black[0] - wanted).brightest <= 1e-3 * max(wanted.brightest, 0.01)
    }

    /// Compares what partial alpha gives with what the opaque colour gives.
    private mutating func examineEdge(
        _ probing: Probing, _ input: SIMD4<Double>, _ output: SIMD4<Double>, _ bound: SIMD4<Double>,
        _ opaque: SIMD4<Double>, _ opaqueBound: SIMD4<Double>
    ) {
        // A filter that forgets alpha has lost it; what its colour should be divided by is then unknown.
        let alpha = filter.changesAlpha ? output.w : input.w
        guard opaque.w > 1e-6, alpha > 1e-6 else { return }
        let straight = SIMD4(opaque.x, opaque.y, opaque.z, 0) / (filter.changesAlpha ? opaque.w : 1)
        for channel in 0..<3 {
            let wanted = straight[channel] * alpha
            let allowance = bound[channel] + opaqueBound[channel] + 1e-4 * max(straight.brightest * alpha, 0.01)
            guard (output[channel] - wanted).magnitude > allowance else { continue }
            report(
                .unpremultipliedEdges, probing, input: [input], output: output,
                wanted: SIMD4(straight.x * alpha, straight.y * alpha, straight.z * alpha, alpha),
                "a soft edge of this colour is not \(Finding.shown(input.w)) of what the opaque colour gives: edges get a "
                    + "fringe")
            return
        }
    }

    private mutating func examineClear(_ probing: Probing) throws {
        guard isOpen(.fillsTransparent, probing), probing.further == .white else { return }
        let input = Array(repeating: SIMD4<Double>.zero, count: filter.sourceCount)
        let response = try probing.responses(to: [input])[0]
        for (output, bound) in zip(response.values, response.bounds) {
            guard (0..<4).contains(where: { output[$0].magnitude > bound[$0] + 1e-9 }) else { continue }
            report(
                .fillsTransparent, probing, input: input, output: output, wanted: .zero,
                "what was transparent is filled, so that layers below disappear")
            return
        }
    }
}

/// A colour, and how much of a pixel it covers: all of it first.
private struct Cover {
    let inputs: [[SIMD4<Double>]]
    /// Whether its parts must be parts of what the whole becomes; else only its alpha is looked at.
    let isOfEdges: Bool

    private init(_ color: SIMD3<Double>, _ alphas: [Double], isOfEdges: Bool = true) {
        inputs = alphas.map { [SIMD4(color, alpha: $0)] }
        self.isOfEdges = isOfEdges
    }

    /// Alphas next to 1 and to 0, where some filters end them, and colours that some key out.
    static func all(_ probing: Probing) -> [Cover] {
        let colors: [SIMD3<Double>] = [[4, 1, 0.25], [0.0625, 0.5, 2]]
        let grey: SIMD3<Double> = [0.1875, 0.1875, 0.1875]
        // Each is a picture of its own where pixels cannot stand side by side.
        guard probing.standsSideBySide else {
            return [Cover(grey, [1, 0.984375, 0.75, 0.5, 0.25, 0.0625])] + colors.map { Cover($0, [1, 0.5, 0.25]) }
                + [Cover(.zero, [1]), Cover([16, 16, 16], [1, 0.5], isOfEdges: false)]
        }
        let fine = [255.0, 252, 240, 224, 192, 160, 128, 96, 64, 32, 16, 4, 1].map { $0 / 256 }
        let keyed: [SIMD3<Double>] = [[0, 0, 0], [16, 16, 16], [-0.25, -0.25, -0.25]]
        return [Cover(grey, [1] + fine)] + (colors + [[1, 1, 1]]).map { Cover($0, [1, 0.5, 0.25, 0.0625]) }
            + keyed.map { Cover($0, [1, 0.75, 0.25], isOfEdges: false) }
    }
}

extension Response {
    /// Whether nothing about the place hangs on rounding.
    func isSure(at place: Int) -> Bool {
        !undecided[place] && values[place].isFinite && bounds[place].isFinite
    }

    /// Whether every number is one that devices agree on.
    var isSafe: Bool {
        zip(values, bounds).allSatisfy { value, bound in (0..<4).allSatisfy { value[$0].isSafe(bound: bound[$0]) } }
    }
}

extension SIMD4<Double> {
    var isGrey: Bool { x == y && y == z }
}

extension Double {
    /// Whether a result is a number that devices agree on, or so large that every store ends it.
    func isSafe(bound: Double) -> Bool { isFinite && (bound.isFinite || magnitude > 65504) }
}
