import Frames

/// The part of the picture that one workgroup makes chroma for: its pixels and a rim of neighbours that the filter
/// down to chroma's resolution reads.
///
/// The filters are the exact inverses of the way up: [-1 2 6 2 -1]/8 where chroma lies on a pixel, [-1 3 3 -1]/4 where
/// it lies between two.
struct ChromaTile {
    /// Pixels in a row that one thread makes.
    static let columns = 8

    let threads: (x: Int, y: Int)
    let pixelColumns: Int
    let pixelRows: Int
    let rim: (left: Int, right: Int, top: Int, bottom: Int)
    private let horizontal: [(place: Int, weight: Double)]
    private let vertical: [(place: Int, weight: Double)]
    private let halvesHeight: Bool

    init(output: OutputText, threads: (x: Int, y: Int)) {
        self.threads = threads
        let siting = output.output.picture.siting
        halvesHeight = output.layout.log2ChromaHeight == 1
        horizontal = Self.taps(offset: siting.horizontalOffset)
        vertical = halvesHeight ? Self.taps(offset: siting.verticalOffset) : [(0, 1)]
        pixelColumns = threads.x * Self.columns
        pixelRows = threads.y * output.rowsPerThread
        // A pair's own pixels are 0 and 1; what lies beyond them at either end is the rim.
        rim = (
            max(0, -(horizontal.map(\.place).min() ?? 0)), max(0, (horizontal.map(\.place).max() ?? 0) - 1),
            max(0, -(vertical.map(\.place).min() ?? 0)), max(0, (vertical.map(\.place).max() ?? 0) - 1)
        )
    }

    /// Columns and rows of the tile with its rim.
    var width: Int { pixelColumns + rim.left + rim.right }
    var height: Int { pixelRows + rim.top + rim.bottom }
    var rimPixels: Int { width * height - pixelColumns * pixelRows }

    /// Pixels that are shaded beyond the picture's end, where the last chroma samples read a neighbour.
    var slack: (x: Int, y: Int) { (rim.right > 0 ? 2 : 0, rim.bottom > 0 ? 2 : 0) }

    /// The last pixel that is shaded as itself: the end of the last chroma pair.
    func limit(width: Int, height: Int) -> (x: Int, y: Int) {
        ((width + 1) / 2 * 2 - 1, halvesHeight ? (height + 1) / 2 * 2 - 1 : height - 1)
    }

    /// Statements that find `row` and `column` in the tile of the `i`-th pixel of the rim.
    func rimPlace() -> String {
        let across = (rim.top + rim.bottom) * width
        let sides = rim.left + rim.right
        var text = "int row, column;\n"
        if across > 0 {
            text +=
                "if (i < \(across)) { row = i / \(width); column = i % \(width); if (row >= \(rim.top)) row += \(pixelRows); }\n"
            if sides > 0 { text += "else " }
        }
        if sides > 0 {
            text += """
                { int j = i - \(across); row = \(rim.top) + j / \(sides); column = j % \(sides); \
                if (column >= \(rim.left)) column += \(pixelColumns); }

                """
        }
        return text
    }

    /// The function `vec2 chromaSample(int k)`: the filtered chroma of the pair whose first pixel is at `k` in the tile.
    func filter() -> String {
        let terms = vertical.flatMap { line in
            horizontal.map { column in
                let weight = line.weight * column.weight
                return "\(GLSLText.number(weight)) * shared_chroma[k + \(line.place * width + column.place)]"
            }
        }
        return "vec2 chromaSample(int k) {\n    return \(terms.joined(separator: "\n        + "));\n}\n"
    }

    static func taps(offset: Double) -> [(place: Int, weight: Double)] {
        switch offset {
        case 0: [(-2, -0.125), (-1, 0.25), (0, 0.75), (1, 0.25), (2, -0.125)]
        case 1: [(-1, -0.125), (0, 0.25), (1, 0.75), (2, 0.25), (3, -0.125)]
        default: [(-1, -0.25), (0, 0.75), (1, 0.75), (2, -0.25)]
        }
    }
}
