import ColorScience
import FilterGraph
import Frames

/// What the pictures of a case are made of.
public enum CheckFormat: String, Codable, Sendable, CaseIterable {
    /// Working light as halves.
    case rgba16f
    /// Working light as floats.
    case rgba32f
    /// The composition's signal in ten bits a channel, alpha in two, colour not multiplied by alpha.
    case rgb10a2
    /// The same with blue in the lowest bits.
    case bgr10a2

    var layout: PixelLayout {
        switch self {
        case .rgba16f: .rgba16f
        case .rgba32f: .rgba32f
        case .rgb10a2: .rgb10a2
        case .bgr10a2: .bgr10a2
        }
    }

    /// Whether pixels are working light; codes of signal otherwise.
    var isLight: Bool { self == .rgba16f || self == .rgba32f }

    /// A picture of this format in a composition of the given colour.
    func picture(width: Int, height: Int, color: CompositionColor) -> PictureDescription {
        PictureDescription(
            layout: layout, codedWidth: width, codedHeight: height,
            content: isLight ? .light : .signal(color.properties, .full), peakNits: color.peakNits,
            isPremultiplied: isLight)
    }

    /// One pixel as stored: light, or codes.
    func load(from planes: HostPlanes, x: Int, y: Int) -> SIMD4<Double> {
        let place = address(planes, x: x, y: y)
        switch self {
        case .rgba16f:
            return SIMD4<Double>(place.load(as: SIMD4<Float16>.self))
        case .rgba32f:
            return SIMD4<Double>(place.load(as: SIMD4<Float>.self))
        case .rgb10a2, .bgr10a2:
            let word = place.load(as: UInt32.self)
            let parts: SIMD4<UInt32> = [
                (word >> redShift) & 1023, (word >> 10) & 1023, (word >> (20 - redShift)) & 1023, word >> 30,
            ]
            return SIMD4<Double>(parts)
        }
    }

    /// Stores light, or codes, rounded to the format.
    func store(_ value: SIMD4<Double>, into planes: HostPlanes, x: Int, y: Int) {
        let place = address(planes, x: x, y: y)
        switch self {
        case .rgba16f:
            place.storeBytes(of: SIMD4<Float16>(value), as: SIMD4<Float16>.self)
        case .rgba32f:
            place.storeBytes(of: SIMD4<Float>(value), as: SIMD4<Float>.self)
        case .rgb10a2, .bgr10a2:
            let top: SIMD4<Double> = [1023, 1023, 1023, 3]
            let codes = SIMD4<UInt32>(value.rounded(.toNearestOrEven).clamped(lowerBound: .zero, upperBound: top))
            let ends = codes.x << redShift | codes.z << (20 - redShift)
            place.storeBytes(of: ends | codes.y << 10 | codes.w << 30, as: UInt32.self)
        }
    }

    /// The lowest bit of red in a ten-bit format's word.
    private var redShift: UInt32 { self == .bgr10a2 ? 20 : 0 }

    private func address(_ planes: HostPlanes, x: Int, y: Int) -> UnsafeMutableRawPointer {
        let plane = planes.planes[0]
        return plane.address.raw + y * plane.bytesPerRow + x * layout.components[0].step
    }
}

/// The compositions that a filter is tried in.
public enum CheckColor: String, Codable, Sendable, CaseIterable {
    case sdr
    case hlg
    case pq

    /// The composition's colour, with HDR content of 1000 cd/m² over a reference white of 203 cd/m².
    public var composition: CompositionColor {
        switch self {
        case .sdr: CompositionColor(properties: .sdr, peakNits: 203)
        case .hlg: CompositionColor(properties: .hlg, peakNits: 1000)
        case .pq: CompositionColor(properties: .pq, peakNits: 1000)
        }
    }
}

extension CheckFormat {
    /// A picture of opaque white.
    func white(width: Int, height: Int) -> HostPlanes {
        let planes = HostPlanes(layout: layout, width: width, height: height)
        let pixel: SIMD4<Double> = isLight ? [1, 1, 1, 1] : [1023, 1023, 1023, 3]
        for place in 0..<(width * height) { store(pixel, into: planes, x: place % width, y: place / width) }
        return planes
    }
}
