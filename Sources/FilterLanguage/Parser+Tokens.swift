extension Parser {
    var peek: Token { tokens[next] }

    mutating func advance() { if next < tokens.count - 1 { next += 1 } }

    /// Skips `text` when it comes next.
    mutating func take(_ text: String) -> Bool {
        guard peek.text == text, peek.kind != .end else { return false }
        advance()
        return true
    }

    /// Requires `text`.
    mutating func expect(_ text: String) throws(SourceError) {
        guard !take(text) else { return }
        // A missing ';' is best shown behind what it should follow.
        if text == ";", next > 0, tokens[next - 1].place.line < peek.place.line {
            let last = tokens[next - 1]
            throw source.error(
                "expected ';' after '\(last.text)'; write it there",
                at: Place(
                    line: last.place.line, column: last.place.column + last.text.count, file: last.place.file))
        }
        throw error("expected '\(text)', found '\(peek.text)'; write it there", peek)
    }

    /// Reads a name that the author chooses, refusing those that GLSL keeps.
    mutating func newName(_ what: String) throws(SourceError) -> Token {
        let token = peek
        guard token.kind == .name else {
            throw error("expected the \(what)'s name, found '\(token.text)'; write one", token)
        }
        if let objection = Words.objection(toName: token.text) { throw error(objection, token) }
        guard token.text.count <= 64 else { throw error("a name has at most 64 characters; shorten it", token) }
        advance()
        return token
    }

    /// Refuses words that have no place in a filter, by name.
    func refuseByName(_ token: Token) throws(SourceError) {
        guard token.kind == .name, let objection = Words.objection(to: token.text) else { return }
        throw error(objection, token)
    }

    /// Refuses names that the file, its annotations or the library have given a meaning.
    func refuseTaken(_ name: Token) throws(SourceError) {
        if givenNames.contains(name.text) {
            throw error("'\(name.text)' is given to every filter already; choose another name", name)
        }
        if let place = annotations.parameterPlaces[name.text] {
            throw error("'\(name.text)' is the parameter of line \(place.line); choose another name", name)
        }
        if choiceNumbers[name.text] != nil {
            throw error("'\(name.text)' is the number of a choice; choose another name", name)
        }
    }

    /// Adds a local variable to the innermost block.
    @discardableResult
    mutating func declareLocal(_ name: Token, _ type: ValueType, fixedBecause: String? = nil) throws(SourceError) -> Int
    {
        try refuseTaken(name)
        if globalIndex[name.text] != nil || functionIndex[name.text] != nil || structures[name.text] != nil {
            throw error("'\(name.text)' is a name of the whole file; choose another one here", name)
        }
        guard function.scopes[function.scopes.count - 1][name.text] == nil else {
            throw error("'\(name.text)' is declared in this block already; choose another name", name)
        }
        guard type != .void else { throw error("a variable cannot be void; give it a type such as float", name) }
        let slot = try newSlot(name, type)
        if let fixedBecause { function.fixedBecause[slot] = fixedBecause }
        function.scopes[function.scopes.count - 1][name.text] = Local(slot: slot, type: type)
        return slot
    }

    /// Room for a variable.
    mutating func newSlot(_ name: Token, _ type: ValueType) throws(SourceError) -> Int {
        guard function.slots.count < Self.maxLocalCount else {
            throw error("a function has at most \(Self.maxLocalCount) variables; write several functions", name)
        }
        function.slots.append(type)
        function.slotNames.append(name.text)
        return function.slots.count - 1
    }

    /// The local variable of a name, innermost block first.
    func local(_ name: String) -> Local? {
        for scope in function.scopes.reversed() {
            if let found = scope[name] { return found }
        }
        return nil
    }

    func error(_ problem: String, _ token: Token) -> SourceError { source.error(problem, at: token.place) }

    /// Goes one level deeper, as far as is followed.
    mutating func enter() throws(SourceError) {
        nesting += 1
        function.deepest = max(function.deepest, nesting)
        guard nesting <= Self.maxNesting else {
            throw error("more than \(Self.maxNesting) levels inside one another; write a function for a part", peek)
        }
    }

    mutating func exit() { nesting -= 1 }

    /// Counts operations for one pixel.
    mutating func spend(_ amount: Double, at token: Token) throws(SourceError) {
        function.cost += amount * function.turns
        guard function.cost <= Self.maxCost else {
            throw error("this comes to more than ten million operations for a pixel; make loops shorter", token)
        }
    }
}
