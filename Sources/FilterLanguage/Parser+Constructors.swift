extension Parser {
    /// Reads `vec3(...)`, `float(...)`, `mat2(...)`, `float[3](...)` or a structure's `Ray(...)`.
    mutating func constructor() throws(SourceError) -> Expression {
        let token = peek
        advance()
        guard let named = namedType(token.text), named != .void else {
            throw error("'\(token.text)' makes no value; write a type such as float or vec4", token)
        }
        if peek.text == "[" { return try arrayConstructor(named, token) }
        guard peek.text == "(" else {
            throw error("expected '(' after '\(token.text)'; write what it is made of, such as \(token.text)(0)", peek)
        }
        let parts = try arguments()
        try spend(1, at: token)
        if case .structure(let structure) = named { return try self.structure(structure, parts, token) }
        guard let scalar = named.scalar else {
            throw error("'\(token.text)' makes no value; write a type such as float or vec4", token)
        }
        for part in parts {
            guard part.type.scalar != nil, !part.type.isArray else {
                throw error("\(named)(...) cannot be made of \(part.type); give it numbers", token)
            }
        }
        if parts.count == 1, let one = try single(parts[0], named, scalar, token) { return one }
        if case .matrix = named, parts.contains(where: { $0.type.isMatrix }) {
            throw error("\(named)(...) of a matrix and more is not supported; give it columns", token)
        }
        return try joined(parts, named, scalar, token)
    }

    /// A value made of a single part, where that has a meaning of its own.
    private func single(_ part: Expression, _ type: ValueType, _ scalar: ValueType.Scalar, _ token: Token)
        throws(SourceError) -> Expression?
    {
        switch (type, part.type) {
        case (.scalar, .matrix):
            let index = Expression(.int, .literal([0]), at: token.place)
            let column = try made(
                .vector(.float, rows(of: part.type)),
                .element(part, index: index, stride: rows(of: part.type), isProven: true), at: token)
            return try cast(try made(.float, .components(column, [0]), at: token), scalar, token)
        case (.scalar, .vector(let from, _)):
            return try cast(try made(.scalar(from), .components(part, [0]), at: token), scalar, token)
        case (.scalar, _): return try cast(part, scalar, token)
        case (.vector, .scalar): return try made(type, .splat(try cast(part, scalar, token)), at: token)
        case (.matrix, .scalar): return try made(type, .diagonal(try cast(part, .float, token)), at: token)
        case (.matrix, .matrix): return part.type == type ? part : try made(type, .resized(part), at: token)
        default: return nil
        }
    }

    private func rows(of type: ValueType) -> Int {
        if case .matrix(_, let rows) = type { return rows }
        return 1
    }

    private func joined(_ parts: [Expression], _ type: ValueType, _ scalar: ValueType.Scalar, _ token: Token)
        throws(SourceError) -> Expression
    {
        let needed = type.componentCount
        var count = 0
        var all: [Expression] = []
        for part in parts {
            guard count < needed else {
                throw error("\(type)(...) has \(needed) components; an argument too many is given", token)
            }
            guard !part.type.isMatrix || parts.count == 1 else {
                throw error("\(type)(...) of a matrix and more is not supported; give it components", token)
            }
            let converted = try cast(part, scalar, token)
            let width = converted.type.componentCount
            if count + width > needed {
                // GLSL drops what is left over of the last argument.
                guard case .vector = converted.type else {
                    throw error("\(type)(...) of \(part.type) is not supported; give it components", token)
                }
                let kept = needed - count
                all.append(try made(.of(scalar, kept), .components(converted, Array(0..<kept)), at: token))
            } else {
                all.append(converted)
            }
            count += width
        }
        guard count >= needed else {
            throw error(
                "\(type)(...) needs \(needed) components, found \(count); give it as many, or one for all", token)
        }
        if let known = literal(type, all, token) { return known }
        return try made(type, .joined(all), at: token)
    }

    private mutating func arrayConstructor(_ element: ValueType, _ token: Token) throws(SourceError) -> Expression {
        var count: Int?
        if tokens[next + 1].text == "]" {
            advance()
            advance()
        } else if case .array(_, let size) = try arraySuffix(element) {
            count = size
        }
        let mark = peek
        let parts = try arguments()
        guard !parts.isEmpty else {
            throw error("an array has at least one element; write it between the parentheses", mark)
        }
        return try array(of: element, count ?? parts.count, parts, token)
    }

    /// An array of the elements given.
    mutating func array(of element: ValueType, _ count: Int, _ parts: [Expression], _ token: Token) throws(SourceError)
        -> Expression
    {
        if element.isArray { throw error("arrays of arrays are not supported; use one longer array", token) }
        let whole = ValueType.array(element, count)
        guard parts.count == count, count <= 1024 else {
            throw error(
                "\(whole)(...) needs as many values as it has elements, found \(parts.count); write \(element)[](...), which counts them",
                token)
        }
        try checkSize(whole, token)
        var all: [Expression] = []
        for part in parts { all.append(try convert(part, to: element, what: "the elements are \(element)")) }
        try spend(1, at: token)
        if let known = literal(whole, all, token) { return known }
        return try made(whole, .joined(all), at: token)
    }

    /// A structure of the members given.
    mutating func structure(_ structure: ValueType.Structure, _ parts: [Expression], _ token: Token)
        throws(SourceError) -> Expression
    {
        guard parts.count == structure.members.count else {
            let members = structure.members.map { "\($0.type) \($0.name)" }.joined(separator: ", ")
            throw error("\(structure.name)(...) takes \(members); found \(parts.count) values", token)
        }
        var all: [Expression] = []
        for (part, member) in zip(parts, structure.members) {
            all.append(try convert(part, to: member.type, what: "'\(member.name)' is \(Self.article(member.type))"))
        }
        try spend(1, at: token)
        let type = ValueType.structure(structure)
        if let known = literal(type, all, token) { return known }
        return try made(type, .joined(all), at: token)
    }

    /// The parts as one literal, where each of them is one.
    private func literal(_ type: ValueType, _ parts: [Expression], _ token: Token) -> Expression? {
        var numbers: [Double] = []
        for part in parts {
            guard case .literal(let some) = part.kind else { return nil }
            numbers += some
        }
        return Expression(type, .literal(numbers), at: token.place)
    }

    /// The value with its components turned into `scalar`, as a constructor does.
    private func cast(_ value: Expression, _ scalar: ValueType.Scalar, _ token: Token) throws(SourceError) -> Expression
    {
        guard let from = value.type.scalar, from != scalar else { return value }
        guard value.type.isScalarOrVector else {
            throw error("\(scalar.rawValue)s cannot be made of \(value.type); take its columns", token)
        }
        let type = ValueType.of(scalar, value.type.componentCount)
        if case .literal(let numbers) = value.kind {
            return Expression(type, .literal(numbers.map { Whole.cast($0, from: from, to: scalar) }), at: value.place)
        }
        var isProven = true
        if from == .float, scalar == .int || scalar == .uint {
            let limits = Whole.floats(in: scalar)
            isProven =
                range(of: value).map { limits.contains($0.lowerBound) && limits.contains($0.upperBound) } ?? false
        }
        return try made(type, .converted(value, isProven: isProven), at: token)
    }
}
