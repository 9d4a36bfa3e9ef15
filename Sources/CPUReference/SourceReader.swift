import ColorScience
import FilterGraph
import Frames

/// Which chroma sample is mixed in, and by how much, for even and odd pixels along one axis.
struct ChromaUpsampling: Sendable {
    let even: (step: Int, weight: Double)
    let odd: (step: Int, weight: Double)

    /// The taps for chroma that lies `offset` pixels (0, 1/2 or 1) after a pair's first pixel.
    init(offset: Double) {
        switch offset {
        case 0: (even, odd) = ((0, 0), (1, 0.5))
        case 1: (even, odd) = ((-1, 0.5), (0, 0))
        default: (even, odd) = ((-1, 0.25), (1, 0.25))
        }
    }
}

/// Reads a source picture as working light: codes, upsampled chroma, upright coordinates, conformed colour.
struct SourceReader: Sendable {
    let picture: PictureDescription
    private let samples: PlaneReader
    private let steps: [ColorStep]
    private let across: ChromaUpsampling
    private let down: ChromaUpsampling
    private let toRGB: Matrix3

    init(_ planes: HostPlanes, _ picture: PictureDescription, color: CompositionColor) throws {
        self.picture = picture
        samples = try PlaneReader(planes, picture)
        steps = ColorPlan.ingestSteps(picture, color)
        across = ChromaUpsampling(offset: picture.siting.horizontalOffset)
        down = ChromaUpsampling(offset: picture.siting.verticalOffset)
        toRGB = try Self.matrix(picture)
        guard picture.layout.log2ChromaWidth <= 1, picture.layout.log2ChromaHeight <= 1 else {
            throw ReferenceError(problem: "\(picture.layout.name) has chroma at less than half the resolution")
        }
    }

    private static func matrix(_ picture: PictureDescription) throws -> Matrix3 {
        guard case .signal(let properties, _) = picture.content, picture.layout.model == .ycbcr else {
            return .identity
        }
        guard let matrix = properties.matrix.toRGB else {
            throw ReferenceError(problem: "the colour matrix '\(properties.matrix)' is not supported")
        }
        return matrix
    }

    /// Columns and rows of the upright picture before its pixels are made square.
    var width: Int { picture.orientation.quarterTurns % 2 == 0 ? picture.visible.width : picture.visible.height }
    var height: Int { picture.orientation.quarterTurns % 2 == 0 ? picture.visible.height : picture.visible.width }

    // MARK: Codes

    private typealias Rect = (left: Int, top: Int, right: Int, bottom: Int)

    /// Y Cb Cr A, R G B A or grey codes of an upright pixel; one beyond an odd size completes the last chroma pair: it
    /// repeats luma, but has its own place's chroma.
    private func codes(_ px: Int, _ py: Int) -> SIMD4<Double> {
        let visible = picture.visible
        let x = min(max(px, 0), width - 1 + width % 2)
        let y = min(max(py, 0), height - 1 + height % 2)
        let (right, bottom) = (visible.width - 1, visible.height - 1)
        var (column, row) = (x, y)
        switch picture.orientation.quarterTurns {
        case 1: (column, row) = (y, bottom - x)
        case 2: (column, row) = (right - x, bottom - y)
        case 3: (column, row) = (right - y, x)
        default: break
        }
        if picture.orientation.isMirrored { column = right - column }
        let (sx, sy) = (visible.x + column, visible.y + row)
        let cx = min(max(sx, visible.x), visible.x + right)
        let cy = min(max(sy, visible.y), visible.y + bottom)
        let layout = picture.layout
        let alpha = layout.hasAlpha ? samples.sample(layout.components.count - 1, cx, cy) : 0
        let first = samples.sample(0, cx, cy)
        if layout.model == .grey { return SIMD4(first, first, first, alpha) }
        guard layout.log2ChromaWidth + layout.log2ChromaHeight > 0 else {
            return SIMD4(first, samples.sample(1, cx, cy), samples.sample(2, cx, cy), alpha)
        }
        return SIMD4(first, chroma(1, sx, sy), chroma(2, sx, sy), alpha)
    }

    /// Chroma at a stored pixel's place.
    private func chroma(_ component: Int, _ x: Int, _ y: Int) -> Double {
        guard picture.layout.log2ChromaWidth == 1 else { return chromaColumn(component, x, y) }
        let tap = x & 1 == 0 ? across.even : across.odd
        let own = chromaColumn(component, x >> 1, y)
        if tap.weight == 0 { return own }
        return own * (1 - tap.weight) + chromaColumn(component, (x >> 1) + tap.step, y) * tap.weight
    }

    /// Chroma of a column of chroma samples at the height of a stored pixel row.
    private func chromaColumn(_ component: Int, _ column: Int, _ y: Int) -> Double {
        let visible = picture.visible
        let shift = picture.layout.log2ChromaWidth
        let c = min(max(column, visible.x >> shift), (visible.x + visible.width - 1) >> shift)
        guard picture.layout.log2ChromaHeight == 1 else {
            return samples.sample(component, c, min(max(y, visible.y), visible.y + visible.height - 1))
        }
        let (first, last) = (visible.y >> 1, (visible.y + visible.height - 1) >> 1)
        let tap = y & 1 == 0 ? down.even : down.odd
        let own = samples.sample(component, c, min(max(y >> 1, first), last))
        if tap.weight == 0 { return own }
        let other = samples.sample(component, c, min(max((y >> 1) + tap.step, first), last))
        return own * (1 - tap.weight) + other * tap.weight
    }

    // MARK: Light

    /// Working light of the run of pixels that begins at a place of the upright picture, premultiplied.
    func light(x: Int, y: Int, _ machine: Machine) -> Lanes {
        let columns = (0..<4).map { _ in machine.pool.column() }
        for p in 0..<machine.count {
            let code = codes(x + p, y)
            for channel in 0..<4 { (columns[channel].values[p], columns[channel].bounds[p]) = (code[channel], 0) }
        }
        let raw = columns.map { Lane.varying($0) }
        let hasAlpha = picture.layout.hasAlpha
        guard case .signal(_, let levels) = picture.content else {
            return hasAlpha ? raw : Array(raw[..<3]) + [.uniform(1, 0)]
        }
        var color = signal(raw, levels, machine)
        guard hasAlpha else { return apply(color, machine) + [.uniform(1, 0)] }
        let alpha = alpha(raw[3], machine)
        if picture.isPremultiplied {
            let isClear = machine.compare(alpha, .uniform(0, 0), <=)
            color = color.map { machine.choose(isClear, .uniform(0, 0), machine.divide($0, alpha)) }
        }
        return apply(color, machine).map { machine.multiply($0, alpha) } + [alpha]
    }

    private func apply(_ color: Lanes, _ machine: Machine) -> Lanes {
        steps.reduce(color) { machine.apply($1, $0) }
    }

    private func signal(_ raw: Lanes, _ levels: Levels, _ machine: Machine) -> Lanes {
        let layout = picture.layout
        if layout.isFloat { return Array(raw[..<3]) }
        let quantisation = Quantisation(bits: layout.depth, levels: levels)
        func value(_ lane: Lane, _ scale: Quantisation.Scale) -> Lane {
            let distance = machine.subtract(lane, .uniform(scale.offset, 0))
            // A shader multiplies by the rounded inverse; exactly that error stands beside it.
            return machine.map(
                distance, { $0 / scale.scale },
                bound: { _, y, b in
                    b / scale.scale + 2 * Machine.rounding(y, b)
                })
        }
        guard layout.model == .ycbcr else { return raw[..<3].map { value($0, quantisation.luma) } }
        let own = [value(raw[0], quantisation.luma)] + raw[1..<3].map { value($0, quantisation.chroma) }
        return machine.matrix(toRGB, own)
    }

    private func alpha(_ raw: Lane, _ machine: Machine) -> Lane {
        guard !picture.layout.isFloat, let component = picture.layout.components.last else { return raw }
        let top = Double((1 << component.depth) - 1)
        return machine.map(
            raw, { $0 / top }, bound: { _, y, b in y == 0 || y == 1 ? b : b + 2 * Machine.rounding(y, b) })
    }
}
