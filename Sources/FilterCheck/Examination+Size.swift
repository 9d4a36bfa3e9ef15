import CPUReference
import FilterLanguage
import Foundation
import Frames

extension Examination {
    /// Whether the file says somewhere that it measures in pixels.
    var isMeasuredInPixels: Bool {
        filter.parameters.contains { parameter in
            let unit = parameter.unit?.lowercased() ?? ""
            if ["pixel", "px", "column", "row"].contains(where: unit.contains) { return true }
            return parameter.kind == .point && parameter.initial != .center
        } || isOfNeighbours
    }

    /// Whether the reach is said to be so small that nothing but a pixel's neighbours is meant, or hangs on parameters.
    private var isOfNeighbours: Bool {
        guard let reach = filter.reach, !reach.contains("size") else { return false }
        return Double(reach.trimmingCharacters(in: .whitespaces)).map { $0 <= 3 } ?? true
    }

    /// Compares a smooth picture with itself at twice the resolution.
    mutating func examineSize(_ probing: Probing) throws {
        let usesPlace = !filter.usedNames.isDisjoint(with: ["position", "size"])
        guard isOpen(.dependsOnSize, probing), !isMeasuredInPixels, usesPlace || probing.isSpatial else { return }
        let (width, height) = (32, 24)
        func picture(_ scale: Int, _ index: Int) -> ProbePicture {
            ProbePicture(width: width * scale, height: height * scale) { x, y in
                let (u, v) = ((Double(x) + 0.5) / Double(scale), (Double(y) + 0.5) / Double(scale))
                let wave = 0.75 + 0.5 * sin((u + Double(index)) * .pi / 8) * cos(v * .pi / 8)
                // A soft edge beside the waves: a kernel may be just as wide as one of these.
                let edge = 0.75 + 0.5 * tanh((u - 12) / 3)
                return [wave, 1.5 - wave, edge, 1]
            }
        }
        let count = filter.sourceCount
        let small = try probing.render((0..<count).map { picture(1, $0) })
        let large = try probing.render((0..<count).map { picture(2, $0) })
        var (different, worst, place) = (0, 0.0, (x: 0, y: 0))
        for y in 0..<height {
            for x in 0..<width {
                let one = small[x, y]
                let four =
                    (large[2 * x, 2 * y] + large[2 * x + 1, 2 * y] + large[2 * x, 2 * y + 1]
                        + large[2 * x + 1, 2 * y + 1]) / 4
                let distance = (0..<4).map { (one[$0] - four[$0]).magnitude }.max() ?? 0
                guard distance > 0.05 + shift(small, x, y), !isAtBorder(small, x, y) else { continue }
                different += 1
                if distance > worst { (worst, place) = (distance, (x, y)) }
            }
        }
        guard different * 20 > width * height else { return }
        let input = (0..<count).map { picture(1, $0).pixels[place.y * width + place.x] }
        report(
            .dependsOnSize, probing, input: input, output: large[2 * place.x, 2 * place.y],
            wanted: small[place.x, place.y],
            "at twice the resolution \(100 * different / (width * height)) % of the picture look different, and no "
                + "parameter is in pixels")
    }

    /// Whether the picture ends there for nothing: twice the pixels draw that border finer.
    private func isAtBorder(_ picture: ReferencePicture, _ x: Int, _ y: Int) -> Bool {
        guard filter.outsideIsClear || !filter.usedNames.isDisjoint(with: ["atOrClear", "texelOrClear"]) else {
            return false
        }
        let rows = max(y - 1, 0)...min(y + 1, picture.height - 1)
        let alphas = rows.flatMap { row in
            (max(x - 1, 0)...min(x + 1, picture.width - 1)).map { picture[$0, row].w }
        }
        return (alphas.max() ?? 0) - (alphas.min() ?? 0) > 0.05
    }

    /// How much may become of a pixel because what a filter draws by itself lies up to a pixel beside.
    private func shift(_ picture: ReferencePicture, _ x: Int, _ y: Int) -> Double {
        guard filter.kind == .generate else { return 0 }
        let neighbours = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        return neighbours.reduce(0) { most, place in
            let (column, row) = (min(max(place.0, 0), picture.width - 1), min(max(place.1, 0), picture.height - 1))
            return max(most, (picture[column, row] - picture[x, y]).brightest)
        }
    }

    /// Looks for arithmetic that loses what a device's floats can say: two devices, both of them right, whose pictures
    /// differ so that it is seen.
    mutating func examinePrecision(_ probing: Probing) throws {
        guard isOpen(.losesPrecision, probing), !probing.isOfDevice else { return }
        let (width, height) = probing.isSpatial ? (24, 16) : (64, 48)
        var random = SeededRandom(seed: seed, for: "precision")
        let pictures = (0..<filter.sourceCount).map { _ in
            ProbePicture(width: width, height: height) { _, _ in
                // From 1/32 to 32 times white, each channel apart.
                let light = SIMD3(random.unit(), random.unit(), random.unit()) * 10 - 5
                return SIMD4(exp2(light.x), exp2(light.y), exp2(light.z), 1)
            }
        }
        let both = try probing.followed(pictures)
        var worst: (distance: Double, channel: Int, place: Int)?
        var count = 0
        for place in 0..<(width * height) {
            let exact = both.exact[place % width, place / width]
            let rounded = both.rounded[place % width, place / width]
            guard exact.isFinite, rounded.isFinite else { continue }
            // What is seen: a part of the light, or of what is nearly black.
            func distance(_ channel: Int) -> Double {
                (exact[channel] - rounded[channel]).magnitude / max(exact[channel].magnitude, 0.05)
            }
            let channel = (0..<3).max { distance($0) < distance($1) } ?? 0
            guard distance(channel) > 0.004 else { continue }
            count += 1
            if distance(channel) > worst?.distance ?? 0 { worst = (distance(channel), channel, place) }
        }
        // One pixel in many may lie just where a threshold does.
        guard count * 20 > width * height, let worst else { return }
        let (x, y) = (worst.place % width, worst.place / width)
        let (exact, rounded) = (both.exact[x, y], both.rounded[x, y])
        report(
            .losesPrecision, probing, input: filter.kind == .generate ? [] : pictures.map { $0.pixels[worst.place] },
            output: rounded, wanted: exact,
            "at pixel (\(x), \(y)) of \(width)x\(height) exact arithmetic gives "
                + "\(["red", "green", "blue"][worst.channel]) \(Finding.shown(exact[worst.channel])), that of floats "
                + "\(Finding.shown(rounded[worst.channel])), and so in \(100 * count / (width * height)) % of the picture: "
                + "no two devices make the same")
    }

    /// Powers of two; one of them where no light goes in.
    private func lights(from low: Double, through high: Double, by step: Double, _ probing: Probing) -> [Double] {
        guard filter.kind != .generate else { return [1] }
        return stride(from: low, through: high, by: step).map { probing.given(exp2($0)) }
    }

    /// Compares how sure the result is at the start and after ten hours.
    mutating func examineTime(_ probing: Probing) throws {
        guard filter.usedNames.contains("time") else { return }
        let light = lights(from: -3, through: 2, by: 0.25, probing)
        let count = filter.sourceCount
        let inputs = light.map { Array(repeating: SIMD4($0, $0 * 0.5, $0 * 0.25, 1), count: count) }
        func unsure(_ time: MediaTime) throws -> [Response] {
            let later = probing.at(time)
            return try later.responses(to: inputs)
        }
        // Frames at 60/1.001 per second: neither time is a float.
        let early = try unsure(MediaTime(1001 * 7, 60_000))
        let late = try unsure(MediaTime(1001 * 2_157_842, 60_000))
        var shown: Int?
        var worse = 0
        for (index, pair) in zip(early, late).enumerated() {
            let isWorse = pair.1.bounds.indices.contains { place in
                let (before, after) = (pair.0.bounds[place].brightest, pair.1.bounds[place].brightest)
                let isOpen = pair.1.undecided[place] && !pair.0.undecided[place]
                return isOpen || after > 1e-3 && after > 16 * before
            }
            if isWorse { (shown, worse) = (index, worse + 1) }
        }
        guard let shown, worse * 10 > light.count else { return }
        report(
            .rawTime, probing, input: inputs[shown], output: late[shown].values[0],
            "after ten hours devices may differ by \(Finding.shown(late[shown].bounds[0].brightest)), for a float holds "
                + "that time to 1/256 second")
    }
}
