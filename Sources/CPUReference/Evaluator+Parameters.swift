import FilterGraph
import FilterLanguage

/// Functions that a file's annotations bring: reads of further pictures, curves, stills.
extension Evaluator {
    /// The value of such a function; `nil` for functions of the library.
    func parameterFunction(_ function: LibraryFunction, _ v: [Lanes]) -> Lanes? {
        switch function.group {
        case .color, .composition, .reading: return nil
        case .input(let name): return read(function.baseName, v[0], in: furtherReaders[name])
        case .curve(let name): return [curve(name).lane(v[0][0], machine)]
        case .image(let name):
            guard let image = context.images[name] else { return Array(repeating: .uniform(0, 0), count: 4) }
            let size: Lanes = [.uniform(Double(image.width), 0), .uniform(Double(image.height), 0)]
            return read("at", pairs(v[0], size, machine.multiply), in: PictureReader(picture: image))
        case .imageSize(let name):
            let image = context.images[name]
            return [.uniform(Double(image?.width ?? 1), 0), .uniform(Double(image?.height ?? 1), 0)]
        }
    }

    private func curve(_ name: String) -> CurveLane {
        if let known = curves[name] { return known }
        let made = CurveLane(MonotoneCurve(points: context.settings[name] ?? []))
        curves[name] = made
        return made
    }
}

/// A curve with what a device may differ by that computes each piece as powers of the distance from its start, in floats.
struct CurveLane {
    private let curve: MonotoneCurve
    /// Of each piece between points: a bound of |b d| + |c d²| + |e d³| over it, y aside.
    private let sizes: [Double]

    init(_ curve: MonotoneCurve) {
        self.curve = curve
        sizes = (0..<max(curve.x.count - 1, 0)).map { k in
            let h = curve.x[k + 1] - curve.x[k]
            let rise = abs(curve.y[k + 1] - curve.y[k])
            let (a, b) = (abs(curve.slopes[k]) * h, abs(curve.slopes[k + 1]) * h)
            return a + (3 * rise + 2 * a + b) + (a + b + 2 * rise)
        }
    }

    /// The curve of a lane.
    func lane(_ a: Lane, _ machine: Machine) -> Lane {
        machine.map(a, curve.value(at:)) { x, y, b in
            guard b < .infinity, x.isFinite, !curve.x.isEmpty else { return .infinity }
            // The place itself, and the start of its piece, are rounded to floats before they are subtracted.
            let last = curve.x.count - 1
            let reach = b + 2 * Machine.u * max(abs(x), abs(curve.x[0]), abs(curve.x[last]))
            var carried = max(abs(curve.value(at: x + reach) - y), abs(curve.value(at: x - reach) - y))
            // It turns only at points.
            for k in 0...last where abs(curve.x[k] - x) < reach { carried = max(carried, abs(curve.y[k] - y)) }
            return carried + 16 * Machine.u * (abs(y) + carried + size(at: x)) + Machine.tiny
        }
    }

    /// How large the terms are that make the value at a place, its piece's start included.
    private func size(at x: Double) -> Double {
        let last = curve.x.count - 1
        if x <= curve.x[0] { return abs(curve.y[0]) + abs(curve.slopes[0] * (x - curve.x[0])) }
        if x >= curve.x[last] { return abs(curve.y[last]) + abs(curve.slopes[last] * (x - curve.x[last])) }
        let k = (curve.x.firstIndex { $0 > x } ?? last) - 1
        return abs(curve.y[k]) + sizes[k]
    }
}
