/// Reads a picture between and at its pixels, as area filters do.
struct PictureReader {
    let picture: LightPicture

    /// Four values and bounds.
    struct Sample {
        var value = SIMD4<Double>()
        var bound = SIMD4<Double>()
    }

    // MARK: Whole pixels

    /// The pixel at whole coordinates: the edge repeats, or all outside is clear.
    @inline(__always)
    func pixel(_ x: Int, _ y: Int, isClear: Bool) -> Sample {
        if isClear, x < 0 || y < 0 || x >= picture.width || y >= picture.height { return Sample() }
        let index = 4 * picture.clamped(x, y)
        let values = picture.values + index
        let value = SIMD4(values[0], values[1], values[2], values[3])
        guard picture.hasBounds else { return Sample(value: value) }
        let bounds = picture.bounds + index
        return Sample(value: value, bound: SIMD4(bounds[0], bounds[1], bounds[2], bounds[3]))
    }

    @inline(__always)
    func isUndecided(_ x: Int, _ y: Int) -> Bool { picture.undecided[picture.clamped(x, y)] }

    /// A coordinate as a whole number that is safe to add to.
    @inline(__always)
    static func whole(_ x: Double) -> Int { x.isNaN ? 0 : Int(min(max(x.rounded(.down), -1e6), 1e6)) }

    /// The pixel that contains a place known within `bound`; `isOpen` when that may be one of several.
    func texel(_ x: Double, _ y: Double, _ bound: (x: Double, y: Double), isClear: Bool) -> (Sample, isOpen: Bool) {
        let (column, row) = (Self.whole(x), Self.whole(y))
        var sample = pixel(column, row, isClear: isClear)
        guard bound.x != 0 || bound.y != 0 else { return (sample, isUndecided(column, row)) }
        guard bound.x < .infinity, bound.y < .infinity else { return Self.anywhere(sample) }
        let columns = Self.whole(x - bound.x)...max(Self.whole(x + bound.x), Self.whole(x - bound.x))
        let rows = Self.whole(y - bound.y)...max(Self.whole(y + bound.y), Self.whole(y - bound.y))
        if columns.count == 1, rows.count == 1 { return (sample, isUndecided(column, row)) }
        guard columns.count <= 3, rows.count <= 3 else { return Self.anywhere(sample) }
        var isOpen = isUndecided(column, row)
        for r in rows {
            for c in columns {
                let other = pixel(c, r, isClear: isClear)
                let distance = absolute(other.value - sample.value) + other.bound
                isOpen = isOpen || (other.value .!= sample.value) != SIMDMask(repeating: false)
                sample.bound.replace(with: distance, where: distance .> sample.bound)
            }
        }
        return (sample, isOpen)
    }

    /// What is read at a place that may be anywhere.
    private static func anywhere(_ sample: Sample) -> (Sample, isOpen: Bool) {
        (Sample(value: sample.value, bound: SIMD4(repeating: .infinity)), true)
    }

    // MARK: Between pixels

    /// How far a coordinate, in pixels, may be from `x` where pixels differ; 0 where it is surely outside.
    @inline(__always)
    private static func reach(_ x: Double, _ bound: Double, size: Int) -> Double {
        if x + bound < -1 || x - bound > Double(size) { return 0 }
        // The coordinate is rounded once more when half a pixel is taken off it.
        return bound + (abs(x) + bound) * Machine.u
    }

    /// The bilinear mixture at a place known within `bound`.
    func bilinear(_ x: Double, _ y: Double, _ bound: (x: Double, y: Double), isClear: Bool) -> (Sample, isOpen: Bool) {
        // Far outside every place reads alike.
        let px = min(max(x - 0.5, -2), Double(picture.width) + 1)
        let py = min(max(y - 0.5, -2), Double(picture.height) + 1)
        let (left, top) = (Self.whole(px), Self.whole(py))
        let (fx, fy) = (px.isNaN ? 0 : px - Double(left), py.isNaN ? 0 : py - Double(top))
        let a = pixel(left, top, isClear: isClear)
        let b = pixel(left + 1, top, isClear: isClear)
        let c = pixel(left, top + 1, isClear: isClear)
        let d = pixel(left + 1, top + 1, isClear: isClear)
        let upper = a.value * (1 - fx) + b.value * fx
        let lower = c.value * (1 - fx) + d.value * fx
        var sample = Sample(value: upper * (1 - fy) + lower * fy)
        guard picture.hasBounds else { return (sample, false) }
        let isOpen =
            isUndecided(left, top) || isUndecided(left + 1, top) || isUndecided(left, top + 1)
            || isUndecided(left + 1, top + 1)
        let ex = Self.reach(x - 0.5, bound.x, size: picture.width)
        let ey = Self.reach(y - 0.5, bound.y, size: picture.height)
        // Beyond the next pixels, their differences tell nothing.
        guard ex < 1, ey < 1 else { return Self.anywhere(sample) }
        var acrossTop = Self.difference(a, b)
        var acrossBottom = Self.difference(c, d)
        var down = larger(Self.difference(a, c), Self.difference(b, d))
        if fx < ex || fx + ex > 1 || fy < ey || fy + ey > 1 {
            let rim = slopes(left, top, isClear: isClear)
            acrossTop = larger(acrossTop, rim.across)
            acrossBottom = larger(acrossBottom, rim.across)
            down = larger(down, rim.down)
        }
        let sizes = larger(
            larger(absolute(a.value), absolute(b.value)), larger(absolute(c.value), absolute(d.value)))
        let carried =
            (a.bound * (1 - fx) + b.bound * fx) * (1 - fy) + (c.bound * (1 - fx) + d.bound * fx) * fy
        sample.bound = carried + ex * larger(acrossTop, acrossBottom) + ey * down
        // Three mixtures, of two products and a sum each.
        sample.bound += (sizes + carried) * (6 * Machine.u)
        if isClear || sizes.max() > 0 { sample.bound += Machine.tiny }
        return (sample, isOpen)
    }

    /// How far two pixels may be apart.
    @inline(__always)
    private static func difference(_ a: Sample, _ b: Sample) -> SIMD4<Double> {
        absolute(a.value - b.value) + a.bound + b.bound
    }

    /// The largest differences between neighbours in the 4x4 pixels around a place on the seam of two.
    private func slopes(_ left: Int, _ top: Int, isClear: Bool) -> (across: SIMD4<Double>, down: SIMD4<Double>) {
        var across = SIMD4<Double>()
        var down = SIMD4<Double>()
        for j in -1...2 {
            for i in -1...2 {
                let here = pixel(left + i, top + j, isClear: isClear)
                if i < 2 {
                    across = larger(across, Self.difference(here, pixel(left + i + 1, top + j, isClear: isClear)))
                }
                if j < 2 {
                    down = larger(down, Self.difference(here, pixel(left + i, top + j + 1, isClear: isClear)))
                }
            }
        }
        return (across, down)
    }
}

@inline(__always)
func absolute(_ v: SIMD4<Double>) -> SIMD4<Double> { v.replacing(with: -v, where: v .< 0) }

@inline(__always)
func larger(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> { a.replacing(with: b, where: b .> a) }

extension Evaluator {
    /// A read of the filter's input.
    func read(_ name: String, _ place: Lanes) -> Lanes { read(name, place, in: reader) }

    /// A read of a picture, by the function's name.
    func read(_ name: String, _ place: Lanes, in reader: PictureReader?) -> Lanes {
        let m = machine
        var at = place
        if name == "pixel" { at = pairs(position, place, m.add) }
        let columns = (0..<4).map { _ in m.pool.column() }
        guard let reader else { return Array(repeating: .uniform(0, 0), count: 4) }
        let isClear = name.hasSuffix("OrClear")
        let isBetween = name.hasPrefix("at")
        let (columnX, columnY) = (m.column(of: at[0]), m.column(of: at[1]))
        let flags = m.mask?.flags
        for p in 0..<m.count {
            if let flags, !flags[p] {
                for column in columns { (column.values[p], column.bounds[p]) = (0, 0) }
                continue
            }
            let bound = m.tracksBounds ? (x: columnX.bounds[p], y: columnY.bounds[p]) : (x: 0, y: 0)
            let (x, y) = (columnX.values[p], columnY.values[p])
            if m.arithmetic.isOfDevice, x.isNaN || y.isNaN {
                for column in columns { (column.values[p], column.bounds[p]) = (.nan, 0) }
                continue
            }
            let (sample, isOpen) =
                isBetween
                ? reader.bilinear(x, y, bound, isClear: isClear) : reader.texel(x, y, bound, isClear: isClear)
            if isOpen, m.tracksBounds { m.flag(p) }
            for channel in 0..<4 {
                columns[channel].values[p] = sample.value[channel]
                columns[channel].bounds[p] = sample.bound[channel]
            }
        }
        return columns.map { .varying($0) }
    }
}
