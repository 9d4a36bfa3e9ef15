import ColorScience
import Frames

/// Which colour steps stand at a composition's edges.
///
/// Sources are conformed when they are read, everything between works in linear BT.2020, and the result is encoded once.
public enum ColorPlan {
    /// From a source's R'G'B' signal (or light) to working light, conformed to the composition's peak and gamut.
    public static func ingestSteps(_ picture: PictureDescription, _ color: CompositionColor) -> [ColorStep] {
        guard case .signal(let source, _) = picture.content else { return [] }
        var steps: [ColorStep] = [
            .decode(source.transfer, primaries: source.primaries, referenceWhiteNits: color.referenceWhiteNits)
        ]
        if source.primaries != .bt2020 { steps.append(.matrix(source.primaries.conversion(to: .bt2020))) }
        let peak = source.transfer.isHDR ? picture.peakNits : color.referenceWhiteNits
        return folded(steps + conforming(peakNits: peak, gamut: source.primaries, to: color))
    }

    /// From working light to the R'G'B' signal (or light) that is written.
    public static func encodeSteps(_ output: OutputDescription, _ color: CompositionColor) -> [ColorStep] {
        guard case .signal = output.picture.content else { return [] }
        let target = output.delivery ?? color
        var steps: [ColorStep] = []
        if let delivery = output.delivery {
            let gamut = color.gamutLimit ?? color.properties.primaries
            steps += conforming(peakNits: color.peakNits, gamut: gamut, to: delivery)
        }
        if target.properties.primaries != .bt2020 {
            steps.append(.matrix(Primaries.bt2020.conversion(to: target.properties.primaries)))
        }
        if output.rollsOff {
            let peak = encodedPeakNits(target) / target.referenceWhiteNits
            steps.append(.shoulder(knee: 0.75 * peak, peak: peak))
        }
        steps.append(
            .encode(
                target.properties.transfer, primaries: target.properties.primaries,
                referenceWhiteNits: target.referenceWhiteNits))
        return folded(steps)
    }

    /// Brightest light that a composition's signal of 1 stands for, in cd/m².
    public static func encodedPeakNits(_ color: CompositionColor) -> Double {
        switch color.properties.transfer {
        case .pq: 10_000
        case .hlg: 1000
        default: color.referenceWhiteNits
        }
    }

    /// Merges neighbouring matrices and drops those that do nothing, so that a conversion there and back costs no
    /// precision.
    public static func folded(_ steps: [ColorStep]) -> [ColorStep] {
        var result: [ColorStep] = []
        for step in steps {
            guard case .matrix(let next) = step else {
                result.append(step)
                continue
            }
            var product = next
            if case .matrix(let before)? = result.last {
                result.removeLast()
                product = next * before
            }
            if !product.isIdentity(within: 1e-9) { result.append(.matrix(product)) }
        }
        return result
    }

    /// Both edges of a job whose output is a source that no filter touches: a matrix that ends the way in is merged with
    /// the one that begins the way out, so that SDR codes come back as they were.
    ///
    /// Through BT.2020 and back, the small channels of saturated colours lose their last digits to the large ones.
    static func joined(_ picture: PictureDescription, _ output: OutputDescription, _ color: CompositionColor)
        -> (ingest: [ColorStep], encode: [ColorStep])
    {
        var ingest = ingestSteps(picture, color)
        var encode = encodeSteps(output, color)
        if case .matrix? = ingest.last, !encode.isEmpty { encode.insert(ingest.removeLast(), at: 0) }
        return (ingest, folded(encode))
    }

    /// Tone and gamut mapping of BT.2020 light with a given peak and gamut into a composition; empty when they fit.
    private static func conforming(peakNits: Double, gamut: Primaries, to color: CompositionColor) -> [ColorStep] {
        var steps: [ColorStep] = []
        let target = encodedPeakNits(color)
        if peakNits > target * 1.000001 {
            steps.append(
                .toneMap(
                    sourcePeakNits: peakNits, targetPeakNits: target, referenceWhiteNits: color.referenceWhiteNits))
        }
        let limit = color.gamutLimit ?? color.properties.primaries
        if !limit.contains(gamut) {
            steps.append(.fitGamut(limit))
            steps.append(.matrix(limit.conversion(to: .bt2020)))
        }
        return steps
    }
}

extension Primaries {
    /// Whether every colour of another set lies inside, give or take the 0.2 % by which Display P3 pokes out of BT.2020.
    func contains(_ other: Primaries) -> Bool {
        guard other != self else { return true }
        return other.conversion(to: self).rows.allSatisfy { $0.min() >= -0.002 }
    }
}
