import Synchronization

/// What a device's objects number, for tests that allow no leak, no allocation and no compile.
public final class GPUCounters: Sendable {
    private let live = Atomic<Int>(0)
    private let allocated = Atomic<Int>(0)
    private let allocatedByteCount = Atomic<Int>(0)
    private let compiled = Atomic<Int>(0)
    private let translated = Atomic<Int>(0)
    private let submitted = Atomic<Int>(0)
    private let recorded = Atomic<Int>(0)
    private let copied = Atomic<Int>(0)
    /// What counts along, for all devices together.
    private let total: GPUCounters?

    /// The sums over every device and instance that this process ever opened.
    public static let ofProcess = GPUCounters(total: nil)

    public convenience init() { self.init(total: Self.ofProcess) }

    private init(total: GPUCounters?) { self.total = total }

    /// Vulkan objects that exist now, the instance and the device among them; 0 once everything is gone.
    public var liveHandles: Int { live.load(ordering: .relaxed) }
    /// Memory allocations and imports made so far.
    public var allocations: Int { allocated.load(ordering: .relaxed) }
    /// Bytes of GPU memory allocated or imported and not yet freed.
    public var liveBytes: Int { allocatedByteCount.load(ordering: .relaxed) }
    /// Pipelines made so far.
    public var pipelinesCompiled: Int { compiled.load(ordering: .relaxed) }
    /// Shader texts translated to SPIR-V so far, those found on disk not counted.
    public var shadersTranslated: Int { translated.load(ordering: .relaxed) }
    /// Batches handed to queues so far.
    public var submissions: Int { submitted.load(ordering: .relaxed) }
    /// Command buffers recorded so far.
    public var recordings: Int { recorded.load(ordering: .relaxed) }
    /// Bytes of sources copied by the processor so far; 0 where every source is imported.
    public var bytesCopiedByHost: Int { copied.load(ordering: .relaxed) }

    func handleCreated(_ count: Int = 1) {
        live.add(count, ordering: .relaxed)
        total?.handleCreated(count)
    }
    func handleDestroyed(_ count: Int = 1) {
        live.subtract(count, ordering: .relaxed)
        total?.handleDestroyed(count)
    }
    func memoryAllocated(_ bytes: Int) {
        allocated.add(1, ordering: .relaxed)
        allocatedByteCount.add(bytes, ordering: .relaxed)
        total?.memoryAllocated(bytes)
    }
    func memoryFreed(_ bytes: Int) {
        allocatedByteCount.subtract(bytes, ordering: .relaxed)
        total?.memoryFreed(bytes)
    }
    func pipelineCompiled() {
        compiled.add(1, ordering: .relaxed)
        total?.pipelineCompiled()
    }
    func shaderTranslated() {
        translated.add(1, ordering: .relaxed)
        total?.shaderTranslated()
    }
    func batchSubmitted() {
        submitted.add(1, ordering: .relaxed)
        total?.batchSubmitted()
    }
    func commandsRecorded() {
        recorded.add(1, ordering: .relaxed)
        total?.commandsRecorded()
    }
    func hostCopied(_ bytes: Int) {
        copied.add(bytes, ordering: .relaxed)
        total?.hostCopied(bytes)
    }
}
