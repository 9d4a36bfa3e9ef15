import FilterLanguage

/// Filters that say that they are linear.
extension Examination {
    /// Holds the filter to its laws `linear`, at the settings of which they speak.
    mutating func examineLinear(_ probing: Probing) throws {
        guard filter.kind.pictureCount == 1 else { return }
        for law in filter.laws where law.name == "linear" { try examineSum(probing.setting(law.settings)) }
    }

    /// Of `a / 2 + b / 4` the filter must make that sum of what it makes of `a` and of `b`, from black to far above white.
    private mutating func examineSum(_ probing: Probing) throws {
        guard isOpen(.notLinear, probing) else { return }
        let (width, height) = (17, 12)
        var random = SeededRandom(seed: seed, for: "linear \(filter.name)")
        /// Steps of 1/16 up to 8, a quarter of them each up to 16, 64 and 256 times as bright: halves hold them and the
        /// sums exactly.
        func picture() -> ProbePicture {
            ProbePicture(width: width, height: height) { x, _ in
                func step(_ count: Int) -> Double { Double(random.index(below: count)) / 16 }
                let scale = [1.0, 1, 16, 64][x / 5]
                return SIMD4(SIMD3(step(128) - 0.5, step(64), step(16)) * scale, 1) * SIMD4(1, 1, 1, step(17))
            }
        }
        let (one, two) = (picture(), picture())
        var sum = one
        for place in sum.pixels.indices { sum.pixels[place] = one.pixels[place] / 2 + two.pixels[place] / 4 }
        let results = try [one, two, sum].map { try probing.render([$0]) }
        for place in sum.pixels.indices {
            let all = results.map { $0.response(at: [place]) }
            guard all.allSatisfy({ $0.isSure(at: 0) }) else { continue }
            let wanted = all[0].values[0] / 2 + all[1].values[0] / 4
            let (found, bound) = (all[2].values[0], all[0].bounds[0] + all[1].bounds[0] + all[2].bounds[0])
            let isBroken = (0..<4).contains { channel in
                // Pictures between passes are halves, each rounded by itself.
                let stores = 0x1p-10 * Double(filter.passes.count) * max(wanted[channel].magnitude, 0.01)
                return (found[channel] - wanted[channel]).magnitude > bound[channel] + stores
            }
            guard isBroken else { continue }
            report(
                .notLinear, probing, input: [sum.pixels[place]], output: found, wanted: wanted,
                "the file says 'law linear', and of the sum of half a picture and a quarter of another it does not make that "
                    + "sum of results")
            return
        }
    }
}
