import FilterGraph
import FilterLanguage
import Foundation

/// Pictures that move by a part of a pixel, though nobody asked for it.
extension Examination {
    /// How a soft dot comes out.
    private struct Move {
        /// Pixels to the right, and down.
        let x: Double
        let y: Double
        /// How far from even the dot is to its two sides, in cubic pixels; what only moves keeps it even.
        let slant: Double
        /// What is where the dot was.
        let output: SIMD4<Double>

        /// Whether it lies between pixels, beside where it was.
        var isBetweenPixels: Bool {
            func part(_ distance: Double) -> Double { (distance - distance.rounded()).magnitude }
            return max(x.magnitude, y.magnitude) < 0.98 && max(part(x), part(y)) > 0.04 && slant < 0.12
        }
    }

    /// Soft dots in several places: do they all come out the same part of a pixel beside?
    mutating func examinePlace(_ probing: Probing) throws {
        guard isOpen(.halfPixelOff, probing), let middle = try move(ofDotAt: (16, 16), probing), middle.isBetweenPixels
        else { return }
        // What bends a picture moves its parts by different ways.
        for place in [(11, 20), (21, 13)] {
            guard let other = try move(ofDotAt: place, probing), (other.x - middle.x).magnitude < 0.02,
                (other.y - middle.y).magnitude < 0.02
            else { return }
        }
        if try isAsked(probing) { return }
        report(
            .halfPixelOff, probing, input: [SIMD4(SIMD3(repeating: 2.0), 1)], output: middle.output,
            "the picture moves by (\(Finding.shown(middle.x)), \(Finding.shown(middle.y))) pixels, which softens it and "
                + "shifts it against other layers")
    }

    /// Whether the move is what a setting asks for, or the time: it is gone where the file says that nothing happens, where
    /// a number is 0, or with another option.
    private func isAsked(_ probing: Probing) throws -> Bool {
        if !filter.phases.isEmpty || filter.usedNames.contains("time") { return true }
        var neutral = filter.laws.filter { $0.name == "identity" }.map(\.settings)
        for parameter in filter.parameters {
            switch parameter.kind {
            case .float, .int, .vec2, .vec3, .vec4:
                guard parameter.range.contains(0) else { continue }
                neutral.append([parameter.name: Array(repeating: 0, count: parameter.width)])
            case .bool: neutral += [[parameter.name: [0]], [parameter.name: [1]]]
            case .choice(let names): neutral += names.indices.map { [parameter.name: [Double($0)]] }
            case .color, .point, .curve, .image: continue
            }
        }
        return try neutral.contains { settings in
            guard let still = try move(ofDotAt: (16, 16), probing.setting(settings)) else { return false }
            return !still.isBetweenPixels
        }
    }

    /// How a soft dot is moved; `nil` where nothing is left of it.
    private func move(ofDotAt place: (x: Int, y: Int), _ probing: Probing) throws -> Move? {
        let side = 33
        let dot = ProbePicture(width: side, height: side) { x, y in
            let away = pow(Double(x - place.x), 2) + pow(Double(y - place.y), 2)
            return SIMD4(SIMD3(repeating: 2 * exp(-away / 12.5)), 1)
        }
        let picture = try probing.render([dot])
        func sum(_ value: (_ x: Double, _ y: Double) -> Double) -> Double {
            (0..<(side * side)).reduce(0) { sum, number in
                let (x, y) = (number % side, number / side)
                return sum + picture[x, y].y * value(Double(x - place.x), Double(y - place.y))
            }
        }
        let light = sum { _, _ in 1 }
        guard light > 1, light.isFinite else { return nil }
        let (right, down) = (sum { x, _ in x } / light, sum { _, y in y } / light)
        let slants = [sum { x, _ in pow(x - right, 3) } / light, sum { _, y in pow(y - down, 3) } / light]
        return Move(
            x: right, y: down, slant: slants.map(\.magnitude).max() ?? 0, output: picture[place.x, place.y])
    }
}
