import CPUReference
import FilterGraph
import FilterLanguage

/// Edges of alpha in filters that read neighbours.
///
/// A picture of one colour, part of which is clear, has nothing in it but that colour. What becomes of it beside the edge
/// may lie anywhere between the colour itself and what the opaque picture becomes: a glow has less around it there to glow
/// from. And a filter that draws edges draws this one, bright, or dark on one side of it. A fringe is what is left: a rim
/// that is darker on every side, because clear pixels counted as black ones, or colour brighter than its cover.
extension Examination {
    /// A pixel beside the edge whose colour is not what it should be.
    private struct Fringe: Hashable {
        /// Columns from the left side of the picture whose left side is opaque.
        let column: Int
        let row: Int
        let channel: Int
        let isBright: Bool
    }

    /// A colour under a mask of alpha: opaque on the left, a soft pixel in the middle, clear on the right; or mirrored.
    private struct Masked {
        let isMirrored: Bool
        let source: ProbePicture
        let whole: ReferencePicture
        let found: ReferencePicture

        init(_ probing: Probing, isMirrored: Bool, whole: ReferencePicture? = nil) throws {
            let (width, height) = (25, 9)
            self.isMirrored = isMirrored
            func cover(_ x: Int) -> Double { x < 12 ? 1 : x == 12 ? 0.5 : 0 }
            source = ProbePicture(width: width, height: height) { x, _ in
                Examination.color * cover(isMirrored ? width - 1 - x : x)
            }
            self.whole =
                try whole
                ?? probing.render([ProbePicture(width: width, height: height) { _, _ in Examination.color }])
            found = try probing.render([source])
        }

        func x(_ column: Int) -> Int { isMirrored ? source.width - 1 - column : column }
    }

    mutating func examineFringes(_ probing: Probing) throws {
        guard isOpen(.unpremultipliedEdges, probing) else { return }
        let masked = try Masked(probing, isMirrored: false)
        let fringes = try fringes(masked, probing)
        guard !fringes.isEmpty else { return }
        // What is dark on one side and bright on the other is a relief.
        let other = Set(try self.fringes(Masked(probing, isMirrored: true, whole: masked.whole), probing))
        guard let fringe = fringes.first(where: other.contains) else { return }
        let (x, y) = (fringe.column, fringe.row)
        let (output, wanted) = (masked.found[x, y], masked.whole[x, y].straight)
        report(
            .unpremultipliedEdges, probing, input: [masked.source.pixels[y * masked.source.width + x]], output: output,
            wanted: SIMD4(SIMD3(wanted.x, wanted.y, wanted.z), alpha: output.w),
            "beside a soft edge the colour is \(fringe.isBright ? "brighter" : "darker") than what the opaque colour gives: "
                + "edges get a fringe")
    }

    private func fringes(_ masked: Masked, _ probing: Probing) throws -> [Fringe] {
        var fringes: [Fringe] = []
        var laid: Laid?
        let own = Self.color
        for place in masked.source.pixels.indices {
            let (column, y) = (place % masked.source.width, place / masked.source.width)
            let x = masked.x(column)
            let (opaque, output) = (masked.whole[x, y], masked.found[x, y])
            guard opaque.w > 0.01, output.w > 0.01, output.w <= 1.001 else { continue }
            let (wanted, straight) = (opaque.straight, output.straight)
            let slack = 0.01 * max(wanted.brightest, 0.01)
            let cover = masked.source.pixels[y * masked.source.width + x].w
            // What has lost its alpha has no cover left that would excuse another colour.
            let isLost = !filter.changesAlpha && (output.w - cover).magnitude > 0.01
            var here: [Fringe] = []
            for channel in 0..<3 {
                let usual = isLost ? wanted[channel] : own[channel]
                let isDark = straight[channel] < min(usual, wanted[channel]) - slack
                var isBright = straight[channel] > max(usual, wanted[channel]) + slack
                // An edge that is drawn, or sharpened, is bright; colour that nothing becomes of elsewhere is not.
                if !filter.changesAlpha {
                    isBright = isBright && cover < 1 && (wanted[channel] - usual).magnitude <= slack
                }
                guard isDark || isBright else { continue }
                here.append(Fringe(column: column, row: y, channel: channel, isBright: isBright))
            }
            guard !here.isEmpty else { continue }
            if filter.changesAlpha {
                // What is laid below or above it, a shadow or a glow, has a colour of its own.
                let known = try laid ?? Laid(probing, whole: masked.whole, found: masked.found, source: masked.source)
                laid = known
                if known.isKept(x, y, slack: 0.01 * own.brightest) { continue }
            }
            fringes += here
        }
        return fringes
    }

    /// What becomes of a masked colour, told apart from what the filter lays beside it: the difference that the colour
    /// makes to what it makes of black.
    private struct Laid {
        private let source: ProbePicture
        private let whole: Difference
        private let found: Difference
        private let dark: Difference

        /// Two pictures, one of which is of the same alpha without colour.
        private struct Difference {
            let color: ReferencePicture
            let black: ReferencePicture

            subscript(x: Int, y: Int) -> SIMD4<Double> { color[x, y] - black[x, y] }
        }

        init(_ probing: Probing, whole: ReferencePicture, found: ReferencePicture, source: ProbePicture) throws {
            self.source = source
            func made(_ pixel: (SIMD4<Double>) -> SIMD4<Double>) throws -> ReferencePicture {
                var picture = source
                for place in picture.pixels.indices { picture.pixels[place] = pixel(source.pixels[place]) }
                return try probing.render([picture])
            }
            let black = try made { _ in [0, 0, 0, 1] }
            self.whole = Difference(color: whole, black: black)
            self.found = Difference(color: found, black: try made { [0, 0, 0, $0.w] })
            dark = Difference(color: try made { [$0.x, $0.y, $0.z, 1] }, black: black)
        }

        /// Whether the colour's own part is what premultiplied light gives, or its cover's share of the opaque colour's.
        func isKept(_ x: Int, _ y: Int, slack: Double) -> Bool {
            let cover = source.pixels[y * source.width + x].w
            return (found[x, y] - dark[x, y]).brightest <= slack
                || (found[x, y] - whole[x, y] * cover).brightest <= slack
        }
    }
}
