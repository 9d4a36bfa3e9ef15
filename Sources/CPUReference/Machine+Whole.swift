import FilterLanguage

/// Whole numbers of 32 bits: exact, unless an operand hangs on a decision.
extension Machine {
    /// The result of an operator; it wraps around, shifts count modulo 32, and nothing divides by 0 (Expression.Operator).
    func integer(_ symbol: Expression.Operator, _ a: Lane, _ b: Lane, _ scalar: ValueType.Scalar) -> Lane {
        switch symbol {
        case .add: wrapped(a, b, scalar, { $0 &+ $1 }, bound: { _, _, bx, by in bx + by })
        case .subtract: wrapped(a, b, scalar, { $0 &- $1 }, bound: { _, _, bx, by in bx + by })
        case .multiply:
            wrapped(a, b, scalar, { $0 &* $1 }, bound: { x, y, bx, by in abs(x) * by + abs(y) * bx + bx * by })
        case .divide:
            wrapped(
                a, b, scalar, { $1 == 0 ? 0 : $0 / $1 },
                bound: { x, y, bx, by in
                    abs(y) - by > 0 ? ((bx + abs(x / y) * by) / (abs(y) - by)).rounded(.up) + 1 : .infinity
                })
        case .remainder:
            wrapped(
                a, b, scalar, { $1 == 0 ? $0 : $0 % $1 },
                bound: { x, y, bx, by in abs(y) - by > 0 ? abs(y) + by : .infinity })
        case .bitAnd: wrapped(a, b, scalar, { $0 & $1 }, bound: { _, _, _, _ in .infinity })
        case .bitOr: wrapped(a, b, scalar, { $0 | $1 }, bound: { _, _, _, _ in .infinity })
        case .bitExclusiveOr: wrapped(a, b, scalar, { $0 ^ $1 }, bound: { _, _, _, _ in .infinity })
        case .shiftLeft:
            wrapped(
                a, b, scalar, { $0 << ($1 & 31) },
                bound: { x, y, bx, by in by == 0 ? bx * Double(Int64(1) << (Self.bits(y) & 31)) : .infinity })
        default:
            wrapped(
                a, b, scalar, { $0 >> ($1 & 31) },
                bound: { x, y, bx, by in
                    by == 0 ? (bx / Double(Int64(1) << (Self.bits(y) & 31))).rounded(.up) : .infinity
                })
        }
    }

    /// A result brought into 32 bits; with an uncertain operand, one that may wrap around may be anything.
    @inline(__always)
    private func wrapped(
        _ a: Lane, _ b: Lane, _ scalar: ValueType.Scalar, _ f: (Int64, Int64) -> Int64,
        bound: (Double, Double, Double, Double) -> Double
    ) -> Lane {
        let isUnsigned = scalar == .uint
        let (low, high) = isUnsigned ? (0.0, 4_294_967_295.0) : (-2_147_483_648.0, 2_147_483_647.0)
        return zip(
            a, b,
            { x, y in
                let whole = f(Self.bits(x), Self.bits(y))
                return isUnsigned
                    ? Double(UInt32(truncatingIfNeeded: whole)) : Double(Int32(truncatingIfNeeded: whole))
            },
            bound: { x, y, z, bx, by in
                guard bx + by > 0 else { return bx + by == 0 ? 0 : .infinity }
                let all = bound(x, y, bx, by)
                // What wrapped around, or may, lies anywhere.
                let plain = Double(f(Self.bits(x), Self.bits(y)))
                return plain == z && z - all >= low && z + all <= high ? all : .infinity
            })
    }

    /// A number's bits, as a signed number.
    @inline(__always)
    static func bits(_ x: Double) -> Int64 { abs(x) < 9e15 ? Int64(x) : 0 }

    /// A whole number's own function; uncertain operands give anything.
    func wholly(_ a: Lane, _ f: (Int64) -> Int64) -> Lane {
        map(a, { Double(f(Self.bits($0))) }, bound: { _, _, b in b == 0 ? 0 : .infinity })
    }

    /// A float as a whole number, towards 0; beyond the type it is the nearest that a float can say.
    func whole(_ a: Lane, in limits: ClosedRange<Double>) -> Lane {
        stair(a) { min(max($0.isNaN ? 0 : $0, limits.lowerBound), limits.upperBound).rounded(.towardZero) }
    }

    /// The magnitude of an int; the smallest one is its own.
    func wholeMagnitude(_ a: Lane) -> Lane {
        map(
            a, { $0 == -2_147_483_648 ? $0 : abs($0) },
            bound: { x, _, b in b == 0 || x - b > -2_147_483_648 ? b : .infinity })
    }
}
