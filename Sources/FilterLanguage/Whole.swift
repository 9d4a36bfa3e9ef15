/// Whole numbers of 32 bits as GLSL computes them, held in doubles.
enum Whole {
    /// A number's bits, sign extended where it is negative.
    static func bits(_ number: Double) -> Int64 { abs(number) < 9e15 ? Int64(number) : 0 }

    /// A number brought into its type's range by wrapping around.
    static func wrapped(_ number: Int64, _ scalar: ValueType.Scalar) -> Double {
        scalar == .uint
            ? Double(UInt32(truncatingIfNeeded: number)) : Double(Int32(truncatingIfNeeded: number))
    }

    /// A literal number turned into a scalar, as a constructor does; floats beyond a type's range become its ends.
    static func cast(_ number: Double, from: ValueType.Scalar, to: ValueType.Scalar) -> Double {
        switch to {
        case .float: return number
        case .bool: return number == 0 ? 0 : 1
        case .int, .uint:
            guard from == .float else { return wrapped(bits(number), to) }
            let limits = floats(in: to)
            return number.isNaN ? 0 : min(max(number, limits.lowerBound), limits.upperBound).rounded(.towardZero)
        }
    }

    /// The smallest and the largest float that a type of whole numbers can hold.
    static func floats(in scalar: ValueType.Scalar) -> ClosedRange<Double> {
        scalar == .int ? -2_147_483_648...2_147_483_520 : 0...4_294_967_040
    }

    /// All numbers of a type of whole numbers.
    static func all(of scalar: ValueType.Scalar) -> ClosedRange<Double> {
        scalar == .int ? -2_147_483_648...2_147_483_647 : 0...4_294_967_295
    }

    /// The result of an operator between literals; `nil` for operators that ints do not have.
    static func result(_ symbol: Expression.Operator, _ a: Double, _ b: Double, _ scalar: ValueType.Scalar) -> Double? {
        let (x, y) = (bits(a), bits(b))
        let result: Int64
        switch symbol {
        case .add: result = x &+ y
        case .subtract: result = x &- y
        case .multiply: result = x &* y
        case .divide: result = y == 0 ? 0 : x / y
        case .remainder: result = y == 0 ? x : x % y
        case .bitAnd: result = x & y
        case .bitOr: result = x | y
        case .bitExclusiveOr: result = x ^ y
        case .shiftLeft: result = x << (y & 31)
        case .shiftRight: result = x >> (y & 31)
        default: return nil
        }
        return wrapped(result, scalar)
    }
}
