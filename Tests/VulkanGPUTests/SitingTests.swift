import ColorScience
import FilterGraph
import Foundation
import Frames
import Testing
import VulkanGPU

/// Chroma stands where its siting says: how far pictures of known shape are moved, in luma pixels, by reading subsampled
/// chroma at each location, by writing it, and by taking it from one location to another.
@Suite(.enabled(if: TestDevice.isPresent, "no Vulkan device")) struct SitingTests {
    /// Most that anything may be moved, in luma pixels.
    static let allowed = 0.05
    static let engines = Engine.all
    static let (width, height) = (64, 48)
    /// Left out at each edge, where there is no neighbour to read.
    static let margin = 8.0

    /// A quantity along one axis: even, or with a bump, always within ±0.2.
    enum Shape: String, CaseIterable {
        case ramp
        case bump

        func value(_ x: Double) -> Double {
            switch self {
            case .ramp: 0.006 * (x - 32)
            case .bump: 0.2 * exp(-pow((x - 27.3) / 6, 2) / 2)
            }
        }

        func slope(_ x: Double) -> Double {
            self == .ramp ? 0.006 : -value(x) * (x - 27.3) / 36
        }
    }

    // MARK: Tests

    @Test(arguments: ["gpu", "pixels", "reference"], [1, 0])
    func readingPutsChromaWhereItIs(_ engine: String, halvedHeight: Int) throws {
        for siting in ChromaSiting.allCases {
            let found = try Self.shifts(engine, from: (halvedHeight, siting), to: nil)
            for shift in found { #expect(abs(shift) < Self.allowed, "\(siting) \(found)") }
        }
    }

    @Test(arguments: engines, [1, 0])
    func writingPutsChromaWhereItShouldBe(_ engine: String, halvedHeight: Int) throws {
        for siting in ChromaSiting.allCases {
            let found = try Self.shifts(engine, from: nil, to: (halvedHeight, siting))
            for shift in found { #expect(abs(shift) < Self.allowed, "\(siting) \(found)") }
        }
    }

    @Test(arguments: engines)
    func movingChromaMovesNoPicture(_ engine: String) throws {
        let all = ChromaSiting.allCases
        for (index, from) in all.enumerated() {
            // Devices compile each pair; a ring of six holds every location at either end.
            for to in engine == "reference" ? all : [all[(index + 1) % all.count]] {
                let found = try Self.shifts(engine, from: (1, from), to: (1, to))
                for shift in found { #expect(abs(shift) < Self.allowed, "\(from) to \(to) \(found)") }
            }
            let found = try Self.shifts(engine, from: (0, from), to: (1, from))
            for shift in found { #expect(abs(shift) < Self.allowed, "4:2:2 to 4:2:0 \(from) \(found)") }
        }
    }

    /// The ruler itself: a picture that is read at the wrong location moves by their distance.
    @Test func aWrongLocationIsMeasured() throws {
        let across = try Self.shifts("reference", from: (1, .left), to: nil, claiming: .center)
        #expect(abs(across[0] - 0.5) < Self.allowed && abs(across[1]) < Self.allowed, "\(across)")
        let down = try Self.shifts("reference", from: (1, .topLeft), to: nil, claiming: .bottomLeft)
        #expect(abs(down[1] - 1) < Self.allowed && abs(down[0]) < Self.allowed, "\(down)")
    }

    // MARK: Measuring

    /// Subsampled chroma: whether its height is halved too, and where it lies.
    typealias Chroma = (halvedHeight: Int, siting: ChromaSiting)

    /// How far each shape is moved across (seen in Cb) and down (in Cr), worst of a picture's rows and columns: for both
    /// shapes, across then down.
    ///
    /// `nil` is chroma at full resolution; `claiming` is what the source is said to be instead of what it is.
    static func shifts(
        _ engine: String, from: Chroma?, to: Chroma?, claiming: ChromaSiting? = nil
    ) throws -> [Double] {
        try Shape.allCases.flatMap { shape in
            let (source, planes) = picture(shape, from)
            var described = source
            if let claiming { described.siting = claiming }
            let (target, _) = picture(shape, to)
            let job = RenderJob(
                graph: Graph(), sources: [described], output: OutputDescription(picture: target, dither: .none),
                color: CompositionColor(properties: properties, peakNits: 203))
            let result = HostPlanes(layout: target.layout, width: width, height: height)
            try Engine.render(job, [planes], into: result, engine)
            return [
                shift(of: shape, plane: 1, of: result, target), shift(of: shape, plane: 2, of: result, target),
            ]
        }
    }

    // The numbers are signals already: linear curves leave them alone.
    private static let properties = ColorProperties(primaries: .bt2020, transfer: .linear, matrix: .bt2020)
    private static let scales = Quantisation(bits: 16, levels: .full)

    /// Where a plane's sample lies along an axis, in luma pixels: pixels' centres are at a half.
    private static func place(_ index: Int, _ isHalved: Bool, _ offset: Double) -> Double {
        (isHalved ? 2 * Double(index) + offset : Double(index)) + 0.5
    }

    /// A picture whose Cb follows a shape from left to right and whose Cr follows it from top to bottom.
    private static func picture(_ shape: Shape, _ chroma: Chroma?) -> (PictureDescription, HostPlanes) {
        let layout = PixelLayout.planarYCbCr(
            "planar", depth: 16, log2Width: chroma == nil ? 0 : 1, log2Height: chroma?.halvedHeight ?? 0)
        let description = PictureDescription(
            layout: layout, codedWidth: width, codedHeight: height, content: .signal(properties, .full),
            siting: chroma?.siting ?? .left)
        let planes = HostPlanes(layout: layout, width: width, height: height)
        for plane in 0..<3 {
            let size = layout.size(ofPlane: plane, width: width, height: height)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let (column, row) = position(x, y, plane, description)
                    let code =
                        plane == 0 ? scales.luma.code(0.5) : scales.chroma.code(shape.value(plane == 1 ? column : row))
                    planes.planes[plane].address.raw.storeBytes(
                        of: UInt16(code.rounded()), toByteOffset: y * planes.planes[plane].bytesPerRow + 2 * x,
                        as: UInt16.self)
                }
            }
        }
        return (description, planes)
    }

    private static func position(_ x: Int, _ y: Int, _ plane: Int, _ picture: PictureDescription) -> (Double, Double) {
        let (layout, siting) = (picture.layout, picture.siting)
        return (
            place(x, plane > 0 && layout.log2ChromaWidth == 1, siting.horizontalOffset),
            place(y, plane > 0 && layout.log2ChromaHeight == 1, siting.verticalOffset)
        )
    }

    /// The shift that explains a plane best, by least squares over each line along the shape's axis; the largest found.
    private static func shift(
        of shape: Shape, plane: Int, of planes: HostPlanes, _ picture: PictureDescription
    ) -> Double {
        let size = picture.layout.size(ofPlane: plane, width: width, height: height)
        let isAcross = plane == 1
        var sums: [Int: (moved: Double, slopes: Double)] = [:]
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (column, row) = position(x, y, plane, picture)
                guard column > margin, column < Double(width) - margin, row > margin, row < Double(height) - margin
                else { continue }
                let code = planes.planes[plane].address.raw.load(
                    fromByteOffset: y * planes.planes[plane].bytesPerRow + 2 * x, as: UInt16.self)
                let at = isAcross ? column : row
                let slope = shape.slope(at)
                let difference = scales.chroma.value(Double(code)) - shape.value(at)
                let sum = sums[isAcross ? y : x] ?? (0, 0)
                sums[isAcross ? y : x] = (sum.moved - difference * slope, sum.slopes + slope * slope)
            }
        }
        return sums.values.map { $0.moved / $0.slopes }.max { abs($0) < abs($1) } ?? .infinity
    }
}
