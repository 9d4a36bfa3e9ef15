import FilterGraph
import Frames

/// A frame that the GPU is working on, or has finished.
public final class PendingFrame: Sendable {
    private let slot: FrameSlot
    private let lease: Lease
    private let program: GPUProgram

    /// Gives a slot back once, however many ask.
    private final class Lease: Sendable {
        private let slot: FrameSlot
        private let slots: SlotQueue
        private let isOpen = Locked(true)

        init(slot: FrameSlot, slots: SlotQueue) {
            self.slot = slot
            self.slots = slots
        }

        deinit { end() }

        var isValid: Bool { isOpen.value }

        func end() {
            if isOpen.exchange(false) { slots.giveBack(slot) }
        }
    }

    init(slot: FrameSlot, slots: SlotQueue, program: GPUProgram) {
        (self.slot, self.program) = (slot, program)
        lease = Lease(slot: slot, slots: slots)
    }

    /// Waits until the GPU has finished; answers the output's planes and what the frame noticed.
    ///
    /// The planes are valid until `release()`, or, without it, for as long as this frame or a copy of them lives: holding
    /// them holds the slot. The sources are let go. May be called again.
    public func wait() throws -> (HostPlanes, FrameStatistics) {
        guard lease.isValid else {
            throw FrameError(subject: "a frame", problem: "it was released before it was waited for")
        }
        try slot.wait()
        program.hasRun()
        guard let result = slot.result(owner: lease) else {
            throw FrameError(subject: "a frame", problem: "its output is not mapped")
        }
        return result
    }

    /// Gives the slot to the next frame; the planes are no longer valid.
    public func release() { lease.end() }
}

/// The slots that no frame uses, taken and given back first in, first out.
final class SlotQueue: Sendable {
    private let free: Locked<[FrameSlot]>

    init(_ slots: [FrameSlot]) { free = Locked(slots) }

    /// Takes a slot; blocks while there is none.
    func take() -> FrameSlot { free.wait { $0.isEmpty ? nil : $0.removeFirst() } }

    func giveBack(_ slot: FrameSlot) { free.change { $0.append(slot) } }
}
