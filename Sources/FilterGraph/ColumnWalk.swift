import Frames

/// How a thread of a software device makes a picture with subsampled chroma: it walks down a block of columns and keeps
/// what the chroma filter needs of the rows above in registers, without shared memory and without waiting for others.
///
/// A CPU runs the threads of a group as lanes of a vector and takes each memory instruction lane by lane, so what counts
/// is how few there are: rows are read and written 16 bytes at a time. The lanes are bands of rows of one block of
/// columns; only a few columns and rows at the block's rim are shaded twice.
struct ColumnWalk {
    /// Columns of a block: a whole number of 16-byte words of any plane.
    static let columns = 32
    /// Pixels that are shaded in turns, and how many turns a row takes: two columns before the block, two after it.
    static let turn = 4
    static var turns: Int { columns / turn + 1 }
    /// Threads of a workgroup: bands of rows.
    static let lanes = 8

    let output: OutputText
    /// Columns and rows of the composition.
    let width: Int
    let height: Int
    let horizontal: [(place: Int, weight: Double)]
    private let vertical: [(place: Int, weight: Double)]

    /// `nil` when the output's planes are not made for it.
    init?(output: OutputText, width: Int, height: Int) {
        let layout = output.layout
        guard layout.model == .ycbcr, layout.log2ChromaWidth == 1, layout.wordBytes <= 2, !layout.isFloat,
            !layout.hasAlpha, (width - 1) / Self.columns == (output.codedWidth - 1) / Self.columns
        else { return nil }
        for plane in 0..<layout.planeCount {
            let inside = layout.components.filter { $0.plane == plane }
            guard inside.allSatisfy({ $0.step == inside.count * layout.wordBytes }),
                inside.count == 1 || layout.isChroma(plane: plane)
            else { return nil }
        }
        (self.output, self.width, self.height) = (output, width, height)
        let siting = output.output.picture.siting
        horizontal = ChromaTile.taps(offset: siting.horizontalOffset)
        vertical = ChromaTile.taps(offset: siting.verticalOffset)
    }

    var isHalfHigh: Bool { output.layout.log2ChromaHeight == 1 }

    /// The last pixel that is shaded as itself: the end of the last chroma pair.
    var limit: (x: Int, y: Int) { ((width + 1) / 2 * 2 - 1, isHalfHigh ? (height + 1) / 2 * 2 - 1 : height - 1) }

    /// The first column of the last block.
    var lastBlock: Int { (width - 1) / Self.columns * Self.columns }

    /// Rows of a band: even, and such that the bands fill the picture.
    var bandRows: Int {
        let most = 72 * Self.lanes
        let groups = (output.codedHeight + most - 1) / most
        return (output.codedHeight + 2 * groups * Self.lanes - 1) / (2 * groups * Self.lanes) * 2
    }

    /// Turns of loops for one pixel up to which a walk is made. Mesa's llvmpipe ends all loops of a thread when they have
    /// gone round 65,535 times together, and the picture is wrong from there on.
    var mostTurns: Double {
        let rows = bandRows + rim.top + rim.bottom + 2
        let own = rows * (Self.turns + 2)
        return Double(60_000 - own) / Double(rows * Self.turns * Self.turn)
    }

    /// Rows above and below a band that its chroma reads.
    var rim: (top: Int, bottom: Int) {
        guard isHalfHigh else { return (0, 0) }
        return (max(0, -(vertical.map(\.place).min() ?? 0)), max(0, (vertical.map(\.place).max() ?? 0) - 1))
    }

    /// What the even and the odd row of a pair weigh in the chroma row of the pair before, their own and the next.
    func weights(pair: Int) -> (even: Double, odd: Double) {
        func weight(_ place: Int) -> Double { vertical.first { $0.place == place }?.weight ?? 0 }
        return (weight(-2 * pair), weight(1 - 2 * pair))
    }

    // MARK: Text

    /// Pixels beyond the last one repeat it; `i` is the turn.
    func repeatedEnds() -> String {
        var text = "if (x0 == 0 && i == 0) { e_0 = e_2; e_1 = e_2; }\n"
        let end = limit.x - lastBlock + 2
        let (turn, place) = (end / Self.turn, end % Self.turn)
        let isAfter = turn + 1 < Self.turns
        var inside = ""
        if isAfter { inside += "if (i > \(turn)) { e_0 = edge; e_1 = edge; e_2 = edge; e_3 = edge; }\n" }
        if place < Self.turn - 1 || isAfter {
            let repeated = (place + 1..<max(place + 1, Self.turn)).map { "e_\($0) = e_\(place);" }.joined(
                separator: " ")
            inside += "if (i == \(turn)) { \(repeated)\(isAfter ? " edge = e_\(place);" : "") }\n"
        }
        if !inside.isEmpty { text += "if (x0 == \(lastBlock)) {\n\(inside)}\n" }
        return text
    }

    /// `a`, the chroma of the pair whose first pixel was the turn before's third, and `b`, of this turn's first: both are
    /// complete now.
    func pairs() -> String {
        // Places -4...3 from this turn's first pixel.
        let values = ["d_0", "d_1", "d_2", "d_3", "e_0.yz", "e_1.yz", "e_2.yz", "e_3.yz"]
        func sum(_ first: Int) -> String {
            horizontal.map { "\(GLSLText.number($0.weight)) * \(values[first + 4 + $0.place])" }.joined(
                separator: " + ")
        }
        return "vec4 pairs = vec4(\(sum(-2)), \(sum(0)));\nd_0 = e_0.yz; d_1 = e_1.yz; d_2 = e_2.yz; d_3 = e_3.yz;\n"
    }

    // MARK: Stores

    /// The thresholds of four or eight columns in a row: places of the pattern repeat every eight.
    func thresholds(_ columns: [Int], row: String) -> String {
        columns.enumerated().map {
            output.output.dither == .none
                ? "float t_\($0) = 0.5;\n" : "float t_\($0) = threshold(\(row) ^ \(Self.bits(column: $1)));\n"
        }.joined()
    }

    static func bits(column x: Int) -> Int { OrderedDither.rank(x: x, y: 0) }

    func functions() -> String {
        let tops = Set(output.layout.components.map { (1 << $0.depth) - 1 }).sorted()
        // A rank is linear in the bits of x and y over exclusive or.
        return """
            int ditherRow(int y) {
                return ((y & 1) * \(OrderedDither.rank(x: 0, y: 1))) ^ (((y >> 1) & 1) * \(OrderedDither.rank(x: 0, y: 2))) ^ (((y >> 2) & 1) * \(OrderedDither.rank(x: 0, y: 4)));
            }
            float threshold(int rank) { return (float(rank) + 0.5) * 0.015625; }

            """
                + tops.map {
                    "uint rounded\($0)(float v, float t) { return uint(int(clamp(v + t, 0.0, \($0).0))); }\n"
                }.joined()
                + ["uint", "uvec2"].map { type in
                    let last = Self.turns - 1
                    let values = (0...last).map { "\(type) a\($0)" }.joined(separator: ", ")
                    let choice = (0..<last).map { "i == \($0) ? a\($0) : " }.joined()
                    return "\(type) pick(int i, \(values)) { return \(choice)a\(last); }\n"
                }.joined()
    }

    func rounded(_ value: String, _ component: Int, threshold: String) -> String {
        let c = output.layout.components[component]
        let code = "rounded\((1 << c.depth) - 1)(\(value), \(threshold))"
        return c.shift == 0 ? code : "(\(code) << \(c.shift))"
    }

    /// A statement that stores 16-byte words, unless they lie wholly beyond a row's end in the last block.
    func store(_ words: [String], plane: Int, column: String, row: String) -> String {
        let step = output.layout.components.first { $0.plane == plane }?.step ?? 1
        let size = output.layout.size(ofPlane: plane, width: output.codedWidth, height: 1).width
        let isHalf = output.layout.isChroma(plane: plane)
        let left = (size - (isHalf ? lastBlock / 2 : lastBlock)) * step
        var text = "{ int b = (off_o\(plane) + \(row) * row_o\(plane) + \(column) * \(step)) >> 4;\n"
        for (number, word) in words.enumerated() {
            let guarded = number * 16 >= left ? "if (x0 != \(lastBlock)) " : ""
            text += "\(guarded)out_\(plane)[b + \(number)] = \(word);\n"
        }
        return text + "}\n"
    }
}
