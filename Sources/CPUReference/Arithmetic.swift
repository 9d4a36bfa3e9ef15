/// How the reference works numbers out.
///
/// The first two are what devices are judged by; the others each follow one device that keeps every promise, step by step
/// and along one way through each branch: what both of them say is no matter of rounding.
public enum Arithmetic: Sendable {
    /// In Double, with how far a device may be from it beside; branches that rounding decides are taken both ways.
    case bounded
    /// In Double alone.
    case exact
    /// In Double, but infinite beyond the largest float, and no number where GLSL leaves a place that is read undefined.
    case ranged
    /// Each step rounded to the nearest float.
    case single

    var tracksBounds: Bool { self == .bounded }

    /// Whether the steps of a device are followed, faults included.
    var isOfDevice: Bool { self == .ranged || self == .single }
}

extension Machine {
    /// The result of a step as the device holds it that is followed; others are held as they are.
    func held(_ lanes: Lanes) -> Lanes {
        guard arithmetic.isOfDevice else { return lanes }
        let isSingle = arithmetic == .single
        func held(_ value: Double) -> Double {
            let single = Double(Float(value))
            return isSingle || single.isInfinite ? single : value
        }
        return lanes.map { lane in
            switch lane {
            case .uniform(let value, _): return .uniform(held(value), 0)
            case .varying(let column):
                let to = pool.column()
                for p in 0..<count { (to.values[p], to.bounds[p]) = (held(column.values[p]), 0) }
                return .varying(to)
            }
        }
    }
}
