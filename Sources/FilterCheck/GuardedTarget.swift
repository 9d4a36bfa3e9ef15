import CPUReference
import FilterGraph
import Foundation
import Frames

/// Memory for a result that shows what was left unwritten, and what was written past its end.
struct GuardedTarget {
    let planes: HostPlanes
    /// What raw filters wrote beside the picture.
    var records: [FrameRecord] = []
    private let block: MemoryBlock
    private let pictureBytes: Int

    /// All ones are no number as a float; as codes they are white, so signal gets another pattern.
    private static func poison(_ format: CheckFormat) -> Int32 { format.isLight ? 0xff : 0x5a }
    private static let guardByte: UInt8 = 0xa5
    /// Rows of the guard after the picture.
    private static let guardRows = 4

    init(_ format: CheckFormat, width: Int, height: Int) {
        let map = PlaneMap(layout: format.layout, width: width, height: height)
        pictureBytes = map.byteCount
        block = MemoryBlock(byteCount: map.byteCount + Self.guardRows * map.bytesPerRow[0])
        memset(block.address.raw, Self.poison(format), pictureBytes)
        memset(block.address.raw + pictureBytes, Int32(Self.guardByte), block.byteCount - pictureBytes)
        planes = HostPlanes(planes: map.planes(at: block.address.raw), block: block, owner: block)
    }

    /// How many bytes after the picture were changed.
    var brokenGuardBytes: Int {
        let guardBytes = UnsafeRawBufferPointer(
            start: block.address.raw + pictureBytes, count: block.byteCount - pictureBytes)
        return guardBytes.count { $0 != Self.guardByte }
    }
}

extension GuardedTarget {
    /// A picture of floats that was stored as halves, which is all that is known of its making.
    func asExpected(width: Int, height: Int) -> ReferencePicture {
        let values = (0..<(width * height)).flatMap { place in
            CheckFormat.rgba32f.load(from: planes, x: place % width, y: place / width).numbers
        }
        let bounds = values.map { $0.isFinite ? max($0.magnitude * 0x1p-11, 0x1p-25) : 0 }
        return ReferencePicture(width: width, height: height, values: values, bounds: bounds)
    }
}
