import FilterGraph
import FilterLanguage

/// Mirrors, turns, zooms and mosaics that lie a part of a pixel beside where they belong.
///
/// A picture whose red and green say where a pixel lies shows where a filter reads: flips, turns and zooms are linear there,
/// and leave one place as it is, which is the picture's centre or somewhere else altogether.
extension Examination {
    /// Where a filter reads: the places in the source, in pixels, for each pixel of the result.
    private struct Map {
        let width: Int
        let height: Int
        let places: [SIMD4<Double>]

        /// `nil` where something is no place in the picture.
        init?(_ probing: Probing, width: Int, height: Int) throws {
            let found = try probing.render([
                ProbePicture(width: width, height: height) { x, y in
                    // Blue tells a pixel from a mean of two beside one another.
                    [Double(x) + 0.5, Double(y) + 0.5, Double((x + y) % 2), 1]
                }
            ])
            (self.width, self.height) = (width, height)
            places = (0..<(width * height)).map { found[$0 % width, $0 / width] }
            guard places.allSatisfy(\.isFinite) else { return nil }
        }

        subscript(x: Int, y: Int) -> SIMD4<Double> { places[y * width + x] }

        /// How far the place that stays as it is lies from the picture's centre, where the whole map is linear and leaves
        /// one of the places along an axis.
        var offCentre: SIMD2<Double>? {
            let (x, y) = (width / 2, height / 2)
            let middle = self[x, y]
            let (right, down) = (self[x + 1, y] - middle, self[x, y + 1] - middle)
            // What is cut off at the border is none of it.
            for row in (y - 3)...(y + 3) {
                for column in (x - 3)...(x + 3) {
                    let expected = middle + right * Double(column - x) + down * Double(row - y)
                    let distance = self[column, row] - expected
                    guard max(distance.x.magnitude, distance.y.magnitude) < 0.02 else { return nil }
                }
            }
            let centre = SIMD2(Double(width), Double(height)) / 2
            // Where the filter reads for the centre, and so how far the place that stays lies from it.
            let (dx, dy) = (centre.x - Double(x) - 0.5, centre.y - Double(y) - 0.5)
            let read = middle + right * dx + down * dy
            let (a, b, c, d) = (1 - right.x, -down.x, -right.y, 1 - down.y)
            let (u, v) = (read.x - centre.x, read.y - centre.y)
            if b.magnitude < 1e-3, c.magnitude < 1e-3 {
                let (isX, isY) = (a.magnitude > 0.01, d.magnitude > 0.01)
                return isX || isY ? SIMD2(isX ? u / a : 0, isY ? v / d : 0) : nil
            }
            let determinant = a * d - b * c
            guard determinant.magnitude > 0.01 else { return nil }
            return SIMD2(d * u - b * v, a * v - c * u) / determinant
        }

        /// How far beside its own pixels a mosaic's tile is taken, alike for all tiles along the middle row or column.
        func beside(isDown: Bool) -> Double? {
            let count = isDown ? height : width
            let line = (0..<count).map { isDown ? self[width / 2, $0] : self[$0, height / 2] }
            let along = line.map { isDown ? $0.y : $0.x }
            let starts = [0] + (1..<count).filter { (along[$0] - along[$0 - 1]).magnitude > 1e-3 } + [count]
            // The first and the last are cut off.
            let tiles = zip(starts, starts.dropFirst()).dropFirst().dropLast()
            guard tiles.count >= 2, tiles.allSatisfy({ $1 - $0 >= 3 }) else { return nil }
            let distances = tiles.map { start, end -> Double in
                let read = along[start]
                // Any one of its pixels may stand for a tile.
                if line[start].z == line[start].z.rounded(), Double(start)...Double(end) ~= read { return 0 }
                if read < Double(start) + 0.25 { return read - (Double(start) + 0.5) }
                if read > Double(end) - 0.25 { return read - (Double(end) - 0.5) }
                return read - Double(start + end) / 2
            }
            guard let first = distances.first, distances.allSatisfy({ ($0 - first).magnitude < 0.02 }),
                0.04..<0.98 ~= first.magnitude
            else { return nil }
            return first
        }
    }

    /// Pictures whose centre lies in a pixel, and between two.
    private static let sides = [(33, 25), (32, 24)]

    mutating func examineCentre(_ probing: Probing) throws {
        guard isOpen(.halfPixelOff, probing), filter.phases.isEmpty, !filter.usedNames.contains("time") else { return }
        let maps = try Self.sides.compactMap { try Map(probing, width: $0.0, height: $0.1) }
        guard maps.count == 2 else { return }
        let off = maps.compactMap(\.offCentre)
        if off.count == 2, off.allSatisfy(Self.isBeside), try !isMoved(probing) {
            let shown = off[1]
            report(
                .halfPixelOff, probing, input: [[16.5, 12.5, 0, 1]], output: maps[0][16, 12],
                "the picture is mirrored, turned or scaled around a place (\(Finding.shown(shown.x)), "
                    + "\(Finding.shown(shown.y))) pixels beside its centre, which softens it or shifts it against other "
                    + "layers (red and green are the place that is read)")
            return
        }
        for isDown in [false, true] {
            let beside = maps.compactMap { $0.beside(isDown: isDown) }
            guard beside.count == 2, (beside[0] - beside[1]).magnitude < 0.02 else { continue }
            report(
                .halfPixelOff, probing, input: [[16.5, 12.5, 0, 1]], output: maps[0][16, 12],
                "tiles are taken \(Finding.shown(beside[0])) pixels beside where their pixels lie, which softens them and "
                    + "shifts the picture (red and green are the place that is read)")
            return
        }
    }

    /// Whether a place lies beside the centre by a part of a pixel, or hardly more.
    private static func isBeside(_ distance: SIMD2<Double>) -> Bool {
        let most = max(distance.x.magnitude, distance.y.magnitude)
        return most > 0.04 && most < 1.02
    }

    /// Whether a setting names the place: with another value, the same turn or zoom is around another.
    private func isMoved(_ probing: Probing) throws -> Bool {
        if filter.parameters.contains(where: { $0.kind == .point && $0.initial != .center }) { return true }
        for parameter in filter.parameters where [.float, .int, .vec2].contains(parameter.kind) {
            guard parameter.range.contains(0) else { continue }
            let other = probing.setting([parameter.name: Array(repeating: 0, count: parameter.width)])
            guard let off = try Map(other, width: 33, height: 25)?.offCentre else { continue }
            if !Self.isBeside(off) { return true }
        }
        return false
    }
}
