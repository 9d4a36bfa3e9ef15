import CPUReference
import FilterGraph
import FilterLanguage
import Foundation

/// Rows and columns of pictures as large as real ones: what is made for one size, and what reads further the larger a picture
/// is, does not show in small ones.
extension Examination {
    private static let strips = [(1920, 1), (1, 1080)]

    mutating func examineWide(_ probing: Probing) throws {
        let usesPlace = !filter.usedNames.isDisjoint(with: ["position", "size"])
        guard usesPlace || filter.kind == .warp else { return }
        if filter.kind == .area { try examineWideReach(probing) }
        try examineWideSize(probing)
    }

    /// Compares smooth rows, and columns, with themselves at a third of the resolution, where pixel centres fall on one
    /// another; of three rows the one in the middle, whose place is the same however places are counted.
    private mutating func examineWideSize(_ probing: Probing) throws {
        guard isOpen(.dependsOnSize, probing), !isMeasuredInPixels else { return }
        for (width, height) in [(640, 3), (3, 360)] {
            func picture(_ scale: Int, _ index: Int) -> ProbePicture {
                ProbePicture(width: width * scale, height: height * scale) { x, y in
                    let length = Double(max(width, height) * scale)
                    let place = (Double(width > height ? x : y) + 0.5) / length
                    let wave = 0.75 + 0.5 * sin((4 * place + Double(index) / 16) * 2 * .pi)
                    return [wave, 1.5 - wave, 0.75 + 0.5 * place, 1]
                }
            }
            let count = filter.sourceCount
            let small = try probing.render((0..<count).map { picture(1, $0) })
            let large = try probing.render((0..<count).map { picture(3, $0) })
            var (different, worst, place) = (0, 0.0, 0)
            for index in 0..<(width * height) where width > height ? index / width == 1 : index % width == 1 {
                let (x, y) = (index % width, index / width)
                let difference = small[x, y] - large[3 * x + 1, 3 * y + 1]
                let distance = max(difference.brightest, difference.w.magnitude)
                guard distance > 0.05 else { continue }
                different += 1
                if distance > worst { (worst, place) = (distance, index) }
            }
            guard different * 20 > max(width, height) else { continue }
            let (x, y) = (place % width, place / width)
            report(
                .dependsOnSize, probing, input: (0..<count).map { picture(1, $0).pixels[place] },
                output: large[3 * x + 1, 3 * y + 1], wanted: small[x, y],
                "\(3 * width)x\(3 * height) pixels look different from \(width)x\(height) in "
                    + "\(100 * different / max(width, height)) % of the picture, and no parameter is in pixels: it is made "
                    + "for one size")
            return
        }
    }

    /// Looks from a few places of a row, and of a column, whether something far away has an effect.
    private mutating func examineWideReach(_ probing: Probing) throws {
        for (width, height) in Self.strips {
            guard isOpen(.readsOutsideReach, probing), let reach = probing.reach(width: width, height: height),
                reach.isFinite, Int(reach) < max(width, height) / 4
            else { return }
            let length = max(width, height)
            for place in [0, length / 4, length - 1] {
                let (x, y) = (width > height ? place : 0, width > height ? 0 : place)
                if try readsOutside(probing, reach, width, height, x, y) { return }
            }
        }
    }
}
