extension Parser {
    /// The type of a name, GLSL's or the file's.
    func namedType(_ name: String) -> ValueType? { ValueType.named(name) ?? structures[name] }

    /// Reads a type's name, and its size where it is an array.
    mutating func type() throws(SourceError) -> ValueType {
        let token = peek
        try refuseByName(token)
        guard token.kind == .name, let found = namedType(token.text) else {
            if token.kind == .name, tokens[next + 1].kind == .name {
                let ending = Words.ending(for: token.text, among: ValueType.names + structures.keys)
                let known =
                    "; types are float, int, uint, bool, vec2, mat3 and their kin, and structures declared above"
                throw error("'\(token.text)' is not a type\(ending.isEmpty ? known : ending)", token)
            }
            throw error("expected a type, found '\(token.text)'; write one such as float or vec4", token)
        }
        advance()
        isUnsized = peek.text == "[" && tokens[next + 1].text == "]"
        if isUnsized {
            advance()
            advance()
            return found
        }
        return try arraySuffix(found)
    }

    /// Reads a type where an array's size must be written.
    mutating func sizedType() throws(SourceError) -> ValueType {
        let token = peek
        let type = try type()
        guard !isUnsized else { throw error("this array needs its size here; write one, such as \(type)[3]", token) }
        return type
    }

    /// Reads `[N]` where it comes next.
    mutating func arraySuffix(_ element: ValueType) throws(SourceError) -> ValueType {
        guard peek.text == "[" else { return element }
        let place = peek
        guard tokens[next + 1].text != "]" else {
            throw error("this array needs its size here; write one, such as \(element)[3]", place)
        }
        advance()
        let size = try expression()
        try expect("]")
        guard size.type == .int || size.type == .uint, let range = range(of: size),
            range.lowerBound == range.upperBound
        else { throw error("an array's size is a constant int; write one, such as 3", place) }
        if element.isArray || peek.text == "[" {
            throw error("arrays of arrays are not supported; use one longer array", place)
        }
        guard range.lowerBound >= 1, range.lowerBound <= 1024, element != .void else {
            throw error("an array has 1 to 1024 elements; choose a size in that", place)
        }
        let type = ValueType.array(element, Int(range.lowerBound))
        try checkSize(type, place)
        return type
    }

    /// Reads what may follow a declared name: `[N]`, or `[]` for as many elements as the value has.
    mutating func declaredType(_ type: ValueType, isUnsized: Bool) throws(SourceError) -> ValueType? {
        let mark = peek
        let isEmpty = peek.text == "[" && tokens[next + 1].text == "]"
        if isEmpty {
            advance()
            advance()
        }
        if isEmpty || isUnsized {
            if type.isArray || isEmpty == isUnsized || (isUnsized && peek.text == "[") {
                throw error("arrays of arrays are not supported; use one longer array", mark)
            }
            guard peek.text == "=" else { throw error("this array needs its size here; write one, such as [3]", mark) }
            unsizedElement = type
            return nil
        }
        unsizedElement = nil
        return try arraySuffix(type)
    }

    /// Reads the value that a declared name begins with; `type` is `nil` where it decides the array's size.
    mutating func initialValue(_ type: ValueType?, _ name: Token) throws(SourceError) -> Expression {
        if peek.text == "{" { return try list(type, name) }
        let value = try expression()
        guard let type else {
            guard case .array(let element, _) = value.type, element == unsizedElement else {
                throw error(
                    "'\(name.text)' is an array, and this is \(value.type); write \(unsizedElement?.description ?? "float")[](...)",
                    name)
            }
            return value
        }
        return try convert(value, to: type, what: "'\(name.text)' is \(Self.article(type))")
    }

    /// Reads `{a, b, c}`, which makes an array or a structure.
    private mutating func list(_ type: ValueType?, _ name: Token) throws(SourceError) -> Expression {
        let start = peek
        advance()
        var parts: [Expression] = []
        repeat {
            if peek.text == "}" { break }
            guard peek.text != "{" else {
                throw error("a list in a list is not supported; write the type: T(...)", peek)
            }
            parts.append(try expression())
        } while take(",") && parts.count <= 1024
        try expect("}")
        guard let whole = type ?? unsizedElement.map({ .array($0, max(parts.count, 1)) }) else {
            throw error("this list has no type; write T(...)", start)
        }
        switch whole {
        case .array(let element, let count): return try array(of: element, count, parts, start)
        case .structure(let structure): return try self.structure(structure, parts, start)
        default: throw error("a list in braces makes an array or a structure; write \(whole)(...)", start)
        }
    }

    /// Refuses types of more numbers than a value may have.
    func checkSize(_ type: ValueType, _ token: Token) throws(SourceError) {
        let count = type.componentCount
        guard count <= Self.maxComponentCount else {
            throw error(
                "\(type) would hold \(count) numbers, of at most \(Self.maxComponentCount); make it smaller", token)
        }
    }

    /// `a float`, `an int`.
    static func article(_ type: ValueType) -> String {
        let name = type.description
        return (name.first.map { "aeiou".contains($0) } ?? false) && !name.hasPrefix("u") ? "an \(name)" : "a \(name)"
    }
}
