import FilterLanguage

extension Evaluator {
    /// The value of one of GLSL's own functions for arguments of the given types.
    func builtin(_ builtin: Builtin, _ v: [Lanes], _ types: [ValueType]) -> Lanes {
        let m = machine
        switch builtin {
        case .radians: return v[0].map(m.radians)
        case .degrees: return v[0].map(m.degrees)
        case .sin: return v[0].map(m.sin)
        case .cos: return v[0].map(m.cos)
        case .tan: return v[0].map(m.tan)
        case .asin: return v[0].map(m.asin)
        case .acos: return v[0].map(m.acos)
        case .atan: return v.count == 2 ? pairs(v[0], v[1], m.atan2) : v[0].map(m.atan)
        case .sinh: return v[0].map(m.sinh)
        case .cosh: return v[0].map(m.cosh)
        case .tanh: return v[0].map(m.tanh)
        case .pow: return pairs(v[0], v[1], m.pow)
        case .exp: return v[0].map(m.exp)
        case .log: return v[0].map(m.log)
        case .exp2: return v[0].map(m.exp2)
        case .log2: return v[0].map(m.log2)
        case .sqrt: return v[0].map(m.sqrt)
        case .inversesqrt: return v[0].map(m.inversesqrt)
        case .abs: return v[0].map(types[0].scalar == .int ? m.wholeMagnitude : m.magnitude)
        case .sign: return v[0].map(m.sign)
        case .floor: return v[0].map(m.floor)
        case .ceil: return v[0].map { m.stair($0) { $0.rounded(.up) } }
        case .fract: return v[0].map(m.fract)
        case .mod: return pairs(v[0], v[1], m.mod)
        case .trunc: return v[0].map(m.truncate)
        case .round: return v[0].map(m.round)
        case .roundEven: return v[0].map { m.stair($0) { $0.rounded(.toNearestOrEven) } }
        case .min: return pairs(v[0], v[1], m.minimum)
        case .max: return pairs(v[0], v[1], m.maximum)
        case .clamp: return pairs(pairs(v[0], v[1], m.maximum), v[2], m.minimum)
        case .mix: return mix(v, byBool: types[2].scalar == .bool)
        case .step: return pairs(v[0], v[1], m.step)
        case .smoothstep:
            return v[2].indices.map { i in
                m.smoothstep(v[0][v[0].count == 1 ? 0 : i], v[1][v[1].count == 1 ? 0 : i], v[2][i])
            }
        case .fma: return v[0].indices.map { m.add(m.multiply(v[0][$0], v[1][$0]), v[2][$0]) }
        case .length: return [m.length(v[0])]
        case .distance: return [m.length(pairs(v[0], v[1], m.subtract))]
        case .dot: return [m.dot(v[0], v[1])]
        case .cross: return m.cross(v[0], v[1])
        case .normalize: return m.normalize(v[0])
        case .reflect: return m.reflect(v[0], v[1])
        case .any: return [v[0].dropFirst().reduce(v[0][0], m.or)]
        case .all: return [v[0].dropFirst().reduce(v[0][0], m.and)]
        case .not: return v[0].map(m.not)
        case .lessThan: return pairs(v[0], v[1]) { m.compare($0, $1, <) }
        case .lessThanEqual: return pairs(v[0], v[1]) { m.compare($0, $1, <=) }
        case .greaterThan: return pairs(v[0], v[1]) { m.compare($0, $1, >) }
        case .greaterThanEqual: return pairs(v[0], v[1]) { m.compare($0, $1, >=) }
        case .equal: return pairs(v[0], v[1]) { m.compare($0, $1, ==) }
        case .notEqual: return pairs(v[0], v[1]) { m.not(m.compare($0, $1, ==)) }
        case .isnan: return v[0].map { lane in m.map(lane, { $0.isNaN ? 1 : 0 }, bound: Self.oddity) }
        case .isinf: return v[0].map { lane in m.map(lane, { $0.isInfinite ? 1 : 0 }, bound: Self.oddity) }
        case .transpose:
            guard case .matrix(let columns, let rows) = types[0] else { return v[0] }
            return (0..<rows).flatMap { row in (0..<columns).map { v[0][$0 * rows + row] } }
        case .matrixCompMult: return pairs(v[0], v[1], m.multiply)
        case .outerProduct: return v[1].flatMap { column in v[0].map { m.multiply($0, column) } }
        case .bitCount: return v[0].map { m.wholly($0) { Int64(UInt32(truncatingIfNeeded: $0).nonzeroBitCount) } }
        case .bitfieldReverse:
            let isUnsigned = types[0].scalar == .uint
            return v[0].map {
                m.wholly($0) {
                    let turned = UInt32(truncatingIfNeeded: $0).bitReversed
                    return isUnsigned ? Int64(turned) : Int64(Int32(bitPattern: turned))
                }
            }
        case .findLSB:
            return v[0].map {
                m.wholly($0) { $0 == 0 ? -1 : Int64(UInt32(truncatingIfNeeded: $0).trailingZeroBitCount) }
            }
        case .findMSB:
            // Of a negative number, the highest bit that is 0.
            return v[0].map {
                m.wholly($0) { 31 - Int64(UInt32(truncatingIfNeeded: $0 < 0 ? ~$0 : $0).leadingZeroBitCount) }
            }
        }
    }

    /// Whether a value is no finite number is certain only of what a device is sure to hold as one.
    private static func oddity(_ x: Double, _ y: Double, _ bound: Double) -> Double {
        abs(x) + bound < 3.4e38 ? 0 : 1
    }

    private func mix(_ v: [Lanes], byBool: Bool) -> Lanes {
        // A bool picks: the second where it is true.
        if byBool { return v[0].indices.map { machine.choose(v[2][$0], v[1][$0], v[0][$0]) } }
        return v[0].indices.map { machine.mix(v[0][$0], v[1][$0], v[2][v[2].count == 1 ? 0 : $0]) }
    }
}

extension UInt32 {
    /// The bits in the other order.
    fileprivate var bitReversed: UInt32 {
        var (rest, turned) = (self, UInt32(0))
        for _ in 0..<32 {
            turned = turned << 1 | rest & 1
            rest >>= 1
        }
        return turned
    }
}
