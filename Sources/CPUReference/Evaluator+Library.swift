import ColorScience
import FilterGraph
import FilterLanguage

/// The colour library, by the standards' formulas in ColorScience and not by the shaders' text.
extension Evaluator {
    /// The value of a function of the library.
    func library(named name: String, _ v: [Lanes]) -> Lanes {
        let m = machine
        let properties = context.color.properties
        switch name {
        case "pqToNits": return v[0].map { m.curve($0) { PQ.nits(signal: $0) } }
        case "nitsToPQ": return v[0].map { m.curve($0) { PQ.signal(nits: $0) } }
        case "hlgToNits": return m.apply(.decode(.hlg, primaries: .bt2020, referenceWhiteNits: 1), v[0])
        case "nitsToHLG": return m.apply(.encode(.hlg, primaries: .bt2020, referenceWhiteNits: 1), v[0])
        case "bt1886ToLight": return v[0].map { m.curve($0) { PowerCurve.bt1886.light(signal: $0) } }
        case "lightToBT1886": return v[0].map { m.curve($0) { PowerCurve.bt1886.signal(light: $0) } }
        case "srgbToLight": return v[0].map { m.curve($0) { PiecewiseCurve.srgb.light(signal: $0) } }
        case "lightToSRGB": return v[0].map { m.curve($0) { PiecewiseCurve.srgb.signal(light: $0) } }
        case "gammaToLight": return v[0].map { m.oddPower($0, v[1][0]) }
        case "lightToGamma":
            let inverse = m.divide(.uniform(1, 0), v[1][0])
            return v[0].map { m.oddPower($0, inverse) }
        case "luminance":
            let weights = Primaries.bt2020.luminanceWeights
            return [m.dot(v[0], (0..<3).map { Machine.given(weights[$0]) })]
        case "bt709ToBT2020": return m.matrix(Primaries.bt709.conversion(to: .bt2020), v[0])
        case "bt2020ToBT709": return m.matrix(Primaries.bt2020.conversion(to: .bt709), v[0])
        case "displayP3ToBT2020": return m.matrix(Primaries.displayP3.conversion(to: .bt2020), v[0])
        case "bt2020ToDisplayP3": return m.matrix(Primaries.bt2020.conversion(to: .displayP3), v[0])
        case "unpremultiplied": return unpremultiplied(v[0])
        case "premultiplied": return premultiplied(v[0])
        case "bt2390": return [bt2390(v[0][0], v[1][0], v[2][0])]
        case "toSignal": return m.toSignal(v[0], context.color)
        case "toLight": return m.toLight(v[0], context.color)
        case "toCompositionPrimaries": return m.matrix(Primaries.bt2020.conversion(to: properties.primaries), v[0])
        case "fromCompositionPrimaries": return m.matrix(properties.primaries.conversion(to: .bt2020), v[0])
        default:
            // Reads go pixel by pixel.
            machine.step(6)
            return read(name, v[0])
        }
    }

    /// Colour divided by its alpha; transparent pixels become transparent black.
    func unpremultiplied(_ color: Lanes) -> Lanes {
        let isClear = machine.compare(color[3], .uniform(0, 0), ==)
        return (0..<4).map { channel in
            let value = channel == 3 ? color[3] : machine.divide(color[channel], color[3])
            return machine.choose(isClear, .uniform(0, 0), value)
        }
    }

    /// Colour multiplied by its alpha.
    func premultiplied(_ color: Lanes) -> Lanes {
        (0..<3).map { machine.multiply(color[$0], color[3]) } + [color[3]]
    }

    /// A filter's `light signal` input: the composition's signal of each colour, premultiplied.
    func signal(of color: Lanes) -> Lanes { through("toSignal", color) }

    /// The light that a `light signal` filter's result stands for.
    func light(of color: Lanes) -> Lanes { through("toLight", color) }

    private func through(_ name: String, _ color: Lanes) -> Lanes {
        let straight = unpremultiplied(color)
        return premultiplied(library(named: name, [Array(straight[..<3])]) + [straight[3]])
    }

    private func bt2390(_ nits: Lane, _ source: Lane, _ target: Lane) -> Lane {
        let fixed: BT2390? =
            if case .uniform(let peak, _) = source, case .uniform(let limit, _) = target {
                BT2390(sourcePeakNits: peak, targetPeakNits: limit)
            } else { nil }
        return machine.make([nits, source, target]) { p in
            let curve = fixed ?? BT2390(sourcePeakNits: source.value(p), targetPeakNits: target.value(p))
            func f(_ x: Double) -> Double { x <= 0 ? x : curve.nits(x) }
            let (x, b) = (nits.value(p), nits.bound(p))
            let y = f(x)
            guard self.machine.tracksBounds else { return (y, 0) }
            guard b < .infinity else { return (y, .infinity) }
            // Peaks are settings, whose rounding moves the curve by its own relative size at most.
            let peaks = (source.bound(p) / max(source.value(p), 1e-9) + target.bound(p) / max(target.value(p), 1e-9))
            let carried = b == 0 ? 0 : max(abs(f(x + b) - y), abs(f(x - b) - y))
            return (y, carried + Machine.libraryError(y) + 4 * abs(y) * peaks)
        }
    }
}

extension Machine {
    /// A composition's signal of BT.2020 light.
    func toSignal(_ light: Lanes, _ color: CompositionColor) -> Lanes {
        let (own, white) = (color.properties, color.referenceWhiteNits)
        return apply(
            .encode(own.transfer, primaries: own.primaries, referenceWhiteNits: white),
            matrix(Primaries.bt2020.conversion(to: own.primaries), light))
    }

    /// BT.2020 light of a composition's signal.
    func toLight(_ signal: Lanes, _ color: CompositionColor) -> Lanes {
        let (own, white) = (color.properties, color.referenceWhiteNits)
        return matrix(
            own.primaries.conversion(to: .bt2020),
            apply(.decode(own.transfer, primaries: own.primaries, referenceWhiteNits: white), signal))
    }

    /// The error that the shaders' colour library is allowed, in the function's unit.
    @inline(__always)
    static func libraryError(_ y: Double) -> Double { abs(y) <= libraryEnd ? max(1e-5 * abs(y), 1e-7) : .infinity }

    /// Numbers up to which the colour library is defined, far beyond what any picture holds: the shaders' way to a larger
    /// one may overflow.
    private static let libraryEnd = 1e30

    /// A monotone curve of one channel.
    func curve(_ a: Lane, _ f: (Double) -> Double) -> Lane {
        let result = map(a, f) { x, y, b in
            guard abs(x) + b <= Self.libraryEnd else { return .infinity }
            let carried = b == 0 ? 0 : max(abs(f(x + b) - y), abs(f(x - b) - y))
            return carried + Self.libraryError(y)
        }
        // The curves go through 0, and the shaders' ways to them have no sign of their own.
        if a.least >= 0 { note(result, least: 0) }
        return result
    }

    /// sign(x) |x|^exponent
    func oddPower(_ a: Lane, _ exponent: Lane) -> Lane {
        make([a, exponent]) { p in
            let (x, e) = (a.value(p), exponent.value(p))
            func f(_ x: Double, _ e: Double) -> Double { PowerCurve(exponent: e).light(signal: x) }
            let y = f(x, e)
            guard tracksBounds else { return (y, 0) }
            let (bx, be) = (a.bound(p), exponent.bound(p))
            guard abs(x) + bx <= Self.libraryEnd, be < .infinity else { return (y, .infinity) }
            var carried = bx == 0 ? 0 : max(abs(f(x + bx, e) - y), abs(f(x - bx, e) - y))
            if be > 0 { carried += max(abs(f(x, e + be) - y), abs(f(x, e - be) - y)) }
            return (y, carried + Self.libraryError(y))
        }
    }

    /// A 3x3 matrix over three lanes.
    func matrix(_ matrix: Matrix3, _ v: Lanes) -> Lanes {
        if matrix.isIdentity(within: 1e-9) { return v }
        return matrix.rows.map { row in dot(v, (0..<3).map { Machine.given(row[$0]) }) }
    }

    /// One step of a colour conversion over three lanes.
    func apply(_ step: ColorStep, _ v: Lanes) -> Lanes {
        if case .matrix(let matrix) = step { return self.matrix(matrix, v) }
        let prepared = PreparedStep(step)
        let to = (0..<3).map { _ in pool.column() }
        let (r, g, b) = (column(of: v[0]), column(of: v[1]), column(of: v[2]))
        for p in 0..<count {
            let x = RGB(r.values[p], g.values[p], b.values[p])
            let y = prepared.apply(x)
            let bounds = tracksBounds ? bound(prepared, x, y, RGB(r.bounds[p], g.bounds[p], b.bounds[p])) : RGB()
            for channel in 0..<3 {
                to[channel].values[p] = y[channel]
                to[channel].bounds[p] = bounds[channel]
            }
        }
        return to.map { .varying($0) }
    }

    /// What the channels' errors come to through a step, by moving each to either end, and all of them.
    private func bound(_ step: PreparedStep, _ x: RGB, _ y: RGB, _ b: RGB) -> RGB {
        let reach = RGB(abs(x.x) + b.x, abs(x.y) + b.y, abs(x.z) + b.z)
        guard reach.x <= Self.libraryEnd, reach.y <= Self.libraryEnd, reach.z <= Self.libraryEnd else {
            return RGB(repeating: .infinity)
        }
        var carried = RGB()
        for channel in 0..<3 where b[channel] > 0 {
            var worst = RGB()
            for sign in [-1.0, 1] {
                var moved = x
                moved[channel] += sign * b[channel]
                let difference = step.apply(moved) - y
                worst = RGB(
                    max(worst.x, abs(difference.x)), max(worst.y, abs(difference.y)),
                    max(worst.z, abs(difference.z)))
            }
            carried += worst
        }
        // Large errors do not add up: where one channel scales another, both ends together reach further.
        if b.max() > 1e-4 {
            for corner in 0..<8 {
                let ends = RGB(corner & 1 == 0 ? -1 : 1, corner & 2 == 0 ? -1 : 1, corner & 4 == 0 ? -1 : 1)
                let difference = step.apply(x + ends * b) - y
                for channel in 0..<3 {
                    guard abs(difference[channel]) <= Self.libraryEnd else { return RGB(repeating: .infinity) }
                    carried[channel] = max(carried[channel], abs(difference[channel]))
                }
            }
        }
        // A gain that is common to the channels errs with the brightest.
        let top = step.isCommonGain ? max(abs(y.x), abs(y.y), abs(y.z)) : 0
        return carried
            + RGB(
                Self.libraryError(max(abs(y.x), top)), Self.libraryError(max(abs(y.y), top)),
                Self.libraryError(max(abs(y.z), top)))
    }
}

/// A colour step with what does not change from pixel to pixel computed once.
struct PreparedStep: Sendable {
    private let step: ColorStep
    private let curve: BT2390?
    private let white: Double
    private let columns: (RGB, RGB, RGB)
    private let isMatrix: Bool

    init(_ step: ColorStep) {
        self.step = step
        var curve: BT2390?
        var white = 1.0
        var columns = (RGB(1, 0, 0), RGB(0, 1, 0), RGB(0, 0, 1))
        var isMatrix = false
        switch step {
        case .toneMap(let source, let target, let reference):
            curve = BT2390(sourcePeakNits: source, targetPeakNits: target)
            white = reference
        case .matrix(let matrix):
            columns = (matrix.column(0), matrix.column(1), matrix.column(2))
            isMatrix = true
        case .decode, .encode, .fitGamut, .shoulder: break
        }
        (self.curve, self.white, self.columns, self.isMatrix) = (curve, white, columns, isMatrix)
    }

    /// Whether the three channels share one factor or are drawn to one another.
    var isCommonGain: Bool {
        switch step {
        case .toneMap, .fitGamut, .shoulder: true
        case .decode(let transfer, _, _), .encode(let transfer, _, _): transfer == .hlg
        case .matrix: false
        }
    }

    /// The pixel after the step.
    func apply(_ rgb: RGB) -> RGB {
        if isMatrix { return columns.0 * rgb.x + columns.1 * rgb.y + columns.2 * rgb.z }
        guard let curve else { return step.apply(rgb) }
        let nits = rgb.max() * white
        return nits > 0 ? rgb * (curve.nits(nits) / nits) : rgb
    }
}
