import ColorScience
import Dispatch
import FilterGraph
import Frames
import Synchronization

/// Turns working light into codes, makes chroma of neighbours, rounds with the ordered pattern, and stores.
struct OutputEncoder: Sendable {
    private let output: OutputDescription
    private let layout: PixelLayout
    private let steps: [PreparedStep]
    private let toYCbCr: Matrix3
    private let quantisation: Quantisation?
    private let isSignal: Bool
    private let hasFilters: Bool

    /// `hasFilters` says that the light may be no number or infinite, since filters made it.
    init(_ output: OutputDescription, color: CompositionColor, hasFilters: Bool) throws {
        (self.output, self.hasFilters) = (output, hasFilters)
        layout = output.picture.layout
        steps = ColorPlan.encodeSteps(output, color).map { PreparedStep($0) }
        guard layout.log2ChromaWidth <= 1, layout.log2ChromaHeight <= 1 else {
            throw ReferenceError(problem: "\(layout.name) has chroma at less than half the resolution")
        }
        guard case .signal(let properties, let levels) = output.picture.content else {
            guard layout.isFloat else {
                throw ReferenceError(problem: "working light is written as floats only, not as \(layout.name)")
            }
            (toYCbCr, quantisation, isSignal) = (.identity, nil, false)
            return
        }
        isSignal = true
        quantisation = layout.isFloat ? nil : Quantisation(bits: layout.depth, levels: levels)
        guard layout.model != .rgb, !layout.isFloat else {
            toYCbCr = .identity
            return
        }
        guard let matrix = properties.matrix.toYCbCr else {
            throw ReferenceError(problem: "the colour matrix '\(properties.matrix)' is not supported")
        }
        toYCbCr = matrix
    }

    /// Encodes a picture into planes and counts what the codes could not carry.
    ///
    /// Throws `Work.Ending` when `work` is over before it is done.
    func encode(_ picture: LightPicture, into target: HostPlanes, work: Work?) throws -> FrameStatistics {
        let writer = try PlaneWriter(target, output.picture)
        let (codes, statistics) = codes(of: picture, work)
        let (width, height) = (output.picture.codedWidth, output.picture.codedHeight)
        for plane in 0..<layout.planeCount {
            let size = layout.size(ofPlane: plane, width: width, height: height)
            let components = layout.components.indices.filter { layout.components[$0].plane == plane }
            let threads = GraphWalk.threadCount
            DispatchQueue.concurrentPerform(iterations: threads) { thread in
                for y in stride(from: thread, to: size.height, by: threads) where !(work?.isCancelled ?? false) {
                    writer.clear(plane: plane, row: y, width: width)
                    for component in components {
                        for x in 0..<size.width { writer.put(sample(component, x, y, codes), component, x, y) }
                    }
                }
            }
        }
        if let ending = work?.ending { throw ending }
        return statistics
    }

    // MARK: Codes

    /// Four unrounded codes (or values) for each pixel of the picture.
    private func codes(of picture: LightPicture, _ work: Work?) -> (LightPicture, FrameStatistics) {
        let codes = LightPicture(
            width: picture.width, height: picture.height, slackX: picture.storedWidth - picture.width,
            slackY: picture.storedHeight - picture.height, hasBounds: false)
        let total = Mutex(FrameStatistics())
        let threads = GraphWalk.threadCount
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            var own = FrameStatistics()
            for y in stride(from: thread, to: picture.storedHeight, by: threads) where !(work?.isCancelled ?? false) {
                encode(row: y, of: picture, into: codes, &own)
            }
            total.withLock {
                $0.clippedPixels += own.clippedPixels
                $0.clippedPeak = max($0.clippedPeak, own.clippedPeak)
                $0.hasNoNumbers = $0.hasNoNumbers || own.hasNoNumbers
            }
        }
        return (codes, total.withLock { $0 })
    }

    private func encode(
        row y: Int, of picture: LightPicture, into codes: LightPicture, _ statistics: inout FrameStatistics
    ) {
        let top = Double((1 << layout.depth) - 1) + 0.5
        let channels = layout.model == .grey ? 1 : 3
        for x in 0..<picture.storedWidth {
            let index = 4 * (y * picture.storedWidth + x)
            var light = SIMD4(
                picture.values[index], picture.values[index + 1], picture.values[index + 2], picture.values[index + 3])
            if hasFilters, isSignal { settle(&light, &statistics) }
            let (code, brightest) = code(light)
            for channel in 0..<4 { codes.values[index + channel] = code[channel] }
            guard quantisation != nil, x < picture.width, y < picture.height else { continue }
            var isClipped = false
            for channel in 0..<channels where code[channel] < -0.5 || code[channel] > top { isClipped = true }
            if isClipped {
                statistics.clippedPixels += 1
                statistics.clippedPeak = max(statistics.clippedPeak, brightest)
            }
        }
    }

    /// Light that filters made, within what a half holds, and 0 where it is infinite or no number.
    private func settle(_ light: inout SIMD4<Double>, _ statistics: inout FrameStatistics) {
        for channel in 0..<4 {
            // A device holds floats, which end earlier.
            let isNumber = Float(light[channel]).isFinite
            if !isNumber, channel < 3 || layout.hasAlpha { statistics.hasNoNumbers = true }
            light[channel] = isNumber ? StoredValue.clamped(light[channel]) : 0
        }
    }

    /// The codes of one pixel of premultiplied light, and its brightest channel.
    private func code(_ pixel: SIMD4<Double>) -> (SIMD4<Double>, brightest: Double) {
        var color = RGB(pixel[0], pixel[1], pixel[2])
        let alpha = pixel[3]
        if layout.hasAlpha, isSignal { color = alpha > 0 ? color / alpha : RGB() }
        let brightest = color.max()
        for step in steps { color = step.apply(color) }
        if layout.hasAlpha, isSignal, output.picture.isPremultiplied { color *= alpha }
        guard let quantisation else { return (SIMD4(color, alpha), brightest) }
        let alphaTop = layout.components.last.map { Double((1 << $0.depth) - 1) } ?? 1
        let alphaCode = layout.hasAlpha ? min(max(alpha, 0), 1) * alphaTop : 0
        if layout.model == .rgb {
            return (
                SIMD4(
                    quantisation.rgb.code(color.x), quantisation.rgb.code(color.y), quantisation.rgb.code(color.z),
                    alphaCode), brightest
            )
        }
        let signal = toYCbCr * color
        return (
            SIMD4(
                quantisation.luma.code(signal.x), quantisation.chroma.code(signal.y),
                quantisation.chroma.code(signal.z), alphaCode), brightest
        )
    }

    // MARK: Samples

    /// A sample of a component's plane, rounded.
    private func sample(_ component: Int, _ x: Int, _ y: Int, _ codes: LightPicture) -> Double {
        let isAlpha = layout.hasAlpha && component == layout.components.count - 1
        let channel = isAlpha ? 3 : component
        let isSubsampled = layout.log2ChromaWidth + layout.log2ChromaHeight > 0
        let value: Double
        if isSubsampled, layout.model == .ycbcr, component == 1 || component == 2 {
            value = chroma(channel, x, y, codes)
        } else {
            // What a chroma pair completes is encoded as itself, what lies beyond repeats it.
            let right = isSubsampled ? codes.storedWidth - 1 : codes.width - 1
            let bottom = layout.log2ChromaHeight == 1 ? codes.storedHeight - 1 : codes.height - 1
            value = codes.values[4 * (min(y, bottom) * codes.storedWidth + min(x, right)) + channel]
        }
        guard quantisation != nil else { return value }
        let offset = output.dither == .ordered ? OrderedDither.offset(x: x, y: y) : 0
        let top = Double((1 << layout.components[component].depth) - 1)
        let rounded = (value + offset + 0.5).rounded(.down)
        return rounded.isNaN ? 0 : min(max(rounded, 0), top)
    }

    /// Chroma of a sample, by the filters that undo the way up exactly.
    private func chroma(_ channel: Int, _ x: Int, _ y: Int, _ codes: LightPicture) -> Double {
        let siting = output.picture.siting
        let across = layout.log2ChromaWidth == 1 ? Self.taps(offset: siting.horizontalOffset) : [(0, 1)]
        let down = layout.log2ChromaHeight == 1 ? Self.taps(offset: siting.verticalOffset) : [(0, 1)]
        let right = codes.storedWidth - 1
        let bottom = layout.log2ChromaHeight == 1 ? codes.storedHeight - 1 : codes.height - 1
        var sum = 0.0
        for (stepY, weightY) in down {
            let row = min(max((y << layout.log2ChromaHeight) + stepY, 0), bottom)
            for (stepX, weightX) in across {
                let column = min(max((x << layout.log2ChromaWidth) + stepX, 0), right)
                sum += weightX * weightY * codes.values[4 * (row * codes.storedWidth + column) + channel]
            }
        }
        return sum
    }

    /// Pixels, from a pair's first, and their weights in its chroma sample.
    static func taps(offset: Double) -> [(Int, Double)] {
        switch offset {
        case 0: [(-2, -0.125), (-1, 0.25), (0, 0.75), (1, 0.25), (2, -0.125)]
        case 1: [(-1, -0.125), (0, 0.25), (1, 0.75), (2, 0.25), (3, -0.125)]
        default: [(-1, -0.25), (0, 0.75), (1, 0.75), (2, -0.25)]
        }
    }
}
