import FilterGraph
import Foundation
import Frames

/// Resamples a picture along one axis by Lanczos's kernel with three lobes, widened where it shrinks, the edge repeated.
struct LanczosReader: Sendable {
    /// The taps of one pixel: the first pixel that it reads, and the weights from there on.
    struct Taps {
        var first: Int
        var weights: [Double]
    }

    let picture: LightPicture
    let isAcross: Bool
    private let taps: [Taps]

    init(_ picture: LightPicture, _ axis: ResizeAxis, isAcross: Bool) {
        (self.picture, self.isAcross) = (picture, isAcross)
        taps = (0..<axis.count).map { Self.taps(axis, at: $0) }
    }

    private static func taps(_ axis: ResizeAxis, at index: Int) -> Taps {
        let centre = axis.centre(of: index)
        let widening = max(1, axis.ratio)
        let first = Int((centre - 3 * widening).rounded(.down))
        let last = Int((centre + 3 * widening).rounded(.up))
        let weights = (first...last).map { lanczos((Double($0) + 0.5 - centre) / widening) }
        let sum = weights.reduce(0, +)
        return Taps(first: first, weights: weights.map { $0 / sum })
    }

    private static func lanczos(_ x: Double) -> Double {
        func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
        return abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0
    }

    /// The resampled pixels from (x, y) on.
    func lanes(x: Int, y: Int, _ machine: Machine) -> Lanes {
        let reader = PictureReader(picture: picture)
        let columns = (0..<4).map { _ in machine.pool.column() }
        for p in 0..<machine.count {
            let sample = self.sample(reader, x + p, y)
            for channel in 0..<4 {
                columns[channel].values[p] = sample.value[channel]
                columns[channel].bounds[p] = sample.bound[channel]
            }
            flag(p, x + p, y, machine)
        }
        return columns.map { .varying($0) }
    }

    private func sample(_ reader: PictureReader, _ x: Int, _ y: Int) -> PictureReader.Sample {
        let taps = taps[isAcross ? x : y]
        func tap(_ i: Int) -> PictureReader.Sample {
            isAcross
                ? reader.pixel(taps.first + i, y, isClear: false) : reader.pixel(x, taps.first + i, isClear: false)
        }
        // Differences from one pixel keep flat light as it is.
        let middle = tap(taps.weights.count / 2)
        var result = middle
        var size = SIMD4<Double>()
        result.bound = SIMD4()
        for (i, weight) in taps.weights.enumerated() where weight != 0 {
            let tap = tap(i)
            let step = tap.value - middle.value
            result.value += weight * step
            result.bound += abs(weight) * tap.bound
            size += abs(weight) * (absolute(step) + tap.bound + middle.bound)
        }
        guard picture.hasBounds else { return result }
        // A weight, a difference, a product and a sum are rounded for each; the middle's part goes by how far the
        // weights' sum is from 1.
        let roundings = Double(taps.weights.count + 4) * Machine.u
        result.bound += roundings * size + Machine.u * (absolute(middle.value) + absolute(result.value) + result.bound)
        result.bound.replace(with: result.bound + Machine.tiny, where: size .> 0)
        return result
    }

    /// Pixels that are undecided, or that a device may make no number, spread as far as they are read.
    private func flag(_ p: Int, _ x: Int, _ y: Int, _ machine: Machine) {
        guard picture.hasBounds else { return }
        let taps = taps[isAcross ? x : y]
        for (i, weight) in taps.weights.enumerated() where weight != 0 {
            let index = isAcross ? picture.clamped(taps.first + i, y) : picture.clamped(x, taps.first + i)
            if picture.undecided[index] { machine.undecided.flags[p] = true }
            if picture.fragile[index] { machine.fragile.flags[p] = true }
        }
    }
}
