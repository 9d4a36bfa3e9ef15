import Foundation
import Testing

@testable import VulkanGPU

/// A device opened with validation for one test, which must end silent and empty.
enum TestDevice {
    /// Whether there is any device to test on.
    static let isPresent = ((try? GPUDevice.all()) ?? []).contains { $0.missing == nil }

    /// Runs a test on a device with validation; then nothing may be alive and the layer must have said nothing.
    static func use(
        strategy: MemoryStrategy? = nil, cacheFolder: CacheFolder? = nil, compileNotice: CompileNotice? = nil,
        location: SourceLocation = #_sourceLocation,
        _ body: (GPUDevice) throws -> Void
    ) throws {
        let counters = GPUCounters()
        let log = ValidationLog()
        do {
            let device = try GPUDevice(
                selecting: nil, validation: log, strategy: strategy, counters: counters, cacheFolder: cacheFolder,
                compileNotice: compileNotice)
            try body(device)
        }
        #expect(log.messages == [], sourceLocation: location)
        #expect(counters.liveHandles == 0, sourceLocation: location)
        #expect(counters.liveBytes == 0, sourceLocation: location)
    }

    /// Runs a test with a folder that is empty before and gone after.
    static func withFolder(_ body: (CacheFolder) throws -> Void) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("candela-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        try body(CacheFolder(path: url.path))
    }
}
