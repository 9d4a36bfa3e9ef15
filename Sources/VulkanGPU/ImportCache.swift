import Frames
import Synchronization

/// Host memory that the device has imported: each block once, for as long as the block lives.
final class ImportCache: Sendable {
    private struct Entry {
        /// The block's own, since an address is used again; the block itself says when it goes.
        let identity: ObjectIdentifier
        /// Nil where the device refused the block, so that it is not asked for each frame.
        var buffer: GPUBuffer?
    }

    /// Blocks kept at once; a decoder's pool holds tens.
    private static let capacity = 256

    private let core: DeviceCore
    private let entries = Mutex<[Int: Entry]>([:])

    init(core: DeviceCore) { self.core = core }

    /// The buffer over a block; nil where it cannot be imported and must be copied.
    ///
    /// Whoever gives the buffer to the GPU holds both buffer and block until the GPU has passed.
    func buffer(over block: MemoryBlock) throws(VulkanError) -> GPUBuffer? {
        let address = Int(bitPattern: block.address.raw)
        let identity = ObjectIdentifier(block)
        let result: Result<GPUBuffer?, VulkanError> = entries.withLock { entries in
            if let entry = entries[address], entry.identity == identity { return .success(entry.buffer) }
            if entries.count >= Self.capacity, let key = entries.keys.min() { entries[key] = nil }
            return importing(block).map { buffer in
                entries[address] = Entry(identity: identity, buffer: buffer)
                block.whenFreed { [weak self] in self?.forget(address, identity) }
                return buffer
            }
        }
        return try result.get()
    }

    /// How many blocks are imported now.
    var count: Int { entries.withLock { $0.values.count { $0.buffer != nil } } }

    private func forget(_ address: Int, _ identity: ObjectIdentifier) {
        entries.withLock { entries in
            if entries[address]?.identity == identity { entries[address] = nil }
        }
    }

    private func importing(_ block: MemoryBlock) -> Result<GPUBuffer?, VulkanError> {
        do throws(VulkanError) {
            return .success(try GPUBuffer(importing: block, core: core))
        } catch {
            // A driver may refuse any memory it likes; then it is copied. A lost device is another matter.
            let isFatal = [.deviceLost, .injected].contains(error.result)
            return isFatal ? .failure(error) : .success(nil)
        }
    }
}
