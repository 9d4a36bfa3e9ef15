/// The type of a value in a filter's code.
public indirect enum ValueType: Hashable, Sendable, CustomStringConvertible {
    /// What components are made of.
    public enum Scalar: String, Hashable, Sendable {
        case float
        case int
        case bool
    }

    case void
    case scalar(Scalar)
    /// 2...4 components.
    case vector(Scalar, Int)
    /// A square matrix of floats, 2...4 columns; components column by column.
    case matrix(Int)
    case array(ValueType, Int)

    public static let float = ValueType.scalar(.float)
    public static let int = ValueType.scalar(.int)
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
        case .matrix(let count): count * count
        case .array(let element, let count): element.componentCount * count
        }
    }

    /// What the components are, where they are of one kind.
    public var scalar: Scalar? {
        switch self {
        case .void: nil
        case .scalar(let scalar), .vector(let scalar, _): scalar
        case .matrix: .float
        case .array(let element, _): element.scalar
        }
    }

    /// The type's name in GLSL.
    public var description: String {
        switch self {
        case .void: "void"
        case .scalar(let scalar): scalar.rawValue
        case .vector(.float, let count): "vec\(count)"
        case .vector(.int, let count): "ivec\(count)"
        case .vector(.bool, let count): "bvec\(count)"
        case .matrix(let count): "mat\(count)"
        case .array(let element, let count): "\(element)[\(count)]"
        }
    }

    /// The scalar or vector of `count` components.
    static func of(_ scalar: Scalar, _ count: Int) -> ValueType {
        count == 1 ? .scalar(scalar) : .vector(scalar, count)
    }

    /// The type that a GLSL type name stands for, arrays aside.
    static func named(_ name: String) -> ValueType? { byName[name] }

    /// Every type name that code may use.
    static var names: [String] { byName.keys.sorted() }

    private static let byName: [String: ValueType] = {
        var all: [String: ValueType] = ["void": .void, "float": .float, "int": .int, "bool": .bool]
        for count in 2...4 {
            all["vec\(count)"] = .vector(.float, count)
            all["ivec\(count)"] = .vector(.int, count)
            all["bvec\(count)"] = .vector(.bool, count)
            all["mat\(count)"] = .matrix(count)
            all["mat\(count)x\(count)"] = .matrix(count)
        }
        return all
    }()
}
