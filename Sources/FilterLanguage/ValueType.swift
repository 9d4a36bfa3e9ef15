/// The type of a value in a filter's code.
public indirect enum ValueType: Hashable, Sendable, CustomStringConvertible {
    /// What components are made of.
    public enum Scalar: String, Hashable, Sendable {
        case float
        case int
        /// Whole numbers from 0 to 2^32 - 1, which wrap around.
        case uint
        case bool
    }

    /// A type that a file declares: named members in order.
    public struct Structure: Hashable, Sendable {
        /// A part of a structure.
        public struct Member: Hashable, Sendable {
            public let name: String
            public let type: ValueType
        }

        public let name: String
        public let members: [Member]
    }

    case void
    case scalar(Scalar)
    /// 2...4 components.
    case vector(Scalar, Int)
    /// A matrix of floats, 2...4 columns of 2...4 rows; components column by column.
    case matrix(columns: Int, rows: Int)
    case array(ValueType, Int)
    /// Components of the members in order.
    case structure(Structure)

    public static let float = ValueType.scalar(.float)
    public static let int = ValueType.scalar(.int)
    public static let uint = ValueType.scalar(.uint)
    public static let bool = ValueType.scalar(.bool)
    public static let vec2 = ValueType.vector(.float, 2)
    public static let vec3 = ValueType.vector(.float, 3)
    public static let vec4 = ValueType.vector(.float, 4)

    /// How many numbers a value of the type consists of.
    public var componentCount: Int {
        switch self {
        case .void: 0
        case .scalar: 1
        case .vector(_, let count): count
        case .matrix(let columns, let rows): columns * rows
        case .array(let element, let count): element.componentCount * count
        case .structure(let structure): structure.members.reduce(0) { $0 + $1.type.componentCount }
        }
    }

    /// What the components are, where they are of one kind.
    public var scalar: Scalar? {
        switch self {
        case .void, .structure: nil
        case .scalar(let scalar), .vector(let scalar, _): scalar
        case .matrix: .float
        case .array(let element, _): element.scalar
        }
    }

    /// What each component is, in order.
    public var scalars: [Scalar] {
        switch self {
        case .void: []
        case .scalar(let scalar): [scalar]
        case .vector(let scalar, let count): Array(repeating: scalar, count: count)
        case .matrix: Array(repeating: .float, count: componentCount)
        case .array(let element, let count): Array(repeating: element.scalars, count: count).flatMap { $0 }
        case .structure(let structure): structure.members.flatMap(\.type.scalars)
        }
    }

    /// The type's name in GLSL.
    public var description: String {
        switch self {
        case .void: "void"
        case .scalar(let scalar): scalar.rawValue
        case .vector(.float, let count): "vec\(count)"
        case .vector(.int, let count): "ivec\(count)"
        case .vector(.uint, let count): "uvec\(count)"
        case .vector(.bool, let count): "bvec\(count)"
        case .matrix(let columns, let rows): columns == rows ? "mat\(columns)" : "mat\(columns)x\(rows)"
        case .array(let element, let count): "\(element)[\(count)]"
        case .structure(let structure): structure.name
        }
    }

    /// Whether the type is a single number or bool, or a few of them.
    var isScalarOrVector: Bool {
        switch self {
        case .scalar, .vector: true
        case .void, .matrix, .array, .structure: false
        }
    }

    var isMatrix: Bool {
        if case .matrix = self { return true }
        return false
    }

    var isArray: Bool {
        if case .array = self { return true }
        return false
    }

    /// The scalar or vector of `count` components.
    static func of(_ scalar: Scalar, _ count: Int) -> ValueType {
        count == 1 ? .scalar(scalar) : .vector(scalar, count)
    }

    /// The type that a GLSL type name stands for, arrays and structures aside.
    static func named(_ name: String) -> ValueType? { byName[name] }

    /// Every type name of GLSL that code may use.
    static var names: [String] { byName.keys.sorted() }

    private static let byName: [String: ValueType] = {
        var all: [String: ValueType] = ["void": .void, "float": .float, "int": .int, "uint": .uint, "bool": .bool]
        for count in 2...4 {
            all["vec\(count)"] = .vector(.float, count)
            all["ivec\(count)"] = .vector(.int, count)
            all["uvec\(count)"] = .vector(.uint, count)
            all["bvec\(count)"] = .vector(.bool, count)
            all["mat\(count)"] = .matrix(columns: count, rows: count)
            for rows in 2...4 { all["mat\(count)x\(rows)"] = .matrix(columns: count, rows: rows) }
        }
        return all
    }()
}
