import FilterLanguage

/// What is said of each kind of complaint: a part of the compiler's reason, and a sentence of ours, with `%` for the word
/// that is meant and `$` for what the compiler quotes.
extension RawComplaint {
    static let sentences: [(part: String, problem: String)] = [
        ("duplicated value", "this case stands above already; remove one of the two"),
        ("duplicate label", "a switch has one default; remove the others"),
        ("condition must be a scalar integer", "a switch asks for an int or a uint; write int(...)"),
        ("statements before first case", "in a switch, statements follow a case; move this below one"),
        ("not followed by statements", "the last case of a switch has no statements; write 'break;' below it"),
        ("outside switch", "% stands in no switch; write it inside 'switch (...) { }'"),
        ("only allowed in", "% stands in no loop; remove it, or write 'return'"),
        ("already has a body", "% with these parameters is written already; remove one"),
        ("same return type", "% is declared with another result already; choose another name"),
        ("precision qualifiers", "% is a function of GLSL; choose another name"),
        ("duplicate member name", "% is a member already; choose another name"),
        ("redefinition", "% is declared already; choose another name"),
        ("redeclaration", "% is declared already; choose another name"),
        ("not from the same set", "% mixes letters of xyzw with others; use one set"),
        ("swizzle", "% is no part of what stands before the point; choose among what it has"),
        ("no such field", "% is no part of what stands before the point; choose among what it has"),
        ("field selection", "% is no part of what stands before the point; choose among what it has"),
        ("too many arguments", "% is given too many numbers; leave some out"),
        ("not enough data", "% is given too few numbers; give it as many as it has, or one for all"),
        (
            "one argument per array element",
            "an array of % is given another count of values; give it one for each element"
        ),
        ("cannot convert parameter", "a value among these is of another type; convert it, such as int(x)"),
        ("construct", "% cannot be made of these values; give it numbers"),
        ("array size must be a positive", "an array has at least one element; write its size, such as 3"),
        ("array size must be a constant", "an array's size is a constant; write a number, or a const int"),
        ("implicitly sized", "only the first size of an array may be left out; write the others"),
        ("scalar integer expression", "an index is an int or a uint; write int(...)"),
        ("left of '['", "what stands before '[' has no elements; use it without '[...]'"),
        ("index out of range", "the index is outside the array; choose one in it"),
        ("boolean expression expected", "a condition must be a bool; compare with a number, such as x != 0"),
        (
            "void function cannot return a value",
            "a function that gives nothing back returns no value; write 'return;' alone, and hand a pixel to "
                + "\(RawCode.writer)(p, color)"
        ),
        ("non-void function must return", "% needs a value here; write it before the ';'"),
        ("function's return type", "what is returned is of another type than the function; convert it"),
        ("does not return a value", "the function % gives no value at its end; add a return"),
        ("recursi", "a function calls itself, which no GPU can; use a loop"),
        ("illegal use of type 'void'", "% cannot be void; give it a type such as float"),
        ("not allowed in nested scope", "% does not belong inside a function; move it out, or remove the word"),
        ("null initializer", "a shared variable begins without a value; set it in main, and write barrier() below"),
        (
            "atomic memory function",
            "% works on shared variables alone; write results by their functions, such as NAME_add"
        ),
        ("required extension", "% is not for these types on every device; use int or uint"),
        ("must be initialized", "% is const and needs a value; write '= ...' behind it"),
        (
            "initializers must be constant",
            "a constant outside functions is known before the filter runs; compute % inside one"
        ),
        ("constant expression required", "% is no constant, and one is needed here; write a number, or a const int"),
        ("function syntax on variable", "% is a variable here, not a function; choose another name for it"),
        ("too many storage qualifiers", "% stands here beside a word of its kind; remove one"),
        ("at global scope", "% is for the parameters of functions; remove it"),
        (
            "does not operate on this type",
            "only arrays, vectors and matrices have a length(); call length(x) for a vector's"
        ),
        ("incomplete method", "% wants its parentheses; write 'length()'"),
        ("initializer-list", "'{...}' is for arrays and structures; write the value alone"),
        ("reserved word", "% is a reserved word of GLSL; choose another name"),
        ("numeric literal", "% is no number that fits; write a smaller one"),
        ("sampler", "% is no type for a variable; read pictures by texel(p)"),
        ("constant", "% must be a constant here; write a number, or a const"),
        ("void", "% gives no value to use; call it alone"),
    ]

    /// Reasons of which a function's name is meant, and not the parenthesis behind what it is given.
    static let isAboutName: Set = [
        "already has a body", "same return type", "precision qualifiers", "redeclaration", "too many arguments",
        "not enough data", "one argument per array element", "construct", "does not return a value",
        "atomic memory function",
        "required extension", "function syntax on variable", "constant expression required", "void", "constant",
    ]

    // MARK: Functions

    /// What is said of a call that fits no function of its name.
    var misfit: String {
        guard let place = meant else { return "no function takes these arguments; look at their number and types" }
        let word = words[place]
        if Self.areaReads.contains(word) { return undeclared(place) }
        if let form = forms[word] { return "'\(word)' does not take these arguments; it is \(form)" }
        let isKnown = isDefined(word) || Filter.builtinFunctions.contains(word) || Self.usual.contains(word)
        let near = near(word)
        return isKnown
            ? "no function '\(word)' takes these arguments; look at their number and types"
            : "there is no function '\(word)'\(near.isEmpty ? "; write it above" : near)"
    }

    /// The functions that a raw filter is given, as they are called.
    private var forms: [String: String] {
        var forms = ["texel": "texel(ivec2)", RawCode.writer: "\(RawCode.writer)(ivec2, vec4)"]
        for result in filter.results {
            let index = result.count == nil ? "" : "uint index, "
            let value = result.kind == .float ? "float" : "uint"
            for name in result.functionNames { forms[name] = "\(name)(\(index)\(value))" }
        }
        return forms
    }

    /// Whether the code defines a function of a name.
    private func isDefined(_ name: String) -> Bool {
        words.indices.dropFirst().contains { place in
            words[place] == name && place + 1 < words.count && words[place + 1] == "("
                && words[place - 1].first.map { $0.isLetter } ?? false && words[place - 1] != "return"
                && words[place - 1] != "else"
        }
    }

    /// A name that is not there, with the one that was meant.
    func undeclared(_ place: Int?) -> String {
        guard let place else { return "a name is declared nowhere; declare it above" }
        let word = words[place]
        switch word {
        case "position":
            return "'position' is not there in a filter of kind raw; a thread's place is gl_GlobalInvocationID.xy"
        case _ where Self.areaReads.contains(word):
            return "'\(word)' is for area filters; a filter of kind raw reads by texel(ivec2)"
        case _ where filter.results.contains { $0.name == word }:
            let function = functions.first { $0.hasPrefix(word + "_") } ?? word
            return "'\(word)' is a result; write it by a function such as \(function)"
        case _ where isDefined(word): return "'\(word)' is a function; call it as \(word)(...)"
        default:
            let isType = place + 1 < words.count && (words[place + 1].first?.isLetter ?? false)
            let near = isType ? Suggestion.ending(for: word, among: Self.types) : near(word)
            let way = isType ? "; use float, int, uint, bool, vectors or matrices of them" : "; declare it above"
            return "'\(word)' is \(isType ? "no type" : "declared nowhere")\(near.isEmpty ? way : near)"
        }
    }

    /// How area filters read.
    private static let areaReads = ["at", "pixel", "atOrClear", "texelOrClear"]
    private static let usual: Set = [
        "barrier", "memoryBarrier", "memoryBarrierShared", "groupMemoryBarrier", "atomicAdd", "atomicMax", "atomicMin",
        "atomicAnd", "atomicOr", "atomicXor", "atomicExchange", "atomicCompSwap",
    ]
    private static let types =
        ["float", "int", "uint", "bool", "void", "struct"]
        + ["vec", "ivec", "uvec", "bvec", "mat"].flatMap { stem in (2...4).map { "\(stem)\($0)" } }

    private func near(_ word: String) -> String {
        let given = ["texel", RawCode.writer, "size", "time", "referenceWhite", "contentHeadroom", "compositionIsHDR"]
        var known = filter.raw?.names ?? []
        known.formUnion(
            filter.parameters.map(\.name) + filter.phases.map(\.name) + filter.functions.map(\.name))
        known.formUnion(functions + given)
        known.formUnion(Self.usual)
        return Suggestion.ending(for: word, among: known.subtracting([word]))
    }

    private var functions: [String] { filter.results.flatMap(\.functionNames) }

    // MARK: Types

    /// `cannot convert from ' const float' to ' temp int'`, in GLSL's own names.
    var conversion: String {
        let parts = reason.split(separator: "'", omittingEmptySubsequences: false).map { String($0) }
        guard parts.count >= 4, let from = Self.type(parts[1]), let to = Self.type(parts[3]) else {
            return "the types of the two sides differ; make them alike"
        }
        if from == "void" {
            return "a function that gives nothing back stands here; call it alone, or let it return \(to)"
        }
        return "a value of type \(from) does not become \(to) by itself; write \(to)(...)"
    }

    /// What an operator does not take, by the types that the compiler names.
    var operands: String {
        let parts = reason.replacing("(or there", with: "'").split(separator: "'", omittingEmptySubsequences: false)
        var types = parts.compactMap { Self.type(String($0)) }
        if types.isEmpty, let start = reason.firstRange(of: "operand of type ") {
            types = [Self.type(String(reason[start.upperBound...].prefix { $0 != "(" }))].compactMap { $0 }
        }
        let symbol = index.map { words[$0] == "?" ? ":" : words[$0] } ?? subject
        let taken = types.isEmpty ? "these types" : types.joined(separator: " and ")
        return "'\(symbol)' does not take \(taken); \(Self.way(symbol, types))"
    }

    private static func way(_ symbol: String, _ types: [String]) -> String {
        switch symbol {
        case "%" where types.contains { $0 == "float" || $0.hasPrefix("vec") }: "use mod(a, b) for floats"
        case "<", ">", "<=", ">=": "compare single numbers of one type, or use lessThan and its kin"
        case "&&", "||", "^^", "!": "compare with a number, such as x != 0"
        case "~", "<<", ">>", "&", "|", "^", "%": "use int or uint"
        default: types.count < 2 ? "use numbers" : "make both sides alike, such as float(n) or uint(n)"
        }
    }

    /// The GLSL name of a type as the compiler describes it; `nil` for what has none.
    static func type(_ text: String) -> String? {
        let words = text.split { $0 == " " || $0 == "(" }.map(String.init)
        guard let scalar = words.last, ["float", "int", "uint", "bool", "void"].contains(scalar),
            words.count <= 8, !words.contains(where: { $0.contains("array") || $0.contains("operand") })
        else { return nil }
        if let shape = words.first(where: { $0.count == 3 && $0.dropFirst().first == "X" }) {
            let (columns, rows) = (shape.prefix(1), shape.suffix(1))
            return columns == rows ? "mat\(columns)" : "mat\(columns)x\(rows)"
        }
        guard let part = words.first(where: { $0.hasSuffix("-component") }), let count = part.first else {
            return scalar
        }
        return ["float": "vec", "int": "ivec", "uint": "uvec", "bool": "bvec"][scalar].map { "\($0)\(count)" }
    }
}
