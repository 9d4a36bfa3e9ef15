import Candela

/// Reads single samples of pictures in host memory, as codes and as light.
struct SampleReader: Sendable {
    private let picture: PictureDescription
    private let quantisation: Quantisation?
    private let toRGB: Matrix3?
    private let toBT2020: Matrix3

    init(_ picture: PictureDescription) {
        self.picture = picture
        guard case .signal(let color, let levels) = picture.content, !picture.layout.isFloat else {
            (quantisation, toRGB, toBT2020) = (nil, nil, .identity)
            return
        }
        quantisation = Quantisation(bits: picture.layout.depth, levels: levels)
        toRGB = picture.layout.model == .ycbcr ? color.matrix.toRGB : .identity
        toBT2020 = color.primaries == .bt2020 ? .identity : color.primaries.conversion(to: .bt2020)
    }

    /// Whether `nits` can be asked for.
    var canGiveLight: Bool { quantisation != nil && toRGB != nil }

    /// Whether equal codes of both are equal light.
    func means(sameAs other: SampleReader) -> Bool {
        picture.content == other.picture.content && picture.layout.model == other.picture.layout.model
            && quantisation == other.quantisation
    }

    /// Columns and rows of a component's samples in a picture of the given size.
    func size(_ component: Int, width: Int, height: Int) -> (columns: Int, rows: Int) {
        let plane = picture.layout.components[component].plane
        let size = picture.layout.size(ofPlane: plane, width: width, height: height)
        return (size.width, size.height)
    }

    /// A component's code, by column and row among that component's samples of the visible part.
    func code(_ component: Int, _ planes: HostPlanes, _ x: Int, _ y: Int) -> Int {
        let place = picture.layout.components[component]
        let isChroma = picture.layout.isChroma(plane: place.plane)
        let left = isChroma ? picture.visible.x >> picture.layout.log2ChromaWidth : picture.visible.x
        let top = isChroma ? picture.visible.y >> picture.layout.log2ChromaHeight : picture.visible.y
        let plane = planes.planes[place.plane]
        let address = plane.address.raw + (top + y) * plane.bytesPerRow + place.offset + (left + x) * place.step
        let word =
            switch picture.layout.wordBytes {
            case 1: Int(address.load(as: UInt8.self))
            case 2: Int(address.loadUnaligned(as: UInt16.self))
            default: Int(address.loadUnaligned(as: UInt32.self))
            }
        return (word >> place.shift) & ((1 << place.depth) - 1)
    }

    /// The light of a pixel of the visible part in cd/m², in BT.2020, chroma taken from the nearest sample.
    func nits(_ planes: HostPlanes, _ x: Int, _ y: Int) -> RGB {
        guard case .signal(let color, _) = picture.content, let quantisation, let toRGB else { return RGB(0, 0, 0) }
        let layout = picture.layout
        let signal: RGB
        switch layout.model {
        case .grey:
            let value = quantisation.luma.value(Double(code(0, planes, x, y)))
            signal = RGB(value, value, value)
        case .rgb:
            let codes = (0..<3).map { quantisation.rgb.value(Double(code($0, planes, x, y))) }
            signal = RGB(codes[0], codes[1], codes[2])
        case .ycbcr:
            let (column, row) = (x >> layout.log2ChromaWidth, y >> layout.log2ChromaHeight)
            signal =
                toRGB
                * RGB(
                    quantisation.luma.value(Double(code(0, planes, x, y))),
                    quantisation.chroma.value(Double(code(1, planes, column, row))),
                    quantisation.chroma.value(Double(code(2, planes, column, row))))
        }
        let white = 203.0
        return toBT2020 * color.transfer.decode(signal, primaries: color.primaries, referenceWhiteNits: white) * white
    }
}
