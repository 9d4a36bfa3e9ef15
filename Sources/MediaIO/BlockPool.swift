import Frames
import Synchronization

/// Page-aligned blocks that are used again and again, so that a running pipeline allocates nothing.
public final class BlockPool: Sendable {
    private struct State: @unchecked Sendable {
        var free: [MemoryBlock] = []
        var byteCount = 0
        var allocations = 0
        /// What the decoder that draws from here complained of last, and how often.
        var complaint = (words: "", count: 0)
        /// Blocks in use, by their address.
        var lent: [UnsafeMutableRawPointer: MemoryBlock] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    /// Blocks ever allocated; it stops growing once a pipeline is warm.
    public var allocationCount: Int { state.withLock { $0.allocations } }

    /// Blocks that wait to be used.
    public var freeCount: Int { state.withLock { $0.free.count } }

    /// Room for a picture, in a block that returns to the pool when the last copy of the value is gone.
    ///
    /// The contents are what the block held before.
    public func planes(layout: PixelLayout, width: Int, height: Int, rowAlignment: Int = 64) -> HostPlanes {
        let map = PlaneMap(layout: layout, width: width, height: height, rowAlignment: rowAlignment)
        let loan = loan(byteCount: map.byteCount + Self.slack)
        return HostPlanes(planes: map.planes(at: loan.block.address.raw), block: loan.block, owner: loan)
    }

    /// A block of at least `byteCount` bytes that returns when the loan is released.
    func loan(byteCount: Int) -> Loan {
        let pages = (byteCount + 4095) / 4096 * 4096
        let block = state.withLock { state -> MemoryBlock? in
            if state.byteCount != pages {
                // One size at a time: pictures of a stream share theirs.
                state.free.removeAll()
                state.byteCount = pages
            }
            guard let block = state.free.popLast() else {
                state.allocations += 1
                return nil
            }
            state.lent[block.address.raw] = block
            return block
        }
        if let block { return Loan(block: block, pool: self) }
        let fresh = MemoryBlock(byteCount: pages)
        state.withLock { $0.lent[fresh.address.raw] = fresh }
        return Loan(block: fresh, pool: self)
    }

    /// The block in use that begins at an address; `nil` when it is not this pool's.
    func lentBlock(at address: UnsafeMutableRawPointer) -> MemoryBlock? {
        state.withLock { $0.lent[address] }
    }

    /// Remembers that the decoder which draws from this pool reported damage.
    func noteComplaint(_ words: String) {
        state.withLock { $0.complaint = (words, $0.complaint.count + 1) }
    }

    /// What the decoder complained of last, and how often.
    var complaint: (words: String, count: Int) { state.withLock { $0.complaint } }

    /// Bytes past the last row that vector code may read.
    static let slack = 256

    /// Holds a block until it is released.
    final class Loan: Sendable {
        let block: MemoryBlock
        private let pool: BlockPool

        init(block: MemoryBlock, pool: BlockPool) {
            (self.block, self.pool) = (block, pool)
        }

        deinit { pool.takeBack(block) }
    }

    private func takeBack(_ block: MemoryBlock) {
        state.withLock {
            $0.lent[block.address.raw] = nil
            if block.byteCount == $0.byteCount { $0.free.append(block) }
        }
    }
}
