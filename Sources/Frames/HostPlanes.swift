import Foundation
import Synchronization

/// An address that may cross threads; whoever holds the value it stands in decides who may touch the memory when.
public struct HostAddress: @unchecked Sendable {
    public let raw: UnsafeMutableRawPointer
    public init(_ raw: UnsafeMutableRawPointer) { self.raw = raw }
}

/// Page-aligned host memory that a GPU may import; freed when the last holder lets go.
public final class MemoryBlock: Sendable {
    /// Bytes; a multiple of 4096.
    public let byteCount: Int
    public let address: HostAddress
    private let isOwned: Bool
    private let farewells = Mutex<[@Sendable () -> Void]>([])

    /// Allocates zeroed memory of at least `byteCount` bytes, rounded up to whole pages.
    public init(byteCount: Int) {
        let pages = max(1, (byteCount + 4095) / 4096)
        self.byteCount = pages * 4096
        var pointer: UnsafeMutableRawPointer?
        let result = posix_memalign(&pointer, 4096, pages * 4096)
        precondition(result == 0 && pointer != nil, "the host is out of memory for \(pages * 4096) bytes")
        memset(pointer!, 0, pages * 4096)
        address = HostAddress(pointer!)
        isOwned = true
    }

    /// Wraps memory that somebody else frees, such as a mapped GPU buffer.
    public init(borrowing address: UnsafeMutableRawPointer, byteCount: Int) {
        self.address = HostAddress(address)
        self.byteCount = byteCount
        isOwned = false
    }

    /// Asks for a call just before the memory goes, so that whoever imported it can let go first.
    public func whenFreed(_ body: @escaping @Sendable () -> Void) { farewells.withLock { $0.append(body) } }

    deinit {
        for body in farewells.withLock({ $0 }) { body() }
        if isOwned { free(address.raw) }
    }
}

/// A picture's planes in host memory, kept alive by whatever `owner` is.
public struct HostPlanes: Sendable {
    public struct Plane: Sendable {
        public var address: HostAddress
        public var bytesPerRow: Int
        public var byteCount: Int

        public init(address: UnsafeMutableRawPointer, bytesPerRow: Int, byteCount: Int) {
            self.address = HostAddress(address)
            self.bytesPerRow = bytesPerRow
            self.byteCount = byteCount
        }
    }

    public var planes: [Plane]
    /// The block that all planes lie in, when there is one: a GPU imports it once and reads it in place.
    public var block: MemoryBlock?
    /// Keeps the memory valid for as long as this value, or a copy of it, lives.
    public var owner: (any Sendable)?

    public init(planes: [Plane], block: MemoryBlock? = nil, owner: (any Sendable)? = nil) {
        self.planes = planes
        self.block = block
        self.owner = owner
    }

    /// Room for a picture of the given layout in one fresh block; rows start at multiples of `rowAlignment` bytes.
    public init(layout: PixelLayout, width: Int, height: Int, rowAlignment: Int = 64) {
        let map = PlaneMap(layout: layout, width: width, height: height, rowAlignment: rowAlignment)
        let block = MemoryBlock(byteCount: map.byteCount)
        self.init(planes: map.planes(at: block.address.raw), block: block, owner: block)
    }
}

/// Where planes lie in one block of memory: each on a multiple of 256 bytes, as every device's buffer offsets allow.
public struct PlaneMap: Hashable, Sendable {
    public let offsets: [Int]
    public let bytesPerRow: [Int]
    public let byteCounts: [Int]
    public let byteCount: Int

    public init(layout: PixelLayout, width: Int, height: Int, rowAlignment: Int = 64) {
        var offsets: [Int] = []
        var rows: [Int] = []
        var counts: [Int] = []
        var end = 0
        for plane in 0..<layout.planeCount {
            let tight = layout.bytesPerRow(ofPlane: plane, width: width)
            let row = (tight + rowAlignment - 1) / rowAlignment * rowAlignment
            let count = row * layout.size(ofPlane: plane, width: width, height: height).height
            offsets.append(end)
            rows.append(row)
            counts.append(count)
            end = (end + count + 255) / 256 * 256
        }
        (self.offsets, bytesPerRow, byteCounts, byteCount) = (offsets, rows, counts, end)
    }

    /// The planes at an address that this map's bytes start from.
    public func planes(at base: UnsafeMutableRawPointer) -> [HostPlanes.Plane] {
        offsets.indices.map {
            HostPlanes.Plane(address: base + offsets[$0], bytesPerRow: bytesPerRow[$0], byteCount: byteCounts[$0])
        }
    }
}
