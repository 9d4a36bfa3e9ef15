import FilterGraph
import FilterLanguage
import Frames

/// Filters that read no picture: what they make must be light that others can go on with.
extension Examination {
    /// Looks at every pixel of two pictures, one with a pixel in its middle and one without.
    mutating func examineGenerated(_ probing: Probing) throws {
        for (width, height) in [(33, 33), (48, 26)] {
            let pictures = [ProbePicture(width: width, height: height) { _, _ in .zero }]
            let picture = try probing.render(pictures)
            let all = picture.response(at: Array(0..<(width * height)))
            if isOpen(.notFinite, probing), !all.isSafe {
                let both = try probing.followed(pictures)
                let exact = both.exact.response(at: Array(0..<(width * height))).values
                let rounded = both.rounded.response(at: Array(0..<(width * height))).values
                if let place = exact.indices.first(where: { exact[$0].isBroken(with: rounded[$0]) }) {
                    report(
                        .notFinite, probing, output: exact[place],
                        "at pixel (\(place % width), \(place / width)) of \(width)x\(height) it makes "
                            + exact[place].brokenName)
                }
            }
            for place in 0..<(width * height) {
                let (x, y) = (place % width, place / width)
                let response = picture.response(at: [place])
                examineGenerated(response, probing, "at pixel (\(x), \(y)) of \(width)x\(height)")
            }
        }
    }

    private mutating func examineGenerated(_ response: Response, _ probing: Probing, _ place: String) {
        let (output, bound) = (response.values[0], response.bounds[0])
        guard response.isSure(at: 0) else { return }
        // A colour that is set may be negative, and so may a still be.
        let mayBeNegative =
            probing.further == .negative || probing.settings.values.contains { $0.contains { $0 < 0 } }
        if !mayBeNegative, isOpen(.goesNegative, probing), response.isNegative(at: 0, [output]) {
            report(
                .goesNegative, probing, output: output,
                "\(place) it makes negative light, which no display shows and which turns later filters around")
        }
        let slack = bound.w + 1e-6
        if output.w < -slack || output.w > 1 + slack {
            report(.losesAlpha, probing, output: output, "\(place) alpha leaves 0...1")
        }
        let isLit = (0..<3).contains { output[$0].magnitude > bound[$0] + 1e-6 }
        if output.w.magnitude <= slack, isLit, isOpen(.unpremultipliedEdges, probing) {
            report(
                .unpremultipliedEdges, probing, output: output, wanted: .zero,
                "\(place) colour remains where alpha is 0, and is added to what lies below")
        }
        if output.brightest > 65504, isOpen(.overflows, probing), isUsual(probing.settings) {
            report(
                .overflows, probing, output: output,
                "\(place) it makes light of \(Finding.shown(output.brightest)), and stored pictures end at 65504")
        }
    }

    /// Whether values are among those with which filters are used.
    private func isUsual(_ settings: Settings) -> Bool {
        SettingChoice.usual(of: filter).contains {
            $0.settings(of: filter, seed: seed, width: 33, height: 33) == settings
        }
    }
}
