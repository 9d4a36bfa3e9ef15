/// A piece of a generated program: words, and what can be taken out or made simpler.
indirect enum Node {
    case text(String)
    /// A value of a type, which another value of the type may stand for.
    case expression(String, [Node])
    /// A step that may be left out; `inner` statements may stand for it.
    case statement([Node])
    case list([Node])

    /// The program's text, names under `prefix`.
    func text(prefix: String) -> String {
        var text = ""
        write(to: &text)
        return text.replacing("@", with: prefix)
    }

    private func write(to text: inout String) {
        switch self {
        case .text(let words): text += words
        case .expression(_, let parts), .statement(let parts), .list(let parts):
            for part in parts { part.write(to: &text) }
        }
    }

    var children: [Node] {
        switch self {
        case .text: []
        case .expression(_, let parts), .statement(let parts), .list(let parts): parts
        }
    }

    /// How much there is to it.
    var size: Int { children.reduce(1) { $0 + $1.size } }

    /// Every program that is one step simpler, the boldest steps first.
    func simpler() -> [Node] {
        var all: [(node: Node, size: Int)] = []
        collect { all.append(($0, $0.size)) }
        return all.sorted { $0.size < $1.size }.map(\.node)
    }

    private func collect(_ emit: (Node) -> Void) {
        switch self {
        case .text: return
        case .expression(let type, let parts):
            // A part of the same type, or the plainest value.
            for part in parts { part.values(of: type, emit) }
            if size > 2, let plain = Self.plain(type) { emit(.expression(type, [.text(plain)])) }
        case .statement(let parts):
            emit(.text(""))
            for part in parts { part.statements(emit) }
        case .list: break
        }
        for index in children.indices {
            children[index].collect { replaced in
                var parts = children
                parts[index] = replaced
                switch self {
                case .text: break
                case .expression(let type, _): emit(.expression(type, parts))
                case .statement: emit(.statement(parts))
                case .list: emit(.list(parts))
                }
            }
        }
    }

    private func values(of type: String, _ emit: (Node) -> Void) {
        if case .expression(type, _) = self { emit(self) }
        for child in children { child.values(of: type, emit) }
    }

    private func statements(_ emit: (Node) -> Void) {
        if case .list(let parts) = self, parts.contains(where: { if case .statement = $0 { true } else { false } }) {
            emit(self)
            return
        }
        for child in children { child.statements(emit) }
    }

    private static func plain(_ type: String) -> String? {
        switch type {
        case "float": "1.0"
        case "int": "1"
        case "uint": "1u"
        case "bool": "true"
        case _ where type.contains("[") || type.contains("@"): nil
        default: "\(type)(1)"
        }
    }
}

/// Numbers that look random and are the same for the same seed on every machine (SplitMix64).
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number below `count`.
    mutating func roll(_ count: Int) -> Int { Int(next() >> 33) % max(count, 1) }

    /// Whether something of a chance of one in `count` comes true.
    mutating func one(in count: Int) -> Bool { roll(count) == 0 }

    mutating func pick<T>(_ all: [T]) -> T { all[roll(all.count)] }
}
