import Frames

/// Reads samples of a picture in host memory, whatever its layout.
struct PlaneReader: Sendable {
    private struct Source: Sendable {
        let address: HostAddress
        let bytesPerRow: Int
        let step: Int
        let shift: Int
        let mask: UInt32
    }

    private let sources: [Source]
    private let wordBytes: Int
    private let isFloat: Bool

    /// Reads the planes; they must be as large as `picture` says.
    init(_ planes: HostPlanes, _ picture: PictureDescription) throws {
        let layout = picture.layout
        (wordBytes, isFloat) = (layout.wordBytes, layout.isFloat)
        guard planes.planes.count >= layout.planeCount else {
            throw ReferenceError(
                problem: "a \(layout.name) picture has \(layout.planeCount) planes, \(planes.planes.count) were given")
        }
        for plane in 0..<layout.planeCount {
            let size = layout.size(ofPlane: plane, width: picture.codedWidth, height: picture.codedHeight)
            let row = layout.bytesPerRow(ofPlane: plane, width: picture.codedWidth)
            let given = planes.planes[plane]
            guard given.bytesPerRow >= row, given.byteCount >= (size.height - 1) * given.bytesPerRow + row else {
                throw ReferenceError(
                    problem: "plane \(plane) of a \(picture.codedWidth)x\(picture.codedHeight) \(layout.name) picture "
                        + "is too small: \(given.byteCount) bytes, \(given.bytesPerRow) a row")
            }
        }
        sources = layout.components.map { component in
            let plane = planes.planes[component.plane]
            return Source(
                address: HostAddress(plane.address.raw + component.offset), bytesPerRow: plane.bytesPerRow,
                step: component.step, shift: component.shift,
                mask: component.depth >= 32 ? .max : (1 << UInt32(component.depth)) - 1)
        }
    }

    /// The code, or float, of a component at a sample of its plane.
    @inline(__always)
    func sample(_ component: Int, _ x: Int, _ y: Int) -> Double {
        let source = sources[component]
        let at = UnsafeRawPointer(source.address.raw) + y * source.bytesPerRow + x * source.step
        switch wordBytes {
        case 1: return Double((UInt32(at.load(as: UInt8.self)) >> UInt32(source.shift)) & source.mask)
        case 2:
            let word = UInt16(littleEndian: at.loadUnaligned(as: UInt16.self))
            return isFloat
                ? Double(Float16(bitPattern: word)) : Double((UInt32(word) >> UInt32(source.shift)) & source.mask)
        default:
            let word = UInt32(littleEndian: at.loadUnaligned(as: UInt32.self))
            return isFloat ? Double(Float(bitPattern: word)) : Double((word >> UInt32(source.shift)) & source.mask)
        }
    }
}

/// Writes samples of a picture in host memory, whatever its layout.
struct PlaneWriter: Sendable {
    private let planes: HostPlanes
    private let layout: PixelLayout

    init(_ planes: HostPlanes, _ picture: PictureDescription) throws {
        // The checks are the reader's.
        _ = try PlaneReader(planes, picture)
        (self.planes, layout) = (planes, picture.layout)
    }

    /// Zeroes a row of a plane, so that components that share words can be put in one after the other.
    func clear(plane: Int, row: Int, width: Int) {
        let at = planes.planes[plane].address.raw + row * planes.planes[plane].bytesPerRow
        at.initializeMemory(as: UInt8.self, repeating: 0, count: layout.bytesPerRow(ofPlane: plane, width: width))
    }

    /// Puts a code, or a float, at a sample of a component's plane.
    @inline(__always)
    func put(_ value: Double, _ component: Int, _ x: Int, _ y: Int) {
        let place = layout.components[component]
        let plane = planes.planes[place.plane]
        let at = plane.address.raw + y * plane.bytesPerRow + x * place.step + place.offset
        switch (layout.wordBytes, layout.isFloat) {
        case (1, _):
            at.storeBytes(of: at.load(as: UInt8.self) | UInt8(value) << UInt8(place.shift), as: UInt8.self)
        case (2, true):
            at.storeBytes(of: Float16(StoredValue.clamped(value)).bitPattern.littleEndian, as: UInt16.self)
        case (2, false):
            let old = UInt16(littleEndian: at.loadUnaligned(as: UInt16.self))
            at.storeBytes(of: (old | UInt16(value) << UInt16(place.shift)).littleEndian, as: UInt16.self)
        case (_, true): at.storeBytes(of: Float(value).bitPattern.littleEndian, as: UInt32.self)
        case (_, false):
            let old = UInt32(littleEndian: at.loadUnaligned(as: UInt32.self))
            at.storeBytes(of: (old | UInt32(value) << UInt32(place.shift)).littleEndian, as: UInt32.self)
        }
    }
}

/// How values are rounded when a picture is kept.
enum StoredValue {
    /// Within what a half can hold; what is no number becomes 0.
    @inline(__always)
    static func clamped(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, -65504), 65504) }

    /// Rounded to a half, to nearest even.
    @inline(__always)
    static func half(_ value: Double) -> Double { Double(Float16(clamped(value))) }

    /// Rounded to one of ten bits' codes of 0...1.
    @inline(__always)
    static func tenBits(_ value: Double) -> Double {
        value.isNaN ? 0 : min(max((value * 1023 + 0.5).rounded(.down), 0), 1023) / 1023
    }
}

/// A rendering that the CPU reference cannot make.
public struct ReferenceError: Error, Equatable, Sendable, CustomStringConvertible {
    public let problem: String

    public init(problem: String) { self.problem = problem }

    /// One line.
    public var description: String { "CPU reference: \(problem)" }
}
