/// Enlarges a picture with oblong pixels by Catmull-Rom's cubic over 4x4 pixels, the edge repeated.
struct BicubicReader: Sendable {
    let picture: LightPicture
    /// Columns and rows with square pixels.
    let size: (width: Int, height: Int)

    /// The enlarged pixels from (x, y) on.
    func lanes(x: Int, y: Int, _ machine: Machine) -> Lanes {
        let reader = PictureReader(picture: picture)
        let columns = (0..<4).map { _ in machine.pool.column() }
        let scaleX = Double(picture.width) / Double(size.width)
        let scaleY = Double(picture.height) / Double(size.height)
        for p in 0..<machine.count {
            let sample = self.sample(
                reader, (Double(x + p) + 0.5) * scaleX - 0.5, (Double(y) + 0.5) * scaleY - 0.5)
            for channel in 0..<4 {
                columns[channel].values[p] = sample.value[channel]
                columns[channel].bounds[p] = sample.bound[channel]
            }
        }
        return columns.map { .varying($0) }
    }

    private func sample(_ reader: PictureReader, _ x: Double, _ y: Double) -> PictureReader.Sample {
        let (left, top) = (PictureReader.whole(x), PictureReader.whole(y))
        let wx = Self.weights(x - Double(left))
        let wy = Self.weights(y - Double(top))
        var result = PictureReader.Sample()
        var low = SIMD4<Double>(repeating: .infinity)
        var high = SIMD4<Double>(repeating: -.infinity)
        var size = SIMD4<Double>()
        for j in 0..<4 {
            for i in 0..<4 {
                let tap = reader.pixel(left + i - 1, top + j - 1, isClear: false)
                let weight = wx[i] * wy[j]
                result.value += weight * tap.value
                result.bound += abs(weight) * tap.bound
                size += abs(weight) * absolute(tap.value)
                low.replace(with: tap.value, where: tap.value .< low)
                high = larger(high, tap.value)
            }
        }
        guard picture.hasBounds else { return result }
        // The place is rounded twice, which moves the mixture by no more than three times its neighbours' spread.
        let place = 3 * (abs(x) + abs(y) + 1) * Machine.u
        result.bound += 3 * place * (high - low) + 16 * Machine.u * (size + result.bound)
        return result
    }

    /// Catmull-Rom's weights of four neighbours for a place `t` after the second.
    static func weights(_ t: Double) -> SIMD4<Double> {
        let (t2, t3) = (t * t, t * t * t)
        return SIMD4(
            -0.5 * t3 + t2 - 0.5 * t, 1.5 * t3 - 2.5 * t2 + 1, -1.5 * t3 + 2 * t2 + 0.5 * t, 0.5 * t3 - 0.5 * t2)
    }
}
