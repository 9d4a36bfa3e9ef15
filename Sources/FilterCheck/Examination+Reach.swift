import FilterGraph
import FilterLanguage
import Foundation

/// What an area filter reads further away than its file says.
extension Examination {
    /// The furthest reach that is tried.
    private static let mostReach = 24.0

    /// Changes everything that lies further from a pixel than the filter says it reads, and looks whether that shows.
    ///
    /// A row and a column show it as whole pictures do, at a small part of the cost; where what lies outside is clear, they
    /// would hide it, and where the reach follows from the size, they have another.
    mutating func examineReach(_ probing: Probing) throws {
        guard isOpen(.readsOutsideReach, probing), let reach = probing.reach(width: 65, height: 65), reach.isFinite,
            reach <= Self.mostReach
        else { return }
        let side = 2 * (Int(max(reach, 0).rounded(.up)) + 8) + 1
        let isWhole = probing.seesBorder || filter.reach?.contains("size") ?? false || filter.kind == .raw
        for (width, height) in isWhole ? [(side, side)] : [(side, 1), (1, side)] {
            for place in [side / 2, 0, side - 1] {
                let (x, y) = width == 1 ? (0, place) : (place, height / 2)
                if try readsOutside(probing, reach, width, height, x, y) { return }
            }
        }
    }

    /// Reports whether what is further from a pixel than the reach has an effect there.
    mutating func readsOutside(
        _ probing: Probing, _ reach: Double, _ width: Int, _ height: Int, _ x: Int, _ y: Int
    ) throws -> Bool {
        let (allowed, side) = (Int(max(reach, 0).rounded(.up)), max(width, height))
        /// Noise from 1/16 to 64, of which everything further from the pixel than `distance` is another.
        func picture(_ distance: Int) -> ProbePicture {
            var random = SeededRandom(seed: seed, for: "reach")
            func light() -> SIMD3<Double> {
                SIMD3(exp2(random.unit() * 10 - 4), exp2(random.unit() * 10 - 4), exp2(random.unit() * 10 - 4))
            }
            return ProbePicture(width: width, height: height) { column, row in
                let (inside, outside) = (light(), light())
                return SIMD4(max(abs(column - x), abs(row - y)) > distance ? outside : inside, 1)
            }
        }
        func result(_ distance: Int) throws -> SIMD4<Double> { try probing.render([picture(distance)])[x, y] }
        let whole = try result(side)
        guard whole.isFinite, try result(allowed) != whole else { return false }
        // Beyond the furthest, nothing has an effect; what lies nearer is not looked for pixel by pixel.
        var (near, furthest) = (allowed, side)
        while furthest - near > 1 {
            let middle = (near + furthest) / 2
            if try result(middle) != whole { near = middle } else { furthest = middle }
        }
        report(
            .readsOutsideReach, probing, input: [picture(side).pixels[y * width + x]], output: whole,
            "at pixel (\(x), \(y)) of \(width)x\(height) a pixel \(furthest) away has an effect, and 'reach' says "
                + Finding.shown(reach))
        return true
    }
}
