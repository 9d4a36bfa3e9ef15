import CPUReference
import ColorScience
import FilterGraph
import Foundation
import Frames
import VulkanGPU

/// How far the fast curves of a device are from the exact formulas, in codes of an export's output before rounding.
public struct CurveError: Hashable, Sendable {
    /// Colours compared, of all sources together.
    public var colors: Int
    /// The largest difference of any component.
    public var largestCodes: Double
    /// The mean over colours of their worst component's difference.
    public var meanCodes: Double
    /// How many colours have a component that is off by more than half a code.
    public var colorsOverHalfCode: Int
    /// Bits of the codes.
    public var bits: Int

    /// Steps of each channel in the grid of colours.
    static let gridSteps = 33

    fileprivate init(bits: Int) {
        (colors, largestCodes, meanCodes, colorsOverHalfCode) = (0, 0, 0, 0)
        self.bits = bits
    }

    /// Adds one colour's worst component; what is no number counts as infinitely wrong.
    fileprivate mutating func add(_ difference: Double) {
        let error = difference.isNaN ? .infinity : difference
        meanCodes += (error - meanCodes) / Double(colors + 1)
        colors += 1
        largestCodes = max(largestCodes, error)
        if error > 0.5 { colorsOverHalfCode += 1 }
    }
}

extension ExportSession {
    /// Measures the fast curves on the device that the export runs on: a grid of R'G'B' codes of each source goes through
    /// the export's colour steps, without its filters, by the fast curves and by the CPU reference.
    ///
    /// `nil` where the export uses exact curves, no device, or writes light. Opens the device for itself; takes a fraction
    /// of a second. Throws `DeviceError`, `VulkanError`, `ShaderError` or `GraphError`.
    public func curveError() throws -> CurveError? {
        let plan = plan.value
        guard plan.curves == .fast, !plan.options.usesCPUReference, let codes = OutputCodes(plan.output.picture) else {
            return nil
        }
        let device = try GPUDevice(selecting: plan.options.device.map(GPUDevice.Selection.init))
        let fast = GPURenderer(device: device, library: plan.catalog.colors)
        var found = CurveError(bits: plan.output.picture.layout.depth)
        for source in plan.sources {
            guard case .signal(let properties, let levels) = source.content else { continue }
            let survey = CurveSurvey(source, properties, levels, plan)
            let results = try (survey.colors(by: fast), survey.colors(by: CPURenderer()))
            for (a, b) in zip(results.0, results.1) { found.add(codes.difference(a, b)) }
        }
        return found
    }
}

/// One source's grid of colours, and the job that takes it to the export's output, floats at both ends.
private struct CurveSurvey {
    private let job: RenderJob
    private let input: HostPlanes
    private let count: Int

    init(_ source: PictureDescription, _ properties: ColorProperties, _ levels: Levels, _ plan: ExportPlan) {
        let steps = CurveError.gridSteps
        let (width, height) = (steps * steps, steps)
        func picture(_ content: PictureContent) -> PictureDescription {
            PictureDescription(
                layout: .rgba32f, codedWidth: width, codedHeight: height, content: content,
                peakNits: source.peakNits, isPremultiplied: true)
        }
        var output = plan.output
        output.picture = picture(plan.output.picture.content)
        output.dither = .none
        job = RenderJob(
            graph: Graph(), sources: [picture(.signal(properties, levels))], output: output, color: plan.color,
            curves: .fast)
        input = HostPlanes(layout: .rgba32f, width: width, height: height)
        count = width * height
        let scale = source.layout.isFloat ? nil : Quantisation(bits: source.layout.depth, levels: levels).rgb
        let signals = (0..<steps).map { step -> Float in
            let signal = Double(step) / Double(steps - 1)
            return Float(scale.map { $0.value($0.code(signal).rounded()) } ?? signal)
        }
        for y in 0..<height {
            let row = input.planes[0].address.raw + y * input.planes[0].bytesPerRow
            let pixels = row.assumingMemoryBound(to: SIMD4<Float>.self)
            for x in 0..<width { pixels[x] = SIMD4(signals[x % steps], signals[x / steps], signals[y], 1) }
        }
    }

    /// The R'G'B' signals that a renderer makes of the grid.
    func colors(by renderer: any Renderer) throws -> [RGB] {
        let picture = job.output.picture
        let target = HostPlanes(layout: .rgba32f, width: picture.codedWidth, height: picture.codedHeight)
        try renderer.render(job, sources: [input], at: .zero, into: target)
        return (0..<count).map { index in
            let (y, x) = index.quotientAndRemainder(dividingBy: picture.codedWidth)
            let row = target.planes[0].address.raw + y * target.planes[0].bytesPerRow
            let pixel = row.assumingMemoryBound(to: SIMD4<Float>.self)[x]
            return RGB(Double(pixel.x), Double(pixel.y), Double(pixel.z))
        }
    }
}

/// Turns R'G'B' signals into an output's codes, unrounded and limited to what there is.
private struct OutputCodes {
    private let matrix: Matrix3
    private let scales: [Quantisation.Scale]
    private let top: Double

    /// `nil` where the output holds no codes.
    init?(_ picture: PictureDescription) {
        guard case .signal(let properties, let levels) = picture.content, !picture.layout.isFloat else { return nil }
        let quantisation = Quantisation(bits: picture.layout.depth, levels: levels)
        top = Double(quantisation.maxCode)
        switch picture.layout.model {
        case .rgb: (matrix, scales) = (.identity, [quantisation.rgb, quantisation.rgb, quantisation.rgb])
        case .grey: (matrix, scales) = (properties.matrix.toYCbCr ?? .identity, [quantisation.luma])
        case .ycbcr:
            matrix = properties.matrix.toYCbCr ?? .identity
            scales = [quantisation.luma, quantisation.chroma, quantisation.chroma]
        }
    }

    /// The largest difference of two signals' codes.
    func difference(_ a: RGB, _ b: RGB) -> Double {
        let (a, b) = (matrix * a, matrix * b)
        return scales.enumerated().map { index, scale in
            guard a[index].isFinite, b[index].isFinite else { return .infinity }
            return abs(limited(scale.code(a[index])) - limited(scale.code(b[index])))
        }.max() ?? 0
    }

    private func limited(_ code: Double) -> Double { min(max(code, 0), top) }
}
