/// Writes a module as GLSL, statement by statement.
struct CodeWriter {
    /// A line of code, and where in the author's file it comes from.
    struct Line: Sendable {
        let text: String
        let place: Place
    }

    let module: Module
    let prefix: String
    /// What stands for parameters, phases, given values and library functions.
    let names: [String: String]
    private var lines: [Line] = []
    private var level = 0
    private var place = Place(line: 1, column: 1)
    /// Names of the variables of the function being written.
    var locals: [String] = []
    private var constants: Set<Int> = []
    /// Operations on whole numbers that need functions of their own.
    var helpers: Set<WholeHelper> = []
    /// Types of matrices that are transposed inside functions.
    var transposed: Set<ValueType> = []
    /// Whether a global constant is being written, which cannot call functions.
    private(set) var isGlobal = false

    init(module: Module, prefix: String, names: [String: String]) {
        (self.module, self.prefix, self.names) = (module, prefix, names)
    }

    /// The lines of the whole module.
    mutating func run() -> [Line] {
        for structure in module.structures {
            let members = structure.members.map { declaration($0.type, $0.name) + ";" }
            add("struct \(prefix)\(structure.name) { \(members.joined(separator: " ")) };")
        }
        isGlobal = true
        for global in module.globals {
            guard case .constant(let value) = global.origin else { continue }
            place = value.place
            add("const \(declaration(global.type, prefix + global.name)) = \(text(value));")
        }
        isGlobal = false
        for function in module.functions { write(function) }
        let turning = transposed.sorted { "\($0)" < "\($1)" }.map { Transposition(of: $0).text(prefix: prefix) }
        let needed = WholeHelper.all(for: helpers).map { $0.text(prefix: prefix) } + turning
        return needed.map { Line(text: $0, place: place) } + lines
    }

    private mutating func add(_ text: String) {
        lines.append(Line(text: String(repeating: "    ", count: min(level, 16)) + text, place: place))
    }

    // MARK: Functions

    private mutating func write(_ function: Module.Function) {
        // A number apart from the names of the shader, the library and other variables.
        constants = function.constants
        locals = function.slotNames.enumerated().map { slot, name in
            var stem = name
            while stem.hasSuffix("_") { stem.removeLast() }
            return "\(stem.isEmpty ? "u" : stem)_\(slot)"
        }
        place = function.place
        let parameters = function.parameters.enumerated().map { slot, parameter in
            (parameter.direction == .in ? "" : parameter.direction.rawValue + " ")
                + declaration(parameter.type, locals[slot])
        }
        add("\(name(of: function.result)) \(prefix)\(function.name)(\(parameters.joined(separator: ", "))) {")
        write(function.body)
        place = function.place
        add("}")
    }

    private mutating func write(_ body: [Statement]) {
        level += 1
        for statement in body { write(statement) }
        level -= 1
    }

    private mutating func write(_ statement: Statement) {
        switch statement {
        case .declare(let slot, let value): declare(slot, value)
        case .assign(let target, let value):
            place = value.place
            if case .array = target.type, case .literal(let numbers) = value.kind, numbers.allSatisfy({ $0 == 0 }) {
                clear(text(target.value.expression), target.type)
                return
            }
            add("\(text(target.value.expression)) = \(text(value));")
        case .evaluate(let value):
            place = value.place
            add("\(text(value));")
        case .branch(let branch): write(branch)
        case .loop(let loop): write(loop)
        case .result(let value):
            if let value { place = value.place }
            add(value.map { "return \(text($0));" } ?? "return;")
        case .leave: add("break;")
        case .proceed: add("continue;")
        }
    }

    private mutating func declare(_ slot: Int, _ value: Expression) {
        place = value.place
        if case .array = value.type, case .literal(let numbers) = value.kind, numbers.allSatisfy({ $0 == 0 }) {
            add("\(declaration(value.type, locals[slot]));")
            clear(locals[slot], value.type)
            return
        }
        // A table that never changes is best read from where constants are kept.
        let isTable = value.type.isArray && isConstant(value) && constants.contains(slot)
        add("\(isTable ? "const " : "")\(declaration(value.type, locals[slot])) = \(text(value));")
    }

    /// Fills an array with zeros.
    private mutating func clear(_ name: String, _ type: ValueType) {
        guard case .array(let element, let count) = type else { return }
        let zero = text(.zero(element, at: place))
        add("for (int z = 0; z < \(count); ++z) \(name)[z] = \(zero);")
    }

    private func isConstant(_ value: Expression) -> Bool {
        switch value.kind {
        case .literal: true
        case .global(let index):
            if case .constant = module.globals[index].origin { true } else { false }
        case .joined, .splat, .negated, .converted: Expression.children(of: value.kind).allSatisfy(isConstant)
        default: false
        }
    }

    private mutating func write(_ branch: Statement.Branch) {
        if branch.isKnown {
            add("{")
            write(branch.then)
            add("}")
            return
        }
        var next = branch
        var opening = "if"
        while true {
            place = next.condition.place
            add("\(opening) (\(text(next.condition))) {")
            write(next.then)
            if next.otherwise.isEmpty { break }
            if next.otherwise.count == 1, case .branch(let inner) = next.otherwise[0], !inner.isKnown {
                (next, opening) = (inner, "} else if")
                continue
            }
            add("} else {")
            write(next.otherwise)
            break
        }
        add("}")
    }

    private mutating func write(_ loop: Statement.Loop) {
        place = loop.condition.place
        let condition = text(loop.condition)
        guard loop.testsFirst else {
            add("do {")
            write(loop.body)
            add("} while (\(condition));")
            return
        }
        var start = ""
        if let counter = loop.counter {
            start = "\(declaration(counter.start.type, locals[counter.slot])) = \(text(counter.start))"
        }
        var step = ""
        if case .assign(let target, let value)? = loop.step {
            step = "\(text(target.value.expression)) = \(text(value))"
        }
        add("for (\(start); \(condition); \(step)) {")
        write(loop.body)
        add("}")
    }

    // MARK: Types

    /// A type as the code names it.
    func name(of type: ValueType) -> String {
        switch type {
        case .structure(let structure): prefix + structure.name
        case .array(let element, let count): "\(name(of: element))[\(count)]"
        default: type.description
        }
    }

    private func declaration(_ type: ValueType, _ name: String) -> String {
        guard case .array(let element, let count) = type else { return "\(self.name(of: type)) \(name)" }
        return "\(self.name(of: element)) \(name)[\(count)]"
    }
}
