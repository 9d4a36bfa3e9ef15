import CPUReference
import FilterGraph
import FilterLanguage
import Frames

/// What a filter makes of one input, at one or several places of a picture.
struct Response {
    var values: [SIMD4<Double>]
    var bounds: [SIMD4<Double>]
    var undecided: [Bool]
    /// Whether some device may make it no number.
    var fragile: [Bool]
}

/// A filter with settings in a composition, to be handed pixels.
///
/// Filters that only see their pixel are handed all of them side by side; others see pictures of one colour.
struct Probing {
    let filter: Filter
    let settings: Settings
    let composition: ReadinessComposition
    private(set) var time = MediaTime.zero
    /// What the pictures show that are not handed over.
    var further = FurtherPictures.white
    private let reference: CPURenderer
    /// What makes the pictures where the reference cannot: the filter is a whole shader, of which only a device knows.
    private let device: (any Renderer)?
    private let memory = Memory()

    /// Renderings count as `work`, and throw `Work.Ending` when that is over.
    init(
        _ filter: Filter, _ settings: Settings, _ composition: ReadinessComposition, work: Work,
        device: (any Renderer)? = nil
    ) {
        self.init(filter, settings, composition, CPURenderer(work: work), device)
    }

    private init(
        _ filter: Filter, _ settings: Settings, _ composition: ReadinessComposition, _ reference: CPURenderer,
        _ device: (any Renderer)?
    ) {
        (self.filter, self.settings, self.composition) = (filter, settings, composition)
        (self.reference, self.device) = (reference, device)
    }

    /// The same at another time.
    func at(_ time: MediaTime) -> Probing {
        var later = Probing(filter, settings, composition, reference, device)
        (later.time, later.further) = (time, further)
        return later
    }

    /// The same with some values set besides.
    func setting(_ values: Settings) -> Probing {
        var other = Probing(filter, settings.merging(values) { $1 }, composition, reference, device)
        (other.time, other.further) = (time, further)
        return other
    }

    /// The same by another arithmetic; a device has its own.
    func following(_ arithmetic: Arithmetic) -> Probing {
        var other = Probing(
            filter, settings, composition, CPURenderer(work: reference.work, arithmetic: arithmetic), device)
        (other.time, other.further) = (time, further)
        return other
    }

    /// Whether only a device can run the filter.
    var isOfDevice: Bool { device != nil }

    /// Whether the result hangs on the pixel alone.
    var isLocal: Bool {
        (filter.kind == .point || filter.kind == .blend) && filter.usedNames.isDisjoint(with: ["position", "size"])
    }

    /// Whether the filter reads its input at places of its own choice.
    var isSpatial: Bool { !filter.kind.isLocal }

    /// What the filter makes of each of a list of inputs: one pixel for each picture that it reads.
    func responses(to inputs: [[SIMD4<Double>]]) throws -> [Response] {
        try prepare(inputs)
        return try inputs.map { try memory.known[$0] ?? response(to: $0) }
    }

    /// What the filter makes of pictures of one colour each.
    private func response(to pixels: [SIMD4<Double>]) throws -> Response {
        let side = pictureSide
        let places = isSpatial ? [(side / 2) * side + side / 2] : Array(stride(from: 0, to: 16 * 9, by: 13))
        let (width, height) = isSpatial ? (side, side) : (16, 9)
        return try render(pixels.map { pixel in ProbePicture(width: width, height: height) { _, _ in pixel } })
            .response(at: places)
    }

    // MARK: Side by side

    /// Computes in one go what will be asked for, where inputs can stand side by side: most of the time that a few pixels
    /// take is not theirs.
    func prepare(_ inputs: [[SIMD4<Double>]]) throws {
        guard let margin = isLocal ? 0 : margin else { return }
        var seen: Set<[SIMD4<Double>]> = []
        let open = inputs.filter { memory.known[$0] == nil && seen.insert($0).inserted }
        guard !open.isEmpty else { return }
        let found = try sideBySide(open, margin)
        // What differs in another order saw its neighbours: it reads further than it says.
        if margin > 0, open.count > 1 {
            // A mere reversal would leave every field between the same two, which even kernels do not tell.
            let order = open.indices.filter { $0 % 2 == 0 } + open.indices.filter { $0 % 2 == 1 }
            let again =
                try open.count > 4
                ? sideBySide(order.map { open[$0] }, margin) : order.map { try sideBySide([open[$0]], margin)[0] }
            guard
                zip(order, again).allSatisfy({ found[$0].values == $1.values && found[$0].bounds == $1.bounds })
            else {
                memory.looksFurther = true
                return
            }
        }
        for (input, response) in zip(open, found) { memory.known[input] = response }
    }

    /// A row of fields of one colour each, seen in their middles.
    private func sideBySide(_ inputs: [[SIMD4<Double>]], _ margin: Int) throws -> [Response] {
        let width = 2 * margin + 1
        let row = try render(
            (inputs.first ?? []).indices.map { picture in
                ProbePicture(width: inputs.count * width, height: 1) { x, _ in inputs[x / width][picture] }
            })
        return inputs.indices.map { row.response(at: [$0 * width + margin]) }
    }

    /// Whether many pixels cost hardly more than one.
    var standsSideBySide: Bool { isLocal || margin != nil }

    /// How far apart fields must lie for an area filter that sees nothing but its neighbours; `nil` for others.
    private var margin: Int? {
        guard filter.kind == .area, !memory.looksFurther, !seesBorder, further != .gradient,
            filter.usedNames.isDisjoint(with: ["position", "size"]),
            let reach = reach(width: 33, height: 33), reach.isFinite, reach <= 16
        else { return nil }
        return max(Int(max(reach, 0).rounded(.up)), 1)
    }

    /// Whether what lies outside the picture differs from its border.
    var seesBorder: Bool {
        filter.outsideIsClear || !filter.usedNames.isDisjoint(with: ["atOrClear", "texelOrClear"])
    }

    /// What is known of a filter already, and whether it looks further than it says.
    private final class Memory {
        var known: [[SIMD4<Double>]: Response] = [:]
        var looksFurther = false
    }

    /// The side of a picture whose middle is out of the border's reach, where that can be had.
    ///
    /// Where the edge repeats, a uniform picture looks the same however small it is.
    private var pictureSide: Int {
        // How far a whole shader looks, and what it does at the border, nobody knows.
        if filter.kind == .raw { return 17 }
        guard seesBorder else {
            let seesPlace = !filter.usedNames.isDisjoint(with: ["position", "size"]) || further == .gradient
            return filter.kind == .area && !seesPlace ? 1 : 5
        }
        let reach = reference.reach(of: filter, settings: settings, width: 33, height: 33, color: composition.color)
        guard let reach, reach.isFinite else { return 13 }
        return min(2 * Int(max(reach, 0).rounded(.up)) + 3, 41)
    }

    /// What the filter makes of pictures; those that are missing are further ones.
    func render(_ pictures: [ProbePicture]) throws -> ReferencePicture {
        var pictures = pictures
        let (width, height) = (pictures[0].width, pictures[0].height)
        while pictures.count < filter.sourceCount {
            let isStill = pictures.count >= filter.sourceCount - filter.images.count
            pictures.append(
                ProbePicture(width: width, height: height) { x, _ in
                    further.pixel(x: x, width: width, isEven: isLocal && !isStill)
                })
        }
        let rendering = try Rendering(
            filter, settings: settings, sources: pictures.map { $0.planes(areHalves: isSpatial) }, format: .rgba32f,
            width: width, height: height, color: composition.color, time: time)
        guard let device else { return try rendering.expected(by: reference) }
        if let ending = reference.work?.ending { throw ending }
        return try rendering.result(of: device, poison: Self.poison).asExpected(width: width, height: height)
    }

    /// Halves of 3: a picture that is not written is none of those that were put in.
    private static let poison: UInt32 = 0x4200_4200

    /// How far the filter says it reads, in a picture of the given size.
    func reach(width: Int, height: Int) -> Double? {
        reference.reach(of: filter, settings: settings, width: width, height: height, color: composition.color)
    }

    /// A number as the filter is handed it: pictures that are read by place are kept as halves.
    func given(_ value: Double) -> Double { isSpatial ? Double(Float16(value)) : Double(Float(value)) }
}

/// A picture of working light to hand to a filter.
struct ProbePicture {
    var width: Int
    var height: Int
    var pixels: [SIMD4<Double>]

    init(width: Int, height: Int, _ pixel: (_ x: Int, _ y: Int) -> SIMD4<Double>) {
        (self.width, self.height) = (width, height)
        pixels = (0..<(width * height)).map { pixel($0 % width, $0 / width) }
    }

    /// The pixels as floats in memory, rounded to halves where those are kept.
    func planes(areHalves: Bool) -> HostPlanes {
        let planes = HostPlanes(layout: CheckFormat.rgba32f.layout, width: width, height: height)
        for (index, pixel) in pixels.enumerated() {
            CheckFormat.rgba32f.store(
                areHalves ? pixel.asHalves : pixel, into: planes, x: index % width, y: index / width)
        }
        return planes
    }
}

/// A composition in which filters are tried for HDR.
struct ReadinessComposition {
    let name: String
    let color: CompositionColor

    static let hlg = Self(name: "hlg", color: CheckColor.hlg.composition)
    static let sdr = Self(name: "sdr", color: CheckColor.sdr.composition)
    /// All that PQ can say.
    static let pq = Self(
        name: "pq, content of 10000 cd/m2", color: CompositionColor(properties: .pq, peakNits: 10_000))

    static let all = [hlg, pq, sdr]
}

extension ReferencePicture {
    /// What stands at some places, by their number among the pixels.
    func response(at places: [Int]) -> Response {
        let all = places.map { expectation(x: $0 % width, y: $0 / width) }
        return Response(
            values: all.map(\.value), bounds: all.map(\.bound), undecided: places.map { undecided[$0] },
            fragile: places.map { fragile[$0] })
    }

    /// The value of a pixel.
    subscript(x: Int, y: Int) -> SIMD4<Double> { expectation(x: x, y: y).value }
}

extension SIMD4<Double> {
    /// The numbers as halves hold them, the largest half at most.
    var asHalves: SIMD4<Double> {
        let largest = SIMD4(repeating: 65504.0)
        return SIMD4<Double>(SIMD4<Float16>(clamped(lowerBound: -largest, upperBound: largest)))
    }

    /// The largest magnitude of red, green and blue.
    var brightest: Double { Swift.max(x.magnitude, y.magnitude, z.magnitude) }

    /// The colour divided by alpha; clear pixels have none.
    var straight: SIMD4<Double> { w == 0 ? .zero : SIMD4(x / w, y / w, z / w, w) }

    init(_ rgb: SIMD3<Double>, alpha: Double) { self = SIMD4(rgb * alpha, alpha) }
}
