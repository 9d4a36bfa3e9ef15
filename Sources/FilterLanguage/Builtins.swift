/// A function of GLSL itself.
public enum Builtin: String, CaseIterable, Sendable {
    case radians, degrees, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh
    case pow, exp, log, exp2, log2, sqrt, inversesqrt
    case abs, sign, floor, ceil, fract, mod, trunc, round, roundEven
    case min, max, clamp, mix, step, smoothstep, fma
    case length, distance, dot, cross, normalize, reflect
    case any, all, not, lessThan, lessThanEqual, greaterThan, greaterThanEqual, equal, notEqual
    case isnan, isinf
    case transpose, matrixCompMult, outerProduct
    case bitCount, bitfieldReverse, findLSB, findMSB
}

/// The types that GLSL's functions take.
enum Builtins {
    static let names = Set(Builtin.allCases.map(\.rawValue)).union(Prelude.names)

    /// What a call comes to: the types its arguments are brought to, and its result.
    struct Signature {
        let arguments: [ValueType]
        let result: ValueType
    }

    /// The signature that fits arguments of the given types; `nil` when none does.
    static func signature(_ builtin: Builtin, _ given: [ValueType]) -> Signature? {
        switch builtin {
        case .radians, .degrees, .sin, .cos, .tan, .asin, .acos, .sinh, .cosh, .tanh, .exp, .log, .exp2, .log2, .sqrt,
            .inversesqrt, .floor, .ceil, .fract, .trunc, .round, .roundEven, .normalize:
            return componentwise(given, count: 1, floats: true)
        case .atan:
            return componentwise(given, count: given.count == 2 ? 2 : 1, floats: true)
        case .pow, .reflect: return componentwise(given, count: 2, floats: true)
        case .fma: return componentwise(given, count: 3, floats: true)
        case .abs, .sign:
            return componentwise(given, count: 1).flatMap { $0.result.scalar == .uint ? nil : $0 }
        case .mod: return componentwise(given, count: 2, floats: true, scalars: [1])
        case .min, .max: return componentwise(given, count: 2, scalars: [1])
        case .clamp: return componentwise(given, count: 3, scalars: [1, 2])
        case .step: return componentwise(given, count: 2, floats: true, scalars: [0])
        case .smoothstep: return componentwise(given, count: 3, floats: true, scalars: [0, 1])
        case .mix: return mix(given)
        case .length: return reduction(given, count: 1)
        case .distance, .dot: return reduction(given, count: 2)
        case .cross:
            guard given.count == 2, given.allSatisfy({ converts($0, to: .vec3) }) else { return nil }
            return Signature(arguments: [.vec3, .vec3], result: .vec3)
        case .any, .all, .not:
            guard given.count == 1, case .vector(.bool, _) = given[0] else { return nil }
            return Signature(arguments: given, result: builtin == .not ? given[0] : .bool)
        case .lessThan, .lessThanEqual, .greaterThan, .greaterThanEqual, .equal, .notEqual:
            return comparison(builtin, given)
        case .isnan, .isinf:
            guard let one = componentwise(given, count: 1, floats: true) else { return nil }
            return Signature(arguments: one.arguments, result: .of(.bool, one.result.componentCount))
        case .transpose:
            guard given.count == 1, case .matrix(let columns, let rows) = given[0] else { return nil }
            return Signature(arguments: given, result: .matrix(columns: rows, rows: columns))
        case .matrixCompMult:
            guard given.count == 2, case .matrix = given[0], given[0] == given[1] else { return nil }
            return Signature(arguments: given, result: given[0])
        case .outerProduct:
            guard given.count == 2, let (_, rows) = shape(given[0]), let (_, columns) = shape(given[1]), rows > 1,
                columns > 1, given.allSatisfy({ $0.scalar != .bool })
            else { return nil }
            return Signature(
                arguments: [.vector(.float, rows), .vector(.float, columns)],
                result: .matrix(columns: columns, rows: rows))
        case .bitCount, .bitfieldReverse, .findLSB, .findMSB:
            guard given.count == 1, let (scalar, width) = shape(given[0]), scalar == .int || scalar == .uint else {
                return nil
            }
            return Signature(arguments: given, result: builtin == .bitfieldReverse ? given[0] : .of(.int, width))
        }
    }

    /// Whether GLSL converts a value of one type to another without being asked: int to uint and both to float,
    /// component by component.
    static func converts(_ from: ValueType, to: ValueType) -> Bool {
        if from == to { return true }
        guard let (a, width) = shape(from), let (b, other) = shape(to), width == other else { return false }
        return (a == .int && (b == .uint || b == .float)) || (a == .uint && b == .float)
    }

    /// One type for all arguments; those at `scalars` may be scalars beside vectors.
    private static func componentwise(
        _ given: [ValueType], count: Int, floats: Bool = false, scalars: Set<Int> = []
    ) -> Signature? {
        guard given.count == count else { return nil }
        var kinds: Set<ValueType.Scalar> = []
        var width = 0
        for (index, type) in given.enumerated() {
            guard let (scalar, components) = shape(type), scalar != .bool else { return nil }
            kinds.insert(scalar)
            if !scalars.contains(index) {
                guard width == 0 || width == components else { return nil }
                width = components
            }
        }
        let scalar: ValueType.Scalar =
            floats || kinds.contains(.float) ? .float : kinds.contains(.uint) ? .uint : .int
        var arguments: [ValueType] = []
        // Either all of the optional scalars are scalars, or none is.
        let narrow = scalars.allSatisfy { given[$0].componentCount == 1 }
        for (index, type) in given.enumerated() {
            let isNarrow = scalars.contains(index) && narrow
            guard isNarrow || type.componentCount == width else { return nil }
            arguments.append(.of(scalar, isNarrow ? 1 : width))
        }
        return Signature(arguments: arguments, result: .of(scalar, width))
    }

    private static func mix(_ given: [ValueType]) -> Signature? {
        guard given.count == 3, let (last, width) = shape(given[2]) else { return nil }
        guard last == .bool else { return componentwise(given, count: 3, floats: true, scalars: [2]) }
        if let (first, count) = shape(given[0]), first == .bool, given[0] == given[1], count == width {
            return Signature(arguments: given, result: given[0])
        }
        guard let two = componentwise(Array(given.prefix(2)), count: 2), two.result.componentCount == width else {
            return nil
        }
        return Signature(arguments: two.arguments + [given[2]], result: two.result)
    }

    private static func reduction(_ given: [ValueType], count: Int) -> Signature? {
        componentwise(given, count: count, floats: true).map { Signature(arguments: $0.arguments, result: .float) }
    }

    private static func comparison(_ builtin: Builtin, _ given: [ValueType]) -> Signature? {
        guard given.count == 2, case .vector(let scalar, let width) = given[0] else { return nil }
        if scalar == .bool {
            guard builtin == .equal || builtin == .notEqual, given[0] == given[1] else { return nil }
            return Signature(arguments: given, result: given[0])
        }
        return componentwise(given, count: 2).map {
            Signature(arguments: $0.arguments, result: .vector(.bool, width))
        }
    }

    private static func shape(_ type: ValueType) -> (ValueType.Scalar, Int)? {
        switch type {
        case .scalar(let scalar): (scalar, 1)
        case .vector(let scalar, let count): (scalar, count)
        case .void, .matrix, .array, .structure: nil
        }
    }
}
